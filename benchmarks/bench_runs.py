"""Whole tournaments: what the log costs, what a second thread brings, memory, disk, start-up."""

from __future__ import annotations

import itertools
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.apart import ROOT, run_apart
from benchmarks.meter import Meter, cpu_seconds
from benchmarks.mode import current
from holdem_sim import tournament

REFERENCE: dict[str, Any] = {"bots": ["easy", "medium", "hard"], "players": 6, "seed": 1}
HEADS_UP: dict[str, Any] = {"bots": ["hard", "medium"], "players": 2, "seed": 1}
COMMAND = [sys.executable, "-c", "from holdem_sim.cli.main import main; main()"]
HANDS_A_SECOND = 1_000_000
LEAST_HANDS = 262_144
REPEATS = 5


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[Iterator[Path]]:
    """Names of new folders, which are deleted in the end."""
    yield (tmp_path / str(number) for number in itertools.count())
    shutil.rmtree(tmp_path, ignore_errors=True)


def enough_hands(meter: Meter) -> int:
    """For a run that is much longer than what it costs to begin one, in whole shards for two threads."""
    return max(LEAST_HANDS, int(4 * meter.mode.seconds * HANDS_A_SECOND))


@pytest.mark.parametrize(("row", "options"), [("log 6", REFERENCE), ("log 2", HEADS_UP)], ids=["six", "heads-up"])
def bench_log(meter: Meter, folders: Iterator[Path], row: str, options: dict[str, Any]) -> None:
    """Runs with and without the log in turn; the ratio of each pair."""
    by_clock, by_cpu = in_turn(meter, folders, {**options, "threads": 1}, {"log": "hands"}, {"log": "summary"})
    meter.file(row, [1 / ratio for ratio in by_clock], wall=1 / statistics.median(by_clock))
    meter.file(f"pairs: {row}, by CPU time", [1 / ratio for ratio in by_cpu])


@pytest.mark.parametrize("log", ["summary", "hands"])
def bench_two_threads(meter: Meter, folders: Iterator[Path], log: str) -> None:
    """Runs on one thread and on two in turn; the ratio of each pair."""
    if (os.cpu_count() or 1) < 2:
        pytest.skip("this machine has one core")
    by_clock, by_cpu = in_turn(meter, folders, {**REFERENCE, "log": log}, {"threads": 1}, {"threads": 2})
    note = f"--log {log}"
    if log == "summary":
        meter.file("two threads", by_clock, note=note)
        meter.file("two threads cpu", [1 / ratio for ratio in by_cpu], note=note)
    else:
        meter.file("pairs: two threads over one with the log, by the clock", by_clock)
        meter.file("pairs: two threads over one with the log, CPU time a hand", [1 / ratio for ratio in by_cpu])


def in_turn(
    meter: Meter, folders: Iterator[Path], common: dict[str, Any], first: dict[str, Any], second: dict[str, Any]
) -> tuple[list[float], list[float]]:
    """Wall and CPU time of ``first`` over that of ``second``, pair by pair, after one pair to warm up."""
    hands = enough_hands(meter)
    by_clock: list[float] = []
    by_cpu: list[float] = []

    def seconds(options: dict[str, Any]) -> tuple[float, float]:
        begun = cpu_seconds()
        result = tournament(**common, **options, hands=hands, out=next(folders))
        shutil.rmtree(result.run)
        return result.seconds, cpu_seconds() - begun

    def pair() -> float:
        wall, cpu = seconds(first)
        other_wall, other_cpu = seconds(second)
        by_clock.append(wall / other_wall)
        by_cpu.append(cpu / other_cpu)
        return wall

    rounds = meter.mode.rounds
    meter.times(pair, rounds)
    return by_clock[-rounds:], by_cpu[-rounds:]


@pytest.mark.parametrize("log", ["summary", "hands"])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("hands", current().runs())
def bench_run(meter: Meter, folders: Iterator[Path], hands: int, threads: int, log: str) -> None:
    """hard v medium in a process of its own: the cost curves, memory, disk."""
    runs = []

    def run() -> float:
        folder = next(folders)
        runs.append(run_apart(folder, **HEADS_UP, hands=hands, threads=threads, log=log))
        shutil.rmtree(folder)
        return runs[-1].wall

    meter.times(run, REPEATS if hands <= meter.mode.repeated else 1, warm_up=False)
    assert len({run.digest for run in runs}) == 1
    name = f"{hands} {threads} {log}"
    meter.file(f"runs: {name}", [run.hands / run.wall for run in runs])
    meter.file(f"runs cpu: {name}", [run.hands / run.cpu for run in runs])
    meter.file(f"runs peak: {name}", [run.peak for run in runs])
    if hands == meter.mode.largest_run and threads == 2:
        meter.file(f"memory {log}", [run.peak for run in runs], note=f"{hands:,} hands, 2 threads")
        if log == "hands":
            meter.file("disk", [run.disk / run.hands for run in runs])


def command(arguments: list[str], **environment: str) -> int:
    """Run ``holdem-sim``; the length of what it prints."""
    done = subprocess.run(
        [*COMMAND, *arguments], cwd=ROOT, env={**os.environ, **environment}, check=True, capture_output=True
    )
    return len(done.stdout)


def bench_cold_start(meter: Meter, folders: Iterator[Path]) -> None:
    def run() -> float:
        cache, out = next(folders), next(folders)
        length = command(
            ["tournament", "easy", "medium", "hard", "--hands", "12", "--seed", "1", "--out", str(out)],
            HOLDEM_SIM_CACHE=str(cache),
        )
        shutil.rmtree(cache)
        return length

    walls, cpus = meter.times(run, meter.mode.cold_starts, warm_up=False)
    meter.file("cold start", walls, note=f"{statistics.median(cpus):.1f} s of CPU time")


def bench_warm_tournament(meter: Meter, folders: Iterator[Path]) -> None:
    def run() -> float:
        out = str(next(folders))
        return command(["tournament", "easy", "medium", "hard", "--hands", "10000", "--seed", "1", "--out", out])

    walls, cpus = meter.times(run)
    meter.file("warm tournament", walls, note=f"{statistics.median(cpus):.2f} s of CPU time")


def bench_help(meter: Meter) -> None:
    walls, cpus = meter.times(lambda: command(["--help"]))
    meter.file("help", walls, note=f"{statistics.median(cpus):.2f} s of CPU time")
