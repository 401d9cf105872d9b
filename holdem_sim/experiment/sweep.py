"""A sweep: one experiment for every point of a grid of option values, all from one seed, and one frame of the results.

The seed is the same at every point, so that the same deals are played wherever the swept options leave them alone: what
differs between points is the option, not the luck.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pandas as pd

from holdem_sim.errors import InputError
from holdem_sim.experiment.config import RunConfig
from holdem_sim.experiment.file import Experiment
from holdem_sim.experiment.keys import format_keys
from holdem_sim.experiment.many import many_runs
from holdem_sim.experiment.plan import Planned, planned
from holdem_sim.experiment.progress import Progress
from holdem_sim.experiment.result import Result
from holdem_sim.records.manifest import RESULTS, write_json, write_whole

MOST_POINTS = 1000
FRAME = "sweep.csv"
Point = dict[str, Any]


@dataclass(frozen=True)
class SweepResult:
    """``frame``: a row a point and bot, the swept options first; ``runs``: a point and its result each; the folder."""

    name: str
    sweep: dict[str, list[Any]]
    frame: pd.DataFrame
    runs: list[tuple[Point, Result]]
    run: Path

    def to_json(self) -> dict[str, Any]:
        """Name, the swept values, every run's JSON with its point, the folder."""
        return {
            "name": self.name,
            "sweep": self.sweep,
            "runs": [{"point": point, **result.to_json()} for point, result in self.runs],
            "run": str(self.run),
        }


def points(sweep: dict[str, list[Any]]) -> list[Point]:
    """The grid, the last option changing fastest. InputError when it is too large."""
    size = 1
    for values in sweep.values():
        size *= len(values)
    if size > MOST_POINTS:
        raise InputError(f"sweep: has {size} points; at most {MOST_POINTS}")
    return [dict(zip(sweep, values, strict=True)) for values in product(*sweep.values())]


def point_name(point: Point) -> str:
    """A point in words: stack=20, blinds=1/2."""
    return ", ".join(f"{option}={shown(value)}" for option, value in point.items())


def shown(value: Any) -> Any:
    """A swept value as one cell of a table: lists as text."""
    return " ".join(map(str, value)) if isinstance(value, list) else value


def configs(experiment: Experiment) -> Iterator[tuple[Point, RunConfig[Any]]]:
    """Every point and its configuration. InputError with file and line."""
    with experiment.located():
        grid = points(experiment.sweep)
    for point in grid:
        yield point, experiment.config(**point)


def plan_sweep(experiment: Experiment) -> list[Planned]:
    """The plan of every point."""
    return [planned(point_name(point), config) for point, config in configs(experiment)]


def play_sweep(experiment: Experiment, *, progress: Progress | None = None) -> SweepResult:
    """Play the grid: a run folder a point, 000 and on, ``sweep.csv`` and results.json, in one folder.

    Every configuration and its bots are checked before the first hand. Raises InputError, RunError.
    """
    grid = list(configs(experiment))
    for _, config in grid:
        with experiment.located():
            config.game(config.entrants())
    with many_runs(experiment, grid[0][1].seed, progress) as many:
        runs = [
            (point, many.play(f"{number:03}", config, f"{number + 1} of {len(grid)}: {point_name(point)}"))
            for number, (point, config) in enumerate(grid)
        ]
    frame = sweep_frame(experiment.format, runs)
    found = SweepResult(experiment.name, experiment.sweep, frame, runs, many.folder)
    write_whole(found.run / FRAME, frame.to_csv(index=False).encode())
    write_json(found.run / RESULTS, found.to_json())
    return found


def sweep_frame(format_name: str, runs: list[tuple[Point, Result]]) -> pd.DataFrame:
    """A row for each row of each result, the swept options before its columns; under their full names, like
    schedule.hands, where the result has a column of that name.
    """
    full = {key.option: key.name for key in format_keys(format_name).values()}
    rows = [(point, row) for point, result in runs for row in result_rows(result)]
    taken = {column for _, row in rows for column in row}
    names = {option: full[option] if option in taken else option for option in runs[0][0]}
    return pd.DataFrame(
        [{**{names[option]: shown(value) for option, value in point.items()}, **row} for point, row in rows]
    )


def result_rows(result: Result) -> list[dict[str, Any]]:
    """A result's rows, one a bot: the list of objects in its JSON, whatever its format calls it."""
    lists = (value for value in result.to_json().values() if isinstance(value, list))
    return next(rows for rows in lists if rows and isinstance(rows[0], dict))
