"""Check or call.

Idea: the calling station.
Source: folklore and experience.
"""

from holdem_sim.contract import python_bot


@python_bot()
def decide(observation):
    return observation.call()
