"""The deck of a deal and the dealing of its cards, burn cards included.

One card at a time from the first seat left of the button; a card is burnt before the flop, the turn and the river.
So a deck order fixes every card of the hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holdem_sim._jit import bit_count, kernel
from holdem_sim.cards import NO_CARD
from holdem_sim.contract.observation import FLOP
from holdem_sim.game.table import next_in
from holdem_sim.rng import DECK, permute

_FRESH = np.arange(52, dtype=np.uint8)
BURNS_AND_BOARD = 8


@kernel(inline=True)
def shuffle(hidden: Any, count: Any, seed: Any, deal: Any, hand: Any) -> Any:
    """Put the first ``count`` cards of the fair shuffle f(seed, deal, hand) at the front of the deck.

    Twin: tests.naive.philox
    """
    deck = hidden["deck"]
    for i in range(52):
        deck[i] = _FRESH[i]
    permute(deck, count, 52, hidden["words"], seed, DECK, deal, hand)


@kernel(inline=True)
def deal_hole_cards(observation: Any, hidden: Any) -> Any:
    """Two cards to every dealt seat from the deck, one at a time; the board is empty."""
    dealt = observation["dealt"]
    players = bit_count(dealt)
    seat = hidden["first_seat"]
    hole = hidden["hole"]
    for position in range(players):
        seat = next_in(dealt, seat)
        hole[seat, 0] = hidden["deck"][position]
        hole[seat, 1] = hidden["deck"][players + position]
        seat += 1
    hidden["next_card"] = 2 * players
    for i in range(5):
        observation["board"][i] = NO_CARD


@kernel
def deal_street(observation: Any, hidden: Any, street: Any) -> Any:
    """Burn one and deal the board cards of ``street`` (FLOP three, TURN and RIVER one)."""
    card = hidden["next_card"] + 1
    first, count = (0, 3) if street == FLOP else (street + 1, 1)
    for i in range(count):
        observation["board"][first + i] = hidden["deck"][card + i]
    hidden["next_card"] = card + count
