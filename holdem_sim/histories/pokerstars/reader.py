"""Reading PokerStars text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from holdem_sim.cards import check_distinct, parse_cards
from holdem_sim.histories.lines import Unreadable, chunks, read_chunk
from holdem_sim.histories.pokerstars.header import HAND, Header, read_header
from holdem_sim.histories.pokerstars.money import AMOUNT, parse_money
from holdem_sim.histories.recorded import RecordedHand, RecordedPot, Refusal
from holdem_sim.histories.tally import BOARD_CARDS, Hole, Layer, Tally, big_blind_by_posts, find_ante_mode

Lines = list[tuple[int, str]]

MOST_SEATS = 20
MOST_LETTERS = 2000
"""Longest line of a hand; the longest real ones are chat of a few hundred letters."""

_SEAT = re.compile(rf"Seat (\d+): (.+) \({AMOUNT} in chips(?:, [^()]*)?\)")
_POST = re.compile(
    r"(?:posts )?(?:the |a )?(ante|small blind|big blind|small & big blinds|(?:\w+ )?straddle|dead blind"
    rf"|dead small blind|button blind|(?<=posts )(?=\S)) ?{AMOUNT}"
)
_CALL = re.compile(rf"calls {AMOUNT}")
_BET = re.compile(rf"bets {AMOUNT}")
_RAISE = re.compile(rf"raises {AMOUNT} to {AMOUNT}")
_CARDS = re.compile(r"\[([^\]]*)\]")
_COLLECTED = re.compile(rf"collected {AMOUNT} from (?:the )?(main pot|side pot(?:[- ]#?\d+)?|pot)")
_UNCALLED = re.compile(rf"Uncalled bet \({AMOUNT}\) returned to (.+?)\s*$")
_TOTAL = re.compile(rf"Total pot {AMOUNT}.*\| Rake {AMOUNT}")
_SUMMARY_SEAT = re.compile(r"Seat (\d+): (?:.*\b(showed|mucked) \[([^\]]*)\])?")
_VERBS = ("folds", "checks", "calls", "bets", "raises", "posts", "straddle", "shows", "mucks")
_STREETS = {"FLOP": 1, "TURN": 2, "RIVER": 3}


def read(path: Path) -> Iterator[RecordedHand | Refusal]:
    """The hands of a file of PokerStars text, one at a time. Raises InputError when the file cannot be read."""
    for chunk in chunks(path, HAND.match):
        first = HAND.match(chunk.lines[0][1]) if chunk.lines else None

        def parse(lines: Lines = chunk.lines, known: bool = first is not None) -> RecordedHand | None:
            if known:
                return replace(parse_hand(lines), file=str(path), line=lines[0][0])
            if all(not text.strip(" \t*#0123456789") for _, text in lines):
                return None
            raise Unreadable("no PokerStars hand begins here")

        yield from read_chunk(chunk, path, first["id"] if first else "", parse)


@dataclass
class _Post:
    line: int
    player: str
    what: str
    amount: int
    all_in: bool


@dataclass
class _Table:
    """What the lines of one hand say, before seats are put in order."""

    header: Header
    seats: dict[str, int] = field(default_factory=dict)
    stacks: dict[str, int] = field(default_factory=dict)
    posts: list[_Post] = field(default_factory=list)
    moves: list[tuple[int, str, str]] = field(default_factory=list)
    board: list[int] = field(default_factory=list)
    holes: dict[str, Hole] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)
    big_blind: str = ""  # whom the summary calls so
    collected: list[tuple[str, int, str]] = field(default_factory=list)
    returned: dict[str, int] = field(default_factory=dict)
    total: int | None = None
    rake: int = 0

    def money(self, text: str) -> int:
        return parse_money(text, self.header.factor)

    def line(self, number: int, text: str, section: str) -> None:
        """Take one line of the hand."""
        if section == "SUMMARY":
            self._summary(text)
        elif not section and (match := _SEAT.match(text)):
            name = match[2]
            if name in self.seats or int(match[1]) in self.seats.values():
                raise ValueError("a seat or a name stands twice")
            if len(self.seats) == MOST_SEATS:
                raise ValueError(f"more than {MOST_SEATS} seats")
            self.seats[name], self.stacks[name] = int(match[1]), self.money(match[3])
        elif match := _UNCALLED.match(text):
            self._known(match[2])
            self.returned[match[2]] = self.returned.get(match[2], 0) + self.money(match[1])
        elif text.startswith("Dealt to "):
            name = self._player(text.removeprefix("Dealt to "), " ")
            if name and (cards := _CARDS.search(text, len("Dealt to ") + len(name))):
                self._hold(name, cards[1])
        elif name := self._player(text, ": "):
            self._speak(number, name, text[len(name) + 2 :].strip())
        elif (name := self._player(text, " collected ")) and (match := _COLLECTED.match(text, len(name) + 1)):
            self.collected.append((name, self.money(match[1]), match[2]))

    def _player(self, text: str, after: str) -> str:
        """The longest name that ``text`` begins with, followed by ``after``."""
        names = [name for name in self.seats if text.startswith(name + after)]
        return max(names, key=len, default="")

    def _known(self, name: str) -> None:
        if name not in self.seats:
            raise ValueError(f"{name[:40]!r} has no seat")

    def _speak(self, number: int, name: str, words: str) -> None:
        if match := _POST.match(words):
            all_in = words.endswith("all-in")
            self.posts.append(_Post(number, name, match[1], self.money(match[2]), all_in))
        elif words.startswith(("folds", "checks", "calls", "bets", "raises")):
            self.moves.append((number, name, words))
            if words.startswith("folds") and (cards := _CARDS.search(words)):
                self._show(name, cards[1])
        elif words.startswith("shows") and (cards := _CARDS.search(words)):
            self._show(name, cards[1])
        elif words.startswith(_VERBS) and not words.startswith("mucks"):
            raise ValueError(f"{words[:60]!r} is not understood")

    def _hold(self, name: str, cards: str) -> None:
        known = parse_cards(cards)
        if len(known) != 2:
            return
        before = self.holes.setdefault(name, (known[0], known[1]))
        if before is not None and set(before) != set(known):
            raise ValueError(f"{name} held other cards before")

    def _show(self, name: str, cards: str) -> None:
        self._hold(name, cards)
        if name in self.holes:
            self.shown.add(name)

    def _summary(self, text: str) -> None:
        if match := _TOTAL.match(text):
            self.total, self.rake = self.money(match[1]), self.money(match[2])
        elif text.startswith("Board [") and (cards := _CARDS.search(text)):
            if parse_cards(cards[1]) != self.board:
                raise ValueError("the board of the summary is not the one dealt")
        elif match := _SUMMARY_SEAT.match(text):
            names = {seat: name for name, seat in self.seats.items()}
            name = names.get(int(match[1]), "")
            if re.match(r"(?: \(button\))? \(big blind\)", text[len(f"Seat {match[1]}: {name}") :]):
                self.big_blind = name
            if match[2] is None:
                return
            self._known(name)
            if match[2] == "showed":
                self._show(name, match[3])
            else:
                self._hold(name, match[3])

    def street(self, number: int, street: int, text: str) -> None:
        """A line like ``*** TURN *** [2c 3d 4h] [5s]``."""
        groups = _CARDS.findall(text)
        cards = parse_cards(" ".join(groups))
        if len(cards) != BOARD_CARDS[street] or cards[: len(self.board)] != self.board:
            raise ValueError("the board does not go on from the street before")
        self.board = cards
        self.moves.append((number, "", str(street)))


def parse_hand(lines: Lines) -> RecordedHand:
    """One hand from its numbered lines, header first. Raises ValueError saying why not."""
    for number, text in lines:
        if len(text) > MOST_LETTERS:
            raise Unreadable(f"a line of {len(text):,} letters", number)
    header = read_header(lines)
    table = _Table(header)
    section = ""
    for number, text in lines[1:]:
        try:
            if text.startswith("*** ") and (words := text[4:].split(" ***")[0]):
                section = words
                if section in _STREETS:
                    table.street(number, _STREETS[section], text)
            else:
                table.line(number, text.rstrip(), section)
        except ValueError as error:
            raise Unreadable(str(error), number) from error
    if table.total is None:
        raise Unreadable("the hand is cut off: it has no summary with the pot")
    return _record(table)


def _record(table: _Table) -> RecordedHand:
    header = table.header
    names = _order(table)
    place = {name: seat for seat, name in enumerate(names)}
    stacks = tuple(table.stacks[name] for name in names)
    antes, blinds, dead = _posts(table, place)
    big_blind = header.big
    small_blind = header.small
    if header.betting == "fixed-limit":  # the header tells the bets
        big_blind = header.small
        full = [post.amount for post in table.posts if post.what == "small blind" and not post.all_in]
        small_blind = full[0] if full else max(big_blind // 2, 1)
    big_at = 0 if len(names) > 2 and blinds[0] >= big_blind > small_blind and not blinds[1] else 1
    ante_mode = find_ante_mode(antes, place.get(table.big_blind, big_at))
    tally = Tally(stacks, blinds, big_blind, antes, dead, ante_mode)
    for number, name, words in table.moves:
        try:
            _do(tally, table, place, name, words)
        except ValueError as error:
            raise Unreadable(str(error), number) from error
    tally.end(len(table.board))
    holes = tuple(table.holes.get(name) for name in names)
    check_distinct([*table.board, *(card for hole in holes if hole for card in hole)])
    told = {place[name]: chips for name, chips in table.returned.items() if name in place}
    returned = told or tally.uncalled()
    pots = _pots(table, tally.layers(returned), place)
    won = [0] * len(names)
    for name, amount, _ in table.collected:
        won[place[name]] += amount
    net = tuple(won[seat] + returned.get(seat, 0) - tally.put[seat] for seat in range(len(names)))
    if table.rake:
        payoffs, after_rake = tally.payoffs(pots, returned), net
    else:
        payoffs, after_rake = net, None
    if sum(net) != -table.rake:
        raise Unreadable(f"collected and rake differ from the pot by {abs(sum(net) + table.rake)} {header.unit}")
    button = next((place[name] for name in names if table.seats[name] == header.button), None)
    dead_button = {"button_seat": header.button} if button is None else {}
    hand = RecordedHand(
        id=header.id,
        betting=header.betting,
        small_blind=small_blind,
        big_blind=big_blind,
        stacks=stacks,
        blinds=blinds,
        actions=tuple(tally.actions),
        button=button,
        antes=antes,
        ante_mode=ante_mode,
        dead=dead,
        hole_cards=holes,
        board=tuple(table.board),
        first_to_act=tally.first_to_act,
        payoffs=payoffs,
        payoffs_after_rake=after_rake,
        rake=table.rake,
        returned=returned,
        pots=pots,
        shown=tuple(name in table.shown for name in names),
        names=tuple(names),
        unit=header.unit,
        extra={"seats": tuple(table.seats[name] for name in names), **dead_button, **header.extra},
    )
    big = place.get(table.big_blind)
    return hand if big in (None, big_blind_by_posts(hand)) else replace(hand, big_blind_seat=big)


def _order(table: _Table) -> list[str]:
    """The players dealt in, in canonical order: those who posted, acted, or held cards."""
    dealt = {post.player for post in table.posts} | {name for _, name, _ in table.moves if name} | set(table.holes)
    button = table.header.button
    names = sorted(dealt, key=lambda name: (table.seats[name] <= button, table.seats[name]))
    if len(names) == 2:
        small = [post.player for post in table.posts if post.what == "small blind"]
        if (small and small[0] == names[1]) or (not small and table.seats[names[1]] == button):
            names.reverse()
    return names


def _posts(table: _Table, place: dict[str, int]) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Antes, live and dead money by seat. A small blind out of turn is a missed one and dead.

    In turn is who sits before the big blind; he need not be the first one left of the button (RULES.md, dead button).
    """
    antes, blinds, dead = ([0] * len(place) for _ in range(3))
    header = table.header
    posted = next((post.player for post in table.posts if post.what == "big blind"), "")
    big = place.get(table.big_blind, place.get(posted, 1))
    for post in table.posts:
        seat = place[post.player]
        if post.what == "ante":
            antes[seat] += post.amount
        elif post.what.startswith("dead") or (post.what == "small blind" and seat not in (0, big - 1)):
            dead[seat] += post.amount
        elif post.what == "small & big blinds":
            live = min(post.amount, header.small if header.betting == "fixed-limit" else header.big)
            blinds[seat] += live
            dead[seat] += post.amount - live
        else:
            blinds[seat] += post.amount
    return tuple(antes), tuple(blinds), tuple(dead)


