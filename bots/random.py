"""Choose among the legal kinds of action at random: fold, check or call, raise; a raise to any legal amount.

Idea: the floor that every strategy must beat, and the best fuzzer of the rules.
Source: the usual random agent (OpenSpiel, RLCard); each kind is equally likely, each raise-to amount too.
Known weakness: folds the nuts a third of the time.
"""

from holdem_sim.contract import CHECK_CALL, FOLD, kernel_bot
from holdem_sim.rng import below, split


@kernel_bot(stochastic=True)
def decide(observation, key, params, memory):
    can_fold = 1 if observation["to_call"] > 0 else 0
    can_raise = 1 if observation["max_raise_to"] > 0 else 0
    kind = below(key, 1 + can_fold + can_raise)
    if kind == 0:
        return CHECK_CALL
    if kind == 1 and can_fold:
        return FOLD
    low = observation["min_raise_to"]
    return low + below(split(key, 1), observation["max_raise_to"] - low + 1)
