"""It answers True or False, compiled to 1 and 0.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check answers.
"""

from holdem_sim.contract import kernel_bot


@kernel_bot()
def decide(observation, key, params, memory):
    return observation["to_call"] < 0
