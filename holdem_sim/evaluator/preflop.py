"""Heads-up before the flop: how two hands fare on all the 1,712,304 boards that they leave, from a table.

A pair of hands is known by its ranks and by which of its four suits are the same. The table is counted once
(``holdem_sim.evaluator.preflop_build``) and stored in ``preflop.npz``.
"""

from __future__ import annotations

from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from holdem_sim._jit import kernel
from holdem_sim.evaluator.lookup import shared_lookup

BOARDS = comb(48, 5)
"""Boards that two hands leave."""

RANK_PAIRS, PATTERNS = 91, 24
PLACES = RANK_PAIRS * RANK_PAIRS * PATTERNS
STORED = Path(__file__).with_name("preflop.npz")


def _load(name: str) -> np.ndarray[Any, Any]:
    if not STORED.is_file():  # only while the table is being counted
        return np.zeros(PLACES, np.uint32)
    with np.load(STORED) as stored:
        return np.asarray(stored[name])


_wins = shared_lookup("holdem_sim_preflop_wins", _load("wins"))
_ties = shared_lookup("holdem_sim_preflop_ties", _load("ties"))
_clash = shared_lookup("holdem_sim_preflop_clash", _load("clash").astype(np.float32))


@kernel
def heads_up_counts(a: Any, b: Any, c: Any, d: Any) -> Any:
    """(boards that ``a b`` wins, boards that ``c d`` wins), int64, of ``BOARDS``; the others are split.

    ``a b`` and ``c d`` are hands of two card numbers 0..51. Twin: holdem_sim.evaluator.equity
    """
    if rank_pair(a, b) < rank_pair(c, d):
        place = place_of(c, d, a, b)
        wins, ties = np.int64(_wins(place)), np.int64(_ties(place))
        return BOARDS - wins - ties, wins
    place = place_of(a, b, c, d)
    wins, ties = np.int64(_wins(place)), np.int64(_ties(place))
    return wins, BOARDS - wins - ties


@kernel
def heads_up_clash(a: Any, b: Any, c: Any, d: Any) -> Any:
    """The mean over all boards of the loser's strength / STRENGTHS, less than 0 where ``a b`` loses: a float.

    A split board counts 0. It is large for a hand that wins when the other has something too.
    """
    if rank_pair(a, b) < rank_pair(c, d):
        return -np.float64(_clash(place_of(c, d, a, b)))
    return np.float64(_clash(place_of(a, b, c, d)))


@kernel
def place_of(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Where the table holds ``a b`` against ``c d``: the same for all pairs of hands that are equal but for suits.

    The rank pair of ``a b`` is not below that of ``c d``.
    """
    if a >> 2 < b >> 2:
        a, b = b, a
    if c >> 2 < d >> 2:
        c, d = d, c
    pattern = _pattern(a & 3, b & 3, c & 3, d & 3)
    if a >> 2 == b >> 2:
        pattern = min(pattern, _pattern(b & 3, a & 3, c & 3, d & 3))
    if c >> 2 == d >> 2:
        pattern = min(pattern, _pattern(a & 3, b & 3, d & 3, c & 3))
        if a >> 2 == b >> 2:
            pattern = min(pattern, _pattern(b & 3, a & 3, d & 3, c & 3))
    return (rank_pair(a, b) * RANK_PAIRS + rank_pair(c, d)) * PATTERNS + pattern


@kernel
def rank_pair(a: Any, b: Any) -> Any:
    """The number of a hand's two ranks, below RANK_PAIRS."""
    high, low = np.int64(max(a, b) >> 2), np.int64(min(a, b) >> 2)
    return high * (high + 1) // 2 + low


@kernel
def _pattern(p: Any, q: Any, r: Any, s: Any) -> Any:
    """Four suits numbered in the order in which they appear, as one number below PATTERNS."""
    second = np.int64(0 if q == p else 1)
    new = second + 1
    third = np.int64(0) if r == p else second if r == q else new
    new = max(new, third + 1)
    fourth = np.int64(0) if s == p else second if s == q else third if s == r else new
    return second * 12 + third * 4 + fourth
