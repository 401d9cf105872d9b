"""Times work, in wall and CPU time, and files what was found under a row of the table."""

from __future__ import annotations

import os
import resource
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.mode import Mode
from benchmarks.targets import ROWS

OURS = "holdem_sim"
Work = Callable[[], float]
"""Does something and returns a number made from all that it computed, so that no compiler can leave a part out."""
Play = Callable[[int], float]
"""The same, so many times: hands, mostly."""


@dataclass(frozen=True)
class Figure:
    """One finding, in plain units (seconds, bytes, things a second): the median of ``rounds``, and the extremes.

    ``wall``: as ``value``, but by wall time, where ``value`` is by CPU time. ``load``: the machine's load average then.
    """

    row: str
    who: str
    value: float
    least: float
    most: float
    rounds: int
    wall: float | None
    load: float
    note: str


def cpu_seconds() -> float:
    """CPU time of this process, all its threads, and of the children it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def calibrated(play: Play, seconds: float) -> int:
    """How large a ``play`` takes about ``seconds`` of CPU time, found by doubling."""
    play(1)  # compiles
    size = 1
    while True:
        begun = cpu_seconds()
        play(size)
        spent = cpu_seconds() - begun
        if spent >= seconds / 2:
            return max(1, round(size * seconds / spent))
        size *= 2


class Meter:
    """One benchmark's findings. Without a ``row`` of the table, "name: part" is a line of the table ``name``."""

    def __init__(self, benchmark: Any, mode: Mode) -> None:
        self.benchmark = benchmark
        self.mode = mode
        self._filed: list[dict[str, Any]] = []
        benchmark.extra_info["figures"] = self._filed

    def times(self, work: Work, rounds: int | None = None, warm_up: bool = True) -> tuple[list[float], list[float]]:
        """Wall and CPU seconds of each round, by pytest-benchmark."""
        walls: list[float] = []
        cpus: list[float] = []
        total = 0.0

        def one_round() -> None:
            nonlocal total
            wall, cpu = time.perf_counter(), cpu_seconds()
            result = work()
            cpus.append(cpu_seconds() - cpu)
            walls.append(time.perf_counter() - wall)
            total += float(result)

        rounds = rounds or self.mode.rounds
        self.benchmark.pedantic(one_round, rounds=rounds, iterations=1, warmup_rounds=int(warm_up))
        self.benchmark.extra_info["sum"] = total
        return walls[-rounds:], cpus[-rounds:]

    def rate(self, row: str, work: Work, count: int, who: str = OURS, note: str = "") -> None:
        """File how many of the ``count`` things that ``work`` does go into a CPU second, and into one by the clock."""
        walls, cpus = self.times(work)
        self.file(row, [count / cpu for cpu in cpus], who, count / statistics.median(walls), note)

    def rate_of(self, row: str, play: Play, each: int = 1, who: str = OURS, note: str = "", least: int = 1) -> None:
        """As ``rate``, for as large a ``play`` as takes the mode's time, ``least`` or more; each is ``each`` things."""
        size = max(least, calibrated(play, self.mode.seconds))
        self.rate(row, lambda: play(size), size * each, who, note)

    def cpu_of(self, row: str, play: Play, each: int = 1, who: str = OURS, note: str = "") -> None:
        """File the CPU seconds of one thing, measured on as large a ``play`` as takes the mode's time."""
        size = calibrated(play, self.mode.seconds)
        walls, cpus = self.times(lambda: play(size))
        count = size * each
        self.file(row, [cpu / count for cpu in cpus], who, statistics.median(walls) / count, note)

    def file(
        self, row: str, values: Sequence[float], who: str = OURS, wall: float | None = None, note: str = ""
    ) -> None:
        """Enter the median of ``values``."""
        if row not in ROWS and ": " not in row:
            raise ValueError(f"{row!r} is no row of the table")
        middle, least, most = statistics.median(values), min(values), max(values)
        load = os.getloadavg()[0]
        self._filed.append(asdict(Figure(row, who, middle, least, most, len(values), wall, load, note)))
        print(f"{row:30} {who:20} {middle:.4g} ({least:.4g} - {most:.4g}), load {load:.1f}", flush=True)
