"""Cards: numbers 0..51 (rank * 4 + suit), ranks 0..12 for 2..A, suits 0..3 for c, d, h, s; text in and out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SYMBOLS = "♣♦♥♠"
NO_CARD = 255
TEXT = tuple(rank + suit for rank in RANKS for suit in SUITS)

_CARD = re.compile(r"(10|[2-9TJQKA])([CDHS♣♦♥♠♧♢♡♤])\ufe0f?", re.IGNORECASE | re.ASCII)
_SUIT_OF = {symbol: suit for row in (SUITS, SYMBOLS, "♧♢♡♤") for suit, symbol in enumerate(row)}


def parse_cards(text: str) -> list[int]:
    """Card numbers of ``text``: ``"As Kd"``, ``"AsKd"``, ``"10h"``, ``"A♠"``; case-free, spaces and commas allowed.

    Raises ValueError naming the first thing that is no card, or the first card that stands twice.
    """
    cards: list[int] = []
    at = 0
    while at < len(text):
        if text[at].isspace() or text[at] == ",":
            at += 1
            continue
        match = _CARD.match(text, at)
        if match is None:
            wrong = re.split(r"[\s,]", text[at:], maxsplit=1)[0]
            raise ValueError(
                f"{wrong[:12]!r} in {text[:60]!r} is not a card; write rank and suit, like As, Td, 10h or 9♣"
            )
        rank, suit = match.groups()
        cards.append(RANKS.index("T" if rank == "10" else rank.upper()) * 4 + _SUIT_OF[suit.lower()])
        at = match.end()
    check_distinct(cards)
    return cards


def check_distinct(cards: Iterable[int]) -> None:
    """Raise ValueError naming the first card that occurs twice."""
    seen: set[int] = set()
    for card in cards:
        if card in seen:
            raise ValueError(f"the card {TEXT[card]} stands twice")
        seen.add(card)


def format_cards(cards: Sequence[int], *, separator: str = " ", symbols: bool = False) -> str:
    """``"As Td"``, or ``"A♠ T♦"`` with ``symbols``."""
    suits = SYMBOLS if symbols else SUITS
    return separator.join(RANKS[int(card) // 4] + suits[int(card) % 4] for card in cards)
