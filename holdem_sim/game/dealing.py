"""The deck of a deal and the dealing of its cards, burn cards included.

One card at a time from the first seat left of the button; a card is burnt before the flop, the turn and the river.
So a deck order fixes every card of the hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holdem_sim._jit import kernel
from holdem_sim.cards import NO_CARD
from holdem_sim.contract.observation import FLOP
from holdem_sim.game.table import COUNT, next_in
from holdem_sim.rng import DECK, REDRAW, draw

_LOW, _SHIFT = np.uint64(0xFFFFFFFF), np.uint64(32)
_FRESH = np.arange(52, dtype=np.uint8)
BURNS_AND_BOARD = 8


@kernel
def shuffle(deck: Any, count: Any, seed: Any, deal: Any, hand: Any) -> Any:
    """Put the first ``count`` cards of a fair shuffle f(seed, deal, hand) at the front of ``deck`` (uint8[52]).

    Partial Fisher-Yates; every draw by Lemire's unbiased multiplication. Twin: tests.naive.philox.deck
    """
    for i in range(52):
        deck[i] = _FRESH[i]
    w0 = w1 = w2 = w3 = np.uint64(0)
    for i in range(count):
        lane = i & 3
        if lane == 0:
            w0, w1, w2, w3 = draw(seed, DECK, deal, hand, i >> 2)
            word = w0
        elif lane == 1:
            word = w1
        elif lane == 2:
            word = w2
        else:
            word = w3
        other = i + _bounded(word, 52 - i, seed, deal, hand, i)
        card = deck[other]
        deck[other] = deck[i]
        deck[i] = card


@kernel
def _bounded(word: Any, bound: Any, seed: Any, deal: Any, hand: Any, position: Any) -> Any:
    limit = np.uint64(bound)
    product = word * limit
    if (product & _LOW) < limit:
        threshold = (np.uint64(1) << _SHIFT) % limit
        attempt = 0
        while (product & _LOW) < threshold:
            word, _, _, _ = draw(seed, REDRAW, deal, hand, position * 4096 + attempt)
            product = word * limit
            attempt += 1
    return np.int64(product >> _SHIFT)


@kernel
def deal_hole_cards(observation: Any, hidden: Any) -> Any:
    """Two cards to every dealt seat from the deck, one at a time; the board is empty."""
    dealt = observation["dealt"]
    players = COUNT[dealt]
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
