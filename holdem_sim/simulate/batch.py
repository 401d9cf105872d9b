"""The batch loop: some thousand tables advance together; those that wait for a bot are handed to it as one array.

For bots of any form, mixed at one table. It drives the same kernels as the compiled loop and gives the same bytes,
however many tables it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel, prepare
from holdem_sim.contract.action import check_or_fold
from holdem_sim.contract.bot import RAISED, call_kernel_bot
from holdem_sim.contract.observation import OBSERVATION, PREFLOP, SEATS
from holdem_sim.game.betting import is_legal
from holdem_sim.game.hand import advance
from holdem_sim.game.rules import RULES
from holdem_sim.game.table import FORCED, HIDDEN, LOWEST, bit, holds
from holdem_sim.players.ask import EXCEPTION, FINE, ILLEGAL, Policy, copied
from holdem_sim.rng import bot_key
from holdem_sim.simulate.columns import (
    ACTIONS,
    BROKEN,
    ENTRANT,
    FAULT,
    FAULTS,
    MATCH,
    NEXT_MATCH,
    ROW,
    ROWS,
    SETUP,
    STOP,
    STYLE,
)
from holdem_sim.simulate.steps import (
    PROGRESS,
    end_hand,
    level_at,
    note_fault,
    show_end,
    start_match,
    start_next_hand,
    take_action,
    write_action,
)
from holdem_sim.simulate.tables import Tables, with_room

TABLES = 2048
"""Tables that advance together: enough for large batches, few enough for the L2 cache."""

MEMORY_OF_TABLES = 2**28
"""Bytes that the bots' memories may take; where they are large, fewer tables advance together."""

JOURNAL = np.dtype(
    [
        ("key", np.int64),  # of the row (``_key``)
        ("street", np.int64),
        ("action", np.int64),
        ("paid", np.int64),
    ],
    align=True,
)

_TABLE = (array_of(OBSERVATION), array_of(HIDDEN), array_of(FORCED), array_of(PROGRESS))

Array = np.ndarray[Any, Any]


@kernel
def _key(match: Any, hand: Any) -> Any:
    """What sorts the rows: place of the match, then number of the hand."""
    return np.int64(match) << 32 | np.int64(hand)


@kernel
def _take_match(control: Any, matches: Any) -> Any:
    taken = control[NEXT_MATCH]
    control[NEXT_MATCH] = taken + 1
    return taken if taken < matches else -1


@kernel(
    signature=types.int64(
        array_of(SETUP),
        array_of(RULES),
        array_of(MATCH),
        array_of(ENTRANT),
        array_of(np.uint8, 3),
        array_of(ROW),
        array_of(STYLE),
        array_of(np.int64),
        *_TABLE,
        array_of(np.int64),
        array_of(np.int64),
        array_of(np.uint64),
    )
)
def _to_the_bots(
    setups: Any,
    all_rules: Any,
    matches: Any,
    entrants: Any,
    memory: Any,
    rows: Any,
    style: Any,
    control: Any,
    observations: Any,
    hiddens: Any,
    forceds: Any,
    progresses: Any,
    waiting: Any,
    asked: Any,
    keys: Any,
) -> Any:
    """Advance every table until a bot must speak; write which tables wait, for whom, with which keys; return how many.

    A table whose match has ended takes the next one of the shard. -1: there is no room for another row; call again.
    """
    setup = setups[0]
    count = np.int64(0)
    for t in range(observations.size):
        progress = progresses[t]
        observation = observations[t]
        hidden = hiddens[t]
        while progress["match"] >= 0:
            match = matches[progress["match"]]
            if progress["running"]:
                if advance(observation, hidden):
                    break
                if control[ROWS] == rows.size:
                    return -1
                rules = all_rules[level_at(setup, progress["hand"])]
                row = rows[control[ROWS]]
                row["actions_end"] = _key(progress["match"], progress["hand"])
                control[ROWS] += 1
                if not end_hand(progress, setup, rules, match, observation, hidden, style, row):
                    control[BROKEN] = control[ROWS]
                    control[STOP] = 1
                progress["running"] = 0
                progress["tell"] = 0
                for seat in range(setup["seats"]):
                    if holds(observation["dealt"], seat) and entrants[match["entrant"][seat]]["memory"]:
                        progress["tell"] |= bit(seat)
            if progress["tell"]:
                show_end(observation, hidden, LOWEST[progress["tell"]])
                break
            if not progress["begun"]:
                start_match(progress, setup, all_rules[0], observation)
                memory[t, :, :] = 0
            rules = all_rules[level_at(setup, progress["hand"] + 1)]
            if start_next_hand(progress, setup, rules, match, observation, hidden, forceds[t]):
                progress["running"] = 1
            else:
                progress["match"] = _take_match(control, matches.size)
                progress["begun"] = 0
        if progress["match"] >= 0:
            match = matches[progress["match"]]
            seat = observation["seat"]
            entrant = match["entrant"][seat]
            waiting[count] = t
            asked[count] = entrant
            keys[count] = 0
            if entrants[entrant]["stochastic"] and progress["running"]:
                keys[count] = bot_key(
                    setup["seed"], match["stream"], progress["hand"], seat, observation["action_count"]
                )
            count += 1
    return count


