"""Recorded hands as JSON Lines, one object a line, plain or gzipped: the normalised form every format can reach.

Fields: ``id``, ``limit`` (NL, PL, FL), ``small_blind``, ``big_blind``, ``bb_seat``, ``button``, ``stacks``, ``antes``,
``ante_mode`` (null, uniform, bb), ``blinds_posted``, ``dead_posted``, ``hole_cards``, ``board``, ``actions`` (seat,
street, type, to, allin), ``first_to_act_preflop``, ``uncalled_returned``, ``pots`` (amount, eligible, winners),
``payoffs`` and ``final_stacks`` before rake, ``rake``, ``payoffs_after_rake``, ``shown``, ``tags``, ``unit``,
``names``. What else stands in a line is kept and written back.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from holdem_sim.cards import TEXT, parse_cards
from holdem_sim.errors import InputError
from holdem_sim.histories.recorded import KINDS, STREETS, RecordedAction, RecordedHand, RecordedPot, Refusal

LONGEST_LINE = 1 << 20
"""Bytes of a line; the longest real hand has some 4,000."""

_BETTING = {"NL": "no-limit", "PL": "pot-limit", "FL": "fixed-limit"}
_LIMIT = {betting: limit for limit, betting in _BETTING.items()}
_ANTE_MODE = {None: "none", "uniform": "all", "bb": "big_blind"}
_ANTE_NAME = {mode: name for name, mode in _ANTE_MODE.items()}
_NUMBER = {text: number for number, text in enumerate(TEXT)}
_SURROGATE = re.compile(rb"\\ud[89a-f]", re.IGNORECASE)
_KNOWN = frozenset(
    {
        "id",
        "limit",
        "n_players",
        "button",
        "bb_seat",
        "small_blind",
        "big_blind",
        "stacks",
        "antes",
        "ante_mode",
        "blinds_posted",
        "dead_posted",
        "hole_cards",
        "board",
        "actions",
        "first_to_act_preflop",
        "uncalled_returned",
        "pots",
        "payoffs",
        "final_stacks",
        "rake",
        "payoffs_after_rake",
        "shown",
        "tags",
        "unit",
        "names",
    }
)


def read(path: Path) -> Iterator[RecordedHand | Refusal]:
    """The hands of a ``.jsonl`` or ``.jsonl.gz`` file, in order; a line that is no hand is a Refusal.

    Raises InputError if the file cannot be opened.
    """
    file = str(path)
    line = 0
    try:
        with _opened(path) as stream:
            for line, text in enumerate(_lines(stream), 1):
                if text is None:
                    yield Refusal(f"the line is longer than {LONGEST_LINE:,} bytes", file=file, line=line)
                elif not text.isspace():
                    yield _hand_of(text, file, line)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        yield Refusal(f"the compressed file is damaged here: {error}", file=file, line=line + 1)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None


def _opened(path: Path) -> BinaryIO:
    with path.open("rb") as stream:
        zipped = stream.read(2) == b"\x1f\x8b"
    return gzip.open(path) if zipped else path.open("rb")  # type: ignore[return-value]


def _lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Each line; None for one that is too long."""
    while text := stream.readline(LONGEST_LINE):
        if len(text) == LONGEST_LINE and text[-1:] != b"\n":
            while text and text[-1:] != b"\n":
                text = stream.readline(LONGEST_LINE)
            yield None
        else:
            yield text


def _hand_of(text: bytes, file: str, line: int) -> RecordedHand | Refusal:
    record = None
    try:
        record = json.loads(text.decode())
        hand = from_json(record, file, line)
        if _SURROGATE.search(text):
            json.dumps(record, ensure_ascii=False).encode()
        return hand
    except UnicodeDecodeError as error:
        reason = f"not UTF-8 text: byte {error.start + 1} of the line"
    except UnicodeEncodeError as error:
        reason = f"{error.object[error.start : error.start + 1]!a} is half a character: no text"
    except json.JSONDecodeError as error:
        reason = f"not JSON: {error.msg}, character {error.pos + 1} of the line"
    except RecursionError:
        reason = "not a hand: nested too deeply"
    except KeyError as error:
        reason = f"the field {error} is missing"
    except ValueError as error:
        reason = str(error)[:200]
    name = record.get("id") if isinstance(record, dict) else ""
    return Refusal(reason, name[:200] if isinstance(name, str) else "", file, line)


