"""It uses its key and does not say so.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check stochastic.
"""

import numpy as np

from holdem_sim.contract import kernel_bot


@kernel_bot()
def decide(observation, key, params, memory):
    return 0 if key % np.uint64(2) == np.uint64(0) or observation["to_call"] == 0 else -1
