"""Where pokerkit plays by other rules than RULES.md: KNOWN_DIVERGENCES, a dated list.

Every entry says from public facts alone (never by asking pokerkit) when it applies and what exactly pokerkit then
shows: ``view`` at a decision, ``payoffs`` at the end. A difference that no entry foretells to the chip is unexcused.
``leaves``: from here on the engines are in different games, so the comparison of the hand ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from holdem_sim.game.stepper import Hand
from tests.oracle.engines import BETS_A_ROUND, Deal, View

Raises = tuple[int, int] | None


@dataclass(frozen=True)
class Did:
    """An action of this round: the price before it and, for a bet or raise, the new one."""

    seat: int
    price: int
    raise_to: int | None
    all_in: bool


@dataclass(frozen=True)
class Spot:
    """A decision of the hand so far: what our engine shows, and the round that pokerkit is in.

    ``ours`` is of a later street (or over) when we ask nobody more in ``street``; ``opening``: the price before raises.
    """

    deal: Deal
    hand: Hand
    ours: View
    street: str
    opening: int
    round: Sequence[Did] = ()
    live: frozenset[int] = frozenset()

    @property
    def raised(self) -> list[Did]:
        """The bets and raises of this round."""
        return [did for did in self.round if did.raise_to is not None]

    @property
    def price(self) -> int:
        """What the round's bets have to be matched to."""
        return (self.raised[-1].raise_to or 0) if self.raised else self.opening

    @property
    def acted(self) -> bool:
        """Has the seat to act acted in this round?"""
        return any(did.seat == self.ours.actor for did in self.round)

    @property
    def bet_size(self) -> int:
        """The least full bet or raise of this street before anybody made one."""
        late = self.street in ("turn", "river") and self.fixed_limit
        return self.deal.rules.big_blind * (2 if late else 1)

    @property
    def fixed_limit(self) -> bool:
        """Is it fixed limit?"""
        return self.deal.rules.betting == "fixed-limit"

    def short_all_ins(self) -> list[Did]:
        """The all-ins of this round that raised by less than the full bet or raise before them."""
        full, short = self.bet_size, []
        for did in self.raised:
            growth = (did.raise_to or 0) - did.price
            if growth < full:
                short.append(did)
            elif not self.fixed_limit:
                full = growth
        return short


def covered(spot: Spot) -> bool:
    """Has another live seat chips above the price?"""
    hand = spot.hand
    return any(s != spot.ours.actor and hand.bets[s] + hand.stacks[s] > spot.price for s in spot.live)


def pokerkit_raises(spot: Spot) -> Raises:
    """The raises pokerkit offers the seat to act: every all-in counts as a raise, its size only against the largest."""
    hand, seat, price = spot.hand, spot.ours.actor, spot.price
    assert seat is not None
    largest, waiting, acted = 0, 0, set[int]()
    for did in spot.round:
        if did.raise_to is not None:
            growth = did.raise_to - did.price
            if growth >= largest:
                largest, acted = growth, set()
            waiting = waiting + growth if did.all_in else 0
            if waiting >= largest:  # short all-ins that add up to a raise are forgotten
                waiting = 0
        acted.add(did.seat)
    all_in = hand.bets[seat] + hand.stacks[seat]
    if (
        all_in <= price
        or price - hand.bets[seat] < largest
        or (seat in acted and 0 < waiting < largest)
        or (spot.fixed_limit and len(spot.raised) >= BETS_A_ROUND)
        or not covered(spot)
    ):
        return None
    low = min(price + max(largest, spot.bet_size), all_in)
    highest = {"fixed-limit": low, "no-limit": all_in, "pot-limit": 2 * price - hand.bets[seat] + hand.pot}
    return low, min(max(highest[spot.deal.rules.betting], low), all_in)


def _raises_if(applies: bool, spot: Spot) -> View | None:
    return replace(spot.ours, raises=pokerkit_raises(spot)) if applies else None


def first_short_all_in(spot: Spot) -> View | None:
    """No full bet or raise in this round, only all-ins below one, and the seat has acted."""
    only_short = bool(spot.raised) and len(spot.short_all_ins()) == len(spot.raised)
    return _raises_if(not spot.fixed_limit and only_short and spot.acted and spot.ours.raises is None, spot)


def forgotten_all_ins(spot: Spot) -> View | None:
    """Three or more short all-ins: the first of them make up a full raise, the rest of them do not."""
    many = not spot.fixed_limit and len(spot.short_all_ins()) >= 3
    return _raises_if(many and spot.acted and spot.ours.raises is not None, spot)


def uncovered_raise(spot: Spot) -> View | None:
    """Some live seat could still act, but none has chips above the price."""
    return replace(spot.ours, raises=None) if spot.ours.raises and not covered(spot) else None


def lone_big_blind(spot: Spot) -> View | None:
    """Preflop nobody raised, the big blind has not acted, every other live seat is all-in for no more than it.

    With equal blinds that may befall the small blind too, when the big blind is all-in.
    """
    deal = spot.deal
    equal = deal.rules.small_blind == deal.rules.big_blind
    seat = deal.small_blind_seat if equal and deal.all_in_big_blind else deal.big_blind_seat
    finished = spot.street == "preflop" and spot.ours.street != "preflop"
    waits = seat in spot.live and all(did.seat != seat for did in spot.round)
    return View("preflop", seat, 0, None) if finished and waits and not spot.raised else None


