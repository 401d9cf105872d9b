"""It decides by the hash of a text, another in each process.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check repeatable.
"""

from holdem_sim.contract import python_bot


@python_bot()
def decide(observation):
    return observation.call() if hash(observation.hole_cards) % 2 else observation.fold()
