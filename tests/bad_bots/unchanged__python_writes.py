"""It notes its plan in the observation.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check unchanged.
"""

from holdem_sim.contract import python_bot


@python_bot()
def decide(observation):
    observation.record["pot"] += observation.to_call
    return observation.call()
