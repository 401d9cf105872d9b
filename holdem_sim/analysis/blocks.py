"""Block sums: the independent units of a run, gathered shard by shard.

x = net chips of a bot in a hand / big blind. y_b = mean of x over the hands a bot plays in block b (all replays of
one deal). A bot that sits at several seats counts with each. STATISTICS.md, Units and the independent unit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.simulate.columns import MATCH, ROW

BLOCKS = np.dtype(
    [
        ("hands", np.int64),  # hands and seats played
        ("chips", np.int64),  # net
        ("squares", np.float64),  # sum of (net chips of a hand)^2
        ("blocks", np.int64),
        ("sum", np.float64),  # of y_b, in chips a hand
        ("sum_squares", np.float64),  # of y_b^2
    ],
    align=True,
)


@kernel(signature=types.void(array_of(MATCH), array_of(ROW), types.int64, array_of(BLOCKS)))
def add_blocks(matches: Any, rows: Any, seats: Any, blocks: Any) -> None:
    """Add the rows of whole blocks, in order, to ``blocks`` (one record an entrant). Twin: tests.naive.blocks"""
    count = blocks.size
    chips = np.zeros(count, np.int64)
    hands = np.zeros(count, np.int64)
    first = matches[0]["match"]
    deal = matches[0]["deal"]
    for r in range(rows.size + 1):
        ends = r == rows.size
        match = matches[rows[min(r, rows.size - 1)]["match"] - first]
        if ends or match["deal"] != deal:
            deal = match["deal"]
            for entrant in range(count):
                if hands[entrant]:
                    mean = chips[entrant] / hands[entrant]
                    own = blocks[entrant]
                    own["blocks"] += 1
                    own["sum"] += mean
                    own["sum_squares"] += mean * mean
                    chips[entrant] = 0
                    hands[entrant] = 0
        if ends:
            break
        for seat in range(seats):
            entrant = match["entrant"][seat]
            payoff = np.int64(rows[r]["payoffs"][seat])
            chips[entrant] += payoff
            hands[entrant] += 1
            own = blocks[entrant]
            own["hands"] += 1
            own["chips"] += payoff
            own["squares"] += np.float64(payoff) * payoff
