"""ACPC logs: the lines ``STATE:hand:betting:cards:values:names`` of the Annual Computer Poker Competition's dealer.

A log line tells neither blinds nor stacks: they come from a game definition. It is the caller's, or stands as comment
lines in the file (``# GAMEDEF`` ... ``# END GAMEDEF``, as our writer puts them), or is the competition's own for that
many players, of the kind that the dealer's first comment or the betting tells. Position 0 is left of the button;
heads-up it is the big blind. No limit counts ``r<N>`` over the whole hand, fixed limit writes ``r``.

A round trip keeps everything of a RecordedHand but ``file``, ``line``, ``tags``, ``unit``, ``extra`` and who showed:
a log has everybody's cards and no word about showing, so all who stay in are taken to show. Where cards are unknown
and there are side pots, ``pots`` is None. An id that is no whole number becomes the running number. Antes, dead
money, straddles, rake and pot limit have no place in a log: writing such a hand is an InputError.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from holdem_sim.cards import check_distinct, format_cards, parse_cards
from holdem_sim.errors import InputError
from holdem_sim.histories.amounts import parse_amount
from holdem_sim.histories.lines import MOST_LINE, read_lines, write_texts
from holdem_sim.histories.recorded import STREETS, RecordedHand, RecordedPot, Refusal
from holdem_sim.histories.tally import BOARD_CARDS, Hole, Tally, award, best_hands

MOST_GAME_LINES = 100

_STATE = re.compile(r"STATE:(\d{1,18}):([^:]*):([^:]*):([^:]*):(.*)", re.ASCII)
_MOVE = re.compile(r"f|c|r(\d*)|/", re.ASCII)
_KIND = re.compile(r"holdem\.(nolimit|limit)\.", re.ASCII)
_NUMBER = re.compile(r"0|[1-9]\d{0,17}", re.ASCII)
_VALUE = re.compile(r"(-?)(\d{1,15}(?:\.\d{1,6})?)", re.ASCII)


@dataclass(frozen=True)
class Game:
    """A game definition: ``stacks`` and ``blinds`` in chips by ACPC position, first left of the button.

    Heads-up position 0 is the big blind. ``raise_size``: fixed limit, chips on each of the four streets.
    """

    betting: str
    stacks: tuple[int, ...]
    blinds: tuple[int, ...]
    raise_size: tuple[int, int, int, int] = (0, 0, 0, 0)

    @property
    def first_player(self) -> int:
        """The position that acts first before the flop."""
        return 1 if len(self.stacks) == 2 else 2 % len(self.stacks)

    def lines(self) -> list[str]:
        """The definition as the dealer's game files write it."""
        first = f"{self.first_player + 1} 1 1 1"
        limit = self.betting == "fixed-limit"
        sizes = [f"raiseSize = {_words(self.raise_size)}", "maxRaises = 3 4 4 4"] if limit else []
        return [
            "GAMEDEF",
            "limit" if limit else "nolimit",
            f"numPlayers = {len(self.stacks)}",
            "numRounds = 4",
            f"stack = {_words(self.stacks)}",
            f"blind = {_words(self.blinds)}",
            *sizes,
            f"firstPlayer = {first}",
            "numSuits = 4",
            "numRanks = 13",
            "numHoleCards = 2",
            "numBoardCards = 0 3 1 1",
            "END GAMEDEF",
        ]


def competition_game(players: int, *, limit: bool) -> Game:
    """What the competition played: 5/10 limit with stacks that never run out (10,000 here), or 50/100 and 20,000."""
    small, big, stack = (5, 10, 10_000) if limit else (50, 100, 20_000)
    blinds = (big, small) if players == 2 else (small, big, *[0] * (players - 2))
    sizes = (big, big, 2 * big, 2 * big) if limit else (0, 0, 0, 0)
    return Game("fixed-limit" if limit else "no-limit", (stack,) * players, blinds, sizes)


