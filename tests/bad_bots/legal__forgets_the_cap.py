"""It doubles the bet, by the rules of no limit only.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check legal.
"""

import numpy as np

from holdem_sim.contract import batch_bot


@batch_bot()
def decide(observations, keys, params, memory):
    raise_to = np.minimum(2 * observations["current_bet"], observations["stacks"].max(axis=1))
    return np.where((observations["max_raise_to"] > 0) & (observations["street"] == 0), raise_to, 0)
