"""A parameter's meaning is one word.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check parameters.
"""

from holdem_sim.contract import Parameter, python_bot

PARAMETERS = (Parameter("size", 1, 0, 5, "size"),)


@python_bot(parameters=PARAMETERS)
def decide(observation):
    return observation.call()
