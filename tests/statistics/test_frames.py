"""Win rates, comparisons and bankrolls: against slow twins from the seats, and the same from a run and its frame."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import holdem_sim
from holdem_sim.analysis import bankroll, compare, matrix, places, style, win_rate
from holdem_sim.analysis.groups import pair_ratio, ratio, worth
from holdem_sim.analysis.scan import scan
from holdem_sim.errors import InputError
from tests.naive import win_rates as naive

BOTS = ["random", "call", "raise"]
BIG_BLIND = 10
GAMES: dict[str, dict[str, Any]] = {
    "rotate": {"players": 3},
    "repeated": {"players": 4, "rake": 5.0},
    "heads-up": {"players": 2},
    "independent": {"players": 2, "design": "independent"},
    "session": {"players": 3, "session": 3},
    "uneven": {"players": 4, "design": "independent"},
}


@pytest.fixture(scope="module", params=GAMES)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> holdem_sim.Run:
    folder = tmp_path_factory.mktemp("runs") / request.param
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("holdem_sim.experiment.config.SHARD_HANDS", 200)
        options: dict[str, Any] = {"blinds": (5, BIG_BLIND), "stack": 500, "seed": 61, **GAMES[request.param]}
        holdem_sim.tournament(BOTS, hands=900, out=folder, **options)
    return holdem_sim.load(folder)


def check_rates(found: pd.DataFrame, groups: Any) -> None:
    """``found`` has one row a group of ``groups``, with the twin's numbers."""
    by = list(found.columns[:-4])
    expected = {key if isinstance(key, tuple) else (key,): group for key, group in groups if len(group)}
    assert len(found) == len(expected)
    for row in found.to_dict("records"):
        group = expected[tuple(row[name] for name in by)]
        if group["deal"].nunique() < 2:
            assert np.isnan(row["half_width"])
            continue
        twin = naive.win_rate(zip(group["deal"], group["payoff"] / BIG_BLIND, strict=True))
        numbers = row["mbb_per_hand"], row["half_width"], row["hands"], row["blocks"]
        assert numbers == pytest.approx(twin, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("by", [["bot"], ["bot", "position"], ["seat"], ["position", "bot", "seat"]])
def test_a_run_its_frame_and_the_twin_agree(run: holdem_sim.Run, by: list[str]) -> None:
    groups = run.seats.groupby(by if len(by) > 1 else by[0], observed=True)
    from_run, from_frame = win_rate(run, by), win_rate(run.seats, by)
    check_rates(from_run, groups)
    check_rates(from_frame, groups)
    key = from_frame.astype(dict.fromkeys(by, str)).sort_values(by, ignore_index=True)
    pd.testing.assert_frame_equal(from_run.astype(dict.fromkeys(by, str)).sort_values(by, ignore_index=True), key)


def test_win_rate_by_opponent_counts_a_hand_once_with_each(run: holdem_sim.Run) -> None:
    seats = run.seats[["match", "hand", "deal", "seat", "bot", "payoff"]]
    others = seats[["match", "hand", "seat", "bot"]].rename(columns={"bot": "opponent", "seat": "other"})
    pairs = seats.merge(others, on=["match", "hand"]).query("seat != other")
    check_rates(win_rate(run, ["bot", "opponent"]), pairs.groupby(["bot", "opponent"], observed=True))


def test_win_rate_by_street_reached_splits_every_hand(run: holdem_sim.Run) -> None:
    by_street, whole = win_rate(run, ["bot", "street"]), win_rate(run)
    assert set(by_street["street"]) <= {"preflop", "flop", "turn", "river", "showdown"}
    hands = by_street.groupby("bot")["hands"].sum()
    won = (by_street["mbb_per_hand"] * by_street["hands"]).groupby(by_street["bot"]).sum()
    for row in whole.to_dict("records"):
        assert hands[row["bot"]] == row["hands"]
        assert won[row["bot"]] / row["hands"] == pytest.approx(row["mbb_per_hand"])


def test_the_ranking_and_the_win_rate_are_one_number(run: holdem_sim.Run) -> None:
    """From the loop's block sums, or from the log: mbb/hand is ten times bb/100."""
    rows = {row["bot"]: row for row in run.results["ranking"]}
    for row in win_rate(run).to_dict("records"):
        own = rows[row["bot"]]
        assert (row["hands"], row["blocks"]) == (own["hands"], own["blocks"])
        assert row["mbb_per_hand"] == pytest.approx(10 * own["bb_per_100"])
        assert row["half_width"] == pytest.approx(10 * own["half_width"], rel=1e-6, abs=1e-4)


def test_a_frame_can_be_grouped_by_a_column_of_ones_own(run: holdem_sim.Run) -> None:
    seats = run.seats.query("bot != 'call'").sample(frac=1, random_state=1)
    seats["pair"] = seats["hole"].astype(str).str[0] == seats["hole"].astype(str).str[2]
    check_rates(win_rate(seats, ["pair", "bot"]), seats.groupby(["pair", "bot"], observed=True))


def test_compare_is_the_paired_t_test(run: holdem_sim.Run) -> None:
    table = run.seats.pivot_table(index="deal", columns="bot", values="payoff", aggfunc=["sum", "count"], observed=True)
    chips, hands = (table[name][["raise", "call"]].dropna() for name in ("sum", "count"))
    rate = chips.sum() / hands.sum()
    values = rate + (chips - rate * hands) / hands.mean()  # the blocks' means, where all have as many hands
    difference = (values["raise"] - values["call"]) * 1000 / BIG_BLIND
    if len(chips) == run.seats["deal"].nunique():
        rates = win_rate(run).set_index("bot")["mbb_per_hand"]
        assert difference.mean() == pytest.approx(rates["raise"] - rates["call"])
    for data in (run, run.seats):
        found = compare(data, "raise", "call")
        test = stats.ttest_1samp(difference, 0)
        interval = test.confidence_interval()
        assert found["mbb_per_hand"] == pytest.approx(difference.mean())
        assert found["half_width"] == pytest.approx((interval.high - interval.low) / 2)
        assert found["p"] == pytest.approx(test.pvalue)
        assert found["p_above"] == pytest.approx(stats.ttest_1samp(difference, 0, alternative="greater").pvalue)
        assert found["blocks"] == len(difference)


def test_the_bankroll_ends_with_what_was_won(run: holdem_sim.Run) -> None:
    won = run.seats.groupby("bot", observed=True)["payoff"].sum() / BIG_BLIND
    for data in (run, run.seats):
        curve = bankroll(data)
        assert set(curve["bot"]) == set(BOTS)
        for bot, own in curve.groupby("bot"):
            assert own["big_blinds"].iloc[-1] == pytest.approx(won[bot])
            assert own["blocks"].is_monotonic_increasing
            assert own["hands"].iloc[-1] == (run.seats["bot"] == bot).sum()
            net = run.seats[run.seats["bot"] == bot].groupby("deal")["payoff"].sum() / BIG_BLIND
            band = stats.t.ppf(0.975, len(net) - 1) * net.std() * np.sqrt(len(net))
            assert own["half_width"].iloc[-1] == pytest.approx(band)


def test_the_matrix_is_the_twins(run: holdem_sim.Run) -> None:
    hands: list[tuple[int, list[tuple[str, float]]]] = [
        (int(own["deal"].iloc[0]), [(str(bot), payoff) for bot, payoff in zip(own["bot"], own["payoff"], strict=True)])
        for _, own in run.seats.assign(row=run.seats.index // run.players).groupby("row")
    ]
    table = matrix(run)
    assert len(table) == 6
    for row in table.to_dict("records"):
        rows = [(deal, x / BIG_BLIND) for deal, x in naive.pair_rows(hands, row["bot"], row["opponent"])]
        rate, width, _, blocks = naive.win_rate(rows)
        assert row["blocks"] == blocks
        assert row["mbb_per_hand"] == pytest.approx(rate, abs=1e-9)
        assert row["half_width"] == pytest.approx(width, rel=1e-6, abs=1e-6)
        error = width / stats.t.ppf(0.975, blocks - 1)
        p = 2 * stats.t.sf(abs(rate) / error, blocks - 1) if error else float(rate == 0)
        assert row["p"] == pytest.approx(p, abs=1e-9)


def test_the_places_by_winnings_are_those_of_the_ranking(run: holdem_sim.Run) -> None:
    """Also where a bot has now one seat, now two: both are chips over hands."""
    table = places(run)
    winnings = table[table["rule"] == "total winnings"]
    assert list(winnings["bot"]) == [row["bot"] for row in run.results["ranking"]]
    own = pair_ratio(scan(run).pairs)[0].diagonal()
    assert own == pytest.approx(ratio(scan(run).by_bot)[0])


def test_what_a_hand_is_worth(run: holdem_sim.Run) -> None:
    found = scan(run)
    table = worth(found.by_bot, BIG_BLIND)
    for number, bot in enumerate(found.bots):
        own = run.seats[run.seats["bot"] == bot]
        _, width, hands, blocks = naive.win_rate(zip(own["deal"], own["payoff"] / BIG_BLIND, strict=True))
        effective = width / 1000 / stats.t.ppf(0.975, blocks - 1) * np.sqrt(hands)
        assert table.loc[number, "sigma_raw"] == pytest.approx(own["payoff"].std() / BIG_BLIND)
        assert table.loc[number, "sigma_eff"] == pytest.approx(effective)
        assert table.loc[number, "variance_ratio"] == pytest.approx((effective * BIG_BLIND / own["payoff"].std()) ** 2)


def test_threads_do_not_change_a_number(run: holdem_sim.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdem_sim.analysis.scan.THREADS", 1)
    alone = scan(holdem_sim.load(run.folder))
    for name in ("counts", "by_bot", "by_position", "by_street", "pairs", "cluster_chips", "cluster_weights"):
        assert (getattr(alone, name) == getattr(scan(run), name)).all()


def test_style_is_given_by_bot_and_position(run: holdem_sim.Run) -> None:
    whole, split = style(run), style(run, ["bot", "position"])
    assert list(whole["bot"]) == BOTS
    for row in whole.to_dict("records"):
        own = split[split["bot"] == row["bot"]]
        assert own["vpip_count"].sum() == row["vpip_count"]
        assert row["vpip"] == pytest.approx(100 * row["vpip_count"] / row["vpip_of"])


def test_what_cannot_be_computed_is_refused(run: holdem_sim.Run) -> None:
    seats = run.seats
    with pytest.raises(InputError, match="some of bot, position"):
        win_rate(run, ["colour"])
    with pytest.raises(InputError, match="no column 'colour'"):
        win_rate(seats, ["colour"])
    with pytest.raises(InputError, match="give big_blind="):
        win_rate(pd.DataFrame({"bot": ["a"], "deal": [0], "payoff": [1]}))
    with pytest.raises(InputError, match="'hard' did not play"):
        compare(run, "hard", "call")
    with pytest.raises(InputError, match="'hard' is not in the frame"):
        compare(seats, "hard", "call")
    with pytest.raises(InputError, match="give some of bot, position, seat"):
        style(run, ["street"])


@pytest.mark.parametrize("payoff", [[0.5, -0.5], [1.0, float("nan")], [2.0**31, 0.0]])
def test_what_is_no_number_of_chips_is_refused(payoff: list[float]) -> None:
    """Cut to whole chips, half a chip would be none and a missing one minus two thousand million."""
    frame = pd.DataFrame({"bot": ["a", "b"], "deal": [0, 0], "payoff": payoff})
    with pytest.raises(InputError, match="whole numbers"):
        win_rate(frame, big_blind=2)
    with pytest.raises(InputError, match="whole numbers"):
        compare(frame, "a", "b", big_blind=2)


def test_what_cannot_group_is_refused(run: holdem_sim.Run) -> None:
    for by in ([], ["deal"], ["bot", "bot"]):
        with pytest.raises(InputError, match="by: give"):
            win_rate(run.seats, by)
    with pytest.raises(InputError, match="at least 1 chip"):
        win_rate(run.seats, big_blind=0)
    with pytest.raises(InputError, match="two different bots"):
        compare(run, "hard", "hard")


def test_unequal_blocks_weigh_by_their_hands() -> None:
    """A frame of one's own, two blocks of unequal size: the rate is chips over hands, not a mean of means."""
    frame = pd.DataFrame({"bot": ["a"] * 3, "deal": [0, 0, 1], "payoff": [2, 4, 12]})
    row = win_rate(frame, big_blind=2).iloc[0]
    assert (row["mbb_per_hand"], row["hands"], row["blocks"]) == (3000, 3, 2)
