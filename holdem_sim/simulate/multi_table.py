"""Tournaments of several tables: many of them side by side, hand after hand, through either loop.

A round is one hand at every table. Between rounds ``seating`` moves the players; the tables stay where they are, so
the loops go on with them. What a tournament does is a function of the seed and its number alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.contract.observation import OBSERVATION, SEATS
from holdem_sim.game.rules import RULES
from holdem_sim.game.table import HIDDEN
from holdem_sim.players.ask import Policy
from holdem_sim.simulate.batch import most_tables, play_in_batches
from holdem_sim.simulate.columns import (
    ACTIONS,
    BROKEN,
    CONTROL_SIZE,
    FAULT,
    FAULTS,
    MATCH,
    PLACE,
    ROW,
    ROWS,
    SETUP,
    STOP,
    STRICT,
    STYLE,
)
from holdem_sim.simulate.compiled import play
from holdem_sim.simulate.seating import draw_seats, end_tournament, seat_players, settle_round
from holdem_sim.simulate.steps import PROGRESS
from holdem_sim.simulate.tables import Seated, Tables, new_tables

TABLES_AT_ONCE = 1024
"""About as many tables advance together; it changes nothing but the speed."""
TEXT = 64
"""Bytes of actions a seat and hand, at first."""
FAULTS_A_TABLE = 64
"""Faults of a hand that are noted one by one; all are counted."""

Array = np.ndarray[Any, Any]
Policies = Sequence["tuple[Policy, np.dtype[Any] | None] | None"]


@dataclass(frozen=True)
class Played:
    """What some tournaments were: see ``shards.Shard``."""

    matches: Array
    rows: Array
    actions: Array
    style: Array
    events: Array
    entries: Array
    seated: Seated


def table_count(entries: int, seats: int) -> int:
    """Tables at the start."""
    return -(-entries // seats)


def play_tournaments(
    setup: Array,
    rules: Array,
    entrants: Array,
    policies: Policies | None,
    entries: int,
    memory_bytes: int,
    first: int,
    last: int,
    control: Array,
) -> Played:
    """Play tournaments ``first`` to ``last`` (not included), each of ``entries``; rows by tournament, hand and table.

    ``policies``: None plays in the compiled loop. Not whole when ``control[STOP]`` was set; ``control`` gets the
    counts of all.
    """
    tables = table_count(entries, int(setup[0]["seats"]))
    size = max(1, min(TABLES_AT_ONCE, most_tables(memory_bytes)) // tables)
    parts = []
    for start in range(first, last, size):
        group = _Group(setup, rules, entrants, policies, entries, memory_bytes, start, min(start + size, last))
        parts.append(group.play(control))
        if control[STOP]:
            break
    matches, rows, actions, events, places, entrant, entry = (
        np.concatenate([part[i] for part in parts]) for i in range(7)
    )
    ends = [len(part[2]) for part in parts]
    shift = np.repeat(np.cumsum([0, *ends[:-1]]), [len(part[1]) for part in parts])
    rows["actions_end"] += shift
    style = np.zeros(len(entrants), STYLE)
    for part in parts:
        for name in STYLE.names or ():
            style[name] += part[7][name]
    control[ACTIONS] = len(actions)
    if control[BROKEN]:
        control[BROKEN] += np.flatnonzero(rows[["match", "hand"]] == group.broken[["match", "hand"]])[0]
    return Played(matches, rows, actions, style, events, places, Seated(entrant, entry, tables))


class _Group:
    """Some tournaments in step."""

    def __init__(
        self,
        setup: Array,
        rules: Array,
        entrants: Array,
        policies: Policies | None,
        entries: int,
        memory_bytes: int,
        first: int,
        last: int,
    ) -> None:
        self._setup = setup
        self._given = setup.copy(), rules, entrants
        self._given[0]["rebuys"] = 0  # they are bought between the rounds
        self._policies = policies
        self._entries, self._memory_bytes = entries, memory_bytes
        self._first, self._count = first, last - first
        self._tables = table_count(entries, int(setup[0]["seats"]))
        self.broken: Any = None  # the row at which the chips did not add up

    def play(self, control: Array) -> tuple[Array, ...]:
        """matches, rows, actions, events, entries, seats' bots and entries by row, style; again when text was cut."""
        room = TEXT
        while True:
            found = self._play(control, room)
            if found is not None:
                return found
            room *= 8

    def _play(self, control: Array, room: int) -> tuple[Array, ...] | None:
        setup, rules, entrants = self._given
        count = self._count * self._tables
        matches = np.zeros(count, MATCH)
        places = np.zeros(self._count * self._entries, PLACE)
        places["tournament"] = np.repeat(np.arange(self._first, self._first + self._count), self._entries)
        places["deal"] = places["tournament"]
        places["entry"] = np.tile(np.arange(self._entries), self._count)
        places["entrant"] = (places["tournament"] * self._entries + places["entry"]) % len(entrants)
        places["buy_ins"] = 1
        who = np.full((count, SEATS), -1, np.int64)
        tables = new_tables(count, self._memory_bytes)
        style = np.zeros(len(entrants), STYLE)
        playing = np.ones(self._count, np.int64)
        room = room * int(setup[0]["seats"]) * count if setup[0]["log"] else 0
        buffers = np.zeros(count + 1, ROW), np.zeros(room, np.uint8), np.zeros(FAULTS_A_TABLE * count, FAULT)
        before = control.copy()
        rounds: list[tuple[Array, ...]] = []
        _draw(setup, rules, places, matches, who, tables.observations, tables.progresses)
        hand = 0
        while playing.any() and hand < setup[0]["hands"]:
            setup["until"] = hand + 1
            seated = matches["entrant"].copy(), who.astype(np.int32)
            cells = np.zeros(CONTROL_SIZE, np.int64)
            cells[STRICT] = control[STRICT]
            rows, actions, events = self._round(matches, tables, style, cells, buffers)
            if cells[ACTIONS] > len(actions):
                control[[ROWS, FAULTS]] = before[[ROWS, FAULTS]]
                return None
            at = rows["match"] - matches[0]["match"]
            rounds.append((rows, actions, events, seated[0][at], seated[1][at]))
            if cells[BROKEN]:
                control[BROKEN] = 1
                self.broken = rows[cells[BROKEN] - 1]
            control[STOP] |= cells[STOP]
            control[ROWS] += len(rows)
            control[FAULTS] += cells[FAULTS]
            if control[STOP]:
                break
            last = hand + 1 == setup[0]["hands"]
            memory, observations, hiddens, _, progresses = tables
            _between(self._setup, hand, last, playing, places, matches, who, memory, observations, hiddens, progresses)
            hand += 1
        return self._in_order(matches, rounds, places, style)

    def _round(
        self, matches: Array, tables: Tables, style: Array, cells: Array, buffers: tuple[Array, Array, Array]
    ) -> tuple[Array, Array, Array]:
        """One hand at every table; the buffers are written to, and used again."""
        setup, rules, entrants = self._given
        rows, actions, events = buffers
        if self._policies is not None:
            return play_in_batches(setup, rules, matches, entrants, self._policies, tables, rows, style, cells)
        memory = tables.memory.reshape(-1, self._memory_bytes)
        with np.errstate(over="ignore"):
            play(setup, rules, matches, entrants, memory, memory.ctypes.data, rows, actions, style, events, cells,
                 tables.observations, tables.hiddens, tables.forceds, tables.progresses)  # fmt: skip
        return rows[: cells[ROWS]].copy(), actions[: cells[ACTIONS]].copy(), events[: cells[FAULTS]].copy()

    def _in_order(
        self, matches: Array, rounds: list[tuple[Array, ...]], places: Array, style: Array
    ) -> tuple[Array, ...]:
        """All rounds, sorted by tournament; the actions' text with them."""
        rows, actions, events, entrant, entry = (np.concatenate([part[i] for part in rounds]) for i in range(5))
        counts = [len(part[0]) for part in rounds]
        shift = np.repeat(np.cumsum([0, *[len(part[1]) for part in rounds[:-1]]]), counts)
        ends = rows["actions_end"] + shift
        lengths = np.diff(ends, prepend=0)
        order = np.argsort(rows["match"] // self._tables, kind="stable")
        rows, starts, lengths = rows[order], (ends - lengths)[order], lengths[order]
        rows["actions_end"] = np.cumsum(lengths)
        if len(actions):
            within = np.arange(len(actions)) - np.repeat(rows["actions_end"] - lengths, lengths)
            actions = actions[np.repeat(starts, lengths) + within]
        keys = events["decision"], events["match"], events["hand"], events["match"] // self._tables
        events = events[np.lexsort(keys)]
        return matches, rows, actions, events, places, entrant[order], entry[order], style


@kernel(
    signature=types.void(
        array_of(SETUP),
        array_of(RULES),
        array_of(PLACE),
        array_of(MATCH),
        array_of(np.int64, 2),
        array_of(OBSERVATION),
        array_of(PROGRESS),
    )
)
def _draw(setups: Any, all_rules: Any, places: Any, matches: Any, who: Any, observations: Any, progresses: Any) -> None:
    """Seat the players of all tournaments."""
    setup = setups[0]
    tournaments = places[places.size - 1]["tournament"] - places[0]["tournament"] + 1
    entries, tables = places.size // tournaments, matches.size // tournaments
    order = np.zeros(entries, np.int64)
    words = np.zeros(16, np.uint64)
    for k in range(tournaments):
        own = slice(k * tables, (k + 1) * tables)
        draw_seats(
            setup,
            all_rules[0],
            places[k * entries]["tournament"],
            order,
            words,
            places[k * entries : (k + 1) * entries],
            matches[own],
            who[own],
            observations[own],
        )
    for t in range(matches.size):
        progresses[t]["begun"] = 1
        progresses[t]["hand"] = -1
        progresses[t]["big"] = -1


@kernel(
    signature=types.void(
        array_of(SETUP),
        types.int64,
        types.boolean,
        array_of(np.int64),
        array_of(PLACE),
        array_of(MATCH),
        array_of(np.int64, 2),
        array_of(np.uint8, 3),
        array_of(OBSERVATION),
        array_of(HIDDEN),
        array_of(PROGRESS),
    )
)
def _between(
    setups: Any,
    hand: Any,
    last: Any,
    playing: Any,
    places: Any,
    matches: Any,
    who: Any,
    memory: Any,
    observations: Any,
    hiddens: Any,
    progresses: Any,
) -> None:
    """What happens after ``hand``, in every tournament that is ``playing``; ``last``: no hand may follow."""
    setup = setups[0]
    entries, tables = places.size // playing.size, matches.size // playing.size
    for k in range(playing.size):
        if not playing[k]:
            continue
        own = slice(k * tables, (k + 1) * tables)
        seats = who[own]
        entered = places[k * entries : (k + 1) * entries]
        left = settle_round(setup, hand, entered, seats, observations[own], hiddens[own], progresses[own])
        if left < 2 or last:
            end_tournament(entered, seats, observations[own])
            playing[k] = 0
        else:
            seat_players(setup, left, matches[own], seats, memory[own], observations[own], progresses[own])
    for t in range(matches.size):
        progresses[t]["match"] = t if playing[t // tables] else -1
        progresses[t]["begun"] = 1
        progresses[t]["hand"] = hand
