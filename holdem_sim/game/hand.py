"""One hand from the first post to the last payoff: ``start_hand``, ``advance``, ``apply``, ``settle``.

Both hand loops and the stepping API drive these kernels and no others:

    start_hand(...)
    while advance(...):          # to the next decision
        apply(..., action)
    settle(...)
"""

from __future__ import annotations

from typing import Any

from holdem_sim._jit import bit_count, kernel, lowest_bit
from holdem_sim.cards import NO_CARD
from holdem_sim.contract.observation import FIXED_LIMIT, HISTORY, OVER, PREFLOP, RIVER, SEATS
from holdem_sim.game.betting import find_legal, open_round
from holdem_sim.game.dealing import deal_hole_cards, deal_street
from holdem_sim.game.posting import post, seats_with_chips
from holdem_sim.game.pots import form_pots, pay_out, return_uncalled, take_rake
from holdem_sim.game.showdown import find_shown, find_strengths
from holdem_sim.game.table import holds, next_in, several

BETS_A_ROUND = 4
UNCAPPED = 1 << 40


@kernel
def sit_down(observation: Any, rules: Any, seats: Any) -> Any:
    """Write what stays the same for a whole match: the rules in force and the number of seats."""
    observation["betting"] = rules["betting"]
    set_stakes(observation, rules)
    observation["seats"] = seats
    for seat in range(SEATS):
        observation["stacks"][seat] = 0
        observation["bets"][seat] = 0
        observation["invested"][seat] = 0


@kernel
def set_stakes(observation: Any, rules: Any) -> Any:
    """Write the blinds and the ante, which a new level changes."""
    observation["small_blind"] = rules["small_blind"]
    observation["big_blind"] = rules["big_blind"]
    observation["ante"] = rules["ante"]


@kernel(inline=True)
def start_hand(observation: Any, hidden: Any, rules: Any, forced: Any) -> Any:
    """Post and deal: the table is then ready for ``advance``.

    Reads ``stacks`` (seats with chips are dealt in), ``hidden.deck`` and ``forced``; writes the rest of both
    records. ``hand`` and ``hands_left`` are the caller's.
    """
    for i in range(min(observation["action_count"], HISTORY)):
        observation["history_seat"][i] = 0
        observation["history_street"][i] = 0
        observation["history_action"][i] = 0
        observation["history_paid"][i] = 0
    observation["action_count"] = 0
    for seat in range(SEATS):
        observation["payoffs"][seat] = 0
        observation["shown"][seat, 0] = NO_CARD
        observation["shown"][seat, 1] = NO_CARD
        hidden["acted_at"][seat] = -1
    dealt = seats_with_chips(observation)
    observation["dealt"] = dealt
    observation["in_hand"] = dealt
    observation["button"] = forced["button"]
    observation["big_blind_seat"] = forced["big_blind_seat"]
    observation["street"] = PREFLOP
    observation["current_bet"] = forced["price"]
    observation["raises"] = 1
    hidden["first_seat"] = forced["first_seat"]
    hidden["next_seat"] = forced["first_to_act"]
    hidden["increment"] = forced["increment"]
    hidden["full_bet"] = forced["price"]
    hidden["bettor"] = -1
    hidden["shown"] = 0
    capped = observation["betting"] == FIXED_LIMIT and (rules["cap_heads_up"] or bit_count(dealt) > 2)
    hidden["raise_cap"] = BETS_A_ROUND if capped else UNCAPPED
    post(observation, hidden, forced)
    observation["to_act"] = observation["can_act"]
    deal_hole_cards(observation, hidden)


@kernel(inline=True)
def advance(observation: Any, hidden: Any) -> Any:
    """Go on to the next decision, dealing streets on the way. False when the betting is over.

    On True the observation is complete for ``seat``: its cards, ``to_call`` and the legal raises.
    Twin: tests.naive.rules
    """
    while several(observation["in_hand"]):
        if observation["to_act"] and not _nobody_to_ask(observation):
            seat = next_in(observation["to_act"], hidden["next_seat"])
            observation["seat"] = seat
            observation["hole"][0] = hidden["hole"][seat, 0]
            observation["hole"][1] = hidden["hole"][seat, 1]
            find_legal(observation, hidden)
            return True
        if observation["street"] == RIVER:
            return False
        street = observation["street"] + 1
        deal_street(observation, hidden, street)
        open_round(observation, hidden, street)
    return False


@kernel
def _nobody_to_ask(observation: Any) -> Any:
    """Could only one seat still act, and has no other live seat more chips in this round?"""
    can_act = observation["can_act"]
    if several(can_act):
        return False
    bet = observation["bets"][lowest_bit(can_act)]
    for seat in range(observation["seats"]):
        if holds(observation["in_hand"], seat) and observation["bets"][seat] > bet:
            return False
    return True


@kernel(inline=True)
def settle(observation: Any, hidden: Any, rules: Any) -> Any:
    """End the hand: uncalled chips back, showdown, rake, pots; ``payoffs`` (net chips) and what was shown."""
    return_uncalled(observation, hidden)
    if several(observation["in_hand"]):
        find_strengths(observation, hidden)
        find_shown(observation, hidden)
        form_pots(observation, hidden)
    else:
        hidden["pot_count"] = 1
        hidden["pot_amount"][0] = observation["pot"]
        hidden["pot_contestants"][0] = observation["in_hand"]
    take_rake(observation, hidden, rules)
    pay_out(observation, hidden)
    for seat in range(observation["seats"]):
        observation["payoffs"][seat] = observation["stacks"][seat] - hidden["start_stacks"][seat]
        if holds(hidden["shown"], seat):
            observation["shown"][seat, 0] = hidden["hole"][seat, 0]
            observation["shown"][seat, 1] = hidden["hole"][seat, 1]
    observation["street"] = OVER
