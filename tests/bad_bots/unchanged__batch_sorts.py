"""It sorts the hole cards where they lie.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check unchanged.
"""

import numpy as np

from holdem_sim.contract import batch_bot


@batch_bot()
def decide(observations, keys, params, memory):
    observations["hole"].sort(axis=1)
    return np.zeros(len(keys), np.int64)
