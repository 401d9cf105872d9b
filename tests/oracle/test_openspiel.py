"""Random legal play on our engine and OpenSpiel's universal_poker (the ACPC dealer), where the rules agree.

They agree in no limit and fixed limit without antes and with both blinds covered, but for three things. After a short
all-in the ACPC dealer lets everybody raise again and keeps the old minimum, so with three or more players short all-ins
are offered but not made. It asks a lone big blind whom nobody can raise any more. It splits odd chips into fractions.
Its fixed limit knows no stacks, so they are deep enough here for every bet, and cannot be loaded with more than four
players (OpenSpiel 2.0.2 dies of a memory fault).
"""

import re
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from holdem_sim.contract import CHECK_CALL, FOLD
from holdem_sim.game.rules import Rules
from holdem_sim.game.stepper import Hand
from tests.oracle.compare import choose, random_temper
from tests.oracle.engines import Deal, our_act, our_hand, our_view

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

HANDS = 2_000
MOST_BETS = 24
"""Big blinds a player can bet in a fixed-limit hand: four bets on each street, double ones on two of them."""
ITS_FOLD, ITS_CALL, ITS_LIMIT_RAISE = 0, 1, 2


def random_deal(rng: np.random.Generator) -> Deal:
    """2 to 9 seats and ragged stacks of a big blind or more; in fixed limit 2 to 4 and enough for every bet."""
    betting = str(rng.choice(["no-limit", "no-limit", "fixed-limit"]))
    seats = int(rng.integers(2, 10 if betting == "no-limit" else 5))
    big = int(rng.choice([2, 5, 10]))
    if betting == "no-limit":
        stacks = tuple(int(chips) for chips in rng.integers(big, big * int(rng.choice([3, 12, 40])), seats))
    else:
        stacks = (MOST_BETS * big + 1,) * seats
    deck = tuple(int(card) for card in rng.permutation(52))
    return Deal(Rules(betting, int(rng.integers(1, big)), big), stacks, int(rng.integers(seats)), deck)


class OpenSpielHand:
    """The deal on OpenSpiel; players count from the seat left of the button (heads-up: from the big blind)."""

    def __init__(self, deal: Deal) -> None:
        rules, order = deal.rules, deal.order
        seats = len(order)
        blinds = [rules.big_blind, rules.small_blind] if seats == 2 else [rules.small_blind, rules.big_blind]
        limit = rules.betting == "fixed-limit"
        small, large = rules.big_blind, 2 * rules.big_blind
        settings = {
            "betting": "limit" if limit else "nolimit",
            "bettingAbstraction": "fcpa" if limit else "fullgame",
            "numPlayers": seats,
            "numRounds": 4,
            "blind": " ".join(map(str, blinds + [0] * (seats - 2))),
            "firstPlayer": "2 1 1 1" if seats == 2 else "3 1 1 1",
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": "0 3 1 1",
            "stack": " ".join(str(deal.stacks[seat]) for seat in order),
        }
        if limit:
            settings |= {"raiseSize": f"{small} {small} {large} {large}", "maxRaises": "3 4 4 4"}
        self.order, self.limit = order, limit
        holes = [card for seat in order for card in deal.hole(seat)]
        self.cards = iter([*holes, *(card for _, cards in deal.streets for card in cards)])
        self.state = pyspiel.load_game("universal_poker", settings).new_initial_state()
        self._deal()

    def _deal(self) -> None:
        while self.state.is_chance_node():
            self.state.apply_action(next(self.cards))

    def _by_seat(self, values: list[Any]) -> list[Any]:
        by_seat = dict(zip(self.order, values, strict=True))
        return [by_seat[seat] for seat in range(len(values))]

    @property
    def actor(self) -> int | None:
        """The seat to act; None when the hand is over."""
        return None if self.state.is_terminal() else self.order[self.state.current_player()]

    @property
    def invested(self) -> list[int]:
        """Chips put in over the hand, per seat."""
        spent = re.search(r"Spent: \[(.*)\]", str(self.state))
        assert spent is not None
        return self._by_seat([int(chips) for chips in re.findall(r": (\d+)", spent[1])])

    @property
    def payoffs(self) -> list[float]:
        """Net chips per seat."""
        return self._by_seat(self.state.returns())

    def act(self, action: int) -> None:
        """What OpenSpiel calls it: fold, call, or in no limit a total over the hand."""
        self.state.apply_action(action)
        self._deal()


