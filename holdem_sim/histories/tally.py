"""The chips of a recorded hand, action by action: what a record leaves unsaid follows from what it says.

This is bookkeeping, not the rules: who was to act and what was legal, ``holdem-sim verify`` asks the kernels. Here
a record is only refused when its chips cannot be: paying more than one has, acting after folding, a street that
comes before the betting is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from holdem_sim.evaluator import evaluate
from holdem_sim.histories.recorded import STREETS, RecordedAction, RecordedHand, RecordedPot

BOARD_CARDS = (0, 3, 4, 5)
"""Board cards on each street."""

Layer = tuple[int, tuple[int, ...]]
Hole = tuple[int, int] | None


def odd_chip_order(seats: int) -> tuple[int, ...]:
    """Canonical seats clockwise from the first one left of the button (heads-up the big blind)."""
    return (1, 0) if seats == 2 else tuple(range(seats))


def big_blind_seat(hand: RecordedHand) -> int:
    """The seat of the big blind: as recorded, else as the posts tell."""
    return big_blind_by_posts(hand) if hand.big_blind_seat is None else hand.big_blind_seat


def big_blind_by_posts(hand: RecordedHand) -> int:
    """Seat 1, or seat 0 when its post is none of a small blind: nobody posted that."""
    if len(hand.stacks) == 2 or hand.blinds[1]:
        return 1
    if hand.blinds[0] > hand.small_blind:
        return 0
    could_post = hand.stacks[1] > (hand.antes[1] if hand.antes else 0)
    return 0 if hand.blinds[0] and could_post else 1


def small_blind_seat(hand: RecordedHand) -> int | None:
    """The seat before the big blind, if it posted a small blind or was put all-in by its ante; else None."""
    seat = 0 if len(hand.stacks) == 2 else big_blind_seat(hand) - 1
    if seat < 0 or (seat > 0 and hand.blinds[seat] > hand.small_blind):
        return None
    owes = hand.blinds[seat] or hand.stacks[seat] == (hand.antes[seat] if hand.antes else 0)
    return seat if owes else None


def find_ante_mode(antes: Sequence[int], big_blind_at: int) -> str:
    """ "none", "big_blind" if that seat alone paid, else "all"."""
    payers = [seat for seat, ante in enumerate(antes) if ante]
    if not payers:
        return "none"
    return "big_blind" if payers == [big_blind_at] else "all"


class Tally:
    """Who has put in what so far. Seats are canonical; amounts are units. Wrong chips raise ValueError."""

    def __init__(
        self,
        stacks: Sequence[int],
        blinds: Sequence[int],
        big_blind: int,
        antes: Sequence[int] = (),
        dead: Sequence[int] = (),
        ante_mode: str = "none",
    ) -> None:
        seats = len(stacks)
        if not 2 <= seats <= 10:
            raise ValueError(f"{seats} players dealt in: a table has 2 to 10")
        antes = antes or (0,) * seats
        dead = dead or (0,) * seats
        self.put = [ante + blind + gone for ante, blind, gone in zip(antes, blinds, dead, strict=True)]
        self.behind = [stack - put for stack, put in zip(stacks, self.put, strict=True)]
        for seat, left in enumerate(self.behind):
            if left < 0:
                raise ValueError(f"seat {seat} posts {self.put[seat]} of {stacks[seat]} chips")
        layered_antes = (0,) * seats if ante_mode == "big_blind" else antes
        self.layered = [ante + blind for ante, blind in zip(layered_antes, blinds, strict=True)]
        self.bets = list(blinds)
        self.price = max(big_blind, *blinds)
        self.live = set(range(seats))
        self.to_act = self._can_act()
        self.street = 0
        self.actions: list[RecordedAction] = []
        self.last_bettor: int | None = None

    def _can_act(self) -> set[int]:
        return {seat for seat in self.live if self.behind[seat] > 0}

    @property
    def over(self) -> bool:
        """Is the betting of this street over?"""
        if len(self.live) < 2 or not self.to_act:
            return True
        can_act = self._can_act()
        return len(can_act) == 1 and max(self.bets[seat] for seat in self.live) <= self.bets[min(can_act)]

    def fold(self, seat: int) -> None:
        """``seat`` folds, whether or not there is something to pay (rooms allow it)."""
        self._check_can_act(seat)
        self.live.discard(seat)
        self._record(seat, "fold", self.bets[seat])

    def check_call(self, seat: int, to: int | None = None) -> None:
        """Check, or call (to ``to``, where a record says so; else the price or the whole stack)."""
        self._check_can_act(seat)
        bet = self.bets[seat]
        if to is None:
            to = max(bet, min(self.price, bet + self.behind[seat]))
        if to > self.price:
            raise ValueError(f"seat {seat} calls to {to} where {self.price} was bet")
        self._pay(seat, to)
        self._record(seat, "check" if to == bet else "call", to)

    def check(self, seat: int) -> None:
        """Check; ValueError when there is something to pay."""
        self._check_can_act(seat)
        if self.bets[seat] < self.price:
            raise ValueError(f"seat {seat} checks with {self.price - self.bets[seat]} to pay")
        self.check_call(seat)

    def raise_to(self, seat: int, to: int) -> None:
        """Bet or raise to ``to``."""
        self._check_can_act(seat)
        if to <= self.price:
            raise ValueError(f"seat {seat} raises to {to} where {self.price} was bet")
        kind = "raise" if self.price else "bet"
        self._pay(seat, to)
        self.price = to
        self.last_bettor = seat
        self.to_act = self._can_act()
        self._record(seat, kind, to)

    def deal(self, street: int) -> None:
        """Go on to ``street`` (1 flop, 2 turn, 3 river)."""
        if street != self.street + 1:
            raise ValueError(f"the {STREETS[street]} comes after the {STREETS[self.street]}")
        if not self.over:
            raise ValueError(f"the {STREETS[street]} comes before the betting is over")
        if len(self.live) < 2:
            raise ValueError(f"the {STREETS[street]} comes when one seat is left")
        self.street = street
        self.bets = [0] * len(self.bets)
        self.price = 0
        self.last_bettor = None
        self.to_act = self._can_act()

    def end(self, board: int) -> None:
        """Check that the hand is over with ``board`` cards dealt."""
        if not self.over:
            raise ValueError(f"the hand stops before the betting on the {STREETS[self.street]} is over")
        if len(self.live) > 1 and board < 5:
            raise ValueError(f"a showdown with {board} board cards")
        if board != BOARD_CARDS[self.street]:
            raise ValueError(f"{board} board cards on the {STREETS[self.street]}")

    def _check_can_act(self, seat: int) -> None:
        if not 0 <= seat < len(self.bets):
            raise ValueError(f"there is no seat {seat}")
        if len(self.live) < 2:
            raise ValueError(f"seat {seat} acts when one seat is left")
        if seat not in self.live:
            raise ValueError(f"seat {seat} acts after folding")
        if not self.behind[seat]:
            raise ValueError(f"seat {seat} acts without chips")

    def _pay(self, seat: int, to: int) -> None:
        paid = to - self.bets[seat]
        if paid < 0 or paid > self.behind[seat]:
            raise ValueError(f"seat {seat} goes to {to} with {self.bets[seat]} bet and {self.behind[seat]} behind")
        self.behind[seat] -= paid
        self.put[seat] += paid
        self.layered[seat] += paid
        self.bets[seat] = to

    def _record(self, seat: int, kind: str, to: int) -> None:
        self.to_act.discard(seat)
        all_in = kind in ("call", "bet", "raise") and not self.behind[seat]
        self.actions.append(RecordedAction(seat, STREETS[self.street], kind, to, all_in))

    @property
    def first_to_act(self) -> int | None:
        """The seat that acted first before the flop; None if nobody could."""
        return self.actions[0].seat if self.actions and self.actions[0].street == "preflop" else None

    def uncalled(self) -> dict[int, int]:
        """What a live seat put in beyond every other seat's total (RULES.md, Ending). Twin: game.pots."""
        top = max(range(len(self.layered)), key=self.layered.__getitem__)
        second = max(chips for seat, chips in enumerate(self.layered) if seat != top)
        back = self.layered[top] - second
        return {top: back} if back and top in self.live else {}

    def layers(self, returned: Mapping[int, int]) -> list[Layer]:
        """The pots without what was ``returned``, main pot first: (chips, contestants). Twin: game.pots."""
        total = sum(self.put) - sum(returned.values())
        if len(self.live) == 1:
            return [(total, tuple(self.live))]
        chips = [layered - returned.get(seat, 0) for seat, layered in enumerate(self.layered)]
        pots: list[Layer] = []
        below = 0
        left = total
        for level in sorted({chips[seat] for seat in self.live} - {0}):
            amount = 0 if pots else total - sum(chips)
            amount += sum(min(one, level) - min(one, below) for one in chips)
            pots.append((amount, tuple(sorted(seat for seat in self.live if chips[seat] >= level))))
            left -= amount
            below = level
        if not pots:
            return [(left, tuple(sorted(self.live)))]
        amount, contestants = pots[-1]
        pots[-1] = (amount + left, contestants)
        return pots

    def payoffs(self, pots: Iterable[RecordedPot], returned: Mapping[int, int]) -> tuple[int, ...]:
        """Net chips of each seat when each pot is split among its winners, odd chips clockwise from the button."""
        won = [returned.get(seat, 0) - put for seat, put in enumerate(self.put)]
        for pot in pots:
            for seat, share in split(pot, len(won)).items():
                won[seat] += share
        return tuple(won)


