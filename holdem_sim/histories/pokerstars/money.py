"""What reader and writer of PokerStars text must agree on: money, and what ``extra`` holds."""

from __future__ import annotations

import re

from holdem_sim.histories.amounts import format_amount, parse_amount

KEPT = ("seats", "button_seat", "table", "max_seats", "date", "tournament", "buy_in", "level", "zoom")
"""Keys of ``extra``: seat numbers at the table, that of a button which nobody dealt in has, the table's name and size,
the date as written; of tournaments the number, the buy-in and the level as written; whether it was a Zoom hand."""

SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY", "₹": "INR"}
AMOUNT = r"[^\d\s\[\]()/]{0,3}(\d[\d,]*(?:\.\d+)?)(?![\d.,]*\w)"
"""An amount with its currency sign; the group holds the number."""

_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", re.ASCII)


def parse_money(text: str, factor: int) -> int:
    """``"1,234.50"`` in parts of ``1/factor``. ValueError when it is no amount."""
    return parse_amount(text.replace(",", "") if _GROUPED.fullmatch(text) else text, factor)


def format_money(amount: int, factor: int, symbol: str) -> str:
    """``$0.50``, ``$2``; without cents where there are none."""
    text = format_amount(amount, factor)
    return symbol + (text.removesuffix(".00") if factor == 100 else text)


def symbol_of(currency: str) -> str:
    """The sign of a currency; "$" for one that we have no sign for, "" for chips."""
    if currency == "chips":
        return ""
    return {code: sign for sign, code in SYMBOLS.items()}.get(currency, "$")
