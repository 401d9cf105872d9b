"""A knock-out bracket: who meets whom, with byes, when the better seeded win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Pairing:
    """Two slots meet in ``round`` (from 1); the winner stays in ``first``, the slot of the better seed."""

    round: int
    first: int
    second: int


def bracket(entrants: int) -> Iterator[Pairing]:
    """The pairings of ``entrants`` (at least 2), in the order listed the best seed first, round by round.

    Slots are places of the draw 0 .. entrants − 1 by seed. When the number is no power of two, the best seeds have a
    bye in round 1. The best seeds meet last: in each round seed s meets the one that makes the sum of both the same.
    """
    size = 1
    while size < entrants:
        size *= 2
    number = 1
    while size > 1:
        for first in range(size // 2):
            second = size - 1 - first
            if second < entrants:
                yield Pairing(number, first, second)
        entrants = min(entrants, size // 2)
        size //= 2
        number += 1