def split(pot: RecordedPot, seats: int) -> dict[int, int]:
    """Equal shares of a pot, odd chips one each clockwise from the first seat left of the button."""
    share, odd = divmod(pot.amount, len(pot.winners))
    order = [seat for seat in odd_chip_order(seats) if seat in pot.winners]
    return {seat: share + (i < odd) for i, seat in enumerate(order)}


def award(layers: Iterable[Layer], winners: Callable[[tuple[int, ...]], tuple[int, ...]]) -> tuple[RecordedPot, ...]:
    """Pots with their winners: a lone contestant, or what ``winners`` says of the contestants."""
    return tuple(
        RecordedPot(amount, contestants, contestants if len(contestants) == 1 else winners(contestants))
        for amount, contestants in layers
    )


def best_hands(seats: Iterable[int], holes: Sequence[Hole], board: Sequence[int]) -> tuple[int, ...]:
    """The seats with the best hand; seats whose cards are unknown lose. ValueError when nobody's are known."""
    strengths = {seat: evaluate((*hole, *board)) for seat in seats if (hole := holes[seat]) is not None}
    if not strengths:
        raise ValueError("nobody's cards are known at the showdown")
    best = max(strengths.values())
    return tuple(seat for seat, strength in strengths.items() if strength == best)


def showdown_order(hand: RecordedHand) -> list[int]:
    """The seats still in at the end, in the order they show (RULES.md, Ending)."""
    live = live_seats(hand)
    bettors = [action.seat for action in hand.actions if action.street == "river" and action.kind in ("bet", "raise")]
    order = list(odd_chip_order(len(hand.stacks)))
    start = order.index(bettors[-1]) if bettors else 0
    return [seat for seat in order[start:] + order[:start] if seat in live]


