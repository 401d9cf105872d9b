"""Ratings, ranks, Elo, cycles and places: known answers, and what the simultaneous intervals promise."""

import re
from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from scipy import stats

import holdem_sim
from holdem_sim.analysis import cycle, matrix, places, ratings
from holdem_sim.analysis.evolution import MUTATION, alpha_rank, masses
from holdem_sim.analysis.groups import GROUPS, PAIR
from holdem_sim.analysis.intervals import Interval
from holdem_sim.analysis.pairs import holm
from holdem_sim.analysis.rating import elo
from holdem_sim.analysis.scan import Scan
from holdem_sim.analysis.style_counts import COUNTS, SPREADS, STATISTICS
from holdem_sim.cli.stats import _print_many
from holdem_sim.errors import InputError

Array = np.ndarray[Any, Any]
BIG_BLIND = 2


def scan_of(y: Array, met: Array | None = None) -> Scan:
    """A Scan in which block b, two hands, gave y[b, i, j] mbb/hand of i against j (i < j); own: the mean of those."""
    blocks, many, _ = y.shape
    chips = y * BIG_BLIND / 1000
    whole = np.triu(chips, 1) - np.swapaxes(np.triu(chips, 1), 1, 2)
    own = whole.sum(axis=2) / (many - 1)
    values = np.triu(chips, 1)
    values[:, np.arange(many), np.arange(many)] = own
    played = np.triu(np.ones((many, many), bool)) & (True if met is None else met)
    pairs = np.zeros((many, many), PAIR)
    pairs["hands"], pairs["blocks"] = 2 * blocks * played, blocks * played
    pairs["weights"], pairs["weights_squared"] = 2 * pairs["blocks"], 4 * pairs["blocks"]
    pairs["chips"], pairs["chips_squared"] = 2 * values.sum(axis=0) * played, 4 * (values**2).sum(axis=0) * played
    pairs["chips_weights"] = 2 * pairs["chips"]
    groups = np.zeros(many, GROUPS)
    groups["hands"], groups["blocks"], groups["hands_squared"] = 2 * blocks, blocks, 4 * blocks
    groups["chips"] = np.rint(2 * own.sum(axis=0))
    groups["chips_squared"], groups["chips_hands"] = (4 * own**2).sum(axis=0), 4 * own.sum(axis=0)
    return Scan(
        bots=list("abcdefgh"[:many]),
        positions=["BB", "BTN"],
        big_blind=BIG_BLIND,
        hands=2 * blocks,
        deals=blocks,
        counts=np.zeros((many, 2), COUNTS),
        spreads=np.zeros((many, 2, len(STATISTICS)), SPREADS),
        by_bot=groups,
        by_position=np.zeros((many, 2), GROUPS),
        by_street=np.zeros((many, 5), GROUPS),
        pairs=pairs,
        cluster_chips=2 * values * played,
        cluster_weights=np.broadcast_to(2 * played.astype(np.int64), (blocks, many, many)).copy(),
    )


def ask(function: Any, scan: Scan) -> Any:
    """``function`` of a run whose log says ``scan``."""
    with (
        patch("holdem_sim.analysis.evolution.scan", lambda run: run),
        patch("holdem_sim.analysis.rating.scan", lambda run: run),
        patch("holdem_sim.analysis.pairs.scan", lambda run: run),
    ):
        return function(scan)


def noise(rng: np.random.Generator, means: Array, blocks: int = 400, sigma: float = 3000.0) -> Array:
    return np.asarray(means + rng.normal(0, sigma, (blocks, *means.shape)))


def strengths(*r: float) -> Array:
    return np.asarray(np.subtract.outer(r, r), np.float64)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_steps_down(p: list[float]) -> None:
    adjusted = holm(np.array(p))
    worst = 0.0
    for rank, index in enumerate(sorted(range(len(p)), key=lambda i: p[i])):
        worst = max(worst, min(1.0, p[index] * (len(p) - rank)))
        assert adjusted[index] == worst


def test_holm_leaves_out_what_was_no_test() -> None:
    assert holm(np.array([0.01, np.nan, 0.02]))[[0, 2]] == pytest.approx([0.02, 0.02])
    assert np.isnan(holm(np.array([np.nan]))[0])


def test_exact_results_give_exact_ratings() -> None:
    """Differences of strengths without noise: ratings are the strengths about their mean, nothing is intransitive."""
    scan = scan_of(np.broadcast_to(strengths(500, 100, -600), (50, 3, 3)))
    table = ask(ratings, scan)
    assert list(table["bot"]) == ["a", "b", "c"]
    assert list(table["mbb_per_hand"]) == pytest.approx([500, 100, -600])
    assert list(table["half_width"]) == pytest.approx([0, 0, 0], abs=1e-6)
    assert list(table["rank_best"]) == list(table["rank_worst"]) == [1, 2, 3]
    found = ask(cycle, scan)
    assert found["mbb_per_hand"] == pytest.approx(0, abs=1e-6)
    assert found["intransitive_share"] == pytest.approx(0, abs=1e-12)


