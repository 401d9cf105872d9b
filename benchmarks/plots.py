"""The cost curves as pictures: a run's speed by its hands, threads and log, and the loop's by its seats."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")  # draws without a screen; before pyplot is loaded

from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from benchmarks.meter import OURS

Figures = dict[tuple[str, str], dict[str, Any]]
LOGS = {"summary": "--log summary", "hands": "--log hands"}


def draw(figures: Figures, folder: Path) -> None:
    """hands.png, seats.png, threads.png, and all three side by side as cost.png."""
    plots: dict[str, Callable[[Axes, Figures], None]] = {"hands": by_hands, "seats": by_seats, "threads": by_threads}
    for name, plot in plots.items():
        figure, axes = plt.subplots(figsize=(5.5, 4), layout="constrained")
        plot(axes, figures)
        figure.savefig(folder / f"{name}.png", dpi=110)
        plt.close(figure)
    figure, three = plt.subplots(1, 3, figsize=(13, 4), layout="constrained")
    for axes, plot in zip(three, plots.values(), strict=True):
        plot(axes, figures)
    figure.savefig(folder / "cost.png", dpi=90)
    plt.close(figure)


def by_hands(axes: Axes, figures: Figures) -> None:
    """Hands a second of whole runs by their length: flat where the cost grows linearly."""
    for threads, mark in (("1", "o"), ("2", "s")):
        for log, label in LOGS.items():
            points = sorted(
                (int(hands), rate)
                for (hands, its, kind), rate in _runs(figures).items()
                if (its, kind) == (threads, log)
            )
            if points:
                axes.plot(
                    *zip(*points, strict=True), marker=mark, label=f"{label}, {threads} thread{'s'[: threads > '1']}"
                )
    axes.set_xscale("log")
    _finish(axes, "hands of the run", "whole runs, hard v medium")


def by_seats(axes: Axes, figures: Figures) -> None:
    """Hands a second of the compiled loop by the seats of the table."""
    for log, label in (("summary", "payoffs only"), ("hands", "cards, stacks, actions too")):
        points = [
            (int(row.split()[1]), figure["value"] / 1e6)
            for (row, _), figure in figures.items()
            if row.startswith("seats: ") and row.endswith(log)
        ]
        if points:
            axes.plot(*zip(*sorted(points), strict=True), marker="o", label=label)
    _finish(axes, "seats", "the loop alone, easy, medium, hard")


def by_threads(axes: Axes, figures: Figures) -> None:
    """Hands a second of the longest runs, on one thread and two."""
    runs = _runs(figures)
    longest = max((int(hands) for hands, _, _ in runs), default=0)
    for place, (log, label) in enumerate(LOGS.items()):
        rates = [runs.get((str(longest), threads, log), 0.0) for threads in ("1", "2")]
        axes.bar([at + 0.4 * place for at in (0, 1)], rates, width=0.38, label=label)
    axes.set_xticks([0.2, 1.2], ["1", "2"])
    _finish(axes, "threads", f"hard v medium, {longest:,} hands")


def _runs(figures: Figures) -> dict[tuple[str, str, str], float]:
    """M hands a second by the clock, by (hands, threads, log)."""
    found = {}
    for (row, who), figure in figures.items():
        if row.startswith("runs: ") and who == OURS:
            hands, threads, log = row.removeprefix("runs: ").split()
            found[hands, threads, log] = figure["value"] / 1e6
    return found


def _finish(axes: Axes, what: str, title: str) -> None:
    axes.set_ylim(0, 1.2 * axes.get_ylim()[1])  # with room for the legend
    axes.set_xlabel(what)
    axes.set_ylabel("M hands/s")
    axes.set_title(title, fontsize=10)
    axes.grid(alpha=0.3)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize=8)
