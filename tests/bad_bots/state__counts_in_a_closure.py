"""It counts its decisions where no global name shows it.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check state.
"""

from holdem_sim.contract import python_bot


def make():
    count = 0

    @python_bot()
    def decide(observation):
        nonlocal count
        count += 1
        return observation.call()

    return decide


decide = make()
