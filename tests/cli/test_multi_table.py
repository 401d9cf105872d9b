"""``holdem-sim multi-table``: JSON, places of the log, one table at a time, threads, resume, strict, refusals."""

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import t

import holdem_sim
from holdem_sim.experiment.multi_table import usual_prizes
from tests.cli.running import CHEAT, STUBBORN, Run, manifest
from tests.cli.test_sit_and_go import BOTS, KEYS, ROW, SHORT
from tests.naive import places as naive

FIELD = ("--entries", 30, "--players", 4, *SHORT)


def test_the_json_has_the_documented_keys(run: Run) -> None:
    result = run.json("multi-table", *BOTS, "--tournaments", 12, "--seed", 1, *FIELD)
    assert list(result) == KEYS
    assert [list(row) for row in result["bots"]] == [ROW] * 4
    assert sum(row["entries"] for row in result["bots"]) == 12 * 30
    assert {row["entries"] for row in result["bots"]} == {90}
    assert result["pool"] == 12 * 30 * 100 == sum(row["prizes"] for row in result["bots"]) == sum(result["prizes"])
    assert result["prizes"] == [12 * paid for paid in naive.prizes(3000, [round(100 * s) for s in usual_prizes(30)], 4)]
    assert np.sum([row["places"] for row in result["bots"]], axis=0) == pytest.approx([12] * 4)
    assert np.mean([row["mean_place"] for row in result["bots"]]) == pytest.approx(15.5)


@pytest.mark.parametrize("options", [(), ("--rebuys", 2, "--rebuy-levels", 2, "--button", "dead")])
def test_frames_agree_with_each_other_and_the_result(run: Run, options: tuple[object, ...]) -> None:
    result = run.json("multi-table", *BOTS, "--tournaments", 15, "--buy-in", 9, "--seed", 2, *FIELD, *options)
    loaded = holdem_sim.load(result["run"])
    places, seats = loaded.places, loaded.seats
    assert len(places) == 15 * 30
    assert places.groupby("tournament")["entry"].apply(sorted).tolist() == [list(range(30))] * 15
    assert not seats.duplicated(["match", "hand", "entry"]).any()  # nobody plays two tables
    played = seats.groupby(["match", "entry"]).size()
    assert played.tolist() == places.sort_values(["tournament", "entry"])["hands"].tolist()
    who = seats[["match", "entry", "bot"]].drop_duplicates().sort_values(["match", "entry"])
    assert who["bot"].tolist() == places["bot"].tolist()
    by_place = places.sort_values(["tournament", "place"])
    assert (by_place.groupby("tournament")["prize"].diff().dropna() <= 0).all()
    assert places["prize"].sum() == result["pool"] == 9 * places["buy_ins"].sum()
    chips = seats.groupby(["match", "hand"])["stack"].sum()
    assert chips.groupby("match").last().tolist() == (300 * places.groupby("tournament")["buy_ins"].sum()).tolist()
    final = seats.groupby("match")["hand"].transform("max") == seats["hand"]
    assert seats[final].groupby("match")["table"].nunique().eq(1).all()
    for row in result["bots"]:
        own = places[places["bot"] == row["bot"]].groupby("tournament")[["profit", "buy_ins"]].sum()
        ratio, width = naive.roi(own["profit"].tolist(), (9 * own["buy_ins"]).tolist(), t.ppf(0.975, len(own) - 1))
        assert (row["roi"], row["roi_half_width"]) == (pytest.approx(ratio), pytest.approx(width))


def test_threads_extending_and_lost_files_do_not_change_the_result(run: Run, small_shards: int) -> None:
    options = ("multi-table", *BOTS, "--seed", 4, *FIELD)
    whole = run.json(*options, "--tournaments", 60, "--threads", 1)
    assert len(manifest(whole["run"])["shards"]) > 3
    assert run.json(*options, "--tournaments", 60, "--threads", 3)["digest"] == whole["digest"]
    part = run.json(*options, "--tournaments", 20, "--log", "summary")
    longer = run.json("resume", part["run"], "--matches", 60)
    assert (longer["digest"], longer["bots"]) == (whole["digest"], whole["bots"])
    for name in ("places", "file"):
        lost = Path(whole["run"]) / manifest(whole["run"])["shards"][1][name]
        before = lost.read_bytes()
        lost.unlink()
        assert run.json("resume", whole["run"])["digest"] == whole["digest"]
        assert lost.read_bytes() == before


def test_a_field_of_one_table_and_one_bot(run: Run) -> None:
    result = run.json("multi-table", "easy", "--entries", 5, "--tournaments", 3, "--seed", 5)
    assert [(row["bot"], row["entries"], row["roi"]) for row in result["bots"]] == [("easy", 15, 0)]


def test_a_strict_run_stops_and_names_the_bot(run: Run) -> None:
    done = run("multi-table", "call", STUBBORN, "--strict", "--seed", 3, "--tournaments", 2, "--quiet")
    assert done.code == 1
    assert "bot stubborn: illegal action" in done.err
    assert "--strict" in done.err


def test_a_bot_that_makes_chips_ends_the_run_with_the_hand(run: Run) -> None:
    for format_name in ("multi-table", "sit-and-go"):
        done = run(format_name, "call", CHEAT, "--seed", 3, "--tournaments", 3, "--quiet")
        assert done.code == 1
        assert "the chips do not add up in hand" in done.err


def test_the_python_function_gives_the_commands_result(run: Run) -> None:
    result = holdem_sim.multi_table(BOTS, tournaments=4, entries=12, players=5, seed=9, prizes=(60, 40))
    told = run.json("multi-table", *BOTS, "--tournaments", 4, "--entries", 12, "--players", 5, "--seed", 9,
                    "--prizes", "60/40")  # fmt: skip
    assert result.to_json()["bots"] == told["bots"]


@pytest.mark.parametrize("entries", [2, 3, 10, 90, 777, 5000])
def test_usual_prizes_are_those_of_one_pool(entries: int) -> None:
    prizes = usual_prizes(entries)
    assert sum(round(100 * share) for share in prizes) == 10_000
    assert list(prizes) == sorted(prizes, reverse=True)
    assert prizes[-1] > 0
    assert len(prizes) == min(max(1, round(0.15 * entries)), 500)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--entries", "1"), "entries 1: must be from 2"),
        (("--entries", "10001"), "entries 10001: must be from 2 to 10000"),
        (("--players", "11"), "players 11: must be from 2 to 10"),
        (("--prizes", "50/40"), "must sum to 100"),
        (("--stack", "30000000"), "more than the 2147483647 chips"),
        (("--design", "rotate"), "No such option"),
    ],
)
def test_bad_input(run: Run, arguments: tuple[str, ...], words: str) -> None:
    assert words in run.refused("multi-table", "easy", "hard", *arguments)
