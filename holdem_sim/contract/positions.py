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


def position_table(dealt: Array, button: Array, big_blind: Array | None = None) -> Array:
    """The position of every seat of every hand, shape (hands, seats), object; "" for seats not dealt in.

    ``dealt``: bool (hands, seats); ``button``: seat of the button, (hands,). With ``big_blind``, its seat, the button
    and the small blind may be dead: then nobody has that position, and the others have theirs of a table with it.
    """
    hands, seats = dealt.shape
    names = np.full((2, 2, SEATS + 1, SEATS), "", dtype=object)
    for small, last, count in product((0, 1), (0, 1), range(2, SEATS + 1)):
        if count + small + last <= SEATS:
            names[small, last, count, :count] = position_names(count + small + last)[small : small + count]
    clockwise = (button[:, None] + 1 + np.arange(seats)) % seats
    in_order = np.take_along_axis(dealt, clockwise, axis=1)
    place = np.cumsum(in_order, axis=1) - 1
    players = dealt.sum(axis=1)
    no_small: Array = np.zeros(hands, np.int64)
    no_button = no_small
    if big_blind is not None:
        first = clockwise[np.arange(hands), in_order.argmax(axis=1)]
        no_small = ((first == big_blind) & (players > 2)).astype(np.int64)
        no_button = (~dealt[np.arange(hands), button]).astype(np.int64)
    named = np.where(in_order, names[no_small[:, None], no_button[:, None], players[:, None], np.maximum(place, 0)], "")
    table = np.empty((hands, seats), dtype=object)
    np.put_along_axis(table, clockwise, named, axis=1)
    return table
