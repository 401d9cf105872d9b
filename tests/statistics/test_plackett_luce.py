"""Plackett-Luce: held to choix, to exact answers, and to simulated orders of known strengths."""

import choix
import numpy as np
import pytest

from holdem_sim.analysis.plackett_luce import POINTS, ratings


def stages_of(orders: list[list[int]], bots: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    winners, among = [], []
    for order in orders:
        for place in range(len(order) - 1):
            winners.append(order[place])
            among.append(np.bincount(order[place:], minlength=bots))
    return np.array(winners), np.array(among, np.float64), np.ones(len(winners))


def drawn(strength: np.ndarray, orders: int, seed: int) -> list[list[int]]:
    """Orders by exponential clocks: the one of rate s rings first with probability s / sum."""
    clocks = np.random.default_rng(seed).exponential(size=(orders, len(strength))) / strength
    return [order.tolist() for order in np.argsort(clocks, axis=1)]


def test_the_maximum_is_that_of_choix() -> None:
    orders = drawn(np.array([1.0, 2.0, 3.5, 0.4, 7.0]), 300, 1)
    points, _ = ratings(*stages_of(orders, 5))
    expected = choix.ilsr_rankings(5, [tuple(order) for order in orders])
    assert (points / POINTS).tolist() == pytest.approx(list(expected), abs=1e-6)


def test_two_bots_have_the_log_odds_of_their_wins() -> None:
    winners, among = np.array([0, 1]), np.ones((2, 2))
    points, widths = ratings(winners, among, np.array([300.0, 100.0]))
    assert points[0] - points[1] == pytest.approx(400 * np.log10(3))
    # the difference of log strengths has variance 1 / (n p q); each rating is half of it
    assert widths[0] == pytest.approx(1.959964 * POINTS / 2 / np.sqrt(400 * 0.75 * 0.25), rel=1e-5)


def test_times_count_stages_and_entries_count_bots() -> None:
    one = ratings(np.array([0, 1, 0]), np.ones((3, 2)), np.array([1.0, 1.0, 1.0]))
    two = ratings(np.array([0, 1]), np.ones((2, 2)), np.array([2.0, 1.0]))
    np.testing.assert_allclose(one, two)
    # bot 0 enters twice and is first in two of three: it is no better
    points, _ = ratings(np.array([0, 1]), np.array([[2.0, 1.0], [2.0, 1.0]]), np.array([2.0, 1.0]))
    assert points == pytest.approx([0, 0])


def test_without_a_maximum_there_are_no_ratings() -> None:
    points, widths = ratings(np.array([0, 0]), np.ones((2, 2)), np.array([1.0, 1.0]))
    assert np.isnan(points).all()
    assert np.isnan(widths).all()
    assert np.isnan(ratings(np.zeros(0, int), np.zeros((0, 3)), np.zeros(0))[0]).all()


def test_intervals_cover_the_strengths_they_are_of() -> None:
    strength = np.array([1.0, 2.0, 4.0, 0.5])
    truth = POINTS * (np.log(strength) - np.log(strength).mean())
    inside = []
    for seed in range(300):
        points, widths = ratings(*stages_of(drawn(strength, 100, seed), 4))
        inside.append(np.abs(points - truth) <= widths)
    assert 0.925 < np.mean(inside) < 0.975
