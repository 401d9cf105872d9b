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
from scipy.special import stdtrit

Array = np.ndarray[Any, Any]
POINTS = 400 / math.log(10)
"""Of a rating per unit of log strength, as in Elo: 400 points are odds of ten to one."""
ROUNDS = 20_000
CLOSE = 1e-10


def ratings(pieces: Array, winners: Array, among: Array, times: Array) -> tuple[Array, Array]:
    """Ratings with mean 0 and the half widths of their 95 % intervals, in points; NaN when the model has no maximum.

    Stage s was seen ``times[s]`` times: bot ``winners[s]`` was next among ``among[s, b]`` entries of each bot b. There
    is a maximum only if no bots, set against the others, are always behind them. ``pieces[s]``: the independent piece
    of the run (whole deals with all their replays) that the stage is from. The intervals take these as the units: the
    sandwich of the model's information around how the pieces' scores vary, which also holds when the stages of a
    tournament or of a deal hang together, and t with one degree less than pieces, uneven ones counted as the even
    ones they are worth. NaN with one piece. Source: K. Liang, S. Zeger, Longitudinal data analysis using generalized
    linear models, Biometrika 73 (1986).
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
    return POINTS * np.log(strength), POINTS * _half_widths(strength, pieces, winners, among, times)


def _half_widths(strength: Array, pieces: Array, winners: Array, among: Array, times: Array) -> Array:
    names, piece = np.unique(pieces, return_inverse=True)
    stages = np.bincount(piece, times)
    count = stages.sum() ** 2 / (stages**2).sum()
    if len(names) < 2:
        return np.full(len(strength), np.nan)
    chance = among * strength / (among @ strength)[:, None]
    information = np.diag(times @ chance) - (chance * times[:, None]).T @ chance
    scores = np.zeros((len(names), len(strength)))
    np.add.at(scores, piece, times[:, None] * (np.eye(len(strength))[winners] - chance))
    moved = scores @ np.linalg.pinv(information, rcond=1e-9, hermitian=True)
    variance = count / (count - 1) * (moved**2).sum(axis=0)
    return np.asarray(stdtrit(count - 1, 0.975) * np.sqrt(variance))
