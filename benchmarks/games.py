"""Shards of hands between named bots, for the loops to play."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.meter import Play
from holdem_sim.game.rules import Rules
from holdem_sim.players.load import load_entrants
from holdem_sim.simulate.schedule import Schedule
from holdem_sim.simulate.shards import Game, Shard, play_shard

SIMPLE = "benchmarks.simple_bots"


class BatchGame(Game):
    """Played by the batch loop whatever the bots are."""

    @property
    def compiled(self) -> bool:
        return False


def game_of(bots: str, seats: int, log: bool = False, kind: type[Game] = Game) -> Game:
    """A cash game at ``seats`` between the bots named, 100 big blinds."""
    entrants = load_entrants(bots.split())
    return kind(
        rules=Rules(),
        schedule=Schedule(len(entrants), seats, "rotate", 1),
        bots=tuple(entrant.bot for entrant in entrants),
        settings=tuple(entrant.settings for entrant in entrants),
        log=log,
    )


def played(game: Game, hands: int) -> Shard:
    """The first ``hands`` hands."""
    shard = play_shard(game, 0, hands)
    assert shard is not None
    assert len(shard.rows) == hands
    return shard


def player(game: Game) -> Play:
    """Plays so many hands, shard by shard as a run does; returns the sum of the first seat's wins."""
    size = game.shard_matches

    def play(hands: int) -> float:
        total = 0
        for first in range(0, hands, size):
            shard = play_shard(game, first, min(first + size, hands))
            assert shard is not None
            total += int(shard.rows["payoffs"][:, 0].sum(dtype=np.int64))
        return float(total)

    return play


def decisions(shard: Shard) -> int:
    """Actions of all hands of a logged shard."""
    counts: Any = np.bincount(shard.actions, minlength=256)
    return int(counts[[ord(letter) for letter in "fkcr"]].sum())
