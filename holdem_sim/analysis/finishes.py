"""Places and prizes of tournaments, from the log: who went out when, with how much, after how many buy-ins.

RULES.md, Formats. A tournament is ranked by the hand in which an entrant went out; two in the same hand by their
stacks at its start. Equal stacks share the places they cover and divide those prizes equally.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.simulate.columns import MATCH, PLACE, ROW, STILL_IN

WHOLE = 10_000
"""Prize shares are hundredths of a percent of the pool."""


@kernel
def prize_of(place: Any, pool: Any, shares: Any) -> Any:
    """What place ``place`` (from 1) is paid; what the shares leave over by rounding goes to the first place."""
    if place > shares.size:
        return np.int64(0)
    if place > 1:
        return pool * shares[place - 1] // WHOLE
    rest = pool
    for other in range(1, shares.size):
        rest -= pool * shares[other] // WHOLE
    return rest


@kernel
def rank_and_pay(places: Any, first: Any, last: Any, buy_in: Any, shares: Any) -> Any:
    """Write place, shared and prize of entries ``first`` to ``last`` (not included): those of one tournament.

    The odd units of prizes that are divided go to the lower entries. Twin: tests.naive.places
    """
    pool = np.int64(0)
    for i in range(first, last):
        pool += places[i]["buy_ins"] * buy_in
    for i in range(first, last):
        own = places[i]
        better = equal = before = np.int64(0)
        for j in range(first, last):
            other = places[j]
            if other["last_hand"] == own["last_hand"] and other["stack"] == own["stack"]:
                equal += 1
                before += j < i
            elif other["last_hand"] > own["last_hand"] or (
                other["last_hand"] == own["last_hand"] and other["stack"] > own["stack"]
            ):
                better += 1
        own["place"] = better + 1
        own["shared"] = equal
        prizes = np.int64(0)
        for place in range(better + 1, better + equal + 1):
            prizes += prize_of(place, pool, shares)
        own["prize"] = prizes // equal + (before < prizes % equal)


@kernel(
    signature=types.void(
        array_of(MATCH), array_of(ROW), types.int64, types.int64, types.int64, array_of(np.int64), array_of(PLACE)
    )
)
def _find_places(matches: Any, rows: Any, seats: Any, stack: Any, buy_in: Any, shares: Any, places: Any) -> None:
    chips = np.zeros(seats, np.int64)
    r = 0
    for m in range(matches.size):
        first = m * seats
        for seat in range(seats):
            own = places[first + seat]
            own["tournament"] = matches[m]["match"]
            own["deal"] = matches[m]["deal"]
            own["entry"] = seat
            own["entrant"] = matches[m]["entrant"][seat]
            own["buy_ins"] = 1
            chips[seat] = stack
        while r < rows.size and rows[r]["match"] == matches[m]["match"]:
            row = rows[r]
            for seat in range(seats):
                own = places[first + seat]
                before = np.int64(row["stacks"][seat])
                own["buy_ins"] += (before - chips[seat]) // stack
                chips[seat] = before + row["payoffs"][seat]
                own["hands"] += before > 0
                if before > 0 and chips[seat] == 0:
                    own["last_hand"] = row["hand"]
                    own["stack"] = before
            r += 1
        for seat in range(seats):
            if chips[seat] > 0:
                places[first + seat]["last_hand"] = STILL_IN
                places[first + seat]["stack"] = chips[seat]
        rank_and_pay(places, first, first + seats, buy_in, shares)


def find_places(
    matches: np.ndarray[Any, Any], rows: np.ndarray[Any, Any], seats: int, stack: int, buy_in: int, shares: list[int]
) -> np.ndarray[Any, Any]:
    """The PLACE records of tournaments of one table, entry by entry.

    ``rows``: all hands of ``matches``, in order, with the stacks; ``stack``: chips that a buy-in is worth; ``shares``:
    of the pool, by place, in hundredths of a percent.
    """
    places = np.zeros(len(matches) * seats, PLACE)
    _find_places(matches, rows, seats, stack, buy_in, np.array(shares, np.int64), places)
    return places


@kernel(signature=types.void(array_of(PLACE), types.int64, types.int64, array_of(np.int64)))
def _rank(places: Any, entries: Any, buy_in: Any, shares: Any) -> None:
    for first in range(0, places.size, entries):
        rank_and_pay(places, first, first + entries, buy_in, shares)


def rank(places: np.ndarray[Any, Any], entries: int, buy_in: int, shares: list[int]) -> np.ndarray[Any, Any]:
    """PLACE records of tournaments of ``entries`` each, of which all is known but places and prizes, with these."""
    ranked = places.copy()
    _rank(ranked, entries, buy_in, np.array(shares, np.int64))
    return ranked
