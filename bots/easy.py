"""Call with almost anything, raise with almost nothing.

Idea: the beginner who came to see cards. It plays nearly every starting hand, calls with any pair, most high cards
and good draws, never asks for the price, and bets only what is hard to beat.
Source: the loose and passive player (the "calling station") of Sklansky and Malmuth, "Hold'em Poker for Advanced
Players" (1999); it decides by cut-offs alone, without looking at the others.
Known weakness: pays off every good hand, so bet good hands and never bluff it. Its rare raise shows its hand.
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
from holdem_sim.evaluator.features import made_share, starting_share

PARAMETERS = (
    Parameter("looseness", 0.9, 0.0, 1.0, "share of the starting hands it plays, whatever the price"),
    Parameter("stubbornness", 0.65, 0.0, 1.0, "share of the hands it calls with later, whatever the price"),
)
PARAMS = record_type(PARAMETERS)

RAISE = 0.965  # share of the starting hands: a pair of eights or better, ace-king suited
BET = 0.9  # share of the hands on the board: a good top pair on the flop, two pair on the river
DRAW = 8  # outs


@kernel
def before_flop(observation, looseness):
    share = starting_share(observation["hole"])
    if share > RAISE and observation["raises"] < 3:
        return raise_to_pot(observation, 1, 2)
    return CHECK_CALL if share >= 1.0 - looseness else check_or_fold(observation)


@kernel
def after_flop(observation, stubbornness):
    share, outs = made_share(observation["hole"], observation["board"], observation["street"] + 2)
    if share > BET and observation["raises"] < 2:
        return raise_to_pot(observation, 1, 2)
    return CHECK_CALL if share >= 1.0 - stubbornness or outs >= DRAW else check_or_fold(observation)


@kernel_bot(parameters=PARAMETERS)
def decide(observation, key, params, memory):
    settings = record_at(params, PARAMS)
    if observation["street"] == PREFLOP:
        return before_flop(observation, settings["looseness"])
    return after_flop(observation, settings["stubbornness"])
