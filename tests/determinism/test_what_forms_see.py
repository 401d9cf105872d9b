"""Every form of bot is given the same, and after a hand only what was shown."""

from typing import Any

import numpy as np
import pytest

from holdem_sim.cards import NO_CARD
from holdem_sim.contract import OVER, BatchBot, Bot, Observation, PythonBot
from holdem_sim.game.rules import Rules
from holdem_sim.players.ask import PlainKernel
from holdem_sim.players.load import load_entrants
from holdem_sim.simulate.schedule import Schedule
from holdem_sim.simulate.shards import Game, Shard, play_shard

MEMORY = np.dtype([("calls", np.int64)], align=True)


def recorders(seen: list[np.ndarray]) -> dict[str, Bot]:
    """A bot that always calls and writes down what it is given, in each form asked from Python."""

    def batch(observations: Any, keys: Any, params: Any, memory: Any) -> Any:
        seen.extend(observations[i : i + 1].copy() for i in range(len(observations)))
        return np.zeros(len(observations), np.int64)

    def python(observation: Observation) -> int:
        seen.append(np.array([observation.record]))
        return observation.call()

    def kernel(observation: Any, key: Any, params: Any, memory: Any) -> int:
        seen.append(np.array([observation]))
        return 0

    return {
        "batch": BatchBot(batch, memory=MEMORY),
        "python": PythonBot(python, memory=MEMORY),
        "kernel": PlainKernel(kernel, memory=MEMORY),
    }


def play(form: str, seats: int) -> tuple[np.ndarray, Shard]:
    """What the recorder of this form was given, in the order of matches and decisions; and the shard."""
    seen: list[np.ndarray] = []
    bots = [recorders(seen)[form], *(entrant.bot for entrant in load_entrants(["random", "hard"]))]
    settings = tuple(bot.settings({}) for bot in bots)
    game = Game(Rules(), Schedule(3, seats, "rotate", 21), tuple(bots), settings, hands=6, carry=True, tables=1)
    shard = play_shard(game, 0, game.schedule.block * 4)
    assert shard is not None
    return np.concatenate(seen), shard


@pytest.mark.parametrize("seats", [3, 6])
def test_all_forms_are_given_the_same(seats: int) -> None:
    kernel, _ = play("kernel", seats)
    assert len(kernel) > 100
    for form in ("batch", "python"):
        other, _ = play(form, seats)
        assert len(other) == len(kernel)
        assert (other == kernel).all()


def test_after_a_hand_a_bot_with_memory_sees_only_what_was_shown() -> None:
    seen, shard = play("batch", 3)
    ends = seen[seen["street"] == OVER]
    assert len(ends) > 30
    hands = iter(shard.rows)
    row: Any = None
    hidden = 0
    for end in ends:
        while row is None or row["hand"] != end["hand"] or row["payoffs"].tolist() != end["payoffs"].tolist():
            row = next(hands)
        assert end["hole"].tolist() == row["hole"][end["seat"]].tolist()
        for seat in range(3):
            if row["shown"] >> seat & 1:
                assert end["shown"][seat].tolist() == row["hole"][seat].tolist()
            else:
                assert end["shown"][seat].tolist() == [NO_CARD] * 2
                hidden += 1
    assert hidden > 20