def test_ratings_are_the_weighted_least_squares() -> None:
    """Four bots, two of which never met; pairs of very different noise. Solved again by normal equations."""
    rng = np.random.default_rng(71)
    sigma = rng.uniform(500, 6000, (4, 4))
    y = strengths(300, 200, 0, -500) + rng.normal(0, 1, (300, 4, 4)) * sigma
    met = np.ones((4, 4), bool)
    met[0, 3] = False
    scan = scan_of(y, met)
    left, right = np.zeros((4, 4)), np.zeros(4)
    for i, j in combinations(range(4), 2):
        if (i, j) != (0, 3):
            weight = 300 / y[:, i, j].var(ddof=1)
            left += weight * np.outer(np.eye(4)[i] - np.eye(4)[j], np.eye(4)[i] - np.eye(4)[j])
            right += weight * y[:, i, j].mean() * (np.eye(4)[i] - np.eye(4)[j])
    expected = np.linalg.solve(left + np.ones((4, 4)), right)
    table = ask(ratings, scan).set_index("bot")
    assert list(table.loc[list("abcd"), "mbb_per_hand"]) == pytest.approx(list(expected))


def test_bots_that_never_met_cannot_be_rated() -> None:
    met = np.zeros((4, 4), bool)
    met[0, 1] = met[2, 3] = True
    scan = scan_of(noise(np.random.default_rng(72), strengths(1, 2, 3, 4)), met | np.eye(4, dtype=bool))
    with pytest.raises(InputError, match="play more hands"):
        ask(ratings, scan)


def test_all_ratings_are_within_their_intervals_19_times_in_20(monkeypatch: pytest.MonkeyPatch) -> None:
    """And no rank interval misses the true rank more often. 150 seeds: 4 standard errors are 7.2 %."""
    monkeypatch.setattr("holdem_sim.analysis.rating.RESAMPLES", 500)
    truth = np.array([200.0, 150.0, 0.0, -350.0])
    held = ranked = 0
    for seed in range(150):
        table = ask(ratings, scan_of(noise(np.random.default_rng(seed), strengths(*truth), blocks=150))).set_index(
            "bot"
        )
        own = table.loc[list("abcd")]
        held += (abs(own["mbb_per_hand"] - truth) <= own["half_width"]).all()
        ranked += ((own["rank_best"] <= [1, 2, 3, 4]) & (own["rank_worst"] >= [1, 2, 3, 4])).all()
    assert held / 150 == pytest.approx(0.95, abs=0.072)
    assert ranked / 150 > 0.9


@pytest.mark.parametrize("blocks", [12, 20])
def test_a_few_blocks_make_wide_intervals(blocks: int) -> None:
    """All ratings at once 19 times in 20; with the bootstrap's own SE and quantile it was 84 and 91 % of 400 seeds."""
    truth = np.array([200.0, 0.0, -200.0])
    held = 0
    with patch("holdem_sim.analysis.rating.RESAMPLES", 400):
        for seed in range(500):
            found = scan_of(noise(np.random.default_rng(seed), strengths(*truth), blocks=blocks))
            own = ask(ratings, found).set_index("bot").loc[list("abc")]
            held += (abs(own["mbb_per_hand"] - truth) <= own["half_width"]).all()
    assert held / 500 > 0.95 - 4 * np.sqrt(0.05 * 0.95 / 500)


def test_marks_after_holm_are_seldom_wrong_and_find_what_is_clear() -> None:
    """Six equal bots and one that everybody beats: 15 true nulls. 300 seeds at 5 %, 4 standard errors."""
    wrong = found = 0
    for seed in range(300):
        y = noise(np.random.default_rng(1000 + seed), strengths(0, 0, 0, 0, 0, 0, -2000), blocks=100)
        table = ask(matrix, scan_of(y))
        marked = table[table["mark"] == "beats"]
        wrong += (marked["opponent"] != "g").any()
        found += len(marked) - (marked["opponent"] != "g").sum()
    assert wrong / 300 < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 300)
    assert found == 300 * 6


def test_rock_paper_scissors_is_found_and_all_of_it() -> None:
    m = np.array([[0, 400, -400], [-400, 0, 400], [400, -400, 0]], float)
    found = ask(cycle, scan_of(noise(np.random.default_rng(73), m, 4000)))
    assert found["bots"] in (["a", "b", "c"], ["b", "c", "a"], ["c", "a", "b"])
    assert found["mbb_per_hand"] == pytest.approx(1200, abs=4 * found["standard_error"])
    assert found["standard_error"] == pytest.approx(3000 * np.sqrt(3 / 4000), rel=0.1)
    assert found["half_width"] == pytest.approx(1.96 * found["standard_error"], rel=0.1)
    assert found["intransitive_share"] > 0.95
    assert found["goes_round"]
    assert found["mbb_per_hand"] == pytest.approx(sum(found["links"]))


