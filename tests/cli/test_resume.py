"""A run that stopped anywhere goes on and ends with the bytes of an undisturbed one."""

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import holdem_sim
from holdem_sim.errors import RunError
from holdem_sim.records.manifest import sole_player
from tests.cli.running import SHARDS_PROGRAM, STUBBORN, Run, environment, manifest

HANDS = 25_000
PLAY = ("tournament", "call", "random", "raise", "--seed", 6, "--players", 3)


def same(left: dict[str, Any], right: dict[str, Any]) -> None:
    """The same result, but for the folder and the time it took."""
    drop = ("run", "seconds")
    assert {k: v for k, v in left.items() if k not in drop} == {k: v for k, v in right.items() if k not in drop}


def same_files(left: str, right: str) -> None:
    one, other = (sorted(Path(folder).rglob("*.parquet")) for folder in (left, right))
    assert [path.relative_to(left) for path in one] == [path.relative_to(right) for path in other]
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in other]


def stopped(
    signal_number: int, after_shards: int, shard_hands: int, *options: object
) -> subprocess.CompletedProcess[str]:
    """A program playing into the folder ``run`` that gets a signal once its manifest lists so many shards."""
    arguments = (SHARDS_PROGRAM, shard_hands, *PLAY, "--hands", HANDS, "--out", "run", "--quiet", *options)
    process = subprocess.Popen(
        [sys.executable, *map(str, arguments)],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None:
        if Path("run/manifest.json").exists() and len(manifest("run")["shards"]) >= after_shards:
            process.send_signal(signal_number)
            break
        time.sleep(0.002)
    out, err = process.communicate()
    assert "digest" not in manifest("run"), "it was done before the signal came: play more hands"
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


@pytest.mark.parametrize("after_shards", [0, 1, 4, 12])
def test_a_killed_run_goes_on_to_the_same_bytes(run: Run, small_shards: int, after_shards: int) -> None:
    done = stopped(signal.SIGKILL, after_shards, small_shards)
    assert done.returncode == -signal.SIGKILL
    kept = {path: path.stat().st_mtime_ns for path in (Path("run") / s["file"] for s in manifest("run")["shards"])}
    assert len(kept) >= after_shards
    assert len(holdem_sim.load("run").hands) == sum(shard["rows"] for shard in manifest("run")["shards"])
    resumed = run.json("resume", "run")
    assert {path: path.stat().st_mtime_ns for path in kept} == kept, "what was played is played again"
    same(resumed, run.json(*PLAY, "--hands", HANDS, "--out", "whole"))
    same_files("run", "whole")


@pytest.mark.parametrize("options", [(), ("--log", "summary"), ("--threads", "1")])
def test_ctrl_c_keeps_what_was_played_and_prints_the_command_that_goes_on(
    run: Run, small_shards: int, options: tuple[str, ...]
) -> None:
    done = stopped(signal.SIGINT, 3, small_shards, *options)
    assert (done.returncode, done.stdout) == (130, "")
    assert len(done.stderr.strip().splitlines()) == 1
    assert len(manifest("run")["shards"]) >= 3
    command = shlex.split(done.stderr.split("go on with: ")[1])
    assert command[0] == "holdem-sim"
    same(run.json(*command[1:]), run.json(*PLAY, "--hands", HANDS, *options, "--out", "whole"))


def test_a_folder_with_spaces_is_quoted_in_the_command(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("holdem_sim.experiment.run.play_shard", interrupted)
        done = run(*PLAY, "--hands", 100, "--out", "my run")
    assert done.code == 130
    assert run(*shlex.split(done.err.split("go on with: ")[1])[1:]).code == 0


def test_resume_of_a_finished_run_changes_nothing(run: Run, small_shards: int) -> None:
    result = run.json(*PLAY, "--hands", 3000, "--out", "run")
    files = {path: path.read_bytes() for path in Path("run").rglob("*") if path.is_file()}
    same(run.json("resume", "run"), result)
    assert {path: path.read_bytes() for path in Path("run").rglob("*") if path.is_file()} == files


@pytest.mark.parametrize("first", [1000, 1234, 2999])
def test_an_extended_run_is_a_longer_run(run: Run, small_shards: int, first: int) -> None:
    run.json(*PLAY, "--hands", first, "--out", "run")
    extended = run.json("resume", "run", "--hands", 3000)
    same(extended, run.json(*PLAY, "--hands", 3000, "--out", "whole"))
    same_files("run", "whole")
    assert manifest("run")["config"] == manifest("whole")["config"]
    same(json.loads(Path("run/results.json").read_text()), extended)


def test_a_run_stopped_while_it_was_extended_is_not_finished(
    run: Run, small_shards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise RunError("the plug was pulled")

    run.json(*PLAY, "--hands", 1200, "--out", "run")
    with monkeypatch.context() as patch:
        patch.setattr("holdem_sim.experiment.run.play_shard", broken)
        done = run("resume", "run", "--hands", 3000, "--quiet")
    assert done.code == 1
    assert "the plug was pulled" in done.error
    half = holdem_sim.load("run")
    assert half.manifest["finished"] is None
    assert "digest" not in half.manifest
    with pytest.raises(RunError, match="has not finished"):
        _ = half.results
    same(run.json("resume", "run"), run.json(*PLAY, "--hands", 3000, "--out", "whole"))


@pytest.mark.parametrize("threads", [1, 5])
def test_threads_of_the_resumption_do_not_matter(run: Run, small_shards: int, threads: int) -> None:
    run.json(*PLAY, "--hands", 1200, "--out", "run")
    same(
        run.json("resume", "run", "--hands", 3000, "--threads", threads),
        run.json(*PLAY, "--hands", 3000, "--out", "whole"),
    )


def test_an_edited_bot_is_not_gone_on_with(run: Run, empty_folder: Path) -> None:
    bot = empty_folder / "mine.py"
    bot.write_text(Path(STUBBORN).read_text())
    run.json("tournament", "./mine.py", "call", "--hands", 100, "--out", "run")
    before = manifest("run")
    bot.write_text(bot.read_text().replace("-7", "-8"))
    line = run.refused("resume", "run", "--hands", 200, code=1)
    assert "run: the file of bot mine has changed" in line
    assert manifest("run") == before


def test_a_bot_by_path_is_found_again_from_another_folder(
    run: Run, empty_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (empty_folder / "mine.py").write_text(Path(STUBBORN).read_text())
    run.json("tournament", "./mine.py", "call", "--hands", 100, "--out", "run")
    monkeypatch.chdir(empty_folder.parent)
    assert run.json("resume", empty_folder / "run", "--hands", 200)["hands"] == 200


def test_another_engine_version_is_not_gone_on_with(run: Run) -> None:
    run.json("tournament", "call", "fold", "--hands", 100, "--out", "run")
    kept = manifest("run")
    Path("run/manifest.json").write_text(json.dumps({**kept, "engine_version": 0}))
    line = run.refused("resume", "run", "--hands", 200, code=1)
    assert "engine version 0" in line
    assert "play it anew" in line


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format_version": 99}, "format 99"),
        ({"config": {}}, "damaged"),
        ({"config": {"bots": ["call", "fold"]}}, "config is damaged"),
        ({"config": None}, "damaged"),
        ({"shards": None}, "damaged"),
        ({"shards": [{}]}, "damaged"),
        ({"sources": {}}, "damaged"),
    ],
)
def test_a_damaged_manifest_is_named(run: Run, change: dict[str, Any], words: str) -> None:
    run.json("tournament", "call", "fold", "--hands", 100, "--out", "run")
    Path("run/manifest.json").write_text(json.dumps({**manifest("run"), **change}))
    assert words in run.refused("resume", "run", code=1)


def test_a_manifest_cut_short_is_named(run: Run) -> None:
    run.json("tournament", "call", "fold", "--hands", 100, "--out", "run")
    path = Path("run/manifest.json")
    path.write_text(path.read_text()[:200])
    assert "run/manifest.json: is damaged" in run.refused("resume", "run", code=1)


def test_a_run_is_played_by_one_process_at_a_time(run: Run) -> None:
    run.json(*PLAY, "--hands", 2000, "--out", "run")
    with sole_player(Path("run")):
        done = run("resume", "run", "--hands", 4000, "--quiet")
    assert done.code == 1
    assert "is being played by another process" in done.error
