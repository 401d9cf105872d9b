"""Kernels that rank hands of five to seven cards. Higher is better; see tables.py for the scheme.

A hand is summed up in a key and a mask (uint64 both). The board's are shared by all players::

    board_key, board_mask = gather(board, 0, 5)
    strength = rank(board_key + CARD_KEY[a] + CARD_KEY[b], board_mask | CARD_MASK[a] | CARD_MASK[b])
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holdem_sim._jit import kernel
from holdem_sim.evaluator import tables
from holdem_sim.evaluator.lookup import shared_lookup

CARD_KEY, CARD_MASK = tables.card_keys()
NO_CARDS = np.uint64(0x3333)
"""The key of no cards: with each suit counter at 3, five cards of a suit set its fourth bit."""

_stored = tables.load()
_moved = shared_lookup("holdem_sim_moved", _stored.moved)
_unsuited = shared_lookup("holdem_sim_unsuited", _stored.unsuited)
_flush = shared_lookup("holdem_sim_flush", _stored.flush)

_FLUSH_BITS = np.uint64(0x8888)
_SPADES, _HEARTS, _DIAMONDS = np.uint64(0x8000), np.uint64(0x800), np.uint64(0x80)
_RANKS_OF_SUIT = np.uint64(0x1FFF)
_TO_SUM = np.uint64(tables.SUM_SHIFT)
_TO_ROW = np.uint64(tables.COLUMN_BITS)
_FIRST_STRENGTH = np.cumsum((1, *tables.CLASSES[:-1]))


@kernel
def gather(cards: Any, start: Any, count: Any) -> Any:
    """(key, mask), uint64, of ``cards[start : start + count]`` (an array of card numbers 0..51, distinct).

    Single cards may be added to the key, another gathered key may not (each holds ``NO_CARDS``).
    """
    key = NO_CARDS
    mask = np.uint64(0)
    for i in range(count):
        card = cards[start + i]
        key += CARD_KEY[card]
        mask |= CARD_MASK[card]
    return key, mask


@kernel
def rank(key: Any, mask: Any) -> Any:
    """The strength, int64 1..7462, of the best five of the five to seven cards behind ``key`` and ``mask``.

    Any other number of cards reads past the tables. Source: OMPEval's idea (tables.py).
    Twin: tests.naive.poker_hands.strength
    """
    flush = key & _FLUSH_BITS
    if flush:
        ranks = mask
        if flush == _SPADES:
            ranks = mask >> np.uint64(48)
        elif flush == _HEARTS:
            ranks = mask >> np.uint64(32)
        elif flush == _DIAMONDS:
            ranks = mask >> np.uint64(16)
        return np.int64(_flush(ranks & _RANKS_OF_SUIT))
    return rank_without_flush(key)


@kernel
def rank_without_flush(key: Any) -> Any:
    """As ``rank``, of the ranks of the cards alone: a flush is not seen."""
    rank_sum = key >> _TO_SUM
    return np.int64(_unsuited(np.uint64(np.int64(rank_sum) + np.int64(_moved(rank_sum >> _TO_ROW)))))


@kernel
def rank_cards(cards: Any) -> Any:
    """The strength, int64 1..7462, of ``cards``: an array of five to seven distinct card numbers."""
    key, mask = gather(cards, 0, len(cards))
    return rank(key, mask)


@kernel
def category_of(strength: Any) -> Any:
    """The category, int64 0 (high card) .. 8 (straight flush), of a strength 1..7462."""
    category = 0
    while category < 8 and strength >= _FIRST_STRENGTH[category + 1]:
        category += 1
    return category
