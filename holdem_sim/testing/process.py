"""Runs a child that checks a bot, and tells how it ended: whole, not answering, or dead."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any

from holdem_sim.errors import InputError, RunError
from holdem_sim.testing.watch import CASE, LOADING, TICK, WORKING, Watch

PATIENCE = 12
"""So many times the limit of a decision may take the loading and the first decision, which may compile."""

LONGEST_WORK = 600.0
"""Seconds for what is not the bot's doing."""


@dataclass(frozen=True)
class Job:
    """What a child is to do: ``checks`` of ``spec`` on the first ``most`` of the cases in ``folder``.

    ``name`` distinguishes its files. ``environment``: what differs from this process's. ``limit``: seconds for one
    decision.
    """

    name: str
    spec: str
    checks: tuple[str, ...]
    folder: Path
    most: int
    limit: float
    environment: dict[str, str] = field(default_factory=dict)

    def file(self, kind: str) -> Path:
        """One of its files: job, results, watch, answers, output."""
        suffix = {"answers": ".npz", "job": ".json"}.get(kind, "")
        return self.folder / f"{self.name}-{kind}{suffix}"


@dataclass(frozen=True)
class Report:
    """``results``: each finished check with its failure (the fields of ``checks.Failure``) or None.

    ``died``: the check that did not finish, how the process ended, and the case it was at; None if all finished.
    """

    results: dict[str, dict[str, Any] | None]
    died: tuple[str, str, int | None] | None


def run(job: Job, stop: Event) -> Report:
    """Run ``job`` to its end, or until ``stop`` is set.

    Raises InputError for settings that the bot refuses, RunError when the kit itself fails.
    """
    watch_file = job.file("watch")
    watch_file.unlink(missing_ok=True)
    watch = Watch(watch_file)
    job.file("results").write_text("", "utf-8")
    files = {kind: str(job.file(kind)) for kind in ("results", "watch", "answers")}
    asked = {"spec": job.spec, "checks": job.checks, "cases": str(job.folder / "cases.npz"), "most": job.most}
    job.file("job").write_text(json.dumps({**asked, **files}), "utf-8")
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    with job.file("output").open("wb") as output:
        process = subprocess.Popen(
            # -P: a bot in this folder may be called like a module of Python's
            [sys.executable, "-P", "-m", "holdem_sim.testing.child", str(job.file("job"))],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONPATH": paths, **job.environment},
            start_new_session=True,
        )
        try:
            ended = _wait(process, watch, job.limit, stop)
        finally:
            _kill(process)
    lines = [json.loads(line) for line in job.file("results").read_text("utf-8").splitlines()]
    for line in lines:
        if "usage" in line:
            raise InputError(line["usage"])
        if "kit" in line:
            raise RunError(f"the conformance kit failed: {line['kit']}")
    results = {line["check"]: line["failure"] for line in lines if "check" in line}
    if watch.cells[TICK] == 0:
        last = job.file("output").read_text("utf-8", "replace").strip().splitlines()[-1:]
        raise RunError(f"the checking process {ended}: {' '.join(last)[:300]}")
    missing = [name for name in ("loads", "returns", *job.checks) if name not in results]
    if not missing or results.get("loads"):
        return Report(results, None)
    case = int(watch.cells[CASE])
    return Report(results, (missing[0], ended, case if case >= 0 else None))


def _wait(process: subprocess.Popen[bytes], watch: Watch, limit: float, stop: Event) -> str:
    """How the process ended, or that it is to be ended."""
    tick, since = -1, time.monotonic()
    first = 0  # the tick of the first decision
    while True:
        try:
            code = process.wait(0.05)
        except subprocess.TimeoutExpired:
            if stop.is_set():
                return "was stopped"
            now = time.monotonic()
            at, case = int(watch.cells[TICK]), int(watch.cells[CASE])
            if at != tick:
                tick, since = at, now
                first = first or (at if case >= 0 else 0)
            allowed = LONGEST_WORK if case == WORKING else limit
            if case == LOADING or tick == first:
                allowed = PATIENCE * limit
            if now - since > allowed:
                what = "did not load" if case == LOADING else "did not answer"
                return f"{what} within {allowed:g} s"
        else:
            if code < 0:
                return f"was ended by {signal.Signals(-code).name}"
            return f"ended its process with exit code {code}"


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End it and what it started."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except ProcessLookupError:
        pass
    process.wait()
