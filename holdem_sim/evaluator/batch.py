"""The kernels behind ``evaluate``. They are compiled, or come from the cache, at their first call."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.evaluator.rank import CARD_KEY, CARD_MASK, NO_CARDS, gather, rank


@kernel(signature=types.void(array_of("uint8", 2), array_of("int64")))
def rank_rows(hands: Any, strengths: Any) -> None:
    """Write the strengths, int64 (n,), of ``hands``, uint8 (n, 5 to 7), card numbers 0..51, distinct in a row.

    Twin: tests.naive.poker_hands.strength
    """
    for row in range(len(strengths)):
        key, mask = gather(hands[row], 0, hands.shape[1])
        strengths[row] = rank(key, mask)


@kernel(signature=types.int64(*[types.int64] * 8))
def rank_hand(count: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any) -> Any:
    """The strength of the first ``count`` (5 to 7) of the cards; 0 if one of them is none or stands twice."""
    key = NO_CARDS
    mask = np.uint64(0)
    seen = np.int64(0)
    left = count
    for card in (a, b, c, d, e, f, g):
        if left == 0:
            break
        if card < 0 or card > 51 or (seen >> card) & 1:
            return 0
        seen |= np.int64(1) << card
        key += CARD_KEY[card]
        mask |= CARD_MASK[card]
        left -= 1
    return rank(key, mask)
