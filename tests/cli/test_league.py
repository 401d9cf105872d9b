"""[league]: round robin, gauntlet and knock-out over any format; standings against the contests' own results."""

import shutil
from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import holdem_sim
from holdem_sim.experiment.formats import FORMATS
from tests.cli.running import Run, manifest

BOTS = ["hard", "call", "raise", "random", "easy"]
TOURNAMENT = "schedule.players = 3\nschedule.hands = 60\n"
MATCH = "schedule.matches = 6\nschedule.hands = 3\n"
PLACES = "schedule.tournaments = 6\nrules.stack = 100\n"
SCHEDULES = {
    "tournament": TOURNAMENT,
    "match": MATCH,
    "sit-and-go": PLACES,
    "multi-table": f"{PLACES}schedule.entries = 12\nschedule.players = 4\n",
}


def write(shape: str, format_name: str = "tournament", line_up: int = 2, bots: list[str] = BOTS) -> str:
    text = f'format = "{format_name}"\nbots = {bots}\nseed = 7\n{SCHEDULES[format_name]}[league]\nshape = "{shape}"\n'
    Path("cup.toml").write_text(f"{text}line_up = {line_up}\n", "utf-8")
    return "cup.toml"


def line_ups(result: dict[str, Any]) -> list[tuple[str, ...]]:
    return [tuple(contest["bots"]) for contest in result["contests"]]


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("line_up", [2, 3])
def test_round_robin_plays_every_line_up_once(run: Run, format_name: str, line_up: int) -> None:
    result = run.json("run", write("round-robin", format_name, line_up))
    assert list(result) == ["name", "league", "standings", "contests", "seed", "run"]
    assert line_ups(result) == list(combinations(BOTS, line_up))
    score, width = FORMATS[format_name].score, FORMATS[format_name].half_width
    for row in result["standings"]:
        own = [each for contest in result["contests"] for each in contest["rows"] if each["bot"] == row["bot"]]
        assert row["contests"] == len(own)
        assert row[score] == pytest.approx(sum(each[score] for each in own) / len(own))
        assert row[width] == pytest.approx(sum(each[width] ** 2 for each in own) ** 0.5 / len(own))
        number = FORMATS[format_name].number
        assert row[number] == sum(each[number] for each in own) > 0
    scores = [row[score] for row in result["standings"]]
    assert scores == sorted(scores, reverse=True)
    assert len(pd.read_csv(Path(result["run"]) / "standings.csv")) == len(BOTS)


def test_gauntlet_has_the_first_in_every_contest(run: Run) -> None:
    result = run.json("run", write("gauntlet", line_up=3))
    assert line_ups(result) == [("hard", *others) for others in combinations(BOTS[1:], 2)]
    assert next(row for row in result["standings"] if row["bot"] == "hard")["contests"] == 6


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("count", [2, 3, 5])
def test_knock_out_sends_the_losers_home(run: Run, format_name: str, count: int) -> None:
    result = run.json("run", write("knock-out", format_name, bots=BOTS[:count]))
    score = FORMATS[format_name].score
    alive = set(BOTS[:count])
    out: dict[str, int] = {}
    for contest in result["contests"]:
        first, second = contest["bots"]
        assert {first, second} <= alive
        points = {row["bot"]: row[score] for row in contest["rows"]}
        assert contest["winner"] == (first if points[first] >= points[second] else second)
        loser = second if contest["winner"] == first else first
        alive.remove(loser)
        out[loser] = contest["round"]
    assert len(alive) == 1
    assert result["standings"][0]["bot"] == alive.pop()
    width = FORMATS[format_name].half_width
    assert [row[width] is None for row in result["standings"]] == [row["contests"] > 1 for row in result["standings"]]
    for row in result["standings"][1:]:
        assert row["round"] == out[row["bot"]]
        assert row["rank"] == 1 + sum(other["round"] > row["round"] for other in result["standings"])