def _do(tally: Tally, table: _Table, place: dict[str, int], name: str, words: str) -> None:
    if not name:
        tally.deal(int(words))
        return
    seat = place[name]
    if words.startswith("folds"):
        tally.fold(seat)
    elif words.startswith("checks"):
        tally.check(seat)
    elif match := _CALL.match(words):
        tally.check_call(seat, tally.bets[seat] + table.money(match[1]))
    elif match := _BET.match(words):
        tally.raise_to(seat, table.money(match[1]))
    elif match := _RAISE.match(words):
        by, to = table.money(match[1]), table.money(match[2])
        if to - by != max(tally.bets) and to - by != tally.price:
            raise ValueError(f"{words[:60]!r}: raised over {max(tally.bets)}")
        tally.raise_to(seat, to)
    else:
        raise ValueError(f"{words[:60]!r} is not understood")


def _pots(table: _Table, layers: list[Layer], place: dict[str, int]) -> tuple[RecordedPot, ...]:
    """The pots with those who collected from them."""
    total = sum(amount for amount, _ in layers)
    if table.total != total:
        raise Unreadable(f"the summary tells a pot of {table.total}, the bets make {total}")
    winners: list[set[int]] = [set() for _ in layers]
    for name, _, pot in table.collected:
        seat = place.get(name, -1)
        if pot == "pot" or len(layers) == 1:
            where = [i for i, (_, contestants) in enumerate(layers) if seat in contestants]
        else:
            number = re.search(r"\d+", pot)
            where = [0 if pot == "main pot" else int(number[0]) if number else 1]
        if not where or where[0] >= len(layers) or any(seat not in layers[i][1] for i in where):
            raise Unreadable(f"{name} collects from the {pot}, which they do not contest")
        for i in where:
            winners[i].add(seat)
    if not all(winners):
        raise Unreadable("nobody collects one of the pots")
    return tuple(
        RecordedPot(amount, contestants, tuple(sorted(seats)))
        for (amount, contestants), seats in zip(layers, winners, strict=True)
    )
