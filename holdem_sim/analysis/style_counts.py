"""Style as counts of opportunities, and how much they vary from block to block.

In block b a statistic has p_b of w_b opportunities; its value is Σ p_b / Σ w_b, a ratio of sums over independent blocks
like every win rate (``holdem_sim.analysis.groups``). What is kept for its interval does not grow with the hands.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from scipy.special import betaincinv

from holdem_sim._jit import array_of, kernel
from holdem_sim.analysis.intervals import PLAIN, Interval, never_seen

Array = np.ndarray[Any, Any]

COUNTS = np.dtype(
    [
        ("hands", np.int64),  # dealt in
        ("preflop", np.int64),
        ("vpip", np.int64),
        ("pfr", np.int64),
        ("could_three_bet", np.int64),
        ("three_bet", np.int64),
        ("faced_three_bet", np.int64),
        ("folded_to_three_bet", np.int64),
        ("could_c_bet", np.int64),
        ("c_bet", np.int64),
        ("faced_c_bet", np.int64),
        ("folded_to_c_bet", np.int64),
        ("aggressive", np.int64),  # bets and raises after the flop
        ("calls", np.int64),  # after the flop
        ("folds", np.int64),  # after the flop
        ("saw_flop", np.int64),
        ("showdown", np.int64),
        ("won_showdown", np.int64),
    ],
    align=True,
)

STATISTICS: dict[str, tuple[int, tuple[str, ...], tuple[str, ...]]] = {
    "vpip": (100, ("vpip",), ("preflop",)),
    "pfr": (100, ("pfr",), ("preflop",)),
    "three_bet": (100, ("three_bet",), ("could_three_bet",)),
    "fold_to_three_bet": (100, ("folded_to_three_bet",), ("faced_three_bet",)),
    "c_bet": (100, ("c_bet",), ("could_c_bet",)),
    "fold_to_c_bet": (100, ("folded_to_c_bet",), ("faced_c_bet",)),
    "af": (1, ("aggressive",), ("calls",)),
    "afq": (100, ("aggressive",), ("aggressive", "calls", "folds")),
    "wtsd": (100, ("showdown",), ("saw_flop",)),
    "w_sd": (100, ("won_showdown",), ("showdown",)),
}
"""Statistic -> scale (100: percent), and the fields of COUNTS whose sums are its count and its opportunities."""

SPREADS = np.dtype(
    [
        ("blocks", np.int64),  # with a count or an opportunity
        ("parts_squared", np.float64),  # Σ p_b²
        ("products", np.float64),  # Σ p_b w_b
        ("wholes_squared", np.float64),  # Σ w_b²
    ],
    align=True,
)

RARE = 10
"""Events fewer than these, a block's counted as one, or as few misses, are too few for the interval of a mean: of one
event in 100 blocks it ended below that of none."""

_FIELDS = len(COUNTS.names or ())


def _terms(side: int) -> Array:
    """int64 (STATISTICS, 3): the fields of COUNTS that are summed; ``_FIELDS``, which is always 0, fills up."""
    rows = [[(COUNTS.names or ()).index(name) for name in sides[side]] for _, *sides in STATISTICS.values()]
    return np.array([(row + [_FIELDS] * 3)[:3] for row in rows], np.int64)


_PARTS, _WHOLES = _terms(0), _terms(1)


def block_of(groups: int, positions: int) -> Array:
    """Room for the counts of one block as ``close_block`` takes it: int64 (groups, positions, fields of COUNTS)."""
    return np.zeros((groups, positions, _FIELDS), np.int64)


def as_counts(block: Array) -> Array:
    """The same memory as COUNTS (groups, positions)."""
    return block.view(COUNTS)[:, :, 0]


@kernel(signature=types.void(array_of(np.int64, 3), array_of(np.int64, 3), array_of(SPREADS, 3), array_of(np.int64, 2)))
def close_block(block: Any, totals: Any, spreads: Any, scratch: Any) -> None:
    """Add ``block`` to ``totals`` and ``spreads`` and empty it. Twin: tests.naive.tracker

    ``block``, ``totals``: int64 (groups, positions, fields); ``spreads``: SPREADS (groups, positions + 1, STATISTICS),
    the last column that of all positions; ``scratch``: int64 (2, fields + 1), zeros.
    """
    one, whole = scratch[0], scratch[1]
    positions, fields = block.shape[1], block.shape[2]
    for group in range(block.shape[0]):
        whole[:] = 0
        for position in range(positions):
            if block[group, position, 0] > 0:
                for field in range(fields):
                    one[field] = block[group, position, field]
                    whole[field] += one[field]
                    totals[group, position, field] += one[field]
                    block[group, position, field] = 0
                _add_spreads(one, spreads[group, position])
        if whole[0] > 0:
            _add_spreads(whole, spreads[group, positions])


@kernel
def _add_spreads(counts: Any, spreads: Any) -> Any:
    for statistic in range(spreads.size):
        part = whole = np.int64(0)
        for term in range(3):
            part += counts[_PARTS[statistic, term]]
            whole += counts[_WHOLES[statistic, term]]
        if part > 0 or whole > 0:
            own, p, w = spreads[statistic], np.float64(part), np.float64(whole)
            own["blocks"] += 1
            own["parts_squared"] += p * p
            own["products"] += p * w
            own["wholes_squared"] += w * w


def style_row(counts: Array, spreads: Array, interval: Interval = PLAIN) -> dict[str, float]:
    """The statistics of one COUNTS record: percentages with count, opportunities and interval; ``af`` is a ratio.

    ``vpip`` is a percentage, ``vpip_count`` of ``vpip_of`` opportunities, ``vpip_half_width`` that of its 95 %
    ``interval``, the unit the block; ``af``: ``af_count`` bets and raises of ``af_of`` calls. NaN where there was no
    opportunity, or only one block with any. ``spreads``: SPREADS (STATISTICS,). Error of a ratio: Cochran, Sampling
    Techniques (1977), 6. Never or always in B blocks is no proof: there the half width is Clopper and Pearson's for
    the share of blocks that do otherwise, 1 − (α/2)^(1/B), which holds at every look. Seldom (``RARE``) is little more:
    there it reaches at least to the upper end of theirs, of so many events as they are worth as even blocks of them
    (E. Korn, B. Graubard, Survey Methodology 24 (1998)).
    """
    row: dict[str, float] = {"hands": int(counts["hands"])}
    for (name, (scale, count, of)), own in zip(STATISTICS.items(), spreads, strict=True):
        part, whole = (sum(int(counts[field]) for field in fields) for fields in (count, of))
        row[name] = scale * part / whole if whole else np.nan
        row[f"{name}_count"], row[f"{name}_of"] = part, whole
        row[f"{name}_half_width"] = scale * _half_width(part, whole, own, interval, name != "af")
    return row


def _half_width(part: int, whole: int, own: Any, interval: Interval, of_opportunities: bool) -> float:
    blocks = int(own["blocks"])
    if blocks < 2 or not whole:
        return np.nan
    ratio = part / whole
    rest = own["parts_squared"] - 2 * ratio * own["products"] + ratio * ratio * own["wholes_squared"]
    if part == 0 or (part == whole and rest <= 0):
        share = never_seen(blocks, interval.alpha)
        return share if of_opportunities else share / (1 - share)
    error = np.sqrt(max(float(rest), 0.0) * blocks / (blocks - 1)) / whole
    width = float(interval.factor(blocks) * error)
    return max(width, _rare_width(part, whole, own, interval.alpha)) if of_opportunities else width


def _rare_width(part: int, whole: int, own: Any, alpha: float) -> float:
    """What lies above a rare share up to its upper end, or below a share that is rarely missed; 0 where neither is."""
    missed = own["wholes_squared"] - 2 * own["products"] + own["parts_squared"]
    width = 0.0
    for times, squares in ((part, own["parts_squared"]), (whole - part, missed)):
        worth = times * times / float(squares) if squares > 0 else 0.0
        if 0 < worth < RARE:
            share = times / whole
            width = max(width, float(betaincinv(worth + 1, worth / share - worth, 1 - alpha / 2)) - share)
    return width


def add_counts(counts: Array, axis: int | tuple[int, ...]) -> Array:
    """``counts`` summed over ``axis``, field by field."""
    total = np.zeros(counts["hands"].sum(axis=axis).shape, COUNTS)
    for name in COUNTS.names or ():
        total[name] = counts[name].sum(axis=axis)
    return total
