"""Where the button and the blinds go from hand to hand (RULES.md, Table, button, deal).

``at`` is any record with the fields button, small and big: the seats of the last hand, and then of the next. With
the dead-button rule the button and the small blind may be at a seat without chips, which then posts nothing.
"""

from __future__ import annotations

from typing import Any

from holdem_sim._jit import bit_count, kernel, lowest_bit
from holdem_sim.contract.observation import SEATS
from holdem_sim.game.table import holds, next_in


@kernel
def first_button(at: Any, alive: Any) -> Any:
    """The first hand: the lowest of the seats ``alive`` has the button."""
    _from_button(at, alive, lowest_bit(alive))


@kernel
def move_button(at: Any, alive: Any, dead: Any) -> Any:
    """The next hand: ``alive`` are the seats with chips now, ``dead`` says whether the dead-button rule holds.

    Two left: the big blind is the next of them clockwise from the last big blind, and the other has the button.
    Moving button: it goes to the next seat with chips and the blinds follow. Dead button: the big blind goes to the
    next seat with chips, the small blind to where the big blind was, the button to where the small blind was.
    Where players sit down: one between button and big blind turns neither back, and at a table of two the big blind
    goes to the next seat, so that nobody posts it twice running. Twin: tests.naive.buttons
    """
    if bit_count(alive) == 2:
        at["big"] = next_in(alive, at["big"] + 1)
        at["button"] = next_in(alive, at["big"] + 1)
        at["small"] = at["button"]
    elif dead:
        button = at["small"]
        at["small"] = at["big"]
        at["big"] = next_in(alive, at["big"] + 1)
        at["button"] = _last_in(alive, at["small"]) if button == at["big"] else button
    else:
        button, big = at["button"], at["big"]
        heads_up = at["small"] == button
        _from_button(at, alive, next_in(alive, button + 1))
        if heads_up or _steps(button, at["big"]) <= _steps(button, big):
            at["big"] = next_in(alive, big + 1)
            at["small"] = _last_in(alive, at["big"])
            at["button"] = _last_in(alive, at["small"])


@kernel
def _from_button(at: Any, alive: Any, button: Any) -> Any:
    at["button"] = button
    at["small"] = button if bit_count(alive) == 2 else next_in(alive, button + 1)
    at["big"] = next_in(alive, at["small"] + 1)


@kernel
def _steps(button: Any, seat: Any) -> Any:
    """Seats clockwise from the one left of the button."""
    return (seat - button - 1 + SEATS) % SEATS


@kernel
def _last_in(mask: Any, seat: Any) -> Any:
    """The first seat of ``mask``, which is not empty, before ``seat``, anticlockwise."""
    seat = seat - 1 if seat > 0 else SEATS - 1
    while not holds(mask, seat):
        seat = seat - 1 if seat > 0 else SEATS - 1
    return seat
