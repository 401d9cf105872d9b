"""What reader and writer of PHH must agree on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from holdem_sim.histories.lines import Unreadable

VARIANTS = {"NT": "no-limit", "FT": "fixed-limit", "PT": "pot-limit"}
OTHER_VARIANTS = {
    "NS": "no-limit short-deck hold'em",
    "PO": "pot-limit Omaha",
    "FO/8": "fixed-limit Omaha high-low",
    "F7S": "fixed-limit seven card stud",
    "F7S/8": "fixed-limit seven card stud high-low",
    "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}
POT_LIMIT_NOTE = "PT (pot-limit hold'em) is a private extension of holdem_sim; other readers of PHH do not know it"
NO_BUTTON = -1
"""In our fields ``_button`` and ``_first_to_act``: nobody."""

T = TypeVar("T")


def ours(row: Sequence[T]) -> tuple[T, ...]:
    """Canonical seats from PHH players and back: they differ heads-up only."""
    return (row[1], row[0]) if len(row) == 2 else tuple(row)


def cut_posts(
    stacks: Sequence[int], antes: Sequence[int], blinds: Sequence[int], dead: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Antes (without dead money) and blinds as posted: cut to the stacks, antes first."""
    posted = tuple(min(ante - gone, stack) for ante, gone, stack in zip(antes, dead, stacks, strict=True))
    if min(posted) < 0:
        raise Unreadable("_dead: more than the antes that hold it")
    left = (stack - ante - gone for stack, ante, gone in zip(stacks, posted, dead, strict=True))
    return posted, tuple(min(blind, max(room, 0)) for blind, room in zip(blinds, left, strict=True))
