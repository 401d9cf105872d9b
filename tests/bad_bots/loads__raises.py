"""Its file does not run.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check loads.
"""

from holdem_sim.contract import python_bot

PRICE = 1 // 0


@python_bot()
def decide(observation):
    return observation.call()
