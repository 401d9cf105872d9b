"""It raises to a float.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check answers.
"""

from holdem_sim.contract import python_bot


@python_bot()
def decide(observation):
    return float(observation.raise_pot())
