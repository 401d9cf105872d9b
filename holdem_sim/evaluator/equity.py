"""What share of the pot hands win on all boards to come, or on random ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, lcm, nan, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from holdem_sim.cards import TEXT, check_distinct
from holdem_sim.evaluator.board_counts import count_all, count_random
from holdem_sim.evaluator.public import Cards, card_numbers
from holdem_sim.evaluator.rank import CARD_KEY, CARD_MASK

MOST_HANDS = 10
_SHARES = lcm(*range(1, MOST_HANDS + 1))


@dataclass(frozen=True)
class Equity:
    """Results by hand, in the order given; all are fractions 0..1 of the boards.

    ``equity``: the expected share of the pot, ties shared equally. ``win``: boards won alone. ``tie``: boards
    shared. ``exact``: all boards were counted, once each; else ``boards`` random ones, and ``standard_error`` is
    that of ``equity`` (None when exact).
    """

    equity: list[float]
    win: list[float]
    tie: list[float]
    exact: bool
    boards: int
    standard_error: list[float] | None = None


def equity(hands: Sequence[Cards], board: Cards = "", samples: int | None = None, seed: int = 0) -> Equity:
    """The equity of 2 to 10 hands of two cards ("AhKs" or card numbers) on a board of 0, 3, 4 or 5 cards.

    Counts every board by default; with ``samples``, that many random ones. Random board i is f(``seed``, i), so
    more samples extend fewer. ``seed`` is 0 .. 2^63 - 1.

    Raises ValueError for a card that is none or stands twice, naming it, and for wrong counts.
    """
    held = [card_numbers(hand) for hand in hands]
    shown = card_numbers(board)
    if not 2 <= len(held) <= MOST_HANDS:
        raise ValueError(f"equity is between 2 and {MOST_HANDS} hands, not {len(held)}")
    for number, cards in enumerate(held, start=1):
        if len(cards) != 2:
            raise ValueError(f"hand {number} must be 2 cards, not {len(cards)}")
    if len(shown) not in (0, 3, 4, 5):
        raise ValueError(f"a board has 0, 3, 4 or 5 cards, not {len(shown)}")
    known = [*(card for cards in held for card in cards), *shown]
    check_distinct(known)
    if samples is not None and samples < 1:
        raise ValueError(f"samples must be at least 1, not {samples}")
    if not 0 <= seed < 1 << 63:
        raise ValueError(f"a seed is 0 to 2^63 - 1, not {seed}")

    deck = [card for card in range(len(TEXT)) if card not in known]
    best_of = np.zeros((len(held), len(held) + 1), np.int64)
    strengths = np.empty(len(held), np.int64)
    keys_and_masks = np.stack([CARD_KEY, CARD_MASK], axis=1)
    both_cards = keys_and_masks[held].sum(axis=1)
    table = (both_cards, np.array(shown, np.uint8), keys_and_masks[deck], strengths, best_of)
    if samples is None:
        count_all(*table)
        return _result(best_of, comb(len(deck), 5 - len(shown)), exact=True)
    count_random(*table, samples, seed)
    return _result(best_of, samples, exact=False)


def _result(best_of: npt.NDArray[Any], boards: int, exact: bool) -> Equity:
    # Shares are counted in whole parts of a pot, so that an exact equity is correct to the last bit.
    counts: list[list[int]] = best_of.tolist()
    ways = range(1, len(counts) + 1)
    shares = [sum(row[k] * (_SHARES // k) for k in ways) / (_SHARES * boards) for row in counts]
    errors = None
    if not exact:
        squares = [sum(row[k] / k**2 for k in ways) / boards for row in counts]
        variances = [max(square - share**2, 0.0) for square, share in zip(squares, shares, strict=True)]
        errors = [sqrt(variance / (boards - 1)) if boards > 1 else nan for variance in variances]
    return Equity(
        equity=shares,
        win=[row[1] / boards for row in counts],
        tie=[sum(row[2:]) / boards for row in counts],
        exact=exact,
        boards=boards,
        standard_error=errors,
    )
