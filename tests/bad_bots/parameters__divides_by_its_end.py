"""At its lowest, a parameter is divided by.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check parameters.
"""

import numpy as np

from holdem_sim.contract import Parameter, batch_bot

PARAMETERS = (Parameter("share", 2, 0, 9, "one part in so many of the pot"),)


@batch_bot(parameters=PARAMETERS)
def decide(observations, keys, params, memory):
    if len(keys) and params["share"] == 0:
        raise ZeroDivisionError("no share")
    return np.zeros(len(keys), np.int64)
