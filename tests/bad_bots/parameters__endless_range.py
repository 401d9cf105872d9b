"""A parameter has no upper end.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check parameters.
"""

from math import inf

from holdem_sim.contract import Parameter, python_bot

PARAMETERS = (Parameter("size", 1.0, 0.0, inf, "chips of a raise"),)


@python_bot(parameters=PARAMETERS)
def decide(observation):
    return observation.call()
