"""One strategy in the three forms: it raises by chance, and folds more in the hands after every third it saw end."""

from typing import Any

import numpy as np

from holdem_sim.contract import (
    CHECK_CALL,
    FOLD,
    OVER,
    Observation,
    Parameter,
    batch_bot,
    kernel_bot,
    python_bot,
    record_at,
    record_type,
)
from holdem_sim.rng import fraction

PARAMETERS = (Parameter("raises", 0.2, 0.0, 1.0, "how often it raises"),)
PARAMS = record_type(PARAMETERS)
MEMORY = np.dtype([("seen", np.int64), ("lost", np.int64)], align=True)


@kernel_bot(parameters=PARAMETERS, memory=MEMORY, stochastic=True)
def as_kernel(observation: Any, key: Any, params: Any, memory: Any) -> Any:
    own = record_at(memory, MEMORY)
    if observation["street"] == OVER:
        own["seen"] += 1
        own["lost"] -= observation["payoffs"][observation["seat"]]
        return CHECK_CALL
    chance = fraction(key)
    if chance < record_at(params, PARAMS)["raises"] and observation["max_raise_to"] > 0:
        return observation["min_raise_to"] + own["lost"] % 2 * (
            observation["max_raise_to"] > observation["min_raise_to"]
        )
    return FOLD if own["seen"] % 3 == 2 and observation["to_call"] > 0 and chance > 0.7 else CHECK_CALL


@batch_bot(parameters=PARAMETERS, memory=MEMORY, stochastic=True)
def as_batch(observations: Any, keys: Any, params: Any, memory: Any) -> Any:
    over = observations["street"] == OVER
    memory["seen"] += over
    memory["lost"] -= np.where(over, observations["payoffs"][np.arange(len(over)), observations["seat"]], 0)
    chance = (keys >> np.uint64(11)).astype(np.float64) * 2.0**-53
    low, high = observations["min_raise_to"], observations["max_raise_to"]
    raise_to = low + memory["lost"] % 2 * (high > low)
    folds = (memory["seen"] % 3 == 2) & (observations["to_call"] > 0) & (chance > 0.7)
    return np.where(
        over, 0, np.where((chance < params["raises"]) & (high > 0), raise_to, np.where(folds, FOLD, CHECK_CALL))
    )


@python_bot(parameters=PARAMETERS, memory=MEMORY, stochastic=True)
def as_python(observation: Observation) -> int:
    own = observation.memory
    if observation.over:
        own["seen"] += 1
        own["lost"] -= observation.payoffs[observation.seat]
        return observation.call()
    chance = observation.chance()
    if chance < observation.params.raises and observation.can_raise:
        return observation.raise_to(observation.min_raise_to + int(own["lost"]) % 2)
    return observation.fold() if own["seen"] % 3 == 2 and chance > 0.7 else observation.call()
