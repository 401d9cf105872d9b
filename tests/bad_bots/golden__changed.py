"""It folds, but its golden file says that it called.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check golden.
"""

from holdem_sim.contract import check_or_fold, kernel_bot


@kernel_bot()
def decide(observation, key, params, memory):
    return check_or_fold(observation)
