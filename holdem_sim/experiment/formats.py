"""The formats by name: what code that knows none of them in particular must know of each."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from holdem_sim.errors import RunError
from holdem_sim.experiment.config import RunConfig
from holdem_sim.experiment.freezeout import FreezeoutConfig
from holdem_sim.experiment.match import MatchConfig, match_config
from holdem_sim.experiment.multi_table import MultiTableConfig, multi_table_config
from holdem_sim.experiment.sit_and_go import SitAndGoConfig, sit_and_go_config
from holdem_sim.experiment.tournament import TournamentConfig, tournament_config


class Spread(NamedTuple):
    """``sigma``: standard deviation of a bot's score in one sample; ``samples``: of each bot in the run; ``shown``: the
    deviation with its unit; ``source``: where it comes from.
    """

    sigma: float
    samples: float
    shown: str
    source: str


@dataclass(frozen=True)
class Format:
    """``options``: the function that makes a ``config`` of options as they are typed; its signature is the format's
    list of options. ``score``, ``half_width``: the columns of the result's rows that say who is better, and how sure
    that is; ``number``: the one that counts what is behind it. ``spread``: of a config and the number of bots, to
    foresee ``half_width`` before anything is played.
    """

    config: type[RunConfig[Any]]
    options: Callable[..., RunConfig[Any]]
    score: str
    half_width: str
    number: str
    spread: Callable[[Any, int], Spread]


def _spread_by_hand(config: TournamentConfig, bots: int) -> Spread:
    """Of bb/100, as measured of easy, widest of three levels: rotated deals, 20 to 100 big blinds, 4 and 6 seats."""
    sigma = 5.0 if config.rules.betting == "fixed-limit" else 0.6 * config.stack / config.rules.big_blind
    dealt = config.hands if config.gauntlet else config.hands * config.players / bots
    return Spread(
        100 * sigma, dealt, f"{sigma:g} bb a hand", "of bots as unlike as easy and hard; alike ones have less"
    )


def _spread_by_match(config: MatchConfig, bots: int) -> Spread:
    """Of the share of wins: of equals, as if every match had cards of its own."""
    sigma = math.sqrt(1 / config.seats * (1 - 1 / config.seats))
    return Spread(sigma, config.matches, f"{sigma:.2f} wins a match", "of equals without replays")


def _spread_by_entry(config: FreezeoutConfig, bots: int) -> Spread:
    """Of the return on investment: of equals without rebuys, each of whom has every place as often."""
    squares = sum((share / 100 * config.field) ** 2 for share in config.prizes) / config.field
    sigma = math.sqrt(squares - 1)
    return Spread(sigma, config.tournaments * config.field / bots, f"{sigma:.2f} buy-ins an entry", "of equals")


FORMATS: dict[str, Format] = {
    each.config.format: each
    for each in (
        Format(TournamentConfig, tournament_config, "bb_per_100", "half_width", "hands", _spread_by_hand),
        Format(MatchConfig, match_config, "won", "won_half_width", "matches", _spread_by_match),
        Format(SitAndGoConfig, sit_and_go_config, "roi", "roi_half_width", "entries", _spread_by_entry),
        Format(MultiTableConfig, multi_table_config, "roi", "roi_half_width", "entries", _spread_by_entry),
    )
}


def config_of(manifest: dict[str, Any]) -> RunConfig[Any]:
    """The configuration of a run. RunError when the manifest holds none."""
    format_name = manifest["config"].get("format")
    if format_name not in FORMATS:
        raise RunError(f"the manifest's config is damaged: unknown format {format_name!r}")
    return FORMATS[format_name].config.from_dict(manifest["config"])
