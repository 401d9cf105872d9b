"""Where the button and the blinds go, the slow way: seats written out clockwise (RULES.md, Table, button, deal)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Seats:
    """Who has what in a hand. ``button`` and ``small`` may be empty seats (dead-button rule)."""

    button: int
    small: int
    big: int


def clockwise(alive: list[int], after: int, seats: int) -> list[int]:
    """The seats of ``alive`` in order, beginning behind ``after``."""
    return [seat for seat in ((after + i) % seats for i in range(1, seats + 1)) if seat in alive]


def with_button(alive: list[int], button: int, seats: int) -> Seats:
    behind = clockwise(alive, button, seats)
    return Seats(button, button, behind[0]) if len(alive) == 2 else Seats(button, behind[0], behind[1])


def first(alive: list[int], seats: int) -> Seats:
    return with_button(alive, min(alive), seats)


def following(last: Seats, alive: list[int], seats: int, dead: bool) -> Seats:
    """The seats of the next hand. Who has sat down since between the button and the big blind turns neither back.

    After a hand of two players, if more are there, the big blind goes to the next seat.
    """
    if len(alive) == 2:
        big = clockwise(alive, last.big, seats)[0]
        other = next(seat for seat in alive if seat != big)
        return Seats(other, other, big)
    next_big = clockwise(alive, last.big, seats)[0]
    if dead:
        button = clockwise(alive, last.big, seats)[-1] if last.small == next_big else last.small
        if button == last.big:
            button = clockwise(alive, last.big, seats)[-2]
        return Seats(button, last.big, next_big)
    moved = with_button(alive, clockwise(alive, last.button, seats)[0], seats)
    passed = clockwise(list(range(seats)), last.button, seats)
    if last.small == last.button or passed.index(moved.big) <= passed.index(last.big):
        before = clockwise(alive, next_big, seats)
        return Seats(before[-3], before[-2], next_big)
    return moved
