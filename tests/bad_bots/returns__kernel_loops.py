"""It thinks for ever in a pot of 40, compiled.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check returns.
"""

from holdem_sim.contract import kernel_bot


@kernel_bot()
def decide(observation, key, params, memory):
    chips = observation["pot"]
    while chips == 40:
        chips += observation["pot"] - chips
    return 0
