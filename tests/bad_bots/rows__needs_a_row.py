"""It cannot be asked about nothing.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check rows.
"""

import numpy as np

from holdem_sim.contract import batch_bot


@batch_bot()
def decide(observations, keys, params, memory):
    return np.zeros(len(keys), np.int64) + (observations["pot"].max() < 0)
