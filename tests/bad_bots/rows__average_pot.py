"""It compares its pot with the others' of the batch.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check rows.
"""

import numpy as np

from holdem_sim.contract import batch_bot


@batch_bot()
def decide(observations, keys, params, memory):
    if not len(keys):
        return np.zeros(0, np.int64)
    small = observations["pot"] < observations["pot"].mean()
    return np.where(small & (observations["to_call"] > 0), -1, 0)
