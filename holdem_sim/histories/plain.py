"""A hand for people to read: street by street, with positions, stacks, cards, actions, pots and result.

    Hand 12: no-limit hold'em 1/2, 3 players, chips

      SB   Bob      200  9♣ 8♣
      BB   Carol    200  K♥ Q♥
      BTN  Alice    200  A♠ K♦

    Preflop, pot 3
      BTN  Alice raises to 6
      ...

There is a writer only; the other formats can be read back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from holdem_sim.cards import format_cards
from holdem_sim.contract.positions import seat_positions
from holdem_sim.errors import InputError
from holdem_sim.evaluator import describe
from holdem_sim.histories.amounts import format_amount, split_unit
from holdem_sim.histories.lines import write_texts
from holdem_sim.histories.recorded import STREETS, RecordedAction, RecordedHand
from holdem_sim.histories.tally import (
    BOARD_CARDS,
    big_blind_seat,
    complete,
    last_street,
    live_seats,
    showdown_order,
    shows,
    small_blind_seat,
)


def write(hands: Iterable[RecordedHand], path: Path, *, symbols: bool = True) -> None:
    """Write ``hands`` to ``path``, an empty line between them. Raises InputError for a hand that cannot be told."""
    write_texts(texts(hands, symbols=symbols), path)


def texts(hands: Iterable[RecordedHand], *, symbols: bool = True) -> Iterator[str]:
    """What ``write`` writes, piece by piece."""
    return (f"{format_hand(hand, symbols=symbols)}\n" for hand in hands)


def format_hand(hand: RecordedHand, *, symbols: bool = True) -> str:
    """The hand as text; ``symbols`` writes A♠ instead of As. Raises InputError when its chips cannot be."""
    try:
        return "\n".join(_Page(hand, symbols).lines()) + "\n"
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"hand {hand.id}: {error}") from error


class _Page:
    """The lines of one hand."""

    def __init__(self, hand: RecordedHand, symbols: bool) -> None:
        self.hand = hand
        self.symbols = symbols
        self.seats = len(hand.stacks)
        self.factor, self.currency = split_unit(hand.unit)
        self.tally, self.pots, self.returned = complete(hand)
        positions = _positions(hand)
        names = hand.names or tuple(f"Seat {seat + 1}" for seat in range(self.seats))
        self.names = [" ".join(name.split()) for name in names]
        wide = max(map(len, positions))
        self.labels = [f"{place:<{wide}}  {name}" for place, name in zip(positions, self.names, strict=True)]

    def amount(self, amount: int) -> str:
        return format_amount(amount, self.factor)

    def cards(self, cards: Iterable[int] | None) -> str:
        return format_cards(list(cards), symbols=self.symbols) if cards else "?"

    def lines(self) -> Iterator[str]:
        yield self._title()
        yield ""
        yield from self._seats()
        yield from self._posts()
        pot = sum(self.tally.put) - sum(action_paid for _, action_paid in self._paid())
        paid = iter(self._paid())
        for street, name in enumerate(STREETS[: self.tally.street + 1]):
            board = self.hand.board[: BOARD_CARDS[street]]
            yield ""
            yield f"{name.title()}{' ' + self.cards(board) if board else ''}, pot {self.amount(pot)}"
            for action in self.hand.actions:
                if action.street == name:
                    chips = next(paid)[1]
                    pot += chips
                    yield f"  {self.labels[action.seat]} {self._words(action, chips)}"
            if street == last_street(self.hand):
                for seat, chips in self.returned.items():
                    pot -= chips
                    yield f"  {self.labels[seat]} gets {self.amount(chips)} back, uncalled"
        yield from self._showdown()
        yield from self._result()

    def _title(self) -> str:
        hand = self.hand
        blinds = f"{self.amount(hand.small_blind)}/{self.amount(hand.big_blind)}"
        parts = [f"{hand.betting} hold'em {blinds}", f"{self.seats} players", self.currency]
        if date := hand.extra.get("date"):
            parts.append(" ".join(str(date).split()))
        return f"Hand {hand.id or '?'}: {', '.join(parts)}"

    def _seats(self) -> Iterator[str]:
        hand = self.hand
        stacks = [self.amount(stack) for stack in hand.stacks]
        wide, right = max(map(len, self.labels)), max(map(len, stacks))
        for seat, label in enumerate(self.labels):
            hole = hand.hole_cards[seat] if hand.hole_cards else None
            yield f"  {label:<{wide}}  {stacks[seat]:>{right}}  {self.cards(hole)}"

    def _posts(self) -> Iterator[str]:
        hand = self.hand
        small_at, big_at = small_blind_seat(hand), big_blind_seat(hand)
        for seat in range(self.seats):
            posts = []
            blind = _blind(seat, small_at, big_at)
            for what, row in (("the ante", hand.antes), (blind, hand.blinds), ("dead money", hand.dead)):
                if row and row[seat]:
                    posts.append(f"{what} {self.amount(row[seat])}")
            if posts:
                all_in = "" if hand.stacks[seat] > self._posted(seat) else " and is all-in"
                yield f"  {self.labels[seat]} posts {' and '.join(posts)}{all_in}"

    def _posted(self, seat: int) -> int:
        return sum(row[seat] for row in (self.hand.antes, self.hand.blinds, self.hand.dead) if row)

    def _paid(self) -> list[tuple[RecordedAction, int]]:
        """Each action with the chips it put in."""
        paid = []
        for street, actions in groupby(self.hand.actions, key=lambda action: action.street):
            bets = list(self.hand.blinds) if street == "preflop" else [0] * self.seats
            for action in actions:
                paid.append((action, action.to - bets[action.seat]))
                bets[action.seat] = action.to
        return paid

    def _words(self, action: RecordedAction, chips: int) -> str:
        words = {"fold": "folds", "check": "checks", "call": f"calls {self.amount(chips)}"}.get(action.kind)
        words = words or f"{action.kind}s {'to ' if action.kind == 'raise' else ''}{self.amount(action.to)}"
        return words + (" and is all-in" if action.all_in else "")

    def _showdown(self) -> Iterator[str]:
        hand = self.hand
        live = live_seats(hand)
        alone = len(live) == 1
        shown = [seat for seat in showdown_order(hand) if not alone or shows(hand, seat)]
        shown += [seat for seat in range(self.seats) if seat not in live and shows(hand, seat)]
        if shown:
            yield ""
            yield "Shown" if alone else "Showdown"
        for seat in shown:
            hole = hand.hole_cards[seat] if hand.hole_cards else None
            if not shows(hand, seat):
                yield f"  {self.labels[seat]} mucks"
            elif hole and len(hand.board) >= 3:
                yield f"  {self.labels[seat]} shows {self.cards(hole)}: {describe((*hole, *hand.board))}"
            else:
                yield f"  {self.labels[seat]} shows {self.cards(hole)}"

    def _result(self) -> Iterator[str]:
        hand = self.hand
        payoffs = hand.payoffs or self.tally.payoffs(self.pots, self.returned)
        net = hand.payoffs_after_rake or payoffs
        yield ""
        for i, pot in enumerate(self.pots):
            name = "Pot" if len(self.pots) == 1 else "Main pot" if i == 0 else f"Side pot {i}"
            verb = "wins" if len(pot.winners) == 1 else "split"
            winners = " and ".join(self.names[seat] for seat in pot.winners)
            yield f"{name} {self.amount(pot.amount)}: {winners} {verb} it"
        if hand.rake:
            yield f"Rake {self.amount(hand.rake)}"
        yield "Result"
        wide = max(map(len, self.labels))
        words = [("+" if chips > 0 else "") + self.amount(chips) for chips in net]
        right = max(map(len, words))
        for seat, label in enumerate(self.labels):
            yield f"  {label:<{wide}}  {words[seat]:>{right}}"


def _positions(hand: RecordedHand) -> tuple[str, ...]:
    """Positions of the canonical seats; "?" at a table that has no names for them."""
    positions = seat_positions(len(hand.stacks), big_blind_seat(hand), hand.button is not None)
    return tuple(name or "?" for name in (positions[::-1] if len(positions) == 2 else positions))


def _blind(seat: int, small_at: int | None, big_at: int) -> str:
    if seat == big_at:
        return "the big blind"
    return "the small blind" if seat == small_at else "a live blind"
