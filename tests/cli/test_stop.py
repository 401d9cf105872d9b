"""``tournament --stop``: where it stops, what it prints, and that a stopped run is the run of so many hands."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import holdem_sim
from holdem_sim.analysis.intervals import FIRST_LOOK
from holdem_sim.experiment.stopping import looks
from tests.cli.running import SHARDS_PROGRAM, Run, environment, manifest, program

HARD = ("easy", "hard", "--players", 2, "--seed", 4)


def play(run: Run, *options: object) -> dict[str, Any]:
    return run.json("tournament", *HARD, "--hands", 20_000, *options)


@pytest.mark.parametrize("rule", ["ci=600", "sprt=0:500", "cs=0"])
def test_a_stopped_run_is_the_run_of_so_many_hands(run: Run, small_shards: int, rule: str) -> None:
    stopped = play(run, "--stop", rule, "--out", "stopped")
    assert stopped["stop"]["blocks"] in list(looks(0, 10_000))
    assert stopped["hands"] == 2 * stopped["stop"]["blocks"] < 20_000
    plain = run.json("tournament", *HARD, "--hands", stopped["hands"], "--out", "plain")
    assert plain["digest"] == stopped["digest"]
    for old, new in zip(plain["ranking"], stopped["ranking"], strict=True):
        assert {**old, "half_width": 0} == {**new, "half_width": 0}
    assert sorted(path.name for path in Path("stopped/hands").iterdir()) == sorted(
        path.name for path in Path("plain/hands").iterdir()
    )
    assert holdem_sim.load("stopped").hands.equals(holdem_sim.load("plain").hands)


@pytest.mark.parametrize("threads", [2, 5])
@pytest.mark.parametrize("rule", ["ci=600", "cs=0"])
def test_threads_do_not_change_where_it_stops(run: Run, small_shards: int, rule: str, threads: int) -> None:
    one, more = (play(run, "--stop", rule, "--threads", n, "--out", f"{n}") for n in (1, threads))
    same = ("ranking", "hands", "digest", "stop")
    assert [one[key] for key in same] == [more[key] for key in same]


def test_the_shards_do_not_change_where_it_stops(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for size in (300, 1_000, 100_000):
        monkeypatch.setattr("holdem_sim.experiment.config.SHARD_HANDS", size)
        found.append(play(run, "--stop", "ci=600"))
    assert len({(result["hands"], str(result["stop"])) for result in found}) == 1


def test_the_width_asked_for_is_the_width_printed(run: Run) -> None:
    result = play(run, "--stop", "ci=600")
    assert all(10 * row["half_width"] <= 600 for row in result["ranking"])
    assert result["stop"]["bound"] == "every interval within ± 600 mbb/hand"
    earlier = list(looks(0, result["stop"]["blocks"]))[-2]
    before = run.json("tournament", *HARD, "--hands", 2 * earlier)
    assert any(10 * row["half_width"] > 600 for row in before["ranking"])


def test_the_sequence_excludes_zero_and_is_wider_than_the_plain_interval(run: Run) -> None:
    result = play(run, "--stop", "cs=0")
    plain = run.json("tournament", *HARD, "--hands", result["hands"])
    for row, narrow in zip(result["ranking"], plain["ranking"], strict=True):
        assert abs(row["bb_per_100"]) > row["half_width"] > narrow["half_width"]


def test_sprt_names_the_bound_of_the_first_bot(run: Run) -> None:
    lower = play(run, "--stop", "sprt=0:500")
    assert lower["stop"]["bound"].startswith("lower bound, for 0 mbb/hand")
    upper = run.json("tournament", "hard", "easy", *HARD[2:], "--hands", 20_000, "--stop", "sprt=0:500")
    assert upper["stop"]["bound"].startswith("upper bound, for 500 mbb/hand")
    assert upper["stop"]["blocks"] >= FIRST_LOOK


def test_the_table_says_which_bound_after_how_many_blocks(run: Run) -> None:
    done = run("tournament", *HARD, "--hands", 20_000, "--stop", "ci=600", "--out", "here")
    stop = json.loads(Path("here/results.json").read_text())["stop"]
    assert f"stop ci=600: {stop['bound']}, after {stop['blocks']:,} blocks; the intervals are 95 % t" in done.out
    assert "rounded up" not in done.out


def test_the_cap_ends_what_no_bound_ends(run: Run) -> None:
    done = run("tournament", *HARD, "--hands", 1_000, "--stop", "ci=1", "--out", "here")
    assert "stop ci=1: no bound hit" in done.out
    assert json.loads(Path("here/results.json").read_text())["hands"] == 1_000
    assert "stop" not in manifest("here")


def test_many_bots_stop_when_all_are_told(run: Run) -> None:
    options = ("--players", 3, "--hands", 60_000, "--seed", 4)
    result = run.json("tournament", "easy", "medium", "hard", *options, "--stop", "cs=0")
    assert result["stop"]["blocks"] is not None
    assert all(abs(row["bb_per_100"]) > row["half_width"] for row in result["ranking"])


def test_a_stopped_run_stays_stopped(run: Run, small_shards: int) -> None:
    """Resumed, extended, or with a shard lost."""
    first = play(run, "--stop", "ci=600", "--out", "here")
    again = run.json("resume", "here")
    longer = run.json("resume", "here", "--hands", 40_000)
    Path("here/hands/part-00000.parquet").unlink()
    last = sorted(Path("here/hands").iterdir())[-1]
    last.unlink()
    mended = run.json("resume", "here")
    for other in (again, longer, mended):
        assert [other[key] for key in ("digest", "hands", "stop", "ranking")] == [
            first[key] for key in ("digest", "hands", "stop", "ranking")
        ]


def test_a_run_that_reached_its_cap_goes_on_to_the_bound(run: Run, small_shards: int) -> None:
    whole = play(run, "--stop", "ci=600")
    run.json("tournament", *HARD, "--hands", 1_500, "--stop", "ci=600", "--out", "here")
    gone_on = run.json("resume", "here", "--hands", 20_000)
    assert (gone_on["digest"], gone_on["stop"]) == (whole["digest"], whole["stop"])


@pytest.mark.slow
def test_an_interrupted_run_stops_at_the_same_place(run: Run) -> None:
    options = ["tournament", *map(str, HARD), "--hands", "200000", "--stop", "ci=200", "--threads", "2"]
    whole = program(*options, "--json", "--out", "whole").json
    command = [sys.executable, str(SHARDS_PROGRAM), "1000", *options, "--out", "here"]
    process = subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and not (Path("here/manifest.json").is_file() and len(manifest("here")["shards"]) > 3):
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGINT)
    assert process.wait() == 130
    mended = run.json("resume", "here")
    assert (mended["hands"], mended["stop"]) == (whole["hands"], whole["stop"])


@pytest.mark.parametrize(
    "rule", ["soon", "ci", "ci=", "ci=0", "ci=-5", "sprt=50:0", "sprt=50", "cs=x", "ci=50 or so", ""]
)
def test_what_is_no_rule_is_refused(run: Run, rule: str) -> None:
    assert "stop " in run.refused("tournament", *HARD, "--stop", rule)


def test_sprt_is_for_two(run: Run) -> None:
    line = run.refused("tournament", "easy", "medium", "hard", "--stop", "sprt=0:50")
    assert re.search("is for two bots, not 3", line)


def test_looks_are_fixed_and_grow_by_a_fiftieth() -> None:
    every = list(looks(0, 10**6))
    assert every[0] == FIRST_LOOK
    assert all(1 < later / earlier <= 1.02 for earlier, later in pairwise(every))
    assert [*looks(0, 5_000), *looks(5_000, 10**6)] == every
