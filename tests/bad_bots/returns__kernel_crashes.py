"""It reads memory that is nobody's.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check returns.
"""

from holdem_sim.contract import NO_MEMORY, kernel_bot, record_at


@kernel_bot()
def decide(observation, key, params, memory):
    if observation["street"] == 3:
        return record_at(16, NO_MEMORY)["unused"]
    return 0
