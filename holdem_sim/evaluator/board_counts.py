"""The kernels behind ``equity``. Importing this module compiles them, or loads them from the cache.

All write ``best_of``, int64 (n, n + 1): ``best_of[hand, k]`` counts the boards on which ``hand`` is one of k that
share the pot.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.evaluator.board_ranks import count_by_ranks
from holdem_sim.evaluator.rank import gather, rank
from holdem_sim.rng import SAMPLE, draw

_LOW, _SHIFT = np.uint64(0xFFFFFFFF), np.uint64(32)
_KEY, _MASK = 0, 1
_TABLE = (array_of("uint64", 2), array_of("uint8"), array_of("uint64", 2), array_of("int64"), array_of("int64", 2))


@kernel
def _count(hands: Any, key: Any, mask: Any, strengths: Any, best_of: Any) -> Any:
    """Count one full board."""
    best = np.int64(0)
    sharing = 0
    for hand in range(len(hands)):
        strength = rank(key + hands[hand, _KEY], mask | hands[hand, _MASK])
        strengths[hand] = strength
        if strength > best:
            best = strength
            sharing = 1
        elif strength == best:
            sharing += 1
    for hand in range(len(hands)):
        best_of[hand, sharing] += strengths[hand] == best


@kernel
def _count_rivers(hands: Any, key: Any, mask: Any, deck: Any, start: Any, strengths: Any, best_of: Any) -> Any:
    """Count all boards that one card of ``deck[start:]`` completes."""
    if len(hands) > 2:
        for i in range(start, len(deck)):
            _count(hands, key + deck[i, _KEY], mask | deck[i, _MASK], strengths, best_of)
        return
    # The usual case, faster with everything in registers and no branch on who wins.
    first_key, first_mask = key + hands[0, _KEY], mask | hands[0, _MASK]
    second_key, second_mask = key + hands[1, _KEY], mask | hands[1, _MASK]
    first_wins = second_wins = 0
    for i in range(start, len(deck)):
        first = rank(first_key + deck[i, _KEY], first_mask | deck[i, _MASK])
        second = rank(second_key + deck[i, _KEY], second_mask | deck[i, _MASK])
        first_wins += first > second
        second_wins += second > first
    ties = len(deck) - start - first_wins - second_wins
    best_of[0, 1] += first_wins
    best_of[1, 1] += second_wins
    best_of[0, 2] += ties
    best_of[1, 2] += ties


@kernel
def _count_turns(hands: Any, key: Any, mask: Any, deck: Any, start: Any, strengths: Any, best_of: Any) -> Any:
    """Count all boards that two cards of ``deck[start:]`` complete."""
    for i in range(start, len(deck)):
        _count_rivers(hands, key + deck[i, _KEY], mask | deck[i, _MASK], deck, i + 1, strengths, best_of)


@kernel(signature=types.void(*_TABLE))
def count_all(hands: Any, board: Any, deck: Any, strengths: Any, best_of: Any) -> None:
    """Count every board once.

    ``hands``: uint64 (n, 2), sums of two cards' keys and masks. ``board``: uint8, the 0, 3, 4 or 5 known cards.
    ``deck``: uint64 (m, 2), keys and masks of all other cards. ``strengths``: int64 (n,), scratch.
    Twin: tests.naive.poker_hands.equity
    """
    key, mask = gather(board, 0, len(board))
    if len(board) == 5:
        _count(hands, key, mask, strengths, best_of)
    elif len(board) == 4:
        _count_rivers(hands, key, mask, deck, 0, strengths, best_of)
    elif len(board) == 3:
        _count_turns(hands, key, mask, deck, 0, strengths, best_of)
    else:
        count_by_ranks(hands, deck, strengths, best_of)


@kernel(signature=types.void(*_TABLE, types.int64, types.int64))
def count_random(hands: Any, board: Any, deck: Any, strengths: Any, best_of: Any, samples: Any, seed: Any) -> None:
    """Count ``samples`` random boards; board i is f(seed, i). Other arguments as of ``count_all``.

    A word that would favour some cards (Lemire 2019) or names a drawn card is passed over, so that every set
    of cards is equally likely. Twin: tests.naive.poker_hands.equity
    """
    board_key, board_mask = gather(board, 0, len(board))
    cards = np.uint64(len(deck))
    biased = (np.uint64(1) << _SHIFT) % cards
    for sample in range(samples):
        key, mask = board_key, board_mask
        left = 5 - len(board)
        part = 0
        while left > 0:
            for word in draw(seed, SAMPLE, sample, 0, part):
                product = word * cards
                card = product >> _SHIFT
                if left > 0 and product & _LOW >= biased and not mask & deck[card, _MASK]:
                    key += deck[card, _KEY]
                    mask |= deck[card, _MASK]
                    left -= 1
            part += 1
        _count(hands, key, mask, strengths, best_of)
