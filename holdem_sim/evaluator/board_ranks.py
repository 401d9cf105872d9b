"""All boards before the flop, counted by their ranks instead of one by one.

But for flushes only ranks matter: 6,175 sets of five ranks stand for all boards, each for as many as there are cards of
these ranks left. Then the boards on which somebody has a flush, a few in a hundred, are counted one by one: what they
counted for as ranks is taken back.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holdem_sim._jit import bit_count, kernel, lowest_bit
from holdem_sim.evaluator.rank import CARD_KEY, NO_CARDS, rank, rank_without_flush

RANKS, SUITS = 13, 4
_KEY, _MASK = 0, 1
_RANKS_OF_SUIT = np.uint64(0x1FFF)


@kernel
def count_by_ranks(hands: Any, deck: Any, strengths: Any, best_of: Any) -> Any:
    """Count every board of five cards of ``deck`` once; arguments as of ``board_counts.count_all``.

    Twin: ``one_by_one`` in tests.unit.test_equity.
    """
    left = np.zeros(RANKS, np.int64)
    for i in range(len(deck)):
        left[_rank(deck[i, _MASK])] += 1
    _count_ranks(hands, left, strengths, best_of)
    for suit in range(SUITS):
        _recount_flushes(hands, deck, np.uint64(16 * suit), strengths, best_of)


@kernel
def _rank(mask: Any) -> Any:
    """The rank of the one card in ``mask``."""
    ranks: Any = (mask | mask >> np.uint64(16) | mask >> np.uint64(32) | mask >> np.uint64(48)) & _RANKS_OF_SUIT
    return lowest_bit(ranks)


@kernel
def _more(ways: Any, left: Any, same: Any) -> Any:
    """Ways to choose one more card of a rank with ``left`` cards, of which ``same`` are chosen, in any order."""
    return ways * (left - same) // (same + 1)


@kernel
def _count_ranks(hands: Any, left: Any, strengths: Any, best_of: Any) -> Any:
    """Count all boards as if there were no flushes; ``left``: cards by rank."""
    for a in range(RANKS):
        ways_a = left[a]
        for b in range(a, RANKS):
            same_b = 1 if b == a else 0
            ways_b = _more(ways_a, left[b], same_b)
            for c in range(b, RANKS):
                same_c = same_b + 1 if c == b else 0
                ways_c = _more(ways_b, left[c], same_c)
                for d in range(c, RANKS):
                    same_d = same_c + 1 if d == c else 0
                    ways_d = _more(ways_c, left[d], same_d)
                    for e in range(d, RANKS):
                        ways = _more(ways_d, left[e], same_d + 1 if e == d else 0)
                        if ways > 0:
                            key = NO_CARDS + CARD_KEY[4 * a] + CARD_KEY[4 * b] + CARD_KEY[4 * c]
                            key += CARD_KEY[4 * d] + CARD_KEY[4 * e]
                            for hand in range(len(hands)):
                                strengths[hand] = rank_without_flush(key + hands[hand, _KEY])
                            _add(strengths, ways, best_of)


@kernel
def _recount_flushes(hands: Any, deck: Any, shift: Any, strengths: Any, best_of: Any) -> Any:
    """Count the boards with which a hand has a flush in the suit whose bits begin at ``shift`` as what they are."""
    held = 0
    for hand in range(len(hands)):
        ranks: Any = hands[hand, _MASK] >> shift & _RANKS_OF_SUIT
        held = max(held, bit_count(ranks))
    suited = np.zeros((RANKS, 2), np.uint64)
    others = np.zeros((52, 2), np.uint64)
    suited_count = other_count = 0
    for i in range(len(deck)):
        if deck[i, _MASK] >> shift & _RANKS_OF_SUIT:
            suited[suited_count] = deck[i]
            suited_count += 1
        else:
            others[other_count] = deck[i]
            other_count += 1
    for a in range(suited_count):
        for b in range(a):
            for c in range(b):
                key = NO_CARDS + suited[a, _KEY] + suited[b, _KEY] + suited[c, _KEY]
                mask = suited[a, _MASK] | suited[b, _MASK] | suited[c, _MASK]
                if held == 2:
                    for d in range(other_count):
                        one_key, one_mask = key + others[d, _KEY], mask | others[d, _MASK]
                        _recount(hands, one_key, one_mask, others, d, strengths, best_of)
                for d in range(c):
                    one_key, one_mask = key + suited[d, _KEY], mask | suited[d, _MASK]
                    if held > 0:
                        _recount(hands, one_key, one_mask, others, other_count, strengths, best_of)
                    _recount(hands, one_key, one_mask, suited, d, strengths, best_of)


@kernel
def _recount(hands: Any, key: Any, mask: Any, last: Any, count: Any, strengths: Any, best_of: Any) -> Any:
    """Take back what the boards counted for that one of the first ``count`` cards of ``last`` completes; count them."""
    for i in range(count):
        board_key, board_mask = key + last[i, _KEY], mask | last[i, _MASK]
        for hand in range(len(hands)):
            strengths[hand] = rank_without_flush(board_key + hands[hand, _KEY])
        _add(strengths, -1, best_of)
        for hand in range(len(hands)):
            strengths[hand] = rank(board_key + hands[hand, _KEY], board_mask | hands[hand, _MASK])
        _add(strengths, 1, best_of)


@kernel
def _add(strengths: Any, boards: Any, best_of: Any) -> Any:
    """Add ``boards`` on which the hands are so strong to ``best_of`` (``board_counts``)."""
    best = np.int64(0)
    sharing = 0
    for hand in range(len(strengths)):
        strength = strengths[hand]
        if strength > best:
            best = strength
            sharing = 1
        elif strength == best:
            sharing += 1
    for hand in range(len(strengths)):
        if strengths[hand] == best:
            best_of[hand, sharing] += boards