def from_json(record: object, file: str = "", line: int = 0) -> RecordedHand:
    """The hand in one JSON object. Raises ValueError or KeyError that names the field which is wrong or missing."""
    if not isinstance(record, dict):
        raise ValueError("not a hand: a line must hold one JSON object")
    get = record.get
    stacks = _chips(record, "stacks")
    seats = len(stacks)
    limit, ante_mode = record["limit"], get("ante_mode")
    if not isinstance(limit, str) or limit not in _BETTING:
        raise ValueError(f"limit {_short(limit)}: must be NL, PL or FL")
    if not isinstance(ante_mode, str | None) or ante_mode not in _ANTE_MODE:
        raise ValueError(f"ante_mode {_short(ante_mode)}: must be null, uniform or bb")
    if get("n_players", seats) != seats:
        raise ValueError(f"n_players {_short(get('n_players'))}: there are {seats} stacks")
    hole_cards = get("hole_cards")
    returned, shown = get("uncalled_returned"), get("shown")
    return RecordedHand(
        id=_text(get("id", ""), "id"),
        betting=_BETTING[limit],
        small_blind=_whole(record["small_blind"], "small_blind"),
        big_blind=_whole(record["big_blind"], "big_blind"),
        stacks=stacks,
        blinds=_chips(record, "blinds_posted", seats),
        actions=tuple([_action(action, number) for number, action in enumerate(_list(record, "actions"), 1)]),
        button=_maybe_whole(get("button"), "button"),
        antes=_chips(record, "antes", seats) if "antes" in record else (),
        ante_mode=_ANTE_MODE[ante_mode],
        dead=_chips(record, "dead_posted", seats) if "dead_posted" in record else (),
        hole_cards=() if hole_cards is None else _hole_cards(_list(record, "hole_cards", seats)),
        board=tuple([_card(text) for text in _list(record, "board")]) if "board" in record else (),
        big_blind_seat=_maybe_whole(get("bb_seat"), "bb_seat"),
        first_to_act=_maybe_whole(get("first_to_act_preflop"), "first_to_act_preflop"),
        payoffs=_maybe_chips(record, "payoffs", seats),
        payoffs_after_rake=_maybe_chips(record, "payoffs_after_rake", seats),
        rake=_whole(get("rake", 0), "rake"),
        final_stacks=_maybe_chips(record, "final_stacks", seats),
        returned=None if returned is None else _returned(returned),
        pots=None if get("pots") is None else tuple([_pot(pot, i) for i, pot in enumerate(_list(record, "pots"), 1)]),
        shown=None if shown is None else tuple(_list(record, "shown", seats, bool)),
        names=tuple(_list(record, "names", seats, str)) if "names" in record else (),
        unit=_text(get("unit", "chips"), "unit"),
        tags=tuple(_list(record, "tags", kind=str)) if "tags" in record else (),
        file=file,
        line=line,
        extra={key: value for key, value in record.items() if key not in _KNOWN},
    )


def _action(action: Any, number: int) -> RecordedAction:
    try:
        seat, street, kind, to = action["seat"], action["street"], action["type"], action["to"]
        all_in = action.get("allin", False)
    except (TypeError, KeyError, AttributeError):
        raise ValueError(f"action {number}: must be an object with seat, street, type and to") from None
    if type(seat) is not int or type(to) is not int or type(all_in) is not bool:
        raise ValueError(f"action {number}: seat and to must be whole numbers, allin true or false")
    if street not in STREETS or kind not in KINDS:
        raise ValueError(f"action {number}: {_short(kind)} on {_short(street)} is no action")
    return RecordedAction(seat, street, kind, to, all_in)


def _pot(pot: Any, number: int) -> RecordedPot:
    try:
        amount, eligible, winners = pot["amount"], pot["eligible"], pot["winners"]
    except (TypeError, KeyError):
        raise ValueError(f"pot {number}: must be an object with amount, eligible and winners") from None
    if type(amount) is not int or not _all_of(eligible, int) or not _all_of(winners, int):
        raise ValueError(f"pot {number}: the amount must be a whole number, eligible and winners lists of seats")
    return RecordedPot(amount, tuple(eligible), tuple(winners))


def _hole_cards(texts: list[Any]) -> tuple[tuple[int, int] | None, ...]:
    return tuple([None if text is None else _two_cards(text) for text in texts])


def _two_cards(text: object) -> tuple[int, int]:
    if isinstance(text, str) and len(text) == 4:
        first, second = _NUMBER.get(text[:2]), _NUMBER.get(text[2:])
        if first is not None and second is not None:
            return first, second
    cards = parse_cards(_text(text, "hole_cards")[:20])
    if len(cards) != 2:
        raise ValueError(f"hole_cards {_short(text)}: must be two cards or null")
    return cards[0], cards[1]


def _card(text: object) -> int:
    if isinstance(text, str) and text in _NUMBER:
        return _NUMBER[text]
    cards = parse_cards(_text(text, "board")[:20])
    if len(cards) != 1:
        raise ValueError(f"board: {_short(text)} must be one card")
    return cards[0]


