"""Random hands on both engines at once, decision by decision; what differs and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from holdem_sim.contract import CHECK_CALL, FOLD
from holdem_sim.game.rules import Rules
from tests.oracle.divergences import KNOWN_DIVERGENCES, Did, Divergence, Spot
from tests.oracle.engines import Deal, PokerkitHand, View, our_act, our_hand, our_view


@dataclass
class Tally:
    """What a comparison met: hands and decisions compared, hands excused by divergence, what the hands were like."""

    hands: int = 0
    decisions: int = 0
    excused_hands: int = 0
    cut_short: int = 0
    excused: Counter[str] = field(default_factory=Counter)
    met: Counter[str] = field(default_factory=Counter)
    unexcused: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        by_name = "".join(f"\n  {count:6} {name}" for name, count in self.excused.most_common())
        return (
            f"{self.hands} hands, {self.decisions} decisions compared; {len(self.unexcused)} unexcused; "
            f"{self.excused_hands} hands excused, {self.cut_short} of them cut short:{by_name}\n"
            f"  met: {dict(sorted(self.met.items()))}"
        )


def random_deal(rng: np.random.Generator) -> Deal:
    """2 to 9 seats, ragged stacks (mostly short: side pots and short all-ins), three structures, both antes."""
    seats = int(rng.integers(2, 10))
    big = int(rng.choice([2, 3, 5, 10, 20]))
    small = big if rng.random() < 0.05 else int(rng.integers(1, big))
    deepest = big * int(rng.choice([4, 15, 40, 120]))
    stacks = rng.integers(big, deepest + 1, seats)
    if rng.random() < 0.1:
        stacks[rng.integers(seats)] = rng.integers(1, 2 * big)
    mode = str(rng.choice(["none", "none", "all", "big_blind"]))
    ante = 0 if mode == "none" else int(rng.integers(1, big + 1))
    betting = str(rng.choice(["no-limit", "no-limit", "pot-limit", "fixed-limit"]))
    rules = Rules(betting, small, big, ante, mode)
    deck = tuple(int(card) for card in rng.permutation(52))
    return Deal(rules, tuple(int(chips) for chips in stacks), int(rng.integers(seats)), deck)


def random_temper(rng: np.random.Generator) -> np.ndarray:
    """How often this hand's players fold, call, raise the least, the most, something between."""
    if rng.random() < 0.15:
        return np.array([0.02, 0.2, 0.78, 0, 0])
    return rng.dirichlet([0.5, 1.5, 0.5, 0.5, 0.4])


def choose(rng: np.random.Generator, temper: np.ndarray, ours: View, theirs: View) -> int:
    """An action that both engines allow."""
    kind = int(rng.choice(5, p=temper))
    if kind == 0 and ours.to_call > 0:
        return FOLD
    if kind <= 1 or ours.raises is None or theirs.raises is None:
        return CHECK_CALL
    low, high = max(ours.raises[0], theirs.raises[0]), min(ours.raises[1], theirs.raises[1])
    return CHECK_CALL if low > high else (low, high, int(rng.integers(low, high + 1)))[kind - 2]


class Pair:
    """One deal on both engines, kept in step."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.hand = our_hand(deal)
        self.other = PokerkitHand(deal)
        self.street = "preflop"
        self.round: list[Did] = []
        self.live = frozenset(range(len(deal.stacks)))

    def views(self) -> tuple[View, View]:
        """Ours and pokerkit's."""
        return our_view(self.hand), self.other.view()

    def spot(self, ours: View) -> Spot:
        """Where the hand stands, for the entries of KNOWN_DIVERGENCES."""
        opening = self.deal.rules.big_blind if self.street == "preflop" else 0
        return Spot(self.deal, self.hand, ours, self.street, opening, tuple(self.round), self.live)

    def act(self, action: int) -> None:
        """Do the same on both; ValueError if either refuses."""
        ours = our_view(self.hand)
        seat = ours.actor
        assert seat is not None
        all_in = action == self.hand.bets[seat] + self.hand.stacks[seat]
        did = Did(seat, self.spot(ours).price, action if action > 0 else None, all_in)
        our_act(self.hand, action)
        self.other.act(action)
        self.round.append(did)
        if action == FOLD:
            self.live -= {seat}
        self._turn_street()

    def pokerkit_checks(self) -> None:
        """Let pokerkit's seat check where ours asks nobody."""
        self.other.act(CHECK_CALL)
        self._turn_street()

    def _turn_street(self) -> None:
        street = self.other.street
        if street not in (self.street, "over"):
            self.street, self.round = street, []


def excuse(pair: Pair, ours: View, theirs: View) -> Divergence | None:
    """The entry that foretells what pokerkit shows at this decision."""
    spot = pair.spot(ours)
    return next((known for known in KNOWN_DIVERGENCES if known.view and known.view(spot) == theirs), None)


def excuse_payoffs(pair: Pair) -> Divergence | None:
    """The entry that foretells what pokerkit pays."""
    paid = pair.other.payoffs
    return next(
        (known for known in KNOWN_DIVERGENCES if known.payoffs and known.payoffs(pair.deal, pair.hand) == paid), None
    )


def play(seed: tuple[int, ...], tally: Tally) -> None:
    """Play the random hand of ``seed`` on both engines and enter it in ``tally``."""
    rng = np.random.default_rng(seed)
    pair, temper = Pair(random_deal(rng)), random_temper(rng)
    actions: list[int] = []
    excused: set[str] = set()
    tally.hands += 1
    while True:
        ours, theirs = pair.views()
        if ours != theirs:
            known = excuse(pair, ours, theirs)
            if known is None:
                tally.unexcused.append(f"hand {seed}: {pair.deal}, after {actions}: ours {ours}, pokerkit {theirs}")
                return
            excused.add(known.name)
            if known.leaves:
                tally.cut_short += 1
                break
            if (ours.street, ours.actor) != (theirs.street, theirs.actor):
                pair.pokerkit_checks()
                continue
        if ours.actor is None:
            if pair.hand.payoffs != pair.other.payoffs:
                known = excuse_payoffs(pair)
                if known is None:
                    paid = f"ours pays {pair.hand.payoffs}, pokerkit {pair.other.payoffs}"
                    tally.unexcused.append(f"hand {seed}: {pair.deal}, after {actions}: {paid}")
                    return
                excused.add(known.name)
            break
        tally.decisions += 1
        actions.append(choose(rng, temper, ours, theirs))
        _note(pair, actions[-1], tally)
        pair.act(actions[-1])
    tally.excused.update(excused)
    tally.excused_hands += bool(excused)
    _note_end(pair, tally)


def _note(pair: Pair, action: int, tally: Tally) -> None:
    seat = pair.hand.actor
    assert seat is not None
    if action > 0 and action == pair.hand.bets[seat] + pair.hand.stacks[seat]:
        spot = pair.spot(our_view(pair.hand))
        tally.met["all-in raises"] += 1
        tally.met["short all-ins"] += action - spot.price < spot.bet_size
    elif action == CHECK_CALL and pair.hand.to_call == pair.hand.stacks[seat]:
        tally.met["all-in calls"] += 1


def _note_end(pair: Pair, tally: Tally) -> None:
    rules, pots = pair.deal.rules, pair.hand.pots
    tally.met[rules.betting] += 1
    tally.met[f"ante {rules.ante_mode}"] += 1
    tally.met[f"{len(pair.deal.stacks)} seats"] += 1
    tally.met["side pots"] += len(pots) > 1
    tally.met["three pots or more"] += len(pots) > 2
    tally.met["split pots"] += any(len(pot.winners) > 1 for pot in pots)
