"""What the cards are worth to these two bots, learned from their own hands: more control variates.

Equity says who is ahead, not what bots do about it. So the hands of a run are sorted, street by street, by what was
known before its card (CONTEXTS: who raised last, how often on the street before, the pot, who has the button) and what
the card made of both hands (CELLS: shares of hands beaten, outs, who is ahead). A cell's *value* is the mean of what
the first bot won in it, in pots. The variate is the pot times the value of the card that fell less its mean over the
cards that could have fallen: mean 0 whatever the values are, if they come from elsewhere. They do: deals of even folds
(``moments.fold_of``) take those of odd ones, and odd those of even. Source: M. White, M. Bowling, Learning a value
analysis tool for agent evaluation, IJCAI 2009 (MIVAT), here with a table for a value function.

For tables of two. All arrays of hands hold hands of two seats.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.analysis.luck.moments import fold_of
from holdem_sim.analysis.luck.variates import EVENT, RAISERS, STREETS, VARIATES
from holdem_sim.cards import NO_CARD
from holdem_sim.evaluator.features import made_share
from holdem_sim.evaluator.rank import CARD_KEY, CARD_MASK, gather, rank
from holdem_sim.records.rows import LoggedHands
from holdem_sim.rng import SAMPLE, draw, permute
from holdem_sim.simulate.columns import ROW

Array = np.ndarray[Any, Any]

HALVES = 2
FLOPS = 32
"""Random flops that stand for all when the mean over them is taken: it stays unbiased."""
MOST_BOTS = 4
"""Every pair of bots has a table of its own, of some megabytes."""
ENOUGH_DEALS = 5_000
"""To learn from: with fewer the weights of the variates are too vague (``table.ENOUGH_BLOCKS``)."""
PRIOR = 25.0
"""Pots, in big blinds, that a cell has before any hand is seen, of the value of the cell in all contexts."""

_SHARES = np.array([0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.88, 0.94, 0.98])
_BINS = len(_SHARES) + 1
_OUTS = 8  # an open straight draw or more
_POTS = np.array([6.0, 20.0, 60.0])  # big blinds
_RAISES = 2  # and more
CELLS = _BINS * _BINS * 3 * 4
CONTEXTS = RAISERS * 2 * (len(_POTS) + 1) * (_RAISES + 1)

SUMS = np.dtype([("won", np.float64), ("pots", np.float64)], align=True)
_SHIFT = np.uint64(32)


def pair_count(bots: int) -> int:
    """How many pairs of bots there are."""
    return bots * (bots - 1) // 2


def no_sums(bots: int) -> Array:
    """SUMS (pairs, HALVES, streets, CONTEXTS * CELLS), nothing in them."""
    return np.zeros((pair_count(bots), HALVES, STREETS, CONTEXTS * CELLS), SUMS)


def values(sums: Array, big_blind: int) -> Array:
    """float64 of the shape of ``sums``: pots the first bot of a pair wins, for each half from the hands of the other.

    Few hands are drawn to the value of their cell in all contexts, and that to the mean of all cells.
    """
    prior = PRIOR * big_blind
    won, pots = (sums[name][:, ::-1].reshape(*sums.shape[:3], CONTEXTS, CELLS) for name in ("won", "pots"))
    all_won, all_pots = won.sum(axis=3, keepdims=True), pots.sum(axis=3, keepdims=True)
    mean = all_won.sum(axis=4, keepdims=True) / np.maximum(all_pots.sum(axis=4, keepdims=True), 1)
    of_cell = (all_won + prior * mean) / (all_pots + prior)
    return np.ascontiguousarray(((won + prior * of_cell) / (pots + prior)).reshape(sums.shape))


def learn(hands: LoggedHands, first: int, events: Array, expected: Array, big_blind: int, sums: Array) -> None:
    """Add the hands from number ``first`` on to ``sums``; ``events``, ``expected`` as ``luck_of_hands`` fills them."""
    part = slice(first, first + len(events))
    pairs, heroes = _pairs(hands.entrants[part], sums.shape[0])
    _learn(hands.rows[part], hands.deals[part], pairs, heroes, events, expected, big_blind, sums)


def learned_luck(
    hands: LoggedHands, first: int, events: Array, big_blind: int, seed: int, values: Array, luck: Array
) -> None:
    """Write the learned variates, ``luck`` (n, VARIATES + LEARNED, 2) from number VARIATES on; chips, zero-sum."""
    part = slice(first, first + len(events))
    pairs, heroes = _pairs(hands.entrants[part], values.shape[0])
    with np.errstate(over="ignore"):
        columns = hands.rows[part], hands.deals[part], pairs, heroes, events
        _learned_luck(*columns, big_blind, np.uint64(seed), values, luck)


def _pairs(entrants: Array, count: int) -> tuple[Array, Array]:
    """The number of each hand's pair of bots, and the seat of the one given first; both int64 (n,)."""
    low, high = entrants.min(axis=1).astype(np.int64), entrants.max(axis=1).astype(np.int64)
    pairs = high * (high - 1) // 2 + low
    assert len(pairs) == 0 or pairs.max() < count
    return pairs, entrants.argmin(axis=1).astype(np.int64)


