"""Sums and products of blocks, from which every adjusted win rate follows; they add up over shards.

A block (all replays of a deal, whole matches where a match is longer than a hand) gives each bot one vector: its
hands, its net chips, their expectation over the runouts of all-ins, and its control variates, summed over the block.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.analysis.luck.variates import LEARNED, VARIATES
from holdem_sim.simulate.columns import ROW

FOLDS = 10
"""Cross-fitting: a block is in the fold that its deal's number gives (``fold_of``)."""

HANDS, CHIPS, EXPECTED, LUCK = range(4)
VALUES = LUCK + VARIATES + LEARNED

MOMENTS = np.dtype(
    [
        ("blocks", np.int64),
        ("squares", np.float64),  # sum over hands of (net chips)^2
        ("sum", np.float64, (VALUES,)),
        ("product", np.float64, (VALUES, VALUES)),
    ],
    align=True,
)


@kernel
def fold_of(deal: Any) -> Any:
    """Digits summed: line-ups that come in turn, two, six or ten (design independent), are each in every fold."""
    return (deal + deal // 10 + deal // 100) % FOLDS


@kernel
def _add_block(moments: Any, block: Any) -> Any:
    moments["blocks"] += 1
    for i in range(VALUES):
        moments["sum"][i] += block[i]
        for j in range(VALUES):
            moments["product"][i, j] += block[i] * block[j]
    block[:] = 0


@kernel(
    signature=types.void(
        array_of(ROW),
        array_of(np.int64),
        array_of(np.int16, 2),
        array_of(np.float64, 2),
        array_of(np.float64, 3),
        array_of(np.float64, 2),
        types.int64,
        array_of(MOMENTS, 2),
    )
)
def add_moments(
    rows: Any, deals: Any, entrants: Any, expected: Any, luck: Any, block: Any, next_deal: Any, moments: Any
) -> None:
    """Add hands in order to ``moments`` (FOLDS, entrants), a block when it is whole.

    ``deals``, ``entrants``: of each row; ``expected``, ``luck``: from ``luck_of_hands``. ``block``: float64
    (entrants, VALUES), the sums of the block that is not whole yet, zeros at first. ``next_deal``: the deal of the
    hand after these, -1 if there is none. Twin: tests.naive.luck
    """
    count = moments.shape[1]
    seats = entrants.shape[1]
    for r in range(rows.size):
        fold = fold_of(deals[r])
        for seat in range(seats):
            if rows[r]["stacks"][seat] > 0:
                own = block[entrants[r, seat]]
                chips = np.float64(rows[r]["payoffs"][seat])
                own[HANDS] += 1
                own[CHIPS] += chips
                own[EXPECTED] += expected[r, seat]
                for i in range(luck.shape[1]):
                    own[LUCK + i] += luck[r, i, seat]
                moments[fold, entrants[r, seat]]["squares"] += chips * chips
        following = deals[r + 1] if r + 1 < rows.size else next_deal
        if following != deals[r]:
            for entrant in range(count):
                if block[entrant, HANDS] > 0:
                    _add_block(moments[fold, entrant], block[entrant])
