"""The conformance kit: every promise of a bot, checked in processes of their own."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np

from holdem_sim._jit import JIT
from holdem_sim.errors import InputError, RunError
from holdem_sim.players.load import locate, split_spec
from holdem_sim.testing.cases import Cases, all_cases
from holdem_sim.testing.checks import CHECKS, MANY
from holdem_sim.testing.golden import first_difference, golden_of, known_golden, read_golden, write_golden
from holdem_sim.testing.process import Job, Report, run

Array = np.ndarray[Any, Any]

PROMISES = {
    "loads": "its file runs in a fresh process and declares a bot",
    "returns": "it answers every case and lets its process live",
    "documented": "its docstring says idea, source and known weakness",
    "parameters": "each has a finite range and a meaning, and plays at both ends",
    "answers": "every answer is an integer, none an exception",
    "legal": "every action is one that the rules allow",
    "unchanged": "it writes into nothing that it is given but its memory",
    "repeatable": "the same seed gives the same actions in another process",
    "state": "no module-level data changes, the order of matches does not matter",
    "interleaved": "matches played in turns equal matches played in sequence",
    "rows": "0, 1, 7 and 1024 rows at once are each answered as if alone",
    "stochastic": "it says stochastic if and only if its actions change with its key",
    "effects": "deciding opens no file or socket, reads no clock, prints nothing",
    "jit": "compiled and plain Python give the same actions",
    "golden": "it plays the scenario book as its golden file says",
}
"""The checks, in order, with what each of them holds a bot to."""

NEEDS = {
    "parameters": ("repeatable", "state"),
    "state": ("unchanged", "repeatable"),
    "interleaved": ("repeatable", "state"),
    "rows": ("answers", "repeatable", "state", "interleaved"),
    "stochastic": ("repeatable", "state"),
    "jit": ("answers", "repeatable", "state", "rows"),
    "golden": ("answers", "legal", "repeatable", "state"),
}
"""Checks that say nothing about a bot that fails one of these (all need loads and returns)."""

MOST_SEEDS = 2**63
LIMIT = 20.0
PASSED, FAILED, NOT_RUN = "passed", "failed", "not run"


@dataclass(frozen=True)
class CheckResult:
    """What one check says: ``status`` is "passed", "failed" or "not run".

    ``message`` says why; ``observation`` what the bot saw, ``replay`` the command that shows it again, "" if passed.
    """

    check: str
    status: str
    message: str = ""
    observation: str = ""
    replay: str = ""

    def to_json(self) -> dict[str, str]:
        """As the command's JSON shows it."""
        return asdict(self)

    def __str__(self) -> str:
        lines = [f"{self.check}: {self.status}" + (f": {self.message}" if self.message else "")]
        lines += [f"  {text}" for text in (self.observation, f"again: {self.replay}" if self.replay else "") if text]
        return "\n".join(lines)