def our_actions(hand: Hand, limit: bool) -> list[int]:
    """Our legal actions as OpenSpiel numbers them."""
    seat, low, high = hand.actor, hand.min_raise_to, hand.max_raise_to
    assert seat is not None
    before = hand.invested[seat] - hand.bets[seat]
    legal = [ITS_FOLD] * hand.can_fold + [ITS_CALL]
    if low is None or high is None:
        return legal
    return legal + ([ITS_LIMIT_RAISE] if limit else list(range(before + low, before + high + 1)))


def exact_payoffs(hand: Hand) -> list[Fraction]:
    """Our pots without rounding: each winner an equal fraction."""
    net = [Fraction(-chips) for chips in hand.invested]
    for pot in hand.pots:
        for seat in pot.winners:
            net[seat] += Fraction(pot.amount, len(pot.winners))
    return net


def price(hand: Hand) -> int:
    """What this round's bets have to be matched to."""
    return max(*hand.bets, hand.rules.big_blind * (hand.street == "preflop"))


def play(seed: int, met: Counter[str]) -> None:
    """One hand on both."""
    rng = np.random.default_rng((seed, 77))
    deal, temper = random_deal(rng), random_temper(rng)
    hand, other = our_hand(deal), OpenSpielHand(deal)
    actions: list[int] = []
    least, street = deal.rules.big_blind, hand.street
    met["hands"] += 1
    while True:
        where = f"hand {seed}: {deal}, after {actions}"
        seat = hand.actor
        if seat is None and other.actor is not None:
            assert (other.actor, other.state.legal_actions()) == (deal.big_blind_seat, [ITS_CALL]), where
            other.act(ITS_CALL)
            met["a lone big blind is asked"] += 1
        assert other.actor == seat, where
        if seat is None:
            break
        assert other.invested == hand.invested, where
        assert other.state.legal_actions() == our_actions(hand, other.limit), where
        met["decisions"] += 1
        if hand.street != street:
            least, street = deal.rules.big_blind, hand.street
        action = choose(rng, temper, our_view(hand), our_view(hand))
        growth = action - price(hand)
        if action > 0 and growth < least and not other.limit:
            if len(deal.stacks) > 2:
                action = CHECK_CALL
            met["short all-ins offered"] += 1
        actions.append(action)
        least = max(least, growth)
        total = hand.invested[seat] - hand.bets[seat] + action
        other.act(ITS_FOLD if action == FOLD else ITS_CALL if not action else ITS_LIMIT_RAISE if other.limit else total)
        our_act(hand, action)
    met["side pots"] += len(hand.pots) > 1
    met["fractions"] += any(chips.denominator > 1 for chips in exact_payoffs(hand))
    assert other.payoffs == pytest.approx([float(chips) for chips in exact_payoffs(hand)], abs=1e-6), where
    assert all(
        abs(chips - exact) < len(hand.pots) for chips, exact in zip(hand.payoffs, exact_payoffs(hand), strict=True)
    )


def test_random_hands_agree() -> None:
    met: Counter[str] = Counter()
    for number in range(HANDS):
        play(number, met)
    print(dict(met))
    rare = {"a lone big blind is asked": 1, "short all-ins offered": 100, "side pots": 300, "fractions": 20}
    assert {name: met[name] for name, least in rare.items() if met[name] < least} == {}


def test_what_the_dealer_does_after_a_short_all_in() -> None:
    """Blinds 1/2, a raise to 16, all-in 19: ours 33 is the next raise and the raiser may not; there 30, and he may."""
    deal = Deal(Rules(), (200, 19, 200), 0, tuple(range(52)))
    hand, other = our_hand(deal), OpenSpielHand(deal)
    for action in (16, 19):
        our_act(hand, action)
        other.act(action)
    assert (hand.actor, hand.min_raise_to) == (2, 33)
    assert (other.actor, other.state.legal_actions()[:3]) == (2, [ITS_FOLD, ITS_CALL, 30])
    our_act(hand, CHECK_CALL)
    other.act(ITS_CALL)
    assert (hand.actor, our_actions(hand, False)) == (0, [ITS_FOLD, ITS_CALL])
    assert (other.actor, other.state.legal_actions()[:3]) == (0, [ITS_FOLD, ITS_CALL, 30])
