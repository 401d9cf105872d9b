"""It counts in the eight bits of a card, which compiled code widens.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check jit.
"""

from holdem_sim.contract import kernel_bot


@kernel_bot()
def decide(observation, key, params, memory):
    folds = observation["hole"][0] * 6 > 255
    return -1 if folds and observation["to_call"] > 0 else 0