def fourth_raise(spot: Spot) -> View | None:
    """Fixed limit before the flop: the big blind's bet and three full raises are made."""
    capped = spot.street == "preflop" and len(spot.raised) == 3 and spot.ours.raises is None
    return _raises_if(spot.fixed_limit and capped and not spot.short_all_ins(), spot)


def no_half_bet_rule(spot: Spot) -> View | None:
    """Fixed limit with an all-in below a full bet or raise in this round."""
    return _raises_if(spot.fixed_limit and bool(spot.short_all_ins()), spot)


def short_big_blind(spot: Spot) -> View | None:
    """The big blind is posted short and no bet reaches the price: pokerkit's price is the largest bet."""
    deal, hand, seat = spot.deal, spot.hand, spot.ours.actor
    if deal.posted_big_blind == deal.rules.big_blind or spot.street != "preflop":
        return None
    largest = max(hand.bets)
    if seat is None or largest >= spot.price:
        return None
    to_call = min(largest - hand.bets[seat], hand.stacks[seat])
    return View("preflop", seat, to_call, pokerkit_raises(replace(spot, opening=largest)))


def equal_blinds(spot: Spot) -> View | None:
    """Two players with the same blind, nobody has acted: pokerkit asks the big blind first."""
    rules = spot.deal.rules
    if len(spot.live) > 2 or len(spot.deal.stacks) > 2 or rules.small_blind < rules.big_blind or spot.round:
        return None
    other = replace(spot.ours, actor=spot.deal.big_blind_seat)
    return replace(other, raises=pokerkit_raises(replace(spot, ours=other)))


def odd_chips_to_the_first(deal: Deal, hand: Hand) -> list[int]:
    """Our pots, each with its odd chips in one piece to the first winner left of the button."""
    return _paid(deal, hand, [(pot.amount, pot.winners) for pot in hand.pots])


def merged_pots(deal: Deal, hand: Hand) -> list[int] | None:
    """Pots with the same contestants once the hands that win nothing are thrown away are one pot."""
    winning = {seat for pot in hand.pots for seat in pot.winners}
    merged: list[tuple[int, tuple[int, ...]]] = []
    for _, group in groupby(hand.pots, key=lambda pot: winning & set(pot.contestants)):
        pots = list(group)
        merged.append((sum(pot.amount for pot in pots), pots[0].winners))
    return _paid(deal, hand, merged) if len(merged) < len(hand.pots) else None


def _paid(deal: Deal, hand: Hand, pots: list[tuple[int, tuple[int, ...]]]) -> list[int]:
    net = [-chips for chips in hand.invested]
    for amount, winners in pots:
        first = min(winners, key=lambda seat: (seat - deal.button - 1) % len(net))
        for seat in winners:
            net[seat] += amount // len(winners)
        net[first] += amount % len(winners)
    return net


@dataclass(frozen=True)
class Divergence:
    """One entry: its name, the sentence of RULES.md that decides, and how a hand is known to fall under it."""

    name: str
    rule: str
    view: Callable[[Spot], View | None] | None = None
    payoffs: Callable[[Deal, Hand], list[int] | None] | None = None
    leaves: bool = False
    pokerkit: str = "0.7.7"
    date: str = "2026-11-30"


KNOWN_DIVERGENCES = (
    Divergence(
        "raises that nobody can cover are refused",
        "An opponent too short to match still counts as one who can answer.",
        view=uncovered_raise,
    ),
    Divergence(
        "the first short all-in of a round is a full raise",
        "It does not reopen raising for a seat that has already acted, unless the bet has grown since that seat's last "
        "action by at least a full raise in total (several short all-ins can add up).",
        view=first_short_all_in,
    ),
    Divergence(
        "short all-ins that made up a raise are forgotten at the next",
        "It does not reopen raising for a seat that has already acted, unless the bet has grown since that seat's last "
        "action by at least a full raise in total (several short all-ins can add up).",
        view=forgotten_all_ins,
    ),
    Divergence(
        "a lone big blind is asked",
        "When only one seat could still act and no other live seat has more in this round, nobody is asked: the rest "
        "of the board is dealt.",
        view=lone_big_blind,
    ),
    Divergence(
        "four raises before the flop in fixed limit",
        "at most one bet and three raises a round (preflop the big blind is the bet)",
        view=fourth_raise,
    ),
    Divergence(
        "no half-bet rule in fixed limit",
        "An all-in less than half a bet above the last full bet is no raise: the next raise is to that full bet plus "
        "one bet. From half a bet on it counts as the raise, and the next is to it plus one bet. A seat that has acted "
        "may raise if the bet has grown by half a bet or more since.",
        view=no_half_bet_rule,
    ),
    Divergence(
        "a short big blind lowers the price",
        "A blind that a stack cannot cover is posted all-in; the amount the others must call stays the full big blind.",
        view=short_big_blind,
        leaves=True,
    ),
    Divergence(
        "heads-up with equal blinds the big blind acts first",
        "Heads-up the button posts the small blind, acts first preflop and last afterwards.",
        view=equal_blinds,
        leaves=True,
    ),
    Divergence(
        "odd chips all go to the first winner",
        "Odd chips of a pot go one each (at most one a winner) to the winners in clockwise order from the seat left of "
        "the button.",
        payoffs=odd_chips_to_the_first,
    ),
    Divergence(
        "main and side pots are merged before the split",
        "Only folding removes a contestant; each pot is split by itself.",
        payoffs=merged_pots,
    ),
)
