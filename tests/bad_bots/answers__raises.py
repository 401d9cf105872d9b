"""It divides by what it has to pay.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check answers.
"""

from holdem_sim.contract import python_bot


@python_bot()
def decide(observation):
    return observation.call() if observation.pot // observation.to_call > 0 else observation.fold()
