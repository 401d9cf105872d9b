"""The kernel behind ``evaluate``. It is compiled, or comes from the cache, at its first call."""

from __future__ import annotations

from typing import Any

from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.evaluator.rank import gather, rank


@kernel(signature=types.void(array_of("uint8", 2), array_of("int64")))
def rank_rows(hands: Any, strengths: Any) -> None:
    """Write the strengths, int64 (n,), of ``hands``, uint8 (n, 5 to 7), card numbers 0..51, distinct in a row.

    Twin: tests.naive.poker_hands.strength
    """
    for row in range(len(strengths)):
        key, mask = gather(hands[row], 0, hands.shape[1])
        strengths[row] = rank(key, mask)
