"""Strengths and their names, for Python: checked input, clear errors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from operator import index
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from holdem_sim._jit import JIT
from holdem_sim.cards import RANKS, TEXT, check_distinct, parse_cards
from holdem_sim.evaluator.batch import rank_hand, rank_rows
from holdem_sim.evaluator.tables import CATEGORIES, CLASSES, STRENGTHS, class_values

Cards = str | Sequence[int]
IntArray = npt.NDArray[np.integer[Any]]

RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
_FIRST_STRENGTHS = np.cumsum((1, *CLASSES[:-1]))
_MASK_BITS = len(RANKS)
_NUMBERS = {text: number for number, text in enumerate(TEXT)}
FEWEST, MOST, MOST_NUMBER = 5, 7, 51
_NO_MORE = {5: (-1, -1), 6: (-1,), 7: ()}
_ROYAL_FLUSH = STRENGTHS


@overload
def evaluate(hand: Cards, *, check: bool = False) -> int: ...
@overload
def evaluate(hand: IntArray, *, check: bool = False) -> npt.NDArray[np.int64]: ...
def evaluate(hand: Cards | IntArray, *, check: bool = False) -> int | npt.NDArray[np.int64]:
    """The strength of the best five of five to seven cards: 1 .. 7462 (royal flush), HIGHER IS BETTER.

    ``hand`` is text ("As Kd 10h 9♣ 2c"), a sequence of card numbers 0..51, or an integer array (n, 5|6|7) of
    them, which gives an int64 array (n,). Hands that tie are equal, whatever their number of cards.

    Raises ValueError naming the card, and for arrays the row: no card, a wrong number of cards, the same card
    twice (in arrays looked for only with ``check``).
    """
    strength = _strength_of_plain(hand)
    if strength > 0:
        return strength
    hand = _as_array(hand)
    if isinstance(hand, np.ndarray) and hand.ndim != 1:
        rows = _checked_rows(hand, check)
        strengths = np.empty(len(rows), np.int64)
        rank_rows(rows, strengths)
        return strengths
    return _strength_of_plain(_checked_hand(hand))


def _strength_of_plain(hand: object) -> int:
    """The strength of cards as they are mostly written: "As Kd", "AsKd" or a list of int; 0 for all else."""
    if isinstance(hand, str):
        words = hand.split() if " " in hand else [hand[at : at + 2] for at in range(0, len(hand), 2)]
        cards = [_NUMBERS.get(word, -1) for word in words]
    elif isinstance(hand, list | tuple) and {*map(type, hand)} == {int}:
        cards = list(hand)
    else:
        return 0
    count = len(cards)
    if not FEWEST <= count <= MOST or max(cards) > MOST_NUMBER or min(cards) < 0:
        return 0
    if JIT:  # errstate costs as much as all the rest
        return rank_hand(count, *cards, *_NO_MORE[count])  # type: ignore[no-any-return]
    with np.errstate(over="ignore"):
        return int(rank_hand(count, *cards, *_NO_MORE[count]))


@overload
def describe(hand: Cards) -> str: ...
@overload
def describe(hand: IntArray) -> list[str]: ...
def describe(hand: Cards | IntArray) -> str | list[str]:
    """The best five of five to seven cards in words: "two pair, aces and kings, queen kicker".

    Takes and raises what ``evaluate`` does; an array (n, 5|6|7) gives a list of n texts.
    """
    strength = evaluate(hand)
    if isinstance(strength, np.ndarray):
        return [describe_strength(int(one)) for one in strength]
    return describe_strength(strength)


def describe_strength(strength: int) -> str:
    """A strength 1..7462 in words; no two strengths read the same."""
    name = CATEGORIES[category(strength)]
    if strength == _ROYAL_FLUSH:
        return "royal flush"
    value = _class_values()[strength - 1]
    made = _rank_names(value >> _MASK_BITS)
    others = _rank_names(value)
    match name:
        case "high card" | "flush":
            detail = ", ".join(others)
        case "straight" | "straight flush":
            detail = f"{made[0]} high"
        case "full house":
            detail = f"{_plural(made[0])} over {_plural(others[0])}"
        case _:
            detail = f"{' and '.join(map(_plural, made))}, {_kickers(others)}"
    return f"{name}, {detail}"


def category(strength: int) -> int:
    """The place in ``tables.CATEGORIES`` of a strength 1..7462: 0 (high card) .. 8 (straight flush).

    In kernels: ``rank.category_of``. Raises ValueError for other numbers.
    """
    if not 1 <= strength <= STRENGTHS:
        raise ValueError(f"a strength is 1 to {STRENGTHS}, not {strength}")
    return int(np.searchsorted(_FIRST_STRENGTHS, strength, side="right")) - 1


def card_numbers(cards: Cards | IntArray) -> list[int]:
    """Card numbers of text or of a sequence of numbers, in order.

    Raises ValueError naming the first thing that is no card, or the first card that stands twice.
    """
    if isinstance(cards, str):
        return parse_cards(cards)
    if not isinstance(cards, Iterable):
        raise ValueError(f"{cards!r} is no hand; write a text like 'As Td' or a list of the integers 0 to 51")
    numbers = []
    for card in cards:
        try:
            number = index(card)
        except TypeError:
            number = -1
        if not 0 <= number < len(TEXT):
            raise ValueError(f"{card!r} is not a card; write the integers 0 to 51, or one text like 'As Td'")
        numbers.append(number)
    check_distinct(numbers)
    return numbers


def _as_array(hand: Any) -> Any:
    """Frames and rows of rows as an array; everything else as it is."""
    if hasattr(hand, "to_numpy"):
        return hand.to_numpy()
    rows = isinstance(hand, list | tuple) and hand and all(isinstance(row, list | tuple | np.ndarray) for row in hand)
    return np.array(hand) if rows and len({len(row) for row in hand}) == 1 else hand


def _checked_hand(hand: Cards | IntArray) -> list[int]:
    cards = card_numbers(hand)
    if not 5 <= len(cards) <= 7:
        raise ValueError(f"a hand has 5 to 7 cards, not {len(cards)}")
    return cards


def _checked_rows(hands: IntArray, check: bool) -> npt.NDArray[np.uint8]:
    if hands.dtype.kind not in "iu":
        raise ValueError(f"an array of hands holds integers, not {hands.dtype}")
    if hands.ndim != 2 or not 5 <= hands.shape[1] <= 7:
        raise ValueError(f"an array of hands has the shape (n, 5), (n, 6) or (n, 7), not {hands.shape}")
    if hands.size and (hands.max() >= len(TEXT) or hands.min() < 0):
        row, column = np.argwhere((hands >= len(TEXT)) | (hands < 0))[0]
        raise ValueError(f"row {row}: {hands[row, column]} is not a card; cards are the integers 0 to 51")
    rows = np.ascontiguousarray(hands, np.uint8)
    if not rows.flags.writeable:
        rows = rows.copy()  # the kernel's signature takes writable arrays only
    if check:
        ordered = np.sort(rows, axis=1)
        twice = np.argwhere(ordered[:, 1:] == ordered[:, :-1])
        if len(twice):
            row, column = twice[0]
            raise ValueError(f"row {row}: the card {TEXT[ordered[row, column]]} stands twice")
    return rows


@cache
def _class_values() -> list[int]:
    values: list[int] = class_values().tolist()
    return values


def _rank_names(mask: int) -> list[str]:
    return [RANK_NAMES[rank] for rank in reversed(range(_MASK_BITS)) if mask >> rank & 1]


def _plural(rank: str) -> str:
    return rank + ("es" if rank == "six" else "s")


def _kickers(ranks: list[str]) -> str:
    if len(ranks) == 1:
        return f"{ranks[0]} kicker"
    return f"{', '.join(ranks[:-1])} and {ranks[-1]} kickers"
