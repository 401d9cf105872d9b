"""One simple strategy in numpy and in plain Python: raise high cards and pairs, call small prices, else check or fold.

Idea: cheap to compute, so that the loop around the bot is what is measured.
"""

from typing import Any

import numpy as np

from holdem_sim.contract import CHECK_CALL, FOLD, Observation, batch_bot, python_bot

HIGH = 18  # sum of two ranks 0..12


@batch_bot()
def as_numpy(observations: Any, keys: Any, params: Any, memory: Any) -> Any:
    ranks = observations["hole"] >> 2
    strong = (ranks[:, 0] + ranks[:, 1] >= HIGH) | (ranks[:, 0] == ranks[:, 1])
    price, pot = observations["to_call"], observations["pot"]
    raises = strong & (observations["max_raise_to"] > 0) & (observations["raises"] < 2)
    waits = np.where((3 * price > pot) & ~strong, FOLD, CHECK_CALL)
    return np.where(raises, observations["min_raise_to"], waits)


@python_bot()
def as_python(observation: Observation) -> int:
    first, second = (card // 4 for card in observation.hole)
    strong = first + second >= HIGH or first == second
    if strong and observation.can_raise and observation.raises < 2:
        return observation.raise_to(observation.min_raise_to)
    return observation.fold() if 3 * observation.to_call > observation.pot and not strong else observation.call()
