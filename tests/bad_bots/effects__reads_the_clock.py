"""It looks at the clock.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check effects.
"""

from time import time

import numpy as np

from holdem_sim.contract import batch_bot


@batch_bot()
def decide(observations, keys, params, memory):
    started = time()
    return np.zeros(len(keys), np.int64) + int(started < 0)
