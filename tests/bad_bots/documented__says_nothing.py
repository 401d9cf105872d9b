"""Check or call."""

from holdem_sim.contract import python_bot


@python_bot()
def decide(observation):
    return observation.call()
