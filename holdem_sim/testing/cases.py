"""The decisions that the kit asks a bot about: the scenario book, then every decision of 2,000 random hands.

They depend on the seed alone, never on the bot, so that case N of seed S is the same for everybody. Cases that share a
memory, one seat's decisions of one match in their order, form a **line**; a scenario is a line of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from holdem_sim.contract.observation import OBSERVATION, OVER
from holdem_sim.contract.view import Observation
from holdem_sim.game.rules import BETTING, Rules
from holdem_sim.players.ask import FINE
from holdem_sim.rng import bot_key, split
from holdem_sim.simulate.batch import TABLES, play_in_batches
from holdem_sim.simulate.columns import CONTROL_SIZE, ENTRANT, ROW, SETUP, STYLE
from holdem_sim.simulate.schedule import Schedule
from holdem_sim.simulate.tables import new_tables
from holdem_sim.testing.scenarios import DEPTHS, SEATS, book

Array = np.ndarray[Any, Any]

HANDS = 2000
HANDS_OF_A_MATCH = 4
MATCHES_OF_A_TABLE = 9
WITH_ANTE = ("none", "all", "none", "big_blind")
LINE = np.dtype([("line", np.int64)], align=True)


@dataclass(frozen=True)
class Cases:
    """``observations`` OBSERVATION (n,), ``keys`` uint64 (n,), ``lines`` int64 (n,), ascending; ``scenarios``: names.

    ``numbers`` int64 (n,): the case numbers; ``hands``: how many random hands. The first ``len(scenarios)`` cases are
    the book.
    """

    observations: Array
    keys: Array
    lines: Array
    numbers: Array
    scenarios: tuple[str, ...]
    hands: int

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def over(self) -> Array:
        """Which cases are calls at the end of a hand, where the answer is ignored."""
        over: Array = self.observations["street"] == OVER
        return over

    def first(self, count: int) -> Cases:
        """The first ``count`` cases."""
        return self._part(np.arange(min(count, len(self))))

    def until(self, number: int) -> Cases:
        """Case ``number`` and what its line saw before it."""
        line = self.lines[self.numbers == number]
        return self._part(np.flatnonzero(np.isin(self.lines, line) & (self.numbers <= number)))

    def _part(self, places: Array) -> Cases:
        names = ("observations", "keys", "lines", "numbers")
        return replace(self, **{name: getattr(self, name)[places] for name in names})

    def describe(self, number: int) -> str:
        """What the bot sees in case ``number``, in one line."""
        record = self.observations[np.flatnonzero(self.numbers == number)[0]]
        seen = Observation(record)
        where = self.scenarios[number] if number < len(self.scenarios) else "random hands"
        history = " ".join(f"{action.seat}:{action.kind}{action.raise_to or ''}" for action in seen.history[-12:])
        return (
            f"case {number}, {where}: {seen!r}, seat {seen.seat}, button {seen.button}, in hand {seen.players_in_hand},"
            f" {seen.betting} {seen.small_blind}/{seen.big_blind} ante {seen.ante}, stacks {seen.stacks}, bets"
            f" {seen.bets}, hand {seen.hand} of {seen.hand + 1 + seen.hands_left}, history: {history or 'none'}"
        )

    def save(self, path: Path) -> None:
        """Write the cases for a child process."""
        seen = self.observations.view(np.uint8)  # the file format would forget that the records are aligned
        np.savez(path, observations=seen, keys=self.keys, lines=self.lines, numbers=self.numbers)


@cache
def all_cases(seed: int) -> Cases:
    """The cases of ``seed`` (0 to 2^63 - 1): the book, the same for every seed, and random hands."""
    scenarios = book()
    shown = np.array([scenario.observation() for scenario in scenarios], OBSERVATION)
    with np.errstate(over="ignore"):
        keys = np.array([bot_key(np.uint64(0), number, 0, 0, 0) for number in range(len(shown))], np.uint64)
    wanderer = _Wanderer()
    hands = 0
    for number, (depth, betting, seats) in enumerate(product(DEPTHS, BETTING, SEATS)):
        mode = WITH_ANTE[number % len(WITH_ANTE)]
        rules = Rules(betting, 5, 10, ante=0 if mode == "none" else 2, ante_mode=mode)
        hands += _play(wanderer, rules, seats, 10 * depth, bool(number % 2), seed, number)
    if hands < HANDS:
        raise AssertionError(f"only {hands} random hands")
    lines = np.concatenate(wanderer.lines)
    order = np.argsort(lines, kind="stable")
    return Cases(
        np.concatenate([shown, np.concatenate(wanderer.seen)[order]]),
        np.concatenate([keys, np.concatenate(wanderer.keys)[order]]),
        np.concatenate([np.arange(len(shown)), lines[order] + len(shown)]),
        np.arange(len(shown) + len(lines)),
        tuple(scenario.name for scenario in scenarios),
        hands,
    )


def load_cases(path: Path) -> Cases:
    """The cases that ``save`` wrote, without their names."""
    with np.load(path) as stored:
        seen = stored["observations"].view(OBSERVATION)
        return Cases(seen, stored["keys"], stored["lines"], stored["numbers"], scenarios=(), hands=0)


class _Wanderer:
    """The policy that plays the random hands: any legal action, seldom a fold; it remembers all that it saw."""

    def __init__(self) -> None:
        self.seen: list[Array] = []
        self.keys: list[Array] = []
        self.lines: list[Array] = []
        self._lines = 0

    def __call__(self, observations: Array, keys: Array, memory: Array | None) -> tuple[Array, Array]:
        assert memory is not None
        new = np.flatnonzero(memory["line"] == 0)
        memory["line"][new] = self._lines + 1 + np.arange(len(new))
        self._lines += len(new)
        self.seen.append(observations.copy())
        self.keys.append(keys.copy())
        self.lines.append(memory["line"] - 1)
        return _wander(observations, keys), np.full(len(keys), FINE)


def _wander(observations: Array, keys: Array) -> Array:
    """Folds 8 %, calls 57 %, raises 35 %: half of these the least, a third up to a triple, the rest any amount."""
    with np.errstate(over="ignore"):
        kind, size, amount = (
            (np.asarray(split(keys, part), np.uint64) >> np.uint64(11)).astype(np.float64) * 2.0**-53
            for part in range(3)
        )
    low, high = observations["min_raise_to"], observations["max_raise_to"]
    most = np.where(size < 0.5, low, np.where(size < 0.83, np.minimum(3 * low, high), high))
    raise_to = low + (amount * (most - low + 1)).astype(np.int64)
    return np.where(
        (kind < 0.08) & (observations["to_call"] > 0), -1, np.where((kind > 0.65) & (high > 0), raise_to, 0)
    )


def _play(wanderer: _Wanderer, rules: Rules, seats: int, stack: int, carry: bool, seed: int, table: int) -> int:
    """Play the random hands of one table; returns how many."""
    first = table * MATCHES_OF_A_TABLE
    matches = Schedule(1, seats, "independent", seed).matches(first, first + MATCHES_OF_A_TABLE)
    setup = np.zeros(1, SETUP)
    setup["seed"], setup["seats"], setup["stack"], setup["carry"] = seed, seats, stack, carry
    setup["hands"] = setup["until"] = HANDS_OF_A_MATCH
    setup["levels"] = 1
    entrants = np.zeros(1, ENTRANT)
    entrants["stochastic"] = entrants["memory"] = 1
    rows, _, _ = play_in_batches(
        setup,
        rules.record(),
        matches,
        entrants,
        [(wanderer, LINE)],
        new_tables(min(TABLES, len(matches)), 16),
        np.zeros(len(matches) * HANDS_OF_A_MATCH + 1, ROW),
        np.zeros(1, STYLE),
        np.zeros(CONTROL_SIZE, np.int64),
    )
    return len(rows)


def legal(observations: Array, actions: Array) -> Array:
    """Which ``actions`` (n,) the rules allow in ``observations`` (n,)."""
    low, high = observations["min_raise_to"], observations["max_raise_to"]
    raises = (low > 0) & (actions >= low) & (actions <= high)
    allowed: Array = (actions == 0) | ((actions == -1) & (observations["to_call"] > 0)) | raises
    return allowed