def parse_game(lines: Iterable[str]) -> Game:
    """A game definition from its lines. Raises ValueError for a game that is not hold'em as we play it."""
    fields: dict[str, list[int]] = {}
    betting = ""
    for line in lines:
        key, _, value = (part.strip() for part in line.partition("="))
        if key.lower() in ("limit", "nolimit"):
            betting = "fixed-limit" if key.lower() == "limit" else "no-limit"
        elif value:
            fields[key.lower()] = [parse_amount(word) for word in value.split()]
    for name, wanted in (("numrounds", [4]), ("numsuits", [4]), ("numranks", [13]), ("numholecards", [2])):
        if fields.get(name, wanted) != wanted:
            raise ValueError(f"game definition: {name} {_words(fields[name])} is not Texas hold'em")
    if fields.get("numboardcards", [0, 3, 1, 1]) != [0, 3, 1, 1]:
        raise ValueError("game definition: numBoardCards is not that of Texas hold'em")
    players = fields.get("numplayers", [0])[0]
    if not 2 <= players <= 10 or not betting:
        raise ValueError("game definition: it must tell limit or nolimit and numPlayers from 2 to 10")
    blinds = (fields.get("blind", []) + [0] * players)[:players]
    stacks = fields.get("stack", [10_000] * players if betting == "fixed-limit" else [])
    sizes = fields.get("raisesize", [])
    if len(stacks) != players or not any(blinds) or (betting == "fixed-limit" and len(sizes) != 4):
        raise ValueError("game definition: stack, blind or raiseSize is missing")
    first, second, third, fourth = sizes or (0, 0, 0, 0)
    game = Game(betting, tuple(stacks), tuple(blinds), (first, second, third, fourth))
    order = [game.first_player + 1, 1, 1, 1]
    if fields.get("firstplayer", order) != order:
        raise ValueError(f"game definition: firstPlayer must be {_words(order)} for {players} players")
    return game


def read(path: Path, game: Game | None = None) -> Iterator[RecordedHand | Refusal]:
    """The hands of a log, one at a time; ``game`` is the game they were played by, if the file does not tell.

    Raises InputError when the file cannot be read.
    """
    source = _Games(game)
    for number, text in read_lines(path):
        state = None
        try:
            if text is None:
                raise ValueError(f"a line longer than {MOST_LINE:,} bytes")
            text = text.strip()
            if not text or text.startswith(("#", ";")):
                source.comment(text.lstrip("#; "))
                continue
            if text.startswith("SCORE"):
                continue
            state = _STATE.fullmatch(text)
            if state is None:
                raise ValueError(f"{text[:40]!r} is no STATE line")
            hand = _parse(state, source)
        except ValueError as error:
            yield Refusal(" ".join(str(error).split())[:300], state[1] if state else "", str(path), number)
        else:
            yield replace(hand, file=str(path), line=number)


class _Games:
    """The game definition in force, as the comments of a file tell it."""

    def __init__(self, game: Game | None) -> None:
        self._given = game
        self._told: Game | None = None
        self._fault = ""
        self._lines: list[str] | None = None
        self._limit: bool | None = None

    def comment(self, text: str) -> None:
        """A comment line; ValueError for a game definition that we cannot play."""
        if text == "GAMEDEF":
            self._lines = []
        elif text == "END GAMEDEF" and self._lines is not None:
            lines, self._lines = self._lines, None
            self._told, self._fault = None, "the game definition before it is not understood"
            self._told, self._fault = parse_game(lines), ""
        elif self._lines is not None:
            self._lines.append(text)
            if len(self._lines) > MOST_GAME_LINES:
                self._lines = None
                raise ValueError(f"a game definition of more than {MOST_GAME_LINES} lines")
        elif match := _KIND.search(text):
            self._limit = match[1] == "limit"

    def game(self, players: int, betting: str) -> Game:
        """The game of a hand; its betting tells the kind where nothing else does."""
        if self._fault and self._given is None:
            raise ValueError(self._fault)
        game = self._given or self._told
        if game is None:
            if "r" in betting:
                self._limit = re.search(r"r\d", betting) is None
            game = competition_game(players, limit=bool(self._limit))
        if len(game.stacks) != players:
            raise ValueError(f"{players} players where the game definition has {len(game.stacks)}")
        return game


def _ours(row: Sequence[int]) -> tuple[int, ...]:
    """Canonical seats from ACPC positions and back: they differ heads-up only."""
    return (row[1], row[0]) if len(row) == 2 else tuple(row)