@kernel
def _bin(share: Any) -> Any:
    found = np.int64(0)
    for edge in _SHARES:
        found += share >= edge
    return found


@kernel
def _cell(mine: Any, theirs: Any, board: Any, count: Any) -> Any:
    """The cell of two hands on the first ``count`` cards of ``board``."""
    my_share, my_outs = made_share(mine, board, count)
    their_share, their_outs = made_share(theirs, board, count)
    key, mask = gather(board, 0, count)
    my_rank = rank(key + CARD_KEY[mine[0]] + CARD_KEY[mine[1]], mask | CARD_MASK[mine[0]] | CARD_MASK[mine[1]])
    their_rank = rank(
        key + CARD_KEY[theirs[0]] + CARD_KEY[theirs[1]], mask | CARD_MASK[theirs[0]] | CARD_MASK[theirs[1]]
    )
    ahead = 1 + (my_rank > their_rank) - (my_rank < their_rank)
    outs = (my_outs >= _OUTS) + 2 * (their_outs >= _OUTS)
    return ((_bin(my_share) * _BINS + _bin(their_share)) * 3 + ahead) * 4 + outs


@kernel
def _raiser(event: Any, hero: Any) -> Any:
    """0: nobody has raised, 1: last the other, 2: last the bot in seat ``hero``."""
    return np.int64(event["raiser"] >= 0) + np.int64(event["raiser"] == hero)


@kernel
def _context(event: Any, button: Any, hero: Any, big_blind: Any) -> Any:
    """The context of an event for the bot in seat ``hero``, as the number of its first cell."""
    pot = np.int64(0)
    for edge in _POTS:
        pot += event["pot"] >= edge * big_blind
    number = (_raiser(event, hero) * 2 + (button == hero)) * (len(_POTS) + 1) + pot
    return (number * (_RAISES + 1) + min(event["raises"], _RAISES)) * CELLS


@kernel(
    signature=types.void(
        array_of(ROW),
        array_of(np.int64),
        array_of(np.int64),
        array_of(np.int64),
        array_of(EVENT, 2),
        array_of(np.float64, 2),
        types.int64,
        array_of(SUMS, 4),
    )
)
def _learn(
    rows: Any, deals: Any, pairs: Any, heroes: Any, events: Any, expected: Any, big_blind: Any, sums: Any
) -> None:
    for r in range(rows.size):
        hero = heroes[r]
        hole = rows[r]["hole"]
        for street in range(STREETS):
            event = events[r, street]
            if event["pot"] > 0:
                cell = _cell(hole[hero], hole[1 - hero], rows[r]["board"], street + 3)
                cell += _context(event, rows[r]["button"], hero, big_blind)
                own = sums[pairs[r], fold_of(deals[r]) % HALVES, street, cell]
                own["won"] += expected[r, hero]
                own["pots"] += event["pot"]


