"""The structure of a tournament with rising blinds: levels, the button's rule, rebuys (RULES.md, Formats)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from holdem_sim.game.rules import MOST_CHIPS, Rules

LAST_HANDS = 10_000
"""Hands that are played at most once the small blind is every chip there is. Somebody has won long before."""


@dataclass(frozen=True)
class Structure:
    """``levels``: the rules of each level; a level lasts ``level_hands`` hands.

    ``dead_button``: button and small blind may be at an empty seat. A seat that has at most ``rebuy_at`` chips
    before a hand of the first ``rebuy_levels`` levels buys a new stack, up to ``rebuys`` times.
    """

    levels: tuple[Rules, ...]
    level_hands: int
    dead_button: bool = False
    rebuys: int = 0
    rebuy_levels: int = 0
    rebuy_at: int = 0

    @property
    def most_hands(self) -> int:
        """A tournament that has not ended by then is decided by the chips."""
        return len(self.levels) * self.level_hands + LAST_HANDS

    def records(self) -> np.ndarray[tuple[int], np.dtype[np.void]]:
        """The levels as a RULES array."""
        return np.concatenate([rules.record() for rules in self.levels])


def until_someone_wins(levels: tuple[Rules, ...], chips: int) -> tuple[Rules, ...]:
    """``levels``, and doubled ones behind the last until its small blind is all the ``chips`` in play.

    So a tournament of bots that never put a chip in by themselves ends too.
    """
    every = list(levels)
    while every[-1].small_blind < min(chips, MOST_CHIPS):
        last = every[-1]
        every.append(
            replace(
                last,
                small_blind=min(2 * last.small_blind, MOST_CHIPS),
                big_blind=min(2 * last.big_blind, MOST_CHIPS),
                ante=min(2 * last.ante, MOST_CHIPS),
            )
        )
    return tuple(every)
