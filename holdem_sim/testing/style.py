"""How a bot plays, in three numbers, from a quick seeded run against the reference bots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from holdem_sim.game.rules import Rules
from holdem_sim.players.load import Entrant, load_entrants
from holdem_sim.simulate.schedule import Schedule
from holdem_sim.simulate.shards import Game, play_shard

REFERENCE = ("easy", "medium", "hard")
SEATS = 6
HANDS_OF_A_MATCH = 10


@dataclass(frozen=True)
class Style:
    """``hands``: dealt to the bot. ``vpip``, ``pfr``: percent of those in which it had a decision before the flop.

    ``af``: bets and raises per call after the flop. None where there is nothing to count.
    """

    hands: int
    vpip: float | None
    pfr: float | None
    af: float | None


def measure_style(entrant: Entrant, *, hands: int, seed: int) -> Style:
    """The style of ``entrant`` six-handed with REFERENCE, 100 big blinds each, over at least ``hands`` hands.

    A match has ten hands, for bots with memory; stacks are reset before each.
    """
    entrants = [entrant, *load_entrants(REFERENCE)]
    schedule = Schedule(len(entrants), SEATS, "rotate", seed)
    bots, settings = tuple(e.bot for e in entrants), tuple(e.settings for e in entrants)
    game = Game(Rules(), schedule, bots, settings, stack=200, hands=HANDS_OF_A_MATCH, log=False)
    shard = play_shard(game, 0, -(-hands // (HANDS_OF_A_MATCH * schedule.block)) * schedule.block)
    assert shard is not None  # nobody stops it
    own = shard.style[0]
    return Style(
        int(own["hands"]),
        _ratio(100 * own["vpip"], own["preflop"]),
        _ratio(100 * own["pfr"], own["preflop"]),
        _ratio(own["aggressive"], own["calls"]),
    )


def _ratio(part: Any, of: Any) -> float | None:
    return float(part / of) if of else None
