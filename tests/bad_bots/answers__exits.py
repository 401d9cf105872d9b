"""It gives up by sys.exit.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check answers.
"""

import sys

from holdem_sim.contract import python_bot


@python_bot()
def decide(observation):
    if observation.street == "turn":
        sys.exit("I give up")
    return observation.call()
