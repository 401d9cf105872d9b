"""Hero swap: the same deals, field and chance with bot A, then bot B, in one seat; the paired difference.

Both are played on every deal of the schedule: each line-up of the field with the hero among them, from every seat the
design gives it. The unit is the block, all those hands on one deal; the cards cancel from the difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from dataclasses import field as stored
from typing import Any

import numpy as np

from holdem_sim.analysis.frames import paired
from holdem_sim.analysis.groups import block_means
from holdem_sim.analysis.intervals import t_half_width
from holdem_sim.analysis.report import json_numbers
from holdem_sim.errors import InputError
from holdem_sim.experiment.config import thread_count
from holdem_sim.experiment.progress import Progress, Silent
from holdem_sim.experiment.run import block_count
from holdem_sim.experiment.tournament import TournamentConfig, tournament_config
from holdem_sim.players.load import Entrant, check_distinct, load_entrants
from holdem_sim.simulate.shards import Game, in_order, play_shard

Array = np.ndarray[Any, Any]


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
    samples of so many blocks.
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
    differences: Array = stored(repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """The JSON object of the command; numbers that do not exist are null."""
        found = {**vars(self), "a": vars(self.a), "b": vars(self.b)}
        del found["differences"]
        return dict(json_numbers(found))


def compare(
    a: str,
    b: str,
    *,
    field: str | Sequence[str],
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Comparison:
    """Play ``a`` and ``b`` against ``field`` (BOT specs, a list or parted by commas) on the same deals.

    Options as for ``tournament`` (hands: of each of the two; no log, no stop rule). Raises InputError, RunError.
    """
    others = split_bots(field) if isinstance(field, str) else list(field)
    if not others:
        raise InputError("field: give at least one bot")
    config = replace(tournament_config([a, *others], **options), gauntlet=True)
    count = thread_count(threads)
    heroes = load_entrants([a, b])
    check_distinct(heroes)
    rest = load_entrants(others)
    check_distinct(rest)
    return _compare(config, heroes, rest, count, progress or Silent())


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


def _compare(
    config: TournamentConfig, heroes: list[Entrant], rest: list[Entrant], threads: int, progress: Progress
) -> Comparison:
    games = [replace(config.game([hero, *rest]), log=False) for hero in heroes]
    schedule = games[0].schedule
    blocks = block_count(config, games[0])
    hands = blocks * schedule.block * games[0].hands

    def work(shard: tuple[int, int], control: Array) -> Array | None:
        first, second = (_hero_means(game, shard, control) for game in games)
        return None if first is None or second is None else np.stack([first, second])

    progress.begin(2 * hands, 0)
    parts = []
    try:
        for means in in_order(work, games[0].shards(blocks * schedule.block), threads):
            parts.append(means)
            progress.at(2 * sum(part.shape[1] for part in parts) * schedule.block * games[0].hands)
    finally:
        progress.end()
    y = np.concatenate(parts, axis=1) * 1000 / config.rules.big_blind
    difference = y[0] - y[1]
    apart = float(y.var(axis=1).sum())
    found = paired(difference)
    first, second = (Hero(hero.label, float(own.mean()), _width(own)) for hero, own in zip(heroes, y, strict=True))
    return Comparison(
        a=first,
        b=second,
        field=[entrant.label for entrant in rest],
        players=config.players,
        mbb_per_hand=found["mbb_per_hand"],
        half_width=found["half_width"],
        p=found["p"],
        hands=hands,
        blocks=blocks,
        variance_ratio=float(difference.var()) / apart if apart else float("nan"),
        seed=config.seed,
        differences=difference,
    )


def _hero_means(game: Game, shard: tuple[int, int], control: Array) -> Array | None:
    """The hero's mean net chips a hand in each block; None when told to stop."""
    played = play_shard(game, *shard, control)
    if played is None:
        return None
    match = played.matches[played.rows["match"] - shard[0]]
    seats = game.schedule.seats
    groups = np.where(match["entrant"][:, :seats] == 0, 0, -1)
    return block_means(np.ascontiguousarray(match["deal"]), groups, played.rows["payoffs"][:, :seats], 1)[0][:, 0]


def _width(y: Array) -> float:
    return float(t_half_width(len(y), y.sum(), (y * y).sum()))
