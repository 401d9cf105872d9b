"""The process in which a bot is checked: ``python -m holdem_sim.testing.child JOB``, JOB a JSON file.

It writes a line of JSON when a check ends, so that its parent knows in which one it died.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from holdem_sim.errors import InputError
from holdem_sim.players.load import load_entrants, split_spec
from holdem_sim.testing.cases import load_cases
from holdem_sim.testing.checks import CHECKS, Failure, effects
from holdem_sim.testing.effects import Effects
from holdem_sim.testing.subject import Subject, reason
from holdem_sim.testing.watch import CASE, LOADING, Watch


def main(job_file: str) -> None:
    """Load the job's bot, ask it all cases in order, make the job's checks."""
    job = json.loads(Path(job_file).read_text("utf-8"))
    watch = Watch(Path(job["watch"]))
    cases = load_cases(Path(job["cases"])).first(job["most"])
    with Path(job["results"]).open("w", encoding="utf-8") as results:

        def say(**line: Any) -> None:
            results.write(json.dumps(line) + "\n")
            results.flush()

        noted = Effects(lambda: int(watch.cells[CASE])) if "effects" in job["checks"] else None
        watch.at(LOADING)
        try:
            load_entrants([split_spec(job["spec"])[0]])
        except InputError as error:
            say(check="loads", failure=asdict(Failure(str(error))))
            return
        try:
            (entrant,) = load_entrants([job["spec"]])
        except InputError as error:
            say(usage=str(error))
            return
        say(check="loads", failure=None)
        subject = Subject(entrant.bot, entrant.settings, cases, watch)
        try:
            reference = subject.ask(subject.in_sequence())
        except Exception as error:
            say(kit=reason(error))
            raise
        np.savez(job["answers"], actions=reference.actions, faults=reference.faults)
        say(check="returns", failure=None)
        for name in job["checks"]:
            if noted is not None and name == "effects":
                failure = _made(lambda: effects(subject, noted))
            else:
                failure = _made(lambda name=name: CHECKS[name](subject, reference))  # type: ignore[misc]
            say(check=name, failure=None if failure is None else asdict(failure))
            watch.work()


def _made(check: Callable[[], Failure | None]) -> Failure | None:
    try:
        return check()
    except Exception as error:
        return Failure(f"the check met {reason(error)}")


if __name__ == "__main__":
    main(sys.argv[1])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # a thread that the bot left behind would keep the process
