"""Raise high cards before the flop, call small prices, else check or fold.

Idea: a hand whose lower card is high wins more than its share, so it pays to put chips in before the board comes.
Source: written by `holdem-sim bots new`; the strategy is yours to replace.
Known weakness: never looks at the board, and folds to any large bet.
"""

import numpy as np

from holdem_sim.contract import CHECK_CALL, FOLD, PREFLOP, Parameter, batch_bot

PARAMETERS = (
    Parameter("rank", 8, 0, 13, "lowest card of the hands it raises: 0 is a deuce, 12 an ace, 13 never"),
    Parameter("price", 0.35, 0.0, 1.0, "greatest call, as a share of the pot"),
)


def pot_raises(observations):
    """For each row the raise by the pot after the call, held to the legal range; to call where no raise is allowed."""
    mine = observations["bets"][np.arange(len(observations)), observations["seat"]]
    raise_to = 2 * observations["current_bet"] + observations["pot"] - mine
    raise_to = np.clip(raise_to, observations["min_raise_to"], observations["max_raise_to"])
    return np.where(observations["max_raise_to"] > 0, raise_to, CHECK_CALL)


@batch_bot(parameters=PARAMETERS)
def decide(observations, keys, params, memory):
    rank = observations["hole"].min(axis=1) // 4
    cheap = observations["to_call"] <= params["price"] * observations["pot"]
    passive = np.where(cheap, CHECK_CALL, FOLD)
    raises = (observations["street"] == PREFLOP) & (rank >= params["rank"])
    return np.where(raises, pot_raises(observations), passive)
