"""It writes behind its observation.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check rows.
"""

from holdem_sim.contract import kernel_bot


@kernel_bot()
def decide(observation, key, params, memory):
    observation["payoffs"][10] = 0
    return 0
