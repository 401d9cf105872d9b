"""It thinks for ever on the river.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check returns.
"""

from holdem_sim.contract import python_bot


@python_bot()
def decide(observation):
    while observation.street == "river":
        pass
    return observation.call()
