"""[sweep]: the grid, its frame, the same deals at every point, one folder that can be gone on with."""

import json
import shutil
from pathlib import Path

import pandas as pd
import pytest

import holdem_sim
from holdem_sim.experiment.sweep import SweepResult
from holdem_sim.simulate.shards import play_shard
from tests.cli.running import Run, manifest

TEXT = """\
format = "tournament"
bots = ["call", "raise", "random"]
seed = 5
rules.blinds = "1/2"
[schedule]
players = 3
hands = 60
[sweep]
stack = [20, 60]
betting = ["no-limit", "fixed-limit"]
"""


def write(text: str = TEXT) -> str:
    Path("grid.toml").write_text(text, "utf-8")
    return "grid.toml"


def test_the_frame_has_a_row_a_point_and_bot(run: Run) -> None:
    result = run.json("run", write())
    assert list(result) == ["name", "sweep", "runs", "run"]
    assert result["sweep"] == {"stack": [20, 60], "betting": ["no-limit", "fixed-limit"]}
    frame = pd.read_csv(Path(result["run"]) / "sweep.csv")
    assert list(frame.columns[:3]) == ["stack", "betting", "rank"]
    grid = [(stack, betting) for stack in (20, 60) for betting in ("no-limit", "fixed-limit")]
    assert [tuple(point) for point in frame[["stack", "betting"]].drop_duplicates().to_numpy()] == grid
    assert len(frame) == 12
    assert [tuple(each["point"].values()) for each in result["runs"]] == grid
    assert json.loads((Path(result["run"]) / "results.json").read_text()) == result
    in_python = holdem_sim.run("grid.toml")
    assert isinstance(in_python, SweepResult)
    pd.testing.assert_frame_equal(frame, in_python.frame, check_dtype=False)


def test_every_point_is_the_run_typed_by_hand(run: Run) -> None:
    result = run.json("run", write())
    for each in result["runs"]:
        options = ("--stack", each["point"]["stack"], "--betting", each["point"]["betting"])
        typed = run.json("tournament", "call", "raise", "random", "--seed", 5, "--players", 3, "--hands", 60, *options)
        assert (typed["digest"], typed["ranking"]) == (each["digest"], each["ranking"])
        assert manifest(each["run"])["name"] == "grid"
        assert Path(each["run"]).parent == Path(result["run"])


def test_the_same_deals_at_every_point(run: Run) -> None:
    result = run.json("run", write())
    boards = {tuple(holdem_sim.load(each["run"]).read_seats()["hole"]) for each in result["runs"]}
    assert len(boards) == 1


def test_a_swept_option_of_the_name_of_a_column_keeps_its_full_name(run: Run) -> None:
    text = TEXT.replace("hands = 60\n", "").replace(
        'betting = ["no-limit", "fixed-limit"]', "schedule.hands = [30, 60]"
    )
    frame = pd.read_csv(Path(run.json("run", write(text))["run"]) / "sweep.csv")
    assert list(frame.columns[:2]) == ["stack", "schedule.hands"]
    assert (frame["hands"] == frame["schedule.hands"]).all()


def test_line_ups_blinds_and_seeds_can_be_swept(run: Run) -> None:
    text = """
        format = "match"
        schedule.matches = 4
        [sweep]
        bots = [["call", "raise"], ["call", "random", "raise"]]
        blinds = ["1/2", [2, 4]]
        seed = [1, 2]
        """
    result = run.json("run", write(text))
    frame = pd.read_csv(Path(result["run"]) / "sweep.csv")
    assert len(frame) == 4 * (2 + 3)
    assert set(frame["bots"]) == {"call raise", "call random raise"}
    assert set(frame["blinds"]) == {"1/2", "2 4"}
    assert set(frame["seed"]) == {1, 2}
    assert len({each["digest"] for each in result["runs"]}) == 8


def test_set_changes_the_sweep(run: Run) -> None:
    result = run.json("run", write(), "--set", "sweep.stack=[30]", "--set", "schedule.hands=30")
    assert [each["point"]["stack"] for each in result["runs"]] == [30, 30]


def test_a_dry_run_lists_the_points(run: Run) -> None:
    plan = run.json("run", write(), "--dry-run")
    assert [each["title"] for each in plan["runs"]][:2] == [
        "stack=20, betting=no-limit",
        "stack=20, betting=fixed-limit",
    ]
    assert plan["hands"] == 240
    assert list(Path.cwd().iterdir()) == [Path.cwd() / "grid.toml"]


def test_the_table_shows_every_point(run: Run) -> None:
    done = run("run", write(), "--quiet")
    assert done.out.count("fixed-limit") == 6
    assert "results in results/grid/" in done.out


def test_what_is_missing_is_played_by_resume(run: Run) -> None:
    whole = run.json("run", write(), "--out", "here")
    shutil.rmtree("here/002")
    Path("here/sweep.csv").unlink()
    again = run.json("resume", "here")
    assert [each["digest"] for each in again["runs"]] == [each["digest"] for each in whole["runs"]]
    assert len(pd.read_csv("here/sweep.csv")) == 12
    assert "holds many runs, which cannot be extended" in run.refused("resume", "here", "--hands", 100)
    Path("here/experiment.json").write_text("{}")
    assert "experiment.json: is damaged" in run.refused("resume", "here", code=1)


def test_an_interrupted_sweep_says_how_to_go_on_with_the_whole(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run.json("run", write(), "--out", "whole")
    played = 0

    def interrupted(*arguments: object) -> object:
        nonlocal played
        played += 1
        if played == 3:
            raise KeyboardInterrupt
        return play_shard(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("holdem_sim.experiment.run.play_shard", interrupted)
    done = run("run", "grid.toml", "--out", "here", "--quiet")
    assert done.code == 130
    assert "go on with: holdem-sim resume here\n" in done.err
    assert [each["digest"] for each in run.json("resume", "here")["runs"]] == [each["digest"] for each in whole["runs"]]


def test_too_many_points(run: Run) -> None:
    line = run.refused("run", write(), "--set", f"sweep.stack={list(range(20, 600))}")
    assert "has 1160 points; at most 1000" in line
