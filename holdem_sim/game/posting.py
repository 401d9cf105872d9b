"""Forced bets: who posts what, by the rules or as recorded, and the posting itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from holdem_sim._jit import bit_count, kernel
from holdem_sim.contract.observation import SEATS
from holdem_sim.game.rules import ANTE_ALL, ANTE_BIG_BLIND
from holdem_sim.game.table import FORCED, bit, holds, next_in


@dataclass(frozen=True)
class Posts:
    """What each seat of a replayed hand posted, in chips by seat; empty: nobody posted such.

    ``blinds`` are live: blinds, straddles, entry posts. ``antes`` count in the side-pot layers, ``dead`` money (missed
    blinds, a big blind's ante) goes to the main pot. ``button`` -1: no seat has it, and seat 0 is the first to its
    left. ``first_to_act`` is where to look for the first actor, clockwise; None: the seat left of the big blind, or
    of the last straddle.
    """

    blinds: Sequence[int]
    big_blind_seat: int
    button: int
    antes: Sequence[int] = ()
    dead: Sequence[int] = ()
    first_to_act: int | None = None

    def numbers(self, seats: int, big_blind: int) -> list[int]:
        """The fields of FORCED in order.

        A short blind leaves the price at the nominal ``big_blind`` (RULES.md, Forced bets). A straddle is the big
        blind of its round: it sets the price and, as rooms play it, the least raise.
        """
        blinds = _padded(self.blinds)
        price = max(big_blind, *blinds)
        last = self.big_blind_seat
        if price > big_blind:
            clockwise = [(last + 1 + i) % seats for i in range(seats)]
            last = [seat for seat in clockwise if blinds[seat] == price][-1]
        first_to_act = last + 1 if self.first_to_act is None else self.first_to_act
        first = (self.button + 1) % seats
        per_seat = [chips for posts in (self.antes, self.blinds, self.dead) for chips in _padded(posts)]
        return [*per_seat, self.button, first, self.big_blind_seat, first_to_act, price, price]

    def record(self, seats: int, big_blind: int) -> np.ndarray[Any, Any]:
        """A FORCED array of shape (1,)."""
        return np.array(self.numbers(seats, big_blind), np.int64).view(FORCED)


def _padded(chips: Sequence[int]) -> list[int]:
    return [*chips, *[0] * (SEATS - len(chips))]


@kernel(inline=True)
def seats_with_chips(observation: Any) -> Any:
    """The mask of seats with a stack: those who are dealt in."""
    mask = np.int64(0)
    for seat in range(observation["seats"]):
        if observation["stacks"][seat] > 0:
            mask |= bit(seat)
    return mask


@kernel
def forced_by_rules(forced: Any, observation: Any, rules: Any, button: Any) -> Any:
    """Fill ``forced`` for a hand with its button at ``button``, a seat with chips (RULES.md, Forced bets).

    Heads-up the button posts the small blind. Stacks decide who is dealt in; short stacks are cut when posting.
    Twin: tests.naive.rules
    """
    dealt = seats_with_chips(observation)
    small = button if bit_count(dealt) == 2 else next_in(dealt, button + 1)
    force(forced, rules, dealt, button, small, next_in(dealt, small + 1))


@kernel(inline=True)
def force(forced: Any, rules: Any, dealt: Any, button: Any, small: Any, big: Any) -> Any:
    """Fill ``forced``: the blinds are those of seats ``small`` and ``big``, and the antes those of ``dealt``.

    The button and the small blind may be dead: at a seat without chips, which posts nothing.
    """
    for seat in range(SEATS):
        forced["ante"][seat] = 0
        forced["blind"][seat] = 0
        forced["dead"][seat] = 0
        if rules["ante_mode"] == ANTE_ALL and holds(dealt, seat):
            forced["ante"][seat] = rules["ante"]
    forced["blind"][small] = rules["small_blind"]
    forced["blind"][big] = rules["big_blind"]
    if rules["ante_mode"] == ANTE_BIG_BLIND:
        forced["dead"][big] = rules["ante"]
    forced["button"] = button
    forced["first_seat"] = next_in(dealt, button + 1)
    forced["big_blind_seat"] = big
    forced["first_to_act"] = big + 1
    forced["price"] = rules["big_blind"]
    forced["increment"] = rules["big_blind"]


@kernel(inline=True)
def post(observation: Any, hidden: Any, forced: Any) -> Any:
    """Take antes, then blinds, then dead money from each dealt seat, as far as its stack goes."""
    pot = np.int64(0)
    can_act = np.int64(0)
    for seat in range(observation["seats"]):
        stack = observation["stacks"][seat]
        hidden["start_stacks"][seat] = stack
        ante = min(forced["ante"][seat], stack)
        blind = min(forced["blind"][seat], stack - ante)
        dead = min(forced["dead"][seat], stack - ante - blind)
        stack -= ante + blind + dead
        observation["stacks"][seat] = stack
        observation["bets"][seat] = blind
        observation["invested"][seat] = ante + blind + dead
        hidden["contested"][seat] = ante + blind
        pot += ante + blind + dead
        if stack > 0:
            can_act |= bit(seat)
    observation["pot"] = pot
    observation["can_act"] = can_act
