"""Block sums: the independent units of a run, gathered shard by shard.

x = net chips of a bot in a hand. A bot's rate is its chips over its hands; the block (all replays of one deal) is the
independent unit, c_b and h_b its chips and hands in it. Where every block has as many hands of the bot, the rate is the
mean of y_b = c_b / h_b (STATISTICS.md, Units and the independent unit); where not (independent deals, more seats than
bots), it is a ratio of sums, with the usual error of one. A bot that sits at several seats counts with each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.simulate.columns import MATCH, ROW

Array = np.ndarray[Any, Any]

BLOCKS = np.dtype(
    [
        ("hands", np.int64),  # hands and seats played
        ("chips", np.int64),  # net
        ("squares", np.float64),  # sum of (net chips of a hand)^2
        ("blocks", np.int64),
        ("chips_squared", np.float64),  # sum over blocks of c_b^2
        ("chips_hands", np.float64),  # of c_b * h_b
        ("hands_squared", np.float64),  # of h_b^2
    ],
    align=True,
)


def block_means(sums: Any) -> tuple[Array, Array, Array]:
    """(number of blocks, sum, sum of squares) of block values whose mean is the rate, chips a hand, with its error.

    Where all blocks have as many hands of a bot these are its y_b. Elementwise over BLOCKS; NaN without blocks. Error
    of a ratio: Cochran, "Sampling Techniques" (1977), 6.4.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        blocks = np.asarray(sums["blocks"], np.float64)
        rate = sums["chips"] / np.asarray(sums["hands"], np.float64)
        rest = sums["chips_squared"] - 2 * rate * sums["chips_hands"] + rate * rate * sums["hands_squared"]
        hands = sums["hands"] / blocks
        return blocks, blocks * rate, blocks * rate * rate + np.maximum(rest, 0) / (hands * hands)


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
                    won, dealt = np.float64(chips[entrant]), np.float64(hands[entrant])
                    own = blocks[entrant]
                    own["blocks"] += 1
                    own["chips_squared"] += won * won
                    own["chips_hands"] += won * dealt
                    own["hands_squared"] += dealt * dealt
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
