"""Counts the table of ``holdem_sim.evaluator.preflop``: ``python -m holdem_sim.evaluator.preflop_build``.

Every pair of hands that differs by more than a change of suits is played on all its boards, ten milliseconds
each: some eight minutes of one processor.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.evaluator.preflop import BOARDS, PLACES, RANK_PAIRS, STORED, place_of, rank_pair
from holdem_sim.evaluator.rank import CARD_KEY, CARD_MASK, NO_CARDS, rank
from holdem_sim.evaluator.tables import STRENGTHS

Array = np.ndarray[Any, Any]


def pairs_of_hands() -> tuple[Array, Array]:
    """The places of the table that are used, int64 (n,), and a pair of hands for each, uint8 (n, 4)."""
    hands = np.zeros((PLACES, 4), np.uint8)
    found = np.zeros(PLACES, np.bool_)
    _find_pairs(hands, found)
    return np.flatnonzero(found), hands[found]


def count_pairs(hands: Array) -> tuple[Array, Array, Array]:
    """(wins, ties, clash) of the first of each two hands, (n,): boards, boards, and the mean of ``clash_of``."""
    counts = np.zeros((len(hands), 3), np.int64)
    _count_pairs(hands, counts)
    return counts[:, 0], counts[:, 1], counts[:, 2] / (BOARDS * STRENGTHS)


@kernel(signature=types.void(array_of(np.uint8, 2), array_of(np.bool_)))
def _find_pairs(hands: Any, found: Any) -> None:
    for a in range(52):
        for b in range(a):
            for c in range(52):
                for d in range(c):
                    apart = a not in (c, d) and b not in (c, d)
                    if apart and rank_pair(a, b) >= rank_pair(c, d):
                        place = place_of(a, b, c, d)
                        if not found[place]:
                            found[place] = True
                            hands[place, 0], hands[place, 1], hands[place, 2], hands[place, 3] = a, b, c, d


@kernel
def _count_pair(deck: Any, one: Any, other: Any, counts: Any) -> Any:
    """Add to ``counts`` boards that ``one`` wins, boards that are split, and the losers' strengths, signed."""
    key_one, mask_one = CARD_KEY[one[0]] + CARD_KEY[one[1]], CARD_MASK[one[0]] | CARD_MASK[one[1]]
    key_other, mask_other = CARD_KEY[other[0]] + CARD_KEY[other[1]], CARD_MASK[other[0]] | CARD_MASK[other[1]]
    wins = losses = boards = clash = np.int64(0)
    for a in range(48):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    key = NO_CARDS + CARD_KEY[deck[a]] + CARD_KEY[deck[b]] + CARD_KEY[deck[c]] + CARD_KEY[deck[d]]
                    mask = CARD_MASK[deck[a]] | CARD_MASK[deck[b]] | CARD_MASK[deck[c]] | CARD_MASK[deck[d]]
                    for e in range(d):
                        river_key, river_mask = key + CARD_KEY[deck[e]], mask | CARD_MASK[deck[e]]
                        first = rank(river_key + key_one, river_mask | mask_one)
                        second = rank(river_key + key_other, river_mask | mask_other)
                        won, lost = np.int64(first > second), np.int64(second > first)
                        wins += won
                        losses += lost
                        clash += won * second - lost * first
                    boards += d
    counts[0] = wins
    counts[1] = boards - wins - losses
    counts[2] = clash


@kernel(signature=types.void(array_of(np.uint8, 2), array_of(np.int64, 2)))
def _count_pairs(hands: Any, counts: Any) -> None:
    deck = np.zeros(48, np.uint8)
    for row in range(len(hands)):
        own = hands[row]
        left = 0
        for card in range(52):
            if card not in (own[0], own[1], own[2], own[3]):
                deck[left] = card
                left += 1
        _count_pair(deck, own[:2], own[2:], counts[row])


def main() -> None:
    """Count on all processors and store."""
    places, hands = pairs_of_hands()
    wins, ties, clash = np.zeros(PLACES, np.uint32), np.zeros(PLACES, np.uint32), np.zeros(PLACES, np.float32)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        parts = np.array_split(np.arange(len(places)), RANK_PAIRS)
        for part, counts in zip(parts, pool.map(lambda part: count_pairs(hands[part]), parts), strict=True):
            wins[places[part]], ties[places[part]], clash[places[part]] = counts
    np.savez_compressed(STORED, wins=wins, ties=ties, clash=clash)


if __name__ == "__main__":
    main()
