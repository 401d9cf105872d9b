"""It answers a float, which the compiled signature cuts.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check answers.
"""

from holdem_sim.contract import kernel_bot


@kernel_bot()
def decide(observation, key, params, memory):
    if observation["max_raise_to"] > 0:
        return observation["min_raise_to"] * 1.0
    return 0.0
