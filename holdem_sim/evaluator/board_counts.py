"""The kernels behind ``equity``. Importing this module compiles them, or loads them from the cache.

All write ``best_of``, int64 (n, n + 1): ``best_of[hand, k]`` counts the boards on which ``hand`` is one of the k best.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.evaluator.rank import CARD_KEY, CARD_MASK, gather, rank
from holdem_sim.rng import SAMPLE, draw

_LOW, _SHIFT = np.uint64(0xFFFFFFFF), np.uint64(32)
_TABLE = (array_of("uint8", 2), array_of("uint8"), array_of("uint8"), array_of("int64"), array_of("int64", 2))


@kernel
def _count(hands: Any, key: Any, mask: Any, strengths: Any, best_of: Any) -> Any:
    """Count one full board."""
    best = np.int64(0)
    sharing = 0
    for hand in range(len(hands)):
        first, second = hands[hand, 0], hands[hand, 1]
        strength = rank(
            key + CARD_KEY[first] + CARD_KEY[second], mask | CARD_MASK[first] | CARD_MASK[second]
        )
        strengths[hand] = strength
        if strength > best:
            best = strength
            sharing = 1
        elif strength == best:
            sharing += 1
    for hand in range(len(hands)):
        best_of[hand, sharing] += strengths[hand] == best


@kernel
def _count_pairs(hands: Any, key: Any, mask: Any, deck: Any, start: Any, strengths: Any, best_of: Any) -> Any:
    """Count all boards that two cards of ``deck[start:]`` complete."""
    for i in range(start, len(deck)):
        key_i = key + CARD_KEY[deck[i]]
        mask_i = mask | CARD_MASK[deck[i]]
        for j in range(i + 1, len(deck)):
            _count(hands, key_i + CARD_KEY[deck[j]], mask_i | CARD_MASK[deck[j]], strengths, best_of)


@kernel(signature=types.void(*_TABLE))
def count_all(hands: Any, board: Any, deck: Any, strengths: Any, best_of: Any) -> None:
    """Count every board once.

    ``hands``: uint8 (n, 2). ``board``: uint8, its 0, 3, 4 or 5 known cards. ``deck``: uint8, all cards not in these.
    ``strengths``: int64 (n,), scratch. Twin: tests.naive.poker_hands.equity
    """
    key, mask = gather(board, 0, len(board))
    if len(board) == 5:
        _count(hands, key, mask, strengths, best_of)
    elif len(board) == 4:
        for card in deck:
            _count(hands, key + CARD_KEY[card], mask | CARD_MASK[card], strengths, best_of)
    elif len(board) == 3:
        _count_pairs(hands, key, mask, deck, 0, strengths, best_of)
    else:
        for a in range(len(deck)):
            key_a = key + CARD_KEY[deck[a]]
            mask_a = mask | CARD_MASK[deck[a]]
            for b in range(a + 1, len(deck)):
                key_b = key_a + CARD_KEY[deck[b]]
                mask_b = mask_a | CARD_MASK[deck[b]]
                for c in range(b + 1, len(deck)):
                    key_c = key_b + CARD_KEY[deck[c]]
                    mask_c = mask_b | CARD_MASK[deck[c]]
                    _count_pairs(hands, key_c, mask_c, deck, c + 1, strengths, best_of)


@kernel(signature=types.void(*_TABLE, types.int64, types.int64))
def count_random(
    hands: Any, board: Any, deck: Any, strengths: Any, best_of: Any, samples: Any, seed: Any
) -> None:
    """Count ``samples`` random boards; board i is f(seed, i). Other arguments as of ``count_all``.

    A word that would favour some cards (Lemire 2019) or names a drawn card is passed over, so that every set of
    cards is equally likely.
    """
    board_key, board_mask = gather(board, 0, len(board))
    limit = np.uint64(len(deck))
    biased = (np.uint64(1) << _SHIFT) % limit
    for sample in range(samples):
        key, mask = board_key, board_mask
        left = 5 - len(board)
        part = 0
        while left > 0:
            for word in draw(seed, SAMPLE, sample, 0, part):
                product = word * limit
                card = deck[product >> _SHIFT]
                if left > 0 and (product & _LOW) >= biased and not mask & CARD_MASK[card]:
                    key += CARD_KEY[card]
                    mask |= CARD_MASK[card]
                    left -= 1
            part += 1
        _count(hands, key, mask, strengths, best_of)