def _returned(returned: object) -> dict[int, int]:
    if not isinstance(returned, dict) or not all(seat.isdecimal() and len(seat) < 3 for seat in returned):
        raise ValueError("uncalled_returned: must be an object of chips by seat")
    return {int(seat): _whole(chips, "uncalled_returned") for seat, chips in returned.items()}


def _list(record: Mapping[str, Any], name: str, length: int | None = None, kind: type | None = None) -> list[Any]:
    values = record[name]
    if not isinstance(values, list):
        raise ValueError(f"{name}: must be a list")
    if length is not None and len(values) != length:
        raise ValueError(f"{name}: {len(values)} entries for {length} seats")
    if kind is not None and not _all_of(values, kind):
        raise ValueError(f"{name}: every entry must be {_KIND_NAMES[kind]}")
    return values


_KIND_NAMES = {int: "a whole number", bool: "true or false", str: "text"}


def _all_of(values: object, kind: type) -> bool:
    return isinstance(values, list) and set(map(type, values)) <= {kind}


def _chips(record: Mapping[str, Any], name: str, length: int | None = None) -> tuple[int, ...]:
    return tuple(_list(record, name, length, int))


def _maybe_chips(record: Mapping[str, Any], name: str, length: int) -> tuple[int, ...] | None:
    return None if record.get(name) is None else _chips(record, name, length)


def _whole(value: object, name: str) -> int:
    if type(value) is not int:
        raise ValueError(f"{name} {_short(value)}: must be a whole number")
    return value


def _maybe_whole(value: object, name: str) -> int | None:
    return None if value is None else _whole(value, name)


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name} {_short(value)}: must be text")
    return value


def _short(value: object) -> str:
    text = repr(value) if not isinstance(value, dict | list) else type(value).__name__
    return text if len(text) <= 40 else text[:37] + "..."


def to_json(hand: RecordedHand) -> dict[str, object]:
    """The hand as the object of its line; ``from_json`` gives it back but for ``file`` and ``line``; posts left empty
    come back as zeros."""
    seats = len(hand.stacks)
    record: dict[str, object] = {
        "id": hand.id,
        "limit": _LIMIT[hand.betting],
        "n_players": seats,
        "button": hand.button,
        "bb_seat": hand.big_blind_seat,
        "small_blind": hand.small_blind,
        "big_blind": hand.big_blind,
        "stacks": list(hand.stacks),
        "antes": list(hand.antes or (0,) * seats),
        "ante_mode": _ANTE_NAME[hand.ante_mode],
        "blinds_posted": list(hand.blinds),
        "dead_posted": list(hand.dead or (0,) * seats),
        "hole_cards": [None if cards is None else TEXT[cards[0]] + TEXT[cards[1]] for cards in hand.hole_cards]
        or [None] * seats,
        "board": [TEXT[card] for card in hand.board],
        "actions": [_action_json(action) for action in hand.actions],
        "first_to_act_preflop": hand.first_to_act,
        "uncalled_returned": None if hand.returned is None else {str(s): n for s, n in hand.returned.items()},
        "pots": None if hand.pots is None else [_pot_json(pot) for pot in hand.pots],
        "payoffs": None if hand.payoffs is None else list(hand.payoffs),
        "final_stacks": None if hand.final_stacks is None else list(hand.final_stacks),
        "rake": hand.rake,
        "payoffs_after_rake": None if hand.payoffs_after_rake is None else list(hand.payoffs_after_rake),
        "shown": None if hand.shown is None else list(hand.shown),
        "tags": list(hand.tags),
    }
    if hand.unit != "chips":
        record["unit"] = hand.unit
    if hand.names:
        record["names"] = list(hand.names)
    return record | {key: value for key, value in hand.extra.items() if key not in _KNOWN}


def _action_json(action: RecordedAction) -> dict[str, object]:
    record: dict[str, object] = {
        "seat": action.seat,
        "street": action.street,
        "type": action.kind,
        "to": action.to,
    }
    return record | {"allin": True} if action.all_in else record


def _pot_json(pot: RecordedPot) -> dict[str, object]:
    return {"amount": pot.amount, "eligible": list(pot.eligible), "winners": list(pot.winners)}


def write(hands: Iterable[RecordedHand], path: Path) -> int:
    """Write ``hands`` to a ``.jsonl`` file, gzipped if its name ends in ``.gz``; returns how many.

    The same hands give the same bytes. Values of ``extra`` that JSON does not know are written as text.
    """
    count = 0
    with path.open("wb") as plain:
        zipped = gzip.GzipFile(fileobj=plain, mode="wb", filename="", mtime=0) if path.suffix == ".gz" else None
        stream = zipped or plain
        for hand in hands:
            stream.write(json.dumps(to_json(hand), separators=(",", ":"), default=str).encode() + b"\n")
            count += 1
        if zipped:
            zipped.close()
    return count
