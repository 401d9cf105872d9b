"""Folders that cannot be written, disks that fill up, shards that are missing, cut short or foreign."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import holdem_sim
from holdem_sim.errors import RunError
from tests.cli.running import Run, manifest

PLAY = ("tournament", "call", "random", "raise", "--seed", 6, "--players", 3)


@pytest.mark.parametrize("folder", ["file/run", "file/run/deeper", "long" * 100])
def test_a_folder_that_cannot_be_made(run: Run, folder: str) -> None:
    Path("file").write_text("mine")
    line = run.refused("tournament", "call", "fold", "--out", folder, code=1)
    assert folder in line


def mount(folder: Path, size: str, *options: str) -> None:
    command = ["mount", "-t", "tmpfs", "-o", ",".join([f"size={size}", *options]), "tmpfs", str(folder)]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root can mount a small disk")
    try:
        mount(disk, "300k")
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no small disk can be mounted here: {error.stderr.decode().strip()}")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def test_a_disk_that_fills_up_keeps_what_was_played(run: Run, small_shards: int, small_disk: Path) -> None:
    folder = small_disk / "run"
    done = run(*PLAY, "--hands", 20_000, "--out", folder, "--quiet")
    assert done.code == 1
    assert "No space left on device" in done.error
    assert f"holdem-sim resume {folder}" in done.error
    kept = holdem_sim.load(folder)
    assert 0 < len(kept.shards) < 40
    assert len(kept.hands) == sum(shard["rows"] for shard in kept.shards)
    assert list(folder.rglob("*.tmp")) == []
    assert run("resume", folder, "--quiet").code == 1, "still full"
    mount(small_disk, "30m", "remount")
    whole = run.json(*PLAY, "--hands", 20_000, "--out", "whole")
    assert run.json("resume", folder)["digest"] == whole["digest"]
    assert [path.read_bytes() for path in sorted(folder.rglob("*.parquet"))] == [
        path.read_bytes() for path in sorted(Path("whole").rglob("*.parquet"))
    ]


def test_a_disk_without_room_for_anything(run: Run, small_disk: Path) -> None:
    with pytest.raises(OSError, match="No space"):
        (small_disk / "ballast").write_bytes(bytes(400_000))
    done = run(*PLAY, "--hands", 100, "--out", small_disk / "run", "--quiet")
    assert done.code == 1
    assert "No space left on device" in done.error


def remove(shard: Path, foreign: Path) -> None:
    shard.unlink()


def cut(shard: Path, foreign: Path) -> None:
    shard.write_bytes(shard.read_bytes()[:-100])


def empty(shard: Path, foreign: Path) -> None:
    shard.write_bytes(b"")


def replace(shard: Path, foreign: Path) -> None:
    shutil.copy(foreign / "hands" / shard.name, shard)


def swap(shard: Path, foreign: Path) -> None:
    shutil.copy(shard.with_name("part-00000.parquet"), shard)


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (remove, "is missing"),
        (cut, "is truncated"),
        (empty, "is truncated"),
        (replace, "another run"),
        (swap, "another run"),
    ],
)
def test_a_shard_that_is_not_whole_is_named_and_resume_mends_it(
    run: Run, small_shards: int, harm: Callable[[Path, Path], None], words: str
) -> None:
    result = run.json(*PLAY, "--hands", 2000, "--out", "run")
    run.json(*PLAY, "--hands", 2000, "--seed", 7, "--out", "foreign")
    shard = Path("run/hands/part-00002.parquet")
    whole = shard.read_bytes()
    harm(shard, Path("foreign"))
    with pytest.raises(RunError, match=rf"part-00002\.parquet: .*{words}") as caught:
        holdem_sim.load("run")
    assert "\n" not in str(caught.value)
    assert run.json("resume", "run")["digest"] == result["digest"]
    assert shard.read_bytes() == whole
    assert len(holdem_sim.load("run").hands) == result["hands"]


def test_a_damaged_byte_inside_a_shard_is_found_when_it_is_read(run: Run) -> None:
    run.json(*PLAY, "--hands", 2000, "--out", "run")
    shard = Path("run/hands/part-00000.parquet")
    data = bytearray(shard.read_bytes())
    data[len(data) // 3] ^= 0xFF
    shard.write_bytes(data)
    with pytest.raises(RunError, match=r"part-00000\.parquet: is damaged") as caught:
        _ = holdem_sim.load("run").hands
    assert "\n" not in str(caught.value)


def test_every_file_is_written_under_another_name_first(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never a half-written file under its final name: each appears by a rename."""
    renamed = []

    def replacing(self: Path, target: Path) -> Path:
        assert not self.name.endswith((".parquet", ".json"))
        renamed.append(Path(target).name)
        os.replace(self, target)
        return Path(target)

    monkeypatch.setattr(Path, "replace", replacing)
    run.json(*PLAY, "--hands", 100, "--out", "run")
    assert set(renamed) == {path.name for path in Path("run").rglob("*") if path.is_file()}
    assert manifest("run")["finished"]
