"""Reading PHH."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from itertools import chain
from pathlib import Path
from typing import Any

from holdem_sim.cards import check_distinct, parse_cards
from holdem_sim.histories.amounts import make_unit, parse_amount, split_unit
from holdem_sim.histories.lines import Unreadable, chunks, read_chunk
from holdem_sim.histories.phh.fields import NO_BUTTON, OTHER_VARIANTS, VARIANTS, cut_posts, ours
from holdem_sim.histories.recorded import RecordedHand, Refusal
from holdem_sim.histories.tally import BOARD_CARDS, Hole, Tally, award, best_hands, find_ante_mode

MOST_NESTING = 64

_TABLE = re.compile(r"\s*\[\s*[\w.'\"-]+\s*\]\s*(#.*)?$")
_MONEY = ("starting_stacks", "blinds_or_straddles", "antes", "min_bet", "small_bet", "_small_blind", "_blinds", "_dead")
_DOTTED = re.compile(rf"(?<![\w\"'-])(?:[\w\"'-]++\s*+\.\s*+){{{MOST_NESTING}}}")
_DECIMALS = re.compile(r"^[\d_]+\.(\d+)$", re.ASCII)


class _Real(str):
    """A TOML float as it was written."""


def read(path: Path) -> Iterator[RecordedHand | Refusal]:
    """The hands of a PHH file, one at a time. Raises InputError when the file cannot be read."""
    for chunk in chunks(path, _TABLE.match):
        name = ""
        if chunk.lines and _TABLE.match(chunk.lines[0][1]):
            name = chunk.lines[0][1].split("]")[0].strip(" \t['\"")
            chunk.lines[0] = (chunk.line, "")

        def parse(line: int = chunk.line, lines: Sequence[tuple[int, str]] = chunk.lines, name: str = name) -> Any:
            if all(not text.strip() or text.lstrip().startswith("#") for _, text in lines):
                return None
            hand = parse_hand("\n".join(text for _, text in lines), name)
            return replace(hand, file=str(path), line=line)

        yield from read_chunk(chunk, path, name, parse)


def parse_hand(text: str, name: str = "") -> RecordedHand:
    """One hand from its TOML; ``name`` is its id when the text tells none. Raises ValueError saying why not."""
    document = _load(text)
    variant = document.pop("variant", None)
    if not isinstance(variant, str) or variant not in VARIANTS:
        known = OTHER_VARIANTS.get(variant) if isinstance(variant, str) else None
        raise Unreadable(f"variant {variant!r}{f' ({known})' if known else ''}: read are {', '.join(VARIANTS)}")
    actions = list(_texts(document.pop("actions", None), "actions"))
    money = _Money(document, actions)
    stacks = money.row("starting_stacks")
    seats = len(stacks)
    if not 2 <= seats <= 10:
        raise Unreadable(f"{seats} players: a table has 2 to 10")
    stacks = ours(stacks)
    big_blind = money.one("small_bet" if variant == "FT" else "min_bet")
    dead = money.row("_dead", seats, [0] * seats)
    nominal = money.row("blinds_or_straddles", seats)
    small_blind = money.one("_small_blind", nominal[0] if nominal[1] else big_blind // 2)
    antes, blinds = cut_posts(stacks, money.row("antes", seats, [0] * seats), nominal, dead)
    blinds = money.row("_blinds", seats, blinds)
    ante_mode = document.pop("_ante_mode", find_ante_mode(antes, 1))
    if ante_mode not in ("none", "all", "big_blind"):
        raise Unreadable(f"_ante_mode {str(ante_mode)[:20]!r}: must be none, all or big_blind")
    tally = Tally(stacks, blinds, big_blind, antes, dead, ante_mode)
    play = _Play(tally, money)
    for action in actions:
        play.do(action)
    tally.end(len(play.board))
    check_distinct(chain(play.board, *(hole for hole in play.holes if hole)))
    shown = play.showing()
    returned = tally.uncalled()
    holes = [hole if shown[seat] else None for seat, hole in enumerate(play.holes)]
    pots = award(tally.layers(returned), lambda contestants: best_hands(contestants, holes, play.board))
    payoffs = tally.payoffs(pots, returned)
    after_rake = money.result(stacks)
    rake = -sum(after_rake or ())
    if rake < 0:
        raise Unreadable(f"finishing_stacks hold {-rake} more than starting_stacks")
    players = document.pop("players", None)
    id = document.get("hand", name)
    if not isinstance(id, int | str):
        raise Unreadable("hand: must be a number or a name")
    extra, own = _rest(document, seats)
    hand = RecordedHand(
        id=str(id),
        betting=VARIANTS[variant],
        small_blind=small_blind,
        big_blind=big_blind,
        stacks=stacks,
        blinds=blinds,
        actions=tuple(tally.actions),
        button=0 if seats == 2 else seats - 1,
        antes=antes,
        ante_mode=ante_mode,
        dead=dead,
        hole_cards=tuple(play.holes),
        board=tuple(play.board),
        first_to_act=tally.first_to_act,
        payoffs=payoffs if rake or after_rake is None else after_rake,
        payoffs_after_rake=after_rake if rake else None,
        rake=rake,
        returned=returned,
        pots=pots,
        shown=shown,
        names=ours(_texts(players, "players", seats)) if players is not None else (),
        unit=money.unit,
        extra=extra,
    )
    return replace(hand, **own)


def _load(text: str) -> dict[str, Any]:
    depth = deepest = 0
    for bracket in re.findall(r"[\[\]{}]", text):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    if deepest > MOST_NESTING:
        raise Unreadable(f"brackets nested {deepest} deep: a hand needs two")
    if _DOTTED.search(text):
        raise Unreadable(f"a dotted key of more than {MOST_NESTING} parts")
    try:
        return tomllib.loads(text, parse_float=_Real)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(f"not TOML: {error}") from error
    except RecursionError as error:
        raise Unreadable("nested too deeply") from error


class _Money:
    """The amounts of one document, taken out of it as integers of ``unit``."""

    def __init__(self, document: dict[str, Any], actions: Iterable[str]) -> None:
        self._document = document
        currency = document.pop("currency", None) or "chips"
        if "_unit" in document:
            self.unit = str(document.pop("_unit"))
            self._factor = split_unit(self.unit)[0]
            return
        rows = (document.get(key) for key in _MONEY)
        written = [str(value) for row in rows for value in (row if isinstance(row, list) else [row])]
        written += [words[2] for words in map(str.split, actions) if len(words) > 2 and words[1] == "cbr"]
        decimals = max((len(match[1]) for match in map(_DECIMALS.search, written) if match), default=0)
        self._factor = 10 ** min(decimals, 6)
        finish = document.get("finishing_stacks")
        if not decimals and isinstance(finish, list) and any(str(value).endswith(".5") for value in finish):
            self._factor = 2  # the source splits odd chips in halves
        self.unit = make_unit(self._factor, str(currency))

    def one(self, key: str, default: int | None = None) -> int:
        """The amount of a field."""
        if key not in self._document and default is not None:
            return default
        return self._read(self._document.pop(key, None), key)

    def row(self, key: str, seats: int | None = None, default: Sequence[int] | None = None) -> tuple[int, ...]:
        """The amounts of a field, one a seat."""
        if key not in self._document and default is not None:
            return tuple(default)
        values = self._document.pop(key, None)
        if not isinstance(values, list) or (seats is not None and len(values) != seats):
            raise Unreadable(f"{key}: must be a list of {seats or 'the'} amounts, one a player")
        return tuple(self._read(value, key) for value in values)

    def _read(self, value: object, key: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int | _Real):
            raise Unreadable(f"{key}: {str(value)[:20]!r} is no amount")
        try:
            return self.text(str(value).replace("_", ""))
        except ValueError as error:
            raise Unreadable(f"{key}: {error}") from error

    def text(self, value: str) -> int:
        """An amount written as ``value``. ValueError when it is none."""
        return parse_amount(value, self._factor)

    def result(self, stacks: Sequence[int]) -> tuple[int, ...] | None:
        """Net amounts by finishing_stacks; None without it, or where a split in fractions was rounded."""
        self._document.pop("winnings", None)
        if "finishing_stacks" not in self._document:
            return None
        try:
            end = self.row("finishing_stacks", len(stacks))
        except ValueError as error:
            if "finer" in str(error):
                return None
            raise
        return tuple(last - first for last, first in zip(ours(end), stacks, strict=True))


class _Play:
    """The actions of one document, done one after the other."""

    def __init__(self, tally: Tally, money: _Money) -> None:
        self.tally = tally
        self.board: list[int] = []
        self.holes: list[Hole] = [None] * len(tally.bets)
        self._money = money
        self._told: dict[int, bool] = {}

    def do(self, action: str) -> None:
        """One action; ValueError that quotes it when it cannot be."""
        words = action.split("#", 1)[0].split()
        try:
            self._do(words)
        except ValueError as error:
            raise Unreadable(f"{action[:60]!r}: {error}") from error

    def _do(self, words: list[str]) -> None:
        match words:
            case []:
                return
            case ["d", "dh", player, cards]:
                self._hold(self._seat(player), cards)
            case ["d", "db", cards]:
                self.board += parse_cards(cards)
                if len(self.board) not in BOARD_CARDS[1:]:
                    raise ValueError(f"{len(self.board)} board cards")
                self.tally.deal(BOARD_CARDS.index(len(self.board)))
            case [player, "f"]:
                self.tally.fold(self._seat(player))
            case [player, "cc"]:
                self.tally.check_call(self._seat(player))
            case [player, "cbr", amount]:
                self.tally.raise_to(self._seat(player), self._money.text(amount))
            case [player, "sm"]:
                self._told[self._seat(player)] = False
            case [player, "sm", cards]:
                seat = self._seat(player)
                if cards != "-":
                    self._hold(seat, cards)
                self._told[seat] = True
            case _:
                raise ValueError("is no action of hold'em")

    def _seat(self, player: str) -> int:
        seats = len(self.holes)
        if not re.fullmatch(r"p\d{1,2}", player, re.ASCII) or not 1 <= int(player[1:]) <= seats:
            raise ValueError(f"{player!r} is no player p1..p{seats}")
        return ours(range(seats))[int(player[1:]) - 1]

    def _hold(self, seat: int, cards: str) -> None:
        if "?" in cards:
            if set(cards) != {"?"} or len(cards) not in (2, 4):
                raise ValueError("cards half known")
            return
        known = parse_cards(cards)
        if len(known) != 2:
            raise ValueError(f"{len(known)} hole cards")
        if self.holes[seat] is not None and set(self.holes[seat] or ()) != set(known):
            raise ValueError(f"seat {seat} was dealt other cards")
        if self.holes[seat] is None:
            self.holes[seat] = (known[0], known[1])

    def showing(self) -> tuple[bool, ...]:
        """Who showed; at a showdown of which nothing is told, every seat with known cards."""
        live = self.tally.live
        if not self._told and len(live) > 1:
            return tuple(seat in live and hole is not None for seat, hole in enumerate(self.holes))
        return tuple(self._told.get(seat, False) for seat in range(len(self.holes)))


def _texts(value: object, key: str, count: int | None = None) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise Unreadable(f"{key}: must be a list of texts")
    if count is not None and len(value) != count:
        raise Unreadable(f"{key}: {len(value)} for {count} players")
    return tuple(str(one) for one in value)


def _own_field(key: str, value: object, seats: int) -> object:
    """The value of one of our fields; Unreadable when it is not what we write."""
    wholes = isinstance(value, int) and not isinstance(value, bool)
    match key:
        case "_button" if wholes and isinstance(value, int) and NO_BUTTON <= value < seats:
            return None if value == NO_BUTTON else value
        case "_first_to_act" if wholes and isinstance(value, int) and NO_BUTTON <= value < seats:
            return None if value == NO_BUTTON else value
        case "_big_blind_seat" if wholes and isinstance(value, int) and 0 <= value < seats:
            return value
        case "_shown" if isinstance(value, list) and len(value) == seats:
            if all(isinstance(one, bool) for one in value):
                return tuple(value)
        case "_tags":
            return _texts(value, key)
    raise Unreadable(f"{key}: {str(value)[:40]} is not what holdem_sim writes there")


def _rest(document: Mapping[str, Any], seats: int) -> tuple[dict[str, object], dict[str, Any]]:
    """What no other part of the reader took: the hand's ``extra``, and our own fields by name."""
    extra: dict[str, object] = {}
    own: dict[str, Any] = {}
    for key, value in document.items():
        if key in ("_big_blind_seat", "_button", "_first_to_act", "_shown", "_tags"):
            own[key[1:]] = _own_field(key, value, seats)
        elif key == "seats" and isinstance(value, list) and len(value) == seats:
            extra[key] = ours(value)
        elif key not in ("hand", "big_bet", "_note", "ante_trimming_status"):
            extra[key.removeprefix("_")] = _plain(value)
    return extra, own


def _plain(value: object) -> object:
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    if isinstance(value, list):
        return tuple(_plain(one) for one in value)
    return str(value) if isinstance(value, _Real) else value
