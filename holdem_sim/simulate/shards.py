"""Shards: ranges of matches, each played alone on some thread, handed back in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from holdem_sim.contract.bot import KernelBot
from holdem_sim.contract.observation import OBSERVATION, SEATS
from holdem_sim.errors import InputError, RunError
from holdem_sim.game.rules import Rules
from holdem_sim.game.table import FORCED, HIDDEN
from holdem_sim.simulate.columns import (
    ACTIONS,
    BROKEN,
    CONTROL_SIZE,
    ENTRANT,
    FAULT,
    FAULTS,
    ROW,
    ROWS,
    SETUP,
    STOP,
    STRICT,
    STYLE,
)
from holdem_sim.simulate.compiled import SLOTS, play
from holdem_sim.simulate.schedule import Schedule

NOTED_FAULTS = 1000
"""Faults of a shard that are noted one by one; all are counted."""

Array = np.ndarray[Any, Any]
Result = TypeVar("Result")


@dataclass(frozen=True)
class Game:
    """Everything that decides the results: rules, chips, format, schedule, bots with their settings.

    ``hands``: most hands of a match; ``carry``: stacks go on from hand to hand (else reset to ``stack`` chips).
    """

    rules: Rules
    schedule: Schedule
    bots: tuple[KernelBot, ...]
    settings: tuple[Array, ...]
    stack: int = 200
    hands: int = 1
    carry: bool = False
    log: bool = True
    strict: bool = False
    shard_hands: int = 131_072
    slots: tuple[Any, ...] = field(init=False)

    def __post_init__(self) -> None:
        kernels = list(dict.fromkeys(bot.decide for bot in self.bots))
        if len(kernels) > SLOTS:
            raise InputError(f"{len(kernels)} different bots: at most {SLOTS} in one run (settings do not count)")
        object.__setattr__(self, "slots", tuple((kernels * SLOTS)[:SLOTS]))

    @property
    def shard_matches(self) -> int:
        """Matches in a shard: whole blocks, about ``shard_hands`` hands."""
        block = self.schedule.block
        return max(1, self.shard_hands // (block * self.hands)) * block

    def shards(self, matches: int, first: int = 0) -> list[tuple[int, int]]:
        """The ranges (first, last) that a run of ``matches`` falls into, from match ``first`` on."""
        size = self.shard_matches
        return [(start, min(start + size, matches)) for start in range(first, matches, size)]


@dataclass(frozen=True)
class Shard:
    """What one shard played: matches, a row a hand, the actions' text, style counts, faults."""

    matches: Array
    rows: Array
    actions: Array
    style: Array
    faults: Array
    fault_count: int


def new_control() -> Array:
    """The cells a running shard shares with whoever watches it (``columns``)."""
    return np.zeros(CONTROL_SIZE, np.int64)


def play_shard(game: Game, first: int, last: int, control: Array | None = None) -> Shard | None:
    """Play matches ``first`` to ``last`` (not included); None when told to stop before the end.

    Raises RunError when chips were not conserved: an in-process bot wrote into the table.
    """
    control = new_control() if control is None else control
    matches = game.schedule.matches(first, last)
    setup = np.zeros(1, SETUP)
    setup["seed"] = game.schedule.seed
    setup["seats"] = game.schedule.seats
    setup["stack"] = game.stack
    setup["hands"] = game.hands
    setup["carry"] = game.carry
    setup["log"] = game.log
    entrants = np.zeros(len(game.bots), ENTRANT)
    for entrant, bot, settings in zip(entrants, game.bots, game.settings, strict=True):
        entrant["slot"] = game.slots.index(bot.decide)
        entrant["params"] = settings.ctypes.data
        entrant["stochastic"] = bot.stochastic
        entrant["memory"] = bot.memory is not None
    bytes_each = max([8] + [bot.memory.itemsize for bot in game.bots if bot.memory is not None])
    memory = np.zeros((SEATS, -(-bytes_each // 16) * 16), np.uint8)
    rows = np.zeros(len(matches) * game.hands, ROW)
    capacity = len(rows) * 12 * game.schedule.seats if game.log else 0
    while True:
        control[[ROWS, ACTIONS, FAULTS, BROKEN]] = 0
        control[STRICT] = game.strict
        actions = np.zeros(capacity, np.uint8)
        style = np.zeros(len(game.bots), STYLE)
        events = np.zeros(NOTED_FAULTS, FAULT)
        table = np.zeros(1, OBSERVATION), np.zeros(1, HIDDEN), np.zeros(1, FORCED)
        with np.errstate(over="ignore"):
            play(
                setup,
                game.rules.record(),
                matches,
                entrants,
                game.slots,
                memory,
                memory.ctypes.data,
                rows,
                actions,
                style,
                events,
                control,
                *table,
            )
        _check(game, rows, events, control)
        if control[STOP]:
            return None
        if control[ACTIONS] <= capacity:
            break
        capacity = int(control[ACTIONS])
    faults = int(control[FAULTS])
    return Shard(
        matches, rows[: control[ROWS]], actions[: control[ACTIONS]], style, events[: min(faults, NOTED_FAULTS)], faults
    )


def _check(game: Game, rows: Array, events: Array, control: Array) -> None:
    if control[BROKEN]:
        row = rows[control[BROKEN] - 1]
        raise RunError(
            f"the chips do not add up in hand {row['hand']} of match {row['match']}, seed {game.schedule.seed}:"
            " a bot has written into the table"
        )
    if game.strict and control[FAULTS]:
        raise StrictFault(events[0])


class StrictFault(RunError):
    """The first fault of a strict run; ``fault`` is its FAULT record."""

    def __init__(self, fault: Any) -> None:
        super().__init__("a bot faulted")
        self.fault = fault


def in_order(
    work: Callable[[tuple[int, int], Array], Result | None],
    shards: Sequence[tuple[int, int]],
    threads: int,
    watch: Callable[[int], None] = lambda hands: None,
) -> Iterator[Result]:
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
