"""The schedule: which match is played on which deal, and who sits where.

It is a pure function of the seed and the match number, so match k of a longer run is match k of a shorter one,
and any range of matches can be had alone. All matches on one deal are one **block**, the independent unit of the
statistics (STATISTICS: duplicate designs):

- ``rotate``: for each line-up a fresh random circular order of its bots, replayed in all its rotations: every bot
  plays the deal from every seat. Heads-up that is the mirrored pair.
- ``balanced``: likewise under a set of seatings in which every ordered pair of bots has every ordered pair of
  seats equally often: seat = a*x + b over GF(n) for 2 to 5 seats, PSL(2,5) on the projective line for 6.
- ``independent``: every match its own deal, line-up in turn, seats at random.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.errors import InputError
from holdem_sim.rng import LINEUP, ORDER, permute
from holdem_sim.simulate.columns import MATCH

DESIGNS = ("rotate", "balanced", "independent")
LARGEST_BLOCK = 1000
"""Above this many matches a block no longer holds all line-ups, but a random circle of neighbours."""

Ints = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class Schedule:
    """Who plays whom: ``entrants`` bots (numbered from 0) at a table of ``seats``, from ``seed``.

    With more bots than seats each block holds all line-ups if they are few, else the ``entrants`` windows of
    neighbours in a random circle of them. With fewer, every line-up holds each bot equally often but for one, and
    a block holds all choices of who is the extra. ``shared_streams``: replays of a deal give the bots the same
    chance. Raises InputError when the design does not fit the table.
    """

    entrants: int
    seats: int
    design: str
    seed: int
    shared_streams: bool = False

    def __post_init__(self) -> None:
        if self.design not in DESIGNS:
            raise InputError(f"design {self.design!r}: must be one of {', '.join(DESIGNS)}")
        if self.design == "balanced" and self.seats > 6:
            raise InputError(f"design balanced: is for tables of 2 to 6 seats, not {self.seats}; use rotate")

    @cached_property
    def line_ups(self) -> Ints | None:
        """All line-ups of a block, shape (line-ups, seats), as bot numbers; None: windows of a random circle."""
        every, extra = divmod(self.seats, self.entrants)
        if math.comb(self.entrants, extra) * len(self.seatings) > LARGEST_BLOCK:
            return None
        full = tuple(range(self.entrants)) * every
        return np.array([full + more for more in combinations(range(self.entrants), extra)], np.int64)

    @cached_property
    def seatings(self) -> Ints:
        """The replays of one line-up, shape (replays, seats): which member of its order sits in each seat."""
        if self.design == "balanced":
            return np.array(pair_balanced(self.seats), np.int64)
        if self.design == "independent":
            return np.arange(self.seats, dtype=np.int64)[None, :]
        seat = np.arange(self.seats)
        return (seat[None, :] + seat[:, None]) % self.seats

    @property
    def block(self) -> int:
        """Matches in a block."""
        return 1 if self.design == "independent" else self._line_up_count * len(self.seatings)

    @property
    def _line_up_count(self) -> int:
        return self.entrants if self.line_ups is None else len(self.line_ups)

    def matches(self, first: int, last: int) -> np.ndarray[Any, Any]:
        """Matches ``first`` to ``last`` (not included) as a MATCH array."""
        matches = np.zeros(last - first, MATCH)
        line_ups = np.zeros((0, self.seats), np.int64) if self.line_ups is None else self.line_ups
        with np.errstate(over="ignore"):
            _fill(
                matches,
                first,
                np.uint64(self.seed),
                self.entrants,
                line_ups,
                self.seatings,
                self.design == "independent",
                self.shared_streams,
            )
        return matches


@kernel(
    signature=types.void(
        array_of(MATCH),
        types.int64,
        types.uint64,
        types.int64,
        array_of(np.int64, 2),
        array_of(np.int64, 2),
        types.boolean,
        types.boolean,
    )
)
def _fill(
    matches: Any,
    first: Any,
    seed: Any,
    entrants: Any,
    line_ups: Any,
    seatings: Any,
    independent: Any,
    shared_streams: Any,
) -> None:
    """Write ``matches`` from number ``first`` on; no ``line_ups``: windows of a random circle of the entrants."""
    replays, seats = seatings.shape
    turns = line_ups.shape[0] if line_ups.shape[0] else entrants
    circle = np.zeros(entrants, np.int64)
    order = np.zeros(seats, np.int64)
    words = np.zeros(16, np.uint64)
    drawn = circled = np.int64(-1)
    for i in range(matches.size):
        number = first + i
        line_up = number if independent else number // replays
        cycle, turn = line_up // turns, line_up % turns
        deal = number if independent else cycle
        if line_up != drawn:
            drawn = line_up
            if line_ups.shape[0] == 0 and cycle != circled:
                circled = cycle
                for e in range(entrants):
                    circle[e] = e
                permute(circle, entrants, entrants, words, seed, LINEUP, cycle, 0)
            for seat in range(seats):
                order[seat] = line_ups[turn, seat] if line_ups.shape[0] else circle[(turn + seat) % entrants]
            permute(order, seats, seats, words, seed, ORDER, cycle, turn)
        match = matches[i]
        match["match"] = number
        match["deal"] = deal
        match["stream"] = deal if shared_streams else number
        match["replay"] = 0 if independent else number % (replays * turns)
        seating = seatings[0 if independent else number % replays]
        for seat in range(seats):
            match["entrant"][seat] = order[seating[seat]]


def pair_balanced(seats: int) -> list[tuple[int, ...]]:
    """Seatings (of 2, 6, 12, 20, 60 replays) in which ordered pairs of bots meet ordered pairs of seats equally.

    2 to 5 seats: the maps x -> a*x + b, a != 0, over the field of that many elements. 6 seats: PSL(2,5), the maps
    x -> (a*x + b) / (c*x + d) with determinant a square, on the points 0..4 and infinity.
    """
    if seats == 6:
        return sorted({_moebius(*m) for m in product(range(5), repeat=4) if (m[0] * m[3] - m[1] * m[2]) % 5 in (1, 4)})
    times, plus = _field(seats)
    return [tuple(plus(times(a, x), b) for x in range(seats)) for a in range(1, seats) for b in range(seats)]


def _field(order: int) -> Any:
    if order == 4:
        table = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
        return (lambda a, b: table[a][b]), (lambda a, b: a ^ b)
    return (lambda a, b: a * b % order), (lambda a, b: (a + b) % order)


def _moebius(a: int, b: int, c: int, d: int) -> tuple[int, ...]:
    infinity = 5

    def image(x: int) -> int:
        top, bottom = (a, c) if x == infinity else ((a * x + b) % 5, (c * x + d) % 5)
        return infinity if bottom == 0 else top * pow(bottom, 3, 5) % 5

    return tuple(image(x) for x in range(6))
