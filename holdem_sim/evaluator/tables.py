"""The evaluator's lookup tables: how they are built, and the stored copy that is loaded.

Idea (no code) from OMPEval (github.com/zekyll/OMPEval): the cards of a hand add up to a number that names their
ranks, and row displacement (Tarjan and Yao, "Storing a sparse table", 1979) makes of it a nearly gapless index.

The key of a card is one uint64: bits 0-15 hold four counters of four bits, one a suit; bits 16 and up hold the
rank's number from ``RANK_KEYS``. Sums of these numbers tell apart all multisets of up to seven ranks, at most
four of each. They were drawn at random below 7 * 2^20, one after the other, each kept if no two sums met; among
the sets so found this one packs well (89 % of the places are used).

Building takes about a third of a second, so the tables are stored in ``tables.npz``; a test builds them again and
compares. After a change here: ``python -m holdem_sim.evaluator.tables``.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
CLASSES = (1277, 2860, 858, 858, 10, 1277, 156, 156, 10)
"""How many different strengths each category has."""

STRENGTHS = 7462
"""Strengths are 1 (seven high) to this (royal flush)."""

RANK_KEYS = (
    4500016, 1484406, 2215105, 5157700, 2249468, 6651240, 2219732,
    5853462, 6739699, 374565, 4930631, 4087908, 349065,
)  # fmt: skip
SUM_SHIFT = 16
"""A key shifted right by this is the sum of the rank keys."""
COLUMN_BITS = 12
"""The lower bits of a sum are its column in the sparse table, the others its row."""

_RANK_BITS = 13
_STORED = Path(__file__).with_name("tables.npz")


class Tables(NamedTuple):
    """The three tables.

    ``moved``: int32 by row (rank sum >> COLUMN_BITS); added to the rank sum it gives a place in ``unsuited``.
    ``unsuited``: uint16 strengths of hands without a flush. ``flush``: uint16 (8192,) strengths of hands with one
    by the mask of their ranks in its suit (bit 0 the deuce); 0 where fewer than five bits are set.
    """

    moved: Array
    unsuited: Array
    flush: Array


def load() -> Tables:
    """The tables as stored."""
    with np.load(_STORED) as stored:
        return Tables(*(stored[name] for name in Tables._fields))


def build() -> Tables:
    """The tables from nothing."""
    classes = class_values()
    counts = np.concatenate([rank_counts(cards) for cards in (5, 6, 7)])
    sums = counts @ np.array(RANK_KEYS)
    moved, size = pack(sums)
    unsuited = np.zeros(size, np.uint16)
    unsuited[sums + moved[sums >> COLUMN_BITS]] = np.searchsorted(classes, unsuited_value(counts)) + 1
    suited = _five_or_more()
    flush = np.zeros(1 << _RANK_BITS, np.uint16)
    flush[suited] = np.searchsorted(classes, flush_value(suited)) + 1
    return Tables(moved, unsuited, flush)


def class_values() -> Array:
    """int64 (7462,): the value of each class of equal five-card hands, ascending; strength - 1 is the index.

    A value is category << 26 | made << 13 | kickers. The last two are masks of ranks: those that form the pair
    and so on (of a full house the three, of a straight the top card), and the other ranks that count.
    """
    return np.unique(np.concatenate([unsuited_value(rank_counts(5)), flush_value(_five_or_more())]))


def rank_counts(cards: int) -> Array:
    """int64 (n, 13): how often each rank occurs in all multisets of ``cards`` ranks, at most four of each."""
    ranks = np.array(list(combinations_with_replacement(range(_RANK_BITS), cards)))
    counts = (ranks[:, :, None] == np.arange(_RANK_BITS)).sum(axis=1)
    possible: Array = counts[counts.max(axis=1) <= 4]
    return possible


def unsuited_value(counts: Array) -> Array:
    """The value (``class_values``) of the best five cards without a flush; ``counts`` as of ``rank_counts``."""
    once, twice, thrice, four_times = ((counts >= n) @ (1 << np.arange(_RANK_BITS)) for n in (1, 2, 3, 4))
    three, pair, two_pair, four = highest(thrice), highest(twice), highest(twice, 2), highest(four_times)
    second_pair = highest(twice & ~three)
    straight = straight_top(once)
    nothing = np.zeros_like(once)
    made_and_kickers = [
        (four > 0, 7, four, highest(once & ~four)),
        ((three > 0) & (second_pair > 0), 6, three, second_pair),
        (straight > 0, 4, straight, nothing),
        (three > 0, 3, three, highest(once & ~three, 2)),
        (two_pair > pair, 2, two_pair, highest(once & ~two_pair)),
        (pair > 0, 1, pair, highest(once & ~pair, 3)),
    ]
    value: Array = np.select(
        [condition for condition, *_ in made_and_kickers],
        [_value(category, made, kickers) for _, category, made, kickers in made_and_kickers],
        default=_value(0, nothing, highest(once, 5)),
    )
    return value


def flush_value(suited: Array) -> Array:
    """The value (``class_values``) of the best five cards of one suit, from masks of at least five ranks."""
    straight = straight_top(suited)
    nothing = np.zeros_like(suited)
    return np.where(straight > 0, _value(8, straight, nothing), _value(5, nothing, highest(suited, 5)))


def straight_top(ranks: Array) -> Array:
    """The bit of the top rank of the best straight in masks of ranks, or 0. An ace is also below the deuce."""
    with_low_ace = ranks << 1 | ranks >> 12
    lowest: Array = with_low_ace
    for step in range(1, 5):
        lowest = lowest & with_low_ace >> step
    return highest(lowest) << 3


def highest(masks: Array, count: int = 1) -> Array:
    """The ``count`` highest bits of each mask (all of them where there are fewer)."""
    kept: Array = masks & 0
    for _ in range(count):
        filled: Array = masks & ~kept
        for shift in (1, 2, 4, 8):
            filled = filled | filled >> shift
        kept = kept | filled ^ filled >> 1
    return kept


def pack(sums: Array) -> tuple[Array, int]:
    """Row displacement: int32 ``moved`` by row, and the size of the table that it leads to.

    ``sums`` are distinct, and so are all ``sum + moved[sum >> COLUMN_BITS]``. Fullest row first, each row goes
    to the first place where it fits.
    """
    rows: dict[int, list[int]] = {}
    for number in np.sort(sums).tolist():
        rows.setdefault(number >> COLUMN_BITS, []).append(number)
    moved = np.zeros(max(rows) + 1, np.int32)
    taken = 0  # one big integer, a bit a place: shifting it tests a row against all places at once
    for row, members in sorted(rows.items(), key=lambda item: (-len(item[1]), item[0])):
        first = members[0]
        blocked = 0
        for number in members:
            blocked |= taken >> (number - first)
        place = (~blocked & (blocked + 1)).bit_length() - 1
        moved[row] = place - first
        taken |= sum(1 << (number - first) for number in members) << place
    return moved, taken.bit_length()


def card_keys() -> tuple[Array, Array]:
    """uint64 (52,) keys and masks of the cards; a mask has bit 16 * suit + rank set."""
    card = np.arange(52, dtype=np.uint64)
    rank, suit = card // np.uint64(4), card % np.uint64(4)
    keys = np.array(RANK_KEYS, np.uint64)[rank] << np.uint64(SUM_SHIFT) | np.uint64(1) << np.uint64(4) * suit
    return keys, np.uint64(1) << np.uint64(16) * suit + rank


def _value(category: int, made: Array, kickers: Array) -> Array:
    return category << 2 * _RANK_BITS | made << _RANK_BITS | kickers


def _five_or_more() -> Array:
    masks: Array = np.arange(1 << _RANK_BITS)
    return masks[np.bitwise_count(masks) >= 5]


if __name__ == "__main__":
    np.savez_compressed(_STORED, **build()._asdict())
