"""It folds every third time that it is asked, whoever asks.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check state.
"""

from holdem_sim.contract import python_bot

asked = [0]


@python_bot()
def decide(observation):
    asked[0] += 1
    return observation.call() if asked[0] % 3 else observation.fold()