def _parse(state: re.Match[str], source: _Games) -> RecordedHand:
    id, betting, cards, values, names = state.groups()
    players = names.split("|")
    seats = len(players)
    if not 2 <= seats <= 10:
        raise ValueError(f"{seats} players: a table has 2 to 10")
    game = source.game(seats, betting)
    order = _ours(range(seats))
    stacks, nominal = _ours(game.stacks), _ours(game.blinds)
    blinds = tuple(map(min, nominal, stacks))
    small_blind, big_blind = nominal[0], max(nominal)
    if game.betting == "fixed-limit":
        big_blind = game.raise_size[0]
    tally = Tally(stacks, blinds, big_blind)
    _bet(tally, betting, order, game)
    holes, board = _cards(cards, order)
    tally.end(len(board))
    check_distinct([*board, *(card for hole in holes if hole for card in hole)])
    payoffs = _values(values, seats)
    for seat in set(range(seats)) - tally.live:
        if payoffs[seat] != -tally.put[seat]:
            raise ValueError(
                f"{players[order[seat]]} folded after {tally.put[seat]} chips and is said to win {payoffs[seat]}:"
                " the values do not fit the game definition"
            )
    returned = tally.uncalled()
    return RecordedHand(
        id=id,
        betting=game.betting,
        small_blind=small_blind,
        big_blind=big_blind,
        stacks=stacks,
        blinds=blinds,
        actions=tuple(tally.actions),
        button=0 if seats == 2 else seats - 1,
        antes=(0,) * seats,
        dead=(0,) * seats,
        hole_cards=holes,
        board=board,
        first_to_act=tally.first_to_act,
        payoffs=payoffs,
        returned=returned,
        pots=_pots(tally, returned, holes, board, payoffs),
        shown=tuple(seat in tally.live and len(tally.live) > 1 and hole is not None for seat, hole in enumerate(holes)),
        names=tuple(players[position] for position in order),
    )


def _bet(tally: Tally, betting: str, order: Sequence[int], game: Game) -> None:
    """Play the betting: whose turn it is follows from the order of positions."""
    at = game.first_player
    before = [0] * len(order)  # chips put in on earlier streets, by canonical seat
    full_bet = tally.price
    i = 0
    while i < len(betting):
        move = _MOVE.match(betting, i)
        if move is None:
            raise ValueError(f"{betting[i : i + 10]!r} is no betting")
        i = move.end()
        if move[0] == "/":
            tally.deal(tally.street + 1 if tally.street < 3 else 3)
            before = list(tally.put)
            at, full_bet = 0, 0
            continue
        turns = [order[(at + step) % len(order)] for step in range(len(order))]
        able = [seat for seat in turns if seat in tally.live and tally.behind[seat]]
        if not able or len(tally.live) < 2:
            raise ValueError(f"betting {betting[:40]!r} goes on when nobody can act")
        seat = able[0]
        if move[0] == "f":
            tally.fold(seat)
        elif move[0] == "c":
            tally.check_call(seat)
        elif game.betting == "fixed-limit":
            if move[1]:
                raise ValueError(f"{move[0][:12]}: fixed limit has no amounts")
            size = game.raise_size[tally.street]
            to = min(full_bet + size, tally.bets[seat] + tally.behind[seat])
            full_bet = to if 2 * (to - full_bet) >= size else full_bet
            tally.raise_to(seat, to)
        elif not move[1]:
            raise ValueError("a raise without its amount in no limit")
        else:
            tally.raise_to(seat, parse_amount(move[1]) - before[seat])
        at = order.index(seat) + 1


def _cards(text: str, order: Sequence[int]) -> tuple[tuple[Hole, ...], tuple[int, ...]]:
    holes, *streets = text.split("/")
    hands = [parse_cards(cards) for cards in holes.split("|")]
    if len(hands) != len(order) or any(len(cards) not in (0, 2) for cards in hands):
        raise ValueError(f"{holes[:60]!r} are not the hole cards of {len(order)} players")
    board = [parse_cards(cards) for cards in streets]
    if [len(cards) for cards in board] != [3, 1, 1][: len(board)]:
        raise ValueError(f"{text[:80]!r}: a board is dealt as 3, 1 and 1 cards")
    known = tuple((hands[at][0], hands[at][1]) if hands[at] else None for at in order)
    return known, tuple(card for cards in board for card in cards)


def _values(text: str, seats: int) -> tuple[int, ...]:
    values = []
    for word in text.split("|"):
        match = _VALUE.fullmatch(word)
        if match is None:
            raise ValueError(f"value {word[:20]!r} is no number of chips")
        if "." in match[2] and match[2].rstrip("0")[-1] != ".":
            raise ValueError(f"value {word[:20]}: the pot was split in parts of a chip")
        values.append((-1 if match[1] else 1) * int(match[2].split(".")[0]))
    if len(values) != seats:
        raise ValueError(f"{len(values)} values for {seats} players")
    if sum(values):
        raise ValueError(f"the values sum to {sum(values)}, not 0")
    return _ours(values)


def _pots(
    tally: Tally, returned: dict[int, int], holes: Sequence[Hole], board: Sequence[int], payoffs: Sequence[int]
) -> tuple[RecordedPot, ...] | None:
    """The pots; their winners by the cards, or by the values where cards are unknown and there is one pot."""
    layers = tally.layers(returned)
    if len(tally.live) == 1 or all(holes[seat] for seat in tally.live):
        return award(layers, lambda contestants: best_hands(contestants, holes, board))
    won = tuple(s for s in sorted(tally.live) if payoffs[s] + tally.put[s] - returned.get(s, 0) > 0)
    return award(layers, lambda contestants: won) if len(layers) == 1 else None


