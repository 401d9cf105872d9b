"""A hand in the words PokerStars uses: "two pair, Queens and Fours"."""

from __future__ import annotations

from collections.abc import Sequence

from holdem_sim.evaluator import describe
from holdem_sim.evaluator.public import RANK_NAMES


def hand_words(cards: Sequence[int]) -> str:
    """The best five of five to seven cards."""
    name, *details = describe(cards).split(", ")
    first = details[0].title().replace(" And ", " and ") if details else ""
    match name:
        case "royal flush":
            return "a Royal Flush"
        case "straight" | "straight flush":
            high = first.split(" ")[0]
            top = RANK_NAMES.index(high.lower())
            return f"a {name}, {RANK_NAMES[top - 4].title()} to {high}"
        case "flush":
            return f"a flush, {first} high"
        case "full house":
            return f"a full house, {first.replace(' Over ', ' full of ')}"
        case "pair":
            return f"a pair of {first}"
        case "high card":
            return f"high card {first}"
        case _:
            return f"{name}, {first}"
