"""Writing PokerStars text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from holdem_sim.cards import format_cards
from holdem_sim.errors import InputError
from holdem_sim.histories.amounts import format_amount, split_unit
from holdem_sim.histories.lines import write_texts
from holdem_sim.histories.pokerstars.header import LIMITS
from holdem_sim.histories.pokerstars.money import format_money, symbol_of
from holdem_sim.histories.pokerstars.words import hand_words
from holdem_sim.histories.recorded import STREETS, RecordedAction, RecordedHand, RecordedPot
from holdem_sim.histories.tally import (
    BOARD_CARDS,
    big_blind_seat,
    complete,
    last_street,
    live_seats,
    showdown_order,
    shows,
    small_blind_seat,
    split,
)

NO_DATE = "2000/01/01 0:00:00 ET"

_ID = re.compile(r"0|[1-9]\d{0,17}", re.ASCII)
_NOT_IN_NAMES = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029\[\]]|: |^\s|\s$|^$")


def write(hands: Iterable[RecordedHand], path: Path) -> None:
    """Write ``hands`` to ``path``. Raises InputError for a hand the format cannot hold, RunError for the disk."""
    write_texts(texts(hands), path)


def texts(hands: Iterable[RecordedHand]) -> Iterator[str]:
    """What ``write`` writes, piece by piece."""
    return (f"{format_hand(hand)}\n\n" for hand in hands)


def format_hand(hand: RecordedHand) -> str:
    """The text of one hand, without the blank lines after it. Raises InputError for what the format cannot hold."""
    try:
        return "\n".join(_Text(hand).lines()) + "\n"
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"hand {hand.id}: {error}") from error


class _Text:
    """The lines of one hand."""

    def __init__(self, hand: RecordedHand) -> None:
        self.hand = hand
        self.seats = len(hand.stacks)
        self.factor, self.currency = split_unit(hand.unit)
        if (self.factor, self.currency == "chips") not in ((1, True), (100, False)):
            raise InputError(f"hand {hand.id}: PokerStars text holds chips or cents, not {hand.unit}")
        if self.factor == 100 and not re.fullmatch(r"[A-Z]{3}", self.currency):
            raise InputError(f"hand {hand.id}: {self.currency!r} is no code of a currency")
        self.symbol = symbol_of(self.currency)
        self.names = _names(hand)
        self.tally, self.pots, self.returned = complete(hand)
        self.live = live_seats(hand)
        self.small_at, self.big_at = small_blind_seat(hand), big_blind_seat(hand)
        self.numbers, self.button = _seat_numbers(hand)
        after_rake = hand.payoffs_after_rake or hand.payoffs or self.tally.payoffs(self.pots, self.returned)
        self.won = [
            net + put - self.returned.get(seat, 0)
            for seat, (net, put) in enumerate(zip(after_rake, self.tally.put, strict=True))
        ]

    def money(self, amount: int) -> str:
        return format_money(amount, self.factor, self.symbol)

    def lines(self) -> Iterator[str]:
        hand = self.hand
        yield self._header()
        table = str(hand.extra.get("table", "holdem_sim"))
        if _NOT_IN_NAMES.search(table):
            raise InputError(f"hand {hand.id}: a table cannot be called {table!r}")
        size = hand.extra.get("max_seats", max(self.seats, *self.numbers))
        play_money = " (Play Money)" if self.currency == "chips" and "tournament" not in hand.extra else ""
        yield f"Table '{table}' {size}-max{play_money} Seat #{self.button} is the button"
        order = sorted(range(self.seats), key=self.numbers.__getitem__)
        for seat in order:
            yield f"Seat {self.numbers[seat]}: {self.names[seat]} ({self.money(hand.stacks[seat])} in chips)"
        yield from self._posts(order)
        yield "*** HOLE CARDS ***"
        for seat in order:
            if hand.hole_cards and (hole := hand.hole_cards[seat]):
                yield f"Dealt to {self.names[seat]} [{format_cards(hole)}]"
        yield from self._streets()
        yield from self._end()
        yield from self._summary(order)

    def _header(self) -> str:
        hand, extra = self.hand, self.hand.extra
        limit = {betting: limit for limit, betting in LIMITS.items()}.get(hand.betting)
        if limit is None:
            raise InputError(f"hand {hand.id}: no words for {hand.betting} hold'em")
        low, high = hand.small_blind, hand.big_blind
        if hand.betting == "fixed-limit":
            low, high = hand.big_blind, 2 * hand.big_blind
        cents = self.factor == 100 and (low % 100 or high % 100)
        stakes = "/".join(
            self.symbol + format_amount(amount, self.factor) if cents else self.money(amount) for amount in (low, high)
        )
        kind = "Zoom Hand" if extra.get("zoom") else "Hand"
        number = hand.id if _ID.fullmatch(hand.id) else str(int(sha256(hand.id.encode()).hexdigest()[:12], 16))
        date = str(extra.get("date", NO_DATE))
        if "tournament" in extra:
            game = (
                f"Tournament #{extra['tournament']}, {extra.get('buy_in', 'Freeroll')} Hold'em {limit}"
                f" - Level {extra.get('level', 'I')} ({stakes})"
            )
        else:
            code = "" if self.currency == "chips" else f" {self.currency}"
            game = f" Hold'em {limit} ({stakes}{code})"
        header = f"PokerStars {kind} #{number}: {game} - {date}"
        if re.search(r"[\x00-\x1f\x7f\x85\u2028\u2029]", header):
            raise InputError(f"hand {hand.id}: a line break in its date or tournament")
        return header

    def _posts(self, order: Sequence[int]) -> Iterator[str]:
        hand = self.hand
        left = list(hand.stacks)
        posts = [(seat, "the ante", hand.antes[seat] if hand.antes else 0) for seat in order]
        if self.small_at is not None:
            posts.append((self.small_at, "small blind", hand.blinds[self.small_at]))
        posts.append((self.big_at, "big blind", hand.blinds[self.big_at]))
        for seat in range(self.seats):
            dead = hand.dead[seat] if hand.dead else 0
            live = 0 if seat in (self.small_at, self.big_at) else hand.blinds[seat]
            if live == hand.big_blind and dead:
                posts.append((seat, "small & big blinds", live + dead))
                continue
            if live:
                posts.append((seat, "big blind" if live <= hand.big_blind else "straddle", live))
            if dead:
                posts.append((seat, "dead blind", dead))
        for seat, what, amount in posts:
            if amount:
                left[seat] -= amount
                all_in = "" if left[seat] else " and is all-in"
                yield f"{self.names[seat]}: posts {what} {self.money(amount)}{all_in}"

    def _streets(self) -> Iterator[str]:
        hand = self.hand
        for street, name in enumerate(STREETS[: self.tally.street + 1]):
            if street:
                before = hand.board[: BOARD_CARDS[street - 1]]
                fresh = hand.board[BOARD_CARDS[street - 1] : BOARD_CARDS[street]]
                shown = f"[{format_cards(before)}] " if before else ""
                yield f"*** {name.upper()} *** {shown}[{format_cards(fresh)}]"
            bets = list(hand.blinds) if not street else [0] * self.seats
            price = max(hand.big_blind, *hand.blinds) if not street else 0
            for action in hand.actions:
                if action.street == name:
                    yield self._action(action, bets, price)
                    bets[action.seat] = action.to
                    price = max(price, action.to)
            if street == last_street(hand):
                for seat, chips in self.returned.items():
                    yield f"Uncalled bet ({self.money(chips)}) returned to {self.names[seat]}"

    def _action(self, action: RecordedAction, bets: Sequence[int], price: int) -> str:
        words = {"fold": "folds", "check": "checks"}.get(action.kind)
        if action.kind == "call":
            words = f"calls {self.money(action.to - bets[action.seat])}"
        elif action.kind == "bet":
            words = f"bets {self.money(action.to)}"
        elif action.kind == "raise":
            words = f"raises {self.money(action.to - price)} to {self.money(action.to)}"
        return f"{self.names[action.seat]}: {words}{' and is all-in' if action.all_in else ''}"

    def _words(self, seat: int) -> str:
        hole = self.hand.hole_cards[seat] if self.hand.hole_cards else None
        return hand_words((*hole, *self.hand.board)) if hole and len(self.hand.board) >= 3 else "not evaluated"

    def _cards(self, seat: int) -> str:
        hole = self.hand.hole_cards[seat] if self.hand.hole_cards else None
        return f"[{format_cards(hole)}]" if hole else ""

    def _end(self) -> Iterator[str]:
        hand = self.hand
        if len(self.live) > 1:
            yield "*** SHOW DOWN ***"
            for seat in showdown_order(hand):
                if shows(hand, seat) and self._cards(seat):
                    yield f"{self.names[seat]}: shows {self._cards(seat)} ({self._words(seat)})"
                else:
                    yield f"{self.names[seat]}: mucks hand"
        for i, shares in reversed(list(enumerate(self._shares()))):
            for seat, share in shares.items():
                yield f"{self.names[seat]} collected {self.money(share)} from {self._pot_name(i)}"
        for seat in range(self.seats):
            alone = self.live == {seat}
            if (alone or seat not in self.live) and shows(hand, seat) and self._cards(seat):
                yield f"{self.names[seat]}: shows {self._cards(seat)} ({self._words(seat)})"
            elif alone:
                yield f"{self.names[seat]}: doesn't show hand"

    def _shares(self) -> list[dict[int, int]]:
        """Who collects what of each pot, after rake: what a seat gets less is taken from its main pots."""
        shares = [split(pot, self.seats) for pot in self.pots]
        for seat in range(self.seats):
            less = sum(share.get(seat, 0) for share in shares) - self.won[seat]
            for share in shares:
                if seat in share:
                    taken = min(less, share[seat])
                    share[seat] -= taken
                    less -= taken
            if less:
                raise ValueError(f"the payoff of seat {seat} is not what its pots hold")
        return shares

    def _pot_name(self, i: int) -> str:
        if len(self.pots) == 1:
            return "pot"
        if i == 0:
            return "main pot"
        return "side pot" if len(self.pots) == 2 else f"side pot-{i}"

    def _summary(self, order: Sequence[int]) -> Iterator[str]:
        hand = self.hand
        yield "*** SUMMARY ***"
        parts = "".join(f" {_capital(self._pot_name(i))} {self.money(pot.amount)}." for i, pot in _several(self.pots))
        total = sum(pot.amount for pot in self.pots)
        yield f"Total pot {self.money(total)}{parts} | Rake {self.money(hand.rake)}"
        if hand.board:
            yield f"Board [{format_cards(hand.board)}]"
        for seat in order:
            yield f"Seat {self.numbers[seat]}: {self.names[seat]}{self._places(seat)} {self._outcome(seat)}"

    def _places(self, seat: int) -> str:
        places = " (button)" if seat == self.hand.button else ""
        if seat == self.small_at:
            places += " (small blind)"
        return places + (" (big blind)" if seat == self.big_at else "")

    def _outcome(self, seat: int) -> str:
        hand = self.hand
        winner = any(seat in pot.winners for pot in self.pots)
        if seat not in self.live:
            street = next(a.street for a in hand.actions if a.seat == seat and a.kind == "fold")
            if street == "preflop":
                bet = hand.blinds[seat] or any(a.seat == seat and a.kind != "fold" for a in hand.actions)
                return "folded before Flop" + ("" if bet else " (didn't bet)")
            return f"folded on the {street.title()}"
        if len(self.live) == 1:
            return f"collected ({self.money(self.won[seat])})"
        cards = self._cards(seat)
        if not (shows(hand, seat) and cards):
            return f"mucked {cards}".strip()
        verdict = f"won ({self.money(self.won[seat])})" if winner else "lost"
        return f"showed {cards} and {verdict} with {self._words(seat)}"


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _several(pots: Sequence[RecordedPot]) -> list[tuple[int, RecordedPot]]:
    return list(enumerate(pots)) if len(pots) > 1 else []


def _names(hand: RecordedHand) -> tuple[str, ...]:
    """The players' names; InputError for names that the format cannot tell apart from what follows them."""
    names = hand.names or tuple(f"Seat {seat + 1}" for seat in range(len(hand.stacks)))
    for name in names:
        if _NOT_IN_NAMES.search(name):
            raise InputError(
                f"hand {hand.id}: PokerStars text cannot hold the name {name!r}"
                " (brackets, a line break, ': ', blanks at an end)"
            )
    if len(set(names)) < len(names):
        raise InputError(f"hand {hand.id}: two players have the same name; PokerStars text tells them apart by it")
    return names


