"""It tosses a coin of its own.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check repeatable.
"""

import random

from holdem_sim.contract import python_bot


@python_bot()
def decide(observation):
    return observation.call() if random.random() < 0.5 else observation.fold()
