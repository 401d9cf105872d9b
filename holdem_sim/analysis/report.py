"""Every standard statistic of a run at once: what ``holdem-sim stats`` prints and gives as JSON."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from holdem_sim.analysis.evolution import alpha_rank
from holdem_sim.analysis.frames import style
from holdem_sim.analysis.groups import rates, worth
from holdem_sim.analysis.pairs import matrix
from holdem_sim.analysis.rating import cycle, places, ratings
from holdem_sim.analysis.scan import Scan, scan
from holdem_sim.analysis.tracker import REACHED
from holdem_sim.errors import InputError
from holdem_sim.records.load import Run

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Report:
    """The statistics of a run; rates in mbb/hand with 95 % intervals of independent blocks, hands and blocks beside.

    ``win_rates`` also has sigma_raw, sigma_eff (big blinds a hand) and variance_ratio (``groups.worth``);
    ``by_position``, ``by_street`` (reached); ``style``, ``style_by_position`` (``tracker``); ``matrix`` (``pairs``);
    ``ratings``, ``cycle``, ``places`` (``rating``), ``alpha_rank`` (``evolution``), None when some bots have not met.
    ``finished``: is the run whole? ``interval``: which intervals belong to its stop rule, in words.
    """

    run: str
    finished: bool
    hands: int
    blocks: int
    big_blind: int
    interval: str
    win_rates: pd.DataFrame
    by_position: pd.DataFrame
    by_street: pd.DataFrame
    style: pd.DataFrame
    style_by_position: pd.DataFrame
    matrix: pd.DataFrame
    ratings: pd.DataFrame | None
    cycle: dict[str, Any] | None
    places: pd.DataFrame | None
    alpha_rank: pd.DataFrame | None

    def to_json(self) -> dict[str, Any]:
        """The JSON object of the command; numbers that do not exist are null."""
        return {name: json_numbers(value) for name, value in vars(self).items()}


def report(run: Run) -> Report:
    """All of it. InputError when the hands were not kept or none was played, RunError when the log is damaged."""
    found = scan(run)
    if not found.hands:
        raise InputError(f"{run.folder}: no hand has been played yet")
    many: tuple[Any, ...] = None, None, None
    evolved = None
    with suppress(InputError):
        many = ratings(run), cycle(run), places(run)
        evolved = alpha_rank(run)
    own = pd.concat(
        [rates(found.by_bot, found.big_blind, found.interval), worth(found.by_bot, found.big_blind)], axis=1
    )
    own.insert(0, "bot", found.bots)
    return Report(
        run=str(run.folder),
        finished=run.manifest["finished"] is not None,
        hands=found.hands,
        blocks=found.deals,
        big_blind=found.big_blind,
        interval=found.interval.words,
        win_rates=own.sort_values("mbb_per_hand", ascending=False, kind="stable", ignore_index=True),
        by_position=_split(found, found.by_position, "position", found.positions),
        by_street=_split(found, found.by_street, "street", list(REACHED)),
        style=style(run),
        style_by_position=style(run, ["bot", "position"]),
        matrix=matrix(run),
        ratings=many[0],
        cycle=many[1],
        places=many[2],
        alpha_rank=evolved,
    )


def _split(found: Scan, sums: Array, name: str, values: list[str]) -> pd.DataFrame:
    labels = pd.MultiIndex.from_product([found.bots, values], names=["bot", name]).to_frame(index=False)
    frame = pd.concat([labels, rates(sums.reshape(-1), found.big_blind, found.interval)], axis=1)
    return frame[frame["hands"] > 0].reset_index(drop=True)


def json_numbers(value: Any) -> Any:
    """``value`` as JSON can hold it: frames as lists of rows, numbers that do not exist as None."""
    if isinstance(value, pd.DataFrame):
        return [json_numbers(row) for row in value.to_dict("records")]
    if isinstance(value, dict):
        return {name: json_numbers(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [json_numbers(item) for item in value]
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value