def test_a_cycle_is_told_in_the_order_in_which_it_beats() -> None:
    m = -np.array([[0, 400, -400], [-400, 0, 400], [400, -400, 0]], float)
    found = ask(cycle, scan_of(noise(np.random.default_rng(74), m, 4000)))
    assert found["bots"] in (["c", "b", "a"], ["b", "a", "c"], ["a", "c", "b"])
    assert min(found["links"]) > 0


def test_three_in_order_are_no_cycle_however_far_from_one_scale() -> None:
    """c loses more to a than the steps between them say: no circle, and a real one goes first, though it is smaller."""
    order = np.array([[0, 100, 900], [-100, 0, 100], [-900, -100, 0]], float)
    found = ask(cycle, scan_of(np.broadcast_to(order, (50, 3, 3))))
    assert (found["goes_round"], found["mbb_per_hand"]) == (False, pytest.approx(700))
    m = np.zeros((5, 5))
    m[:3, :3] = order
    m[:3, 3:], m[3:, :3] = 5000, -5000
    m[3, 4], m[4, 3] = 300, -300
    m[1, 3], m[3, 1], m[2, 4], m[4, 2] = -50, 50, 60, -60  # b loses to d: b > c > d > b
    found = ask(cycle, scan_of(np.broadcast_to(m, (50, 5, 5))))
    assert found["goes_round"]
    assert min(found["links"]) > 0


def test_alpha_rank_finds_who_is_left() -> None:
    """All to who beats all; a circle shares; the masses are those of a walk taken step by step."""
    table = ask(alpha_rank, scan_of(noise(np.random.default_rng(79), strengths(900, 0, -900), 400)))
    assert list(table["bot"]) == ["a", "b", "c"]
    assert table["mass"].to_numpy() == pytest.approx([1, 0, 0], abs=1e-3)
    assert table["low"][0] == pytest.approx(1, abs=1e-3)
    circle = np.array([[0, 400, -400], [-400, 0, 400], [400, -400, 0]], float)
    assert masses(circle[None])[0] == pytest.approx([1 / 3] * 3)
    m = np.random.default_rng(80).normal(0, 1, (5, 5))
    m -= m.T
    walk = np.full(5, 0.2)
    step = np.where(m.T > 0, 1 - MUTATION, MUTATION) / 4
    np.fill_diagonal(step, 0)
    np.fill_diagonal(step, 1 - step.sum(axis=1))
    assert masses(m[None])[0] == pytest.approx(walk @ np.linalg.matrix_power(step, 10**7), abs=1e-6)


def test_alpha_rank_says_how_sure_it_is_and_wants_all_pairs() -> None:
    even = scan_of(noise(np.random.default_rng(81), strengths(0, 0, 0), 300))
    table = ask(alpha_rank, even)
    assert table["mass"].sum() == pytest.approx(1)
    assert (table["high"] - table["low"] > 0.3).all()
    assert ask(alpha_rank, replace(even, interval=Interval(True)))[["low", "high"]].isna().all(axis=None)
    met = np.ones((3, 3), bool)
    met[0, 2] = False
    with pytest.raises(InputError, match="have not met"):
        ask(alpha_rank, scan_of(noise(np.random.default_rng(82), strengths(1, 2, 3)), met))


def test_two_bots_have_no_cycle() -> None:
    found = ask(cycle, scan_of(noise(np.random.default_rng(75), strengths(100, 0))))
    assert found["bots"] is None
    assert found["intransitive_share"] == pytest.approx(0, abs=1e-9)


def test_the_run_off_can_differ_from_the_winnings() -> None:
    """a lives off the weakest d and wins most in all; once d is out, b is best: it beats a."""
    m = np.array([[0, -100, 50, 3000], [100, 0, 60, 500], [-50, -60, 0, 500], [-3000, -500, -500, 0]], float)
    table = ask(places, scan_of(np.broadcast_to(m, (50, 4, 4)))).set_index(["rule", "bot"])
    winnings, run_off = table.loc["total winnings"], table.loc["instant run-off"]
    assert list(winnings.loc[list("abcd"), "place"]) == [1, 2, 3, 4]
    assert list(run_off.loc[list("abcd"), "place"]) == [2, 1, 3, 4]
    assert run_off.loc["b", "p_1"] == 1


