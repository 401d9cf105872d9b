"""Intervals and stop bounds: the formulas against slow twins, their false alarms and their coverage."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from holdem_sim.analysis.intervals import (
    ALPHA,
    FIRST_LOOK,
    TUNED_FOR,
    EmpiricalBernstein,
    Interval,
    asymptotic_half_width,
    gsprt,
    gsprt_bounds,
    interval_of,
    standard_error,
    t_half_width,
)
from tests.naive import intervals as naive

Array = np.ndarray[Any, Any]
VALUES = st.lists(st.floats(-100, 100, allow_nan=False, width=16), min_size=2, max_size=30).filter(
    lambda values: max(values) - min(values) > 0.5
)
SEEDS = 1000
RANGE = 120.0


def running(y: Array) -> tuple[Array, Array, Array]:
    """Count, sum, sum of squares after each value of the last axis."""
    return np.arange(1, y.shape[-1] + 1), np.cumsum(y, -1), np.cumsum(y * y, -1)


def heavy(rng: np.random.Generator, size: tuple[int, ...], mean: float = 0.0) -> Array:
    """Values like block means of poker: mostly small, now and then a stack; kurtosis above 100, symmetric."""
    small = rng.normal(0, 1.5, size)
    large = rng.choice([-1.0, 1.0], size) * rng.uniform(20, 100, size) * (rng.random(size) < 0.01)
    return np.clip(mean + small + large, -RANGE, RANGE)


@given(VALUES)
def test_the_t_interval_is_scipys(values: list[float]) -> None:
    y = np.array(values)
    blocks, total, squares = running(y)
    expected = stats.t.interval(0.95, len(y) - 1, loc=y.mean(), scale=stats.sem(y))
    assert 2 * t_half_width(blocks, total, squares)[-1] == pytest.approx(expected[1] - expected[0], rel=1e-6)
    assert standard_error(blocks, total, squares)[-1] == pytest.approx(stats.sem(y), rel=1e-6)
    assert np.isnan(t_half_width(blocks, total, squares)[0])


@given(VALUES, st.floats(-5, 5), st.floats(0.1, 9))
def test_gsprt_is_the_twins(values: list[float], theta0: float, step: float) -> None:
    blocks, total, squares = running(np.array(values))
    ratio = gsprt(blocks[-1], total[-1], squares[-1], theta0, theta0 + step)
    assert ratio == pytest.approx(naive.gsprt(values, theta0, theta0 + step), rel=1e-6, abs=1e-6)


@given(VALUES, st.sampled_from([0.05, 0.01]))
def test_the_confidence_sequences_are_the_twins(values: list[float], alpha: float) -> None:
    y = np.array(values)
    centre, half = EmpiricalBernstein(-100, 150, alpha).add(y)
    for t in (1, len(y) // 2 + 1, len(y)):
        expected = naive.empirical_bernstein(values[:t], -100, 150, alpha)
        assert (centre[t - 1], half[t - 1]) == pytest.approx(expected, rel=1e-9)
    widths = asymptotic_half_width(*running(y), alpha, 500)
    assert widths[-1] == pytest.approx(naive.asymptotic(values, alpha, 500), rel=1e-6)


@given(VALUES, st.integers(0, 30))
def test_the_sequence_in_parts_is_the_sequence_in_one(values: list[float], cut: int) -> None:
    whole = EmpiricalBernstein(-100, 100).add(values)
    parts = EmpiricalBernstein(-100, 100)
    first, second = parts.add(values[:cut]), parts.add(values[cut:])
    for one, a, b in zip(whole, first, second, strict=True):
        assert np.concatenate([a, b]) == pytest.approx(one, rel=1e-12)


def test_p_is_the_least_error_whose_interval_leaves_zero_out() -> None:
    for interval in (Interval(), Interval(True)):
        edge = interval.factor(500)
        assert interval.p_value(edge, 500) == pytest.approx(ALPHA)
        assert interval.p_value(1.1 * edge, 500) < ALPHA < interval.p_value(-0.9 * edge, 500)
        assert interval.factor(500, 10) > edge
        assert interval.p_above(-edge, 500) > 0.9 > ALPHA >= interval.p_above(1.001 * edge, 500)
    assert Interval(True).factor(500) > Interval().factor(500) == pytest.approx(1.965, abs=1e-3)
    assert interval_of("sprt=0:50", 2) == interval_of("cs=0", 2) == Interval(True)
    assert interval_of("cs=0", 5) == Interval(True, ALPHA / 5)
    assert interval_of(None, 2) == interval_of("ci=50", 3) == interval_of("hands", 3) == Interval()


def test_values_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="not within"):
        EmpiricalBernstein(-1, 1).add([0.0, 1.5])
    with pytest.raises(ValueError, match="must be below"):
        EmpiricalBernstein(1, 1)


def test_the_bounds_are_walds() -> None:
    low, high = gsprt_bounds(0.05, 0.1)
    assert np.exp([low, high]) == pytest.approx([0.1 / 0.95, 0.9 / 0.05])


def test_without_variance_the_sign_decides() -> None:
    assert gsprt(10, 30.0, 90.0, 0, 1) == np.inf
    assert gsprt(10, -30.0, 90.0, 0, 1) == -np.inf
    assert gsprt(10, 5.0, 2.5, 0, 1) == 0


def false_alarms(y: Array) -> dict[str, float]:
    """Share of the rows of ``y`` (true mean 0) that each rule calls different from 0 at some look."""
    blocks, total, squares = running(y)
    looks = slice(FIRST_LOOK - 1, None, 100)
    means = np.abs(total / blocks)
    alarms = {
        "plain": means > t_half_width(blocks, total, squares),
        "asymptotic": means > asymptotic_half_width(blocks, total, squares),
    }
    shares = {name: float(alarm[:, looks].any(1).mean()) for name, alarm in alarms.items()}
    bernstein = [EmpiricalBernstein(-RANGE, RANGE).add(row) for row in y]
    shares["bernstein"] = float(np.mean([(abs(centre) > half).any() for centre, half in bernstein]))
    return shares


@pytest.mark.parametrize("law", ["normal", "heavy"])
def test_peeking_breaks_the_plain_interval_and_no_confidence_sequence(law: str) -> None:
    rng = np.random.default_rng(51)
    y = rng.normal(0, 10, (400, 10_000)).clip(-RANGE, RANGE) if law == "normal" else heavy(rng, (400, 10_000))
    shares = false_alarms(y)
    assert shares["plain"] > 0.2
    assert shares["asymptotic"] < 0.05
    assert shares["bernstein"] < 0.02


@pytest.mark.slow
def test_false_alarms_over_many_blocks() -> None:
    """To three times the tuned number of blocks, in rows of 100 to spare memory."""
    rng = np.random.default_rng(52)
    parts = [false_alarms(heavy(rng, (100, 3 * TUNED_FOR))) for _ in range(10)]
    shares = {name: np.mean([part[name] for part in parts]) for name in parts[0]}
    assert shares["plain"] > 0.3
    assert shares["asymptotic"] < 0.05
    assert shares["bernstein"] < 0.01


def sprt_ends(y: Array, theta1: float) -> tuple[Array, Array]:
    """For each row: which hypothesis was accepted (0, 1; −1 none), after how many blocks."""
    blocks, total, squares = running(y)
    ratio = gsprt(blocks, total, squares, 0, theta1)[:, FIRST_LOOK - 1 :]
    low, high = gsprt_bounds()
    out = (ratio <= low) | (ratio >= high)
    at = np.where(out.any(1), out.argmax(1), -1)
    picked = np.where(at < 0, -1, ratio[np.arange(len(y)), at] >= high)
    return picked, at + FIRST_LOOK


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, 1), (0.5, 0)])
def test_gsprt_keeps_its_errors_and_saves_hands(truth: float, wrong: int) -> None:
    """5 % with 4 standard errors of 600 tests to spare; a fixed-size test of these errors needs 10.8 σ² / θ²."""
    y = heavy(np.random.default_rng(53), (600, 8_000), truth)
    picked, blocks = sprt_ends(y, 0.5)
    assert (picked == wrong).mean() < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 600)
    assert (picked == -1).mean() < 0.02
    assert blocks.mean() < 0.75 * 10.8 * y.var() / 0.25


def test_the_t_interval_of_heavy_tailed_blocks_covers_19_times_in_20() -> None:
    """4 standard errors of 1,000 seeds are 2.8 %."""
    y = heavy(np.random.default_rng(54), (SEEDS, 2_000), 0.3)
    covered = abs(y.mean(1) - 0.3) <= t_half_width(2_000, y.sum(1), (y * y).sum(1))
    assert covered.mean() == pytest.approx(0.95, abs=0.028)


def test_stopping_at_a_width_leaves_the_interval_valid() -> None:
    """The stop rule ci: it looks at s only, and from 200 blocks on."""
    y = heavy(np.random.default_rng(55), (SEEDS, 6_000))
    blocks, total, squares = running(y)
    width = t_half_width(blocks, total, squares)[:, FIRST_LOOK - 1 :]
    at = (width <= 0.25).argmax(1)
    rows = np.arange(SEEDS)
    assert (width[rows, at] <= 0.25).all()
    covered = abs((total / blocks)[rows, at + FIRST_LOOK - 1]) <= width[rows, at]
    assert covered.mean() == pytest.approx(0.95, abs=0.028)
