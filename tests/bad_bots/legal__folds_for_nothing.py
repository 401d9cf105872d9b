"""It folds when it could check.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check legal.
"""

from holdem_sim.contract import python_bot


@python_bot()
def decide(observation):
    return -1