def check_bot(
    spec: str,
    *,
    seed: int = 0,
    only: Sequence[str] = (),
    case: int | None = None,
    golden: str | Path | None = None,
    update_golden: bool = False,
    limit: float = LIMIT,
) -> list[CheckResult]:
    """Check the bot ``spec`` (NAME, ./path.py or module:attr, with settings) in child processes.

    ``seed``: of the random hands, 0 to 2^63 - 1. ``only``: names of checks (all without). ``case``: that case alone.
    ``golden``: file of golden actions, by default that of a built-in bot; ``update_golden`` writes it. ``limit``:
    seconds that one decision may take. Raises InputError for wrong usage, RunError when the kit itself fails.
    """
    _check_usage(seed, only, limit)
    path = locate(spec)
    source, text = split_spec(spec)
    exact = spec if path is None or source.isidentifier() else f"{path}{':' if text else ''}{text}"
    file = known_golden(spec) if golden is None else Path(golden)
    if update_golden and (file is None or only or case is not None):
        raise InputError("update golden: name the golden file, and make all checks")
    expected = None if file is None or update_golden or "golden" not in (only or PROMISES) else read_golden(file)
    cases = all_cases(seed)
    if case is not None:
        if case not in cases.numbers:
            raise InputError(f"case {case}: must be from 0 to {len(cases) - 1}")
        cases = cases.until(case)
    try:
        with tempfile.TemporaryDirectory(prefix="holdem-sim-check-", ignore_cleanup_errors=True) as folder:
            cases.save(Path(folder, "cases.npz"))
            found = _Findings(exact, cases, Path(folder), limit, tuple(only) or tuple(PROMISES))
            found.run()
    except OSError as error:
        raise RunError(f"the kit's processes cannot be run: {error}") from None
    if "golden" in found.wanted and case is None and found.alive:
        now = golden_of(cases, found.first.actions)
        if file is not None and update_golden and found.worthy("golden"):
            write_golden(file, now)
            expected = now
        if expected is not None:
            found.compare_golden(first_difference(expected, now))
    options = "" if golden is None else f" --golden {shlex.quote(str(golden))}"
    return [found.result(name, spec, seed, options) for name in PROMISES if name in found.shown]


def assert_conforms(spec: str, **options: Any) -> None:
    """AssertionError listing every failed check of ``check_bot(spec, **options)``; for a bot author's own tests."""
    failed = [result for result in check_bot(spec, **options) if result.status == FAILED]
    if failed:
        raise AssertionError(f"{spec} does not conform:\n" + "\n".join(map(str, failed)))


def _check_usage(seed: int, only: Sequence[str], limit: float) -> None:
    for name in only:
        if name not in PROMISES:
            raise InputError(f"check {name!r}: must be one of {', '.join(PROMISES)}")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < MOST_SEEDS:
        raise InputError(f"seed {seed}: must be a whole number from 0 to 2^63 - 1")
    if not limit > 0:
        raise InputError(f"limit {limit}: must be above 0 seconds")


@dataclass(frozen=True)
class _Actions:
    actions: Array
    faults: Array

    @staticmethod
    def of(job: Job) -> _Actions:
        with np.load(job.file("answers")) as stored:
            return _Actions(stored["actions"], stored["faults"])


