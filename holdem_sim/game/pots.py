"""Pots: uncalled chips back, layers, rake, split (RULES.md, Ending)."""

from __future__ import annotations

from typing import Any

import numpy as np

from holdem_sim._jit import bit_count, kernel, lowest_bit
from holdem_sim.contract.observation import PREFLOP
from holdem_sim.game.showdown import best_hands
from holdem_sim.game.table import bit, holds, next_in, several


@kernel(inline=True)
def return_uncalled(observation: Any, hidden: Any) -> Any:
    """Give back what one live seat put in beyond every other seat's total. Dead money never goes back."""
    most = second = np.int64(0)
    top = np.int64(0)
    for seat in range(observation["seats"]):
        chips = hidden["contested"][seat]
        hidden["returned"][seat] = 0
        if chips > most:
            most, second = chips, most
            top = np.int64(seat)
        elif chips > second:
            second = chips
    if most > second and holds(observation["in_hand"], top):
        back = most - second
        hidden["contested"][top] = second
        hidden["returned"][top] = back
        observation["invested"][top] -= back
        observation["stacks"][top] += back
        observation["pot"] -= back


@kernel(inline=True)
def _paid_the_same(observation: Any, hidden: Any, in_hand: Any) -> Any:
    """Are all live seats' totals equal, so that there is one layer?"""
    chips = hidden["contested"][lowest_bit(in_hand)]
    for seat in range(observation["seats"]):
        if holds(in_hand, seat) and hidden["contested"][seat] != chips:
            return False
    return True


@kernel
def form_pots(observation: Any, hidden: Any) -> Any:
    """Write the pots, main pot first: amounts and contestants. Twin: tests.naive.rules

    Only live seats' totals bound a layer: between two of them the contestants are the same. Folded chips above
    the highest join the last pot, dead money the first.
    """
    in_hand = observation["in_hand"]
    if _paid_the_same(observation, hidden, in_hand):
        hidden["pot_amount"][0] = observation["pot"]
        hidden["pot_contestants"][0] = in_hand
        hidden["pot_count"] = 1
        return
    below = np.int64(0)
    left = observation["pot"]
    count = 0
    layered = np.int64(0)
    for seat in range(observation["seats"]):
        layered += hidden["contested"][seat]
    while True:
        level = np.int64(0)
        contestants = np.int64(0)
        for seat in range(observation["seats"]):
            chips = hidden["contested"][seat]
            if holds(in_hand, seat) and chips > below:
                contestants |= bit(seat)
                if level == 0 or chips < level:
                    level = chips
        if contestants == 0:
            break
        amount = observation["pot"] - layered if count == 0 else np.int64(0)
        for seat in range(observation["seats"]):
            chips = hidden["contested"][seat]
            amount += min(chips, level) - min(chips, below)
        hidden["pot_amount"][count] = amount
        hidden["pot_contestants"][count] = contestants
        left -= amount
        below = level
        count += 1
    hidden["pot_amount"][count - 1] += left
    hidden["pot_count"] = count


@kernel(inline=True)
def take_rake(observation: Any, hidden: Any, rules: Any) -> Any:
    """Take the rake out of the pots, main pot first: rounded down, capped, none without a flop if so ruled."""
    hidden["rake"] = 0
    if rules["rake_bp"] == 0 or (rules["no_flop_no_drop"] and observation["street"] == PREFLOP):
        return
    rake = observation["pot"] * rules["rake_bp"] // 10_000
    if rules["rake_cap"] >= 0:
        rake = min(rake, rules["rake_cap"])
    hidden["rake"] = rake
    for i in range(hidden["pot_count"]):
        part = min(rake, hidden["pot_amount"][i])
        hidden["pot_amount"][i] -= part
        rake -= part


@kernel(inline=True)
def pay_out(observation: Any, hidden: Any) -> Any:
    """Split each pot among its best hands; odd chips one each, clockwise from the seat left of the button."""
    for i in range(hidden["pot_count"]):
        contestants = hidden["pot_contestants"][i]
        winners = best_hands(hidden, contestants) if several(contestants) else contestants
        hidden["pot_winners"][i] = winners
        amount = hidden["pot_amount"][i]
        if not several(winners):
            observation["stacks"][lowest_bit(winners)] += amount
            continue
        share = amount // bit_count(winners)
        odd = amount - share * bit_count(winners)
        seat = hidden["first_seat"]
        left = winners
        while left:
            seat = next_in(left, seat)
            left &= ~bit(seat)
            observation["stacks"][seat] += share + (1 if odd > 0 else 0)
            odd -= 1
