"""The table's hidden half, and sets of seats.

A table is two records: the public OBSERVATION (``holdem_sim.contract.observation``), which bots are given, and
HIDDEN, which no bot is: the deck, everyone's cards, and what the rules keep in mind.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holdem_sim._jit import kernel, lowest_bit
from holdem_sim.contract.observation import SEATS

HIDDEN = np.dtype(
    [
        ("deck", np.uint8, (52,)),
        ("next_card", np.int64),  # position in the deck
        ("words", np.uint64, (16,)),  # room for the shuffle
        ("hole", np.uint8, (SEATS, 2)),
        ("first_seat", np.int64),  # first dealt seat left of the button: order of cards, acting, odd chips
        ("start_stacks", np.int64, (SEATS,)),
        ("contested", np.int64, (SEATS,)),  # chips that count in the side-pot layers: all but dead money
        ("next_seat", np.int64),  # where to look for the next actor, clockwise
        ("raise_cap", np.int64),  # most full bets and raises in a round
        ("bettor", np.int64),  # last seat to bet or raise in this round; -1 none
        ("increment", np.int64),  # no limit, pot limit: the last full bet or raise of this round
        ("full_bet", np.int64),  # fixed limit: the level of the last full bet of this round
        ("acted_at", np.int64, (SEATS,)),  # current_bet when the seat last acted in this round; -1 not yet
        ("returned", np.int64, (SEATS,)),  # uncalled chips that went back
        ("mucked", np.int64),  # mask: seats that lose at showdown unseen (replays: cards unknown); play leaves it 0
        ("strength", np.int64, (SEATS,)),  # of live hands at showdown, higher is better; -1 mucked
        ("shown", np.int64),  # mask: seats that showed
        ("rake", np.int64),
        ("pot_count", np.int64),
        ("pot_amount", np.int64, (SEATS,)),  # main pot first, after rake
        ("pot_contestants", np.int64, (SEATS,)),  # masks
        ("pot_winners", np.int64, (SEATS,)),
    ],
    align=True,
)

FORCED = np.dtype(
    [
        ("ante", np.int64, (SEATS,)),  # counts in the side-pot layers
        ("blind", np.int64, (SEATS,)),  # live
        ("dead", np.int64, (SEATS,)),  # main pot, never a layer
        ("button", np.int64),  # -1: nobody has it
        ("first_seat", np.int64),  # first dealt seat left of the button (or where it would be)
        ("big_blind_seat", np.int64),
        ("first_to_act", np.int64),  # where to look for the first actor, clockwise
        ("price", np.int64),  # what the others must match before the flop
        ("increment", np.int64),  # the least full raise over the price
    ],
    align=True,
)
"""What a hand begins with, seat by seat. Play fills it by the rules, replays from the record."""

_MASKS = np.arange(1 << SEATS)
COUNT = np.array([int(m).bit_count() for m in _MASKS], np.int64)
LOWEST = np.array([(int(m) & -int(m)).bit_length() - 1 for m in _MASKS], np.int64)


@kernel
def index(number: Any) -> Any:
    """``number`` (0..32767), so that the compiler knows it: an index that may be negative counts from the end."""
    return number & 0x7FFF


@kernel
def bit(seat: Any) -> Any:
    """The mask of one seat."""
    return np.int64(1) << seat


@kernel
def holds(mask: Any, seat: Any) -> Any:
    """Is ``seat`` in ``mask``?"""
    return (mask >> seat) & 1 == 1


@kernel
def next_in(mask: Any, seat: Any) -> Any:
    """The first seat of ``mask`` at or clockwise after ``seat`` (0..10). ``mask`` is not empty."""
    seat = index(seat)
    later = mask >> seat
    if later:
        return seat + lowest_bit(later)
    return lowest_bit(mask)


@kernel
def several(mask: Any) -> Any:
    """Is more than one seat in ``mask``?"""
    return mask & (mask - 1) != 0