class _Findings:
    """The processes of one bot's checks and what they found."""

    def __init__(self, spec: str, cases: Cases, folder: Path, limit: float, wanted: tuple[str, ...]) -> None:
        self.cases = cases
        self.wanted = wanted
        self.failures: dict[str, dict[str, Any] | None] = {}
        checks = tuple(name for name in CHECKS if name in wanted)
        whole, many = len(cases), min(MANY, len(cases))
        one, two = {"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2"}  # two hashes of a text, the same each time
        self._main = Job("main", spec, checks, folder, whole, limit, one)
        self._second = Job("second", spec, ("effects",), folder, many, limit, two)
        other = {"NUMBA_DISABLE_JIT": "1" if JIT else "0", **one}
        self._other_mode = Job("mode", spec, (), folder, many, limit, other)

    def run(self) -> None:
        """Run the processes side by side; compare what they answered."""
        stop = Event()
        with ThreadPoolExecutor(3) as pool:
            try:
                main = pool.submit(self._run_main, stop)
                second = pool.submit(run, self._second, stop) if {"repeatable", "effects"} & set(self.wanted) else None
                mode = pool.submit(run, self._other_mode, stop) if "jit" in self.wanted else None
                main.result()
                if not self.alive:
                    return
                self.first = _Actions.of(self._main)
                if second is not None:
                    self._take_second(second.result())
                if mode is not None:
                    where = "without JIT" if JIT else "with JIT"
                    self.failures["jit"] = self._compare(self._other_mode, mode.result(), where)
            finally:
                stop.set()

    @property
    def alive(self) -> bool:
        """Does the bot load and answer?"""
        return all(name in self.failures and self.failures[name] is None for name in ("loads", "returns"))

    @property
    def shown(self) -> tuple[str, ...]:
        """The checks to report: the wanted ones, and what kept them from being made."""
        return (*self.wanted, *(name for name in ("loads", "returns") if self.failures.get(name)))

    def _run_main(self, stop: Event) -> None:
        """The checks of the main process; when it dies in one, the next ones are made in a new process."""
        job = self._main
        while True:
            report = run(job, stop)
            self.failures.update(report.results)
            if report.died is None:
                return
            name, how, case = report.died
            self.failures[name] = _failure(how, case)
            if name not in job.checks:
                return
            job = replace(job, checks=job.checks[job.checks.index(name) + 1 :])

    def _take_second(self, report: Report) -> None:
        self.failures["repeatable"] = self._compare(self._second, report, "in a second process")
        if "effects" in report.results:
            self.failures["effects"] = report.results["effects"]
        elif report.died is not None and report.died[0] == "effects":
            self.failures["effects"] = _failure(*report.died[1:])

    def _compare(self, job: Job, report: Report, where: str) -> dict[str, Any] | None:
        """The first case that another process's bot answers otherwise."""
        for name in ("loads", "returns"):
            if report.died is not None and report.died[0] == name:
                return _failure(f"{where} it {report.died[1]}", report.died[2])
            failure = report.results[name]
            if failure is not None:
                return {**failure, "message": f"{where}: {failure['message']}"}
        other = _Actions.of(job)
        count = len(other.actions)
        same = (self.first.actions[:count] == other.actions) & (self.first.faults[:count] == other.faults)
        bad = np.flatnonzero(~same)
        if not len(bad):
            return None
        said = self.first.actions[bad[0]], other.actions[bad[0]]
        message = f"answered {said[0]}, {where} {said[1]}"
        if self.first.faults[bad[0]] != other.faults[bad[0]]:
            message = f"an answer is an exception or no integer {where}, or here, and not in both"
        return _failure(message, int(self.cases.numbers[bad[0]]))

    def compare_golden(self, difference: tuple[int, str] | None) -> None:
        """Take the first difference from the golden file, if any, for this check's failure."""
        meant = "if this is meant, write the file anew with --update-golden (a built-in bot: bump ENGINE_VERSION)"
        self.failures["golden"] = None if difference is None else _failure(f"{difference[1]}; {meant}", difference[0])

    def worthy(self, name: str) -> bool:
        """Does the bot keep all that the check ``name`` needs?"""
        return not self._lacking(name)

    def _lacking(self, name: str) -> list[str]:
        needed = {"loads": (), "returns": ("loads",)}.get(name, ("loads", "returns", *NEEDS.get(name, ())))
        return [other for other in needed if self.failures.get(other) is not None]

    def result(self, name: str, spec: str, seed: int, options: str) -> CheckResult:
        """The result of the check ``name``; ``options``: what the replay command needs besides."""
        lacking = self._lacking(name)
        if lacking:
            return CheckResult(name, NOT_RUN, f"needs {lacking[0]}")
        if name not in self.failures:
            return CheckResult(name, NOT_RUN, "no golden file" if name == "golden" else "")
        failure = self.failures[name]
        if failure is None:
            return CheckResult(name, PASSED)
        case = failure["case"]
        if failure["setting"]:
            spec = f"{spec}{',' if split_spec(spec)[1] else ':'}{failure['setting']}"
        replay = f"holdem-sim bots check {shlex.quote(spec)} --only {failure['only'] or name} --seed {seed}"
        if name == "golden":
            replay += options
        elif case is not None and name != "repeatable":  # where chance decides, one case may agree
            replay += f" --case {case}"
        observation = "" if case is None else self.cases.describe(case)
        return CheckResult(name, FAILED, failure["message"], observation, replay)


def _failure(message: str, case: int | None) -> dict[str, Any]:
    return {"message": message, "case": case, "setting": "", "only": ""}
