"""Amounts of money and chips as text: exact integers of a unit, never floats.

A unit is "chips", "USD", or a part of it: "1/100 USD". Its factor is the number of parts, here 100.
"""

from __future__ import annotations

import re

MOST = 10**15
"""Largest amount that a record may name, in its unit."""

_AMOUNT = re.compile(r"(\d{1,15})(?:\.(\d{1,9}))?", re.ASCII)
_UNIT = re.compile(r"1/(2|10{1,6}) (\S.*)", re.ASCII)


def parse_amount(text: str, factor: int = 1) -> int:
    """``text`` ("12", "0.50") as a number of parts. ValueError when it is no amount or finer than the parts."""
    whole, fraction = _digits(text)
    finest: int = 10 ** len(fraction)
    parts, rest = divmod(int(whole + fraction) * factor, finest)
    if rest:
        raise ValueError(f"{text[:20]!r} is finer than 1/{factor}")
    if parts > MOST:
        raise ValueError(f"{text[:20]} is more than {MOST}")
    return parts


def decimals_in(text: str) -> int:
    """With how many decimals was ``text`` written? ValueError when it is no amount."""
    return len(_digits(text)[1])


def _digits(text: str) -> tuple[str, str]:
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise ValueError(f"{text[:20]!r} is no amount")
    return match[1], match[2] or ""


def format_amount(amount: int, factor: int = 1) -> str:
    """The text that ``parse_amount`` reads; all the decimals of the factor are written."""
    if factor == 1:
        return str(amount)
    decimals = 1 if factor == 2 else len(str(factor)) - 1
    whole, parts = divmod(abs(amount), factor)
    fraction = parts * 10**decimals // factor
    return f"{'-' if amount < 0 else ''}{whole}.{fraction:0{decimals}d}"


def split_unit(unit: str) -> tuple[int, str]:
    """Factor and currency of a unit: (100, "USD") for "1/100 USD", (1, "chips") for "chips"."""
    match = _UNIT.fullmatch(unit)
    return (int(match[1]), match[2]) if match else (1, unit)


def make_unit(factor: int, currency: str) -> str:
    """The unit that ``split_unit`` takes apart."""
    return currency if factor == 1 else f"1/{factor} {currency}"
