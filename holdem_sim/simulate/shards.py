"""Shards: ranges of matches, each played alone on some thread, handed back in order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from holdem_sim._jit import prepare
from holdem_sim.contract.bot import Bot, KernelBot
from holdem_sim.errors import RunError
from holdem_sim.game.rules import Rules
from holdem_sim.players.ask import EXCEPTION, Notice, Policy, plain, policy_of
from holdem_sim.simulate.batch import TABLES, most_tables, play_in_batches, prepare_batches
from holdem_sim.simulate.columns import (
    ACTIONS,
    BROKEN,
    CONTROL_SIZE,
    ENTRANT,
    FAULT,
    FAULTS,
    NEXT_MATCH,
    ROW,
    ROWS,
    SETUP,
    STOP,
    STRICT,
    STYLE,
)
from holdem_sim.simulate.compiled import play
from holdem_sim.simulate.multi_table import play_tournaments, table_count
from holdem_sim.simulate.schedule import Schedule
from holdem_sim.simulate.structure import Structure
from holdem_sim.simulate.tables import Seated, new_tables, with_room

NOTED_FAULTS = 1000
"""Faults of a shard that are noted one by one; all are counted."""

Array = np.ndarray[Any, Any]
Result = TypeVar("Result")


@dataclass(frozen=True)
class Game:
    """Everything that decides the results: rules, chips, format, schedule, bots with their settings.

    ``hands``: most hands of a match; ``carry``: stacks go on from hand to hand (else reset to ``stack`` chips).
    ``structure``: levels and more; ``usual_hands``: of a match that may have far fewer than ``hands``, for shards and
    room. ``entries``: a match is a tournament of so many, at as many tables as they need. ``tables``: how many advance
    together in the batch loop; it changes nothing but the speed.
    """

    rules: Rules
    schedule: Schedule
    bots: tuple[Bot, ...]
    settings: tuple[Array, ...]
    stack: int = 200
    hands: int = 1
    carry: bool = False
    structure: Structure | None = None
    usual_hands: int | None = None
    entries: int | None = None
    log: bool = True
    strict: bool = False
    shard_hands: int = 131_072
    tables: int = TABLES

    @property
    def compiled(self) -> bool:
        """Are all bots kernels, so that the compiled loop can play?"""
        return all(isinstance(bot, KernelBot) for bot in self.bots)

    @property
    def memory_bytes(self) -> int:
        """Bytes of memory of a seat: the largest that a bot declares, in whole 16s."""
        largest = max([8] + [bot.memory.itemsize for bot in self.bots if bot.memory is not None])
        return -(-largest // 16) * 16

    @property
    def shard_matches(self) -> int:
        """Matches in a shard: whole blocks, about ``shard_hands`` hands."""
        block = self.schedule.block
        return max(1, self.shard_hands // (block * self.match_hands)) * block

    @property
    def match_hands(self) -> int:
        """Hands that a match usually has."""
        return self.usual_hands or self.hands

    def shards(self, matches: int, first: int = 0) -> list[tuple[int, int]]:
        """The ranges (first, last) that a run of ``matches`` falls into, from match ``first`` on."""
        size = self.shard_matches
        return [(start, min(start + size, matches)) for start in range(first, matches, size)]


@dataclass(frozen=True)
class Shard:
    """What one shard played: matches, a row a hand, the actions' text, style counts, faults.

    Of tournaments of several tables also the ``entries`` (PLACE, not ranked yet) and who was ``seated`` where.
    """

    matches: Array
    rows: Array
    actions: Array
    style: Array
    faults: Array
    fault_count: int
    entries: Array | None = None
    seated: Seated | None = None


def new_control() -> Array:
    """The cells a running shard shares with whoever watches it (``columns``)."""
    return np.zeros(CONTROL_SIZE, np.int64)


def compile_loop(game: Game) -> None:
    """Compile what plays ``game``, if that has not been done; else the first shard would take so much longer."""
    prepare(play)
    if not game.compiled:
        prepare_batches()


def play_shard(game: Game, first: int, last: int, control: Array | None = None) -> Shard | None:
    """Play matches ``first`` to ``last`` (not included); None when told to stop before the end.

    Raises RunError when chips were not conserved: an in-process bot wrote into the table.
    """
    control = new_control() if control is None else control
    shard = _play(game, first, last, control)
    if control[BROKEN]:
        row = shard.rows[control[BROKEN] - 1]
        raise RunError(
            f"the chips do not add up in hand {row['hand']} of match {row['match']}, seed {game.schedule.seed}:"
            " a bot has written into the table"
        )
    if game.strict and control[FAULTS]:
        raise StrictFault(shard.faults[0], _first_error(game, shard.faults[0]))
    return None if control[STOP] else shard


def _play(game: Game, first: int, last: int, control: Array, notice: Notice = lambda error: None) -> Shard:
    """Play matches; the shard is not whole when ``control[STOP]`` was set."""
    control[[ROWS, ACTIONS, FAULTS, BROKEN]] = 0
    control[STRICT] = game.strict
    setup, rules, entrants = records_of(game)
    if game.entries is not None:
        return _play_tournaments(game, first, last, (setup, rules, entrants), control, notice)
    matches = game.schedule.matches(first, last)
    given = setup, rules, matches, entrants
    rows = np.zeros(len(matches) * game.match_hands + 1, ROW)
    style = np.zeros(len(game.bots), STYLE)
    if game.compiled:
        rows, actions, events = _play_compiled(game, given, rows, style, control)
    else:
        count = min(game.tables, len(matches), most_tables(game.memory_bytes))
        tables = new_tables(max(1, count), game.memory_bytes)
        rows, actions, events = play_in_batches(*given, policies_of(game, notice), tables, rows, style, control)
    return Shard(matches, rows, actions, style, events[:NOTED_FAULTS], int(control[FAULTS]))


def _play_tournaments(
    game: Game, first: int, last: int, given: tuple[Array, Array, Array], control: Array, notice: Notice
) -> Shard:
    """As ``_play``, tournaments of several tables."""
    policies = None if game.compiled else policies_of(game, notice)
    assert game.entries is not None
    played = play_tournaments(*given, policies, game.entries, game.memory_bytes, first, last, control)
    return Shard(
        played.matches,
        played.rows,
        played.actions,
        played.style,
        played.events[:NOTED_FAULTS],
        int(control[FAULTS]),
        played.entries,
        played.seated,
    )


def records_of(game: Game) -> tuple[Array, Array, Array]:
    """What the loops read that stays the same: SETUP, the RULES of every level, ENTRANT."""
    setup = np.zeros(1, SETUP)
    setup["seed"] = game.schedule.seed
    setup["seats"] = game.schedule.seats
    setup["stack"] = game.stack
    setup["hands"] = setup["until"] = game.hands
    setup["levels"] = 1
    setup["carry"] = game.carry
    setup["log"] = game.log
    rules = game.rules.record()
    if game.structure is not None:
        rules = game.structure.records()
        setup["levels"] = len(rules)
        for name in ("level_hands", "dead_button", "rebuys", "rebuy_levels", "rebuy_at"):
            setup[name] = getattr(game.structure, name)
    entrants = np.zeros(len(game.bots), ENTRANT)
    for entrant, bot, settings in zip(entrants, game.bots, game.settings, strict=True):
        entrant["address"] = bot.address if isinstance(bot, KernelBot) else 0
        entrant["params"] = settings.ctypes.data
        entrant["stochastic"] = bot.stochastic
        entrant["memory"] = bot.memory is not None
    return setup, rules, entrants


def policies_of(game: Game, notice: Notice) -> list[tuple[Policy, np.dtype[Any] | None] | None]:
    """How each bot is asked, and its memory's dtype; None for kernel bots."""
    return [
        None if isinstance(bot, KernelBot) else (policy_of(bot, settings, notice), bot.memory)
        for bot, settings in zip(game.bots, game.settings, strict=True)
    ]