def _seat_numbers(hand: RecordedHand) -> tuple[tuple[int, ...], int]:
    """Seat numbers at the table and that of the button, which may be an empty seat."""
    seats = len(hand.stacks)
    told = hand.extra.get("seats")
    numbers = tuple(range(1, seats + 1)) if hand.button is not None else tuple(range(2, seats + 2))
    if isinstance(told, tuple | list) and len(set(told)) == seats and all(isinstance(n, int) and n > 0 for n in told):
        numbers = tuple(told)
    if hand.button is not None:
        button = numbers[hand.button]
    else:
        last = numbers[0 if seats == 2 else -1]
        first = numbers[1 if seats == 2 else 0]
        lowest = [n for n in (1, last + 1) if n not in numbers]
        fitting = [n for n in lowest if (last < n < first if last < first else n > last or n < first)]
        own = hand.extra.get("button_seat")
        if isinstance(own, int) and own > 0 and own not in numbers:
            fitting = [own]
        if not fitting:
            raise InputError(f"hand {hand.id}: no empty seat is left for the button")
        button = fitting[0]
    turn = sorted(numbers, key=lambda n: (n <= button, n))
    if seats > 2 and turn != list(numbers):
        raise InputError(f"hand {hand.id}: the seats {numbers} do not run clockwise from the button")
    return numbers, button
