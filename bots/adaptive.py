"""Learn who seldom bets, and believe him when he does.

Idea: plays its own cards like medium, but remembers of every player in how many hands he bet or raised, and takes a
bettor to hold one of the best hands of that share. Against somebody who seldom bets it folds more; against somebody
who bets everything it calls more.
Source: counting an opponent's actions as in Billings et al., "Opponent modeling in poker" (AAAI 1998), with one count.
Known weakness: starts with a guess, so short matches teach it little; a player who changes his ways fools it.
"""

from math import sqrt

import numpy as np

from holdem_sim.contract import (
    CHECK_CALL,
    HISTORY,
    OVER,
    PREFLOP,
    RIVER,
    SEATS,
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
    Parameter("looseness", 0.9, 0.0, 2.0, "share of the starting hands it plays heads-up; fewer in company"),
    Parameter("belief", 1.0, 0.0, 1.0, "how far it goes by what it has seen; 0: a bet says nothing"),
    Parameter("prior", 10.0, 1.0, 1000.0, "hands for which the first guess counts"),
)
PARAMS = record_type(PARAMETERS)
MEMORY = np.dtype([("hands", np.int64, (SEATS,)), ("bets", np.int64, (SEATS,))], align=True)

GUESS = 0.5  # share of the hands in which a stranger bets
LEAST_RANGE = 0.02
BET, RAISE = 0.7, 0.93  # chances to be ahead of everybody
PER_OUT = 0.02  # chance that the next card is a given one


@kernel
def remember(observation, own):
    bettors = 0
    count = observation["action_count"]
    for i in range(max(count - HISTORY, 0), count):
        if observation["history_action"][i % HISTORY] > 0:
            bettors |= 1 << observation["history_seat"][i % HISTORY]
    for seat in range(observation["seats"]):
        own["hands"][seat] += observation["dealt"] >> seat & 1
        own["bets"][seat] += bettors >> seat & 1


@kernel
def range_of_bettor(observation, own, settings):
    """The share of hands, from the best, that the last one to bet or raise in this hand may hold; 1.0 if nobody did."""
    count = observation["action_count"]
    for i in range(count - 1, max(count - HISTORY, 0) - 1, -1):
        seat = observation["history_seat"][i % HISTORY]
        if observation["history_action"][i % HISTORY] > 0 and seat != observation["seat"]:
            bets = own["bets"][seat] + GUESS * settings["prior"]
            share = bets / (own["hands"][seat] + settings["prior"])
            return max(1.0 + settings["belief"] * (share - 1.0), LEAST_RANGE)
    return 1.0


@kernel
def before_flop(observation, settings, held):
    better = 1.0 - starting_share(observation["hole"])  # share of the starting hands above mine
    playable = settings["looseness"] / sqrt(observation["seats"] - 1)
    if better <= playable * held / (10 if observation["raises"] > 1 else 3):
        return raise_to_pot(observation, 3, 4)
    if observation["raises"] > 1:
        playable *= held / observation["raises"]
    return CHECK_CALL if better <= playable else check_or_fold(observation)


@kernel
def after_flop(observation, held):
    price = observation["to_call"]
    street = observation["street"]
    share, outs = made_share(observation["hole"], observation["board"], street + 2)
    ahead = 1.0
    others = observation["in_hand"]
    others &= others - 1  # one of the seats is mine
    while others:
        others &= others - 1
        ahead *= share
    if price > 0:
        ahead *= max(share - (1.0 - held), 0.0) / (held * max(share, LEAST_RANGE))
    if ahead >= (RAISE if price > 0 else BET):
        return raise_to_pot(observation, 2, 3)
    chance = ahead + (1.0 - ahead) * PER_OUT * outs * (RIVER - street)
    return CHECK_CALL if chance * (observation["pot"] + price) >= price else check_or_fold(observation)


@kernel_bot(parameters=PARAMETERS, memory=MEMORY)
def decide(observation, key, params, memory):
    settings = record_at(params, PARAMS)
    own = record_at(memory, MEMORY)
    if observation["street"] == OVER:
        remember(observation, own)
        return CHECK_CALL
    held = range_of_bettor(observation, own, settings)
    if observation["street"] == PREFLOP:
        return before_flop(observation, settings, held)
    return after_flop(observation, held)
