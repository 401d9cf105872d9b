"""A batch bot with memory and chance: it calls less the more raises it has seen.

Idea: whatever looks forbidden and is not must pass the conformance kit.
Source: holdem_sim's own tests.
Known weakness: it has no plan.
"""

import numpy as np

from holdem_sim.contract import OVER, batch_bot

MEMORY = np.dtype([("raises", np.int64)], align=True)


@batch_bot(memory=MEMORY, stochastic=True)
def decide(observations, keys, params, memory):
    over = observations["street"] == OVER
    memory["raises"] += np.where(over, observations["raises"], 0)
    calls = (keys % np.uint64(8)).astype(np.int64) >= memory["raises"]
    observations["pot"].sum()
    return np.where(calls | (observations["to_call"] == 0), 0, -1).astype(np.int32)
