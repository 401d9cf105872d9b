"""The control variates: numbers that have mean 0 whatever came before, sum to 0 over seats, and tell of luck.

For the hole cards: what they are worth before the flop, less the mean. For a flop, turn or river that is followed by
a decision: what the card changed in the worth of the live hands, times a weight that was known before it fell. Worth
is of two kinds (``runouts.find_worth``), EQUITY and CLASH. Weights are the pot, and the pot's geometric mean with
what can still be bet: the size to which it may grow.
"""

from __future__ import annotations

import numpy as np

from holdem_sim.analysis.luck.runouts import EQUITY, KINDS, STAGES

POT, PROSPECT = range(2)
WEIGHTS = 2
VARIATES = KINDS + (STAGES - 1) * KINDS * WEIGHTS
STREET_VARIATES = range(KINDS, VARIATES, KINDS * WEIGHTS)
"""Where the variates of the flop, the turn and the river begin: EQUITY by POT, by PROSPECT, CLASH by both."""

PLAIN = (EQUITY, *STREET_VARIATES)
"""Equity before the flop, and the pot times the change of equity by street: for runs of few blocks."""

STREETS, RAISERS = STAGES - 1, 3
LEARNED = STREETS * RAISERS
"""Variates of the flop, the turn and the river whose worth is learned (``luck.learned``), each by who raised last; they
come behind the others."""

EVENT = np.dtype(
    [
        ("pot", np.float64),  # chips, when the card fell; 0: no street, or none with a decision
        ("raiser", np.int64),  # the seat that bet or raised last, -1: none did
        ("raises", np.int64),  # bets and raises on the street before
    ],
    align=True,
)
"""What was known when a flop, turn or river fell."""