def _play_compiled(
    game: Game, given: tuple[Array, Array, Array, Array], rows: Array, style: Array, control: Array
) -> tuple[Array, Array, Array]:
    """As ``play_in_batches``, in the compiled loop; again, with more room, when the text was longer than guessed."""
    matches = given[2]
    text = 12 * game.schedule.seats if game.log else 0
    capacity = len(rows) * text
    while True:
        control[[ROWS, ACTIONS, FAULTS, BROKEN, NEXT_MATCH]] = 0
        style[:] = 0
        actions = np.zeros(capacity, np.uint8)
        events = np.zeros(NOTED_FAULTS, FAULT)
        memory, *table = new_tables(1, game.memory_bytes)
        with np.errstate(over="ignore"):
            while True:
                seats = memory.reshape(-1, game.memory_bytes)
                play(*given, seats, memory.ctypes.data, rows, actions, style, events, control, *table)
                if control[NEXT_MATCH] == len(matches) or control[STOP]:
                    break
                rows = with_room(rows, len(rows) + 1)
                actions = with_room(actions, len(rows) * text)
        if control[ACTIONS] <= len(actions) or control[STOP]:
            return rows[: control[ROWS]], actions[: control[ACTIONS]], events[: control[FAULTS]]
        capacity = int(control[ACTIONS])


class StrictFault(RunError):
    """The first fault of a strict run: its FAULT record, and what the bot raised, if it did."""

    def __init__(self, fault: Any, error: BaseException | None) -> None:
        super().__init__("a bot faulted")
        self.fault = fault
        self.error = error


def _first_error(game: Game, fault: Any) -> BaseException | None:
    """What the bot raised: its match is played once more, with kernels as plain Python."""
    errors: list[BaseException] = []
    if fault["kind"] == EXCEPTION:
        plainly = replace(game, bots=tuple(plain(bot) for bot in game.bots), strict=False)
        match = fault["match"] // (1 if game.entries is None else table_count(game.entries, game.schedule.seats))
        _play(plainly, match, match + 1, new_control(), errors.append)
    return errors[0] if errors else None


def in_order(
    work: Callable[[tuple[int, int], Array], Result | None],
    shards: Sequence[tuple[int, int]],
    threads: int,
    watch: Callable[[int], None] = lambda hands: None,
) -> Generator[Result, None, None]:
    """``work(range, control)`` for every shard on ``threads`` threads; results in the order of ``shards``.

    ``watch`` is told from time to time how many hands the running shards have behind them. If the caller is
    interrupted or stops early, running shards are told to stop and are waited for.
    """
    running: list[tuple[Future[Result | None], Array]] = []
    waiting = iter(shards)
    with ThreadPoolExecutor(threads) as pool:

        def start() -> None:
            for shard in waiting:
                control = new_control()
                running.append((pool.submit(work, shard, control), control))
                return

        try:
            for _ in range(threads + 1):
                start()
            while running:
                future, control = running[0]
                while not wait([future], timeout=0.1).done:
                    watch(sum(int(cells[ROWS]) for _, cells in running))
                result = future.result()
                running.pop(0)
                start()
                if result is None:
                    return
                yield result
        finally:
            for _, control in running:
                control[STOP] = 1
