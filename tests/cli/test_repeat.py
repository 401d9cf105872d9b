"""``holdem-sim repeat``: the same digest again, another one when something changed, and what that was.

``tests/frozen`` holds the manifests of three small runs, each beside the file it was played from. A change of the
engine that moves results bumps ENGINE_VERSION and freezes them anew:
``holdem-sim run tests/frozen/NAME.toml --out tests/frozen/NAME``, of which manifest.json is kept.
"""

import json
import re
import shutil
from pathlib import Path

import pytest

import holdem_sim
from holdem_sim._version import ENGINE_CHANGES, ENGINE_VERSION
from holdem_sim.experiment.file import read_experiment
from holdem_sim.experiment.repeat import engine_changes
from tests.cli.running import BOTS, ROOT, Run, manifest, program

FROZEN = ROOT / "tests" / "frozen"
NAMES = sorted(file.stem for file in FROZEN.glob("*.toml"))
PLAY = ("tournament", "call", "random", "raise", "--seed", 6, "--hands", 60)


@pytest.mark.parametrize("mode", [{}, {"NUMBA_DISABLE_JIT": "1"}], ids=["jit", "plain"])
@pytest.mark.parametrize("name", NAMES)
def test_a_frozen_run_is_played_again_to_the_byte(name: str, mode: dict[str, str]) -> None:
    done = program("repeat", FROZEN / name, "--quiet", **mode)
    assert done.code == 0, done.out + done.err
    *_, then, now, last = done.out.splitlines()
    assert then == f"digest then {manifest(FROZEN / name)['digest']}"
    assert now.split()[-1] == then.split()[-1]
    assert last == "the digests agree"
    assert sorted(path.name for path in (FROZEN / name).iterdir()) == ["manifest.json"]


def test_three_runs_are_frozen_from_the_files_beside_them() -> None:
    assert len(NAMES) >= 3
    assert len({manifest(FROZEN / name)["digest"] for name in NAMES}) == len(NAMES)
    for name in NAMES:
        frozen = manifest(FROZEN / name)
        assert frozen["engine_version"] == ENGINE_VERSION
        assert frozen["config"] == json.loads(json.dumps(read_experiment(FROZEN / f"{name}.toml").config().to_dict()))


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_log_and_folder_do_not_matter(run: Run, small_shards: int, threads: int) -> None:
    result = run.json(*PLAY[:-1], 3000, "--out", "here")
    before = {path: path.read_bytes() for path in Path("here").rglob("*") if path.is_file()}
    found = run.json("repeat", "here", "--threads", threads)
    assert found == {"run": "here", "agrees": True, "digest": result["digest"], "again": result["digest"], "notes": []}
    assert {path: path.read_bytes() for path in Path("here").rglob("*") if path.is_file()} == before
    assert list(Path.cwd().iterdir()) == [Path.cwd() / "here"]


def test_a_stopped_and_an_extended_run_are_repeated_as_they_ended(run: Run, small_shards: int) -> None:
    run.json(
        "tournament", "easy", "hard", "--players", 2, "--seed", 4, "--hands", 20_000, "--stop", "ci=900", "--out", "s"
    )
    assert "stop" in manifest("s")
    assert run.json("repeat", "s")["agrees"]
    run.json(*PLAY, "--out", "longer")
    run.json("resume", "longer", "--hands", 1200)
    assert run.json("repeat", "longer")["agrees"]


def change(folder: str, **values: object) -> None:
    path = Path(folder) / "manifest.json"
    path.write_text(json.dumps({**manifest(folder), **values}))


def test_another_digest_is_said_with_exit_code_1(run: Run) -> None:
    run.json(*PLAY, "--out", "here")
    change("here", digest="0" * 64, versions={**manifest("here")["versions"], "numpy": "1.0"})
    done = run("repeat", "here", "--quiet")
    assert done.code == 1
    assert done.out.splitlines()[-1] == "the digests DIFFER"
    assert re.search(r"^numpy was 1\.0, is ", done.out, re.M)
    assert run("repeat", "here", "--quiet", "--json").json["agrees"] is False


def test_an_edited_bot_is_named(run: Run) -> None:
    shutil.copy(BOTS / "stubborn.py", "mine.py")
    run.json("match", "./mine.py", "call", "--matches", 4, "--out", "here")
    assert run.json("repeat", "here")["notes"] == []
    text = Path("mine.py").read_text()
    Path("mine.py").write_text(text + "\n# edited\n")
    found = run.json("repeat", "here")
    assert (found["agrees"], found["notes"]) == (True, ["the file of bot mine has changed since"])


def test_another_engine_is_said_with_what_changed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run.json(*PLAY, "--out", "here")
    for module in ("holdem_sim.experiment.repeat", "holdem_sim._version"):
        monkeypatch.setattr(f"{module}.ENGINE_VERSION", 3)
        monkeypatch.setattr(f"{module}.ENGINE_CHANGES", {1: "first", 2: "odd chips", 3: "the deck"})
    done = run("repeat", "here", "--quiet")
    assert done.out.splitlines()[:3] == [
        "played by engine version 1, this is 3; what changed:",
        "2: odd chips",
        "3: the deck",
    ]
    assert done.code == 0
    assert engine_changes(3) == []
    assert engine_changes(4) == ["played by engine version 4, newer than this one, 3"]


def test_every_engine_version_says_what_it_changed_and_stands_in_the_changelog() -> None:
    assert list(ENGINE_CHANGES) == list(range(1, ENGINE_VERSION + 1))
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert all(f"engine version {version})" in changelog for version in ENGINE_CHANGES)


def test_a_run_that_is_not_finished_is_refused(run: Run) -> None:
    run.json(*PLAY, "--out", "here")
    change("here", finished=None)
    assert "here: is not finished; go on with: holdem-sim resume here" in run.refused("repeat", "here")


@pytest.mark.parametrize("folder", ["nowhere", ".", "file"])
def test_what_is_no_run_folder(run: Run, folder: str) -> None:
    Path("file").write_text("mine")
    assert f"{folder}: is no run folder" in run.refused("repeat", folder)


def test_the_folder_of_many_runs_names_one(run: Run) -> None:
    Path("x.toml").write_text('format = "match"\nbots = ["call", "fold"]\nschedule.matches = 2\nsweep.stack = [5, 6]')
    run.json("run", "x.toml", "--out", "here")
    assert "here: holds many runs; repeat one of them, like here/000" in run.refused("repeat", "here")
    assert run.json("repeat", "here/001")["agrees"]


def test_a_bot_that_is_gone(run: Run) -> None:
    shutil.copy(BOTS / "stubborn.py", "mine.py")
    run.json("match", "./mine.py", "call", "--matches", 4, "--out", "here")
    Path("mine.py").unlink()
    assert "mine.py: there is no such file" in run.refused("repeat", "here")


def test_the_python_function(run: Run) -> None:
    digest = run.json(*PLAY, "--out", "here")["digest"]
    found = holdem_sim.repeat("here")
    assert (found.agrees, found.digest, found.again, found.notes) == (True, digest, digest, [])
