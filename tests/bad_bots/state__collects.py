"""It writes down all that it sees.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check state.
"""

import numpy as np

from holdem_sim.contract import batch_bot

SEEN: dict[int, int] = {}


@batch_bot()
def decide(observations, keys, params, memory):
    for seat in observations["seat"].tolist():
        SEEN[seat] = SEEN.get(seat, 0) + 1
    return np.zeros(len(keys), np.int64)
