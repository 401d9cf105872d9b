"""Play good starting hands, bet good hands, and call when the pot pays for the risk.

Idea: an honest player who looks at its own cards only. Before the flop it plays a share of the hands that depends
on the number of players and raises the best of them. Later it takes every hand of the others for equally likely;
that gives a chance to win, which it compares with the price of a call (pot odds).
Source: starting hands and pot odds as in Sklansky, "The Theory of Poker" (1987); two percent per out and card.
Known weakness: believes no bet, so it pays off better hands; never bluffs; no eye for position.
"""

from math import sqrt

from holdem_sim.contract import (
    CHECK_CALL,
    PREFLOP,
    RIVER,
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
    Parameter("caution", 0.05, -1.0, 1.0, "chance to win that it wants beyond the price before it calls"),
)
PARAMS = record_type(PARAMETERS)

BET, RAISE = 0.7, 0.93  # chances to be ahead of everybody
PER_OUT = 0.02  # chance that the next card is a given one


@kernel
def before_flop(observation, looseness):
    better = 1.0 - starting_share(observation["hole"])  # share of the starting hands above mine
    playable = looseness / sqrt(observation["seats"] - 1)
    raised = observation["raises"] > 1
    if better <= playable / (10 if raised else 3):
        return raise_to_pot(observation, 3, 4)
    if raised:
        playable /= observation["raises"]
    return CHECK_CALL if better <= playable else check_or_fold(observation)


@kernel
def after_flop(observation, caution):
    price = observation["to_call"]
    street = observation["street"]
    share, outs = made_share(observation["hole"], observation["board"], street + 2)
    ahead = chance_ahead(observation, share)
    if ahead >= (RAISE if price > 0 else BET):
        return raise_to_pot(observation, 2, 3)
    chance = ahead + (1.0 - ahead) * PER_OUT * outs * (RIVER - street)
    if (chance - caution) * (observation["pot"] + price) >= price:
        return CHECK_CALL
    return check_or_fold(observation)


@kernel
def chance_ahead(observation, share):
    """The chance that a hand which beats ``share`` of all hands beats that of everybody in the hand."""
    others = observation["in_hand"]
    others &= others - 1  # one of the seats is mine
    chance = 1.0
    while others:
        others &= others - 1
        chance *= share
    return chance


@kernel_bot(parameters=PARAMETERS)
def decide(observation, key, params, memory):
    settings = record_at(params, PARAMS)
    if observation["street"] == PREFLOP:
        return before_flop(observation, settings["looseness"])
    return after_flop(observation, settings["caution"])
