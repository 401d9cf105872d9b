"""The showdown: how strong the live hands are, and who has to show."""

from __future__ import annotations

from typing import Any

import numpy as np

from holdem_sim._jit import kernel
from holdem_sim.evaluator.rank import CARD_KEY, CARD_MASK, gather, rank
from holdem_sim.game.table import bit, holds, next_in


@kernel
def find_strengths(observation: Any, hidden: Any) -> Any:
    """Write the strength (higher is better) of every live hand with the full board; -1 for a mucked one."""
    board_key, board_mask = gather(observation["board"], 0, 5)
    for seat in range(observation["seats"]):
        if holds(observation["in_hand"], seat):
            first, second = hidden["hole"][seat, 0], hidden["hole"][seat, 1]
            key = board_key + CARD_KEY[first] + CARD_KEY[second]
            mask = board_mask | CARD_MASK[first] | CARD_MASK[second]
            hidden["strength"][seat] = np.int64(-1) if holds(hidden["mucked"], seat) else rank(key, mask)


@kernel(inline=True)
def find_shown(observation: Any, hidden: Any) -> Any:
    """Write the mask of seats that show (RULES.md, Showdown order), before any pot is paid out.

    Everybody if a live seat is all-in. Otherwise all live seats have paid the same, so there is one pot: in
    order from the river's last bettor, a hand is shown if nothing shown before beats it. Twin: tests.naive.rules
    """
    in_hand = observation["in_hand"]
    if in_hand != observation["can_act"]:
        hidden["shown"] = in_hand & ~hidden["mucked"]
        return
    start = hidden["bettor"] if hidden["bettor"] >= 0 else hidden["first_seat"]
    shown = np.int64(0)
    best = np.int64(0)
    seat = start
    for _ in range(observation["seats"]):
        if holds(in_hand, seat) and hidden["strength"][seat] >= best:
            best = hidden["strength"][seat]
            shown |= bit(seat)
        seat = seat + 1 if seat + 1 < observation["seats"] else 0
    hidden["shown"] = shown


@kernel
def best_hands(hidden: Any, contestants: Any) -> Any:
    """The mask of the strongest hands among ``contestants`` (a mask, not empty)."""
    best = np.int64(-1)
    winners = np.int64(0)
    left = contestants
    while left:
        seat = next_in(left, 0)
        left &= ~bit(seat)
        strength = hidden["strength"][seat]
        if strength > best:
            best = strength
            winners = bit(seat)
        elif strength == best:
            winners |= bit(seat)
    return winners
