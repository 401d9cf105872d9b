"""``holdem-sim sit-and-go``: JSON, places that the log gives again, rebuys, dead button, threads, resume, refusals."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t

import holdem_sim
from tests.cli.running import Run, manifest
from tests.naive import places as naive

KEYS = [
    "bots", "tournaments", "blocks", "pool", "prizes", "hands", "seed", "digest", "run", "engine_version", "seconds",
]  # fmt: skip
ROW = [
    "bot", "entries", "roi", "roi_half_width", "in_the_money", "mean_place", "places", "prizes", "buy_ins", "rating",
    "rating_half_width", "hands", "faults",
]  # fmt: skip
BOTS = ("easy", "medium", "hard", "random")
SHORT = ("--levels", "10/20,30/60/5,50/100/100/big_blind", "--level-hands", 4, "--stack", 300)


def rows_of(result: dict[str, Any], seats: int) -> list[list[Any]]:
    """The log's hands as the naive twin reads rows, by tournament."""
    hands = holdem_sim.load(result["run"]).hands
    found: dict[int, list[Any]] = {}
    stacks, payoffs = (hands[[f"{name}_{s}" for s in range(seats)]].to_numpy() for name in ("stack", "payoff"))
    for match, hand, stack, payoff in zip(hands["match"], hands["hand"], stacks, payoffs, strict=True):
        found.setdefault(match, []).append({"hand": hand, "stacks": stack, "payoffs": payoff})
    return [found[match] for match in sorted(found)]


