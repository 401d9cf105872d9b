"""One deal on two engines, ours and pokerkit's, seen through the same small window.

pokerkit counts players from the seat left of the button (heads-up: from the big blind); everything here is by seat.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import pokerkit
from pokerkit import (
    Automation,
    BettingStructure,
    Card,
    CardsLike,
    Deck,
    Entry,
    Opening,
    StandardHighHand,
    State,
    Street,
)

from holdem_sim.cards import TEXT, parse_cards
from holdem_sim.contract import CHECK_CALL, FOLD
from holdem_sim.game.rules import Rules
from holdem_sim.game.stepper import STREETS, Hand

CARDS = tuple(Card.parse("".join(TEXT)))
"""pokerkit's cards by our card numbers."""

STRUCTURES = {
    "no-limit": BettingStructure.NO_LIMIT,
    "pot-limit": BettingStructure.POT_LIMIT,
    "fixed-limit": BettingStructure.FIXED_LIMIT,
}
BETS_A_ROUND = 4
"""pokerkit's own fixed-limit hold'em allows so many bets and raises on every street."""

AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class HighHand(StandardHighHand):
    """pokerkit's hand ranking, remembered: a showdown asks for each hand some ten times."""

    @cached_property
    def entry(self) -> Entry:
        return super().entry

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> pokerkit.Hand:
        return _strongest(Card.clean(hole_cards), Card.clean(board_cards))


@lru_cache(64)
def _strongest(hole: tuple[Card, ...], board: tuple[Card, ...]) -> pokerkit.Hand:
    return super(HighHand, HighHand).from_game(hole, board)


@dataclass(frozen=True)
class View:
    """What an engine says at a decision: whose turn, what a call costs, least and greatest raise-to (None: no raise).

    After the hand: street "over", no actor.
    """

    street: str
    actor: int | None
    to_call: int
    raises: tuple[int, int] | None


@dataclass(frozen=True)
class Deal:
    """A hand before the first post. ``deck``: all 52 card numbers in the order of dealing, burnt cards included."""

    rules: Rules
    stacks: tuple[int, ...]
    button: int
    deck: tuple[int, ...]

    @property
    def order(self) -> list[int]:
        """The seats from the one left of the button."""
        seats = len(self.stacks)
        return [(self.button + 1 + i) % seats for i in range(seats)]

    @property
    def small_blind_seat(self) -> int:
        """Left of the button; heads-up the button itself."""
        return self.order[0 if len(self.stacks) > 2 else 1]

    @property
    def big_blind_seat(self) -> int:
        """Left of the small blind."""
        return self.order[1 if len(self.stacks) > 2 else 0]

    @property
    def posted_big_blind(self) -> int:
        """What the big blind's stack allows."""
        ante = self.rules.ante if self.rules.ante_mode == "all" else 0
        return min(self.rules.big_blind, max(self.stacks[self.big_blind_seat] - ante, 0))

    @property
    def all_in_big_blind(self) -> bool:
        """Does the big blind have nothing left after its posts?"""
        return self.stacks[self.big_blind_seat] <= self.rules.big_blind + self.rules.ante

    def hole(self, seat: int) -> tuple[int, int]:
        """The two cards of ``seat``: one card at a time, round the table twice."""
        place = self.order.index(seat)
        return self.deck[place], self.deck[len(self.stacks) + place]

    @property
    def streets(self) -> list[tuple[int, tuple[int, ...]]]:
        """Burnt card and board cards of flop, turn and river."""
        at = 2 * len(self.stacks)
        d = self.deck
        return [(d[at], d[at + 1 : at + 4]), (d[at + 4], d[at + 5 : at + 6]), (d[at + 6], d[at + 7 : at + 8])]

    @classmethod
    def of(cls, rules: Rules, stacks: Sequence[int], button: int, holes: Mapping[int, str], board: str) -> Deal:
        """The deal that gives these seats and the board these cards; all others in card order."""
        seats = len(stacks)
        places = {2 * seats + i: card for i, card in zip((1, 2, 3, 5, 7), parse_cards(board), strict=True)}
        for seat, text in holes.items():
            place = (seat - button - 1) % seats
            places[place], places[seats + place] = parse_cards(text)
        used = set(places.values())
        rest = iter(card for card in range(52) if card not in used)
        deck = tuple(places[i] if i in places else next(rest) for i in range(52))
        return cls(rules, tuple(stacks), button, deck)


