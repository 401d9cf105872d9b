"""Intervals and stopping bounds for the mean of independent block values y_1, y_2, ...

The unit of every result is that of y: give mbb/hand, get mbb/hand. y is a block mean, never a single hand
(STATISTICS.md, Units). What needs only a count, a sum and a sum of squares takes those, numbers or arrays, so that
it follows from running sums; ``EmpiricalBernstein`` needs the values in order and keeps its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import stdtr, stdtrit

Array = np.ndarray[Any, Any]
CONFIDENCE = 0.95
ALPHA = 1 - CONFIDENCE
FIRST_LOOK = 200
"""Blocks before a stop rule first looks: with fewer, s of heavy-tailed results is too often far too small."""
TUNED_FOR = 10_000
"""Blocks at which the asymptotic confidence sequence is narrowest. A constant, so that a longer run looks the same."""


def half_width(total: float, total_squares: float, blocks: int) -> float | None:
    """Half width of the 95 % interval of a mean of ``blocks`` independent values: t(B-1, .975) * s / sqrt(B).

    Given are their sum and sum of squares; the unit is theirs. None with fewer than two blocks.
    """
    if blocks < 2:
        return None
    width = float(t_half_width(blocks, total, total_squares))
    return None if math.isnan(width) else width


def t_half_width(blocks: Any, total: Any, squares: Any, confidence: float = CONFIDENCE) -> Array:
    """t(B-1) quantile * s / sqrt(B), elementwise; NaN with fewer than two blocks."""
    count = np.asarray(blocks, np.float64)
    error = standard_error(count, total, squares)
    return np.asarray(stdtrit(np.maximum(count - 1, 1), 0.5 + confidence / 2) * error)


def never_seen(blocks: int, alpha: float = ALPHA) -> float:
    """The share that what happened in none of ``blocks`` blocks may still have: Clopper and Pearson, 1 − (α/2)^(1/B).

    Never is no proof, though s is 0. It only falls with B, so that it holds at every look.
    """
    return float(1 - (alpha / 2) ** (1 / blocks))


def standard_error(blocks: Any, total: Any, squares: Any) -> Array:
    """s / sqrt(B) of a mean, elementwise, s with B - 1 in its denominator; NaN with fewer than two blocks."""
    count = np.asarray(blocks, np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = total / count
        variance = np.maximum(squares - count * mean * mean, 0.0) / (count - 1)
        return np.asarray(np.where(count > 1, np.sqrt(variance / count), np.nan))


def gsprt(blocks: Any, total: Any, squares: Any, theta0: float, theta1: float) -> Array:
    """Log likelihood ratio of mean ``theta1`` against ``theta0``: B (θ1 − θ0)(2ȳ − θ0 − θ1) / (2 s²), elementwise.

    The closed form of the generalised sequential probability ratio test on block means (STATISTICS.md, Stopping
    early); it cannot hang on a one-sided result. Without variance: ±inf by the sign, 0 midway between the two.
    """
    count = np.asarray(blocks, np.float64)
    variance = standard_error(count, total, squares) ** 2 * count
    gain = count * (theta1 - theta0) * (2 * np.asarray(total) / count - theta0 - theta1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(gain == 0, 0.0, gain / (2 * variance)))


def gsprt_bounds(alpha: float = ALPHA, beta: float = ALPHA) -> tuple[float, float]:
    """At or below the first ``theta0`` is accepted, at or above the second ``theta1``; α, β: the two errors."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def asymptotic_half_width(
    blocks: Any, total: Any, squares: Any, alpha: float = ALPHA, tuned_for: float = TUNED_FOR
) -> Array:
    """Half width of the asymptotic confidence sequence around the running mean, valid at every look, elementwise.

    s_t sqrt(2 (tρ² + 1) / (t²ρ²) · ln(sqrt(tρ² + 1) / α)), ρ² = (−2 ln α + ln(−2 ln α + 1)) / ``tuned_for``
    (STATISTICS.md, Stopping early). NaN with fewer than two blocks; trust it from ``FIRST_LOOK`` blocks on.
    """
    t = np.asarray(blocks, np.float64)
    return np.asarray(standard_error(t, total, squares) * _sequence_factor(t, alpha, tuned_for))


def _sequence_factor(t: Array, alpha: float, tuned_for: float = TUNED_FOR) -> Array:
    """The half width of the asymptotic confidence sequence in standard errors, s_t / sqrt(t)."""
    part = t * _rho_squared(alpha, tuned_for)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.sqrt(2 * (part + 1) / part * np.log(np.sqrt(part + 1) / alpha)))


