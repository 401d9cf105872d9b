"""What tournaments paid each bot: return on investment with its interval, places, and the choices behind ratings.

The independent unit is the tournament; tournaments on the same deals are one unit (STATISTICS.md). The return on
investment is total profit / total cost, R; with y a unit's profit, c its cost and d = y - R c, its half width is
t(B-1, .975) s_d / (sqrt(B) mean c), which without rebuys is the plain interval of the mean of y / c.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.analysis.finishes import prize_of
from holdem_sim.analysis.intervals import half_width
from holdem_sim.simulate.columns import PLACE

Array = np.ndarray[Any, Any]

PIECE = 20
"""A run is cut into stretches of deals, the units of a rating's interval: the first deals singly, then one part in
so many of all before. So where the cuts are does not hang on how long the run will be, and there are a few hundred."""

RETURNS = np.dtype(
    [
        ("entries", np.int64),
        ("hands", np.int64),
        ("buy_ins", np.int64),
        ("prizes", np.int64),
        ("cashed", np.int64),  # entries that were paid
        ("places", np.float64),  # sum of places; who shares places has their mean
        ("units", np.int64),
        ("profit", np.int64),
        ("cost", np.int64),
        ("profit_squares", np.float64),
        ("cost_squares", np.float64),
        ("products", np.float64),
    ],
    align=True,
)


@kernel(
    signature=types.void(
        array_of(PLACE),
        types.int64,
        array_of(np.int64),
        array_of(RETURNS),
        array_of(np.float64, 2),
        array_of(np.int64),
        array_of(np.int64, 2),
    )
)
def _add(places: Any, buy_in: Any, shares: Any, returns: Any, counts: Any, paid: Any, stages: Any) -> None:
    bots = returns.size
    profit = np.zeros(bots, np.int64)
    cost = np.zeros(bots, np.int64)
    first: Any = np.int64(0)
    written: Any = np.int64(0)
    for i in range(places.size):
        place = places[i]
        bot = place["entrant"]
        own = returns[bot]
        own["entries"] += 1
        own["hands"] += place["hands"]
        own["buy_ins"] += place["buy_ins"]
        own["prizes"] += place["prize"]
        own["cashed"] += place["prize"] > 0
        own["places"] += place["place"] + (place["shared"] - 1) / 2
        profit[bot] += place["prize"] - place["buy_ins"] * buy_in
        cost[bot] += place["buy_ins"] * buy_in
        for p in range(place["place"] - 1, min(place["place"] + place["shared"] - 1, counts.shape[1])):
            counts[bot, p] += 1 / place["shared"]
        last = i + 1 == places.size
        if last or places[i + 1]["tournament"] != place["tournament"]:
            pool = np.int64(0)
            for j in range(first, i + 1):
                pool += places[j]["buy_ins"] * buy_in
                if places[j]["place"] <= counts.shape[1]:
                    for k in range(first, i + 1):
                        stages[written, 2 + places[k]["entrant"]] += places[k]["place"] >= places[j]["place"]
                    stages[written, 0] = place["deal"]
                    stages[written, 1] = places[j]["entrant"]
                    written += 1
            for p in range(shares.size):
                paid[p] += prize_of(p + 1, pool, shares)
            first = i + 1
        if last or places[i + 1]["deal"] != place["deal"]:
            for b in range(bots):
                if cost[b]:
                    own = returns[b]
                    own["units"] += 1
                    own["profit"] += profit[b]
                    own["cost"] += cost[b]
                    own["profit_squares"] += np.float64(profit[b]) * profit[b]
                    own["cost_squares"] += np.float64(cost[b]) * cost[b]
                    own["products"] += np.float64(profit[b]) * cost[b]
                    profit[b] = 0
                    cost[b] = 0


def piece_of(deals: Array) -> Array:
    """The numbers of the stretches (``PIECE``) that ``deals`` are in, int64."""
    cuts = [0]
    while cuts[-1] <= deals.max(initial=0):
        cuts.append(cuts[-1] + max(1, cuts[-1] // PIECE))
    return np.asarray(np.searchsorted(cuts, deals, side="right") - 1)


def sums(places: Array, bots: int, buy_in: int, shares: list[int], most_places: int) -> dict[str, list[Any]]:
    """What a result needs of PLACE records of whole tournaments, in order, as JSON lists.

    ``returns``: RETURNS, one a bot; ``counts``: how often each bot had each of the first ``most_places`` places, in
    shares; ``paid``: in all, by place; ``stages``: see ``plackett_luce.ratings``, rows of the stretch of deals
    (``piece_of``), who was next, the entries of every bot it was next among, and how often. Twin: tests.naive.places
    """
    returns = np.zeros(bots, RETURNS)
    counts = np.zeros((bots, most_places))
    paid = np.zeros(len(shares), np.int64)
    stages = np.zeros((int((places["place"] <= most_places).sum()), 2 + bots), np.int64)
    _add(places, buy_in, np.array(shares, np.int64), returns, counts, paid, stages)
    stages[:, 0] = piece_of(stages[:, 0])
    stages, times = np.unique(stages[stages[:, 2:].sum(axis=1) > 1], axis=0, return_counts=True)
    return {
        "returns": [list(own.item()) for own in returns],
        "counts": counts.tolist(),
        "paid": paid.tolist(),
        "stages": np.column_stack([stages, times]).tolist(),
    }


def return_on_investment(own: Any) -> tuple[float, float]:
    """R and the half width of its 95 % interval from a RETURNS record; NaN where they do not exist."""
    units, cost = int(own["units"]), int(own["cost"])
    if cost == 0:
        return math.nan, math.nan
    ratio = int(own["profit"]) / cost
    squares = own["profit_squares"] - 2 * ratio * own["products"] + ratio * ratio * own["cost_squares"]
    width = half_width(0.0, max(float(squares), 0.0), units)
    return ratio, math.nan if width is None else width / (cost / units)
