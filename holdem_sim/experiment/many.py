"""The folder of an experiment of many runs: a run folder each, and what was asked for, to go on when it was stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from holdem_sim.errors import RunError
from holdem_sim.experiment.config import RunConfig
from holdem_sim.experiment.file import Experiment
from holdem_sim.experiment.progress import Progress, Silent
from holdem_sim.experiment.result import Result
from holdem_sim.experiment.run import Interrupted, resume, resume_command, start
from holdem_sim.records.manifest import MANIFEST, default_folder, make_folder, write_json

EXPERIMENT = "experiment.json"
ASKED = ("name", "format", "bots", "options", "sweep", "league")


@dataclass(frozen=True)
class ManyRuns:
    """Plays run after run of ``experiment`` into ``folder``; those that are there already are gone on with."""

    experiment: Experiment
    folder: Path
    progress: Progress

    def play(self, folder: str, config: RunConfig[Any], title: str) -> Result:
        """Play ``config`` into the run folder of that name, or finish what is there."""
        out = self.folder / folder
        self.progress.note(f"{title} ...")
        name, threads = self.experiment.name, self.experiment.threads
        played: Result
        if (out / MANIFEST).is_file():
            played = resume(out, threads=threads, progress=self.progress)
        else:
            played = start(config, name=name, out=out, threads=threads, progress=self.progress)
        return played


@contextmanager
def many_runs(experiment: Experiment, seed: int, progress: Progress | None) -> Iterator[ManyRuns]:
    """Make the folder (default: results/<name>/...), or take up again the one of ``stopped_experiment``.

    An interruption within tells how to go on with the whole.
    """
    folder = default_folder(experiment.name, seed) if experiment.out is None else Path(experiment.out)
    if experiment.path != folder / EXPERIMENT:
        make_folder(folder)
        asked = asdict(experiment)
        write_json(folder / EXPERIMENT, {key: asked[key] for key in ASKED})
    try:
        yield ManyRuns(experiment, folder, progress or Silent())
    except Interrupted:
        raise Interrupted(resume_command(folder)) from None


def stopped_experiment(folder: Path, threads: int | None) -> Experiment | None:
    """The experiment of many runs whose folder this is; None when it is none. RunError when the file is damaged."""
    path = folder / EXPERIMENT
    if not path.is_file():
        return None
    try:
        asked = json.loads(path.read_text("utf-8"))
        given = {key: asked[key] for key in ASKED}
        bots = tuple(given.pop("bots"))
        return Experiment(**given, bots=bots, path=path, out=str(folder), threads=threads, where={})
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RunError(f"{path}: is damaged ({type(error).__name__}: {error})") from None