def _rho_squared(alpha: float, tuned_for: float = TUNED_FOR) -> float:
    return (-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / tuned_for


@dataclass(frozen=True)
class Interval:
    """The intervals that belong to a run. ``sequential``: its length hung on its results (stop rules sprt and cs), so
    that only a confidence sequence is honest; else t. ``alpha``: 1 − confidence of each.
    """

    sequential: bool = False
    alpha: float = ALPHA

    def factor(self, blocks: Any, share: int = 1) -> Array:
        """Half width in standard errors, elementwise; of ``share`` intervals that hold at once by Bonferroni."""
        count = np.asarray(blocks, np.float64)
        if self.sequential:
            return _sequence_factor(count, self.alpha / share)
        return np.asarray(stdtrit(np.maximum(count - 1, 1), 1 - self.alpha / share / 2))

    def p_value(self, t: Any, blocks: Any) -> Array:
        """Two-sided p of mean 0 from ``t``, mean / standard error: the least α whose interval leaves 0 out."""
        count = np.asarray(blocks, np.float64)
        if not self.sequential:
            return np.asarray(2 * stdtr(np.maximum(count - 1, 1), -np.abs(t)))
        part = count * _rho_squared(self.alpha)
        return np.asarray(np.minimum(np.sqrt(part + 1) * np.exp(-np.square(t) * part / (2 * (part + 1))), 1.0))

    def p_above(self, t: Any, blocks: Any) -> Array:
        """One-sided p that the mean is not above 0; of a sequence the two-sided one, which is no less."""
        p = self.p_value(t, blocks)
        low, high = (p, np.ones_like(p)) if self.sequential else (p / 2, 1 - p / 2)
        return np.asarray(np.where(np.asarray(t) < 0, high, low))

    @property
    def words(self) -> str:
        """What the intervals are."""
        return "95 % asymptotic confidence sequences, valid at every look" if self.sequential else "95 % t intervals"


PLAIN = Interval()


def interval_of(stop: str | None, bots: int) -> Interval:
    """The Interval of a run with stop rule ``stop`` (``holdem_sim.experiment.stopping``): ``cs=0`` or its kind alone.

    Two bots mirror each other; more share the 5 % of a confidence sequence, so that all hold at once.
    """
    if stop is None or stop.strip().partition("=")[0] not in ("sprt", "cs"):
        return PLAIN
    return Interval(True, ALPHA if bots == 2 else ALPHA / bots)


class EmpiricalBernstein:
    """The empirical-Bernstein confidence sequence of values within [``low``, ``high``]: no normality, any look.

    Block means lie between minus a stack and all the others' stacks. Formulas: STATISTICS.md, Stopping early.
    ``add`` takes the next values, in order, as often as one likes. Raises ValueError for a value out of range.
    """

    def __init__(self, low: float, high: float, alpha: float = ALPHA) -> None:
        if not low < high:
            raise ValueError(f"range {low} to {high}: the first must be below the second")
        self._low, self._range, self._alpha = low, high - low, alpha
        self._count = 0
        self._sum = self._deviations = self._weights = self._weighted = self._penalty = 0.0

    def add(self, values: Any) -> tuple[Array, Array]:
        """Centre and half width of the 1 − α sequence after each of ``values``, in their unit."""
        y = (np.atleast_1d(np.asarray(values, np.float64)) - self._low) / self._range
        if len(y) and (y.min() < 0 or y.max() > 1):
            raise ValueError(f"a value is not within {self._low} to {self._low + self._range}")
        t = self._count + np.arange(1, len(y) + 1)
        sums = self._sum + np.cumsum(y)
        means = (0.5 + sums) / (t + 1)
        before = np.concatenate([[(0.5 + self._sum) / (self._count + 1)], means[:-1]])
        deviations = self._deviations + np.cumsum((y - means) ** 2)
        variances = np.concatenate([[self._deviations], deviations[:-1]])
        variances = (0.25 + variances) / t
        level = math.log(2 / self._alpha)
        weight = np.minimum(np.sqrt(2 * level / (variances * t * np.log1p(t))), 0.5)
        weights = self._weights + np.cumsum(weight)
        weighted = self._weighted + np.cumsum(weight * y)
        penalty = self._penalty + np.cumsum((y - before) ** 2 * (-np.log1p(-weight) - weight))
        if len(y):
            self._count = int(t[-1])
            self._sum, self._deviations = float(sums[-1]), float(deviations[-1])
            self._weights, self._weighted = float(weights[-1]), float(weighted[-1])
            self._penalty = float(penalty[-1])
        return self._low + self._range * weighted / weights, self._range * (level + penalty) / weights
