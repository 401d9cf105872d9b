"""The boards that a street can lead to, how strong every hand is on them, and what that is worth on average.

All hole cards are known, folded ones are dead: boards come from the cards in nobody's hand. From the flop on every
board is counted; before it the heads-up table is exact and larger tables take SAMPLES random boards. The strengths
of all hands are kept while the cards stay the same, so replays of a deal cost little more than one.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from holdem_sim._jit import kernel
from holdem_sim.contract.observation import FLOP, PREFLOP, SEATS, TURN
from holdem_sim.evaluator.preflop import BOARDS, heads_up_clash, heads_up_counts
from holdem_sim.evaluator.rank import CARD_KEY, CARD_MASK, gather, rank
from holdem_sim.evaluator.tables import STRENGTHS
from holdem_sim.game.table import COUNT, LOWEST, bit, holds
from holdem_sim.rng import SAMPLE, permute

SAMPLES = 400
"""Random boards before the flop with more than two players."""

MOST_BOARDS = max(SAMPLES, comb(52 - 2 * 2 - 3, 2))
STAGES = 4
"""Preflop, flop, turn, river: the street whose cards are known."""

EQUITY, CLASH = range(2)
KINDS = 2

RUNOUTS = np.dtype(
    [
        ("seats", np.int64),
        ("dealt", np.int64),  # mask
        ("hole", np.uint8, (SEATS, 2)),
        ("board", np.uint8, (5,)),
        ("chance", np.uint64),  # key of the random boards
        ("words", np.uint64, (16,)),  # room for drawing them
        ("boards", np.int64, (STAGES,)),  # how many stand in the table of strengths; 0: not counted yet
        ("deck", np.uint8, (52,)),  # scratch
    ],
    align=True,
)

_FRESH = np.arange(52, dtype=np.uint8)


@kernel
def count_strengths(runouts: Any, strengths: Any, stage: Any) -> Any:
    """Write the strengths of all hands, ``strengths[stage, seat, board]``, on the boards that ``stage`` can lead to.

    ``strengths``: int16 (STAGES + 1, SEATS, MOST_BOARDS), the last part scratch. Not for two players preflop.
    """
    if runouts["boards"][stage] > 0:
        return
    deck = runouts["deck"]
    left = _cards_in_nobodys_hand(runouts, stage)
    known = 0 if stage == PREFLOP else stage + 2
    key, mask = gather(runouts["board"], 0, known)
    count = 0
    if stage == PREFLOP:
        for count in range(SAMPLES):
            permute(deck, 5, left, runouts["words"], runouts["chance"], SAMPLE, count, 0)
            key, mask = gather(deck, 0, 5)
            _rank_all(runouts, strengths, stage, count, key, mask)
        count = SAMPLES
    elif stage == FLOP:
        for i in range(left):
            turn_key, turn_mask = key + CARD_KEY[deck[i]], mask | CARD_MASK[deck[i]]
            for j in range(i):
                river = deck[j]
                _rank_all(runouts, strengths, stage, count, turn_key + CARD_KEY[river], turn_mask | CARD_MASK[river])
                count += 1
    elif stage == TURN:
        for i in range(left):
            _rank_all(runouts, strengths, stage, i, key + CARD_KEY[deck[i]], mask | CARD_MASK[deck[i]])
        count = left
    else:
        _rank_all(runouts, strengths, stage, 0, key, mask)
        count = 1
    runouts["boards"][stage] = count


@kernel
def _rank_all(runouts: Any, strengths: Any, stage: Any, board: Any, key: Any, mask: Any) -> Any:
    for seat in range(runouts["seats"]):
        if holds(runouts["dealt"], seat):
            first, second = runouts["hole"][seat, 0], runouts["hole"][seat, 1]
            strength = rank(key + CARD_KEY[first] + CARD_KEY[second], mask | CARD_MASK[first] | CARD_MASK[second])
            strengths[stage, seat, board] = strength


@kernel
def _cards_in_nobodys_hand(runouts: Any, stage: Any) -> Any:
    """Put them, in order, at the front of the deck; returns how many they are."""
    taken = np.uint64(0)
    one = np.uint64(1)
    for seat in range(runouts["seats"]):
        if holds(runouts["dealt"], seat):
            taken |= one << np.uint64(runouts["hole"][seat, 0]) | one << np.uint64(runouts["hole"][seat, 1])
    for i in range(0 if stage == PREFLOP else stage + 2):
        taken |= one << np.uint64(runouts["board"][i])
    left = 0
    for card in range(52):
        if taken >> np.uint64(card) & one == 0:
            runouts["deck"][left] = _FRESH[card]
            left += 1
    return left


@kernel
def count_wins(runouts: Any, strengths: Any, stage: Any, a: Any, b: Any) -> Any:
    """(boards that seat ``a`` wins from seat ``b``, boards that ``b`` wins, boards), int64."""
    hole = runouts["hole"]
    if stage == PREFLOP and COUNT[runouts["dealt"]] == 2:
        a_wins, b_wins = heads_up_counts(hole[a, 0], hole[a, 1], hole[b, 0], hole[b, 1])
        return a_wins, b_wins, BOARDS
    count_strengths(runouts, strengths, stage)
    boards = runouts["boards"][stage]
    a_wins = b_wins = 0
    for board in range(boards):
        first, second = strengths[stage, a, board], strengths[stage, b, board]
        a_wins += first > second
        b_wins += second > first
    return a_wins, b_wins, boards


@kernel
def find_worth(runouts: Any, strengths: Any, stage: Any, live: Any, worth: Any) -> Any:
    """Write what the cards are worth to each live seat on average, ``worth[kind, seat]``, float64; 0.0 for others.

    EQUITY: the share of the pot, ties split; the seats' sum is 1. CLASH: the share above an even one times the
    strength of the second best hand / STRENGTHS; the sum is 0. Pots grow when both hands have something.
    Twin: tests.naive.luck
    """
    seats = runouts["seats"]
    for seat in range(seats):
        worth[EQUITY, seat] = worth[CLASH, seat] = 0.0
    if COUNT[live] == 2:
        a = LOWEST[live]
        b = LOWEST[live & ~bit(a)]
        a_wins, b_wins, boards = count_wins(runouts, strengths, stage, a, b)
        worth[EQUITY, a] = 0.5 + (a_wins - b_wins) / (2 * boards)
        worth[EQUITY, b] = 0.5 + (b_wins - a_wins) / (2 * boards)
        worth[CLASH, a] = _clash_of_two(runouts, strengths, stage, a, b)
        worth[CLASH, b] = -worth[CLASH, a]
        return
    count_strengths(runouts, strengths, stage)
    _worth_of_many(runouts["boards"][stage], strengths[stage], seats, live, strengths[STAGES], worth)


@kernel
def _clash_of_two(runouts: Any, strengths: Any, stage: Any, a: Any, b: Any) -> Any:
    hole = runouts["hole"]
    if stage == PREFLOP and COUNT[runouts["dealt"]] == 2:
        return heads_up_clash(hole[a, 0], hole[a, 1], hole[b, 0], hole[b, 1]) / 2
    boards = runouts["boards"][stage]
    total = np.int64(0)
    for board in range(boards):
        first, second = np.int64(strengths[stage, a, board]), np.int64(strengths[stage, b, board])
        total += second * (first > second) - first * (second > first)
    return total / (2.0 * STRENGTHS * boards)


@kernel
def _worth_of_many(boards: Any, strength: Any, seats: Any, live: Any, scratch: Any, worth: Any) -> Any:
    """``find_worth`` for three and more. Seat after seat over all boards, so that the loops are simple and fast."""
    best, second, winners = scratch[0], scratch[1], scratch[2]
    for board in range(boards):
        best[board] = second[board] = winners[board] = 0
    for seat in range(seats):
        if holds(live, seat):
            for board in range(boards):
                own = strength[seat, board]
                second[board] = max(second[board], min(best[board], own))
                best[board] = max(best[board], own)
    for seat in range(seats):
        if holds(live, seat):
            for board in range(boards):
                winners[board] += strength[seat, board] == best[board]
    seconds = np.int64(0)
    for board in range(boards):
        seconds += second[board]
    even = seconds / COUNT[live]
    for seat in range(seats):
        if holds(live, seat):
            equity = clash = 0.0
            for board in range(boards):
                share = (strength[seat, board] == best[board]) / winners[board]
                equity += share
                clash += share * second[board]
            worth[EQUITY, seat] = equity / boards
            worth[CLASH, seat] = (clash - even) / (STRENGTHS * boards)