@kernel(
    signature=types.void(
        array_of(ROW),
        array_of(np.int64),
        array_of(np.int64),
        array_of(np.int64),
        array_of(EVENT, 2),
        types.int64,
        types.uint64,
        array_of(np.float64, 4),
        array_of(np.float64, 3),
    )
)
def _learned_luck(
    rows: Any, deals: Any, pairs: Any, heroes: Any, events: Any, big_blind: Any, seed: Any, values: Any, luck: Any
) -> None:
    deck = np.zeros(52, np.uint8)
    board = np.zeros(5, np.uint8)
    words = np.zeros(16, np.uint64)
    cells = np.zeros((STREETS, 52), np.int64)
    counts = np.zeros(STREETS, np.int64)
    for r in range(rows.size):
        if r == 0 or deals[r] != deals[r - 1] or _are_other_cards(rows[r], rows[r - 1]):
            counts[:] = 0
        hero = heroes[r]
        for street in range(STREETS):
            event = events[r, street]
            if event["pot"] <= 0:
                continue
            hole = rows[r]["hole"]
            for i in range(5):
                board[i] = rows[r]["board"][i]
            fell = _cell(hole[hero], hole[1 - hero], board, street + 3)
            if counts[street] == 0:
                w0, w1, _, _ = draw(seed, SAMPLE, np.uint64(deals[r]), rows[r]["hand"], 0)
                counts[street] = _cells_to_come(hole, board, street, w0 | w1 << _SHIFT, deck, words, cells[street])
            own = values[pairs[r], fold_of(deals[r]) % HALVES, street]
            context = _context(event, rows[r]["button"], hero, big_blind)
            total = 0.0
            for i in range(counts[street]):
                cell = cells[street, i]
                total += own[context + (_turned(cell) if hero else cell)]
            change = event["pot"] * (own[context + fell] - total / counts[street])
            place = VARIATES + street * RAISERS + _raiser(event, hero)
            luck[r, place, hero] = change
            luck[r, place, 1 - hero] = -change


@kernel
def _are_other_cards(row: Any, before: Any) -> Any:
    """Is ``row`` no replay of the hand ``before`` it? Board cards that did not fall say nothing."""
    if row["hand"] != before["hand"]:
        return True
    for i in range(5):
        if i < 4 and row["hole"][i >> 1, i & 1] != before["hole"][i >> 1, i & 1]:
            return True
        card, old = row["board"][i], before["board"][i]
        if card != old and card != NO_CARD and old != NO_CARD:
            return True
    return False


@kernel
def _cells_to_come(hole: Any, board: Any, street: Any, chance: Any, deck: Any, words: Any, cells: Any) -> Any:
    """Write the cells, for the bot in seat 0, of every card that could have fallen, of FLOPS flops; how many."""
    known = 0 if street == 0 else street + 2
    left = np.int64(0)
    for card in range(52):
        taken = card == hole[0, 0] or card == hole[0, 1] or card == hole[1, 0] or card == hole[1, 1]
        for i in range(known):
            taken = taken or card == board[i]
        if not taken:
            deck[left] = card
            left += 1
    if street == 0:
        for flop in range(FLOPS):
            permute(deck, 3, left, words, chance, SAMPLE, flop, 0)
            cells[flop] = _cell(hole[0], hole[1], deck, 3)
        return np.int64(FLOPS)
    for i in range(left):
        board[known] = deck[i]
        cells[i] = _cell(hole[0], hole[1], board, known + 1)
    return left


@kernel
def _turned(cell: Any) -> Any:
    """The cell of the same cards for the other bot."""
    outs, ahead, shares = cell & 3, cell // 4 % 3, cell // 12
    shares = shares % _BINS * _BINS + shares // _BINS
    return (shares * 3 + 2 - ahead) * 4 + (outs >> 1 | (outs & 1) << 1)
