"""``Observation``: what a Python bot sees, with names to read and helpers to answer with.

It wraps a copy of one OBSERVATION record (``holdem_sim.contract.observation``), which holds the same for kernel and
batch bots. All amounts are chips; "to" is a seat's total in this betting round.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from holdem_sim.cards import NO_CARD, format_cards
from holdem_sim.contract.action import CHECK_CALL, FOLD
from holdem_sim.contract.observation import HISTORY, OVER
from holdem_sim.contract.positions import position_names
from holdem_sim.rng import below, fraction, split

STREETS = ("preflop", "flop", "turn", "river", "over")
BETTING = ("no-limit", "pot-limit", "fixed-limit")


@dataclass(frozen=True)
class Action:
    """One action of the hand: ``kind`` is "fold", "check", "call" or "raise" (a bet is a raise from 0).

    ``raise_to`` is 0 but for a raise; ``paid``: chips the action put in.
    """

    seat: int
    street: str
    kind: str
    raise_to: int
    paid: int


class Observation:
    """One decision. ``record``: the OBSERVATION record; ``params``: the bot's parameters, by name.

    ``memory``: the bot's record of this match, None if it declares none; ``memory["field"] = value`` is kept.
    """

    def __init__(self, record: Any, key: int = 0, params: SimpleNamespace | None = None, memory: Any = None) -> None:
        self.record = record
        self.key = key
        self.params = params or SimpleNamespace()
        self.memory = memory
        self._draws = 0

    def __repr__(self) -> str:
        return (
            f"Observation({self.street}, {self.hole_cards} on {self.board or 'no board'}, {self.position}, pot"
            f" {self.pot}, to call {self.to_call}, raise to {self.min_raise_to}..{self.max_raise_to},"
            f" stack {self.stack})"
        )

    @property
    def hole_cards(self) -> str:
        """Your two cards, like "AsKd"."""
        return format_cards(self.hole, separator="")

    @property
    def hole(self) -> tuple[int, int]:
        """Your two cards as numbers (``holdem_sim.cards``)."""
        first, second = self.record["hole"].tolist()
        return first, second

    @property
    def board(self) -> str:
        """The board so far, like "2c 7d 9h", or ""."""
        return format_cards(self.board_cards)

    @property
    def board_cards(self) -> list[int]:
        """The board so far, as numbers."""
        return [card for card in self.record["board"].tolist() if card != NO_CARD]

    @property
    def street(self) -> str:
        """ "preflop", "flop", "turn", "river", or "over" in the call at the end of a hand."""
        return STREETS[self.record["street"]]

    @property
    def over(self) -> bool:
        """Is this the call at the end of a hand, for bots with memory? Its answer is ignored."""
        return bool(self.record["street"] == OVER)

    @property
    def seat(self) -> int:
        """Your seat, 0..9, clockwise."""
        return int(self.record["seat"])

    @property
    def button(self) -> int:
        """The seat of the button."""
        return int(self.record["button"])

    @property
    def players(self) -> list[int]:
        """Seats that were dealt cards in this hand, ascending."""
        return self._seats("dealt")

    @property
    def players_in_hand(self) -> list[int]:
        """Seats that have not folded, you among them."""
        return self._seats("in_hand")

    @property
    def opponents(self) -> list[int]:
        """Seats that have not folded but yours."""
        return [seat for seat in self.players_in_hand if seat != self.seat]

    @property
    def position(self) -> str:
        """Your position, like "BTN" or "UTG+1" (RULES.md)."""
        return self.position_of(self.seat)

    def position_of(self, seat: int) -> str:
        """The position of ``seat``; "" when it was not dealt in."""
        players, seats = self.players, int(self.record["seats"])
        clockwise = [place % seats for place in range(self.button + 1, self.button + 1 + seats)]
        order = [place for place in clockwise if place in players]
        return position_names(len(order))[order.index(seat)] if seat in order else ""

    @property
    def stack(self) -> int:
        """Your chips behind."""
        return int(self.record["stacks"][self.record["seat"]])

    @property
    def stacks(self) -> list[int]:
        """Chips behind, by seat."""
        return self._per_seat("stacks")

    @property
    def bets(self) -> list[int]:
        """Chips of this betting round, by seat."""
        return self._per_seat("bets")

    @property
    def invested(self) -> list[int]:
        """Chips of this hand so far, by seat."""
        return self._per_seat("invested")

    @property
    def pot(self) -> int:
        """Every chip in the middle, this round's bets and antes included."""
        return int(self.record["pot"])

    @property
    def to_call(self) -> int:
        """What a call costs you (at most your stack); 0: you may check."""
        return int(self.record["to_call"])

    @property
    def current_bet(self) -> int:
        """The total that must be matched in this round."""
        return int(self.record["current_bet"])

    @property
    def can_raise(self) -> bool:
        """May you bet or raise?"""
        return self.max_raise_to > 0

    @property
    def min_raise_to(self) -> int:
        """The least raise-to amount; 0 when you may not raise."""
        return int(self.record["min_raise_to"])

    @property
    def max_raise_to(self) -> int:
        """The greatest raise-to amount; 0 when you may not raise."""
        return int(self.record["max_raise_to"])

    @property
    def raises(self) -> int:
        """Full bets and raises of this round; preflop the big blind is the first."""
        return int(self.record["raises"])

    @property
    def small_blind(self) -> int:
        """Chips."""
        return int(self.record["small_blind"])

    @property
    def big_blind(self) -> int:
        """Chips."""
        return int(self.record["big_blind"])

    @property
    def ante(self) -> int:
        """Chips."""
        return int(self.record["ante"])

    @property
    def betting(self) -> str:
        """ "no-limit", "pot-limit" or "fixed-limit"."""
        return BETTING[self.record["betting"]]

    @property
    def hand(self) -> int:
        """Number of this hand in its match, from 0."""
        return int(self.record["hand"])

    @property
    def hands_left(self) -> int:
        """Hands of the match after this one."""
        return int(self.record["hands_left"])

    @cached_property
    def history(self) -> list[Action]:
        """The hand's actions in order (of very long hands the last 64)."""
        count = int(self.record["action_count"])
        return [self._action(number % HISTORY) for number in range(max(0, count - HISTORY), count)]

    @property
    def payoffs(self) -> list[int]:
        """When over: net chips of the hand, by seat. Before: zeros."""
        return self._per_seat("payoffs")

    @property
    def shown(self) -> dict[int, str]:
        """When over: the cards that were shown at showdown, by seat."""
        cards = self.record["shown"].tolist()
        return {seat: format_cards(two, separator="") for seat, two in enumerate(cards) if two[0] != NO_CARD}

    def chance(self) -> float:
        """A random number in [0, 1): the next of this decision. Only for bots declared ``stochastic``."""
        return float(fraction(self._draw()))

    def below(self, bound: int) -> int:
        """A random whole number 0 .. bound-1: the next of this decision. Only for bots declared ``stochastic``."""
        return int(below(self._draw(), bound))

    def fold(self) -> int:
        """The action: fold, or check when there is nothing to pay."""
        return FOLD if self.to_call > 0 else CHECK_CALL

    def call(self) -> int:
        """The action: call, or check when there is nothing to pay."""
        return CHECK_CALL

    def raise_to(self, amount: float) -> int:
        """The action: raise to ``amount`` chips, held to the legal range; call when no raise is allowed."""
        if not self.can_raise:
            return CHECK_CALL
        return min(max(int(amount), self.min_raise_to), self.max_raise_to)

    def raise_pot(self, share: float = 1.0) -> int:
        """The action: raise by ``share`` of the pot after the call, chips rounded down, as ``raise_to_pot``."""
        after_call = self.pot + self.current_bet - self.bets[self.seat]
        return self.raise_to(self.current_bet + int(after_call * share))

    def all_in(self) -> int:
        """The action: the greatest legal raise; call when no raise is allowed."""
        return self.max_raise_to

    def _draw(self) -> Any:
        with np.errstate(over="ignore"):
            key = np.uint64(self.key)
            drawn = np.uint64(split(key, self._draws - 1)) if self._draws else key
        self._draws += 1
        return drawn

    def _action(self, slot: int) -> Action:
        record = self.record
        action, paid = int(record["history_action"][slot]), int(record["history_paid"][slot])
        if action == FOLD:
            kind = "fold"
        elif action == CHECK_CALL:
            kind = "call" if paid else "check"
        else:
            kind = "raise"
        street = STREETS[record["history_street"][slot]]
        return Action(int(record["history_seat"][slot]), street, kind, max(action, 0), paid)

    def _per_seat(self, name: str) -> list[int]:
        chips: list[int] = self.record[name][: int(self.record["seats"])].tolist()
        return chips

    def _seats(self, name: str) -> list[int]:
        mask = int(self.record[name])
        return [seat for seat in range(int(self.record["seats"])) if mask >> seat & 1]