def our_hand(deal: Deal) -> Hand:
    """The deal on our engine."""
    board = [card for _, cards in deal.streets for card in cards]
    holes = [deal.hole(seat) for seat in range(len(deal.stacks))]
    return Hand(deal.rules, stacks=deal.stacks, button=deal.button, hole_cards=holes, board=board)


def our_view(hand: Hand) -> View:
    """Our engine through the window."""
    low, high = hand.min_raise_to, hand.max_raise_to
    return View(hand.street, hand.actor, hand.to_call, None if low is None or high is None else (low, high))


def our_act(hand: Hand, action: int) -> None:
    """FOLD, CHECK_CALL or a raise-to amount."""
    if action == FOLD:
        hand.fold()
    elif action == CHECK_CALL:
        hand.check_call()
    else:
        hand.raise_to(action)


class PokerkitHand:
    """The deal on pokerkit's engine. No rake; fixed limit as pokerkit's own game has it."""

    def __init__(self, deal: Deal) -> None:
        rules, order = deal.rules, deal.order
        seats = len(order)
        stacks = [deal.stacks[seat] for seat in order]
        antes = [rules.ante if rules.ante_mode == "all" else 0] * seats
        if rules.ante_mode == "big_blind":
            # Ours pays its blind first; pokerkit takes antes first, so it is given what is left after the blind.
            big = 0 if seats == 2 else 1
            antes[big] = min(rules.ante, stacks[big] - min(rules.big_blind, stacks[big]))
        small, large = rules.big_blind, 2 * rules.big_blind
        most = BETS_A_ROUND if rules.betting == "fixed-limit" else None
        self.order = order
        self.deal = deal
        self.state = State(
            AUTOMATIC,
            Deck.STANDARD,
            (HighHand,),
            (
                Street(False, (False, False), 0, False, Opening.POSITION, small, most),
                Street(True, (), 3, False, Opening.POSITION, small, most),
                Street(True, (), 1, False, Opening.POSITION, large if most else small, most),
                Street(True, (), 1, False, Opening.POSITION, large if most else small, most),
            ),
            STRUCTURES[rules.betting],
            rules.ante_mode == "all",  # "trimming": antes make side pots; without it they are dead money
            # A pair of players has antes and blinds turned round inside pokerkit.
            antes[::-1] if seats == 2 else antes,
            (rules.small_blind, rules.big_blind),
            0,
            stacks,
            seats,
        )
        self.state.deck_cards = deque(CARDS[card] for card in deal.deck)
        for seat in order:
            self.state.deal_hole(tuple(CARDS[card] for card in deal.hole(seat)))
        self._deal_board()

    def _deal_board(self) -> None:
        while self.state.card_burning_status:
            index = self.state.street_index
            assert index is not None
            burnt, cards = self.deal.streets[index - 1]
            self.state.burn_card(CARDS[burnt])
            self.state.deal_board(tuple(CARDS[card] for card in cards))

    @property
    def street(self) -> str:
        """The betting round; "over" after the hand."""
        index = self.state.street_index
        return STREETS[index] if self.state.status and index is not None else "over"

    def view(self) -> View:
        """pokerkit's engine through the window."""
        state, street = self.state, self.street
        if street == "over":
            return View(street, None, 0, None)
        actor, to_call = state.actor_index, state.checking_or_calling_amount
        assert actor is not None
        assert to_call is not None
        low = state.min_completion_betting_or_raising_to_amount
        high = None if low is None else state.max_completion_betting_or_raising_to_amount
        raises = None if low is None or high is None else (low, high)
        return View(street, self.order[actor], to_call, raises)

    def act(self, action: int) -> None:
        """FOLD, CHECK_CALL or a raise-to amount."""
        if action == FOLD:
            self.state.fold()
        elif action == CHECK_CALL:
            self.state.check_or_call()
        else:
            self.state.complete_bet_or_raise_to(action)
        self._deal_board()

    @property
    def payoffs(self) -> list[int]:
        """Net chips by seat."""
        net = dict(zip(self.order, self.state.payoffs, strict=True))
        return [net[seat] for seat in range(len(self.order))]
