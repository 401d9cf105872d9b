"""One table of bots played for a test: uneven stacks, any structure."""

from typing import Any

from holdem_sim.game.rules import Rules
from holdem_sim.players.load import load_entrants
from holdem_sim.simulate.schedule import Schedule
from holdem_sim.simulate.shards import Game, Shard, play_shard


def play(bots: list[str], seats: int, matches: int, *, stack: int = 200, seed: int = 0, **rules: Any) -> Shard:
    """The first ``matches`` matches of ten hands, stacks carried on."""
    entrants = load_entrants(bots)
    game = Game(
        Rules(**rules),
        Schedule(len(entrants), seats, "rotate", seed),
        tuple(entrant.bot for entrant in entrants),
        tuple(entrant.settings for entrant in entrants),
        stack=stack,
        hands=10,
        carry=True,
    )
    shard = play_shard(game, 0, matches)
    assert shard is not None
    return shard