@kernel(
    signature=types.void(
        array_of(ENTRANT),
        array_of(np.uint8, 3),
        types.int64,
        array_of(OBSERVATION),
        array_of(np.int64),
        array_of(np.int64),
        array_of(np.uint64),
        array_of(np.int64),
        array_of(np.int64),
    )
)
def _ask_kernels(
    entrants: Any,
    memory: Any,
    memory_address: Any,
    observations: Any,
    waiting: Any,
    asked: Any,
    keys: Any,
    actions: Any,
    faults: Any,
) -> None:
    """The answers of the kernel bots among those asked; the others' rows are left."""
    for i in range(waiting.size):
        entrant = entrants[asked[i]]
        if entrant["address"]:
            observation = observations[waiting[i]]
            address = memory_address + (waiting[i] * memory.shape[1] + observation["seat"]) * memory.shape[2]
            actions[i] = call_kernel_bot(entrant["address"], observation, keys[i], entrant["params"], address)
            faults[i] = EXCEPTION if actions[i] == RAISED else FINE


@kernel(
    signature=types.int64(
        array_of(SETUP),
        array_of(MATCH),
        *_TABLE,
        array_of(STYLE),
        array_of(FAULT),
        array_of(np.int64),
        array_of(np.int64),
        array_of(np.int64),
        array_of(np.int64),
        array_of(JOURNAL),
        types.int64,
    )
)
def _take_answers(
    setups: Any,
    matches: Any,
    observations: Any,
    hiddens: Any,
    forceds: Any,
    progresses: Any,
    style: Any,
    events: Any,
    control: Any,
    waiting: Any,
    actions: Any,
    faults: Any,
    journal: Any,
    written: Any,
) -> Any:
    """Apply every answer to its table; with a log, enter it in the journal. Returns the journal's new length."""
    log = setups[0]["log"]
    for i in range(waiting.size):
        t = waiting[i]
        progress = progresses[t]
        observation = observations[t]
        if progress["running"]:
            match = matches[progress["match"]]
            own = style[match["entrant"][observation["seat"]]]
            action = actions[i]
            if faults[i] != FINE or not is_legal(observation, action):
                kind = faults[i] if faults[i] != FINE else ILLEGAL
                note_fault(events, control, match, observation, own, kind, action)
                action = check_or_fold(observation)
            street = observation["street"]
            paid = take_action(progress, observation, hiddens[t], own, action)
            if log:
                entry = journal[written]
                entry["key"] = _key(progress["match"], progress["hand"])
                entry["street"] = street
                entry["action"] = action
                entry["paid"] = paid
                written += 1
        else:
            progress["tell"] &= ~bit(observation["seat"])
            if faults[i] == EXCEPTION:
                match = matches[progress["match"]]
                own = style[match["entrant"][observation["seat"]]]
                note_fault(events, control, match, observation, own, EXCEPTION, actions[i])
    return written


@kernel(
    signature=types.void(array_of(JOURNAL), array_of(np.int64), array_of(ROW), array_of(np.uint8), array_of(np.int64))
)
def _write_text(journal: Any, order: Any, rows: Any, actions: Any, control: Any) -> None:
    """The actions of all rows as text, row after row; ``order`` sorts the journal. A row's key is in actions_end."""
    at = np.int64(0)
    next_entry = np.int64(0)
    for r in range(rows.size):
        street = np.int64(PREFLOP)
        key = rows[r]["actions_end"]
        while next_entry < order.size and journal[order[next_entry]]["key"] < key:
            next_entry += 1
        while next_entry < order.size and journal[order[next_entry]]["key"] == key:
            entry = journal[order[next_entry]]
            at = write_action(actions, at, entry["street"] - street, entry["action"], entry["paid"])
            street = entry["street"]
            next_entry += 1
        rows[r]["actions_end"] = at
    control[ACTIONS] = at


