"""It forgets to answer on the turn.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check answers.
"""

from holdem_sim.contract import python_bot


@python_bot()
def decide(observation):
    if observation.street != "turn":
        return observation.call()
    return None
