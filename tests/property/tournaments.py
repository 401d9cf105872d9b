"""Random tournaments, played for the laws they must obey."""

from dataclasses import replace
from itertools import groupby
from typing import Any

from holdem_sim._jit import JIT
from holdem_sim.game.rules import Rules
from holdem_sim.players.load import load_entrants
from holdem_sim.simulate.schedule import Schedule
from holdem_sim.simulate.shards import Game, Shard, play_shard
from holdem_sim.simulate.structure import Structure, until_someone_wins
from tests.property.test_loop import SEED

BOTS = ("random", "call", "raise", "fold", "raise:percent=300")
LEVELS = (
    Rules(small_blind=2, big_blind=4),
    Rules(small_blind=3, big_blind=7, ante=2, ante_mode="all"),
    Rules(small_blind=5, big_blind=10, ante=11, ante_mode="big_blind"),
    Rules(small_blind=10, big_blind=20, ante=5, ante_mode="all"),
)
STACK = 100
STRUCTURES: dict[str, Structure] = {
    "moving": Structure(LEVELS, 3),
    "dead": Structure(LEVELS, 4, dead_button=True),
    "rebuys": Structure(LEVELS, 3, rebuys=2, rebuy_levels=2),
    "short rebuys, dead button": Structure(LEVELS, 5, dead_button=True, rebuys=3, rebuy_levels=3, rebuy_at=30),
}


def game_of(
    structure: Structure, seats: int, kind: type[Game] = Game, betting: str = "no-limit", **options: Any
) -> Game:
    chips = seats * STACK * (1 + structure.rebuys)
    levels = until_someone_wins(tuple(replace(level, betting=betting) for level in structure.levels), chips)
    entrants = load_entrants(BOTS)
    structure = replace(structure, levels=levels)
    return kind(
        rules=levels[0],
        schedule=Schedule(len(entrants), seats, "independent", SEED),
        bots=tuple(entrant.bot for entrant in entrants),
        settings=tuple(entrant.settings for entrant in entrants),
        stack=STACK,
        hands=structure.most_hands,
        carry=True,
        structure=structure,
        usual_hands=5,
        **options,
    )


def play(game: Game, tournaments: int) -> Shard:
    shard = play_shard(game, 0, tournaments if JIT else min(tournaments, 10))
    assert shard is not None
    return shard


def by_tournament(shard: Shard) -> list[list[Any]]:
    """The rows of every tournament."""
    return [list(rows) for _, rows in groupby(shard.rows, key=lambda row: int(row["match"]))]
