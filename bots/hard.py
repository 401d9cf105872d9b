"""Bet strong hands, fold weak ones, and believe what the others' raises say.

Idea: every rival is taken to hold one of the best hands, the fewer the more often he raised. So the share of all
hands that mine beats becomes the chance that it is ahead of everybody's. Good chances bet or raise the pot, fair
ones call when the pot odds allow, the rest fold or, now and then, bluff. Position counts: before the flop the
players left to act may hold anything, so the fewer they are, the more hands open; later the last to act bets more
hands and bluffs more.
Source: hand strength against a weighted range, after Billings et al., "The challenge of poker" (2002), with one
number a rival for the range; pot odds and the semi-bluff from Sklansky, "The Theory of Poker" (1987).
Known weakness: believes the same of everybody and never learns; hears nothing in a call; takes huge overbets for
nothing, so it pays them off; never slow-plays.
"""

from holdem_sim.contract import (
    CHECK_CALL,
    HISTORY,
    PREFLOP,
    RIVER,
    Parameter,
    check_or_fold,
    clip_raise,
    kernel,
    kernel_bot,
    raise_to_pot,
    record_at,
    record_type,
)
from holdem_sim.evaluator.features import made_share, starting_share
from holdem_sim.rng import fraction

PARAMETERS = (
    Parameter("aggression", 1.0, 0.0, 3.0, "how readily it bets, raises and bluffs; 0 never, 1 normally"),
    Parameter("tilt", 0.0, 0.0, 1.0, "how far it stops believing raises; 1: a rival may hold anything"),
)
PARAMS = record_type(PARAMETERS)

# Chances to be ahead of everybody that bet or raise, at aggression 1.
OPEN, RAISE_BEFORE_FLOP = 0.34, 0.53
BET, BET_LAST, RAISE = 0.55, 0.45, 0.75

# How often a weak hand bets all the same, against one rival: divided by 2 on the flop, 3 on the turn, 4 on the river.
BLUFF, BLUFF_LAST = 0.2, 0.35

# What a raise leaves of the raiser's range. The opener's is this divided by the players at the table.
OPENER, REOPENER, BETTOR = 1.2, 0.35, 0.65
LEAST_RANGE = 0.05
OVERBET = 2.5  # pots; a larger raise is not believed

WINS_AHEAD, WINS_BEHIND = 0.7, 0.27  # how often the better, the worse starting hand wins in the end
PER_OUT = 0.02  # chance that the next card is a given one


@kernel
def before_flop(observation, settings):
    ahead = chance_ahead(observation, starting_share(observation["hole"]), settings["tilt"])
    raised = observation["raises"] > 1
    if ahead * settings["aggression"] >= (RAISE_BEFORE_FLOP if raised else OPEN):
        return bet_pot(observation)
    rivals = rivals_of(observation)
    if raised:
        rivals &= ~observation["to_act"]  # who has not paid the raise yet will seldom come along
    behind = WINS_BEHIND / max(players(rivals), 1)
    return call_or_fold(observation, WINS_AHEAD * ahead + behind * (1.0 - ahead))


@kernel
def after_flop(observation, settings, luck):
    street = observation["street"]
    share, outs = made_share(observation["hole"], observation["board"], street + 2)
    ahead = chance_ahead(observation, share, settings["tilt"])
    last = players(observation["to_act"]) == 1
    if observation["to_call"] > 0:
        needed, bluffs = RAISE, 0.0
    elif last:
        needed, bluffs = BET_LAST, BLUFF_LAST
    else:
        needed, bluffs = BET, BLUFF
    bluffs += PER_OUT * outs
    if players(rivals_of(observation)) > 1:
        bluffs = 0.0
    if ahead * settings["aggression"] >= needed or luck < bluffs * settings["aggression"] / (1 + street):
        return bet_pot(observation)
    return call_or_fold(observation, ahead + (1.0 - ahead) * PER_OUT * outs * (RIVER - street))


@kernel
def chance_ahead(observation, share, tilt):
    """The chance that a hand which beats ``share`` of all hands beats every rival's."""
    chance = 1.0
    rivals = rivals_of(observation)
    for seat in range(observation["seats"]):
        if rivals >> seat & 1:
            held = range_of(observation, seat)
            held += tilt * (1.0 - held)
            chance *= max(share - (1.0 - held), 0.0) / held
    return chance


@kernel
def range_of(observation, seat):
    """The share of hands, counted from the best, that the player in ``seat`` may hold after all his raises."""
    held = 1.0
    raised = False  # before the flop
    pot = observation["pot"]
    count = observation["action_count"]
    for i in range(count - 1, max(count - HISTORY, 0) - 1, -1):
        at = i % HISTORY
        paid = observation["history_paid"][at]
        pot -= paid
        if observation["history_action"][at] <= CHECK_CALL or paid > OVERBET * pot:
            continue
        his = observation["history_seat"][at] == seat
        if observation["history_street"][at] > PREFLOP:
            held *= BETTOR if his else 1.0
        elif raised:
            held *= REOPENER
        elif his:
            held *= OPENER / observation["seats"]
            raised = True
    return max(held, LEAST_RANGE)


@kernel
def bet_pot(observation):
    """Bet or raise the pot; all-in when that is half of my chips or more."""
    raise_to = raise_to_pot(observation, 1, 1)
    return clip_raise(observation, 2 * raise_to) if 2 * raise_to >= observation["max_raise_to"] else raise_to


@kernel
def call_or_fold(observation, chance):
    """Call when the chance to win is worth its price."""
    price = observation["to_call"]
    too_much = observation["current_bet"] - observation["bets"][observation["seat"]] - price  # for my stack
    if chance * (observation["pot"] - too_much + price) >= price:
        return CHECK_CALL
    return check_or_fold(observation)


@kernel
def rivals_of(observation):
    """The seats (a mask) of the others in the hand."""
    return observation["in_hand"] & ~(1 << observation["seat"])


@kernel
def players(seats):
    """How many players sit in ``seats``, a mask."""
    count = 0
    while seats:
        seats &= seats - 1
        count += 1
    return count


@kernel_bot(parameters=PARAMETERS, stochastic=True)
def decide(observation, key, params, memory):
    settings = record_at(params, PARAMS)
    if observation["street"] == PREFLOP:
        return before_flop(observation, settings)
    return after_flop(observation, settings, fraction(key))
