"""The slow twins of ``holdem_sim.analysis.intervals``: plain loops over all values, from STATISTICS.md alone."""

import math
import statistics
from collections.abc import Sequence


def gsprt(values: Sequence[float], theta0: float, theta1: float) -> float:
    """The log likelihood ratio of two normal means with the variance of the values."""
    variance = statistics.variance(values)
    return sum(((y - theta0) ** 2 - (y - theta1) ** 2) / (2 * variance) for y in values)


def empirical_bernstein(values: Sequence[float], low: float, high: float, alpha: float) -> tuple[float, float]:
    """Centre and half width after the last value."""
    scaled = [(value - low) / (high - low) for value in values]
    level = math.log(2 / alpha)

    def mean(t: int) -> float:
        return (0.5 + sum(scaled[:t])) / (t + 1)

    def variance(t: int) -> float:
        return (0.25 + sum((scaled[i - 1] - mean(i)) ** 2 for i in range(1, t + 1))) / (t + 1)

    weights, penalty = [], level
    for t, y in enumerate(scaled, 1):
        weight = min(math.sqrt(2 * level / (variance(t - 1) * t * math.log(1 + t))), 0.5)
        weights.append(weight)
        penalty += (y - mean(t - 1)) ** 2 * (-math.log(1 - weight) - weight)
    centre = sum(w * y for w, y in zip(weights, scaled, strict=True)) / sum(weights)
    return low + (high - low) * centre, (high - low) * penalty / sum(weights)


def asymptotic(values: Sequence[float], alpha: float, tuned_for: float) -> float:
    """Half width after the last value."""
    t = len(values)
    rho = math.sqrt((-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / tuned_for)
    inside = 2 * (t * rho**2 + 1) / (t**2 * rho**2) * math.log(math.sqrt(t * rho**2 + 1) / alpha)
    return statistics.stdev(values) * math.sqrt(inside)
