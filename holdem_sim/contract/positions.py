"""Names of positions (RULES.md, Table, button, deal)."""

from __future__ import annotations

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


def position_table(dealt: Array, button: Array) -> Array:
    """The position of every seat of every hand, shape (hands, seats), object; "" for seats not dealt in.

    ``dealt``: bool (hands, seats); ``button``: seat of the button, (hands,).
    """
    hands, seats = dealt.shape
    names = np.full((SEATS + 1, SEATS), "", dtype=object)
    for players in range(2, SEATS + 1):
        names[players, :players] = position_names(players)
    clockwise = (button[:, None] + 1 + np.arange(seats)) % seats
    in_order = np.take_along_axis(dealt, clockwise, axis=1)
    place = np.cumsum(in_order, axis=1) - 1
    named = np.where(in_order, names[dealt.sum(axis=1)[:, None], np.maximum(place, 0)], "")
    table = np.empty((hands, seats), dtype=object)
    np.put_along_axis(table, clockwise, named, axis=1)
    return table
