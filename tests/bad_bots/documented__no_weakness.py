"""Check or call.

Idea: the calling station.
Source: folklore and experience.
"""

from holdem_sim.contract import kernel_bot


@kernel_bot()
def decide(observation, key, params, memory):
    return 0