def live_seats(hand: RecordedHand) -> set[int]:
    """The seats that did not fold."""
    return set(range(len(hand.stacks))) - {action.seat for action in hand.actions if action.kind == "fold"}


def last_street(hand: RecordedHand) -> int:
    """The last street on which anybody acted (an index of STREETS; 0 where nobody did)."""
    return max((STREETS.index(action.street) for action in hand.actions), default=0)


def tally_of(hand: RecordedHand) -> Tally:
    """The chips of a whole hand, replayed from its record."""
    tally = Tally(hand.stacks, hand.blinds, hand.big_blind, hand.antes, hand.dead, hand.ante_mode)
    for action in hand.actions:
        while STREETS[tally.street] != action.street:
            tally.deal(tally.street + 1)
        if action.kind == "fold":
            tally.fold(action.seat)
        elif action.kind in ("check", "call"):
            tally.check_call(action.seat, action.to)
        else:
            tally.raise_to(action.seat, action.to)
    while BOARD_CARDS[tally.street] < len(hand.board):
        tally.deal(tally.street + 1)
    return tally


def complete(hand: RecordedHand) -> tuple[Tally, tuple[RecordedPot, ...], dict[int, int]]:
    """Tally, pots and returned chips of a record, computed where it does not tell them.

    Raises ValueError when the record's chips cannot be, or pots are neither told nor decided by the cards.
    """
    tally = tally_of(hand)
    tally.end(len(hand.board))
    returned = dict(hand.returned) if hand.returned is not None else tally.uncalled()
    if hand.pots is not None:
        return tally, hand.pots, returned
    holes = [hole if shows(hand, seat) else None for seat, hole in enumerate(hand.hole_cards)]
    return tally, award(tally.layers(returned), lambda seats: best_hands(seats, holes, hand.board)), returned


def shows(hand: RecordedHand, seat: int) -> bool:
    """Did ``seat`` show? Where the record does not tell: it is at a showdown with known cards."""
    if hand.shown is not None:
        return hand.shown[seat]
    live = live_seats(hand)
    return len(live) > 1 and seat in live and bool(hand.hole_cards) and hand.hole_cards[seat] is not None
