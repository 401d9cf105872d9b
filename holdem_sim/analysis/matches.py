"""Who wins matches: final chips and shares of wins, with the block of replays as the independent unit.

A match is won by most chips at its end; equal chips share the win. STATISTICS.md, Units and the independent unit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.simulate.columns import MATCH, ROW

WINS = np.dtype(
    [
        ("matches", np.int64),
        ("blocks", np.int64),
        ("won", np.float64),  # sum over blocks of the mean share won
        ("won_squares", np.float64),  # of its square
        ("chips", np.float64),  # sum over blocks of the mean of the final chips
        ("chips_squares", np.float64),
    ],
    align=True,
)


@kernel(signature=types.void(array_of(MATCH), array_of(ROW), types.int64, types.int64, array_of(WINS)))
def add_matches(matches: Any, rows: Any, seats: Any, stack: Any, wins: Any) -> None:
    """Add whole blocks of matches, in order, to ``wins`` (one record an entrant, each in every match once).

    ``stack``: chips of everybody at the start. Twin: tests.naive.blocks
    """
    chips = np.zeros(seats, np.int64)
    won_sum = np.zeros(wins.size, np.float64)
    chips_sum = np.zeros(wins.size, np.float64)
    r = 0
    replays = 0
    for m in range(matches.size):
        match = matches[m]
        chips[:] = stack
        while r < rows.size and rows[r]["match"] == match["match"]:
            for seat in range(seats):
                chips[seat] += rows[r]["payoffs"][seat]
            r += 1
        most = chips.max()
        winners = 0
        for seat in range(seats):
            winners += chips[seat] == most
        for seat in range(seats):
            won_sum[match["entrant"][seat]] += (chips[seat] == most) / winners
            chips_sum[match["entrant"][seat]] += chips[seat]
        replays += 1
        if m + 1 == matches.size or matches[m + 1]["deal"] != match["deal"]:
            for entrant in range(wins.size):
                own = wins[entrant]
                own["matches"] += replays
                own["blocks"] += 1
                won, final = won_sum[entrant] / replays, chips_sum[entrant] / replays
                own["won"] += won
                own["won_squares"] += won * won
                own["chips"] += final
                own["chips_squares"] += final * final
                won_sum[entrant] = 0.0
                chips_sum[entrant] = 0.0
            replays = 0