def test_the_json_has_the_documented_keys(run: Run) -> None:
    result = run.json("sit-and-go", *BOTS, "easy", "--tournaments", 50, "--seed", 1, *SHORT)
    assert list(result) == KEYS
    assert [list(row) for row in result["bots"]] == [ROW] * 5
    assert {row["bot"] for row in result["bots"]} == {"easy#1", "medium", "hard", "random", "easy#2"}
    assert (result["tournaments"], result["blocks"]) == (50, 50)
    assert result["pool"] == 50 * 5 * 100 == sum(result["prizes"]) == sum(row["prizes"] for row in result["bots"])
    assert result["prizes"] == [50 * 325, 50 * 175]
    assert [sum(row["places"]) for row in result["bots"]] == pytest.approx([50] * 5)
    assert np.sum([row["places"] for row in result["bots"]], axis=0) == pytest.approx([50] * 5)
    assert np.mean([row["mean_place"] for row in result["bots"]]) == pytest.approx(3)
    rois = [row["roi"] for row in result["bots"]]
    assert rois == sorted(rois, reverse=True)
    assert sum(rois) == pytest.approx(0)


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--button", "dead"),
        ("--rebuys", 2, "--rebuy-levels", 2),
        ("--rebuys", 1, "--rebuy-levels", 3, "--rebuy-at", 99),
    ],
)
@pytest.mark.parametrize("design", ["independent", "rotate"])
def test_places_prizes_and_returns_are_those_of_the_log(run: Run, options: tuple[object, ...], design: str) -> None:
    result = run.json("sit-and-go", *BOTS, "--tournaments", 120, "--buy-in", 11, "--prizes", "50/33.33/16.67",
                      "--seed", 2, "--design", design, *SHORT, *options)  # fmt: skip
    loaded = holdem_sim.load(result["run"])
    table = loaded.places
    found = [naive.of_tournament(hands, 4, 300, 11, [5000, 3333, 1667]) for hands in rows_of(result, 4)]
    for key in ("place", "shared", "prize", "buy_ins", "hands"):
        assert table[key].tolist() == [own[key] for tournament in found for own in tournament], key
    assert table["tournament"].tolist() == [k // 4 for k in range(480)]
    assert table["entry"].tolist() == [k % 4 for k in range(480)]
    first = loaded.hands[loaded.hands["hand"] == 0]
    assert table["bot"].tolist() == first[[f"bot_{seat}" for seat in range(4)]].to_numpy().ravel().tolist()
    assert (table["profit"] == table["prize"] - 11 * table["buy_ins"]).all()
    assert result["pool"] == 11 * table["buy_ins"].sum() == table["prize"].sum()
    for row in result["bots"]:
        own = table[table["bot"] == row["bot"]]
        unit = own["tournament"] // (1 if design == "independent" else 4)
        profits, costs = own["profit"].groupby(unit).sum(), 11 * own["buy_ins"].groupby(unit).sum()
        ratio, width = naive.roi(profits.tolist(), costs.tolist(), t.ppf(0.975, len(profits) - 1))
        assert (row["roi"], row["roi_half_width"]) == (pytest.approx(ratio), pytest.approx(width))
        assert row["in_the_money"] == pytest.approx((own["prize"] > 0).mean())
        assert row["mean_place"] == pytest.approx((own["place"] + (own["shared"] - 1) / 2).mean())
        assert row["hands"] == own["hands"].sum()
        shares = [((own["place"] <= p) & (p < own["place"] + own["shared"])) / own["shared"] for p in range(1, 5)]
        assert row["places"] == pytest.approx([share.sum() for share in shares])
    if "--rebuys" in options:
        assert table["buy_ins"].max() > 1


def test_the_dead_button_leaves_positions_empty_and_names_the_others(run: Run) -> None:
    result = run.json("sit-and-go", *BOTS, "easy", "--tournaments", 40, "--seed", 3, "--button", "dead", *SHORT)
    loaded = holdem_sim.load(result["run"])
    seats = loaded.seats
    assert "big_blind" not in seats.attrs
    by_hand = seats.groupby(["match", "hand"])["position"].apply(set)
    assert all("BB" in names for names in by_hand)
    assert any("BTN" not in names for names in by_hand)
    assert any("SB" not in names and len(names) > 2 for names in by_hand)
    assert all(
        len(names) == count for names, count in zip(by_hand, seats.groupby(["match", "hand"]).size(), strict=True)
    )
    big = seats[seats["position"] == "BB"].set_index(["match", "hand"])["seat"]
    hands = loaded.hands.set_index(["match", "hand"])
    pd.testing.assert_series_equal(big.astype("int8"), hands["big_blind"], check_names=False)


def test_threads_extending_and_lost_files_do_not_change_the_result(run: Run, small_shards: int) -> None:
    options = (*BOTS, "--seed", 4, *SHORT)
    whole = run.json("sit-and-go", *options, "--tournaments", 300, "--threads", 1)
    assert len(manifest(whole["run"])["shards"]) > 3
    assert run.json("sit-and-go", *options, "--tournaments", 300, "--threads", 3)["digest"] == whole["digest"]
    part = run.json("sit-and-go", *options, "--tournaments", 100, "--log", "summary")
    assert part["digest"] != whole["digest"]
    longer = run.json("resume", part["run"], "--matches", 300)
    assert (longer["digest"], longer["bots"]) == (whole["digest"], whole["bots"])
    assert json.loads((Path(part["run"]) / "results.json").read_text())["bots"] == whole["bots"]
    lost = Path(whole["run"]) / manifest(whole["run"])["shards"][1]["places"]
    before = lost.read_bytes()
    lost.unlink()
    assert run.json("resume", whole["run"])["digest"] == whole["digest"]
    assert lost.read_bytes() == before


def test_an_untimely_end_of_the_room_changes_nothing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ("sit-and-go", *BOTS, "--seed", 4, "--tournaments", 60, *SHORT)
    whole = run.json(*options)["digest"]
    monkeypatch.setattr("holdem_sim.experiment.freezeout.FreezeoutConfig.usual_hands", 1)
    assert run.json(*options)["digest"] == whole


def test_one_bot_in_every_seat_and_more_bots_than_seats(run: Run) -> None:
    alone = run.json("sit-and-go", "easy", "--players", 6, "--tournaments", 20, "--seed", 5)
    assert [(row["bot"], row["roi"], row["entries"]) for row in alone["bots"]] == [("easy", 0, 120)]
    assert alone["bots"][0]["rating"] is None
    many = run.json("sit-and-go", *BOTS, "raise", "call", "--players", 3, "--tournaments", 20, "--seed", 5)
    assert sum(row["entries"] for row in many["bots"]) == 60


def test_the_python_function_gives_the_commands_result(run: Run) -> None:
    levels = [(10, 20), (30, 60, 5), (50, 100, 100, "big_blind")]
    result = holdem_sim.sit_and_go(
        BOTS, tournaments=30, levels=levels, level_hands=4, stack=300, prizes=[70, 30], seed=9
    )
    told = run.json("sit-and-go", *BOTS, "--tournaments", 30, *SHORT, "--prizes", "70/30", "--seed", 9)
    assert result.to_json()["bots"] == told["bots"]
    assert result.pool == told["pool"]


def test_the_table_names_interval_and_number(run: Run) -> None:
    done = run("sit-and-go", *BOTS, "--tournaments", 20, "--seed", 8, "--quiet", *SHORT)
    assert done.code == 0
    assert all(word in done.out for word in ("ROI %", "95 % interval", "20 tournaments", "pool 8,000"))


def test_win_rates_in_big_blinds_are_refused_where_blinds_rise(run: Run) -> None:
    folder = run.json("sit-and-go", *BOTS, "--tournaments", 5, "--seed", 8)["run"]
    assert "blinds rise in this run" in run.refused("stats", folder)
    cash = run.json("match", "easy", "hard", "--matches", 4)["run"]
    with pytest.raises(holdem_sim.InputError, match="is a match, which has no places"):
        _ = holdem_sim.load(cash).places


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("easy",), "a Sit & Go is for 2 to 10 players, not 1: give players"),
        (("easy",) * 11, "not 11"),
        (("easy", "--players", "11"), "players 11: must be from 2 to 10"),
        (("easy", "hrad"), "did you mean hard"),
        (("easy", "hard", "--tournaments", "0"), "tournaments 0: must be from 1"),
        (("easy", "hard", "--levels", "10/20,x"), "level 2 'x': give SMALL/BIG"),
        (("easy", "hard", "--levels", "20/10"), "the small blind is above the big blind"),
        (("easy", "hard", "--levels", "10/20,20/10"), "level 2: blinds 20/10: the small blind is above the big blind"),
        (("easy", "hard", "--levels", "10/20/5/none"), "ante 5: say who pays it"),
        (("easy", "hard", "--levels", ""), "level 1 ''"),
        (("easy", "hard", "--level-hands", "0"), "level_hands 0: must be from 1"),
        (("easy", "hard", "--prizes", "50/40"), "prizes 50/40: must sum to 100, not 90"),
        (("easy", "hard", "--prizes", "40/60"), "a lower place is paid more"),
        (("easy", "hard", "--prizes", "50/30/20"), "prizes 50/30/20: give 1 to 2 of them"),
        (("easy", "hard", "--prizes", "a/b"), "prizes 'a/b': give percentages"),
        (("easy", "hard", "--prizes", "100/0"), "percentages above 0"),
        (("easy", "hard", "--prizes", "nan/50"), "percentages above 0"),
        (("easy", "hard", "--rebuys", "2"), "rebuys 2, rebuy_levels 0: give both"),
        (
            ("easy", "hard", "--rebuys", "2", "--rebuy-levels", "1", "--level-hands", "1"),
            "rebuy_levels 1: a level of 1",
        ),
        (("easy", "hard", "--rebuy-at", "2"), "rebuy_at 2: there are no rebuys"),
        (("easy", "hard", "--rebuys", "1", "--rebuy-levels", "1", "--rebuy-at", "1500"), "must be below the stack"),
        (("easy", "hard", "--stack", "19"), "stack 19: is below the big blind"),
        (("easy", "hard", "--stack", "2000000000"), "more than the 2147483647 chips"),
        (("easy", "hard", "--buy-in", "0"), "buy_in 0: must be from 1"),
        (("easy", "hard", "--button", "live"), "live"),
        (("easy", "hard", "--design", "balanced", "--players", "7"), "design balanced"),
    ],
)
def test_bad_input(run: Run, arguments: tuple[str, ...], words: str) -> None:
    assert words in run.refused("sit-and-go", *arguments)


def test_extending_by_hands_is_refused(run: Run) -> None:
    folder = run.json("sit-and-go", "easy", "hard", "--tournaments", 4)["run"]
    assert "give matches" in run.refused("resume", folder, "--hands", 100)
    assert "already has 4" in run.refused("resume", folder, "--matches", 2)


@pytest.mark.parametrize("log", ["hands", "summary"])
def test_single_hands_are_shown_and_exported_by_the_rules_of_their_level(run: Run, log: str) -> None:
    """Each level's blinds and antes stand in the exported hands, which play out as they did."""
    result = run.json("sit-and-go", *BOTS, "--tournaments", 6, "--seed", 3, "--log", log, "--out", "here", *SHORT)
    assert "no-limit hold'em 10/20," in run("show", "here", "0:0").out
    assert "no-limit hold'em 30/60," in run("show", "here", "0:4").out
    assert "ended after" in run.refused("show", "here", "0:900")
    assert run("export", "here", "--format", "phh", "--out", "all.phhs", "--quiet").code == 0
    verified = run("verify", "all.phhs", "--json", "--quiet").json
    assert (verified["read"], verified["agree"]) == (result["hands"], result["hands"])
