"""It reads its own file.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check effects.
"""

from holdem_sim.contract import python_bot


@python_bot()
def decide(observation):
    with open(__file__) as notes:
        notes.read()
    return observation.call()
