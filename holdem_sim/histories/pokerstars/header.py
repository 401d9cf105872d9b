"""The first two lines of a PokerStars hand: game, stakes, table; and why a hand is not for us."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from holdem_sim.histories.amounts import make_unit
from holdem_sim.histories.lines import Unreadable
from holdem_sim.histories.pokerstars.money import AMOUNT, SYMBOLS, parse_money

HAND = re.compile(r"\s*PokerStars (?P<kind>[^#]*?)(?:Hand|Game) #(?P<id>\d{1,30}):\s*(?P<rest>.*)", re.ASCII)
"""The first line of a hand."""

LIMITS = {"No Limit": "no-limit", "Pot Limit": "pot-limit", "Limit": "fixed-limit"}

_DATED = re.compile(r"(?P<game>.*?) - (?P<date>\d{4}[/-]\d\d?[/-]\d\d?.*)")
_HOLDEM = re.compile(r"(?P<deck>\S* ?)Hold'em (?P<limit>No Limit|Pot Limit|Limit)")
_STAKES = re.compile(rf"[(,] ?(?P<low>{AMOUNT})/(?P<high>{AMOUNT})(?P<tail>[^)]*)\)")
_TABLE = re.compile(r"Table '(?P<table>.*)' (?:(?P<max>\d+)-max )?.*?Seat #(?P<button>\d+) is the button")
_LEVEL = re.compile(r"Level (\S+)")
_STOPS = (
    ("Hand cancelled", "the hand was cancelled"),
    ("Hand was run", "the board was run more than once"),
    ("*** FIRST ", "the board was run more than once"),
)
_CASHED_OUT = re.compile(r".* cashed out the hand for ")


@dataclass
class Header:
    """Game, stakes and table. ``low`` and ``high`` stakes: the blinds, in fixed limit the bets; in parts of unit."""

    id: str
    betting: str
    small: int
    big: int
    factor: int
    unit: str
    button: int
    extra: dict[str, object] = field(default_factory=dict)


def read_header(lines: list[tuple[int, str]]) -> Header:
    """What the head of a hand says. Raises Unreadable when the hand cannot be played by our rules."""
    first = HAND.match(lines[0][1])
    if first is None:
        raise Unreadable("no PokerStars hand begins here")
    dated = _DATED.fullmatch(first["rest"])
    game, date = (dated["game"], dated["date"].strip()) if dated else (first["rest"], "")
    holdem, stakes = _HOLDEM.search(game), _STAKES.search(game)
    reasons = list(dict.fromkeys(reason for start, reason in _STOPS if any(t.startswith(start) for _, t in lines)))
    if any(_CASHED_OUT.match(text) for _, text in lines):
        reasons.append("a player cashed out")
    if holdem is None or holdem["deck"].startswith("6+"):
        reasons.append(f"not Texas hold'em: {game[:60].strip()}")
    if "Pre-Flop" in game:  # "Pot Limit Pre-Flop, No Limit Post-Flop"
        reasons.append("the betting structure changes after the preflop round")
    if stakes is not None and "cap" in stakes["tail"].lower():
        reasons.append("the betting is capped (cap game)")
    if reasons:
        raise Unreadable("; ".join(reasons))
    if holdem is None or stakes is None:
        raise Unreadable("the header tells no stakes")
    table = next((match for _, text in lines[1:4] if (match := _TABLE.match(text))), None)
    if table is None:
        raise Unreadable("no line tells the table and its button")
    tournament = re.search(r"Tournament #(\d+), ?(.*?) *Hold'em ", game)
    currency = "chips" if tournament else _currency(stakes["low"], stakes["tail"])
    factor = 1 if currency == "chips" else 100
    extra: dict[str, object] = {"table": table["table"]}
    if table["max"]:
        extra["max_seats"] = int(table["max"])
    if date:
        extra["date"] = date
    if tournament:
        level = _LEVEL.search(game)
        extra |= {"tournament": tournament[1], "buy_in": tournament[2], "level": level[1] if level else ""}
    if "Zoom" in first["kind"]:
        extra["zoom"] = True
    return Header(
        id=first["id"],
        betting=LIMITS[holdem["limit"]],
        small=parse_money(stakes[2], factor),
        big=parse_money(stakes[4], factor),
        factor=factor,
        unit=make_unit(factor, currency),
        button=int(table["button"]),
        extra=extra,
    )


def _currency(low: str, tail: str) -> str:
    code = re.search(r"\b([A-Z]{3})\b", tail)
    if code:
        return code[1]
    sign = re.match(r"[^\d]*", low)
    return SYMBOLS.get(sign[0].strip(), "USD") if sign and sign[0].strip() else "chips"