def test_equal_scores_let_the_first_go_on(run: Run) -> None:
    """Two that fold to every bet and two that call: with equal chips nobody is better."""
    bots = ["call", "raise:percent=50", "raise:percent=60"]
    file = write("knock-out", "match", bots=bots)
    result = run.json("run", file, "--set", "schedule.hands=1", "--set", "matches=2", "--set", "rules.stack=2")
    for contest in result["contests"]:
        shares = [row["won"] for row in contest["rows"]]
        if shares[0] == shares[1]:
            assert contest["winner"] == contest["bots"][0]
    assert any(contest["rows"][0]["won"] == 0.5 for contest in result["contests"])


def test_contests_have_seeds_of_their_own_and_are_ordinary_runs(run: Run) -> None:
    result = run.json("run", write("round-robin", "match"))
    seeds = [manifest(contest["run"])["seed"] for contest in result["contests"]]
    assert seeds == [7 + number for number in range(1, 11)]
    second = result["contests"][1]
    typed = run.json("match", *second["bots"], "--matches", 6, "--hands", 3, "--seed", seeds[1])
    assert typed["bots"] == second["rows"]
    assert holdem_sim.load(second["run"]).manifest["digest"] == typed["digest"]


def test_a_bot_in_two_settings_keeps_its_own_name(run: Run) -> None:
    bots = ["raise:percent=50", "raise:percent=200", "call"]
    result = run.json("run", write("round-robin", bots=bots))
    assert {row["bot"] for row in result["standings"]} == set(bots)


@pytest.mark.parametrize(("shape", "line_up", "contests"), [("round-robin", 2, 10), ("round-robin", 4, 5),
                                                           ("gauntlet", 3, 6), ("knock-out", 2, 4)])  # fmt: skip
def test_the_dry_run_is_the_schedule_that_is_played(run: Run, shape: str, line_up: int, contests: int) -> None:
    file = write(shape, line_up=line_up)
    plan = run.json("run", file, "--dry-run")
    assert len(plan["runs"]) == contests
    assert list(Path.cwd().iterdir()) == [Path("cup.toml").absolute()]
    result = run.json("run", file)
    for planned, contest in zip(plan["runs"], result["contests"], strict=True):
        assert planned["hands"] == sum(shard["rows"] for shard in manifest(contest["run"])["shards"])
        if "winner" not in "".join(planned["bots"]):
            assert planned["bots"] == contest["bots"]
    done = run("run", file, "--dry-run")
    assert f"{contests} runs, about {plan['hands']:,} hands" in done.out
    assert ("hard's mean over its contests" in done.out) == (shape != "knock-out")


def test_the_interval_to_expect_of_the_mean_over_contests(run: Run) -> None:
    plan = run.json("run", write("round-robin"), "--dry-run")
    assert plan["league_half_width"] == pytest.approx(plan["runs"][0]["half_width"] / 2)
    assert run.json("run", write("knock-out"), "--dry-run")["league_half_width"] is None


def test_later_rounds_name_the_contests_they_wait_for(run: Run) -> None:
    done = run("run", write("knock-out"), "--dry-run")
    assert "random, easy" in done.out
    assert "hard, winner of 1" in done.out
    assert "winner of 2, winner of 3" in done.out


def test_the_tables(run: Run) -> None:
    done = run("run", write("knock-out"), "--quiet")
    assert done.out.count("round ") >= 4
    assert "4 contests" in done.out
    assert "seed 7; results in results/cup/" in done.out


def test_what_is_missing_is_played_by_resume(run: Run) -> None:
    whole = run.json("run", write("knock-out"), "--out", "here")
    shutil.rmtree("here/0003")
    again = run.json("resume", "here")
    assert again == whole


def test_a_mass_of_contests_is_refused(run: Run) -> None:
    bots = [f"raise:percent={number}" for number in range(50, 110)]
    assert "makes 34220 contests; at most 10000" in run.refused("run", write("round-robin", line_up=3, bots=bots))
