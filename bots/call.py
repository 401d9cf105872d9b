"""Check or call, whatever the price.

Idea: the calling station; reaches every showdown, so its results are the cards' results.
Source: the "always call" player of the Annual Computer Poker Competition's examples.
Known weakness: pays off every made hand, never makes anybody fold.
"""

from holdem_sim.contract import CHECK_CALL, kernel_bot


@kernel_bot()
def decide(observation, key, params, memory):
    return CHECK_CALL
