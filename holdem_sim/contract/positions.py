"""Names of positions (RULES.md, Table, button, deal)."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from holdem_sim.contract.observation import SEATS

Array = np.ndarray[Any, Any]

_UNDER_THE_GUN = ("UTG", "UTG+1", "UTG+2", "UTG+3")


def position_names(players: int) -> tuple[str, ...]:
    """Names of 2..10 dealt seats, clockwise from the first one left of the button; the button is last.

    Heads-up the first one left of the button is the big blind, the button the small blind.
    """
    if players == 2:
        return ("BB", "BTN")
    late = ("LJ", "HJ", "CO")[-max(0, players - 4) :] if players > 4 else ()
    early = _UNDER_THE_GUN[: players - 3 - len(late)]
    return ("SB", "BB", *early, *late, "BTN")


def seat_positions(players: int, big: int, button: bool = True) -> tuple[str, ...]:
    """The same for a hand whose small blind or button may be dead, or who sits between them was moved there.

    Dealt seat number ``big`` (from 0, clockwise from the button) is the big blind; ``button``: has the last one the
    button? Everybody before the big blind is SB, those behind it have the names of a table where nothing is dead;
    there is no such table of more than 10 seats, then the names are "".
    """
    if players == 2:
        return position_names(2)
    behind = players - 1 - big
    whole = behind + (2 if button else 3)
    if whole > SEATS:
        return ("",) * players
    return ("SB",) * big + ("BB",) + position_names(whole)[2 : 2 + behind]


def position_table(dealt: Array, button: Array, big_blind: Array | None = None) -> Array:
    """The position of every seat of every hand, shape (hands, seats), object; "" for seats not dealt in.

    ``dealt``: bool (hands, seats); ``button``: seat of the button, (hands,). With ``big_blind``, its seat, the button
    and the small blind may be dead (``seat_positions``).
    """
    hands, seats = dealt.shape
    names = np.full((2, SEATS, SEATS + 1, SEATS), "", dtype=object)
    for last, count in product((0, 1), range(2, SEATS + 1)):
        for big in range(count):
            names[last, big, count, :count] = seat_positions(count, big, bool(last))
    clockwise = (button[:, None] + 1 + np.arange(seats)) % seats
    in_order = np.take_along_axis(dealt, clockwise, axis=1)
    place = np.cumsum(in_order, axis=1) - 1
    players = dealt.sum(axis=1)
    big = np.minimum(1, players - 1)
    has_button: Array = np.ones(hands, np.int64)
    if big_blind is not None:
        big = place[clockwise == big_blind[:, None]]
        has_button = dealt[np.arange(hands), button].astype(np.int64)
    named = np.where(in_order, names[has_button[:, None], big[:, None], players[:, None], np.maximum(place, 0)], "")
    table = np.empty((hands, seats), dtype=object)
    np.put_along_axis(table, clockwise, named, axis=1)
    return table
