"""What an experiment would play, before it is played: the runs, their hands, and the interval to expect."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from holdem_sim.experiment.config import RunConfig
from holdem_sim.experiment.formats import FORMATS

QUANTILE = 1.96


@dataclass(frozen=True)
class Planned:
    """One run: ``title``, the bots, ``matches`` (whole blocks), ``hands`` at most, ``half_width``: that of the 95 %
    interval to expect of ``score``; ``sigma``: the standard deviation that it comes from, ``source``: of what.
    """

    title: str
    bots: tuple[str, ...]
    matches: int
    hands: int
    score: str
    half_width: float
    sigma: str
    source: str

    def to_json(self) -> dict[str, Any]:
        """For the JSON of a dry run."""
        return {**vars(self), "bots": list(self.bots)}


def planned(title: str, config: RunConfig[Any], bots: tuple[str, ...] | None = None) -> Planned:
    """The plan of one run; ``bots``: names to show for those that are not known yet.

    Half width 1.96 σ / sqrt(samples of a bot). Raises InputError when the design does not fit the table.
    """
    shape = FORMATS[config.format]
    count = len(config.bots)
    block = config.schedule(count).block
    matches = -(-config.least_matches // block) * block
    spread = shape.spread(config, count)
    return Planned(
        title=title,
        bots=bots or config.bots,
        matches=matches,
        hands=matches * config.match_hands,
        score=shape.score,
        half_width=QUANTILE * spread.sigma / math.sqrt(spread.samples),
        sigma=spread.shown,
        source=spread.source,
    )
