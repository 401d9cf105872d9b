"""A Python bot that does all that a bot may do: load a table, cache, draw, learn, ask the evaluator.

Idea: whatever looks forbidden and is not must pass the conformance kit.
Source: holdem_sim's own tests.
Known weakness: it has no plan.
"""

import json
import random
from functools import lru_cache
from pathlib import Path

import numpy as np
from beside import share  # type: ignore[import-not-found]

from holdem_sim.contract import Observation, Parameter, python_bot
from holdem_sim.evaluator.features import made_share, starting_share

TABLE = [int(line) for line in Path(__file__).with_name("table.txt").read_text().split()]
SETTINGS = json.loads('{"deep": {"er": [1, 2]}}')
PARAMETERS = (Parameter("price", 0.3, 0.0, 1.0, "greatest call, as a share of the pot"),)
MEMORY = np.dtype([("raises", np.int64), ("hands", np.int32)])


@lru_cache(maxsize=100)
def strength(hole: tuple[int, int]) -> float:
    return float(starting_share(np.array(hole, np.uint8)))


@python_bot(parameters=PARAMETERS, memory=MEMORY, stochastic=True)
def decide(observation: Observation) -> int | None:
    import colorsys  # noqa: F401  # a first import reads files, which is not the bot's doing

    own = observation.memory
    if observation.over:
        own["hands"] += 1
        own["raises"] += sum(action.kind == "raise" for action in observation.history)
        return None
    dice = random.Random(observation.key)
    record = observation.record
    if observation.board:
        good, _ = made_share(record["hole"], record["board"], record["street"] + 2)
    else:
        good = strength(observation.hole)
    if good + 0.1 * observation.chance() > 0.8 or dice.random() < 0.05:
        return observation.raise_pot(dice.choice((0.5, 1.0)))
    tight = own["raises"] > TABLE[0] * (1 + own["hands"])
    if share(observation.pot, observation.to_call) <= observation.params.price / (1 + tight):
        return observation.call()
    return observation.fold()