def test_the_chances_of_places_are_the_bootstraps() -> None:
    """Two bots: the chance of the first place is that of a positive mean."""
    y = noise(np.random.default_rng(76), strengths(100, 0), 300)
    table = ask(places, scan_of(y)).set_index(["rule", "bot"])
    mean, error = y[:, 0, 1].mean(), stats.sem(y[:, 0, 1])
    for rule in ("total winnings", "instant run-off"):
        assert table.loc[(rule, "a"), "p_1"] == pytest.approx(stats.norm.cdf(mean / error), abs=0.04)
        assert table.loc[(rule, "a"), "p_1"] + table.loc[(rule, "a"), "p_2"] == pytest.approx(1)


def test_elo_of_a_match() -> None:
    p = stats.norm.cdf(0.01 * np.sqrt(1000))
    assert elo(0.01, 1000) == pytest.approx(400 * np.log10(p / (1 - p)))
    assert elo(-0.01, 1000) == pytest.approx(-elo(0.01, 1000))
    assert elo(0.0, 1000) == 0
    assert elo(2.0, 1000) > 10_000  # far out, where p rounds to 1
    assert elo(np.inf, 1000) == np.inf


def test_elo_in_the_table_is_of_the_bots_own_win_rate() -> None:
    y = noise(np.random.default_rng(77), strengths(200, 0), 500)
    table = ask(ratings, scan_of(y)).set_index("bot")
    sigma = y[:, 0, 1].std(ddof=1) * np.sqrt(2)  # two hands a block
    assert table.loc["a", "elo"] == pytest.approx(float(elo(y[:, 0, 1].mean() / sigma, 1000)), rel=0.02)


def test_elo_has_the_interval_of_the_win_rate() -> None:
    y = noise(np.random.default_rng(77), strengths(200, 0), 500)
    row = ask(ratings, scan_of(y)).set_index("bot").loc["a"]
    sigma = y[:, 0, 1].std(ddof=1) * np.sqrt(2)
    width = stats.t.ppf(0.975, 499) * stats.sem(y[:, 0, 1])
    for name, mean in (("elo_low", y[:, 0, 1].mean() - width), ("elo_high", y[:, 0, 1].mean() + width)):
        assert row[name] == pytest.approx(float(elo(mean / sigma, 1000)), rel=0.02)


def test_a_run_that_hung_on_its_results_has_no_chances_of_places() -> None:
    """The bootstrap takes the number of deals as given; places and ranks stay."""
    y = noise(np.random.default_rng(76), strengths(100, 0), 300)
    plain = scan_of(y)
    table = ask(places, replace(plain, interval=Interval(True)))
    assert table[["p_1", "p_2"]].isna().all(axis=None)
    assert list(table["place"]) == list(ask(places, plain)["place"])
    assert ask(places, plain)["p_1"].notna().all()


def test_a_played_tournament_is_rated(tmp_path: Any) -> None:
    holdem_sim.tournament(["easy", "medium", "hard", "fold"], players=2, hands=6000, seed=78, out=tmp_path / "run")
    run = holdem_sim.load(tmp_path / "run")
    table = ratings(run)
    assert set(table["bot"]) == {"easy", "medium", "hard", "fold"}
    assert table["mbb_per_hand"].sum() == pytest.approx(0, abs=1e-6)
    assert (table["hands"] == 3000).all()
    assert cycle(run)["bots"] is not None
    assert set(places(run)["place"]) == {1, 2, 3, 4}


def test_no_run_off_among_bots_that_never_met() -> None:
    """A gauntlet heads-up: with the first bot out nothing is known of the other two, however sure a bootstrap is."""
    met = np.ones((3, 3), bool)
    met[1, 2] = False
    table = ask(places, scan_of(noise(np.random.default_rng(83), strengths(-900, 0, 500)), met))
    assert set(table["rule"]) == {"total winnings"}
    assert list(table["bot"]) == ["c", "b", "a"]


@pytest.mark.parametrize(("edge", "sure"), [(4000.0, 3), (0.0, 2)])
def test_a_cycle_is_printed_with_how_many_of_its_steps_are_sure(
    edge: float, sure: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """The interval of the sum round it says that the results are on no scale, not that each step is above 0."""
    m = np.array([[0, 4000, -edge], [-4000, 0, 4000], [edge, -4000, 0]], float)
    y = noise(np.random.default_rng(84), m)
    if not edge:
        y[:, 0, 2] -= 1 + y[:, 0, 2].mean()
    scan = scan_of(y)
    names = {"matrix": matrix, "ratings": ratings, "places": places, "cycle": cycle}
    found: Any = SimpleNamespace(alpha_rank=None, **{name: ask(of, scan) for name, of in names.items()})
    _print_many(Console(width=200), found)
    text = capsys.readouterr().out
    assert re.search(r"Strongest cycle of the results: (a > b > c > a|b > c > a > b|c > a > b > c), ", text)
    assert f"of its three steps {sure} are sure after Holm" in text
