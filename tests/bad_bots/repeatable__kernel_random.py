"""It draws from numpy's generator, compiled.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check repeatable.
"""

import numpy as np

from holdem_sim.contract import kernel_bot


@kernel_bot()
def decide(observation, key, params, memory):
    return 0 if np.random.random() < 0.5 or observation["to_call"] == 0 else -1
