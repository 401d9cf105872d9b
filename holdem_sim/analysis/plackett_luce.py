"""Ratings from places: the Plackett-Luce model, fitted by maximum likelihood.

Who is next (first, second, ...) among those left is each with probability strength / sum of strengths. Entries that
share a place count as next among all of them (Breslow's form for ties).
Source: Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32 (2004), section 5.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.sparse.csgraph import connected_components
from scipy.special import ndtri

Array = np.ndarray[Any, Any]
POINTS = 400 / math.log(10)
"""Of a rating per unit of log strength, as in Elo: 400 points are odds of ten to one."""
ROUNDS = 20_000
CLOSE = 1e-10


def ratings(winners: Array, among: Array, times: Array) -> tuple[Array, Array]:
    """Ratings with mean 0 and the half widths of their 95 % intervals, in points; NaN when the model has no maximum.

    Stage s was seen ``times[s]`` times: bot ``winners[s]`` was next among ``among[s, b]`` entries of each bot b. There
    is a maximum only if no bots, set against the others, are always behind them. The intervals follow from the
    information of the model: they take finishing orders of different tournaments as independent.
    """
    bots = among.shape[1]
    none = np.full(bots, np.nan)
    beaten = np.zeros((bots, bots))
    np.add.at(beaten, winners, among * times[:, None])
    if bots < 2 or connected_components(beaten > 0, connection="strong")[0] > 1:
        return none, none
    won = np.bincount(winners, times, bots)
    strength = np.ones(bots)
    for _ in range(ROUNDS):
        new = won / (among * (times / (among @ strength))[:, None]).sum(axis=0)
        new /= math.exp(np.log(new).mean())
        moved = np.abs(np.log(new / strength)).max()
        strength = new
        if moved < CLOSE:
            break
    chance = among * strength / (among @ strength)[:, None]
    information = np.diag(times @ chance) - (chance * times[:, None]).T @ chance
    variance = np.diag(np.linalg.pinv(information, rcond=1e-9, hermitian=True))
    return POINTS * np.log(strength), POINTS * float(ndtri(0.975)) * np.sqrt(variance)
