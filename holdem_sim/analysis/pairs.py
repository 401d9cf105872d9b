"""The win-rate matrix: what every bot takes from every other, and who beats whom after Holm.

M_ij: the mean of (x_i − x_j) / 2 over the hands both are dealt and the pairs of their seats, x net chips over the big
blind. Heads-up without rake that is i's win rate against j; at larger tables half of what i wins more than j at the
same tables. A ratio of sums over blocks, which are the unit (``groups``); mbb/hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from holdem_sim.analysis.groups import pair_ratio
from holdem_sim.analysis.intervals import ALPHA, Interval
from holdem_sim.analysis.scan import Scan, scan
from holdem_sim.records.load import Run

Array = np.ndarray[Any, Any]


def matrix(run: Run) -> pd.DataFrame:
    """One row an ordered pair that met: bot, opponent, mbb_per_hand, half_width (95 %), hands, blocks, p, p_holm, mark.

    p: two-sided test of no difference (t, or the confidence sequence of the run's stop rule), p_holm: after Holm over
    all unordered pairs. ``mark``: "beats" or "loses to" where p_holm is at most 5 %, else "". half_width and p are NaN
    with one block.
    """
    found = scan(run)
    first, second = met(found, 1)
    own = found.pairs[first, second]
    mean, error = (1000 / found.big_blind * part for part in pair_ratio(own))
    width = found.interval.factor(own["blocks"]) * error
    p = p_values(mean, error, own["blocks"], found.interval)
    adjusted = holm(p)
    sure = adjusted <= ALPHA
    frames = [
        pd.DataFrame(
            {
                "bot": np.array(found.bots, object)[a],
                "opponent": np.array(found.bots, object)[b],
                "mbb_per_hand": sign * mean,
                "half_width": width,
                "hands": own["hands"],
                "blocks": own["blocks"],
                "p": p,
                "p_holm": adjusted,
                "mark": np.where(sure, np.where(sign * mean > 0, "beats", "loses to"), ""),
            }
        )
        for a, b, sign in ((first, second, 1), (second, first, -1))
    ]
    order = np.lexsort((np.concatenate([second, first]), np.concatenate([first, second])))
    return pd.concat(frames, ignore_index=True).iloc[order].reset_index(drop=True)


def met(found: Scan, blocks: int) -> tuple[Array, Array]:
    """The pairs (i < j) of bots that met in at least ``blocks`` blocks."""
    first, second = np.triu_indices(len(found.bots), 1)
    enough = found.pairs[first, second]["blocks"] >= blocks
    return first[enough], second[enough]


def p_values(mean: Array, error: Array, blocks: Array, interval: Interval) -> Array:
    """Two-sided tests of mean 0, elementwise; without variance 0 or 1; NaN where the error is."""
    with np.errstate(divide="ignore", invalid="ignore"):
        p = interval.p_value(mean / error, blocks)
    return np.asarray(np.where((error == 0) & (mean == 0), 1.0, p))


def holm(p: Array) -> Array:
    """p values adjusted by Holm's step-down method; NaN (no test) stays and counts as no test.

    Source: S. Holm, A simple sequentially rejective multiple test procedure, Scand. J. Statist. 6 (1979).
    """
    adjusted = np.full(p.shape, np.nan)
    tested = np.flatnonzero(~np.isnan(p))
    order = tested[np.argsort(p[tested], kind="stable")]
    steps = np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * steps), 1.0)
    return adjusted