def most_tables(memory_bytes: int) -> int:
    """How many tables may advance together with so many bytes of memory a seat."""
    return max(1, MEMORY_OF_TABLES // (SEATS * memory_bytes))


def prepare_batches() -> None:
    """Compile the kernels of this loop now (``_jit.prepare``)."""
    for loop_kernel in (_to_the_bots, _ask_kernels, _take_answers, _write_text):
        prepare(loop_kernel)


def play_in_batches(
    setup: Array,
    rules: Array,
    matches: Array,
    entrants: Array,
    policies: Sequence[tuple[Policy, np.dtype[Any] | None] | None],
    tables: Tables,
    rows: Array,
    style: Array,
    control: Array,
) -> tuple[Array, Array, Array]:
    """Play ``matches``; returns the rows written, the actions' text and the faults, in the order of play of one table.

    ``policies``: for each entrant how to ask it and its memory's dtype, None for kernel bots. ``tables``: those that
    advance together; every one begins with the match of its number. ``rows``: room for as many as are expected; more
    are made. Ends early when ``control[STOP]`` is set.
    """
    memory = tables.memory
    table = (tables.observations, tables.hiddens, tables.forceds, tables.progresses)
    count = len(memory)
    control[NEXT_MATCH] = count
    waiting, asked, actions, faults = (np.zeros(count, np.int64) for _ in range(4))
    keys = np.zeros(count, np.uint64)
    journal, events = np.zeros(0, JOURNAL), np.zeros(0, FAULT)
    written = 0
    with np.errstate(over="ignore"):
        while not control[STOP]:
            count = _to_the_bots(
                setup, rules, matches, entrants, memory, rows, style, control, *table, waiting, asked, keys
            )
            if count < 0:
                rows = with_room(rows, len(rows) + 1)
                continue
            if count == 0:
                break
            now = (waiting[:count], asked[:count], keys[:count])
            _ask_kernels(entrants, memory, memory.ctypes.data, table[0], *now, actions, faults)
            for number, policy in enumerate(policies):
                if policy is not None:
                    _ask_policy(number, *policy, memory, table[0], *now, actions, faults)
            journal, events = with_room(journal, written + count), with_room(events, int(control[FAULTS]) + count)
            written = _take_answers(
                setup, matches, *table, style, events, control, now[0], actions, faults, journal, written
            )
    rows = rows[: control[ROWS]]
    order = np.argsort(rows["actions_end"], kind="stable")
    if control[BROKEN]:
        control[BROKEN] = np.flatnonzero(order == control[BROKEN] - 1)[0] + 1
    rows = rows[order]
    text = np.zeros(0, np.uint8)
    if setup[0]["log"]:
        row_keys = rows["actions_end"].copy()
        order = np.argsort(journal["key"][:written], kind="stable")
        for _ in range(2):
            rows["actions_end"] = row_keys
            _write_text(journal, order, rows, text, control)
            text = np.zeros(int(control[ACTIONS]), np.uint8) if text.size < control[ACTIONS] else text
    else:
        rows["actions_end"] = 0
    events = events[: control[FAULTS]]
    return rows, text, events[np.lexsort((events["decision"], events["hand"], events["match"]))]


def _ask_policy(
    number: int,
    policy: Policy,
    memory_type: np.dtype[Any] | None,
    memory: Array,
    observations: Array,
    waiting: Array,
    asked: Array,
    keys: Array,
    actions: Array,
    faults: Array,
) -> None:
    mine = np.flatnonzero(asked == number)
    if not len(mine):
        return
    seen = copied(observations, waiting[mine])
    if memory_type is None:
        actions[mine], faults[mine] = policy(seen, keys[mine], None)
        return
    where = waiting[mine], seen["seat"]
    remembered = memory[where][:, : memory_type.itemsize].copy().view(memory_type)[:, 0]
    actions[mine], faults[mine] = policy(seen, keys[mine], remembered)
    memory[where[0], where[1], : memory_type.itemsize] = remembered.view(np.uint8).reshape(len(mine), -1)
