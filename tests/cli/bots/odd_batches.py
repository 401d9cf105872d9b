"""Answers a batch in a way that is none, if a pair is among its hands."""

from typing import Any

import numpy as np

from holdem_sim.contract import Parameter, batch_bot

PARAMETERS = (Parameter("way", 0, 0, 4, "which of the ways"),)


@batch_bot(parameters=PARAMETERS)
def decide(observations: Any, keys: Any, params: Any, memory: Any) -> Any:
    actions = np.zeros(len(observations), np.int64)
    pairs = observations["hole"][:, 0] // 4 == observations["hole"][:, 1] // 4
    if not pairs.any():
        return actions
    if params["way"] == 0:
        raise RuntimeError("a pair")
    if params["way"] == 1:
        return actions[:-1]
    if params["way"] == 2:
        return actions + 0.5
    if params["way"] == 3:
        return None
    actions[pairs] = 1
    return actions
