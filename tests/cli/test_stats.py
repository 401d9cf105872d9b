"""``holdem-sim stats``: everything again from the folder, with units, intervals, hands and blocks."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.running import Run, manifest

KEYS = [
    "run", "finished", "hands", "blocks", "big_blind", "interval", "win_rates", "by_position", "by_street", "style",
    "style_by_position", "matrix", "ratings", "cycle", "places",
    "alpha_rank",
]  # fmt: skip


def played(run: Run, *options: object) -> None:
    run.json("tournament", "easy", "medium", "hard", "--hands", 1200, "--seed", 3, "--out", "here", *options)


def test_the_json_has_every_statistic(run: Run) -> None:
    played(run)
    done = run("stats", "here", "--json")
    assert done.code == 0
    found = done.json
    assert list(found) == KEYS
    assert (found["hands"], found["blocks"], found["finished"]) == (1200, 100, True)
    assert [row["bot"] for row in found["style"]] == ["easy", "medium", "hard"]
    assert len(found["by_position"]) == 12
    assert len(found["matrix"]) == 6


def test_the_log_alone_gives_the_ranking_again(run: Run) -> None:
    played(run)
    found = run("stats", "here", "--json").json
    style = {row["bot"]: row for row in found["style"]}
    ranking = json.loads(Path("here/results.json").read_text())["ranking"]
    for old, new in zip(ranking, found["win_rates"], strict=True):
        assert (old["bot"], old["hands"], old["blocks"]) == (new["bot"], new["hands"], new["blocks"])
        assert new["mbb_per_hand"] == pytest.approx(10 * old["bb_per_100"])
        assert new["half_width"] == pytest.approx(10 * old["half_width"])
        own = style[old["bot"]]
        assert [own["vpip"], own["pfr"], own["af"]] == pytest.approx([old["vpip"], old["pfr"], old["af"]])


def test_no_rate_is_shown_without_its_interval_and_numbers(run: Run) -> None:
    played(run, "--players", 2)
    done = run("stats", "here")
    assert done.code == 0
    tables = [line for line in done.out.splitlines() if "mbb/hand" in line and "hands" in line]
    assert len(tables) == 5
    assert all("95 %" in line and "blocks" in line for line in tables)
    assert "1,200 hands in 200 blocks; big blind 2" in done.out
    assert "Elo of 1,000 hands" in done.out
    assert re.search(r"No three bots beat .* scale are .* mbb/hand round it ± ", done.out)
    assert re.search(r"Alpha-rank, mass .*: hard 100\.0 % \(", done.out)
    assert "…" not in done.out


@pytest.mark.parametrize(("bots", "rule"), [(2, "cs=0"), (2, "sprt=0:3000"), (3, "cs=0")])
def test_the_intervals_of_a_stopped_run_are_those_of_its_rule(run: Run, bots: int, rule: str) -> None:
    """The plain t interval of a run that stopped by its results would be half as wide and cover too seldom."""
    field = ["hard", "easy", "medium"][:bots]
    options = ("--players", bots, "--hands", 6000, "--seed", 3, "--log", "hands", "--luck", "--out", "here")
    result = run.json("tournament", *field, "--stop", rule, *options)
    assert result["stop"]["bound"] is not None or bots > 2
    found = run("stats", "here", "--json", "--luck").json
    assert found["interval"] == result["stop"]["interval"]
    widths = {row["bot"]: row["half_width"] for row in result["ranking"]}
    for row in found["win_rates"]:
        assert row["half_width"] == pytest.approx(10 * widths[row["bot"]])
    for row in [*found["luck"], *result["luck"]]:
        assert row["half_width"] == pytest.approx(widths[row["bot"]])
    for row in found["matrix"]:
        assert (row["p"] <= 0.05) == (abs(row["mbb_per_hand"]) > row["half_width"]) or bots > 2
    if bots == 2:
        own = found["matrix"][0]
        assert own["half_width"] == pytest.approx(10 * widths[own["bot"]])
        assert found["ratings"][0]["half_width"] > 0.4 * own["half_width"]
    assert "valid at every look" in run("stats", "here").out


def test_a_run_of_one_block_has_no_intervals(run: Run) -> None:
    run.json("tournament", "easy", "hard", "--players", 2, "--hands", 2, "--out", "here")
    found = run("stats", "here", "--json").json
    assert [row["half_width"] for row in found["win_rates"]] == [None, None]
    assert found["ratings"] is None
    assert "too seldom" in run("stats", "here").out


@pytest.mark.parametrize("folder", ["nowhere", "."])
def test_what_is_no_run_folder_is_refused(run: Run, folder: str) -> None:
    assert "is no run folder" in run.refused("stats", folder)


def test_a_run_without_hands_is_refused(run: Run) -> None:
    played(run, "--log", "summary")
    assert "were not kept" in run.refused("stats", "here")


def test_a_damaged_log_is_named(run: Run) -> None:
    played(run)
    file = Path("here/hands/part-00000.parquet")
    data = bytearray(file.read_bytes())
    third = len(data) // 3
    data[third : 2 * third] = bytes(third)
    file.write_bytes(data)
    assert "part-00000.parquet" in run.refused("stats", "here", code=1)


def test_a_run_that_is_not_whole_counts_what_is_there(run: Run, small_shards: int) -> None:
    """Shards lost in the middle leave a gap in the deals."""
    run.json("tournament", "easy", "hard", "--players", 2, "--hands", 3000, "--seed", 3, "--out", "here")
    kept = manifest("here")
    kept["finished"] = None
    del kept["shards"][1:3]
    Path("here/manifest.json").write_text(json.dumps(kept))
    found = run("stats", "here", "--json").json
    assert (found["finished"], found["hands"], found["blocks"]) == (False, 2000, 1000)
    assert [row["blocks"] for row in found["win_rates"]] == [1000, 1000]
    assert ", unfinished" in run("stats", "here").out


def test_a_bot_that_the_manifest_does_not_name_is_refused(run: Run) -> None:
    played(run)
    kept = manifest("here")
    kept["sources"] = {name.replace("hard", "harder"): source for name, source in kept["sources"].items()}
    Path("here/manifest.json").write_text(json.dumps(kept))
    assert "names a bot that the manifest does not" in run.refused("stats", "here", code=1)


@pytest.mark.parametrize("design", ["independent", "rotate"])
def test_ranking_and_stats_agree_and_are_zero_sum_with_more_seats_than_bots(run: Run, design: str) -> None:
    """Played independently a bot has one or two seats in a block: its rate is chips over hands all the same."""
    options = ("tournament", "easy", "medium", "hard", "--players", 4, "--hands", 2004, "--seed", 1)
    result = run.json(*options, "--design", design)
    rows = {row["bot"]: row for row in run.json("stats", result["run"])["win_rates"]}
    assert sum(row["bb_per_100"] * row["hands"] for row in result["ranking"]) == pytest.approx(0, abs=1e-6)
    for row in result["ranking"]:
        assert row["bb_per_100"] == pytest.approx(rows[row["bot"]]["mbb_per_hand"] / 10)
        assert row["half_width"] == pytest.approx(rows[row["bot"]]["half_width"] / 10)
