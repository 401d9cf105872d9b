"""Plackett-Luce: held to choix, to exact answers, and to simulated orders of known strengths."""

import choix
import numpy as np
import pytest
from scipy import stats

from holdem_sim.analysis.plackett_luce import POINTS, ratings
from holdem_sim.analysis.returns import PIECE, piece_of


def stages_of(orders: list[list[int]], bots: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Every order a piece of its own."""
    winners, among, pieces = [], [], []
    for number, order in enumerate(orders):
        for place in range(len(order) - 1):
            winners.append(order[place])
            among.append(np.bincount(order[place:], minlength=bots))
            pieces.append(number)
    return np.array(pieces), np.array(winners), np.array(among, np.float64), np.ones(len(winners))


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
    winners, among = np.repeat([0, 1], [300, 100]), np.ones((400, 2))
    points, widths = ratings(np.arange(400), winners, among, np.ones(400))
    assert points[0] - points[1] == pytest.approx(400 * np.log10(3))
    # the difference of log strengths has variance 1 / (n p q); each rating is half of it
    error = POINTS / 2 / np.sqrt(400 * 0.75 * 0.25) * np.sqrt(400 / 399)
    assert widths[0] == pytest.approx(stats.t.ppf(0.975, 399) * error, rel=1e-6)


def test_times_count_stages_and_entries_count_bots() -> None:
    one = ratings(np.array([0, 1, 0]), np.array([0, 1, 0]), np.ones((3, 2)), np.array([1.0, 1.0, 1.0]))
    two = ratings(np.array([0, 1]), np.array([0, 1]), np.ones((2, 2)), np.array([2.0, 1.0]))
    np.testing.assert_allclose(one, two)
    # bot 0 enters twice and is first in two of three: it is no better
    points, _ = ratings(np.arange(2), np.array([0, 1]), np.array([[2.0, 1.0], [2.0, 1.0]]), np.array([2.0, 1.0]))
    assert points == pytest.approx([0, 0])


def test_without_a_maximum_there_are_no_ratings() -> None:
    points, widths = ratings(np.arange(2), np.array([0, 0]), np.ones((2, 2)), np.array([1.0, 1.0]))
    assert np.isnan(points).all()
    assert np.isnan(widths).all()
    assert np.isnan(ratings(np.zeros(0, int), np.zeros(0, int), np.zeros((0, 3)), np.zeros(0))[0]).all()


def test_one_piece_has_ratings_and_no_intervals() -> None:
    points, widths = ratings(np.zeros(2), np.array([0, 1]), np.ones((2, 2)), np.array([3.0, 1.0]))
    assert np.isfinite(points).all()
    assert np.isnan(widths).all()


@pytest.mark.parametrize("in_stretches", [False, True])
def test_what_was_played_on_one_deal_is_one_unit(in_stretches: bool) -> None:
    """Every order seen twice, as copies on the same deal: they know no more than once. Also in stretches of deals."""
    strength = np.array([1.0, 2.0, 4.0, 0.5])
    truth = POINTS * (np.log(strength) - np.log(strength).mean())
    inside, apart = [], []
    for seed in range(300):
        orders = drawn(strength, 128, seed)
        replays, *stages = stages_of([order for order in orders for _ in range(2)], 4)
        deals = replays // 2
        points, widths = ratings(piece_of(deals) if in_stretches else deals, *stages)
        inside.append(np.abs(points - truth) <= widths)
        apart.append(np.abs(points - truth) <= ratings(replays, *stages)[1])
    assert 0.925 < np.mean(inside) < 0.975
    assert np.mean(apart) < 0.9


def test_the_stretches_of_deals_are_few_and_begin_singly() -> None:
    many = piece_of(np.arange(200_000))
    assert (many[: 2 * PIECE] == np.arange(2 * PIECE)).all()
    assert set(np.diff(many)) == {0, 1}
    assert many[-1] < 250
    sizes = np.bincount(many)[:-1]
    assert (sizes == np.maximum(1, (sizes.cumsum() - sizes) // PIECE)).all()
    assert (piece_of(np.arange(500)) == many[:500]).all()


def test_intervals_cover_the_strengths_they_are_of() -> None:
    strength = np.array([1.0, 2.0, 4.0, 0.5])
    truth = POINTS * (np.log(strength) - np.log(strength).mean())
    inside = []
    for seed in range(300):
        points, widths = ratings(*stages_of(drawn(strength, 100, seed), 4))
        inside.append(np.abs(points - truth) <= widths)
    assert 0.925 < np.mean(inside) < 0.975
