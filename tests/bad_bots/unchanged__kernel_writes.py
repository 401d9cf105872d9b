"""It counts the call into the table's pot.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check unchanged.
"""

from holdem_sim.contract import kernel_bot


@kernel_bot()
def decide(observation, key, params, memory):
    observation["pot"] += observation["to_call"]
    return 0
