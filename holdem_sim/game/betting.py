"""Betting: what the seat to act may do, and doing it. "May I" and "do it" read the same few numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from holdem_sim._jit import kernel
from holdem_sim.contract.action import CHECK_CALL, FOLD
from holdem_sim.contract.observation import FIXED_LIMIT, HISTORY, POT_LIMIT, TURN
from holdem_sim.game.table import bit, index, several


@kernel
def open_round(observation: Any, hidden: Any, street: Any) -> Any:
    """Begin the betting round of ``street`` (after the flop): nothing bet, everybody with chips still to act."""
    observation["street"] = street
    for seat in range(observation["seats"]):
        observation["bets"][seat] = 0
        hidden["acted_at"][seat] = -1
    observation["current_bet"] = 0
    observation["raises"] = 0
    hidden["increment"] = observation["big_blind"]
    hidden["full_bet"] = 0
    hidden["bettor"] = -1
    hidden["next_seat"] = hidden["first_seat"]
    can_act = observation["can_act"]
    observation["to_act"] = can_act if several(can_act) else 0


@kernel
def bet_size(observation: Any) -> Any:
    """Fixed limit: one small bet (the big blind) preflop and on the flop, two later. Chips."""
    return observation["big_blind"] * (2 if observation["street"] >= TURN else 1)


@kernel(inline=True)
def find_legal(observation: Any, hidden: Any) -> Any:
    """Write ``to_call``, ``min_raise_to``, ``max_raise_to`` for the seat to act (RULES.md, Acting).

    Twin: tests.naive.rules
    """
    seat = index(observation["seat"])
    price = observation["current_bet"]
    bet = observation["bets"][seat]
    all_in = bet + observation["stacks"][seat]
    observation["to_call"] = max(min(price, all_in) - bet, 0)
    low = high = np.int64(0)
    if all_in > price and several(observation["can_act"]) and _may_raise(observation, hidden, seat):
        if observation["betting"] == FIXED_LIMIT:
            low = high = min(hidden["full_bet"] + bet_size(observation), all_in)
        else:
            full = price + hidden["increment"]
            low = min(full, all_in)
            high = all_in
            if observation["betting"] == POT_LIMIT:
                high = min(max(price + observation["pot"] + price - bet, full), all_in)
    observation["min_raise_to"] = low
    observation["max_raise_to"] = high


@kernel
def _may_raise(observation: Any, hidden: Any, seat: Any) -> Any:
    """Has the seat not acted yet, or has the bet since grown by a full raise (fixed limit: by half a bet)?"""
    if observation["raises"] >= hidden["raise_cap"]:
        return False
    acted_at = hidden["acted_at"][seat]
    if acted_at < 0:
        return True
    growth = observation["current_bet"] - acted_at
    if observation["betting"] == FIXED_LIMIT:
        return 2 * growth >= bet_size(observation)
    return growth >= hidden["increment"]


@kernel
def is_legal(observation: Any, action: Any) -> Any:
    """May the seat to act do ``action`` (FOLD, CHECK_CALL or a raise-to amount)?"""
    if action == CHECK_CALL:
        return True
    if action == FOLD:
        return observation["to_call"] > 0
    low = observation["min_raise_to"]
    return 0 < low <= action <= observation["max_raise_to"]


@kernel(inline=True)
def apply(observation: Any, hidden: Any, action: Any) -> Any:
    """Do a legal ``action`` for the seat to act; returns the chips it put in."""
    seat = index(observation["seat"])
    paid = np.int64(0)
    if action == FOLD:
        observation["in_hand"] &= ~bit(seat)
        observation["can_act"] &= ~bit(seat)
        observation["to_act"] &= ~bit(seat)
    elif action == CHECK_CALL:
        paid = observation["to_call"]
        observation["to_act"] &= ~bit(seat)
        _put_in(observation, hidden, seat, paid)
    else:
        paid = action - observation["bets"][seat]
        _put_in(observation, hidden, seat, paid)
        _raise_to(observation, hidden, seat, action)
    hidden["acted_at"][seat] = observation["current_bet"]
    hidden["next_seat"] = seat + 1
    slot = observation["action_count"] & (HISTORY - 1)  # a power of two
    observation["history_seat"][slot] = seat
    observation["history_street"][slot] = observation["street"]
    observation["history_action"][slot] = action
    observation["history_paid"][slot] = paid
    observation["action_count"] += 1
    return paid


@kernel(inline=True)
def _put_in(observation: Any, hidden: Any, seat: Any, chips: Any) -> Any:
    stack = observation["stacks"][seat] - chips
    observation["stacks"][seat] = stack
    observation["bets"][seat] += chips
    observation["invested"][seat] += chips
    hidden["contested"][seat] += chips
    observation["pot"] += chips
    if stack == 0:
        observation["can_act"] &= ~bit(seat)


@kernel
def _raise_to(observation: Any, hidden: Any, seat: Any, raise_to: Any) -> Any:
    """Move the price; a full bet or raise also moves the next minimum, a short all-in does not."""
    if observation["betting"] == FIXED_LIMIT:
        if 2 * (raise_to - hidden["full_bet"]) >= bet_size(observation):
            hidden["full_bet"] = raise_to
            observation["raises"] += 1
    else:
        growth = raise_to - observation["current_bet"]
        if growth >= hidden["increment"]:
            hidden["increment"] = growth
            observation["raises"] += 1
    observation["current_bet"] = raise_to
    hidden["bettor"] = seat
    observation["to_act"] = observation["can_act"] & ~bit(seat)