def format_hand(hand: RecordedHand, number: int = 0) -> str:
    """The STATE line of a hand, with ``number`` where its id is none. Raises InputError for what ACPC cannot hold."""
    game = game_of(hand)
    seats = len(hand.stacks)
    order = _ours(range(seats))
    streets = BOARD_CARDS.index(len(hand.board))
    bets, before = list(hand.blinds), [0] * seats
    rounds = []
    for name in STREETS[: streets + 1]:
        words = ""
        for action in hand.actions:
            if action.street != name:
                continue
            if action.kind in ("fold", "check", "call"):
                words += "f" if action.kind == "fold" else "c"
            else:
                words += "r" if game.betting == "fixed-limit" else f"r{before[action.seat] + action.to}"
            bets[action.seat] = action.to
        rounds.append(words)
        before = [old + new for old, new in zip(before, bets, strict=True)]
        bets = [0] * seats
    holes = [hand.hole_cards[seat] if hand.hole_cards else None for seat in order]
    cards = "|".join(format_cards(hole, separator="") if hole else "" for hole in holes)
    for street in range(1, streets + 1):
        cards += "/" + format_cards(hand.board[BOARD_CARDS[street - 1] : BOARD_CARDS[street]], separator="")
    if hand.payoffs is None:
        raise InputError(f"hand {hand.id}: its payoffs are not known")
    values = "|".join(str(hand.payoffs[seat]) for seat in order)
    id = hand.id if _NUMBER.fullmatch(hand.id) else str(number)
    return f"STATE:{id}:{'/'.join(rounds)}:{cards}:{values}:{'|'.join(_names(hand))}\n"


def game_of(hand: RecordedHand) -> Game:
    """The game definition that a hand was played by. Raises InputError for what ACPC has no words for."""
    seats = len(hand.stacks)
    faults = (
        (hand.betting not in ("no-limit", "fixed-limit"), f"{hand.betting} betting"),
        (any(hand.antes) or hand.ante_mode != "none", "antes"),
        (any(hand.dead), "dead money"),
        (bool(hand.rake), "a rake"),
        (any(hand.blinds[2:]), "straddles or entry posts"),
        (hand.button is None, "a button on an empty seat"),
    )
    nominal = (hand.small_blind, hand.big_blind, *[0] * (seats - 2))
    posted = tuple(map(min, nominal, hand.stacks))
    missing = hand.blinds[:2] != posted[:2] and not any(hand.antes)
    for wrong, what in (*faults, (missing, "blinds other than the small and the big one in full")):
        if wrong:
            raise InputError(f"hand {hand.id}: an ACPC log cannot hold {what}")
    limit = hand.betting == "fixed-limit"
    big = hand.big_blind
    sizes = (big, big, 2 * big, 2 * big) if limit else (0, 0, 0, 0)
    return Game(hand.betting, _ours(hand.stacks), _ours(nominal), sizes)


def _names(hand: RecordedHand) -> list[str]:
    names = hand.names or tuple(f"seat{seat + 1}" for seat in range(len(hand.stacks)))
    for name in names:
        if not name or re.search(r"[|:\s\x00-\x1f]", name.replace(" ", "")) or name != name.strip():
            raise InputError(f"hand {hand.id}: an ACPC log cannot hold the name {name!r} ('|', ':', line breaks)")
    return [names[seat] for seat in _ours(range(len(names)))]


def write(hands: Iterable[RecordedHand], path: Path) -> None:
    """Write a log: a game definition where it changes, a STATE line a hand, the SCORE of all.

    Raises InputError for a hand that ACPC cannot hold, RunError for the disk.
    """
    write_texts(_lines(hands), path)


def _lines(hands: Iterable[RecordedHand]) -> Iterator[str]:
    game: Game | None = None
    total: Counter[str] = Counter()
    for number, hand in enumerate(hands):
        before, game = game, game_of(hand)
        if game != before:
            yield "".join(f"# {line}\n" for line in game.lines())
        yield format_hand(hand, number)
        for name, net in zip(_names(hand), _ours(hand.payoffs or ()), strict=True):
            total[name] += net
    if total:
        yield f"SCORE:{'|'.join(map(str, total.values()))}:{'|'.join(total)}\n"


def _words(row: Iterable[int]) -> str:
    return " ".join(map(str, row))
