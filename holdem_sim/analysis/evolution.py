"""Alpha-rank: which bots a population that drifts to whoever beats it ends up with.

One population, all of one bot; now and then one plays another bot, which takes over if it beats the first. In the limit
of infinite ranking intensity that is a walk on "who beats whom": from i to each j at the same rate, surely where j
beats i, one time in two where they are even, else with a small chance that keeps the walk from ending. A bot's mass is
the share of the long run spent with it: a cycle shares the mass, a bot that beats all has it all.
Source: S. Omidshafiei et al., alpha-Rank: Multi-Agent Evaluation by Evolution, Scientific Reports 9 (2019).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from holdem_sim.analysis.intervals import ALPHA
from holdem_sim.analysis.rating import Field
from holdem_sim.analysis.scan import scan
from holdem_sim.errors import InputError
from holdem_sim.records.load import Run

Array = np.ndarray[Any, Any]
MUTATION = 1e-4
"""The chance that a bot takes over from one that beats it: small, so that only who beats whom counts."""


def alpha_rank(run: Run) -> pd.DataFrame:
    """One row a bot, most mass first: bot, mass (0..1; they sum to 1), low, high.

    low, high: the middle 95 % of the mass under the bootstrap over deals; NaN after stop rules sprt and cs, whose
    number of deals hung on the results. InputError when two bots have not met.
    """
    field = Field(scan(run))
    if not field.all_met:
        raise InputError("alpha-rank: some bots have not met: play more hands")
    copies = masses(field.copies)
    low, high = np.quantile(copies, [ALPHA / 2, 1 - ALPHA / 2], axis=0)
    chance = np.nan if field.found.interval.sequential else 1.0
    frame = pd.DataFrame(
        {
            "bot": field.found.bots,
            "mass": masses(field.rate[None])[0],
            "low": chance * low,
            "high": chance * high,
        }
    )
    return frame.sort_values("mass", ascending=False, kind="stable", ignore_index=True)


def masses(rates: Array) -> Array:
    """The masses (copies, bots) of win-rate matrices (copies, bots, bots): i against j, antisymmetric."""
    copies, many, _ = rates.shape
    beaten = np.swapaxes(rates, 1, 2)  # [i, j]: j against i
    step = np.where(beaten > 0, 1 - MUTATION, np.where(beaten == 0, 0.5, MUTATION)) / max(many - 1, 1)
    off = ~np.eye(many, dtype=bool)
    flow = np.where(off, step, 0.0)
    flow -= np.eye(many) * flow.sum(axis=2, keepdims=True)
    # mass · flow = 0 and the masses sum to 1: the sum stands in for one of the equations
    system = np.swapaxes(flow, 1, 2).copy()
    system[:, -1, :] = 1.0
    right = np.zeros((copies, many, 1))
    right[:, -1] = 1.0
    return np.asarray(np.linalg.solve(system, right)[:, :, 0])
