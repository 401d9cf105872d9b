"""It goes all-in whether a raise is allowed or not.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check legal.
"""

from holdem_sim.contract import kernel_bot


@kernel_bot()
def decide(observation, key, params, memory):
    return observation["bets"][observation["seat"]] + observation["stacks"][observation["seat"]]
