"""Raise high cards before the flop, call small prices, else check or fold.

Idea: a hand whose lower card is high wins more than its share, so it pays to put chips in before the board comes.
Source: written by `holdem-sim bots new`; the strategy is yours to replace.
Known weakness: never looks at the board, and folds to any large bet.
"""

from holdem_sim.contract import (
    CHECK_CALL,
    PREFLOP,
    Parameter,
    check_or_fold,
    kernel,
    kernel_bot,
    raise_to_pot,
    record_at,
    record_type,
)

PARAMETERS = (
    Parameter("rank", 8, 0, 13, "lowest card of the hands it raises: 0 is a deuce, 12 an ace, 13 never"),
    Parameter("price", 0.35, 0.0, 1.0, "greatest call, as a share of the pot"),
)
PARAMS = record_type(PARAMETERS)


@kernel
def lower_rank(hole):
    """Rank 0..12 of the lower hole card."""
    return min(hole[0], hole[1]) // 4


@kernel_bot(parameters=PARAMETERS)
def decide(observation, key, params, memory):
    settings = record_at(params, PARAMS)
    if observation["street"] == PREFLOP and lower_rank(observation["hole"]) >= settings["rank"]:
        return raise_to_pot(observation, 1, 1)
    if observation["to_call"] <= settings["price"] * observation["pot"]:
        return CHECK_CALL
    return check_or_fold(observation)
