"""It answers floats, one of them no number.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check answers.
"""

import numpy as np

from holdem_sim.contract import batch_bot


@batch_bot()
def decide(observations, keys, params, memory):
    return np.where(observations["street"] == 3, np.nan, 0.0)
