"""Fold whenever there is something to pay, else check.

Idea: the known answer. It loses exactly its blinds and antes, unless it gets to see a free showdown.
Source: folklore; the "nit" taken to its end.
Known weakness: every bet takes the pot.
"""

from holdem_sim.contract import check_or_fold, kernel_bot


@kernel_bot()
def decide(observation, key, params, memory):
    return check_or_fold(observation)
