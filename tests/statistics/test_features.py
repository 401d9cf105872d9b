"""The tables and kinds of evaluator/features.py, counted again and held to a slow twin."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from holdem_sim._jit import JIT, kernel
from holdem_sim.evaluator import features
from holdem_sim.evaluator.features import MADE_SHARES, STARTING_SHARES, made_share
from holdem_sim.evaluator.rank import CARD_KEY, CARD_MASK, gather, rank
from holdem_sim.rng import SAMPLE, permute
from tests.naive import poker_hands
from tests.naive.poker_hands import FLUSH, STRAIGHT, TRIPS

compiled = pytest.mark.skipif(not JIT, reason="millions of deals")
CLASSES = [(row, column) for row in range(13) for column in range(13)]


def weight(row: int, column: int) -> int:
    """How many of the 1,326 starting hands an entry stands for."""
    return 6 if row == column else 4 if row > column else 12


def shares_in(order: list[tuple[int, int]]) -> dict[tuple[int, int], float]:
    """The share of each class when they stand in this order, worst first."""
    shares = {}
    below = 0
    for at in order:
        shares[at] = (below + weight(*at) / 2) / 1326
        below += weight(*at)
    return shares


def test_a_starting_share_is_the_part_of_the_hands_that_is_worse() -> None:
    shares = shares_in(sorted(CLASSES, key=lambda at: int(STARTING_SHARES[at])))
    assert len(set(STARTING_SHARES.ravel().tolist())) == 169
    for at, share in shares.items():
        assert abs(STARTING_SHARES[at] - 1000 * share) <= 0.5 + 1e-9


@kernel
def strength_of(board_key: Any, board_mask: Any, first: Any, second: Any) -> Any:
    key = board_key + CARD_KEY[first] + CARD_KEY[second]
    return rank(key, board_mask | CARD_MASK[first] | CARD_MASK[second])


@kernel
def fill(deck: Any, first: Any, second: Any) -> Any:
    """All cards but two; returns how many."""
    count = 0
    for card in range(52):
        if card != first and card != second:
            deck[count] = card
            count += 1
    return count


@kernel
def all_in(first: Any, second: Any, others: Any, deals: Any, seed: Any) -> Any:
    """The part of the pot that two cards win all-in against ``others`` random hands."""
    deck = np.zeros(52, np.uint8)
    words = np.zeros(16, np.uint64)
    won = 0.0
    for deal in range(deals):
        permute(deck, 5 + 2 * others, fill(deck, first, second), words, seed, SAMPLE, deal, 0)
        board_key, board_mask = gather(deck, 0, 5)
        mine = strength_of(board_key, board_mask, first, second)
        best = 0
        winners = 1
        for i in range(5, 5 + 2 * others, 2):
            theirs = strength_of(board_key, board_mask, deck[i], deck[i + 1])
            best = max(best, theirs)
            winners += theirs == mine
        if mine >= best:
            won += 1.0 / winners
    return won / deals


@compiled
def test_starting_hands_stand_in_the_order_of_their_equities() -> None:
    score = {}
    for row, column in CLASSES:
        cards = 4 * row, 4 * column + (0 if row > column else 1)
        seed = np.uint64(13 * row + column)
        score[row, column] = all_in(*cards, 1, 20_000, seed) + all_in(*cards, 3, 20_000, seed)
    for at, share in shares_in(sorted(CLASSES, key=score.__getitem__)).items():
        assert abs(STARTING_SHARES[at] / 1000 - share) < 0.05, at


@kernel
def play_out(deals: Any, count: Any, seed: Any, won: Any, seen: Any) -> Any:
    """Deal two hands and ``count`` cards; note by share (thousandths) how often the first is better, ties half."""
    deck = np.zeros(52, np.uint8)
    words = np.zeros(16, np.uint64)
    for deal in range(deals):
        fill(deck, -1, -1)
        permute(deck, 9, 52, words, seed, SAMPLE, deal, 0)
        share, _ = made_share(deck[:2], deck[4:], count)
        board_key, board_mask = gather(deck, 4, count)
        mine = strength_of(board_key, board_mask, deck[0], deck[1])
        theirs = strength_of(board_key, board_mask, deck[2], deck[3])
        cell = int(1000.0 * share + 0.5)
        won[cell] += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
        seen[cell] += 1.0


@compiled
def test_a_made_share_is_how_often_the_hand_is_better() -> None:
    for count in (3, 4, 5):
        won, seen = np.zeros(1001), np.zeros(1001)
        play_out(1_000_000, count, np.uint64(count), won, seen)
        for cell in np.flatnonzero(seen >= 1000):
            found = won[cell] / seen[cell]
            error = np.sqrt(found * (1 - found) / seen[cell])
            assert abs(found - cell / 1000) < 4 * error + 0.002, (count, cell, found)


def ranks_of(cards: list[int]) -> set[int]:
    return {card // 4 for card in cards}


STRAIGHTS = [{12, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(9))]


def is_straight(ranks: set[int]) -> bool:
    return any(one <= ranks for one in STRAIGHTS)


def is_flush(cards: list[int]) -> bool:
    return max(Counter(card % 4 for card in cards).values()) >= 5


def threat_of(board: list[int]) -> int:
    suited = max(Counter(card % 4 for card in board).values())
    if suited >= 4 or any(len(one & ranks_of(board)) >= 4 for one in STRAIGHTS):
        return features.FOUR_CONNECTED
    if suited == 3:
        return features.THREE_SUITED
    return features.PAIRED if len(ranks_of(board)) < len(board) else features.CALM


def kind_of(hole: list[int], board: list[int]) -> int:
    strength = poker_hands.strength(hole + board)
    if len(board) == 5 and strength == poker_hands.strength(board):
        return features.LOW_CARDS
    if strength[0] >= STRAIGHT:
        return {STRAIGHT: features.STRAIGHT, FLUSH: features.FLUSH}.get(strength[0], features.FULL_HOUSE)
    high, low = sorted((card // 4 for card in hole), reverse=True)
    on_board = [card // 4 for card in board]
    paired = [rank for rank in {high, low} if rank in on_board]
    if len(paired) == 2:
        return features.TWO_PAIR
    if paired and high == low:
        return features.SET
    if paired and strength[0] == TRIPS:
        return features.TRIPS
    if paired or high == low:
        pair = paired[0] if paired else high
        above = len({rank for rank in on_board if rank > pair})
        if above:
            return {1: features.SECOND_PAIR, 2: features.THIRD_PAIR}.get(above, features.LOW_PAIR)
        if high == low:
            return features.OVERPAIR
        return features.TOP_PAIR_GOOD_KICKER if high + low - pair >= 9 else features.TOP_PAIR
    return {
        12: features.ACE_HIGH,
        11: features.KING_HIGH,
        10: features.QUEEN_HIGH,
        9: features.QUEEN_HIGH,
    }.get(high, features.LOW_CARDS)


def outs_of(hole: list[int], board: list[int]) -> int:
    """How many cards would make a straight or flush that they do not make with the board alone."""
    cards = hole + board
    if len(board) == 5 or poker_hands.strength(cards)[0] >= STRAIGHT:
        return 0
    outs = 0
    for card in set(range(52)) - set(cards):
        rank = {card // 4}
        by_straight = is_straight(ranks_of(cards) | rank) and not is_straight(ranks_of(board) | rank)
        outs += by_straight or (is_flush([*cards, card]) and not is_flush([*board, card]))
    return outs


def test_kinds_threats_and_outs_are_the_twins() -> None:
    generator = np.random.default_rng(5)
    for _ in range(8000):
        count = int(generator.integers(3, 6))
        cards = [int(card) for card in generator.permutation(52)[: 2 + count]]
        hole, board = cards[:2], cards[2:]
        share, outs = made_share(np.array(hole, np.uint8), np.array(board, np.uint8), count)
        assert outs == outs_of(hole, board), cards
        assert share == MADE_SHARES[count - 3, threat_of(board), kind_of(hole, board)] / 1000, cards
