"""Hero swap: the same deals, field and chance with bot A, then bot B, in one seat; the paired difference.

Both are played on every deal of the schedule: each line-up of the field with the hero among them, from every seat the
design gives it. The unit is the block, all those hands on one deal; the cards cancel from the difference. Each of the
two is a run folder of its own, a gauntlet; the comparison comes from their logs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from dataclasses import field as stored
from pathlib import Path
from typing import Any

import numpy as np

from holdem_sim.analysis.frames import paired, rates_by_block
from holdem_sim.analysis.intervals import t_half_width
from holdem_sim.analysis.report import json_numbers
from holdem_sim.errors import InputError, RunError
from holdem_sim.experiment.config import thread_count
from holdem_sim.experiment.progress import Progress, Silent
from holdem_sim.experiment.run import start_part
from holdem_sim.experiment.tournament import tournament_config
from holdem_sim.players.load import check_distinct, load_entrants
from holdem_sim.records.load import Run, load
from holdem_sim.records.manifest import MANIFEST, RESULTS, default_folder, make_folder, write_json

Array = np.ndarray[Any, Any]
NAME = "compare"
SIDES = ("a", "b")
"""The run folders of the two, within the comparison's."""


@dataclass(frozen=True)
class Hero:
    """One of the two: its win rate against the field, half width (95 %), mbb/hand."""

    bot: str
    mbb_per_hand: float
    half_width: float


@dataclass(frozen=True)
class Comparison:
    """``mbb_per_hand``: A's win rate less B's on the same deals, ``half_width`` (95 %) of it, ``p`` two-sided.

    ``hands`` of each of the two; ``blocks``; ``variance_ratio``: that of the difference to that of two separate
    samples of so many blocks. ``run``: the folder.
    """

    a: Hero
    b: Hero
    field: list[str]
    players: int
    mbb_per_hand: float
    half_width: float
    p: float
    hands: int
    blocks: int
    variance_ratio: float
    seed: int
    run: Path = stored(compare=False)
    differences: Array = stored(repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """The JSON object of the command; numbers that do not exist are null."""
        found = {**vars(self), "a": vars(self.a), "b": vars(self.b), "run": str(self.run)}
        del found["differences"]
        return dict(json_numbers(found))


def compare(
    a: str,
    b: str,
    *,
    field: str | Sequence[str],
    out: str | Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Comparison:
    """Play ``a`` and ``b`` against ``field`` (BOT specs, a list or parted by commas) on the same deals.

    Options as for ``tournament`` (hands: of each of the two; the log is kept, no stop rule). Into ``out`` (default:
    results/compare/...) go the run folders a and b, and results.json. Raises InputError, RunError.
    """
    others = split_bots(field) if isinstance(field, str) else list(field)
    if not others:
        raise InputError("field: give at least one bot")
    config = replace(tournament_config([a, *others], **options), gauntlet=True)
    thread_count(threads)
    check_distinct(load_entrants([a, b]))
    config.game(config.entrants())
    folder = default_folder(NAME, config.seed) if out is None else Path(out)
    make_folder(folder)
    progress = progress or Silent()
    for side, hero in zip(SIDES, (a, b), strict=True):
        progress.note(f"{hero} ...")
        start_part(replace(config, bots=(hero, *others)), out=folder / side, threads=threads, progress=progress)
    found = compared(folder)
    write_json(folder / RESULTS, found.to_json())
    return found


def split_bots(text: str) -> list[str]:
    """The BOT specs of a list parted by commas; a piece with "=" goes on with the settings of the one before.

    ``"easy,hard:aggression=1.2,tilt=0"`` -> easy and hard:aggression=1.2,tilt=0.
    """
    bots: list[str] = []
    for piece in filter(None, (piece.strip() for piece in text.split(","))):
        if "=" in piece and ":" not in piece and bots:
            bots[-1] += f",{piece}"
        else:
            bots.append(piece)
    return bots


def is_comparison(folder: Path) -> bool:
    """Does ``folder`` hold the two runs of a comparison?"""
    return all((folder / side / MANIFEST).is_file() for side in SIDES)


def compared(folder: Path) -> Comparison:
    """The comparison whose folder this is, from the logs of its two runs. Raises InputError, RunError."""
    first, second = (load(folder / side) for side in SIDES)
    return swap(first, second, folder)


def swap(first: Run, second: Run, folder: Path) -> Comparison:
    """The comparison of the heroes of two gauntlets on the same deals. RunError when they are no such runs."""
    runs = first, second
    config = first.manifest["config"]
    if any(run.manifest["finished"] is None for run in runs):
        raise RunError(f"{folder}: its two runs are not whole; play it anew")
    if _but_hero(config) != _but_hero(second.manifest["config"]):
        raise RunError(f"{folder}: its two runs are not of the same field, deals and rules")
    mean, hands, big_blind = zip(*(rates_by_block(run, run.bots[:1], None) for run in runs), strict=True)
    y = np.stack([own[:, 0] for own in mean]) * 1000 / big_blind[0]
    difference = y[0] - y[1]
    apart = float(y.var(axis=1).sum())
    found = paired(difference)
    a, b = (
        Hero(run.bots[0].removesuffix("#1"), float(own.mean()), _width(own)) for run, own in zip(runs, y, strict=True)
    )
    return Comparison(
        a=a,
        b=b,
        field=[bot.removesuffix("#2") for bot in first.bots[1:]],
        players=first.players,
        mbb_per_hand=found["mbb_per_hand"],
        half_width=found["half_width"],
        p=found["p"],
        hands=int(hands[0].sum()),
        blocks=len(difference),
        variance_ratio=float(difference.var()) / apart if apart else float("nan"),
        seed=first.manifest["seed"],
        run=folder,
        differences=difference,
    )


def _but_hero(config: dict[str, Any]) -> dict[str, Any]:
    return {**config, "bots": config["bots"][1:]}


def _width(y: Array) -> float:
    return float(t_half_width(len(y), y.sum(), (y * y).sum()))
