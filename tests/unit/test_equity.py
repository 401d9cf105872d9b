"""Equities against known figures and a naive enumeration."""

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from holdem_sim._jit import JIT
from holdem_sim.cards import parse_cards
from holdem_sim.evaluator.equity import Equity, equity
from holdem_sim.evaluator.public import evaluate
from tests.naive import poker_hands

needs_jit = pytest.mark.skipif(not JIT, reason="minutes without JIT")


def naive(hands: list[str], board: str) -> list[float]:
    return [float(share) for share in poker_hands.equity([parse_cards(hand) for hand in hands], parse_cards(board))]


@needs_jit
def test_ace_king_against_queens() -> None:
    result = equity(["AhKs", "QdQc"])
    assert result.exact
    assert result.boards == 1712304
    assert result.standard_error is None
    assert result.equity[0] == pytest.approx(0.428352, abs=5e-7)
    assert sum(result.equity) == pytest.approx(1, abs=1e-15)


@needs_jit
def test_aces_against_kings() -> None:
    """Published counts of AsAh v KsKh: 1,410,336 won, 292,660 lost, 9,308 tied."""
    result = equity(["AsAh", "KsKh"])
    assert [round(share * result.boards) for share in (*result.win, result.tie[0])] == [1410336, 292660, 9308]


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        (["AhKs", "QdQc"], "2c 7d Qh 9s"),
        (["AhKs", "AdKc"], "2c 7d Qh 9s"),
        (["AhKh", "9d9c", "8h7h"], "2h 6h Ts 9s"),
        (["AhKs", "AdKc", "AsKd", "2c2d"], "Ac Kh 7d 3s"),
        (["AhKs", "QdQc"], "2c 7d Qh 9s 3d"),
        (["2h3h", "4h5h", "2s3s"], "Tc Jc Qc Kc Ac"),
    ],
)
def test_turn_and_river_equal_the_naive_count(hands: list[str], board: str) -> None:
    assert equity(hands, board).equity == pytest.approx(naive(hands, board), abs=1e-15)


@pytest.mark.parametrize("hands", [["AhKs", "QdQc"], ["AhKs", "QdQc", "Jh9h"]])
def test_flop_equals_the_naive_count(hands: list[str]) -> None:
    result = equity(hands, "Th 8h 2c")
    assert result.boards == comb(52 - 3 - 2 * len(hands), 2)
    assert result.equity == pytest.approx(naive(hands, "Th 8h 2c"), abs=1e-15)


def test_ties_share_equally() -> None:
    result = equity(["2h3h", "4h5h", "2s3s"], "Tc Jc Qc Kc Ac")
    assert result == Equity([1 / 3] * 3, [0.0] * 3, [1.0] * 3, True, 1)


def test_two_of_three_share() -> None:
    result = equity(["KhQs", "As9h", "Ad9c"], "Ah 7s 5c 2d Jd")
    assert (result.equity, result.win, result.tie) == ([0, 0.5, 0.5], [0, 0, 0], [0, 1, 1])


def one_by_one(hands: list[str]) -> tuple[list[int], list[int]]:
    """Boards that each hand wins alone and shares, every board evaluated."""
    held = [parse_cards(hand) for hand in hands]
    deck = [card for card in range(52) if all(card not in cards for cards in held)]
    boards = np.array(list(combinations(deck, 5)), np.uint8)
    strengths = np.stack(
        [evaluate(np.hstack([boards, np.tile(np.array(cards, np.uint8), (len(boards), 1))])) for cards in held]
    )
    best = strengths == strengths.max(axis=0)
    alone = best.sum(axis=0) == 1
    return (best & alone).sum(axis=1).tolist(), (best & ~alone).sum(axis=1).tolist()


@needs_jit
@pytest.mark.parametrize(
    "hands",
    [
        ["AhKs", "QdQc"],
        ["AhKh", "QdQh"],
        ["Th9h", "2c2d"],
        ["7s2s", "As3s", "Ks5d"],
        ["AcAd", "AhAs", "KcKd", "KhKs"],
        ["Tc9c", "8d7d", "6h5h", "4s3s", "2c2d", "AcKd", "QhJs", "TsTd"],
    ],
)
def test_before_the_flop_it_is_what_all_boards_one_by_one_give(hands: list[str]) -> None:
    result = equity(hands)
    won, shared = one_by_one(hands)
    assert [round(win * result.boards) for win in result.win] == won
    assert [round(tie * result.boards) for tie in result.tie] == shared


@needs_jit
def test_ten_hands() -> None:
    hands = ["AcAd", "KcKd", "QcQd", "JcJd", "TcTd", "9c9d", "8c8d", "7c7d", "6c6d", "5c5d"]
    result = equity(hands)
    assert result.boards == comb(32, 5)
    assert sum(result.equity) == pytest.approx(1)


def test_text_and_numbers_agree() -> None:
    as_numbers = equity([parse_cards("AhKs"), parse_cards("QdQc")], parse_cards("2c 7d Qh 9s"))
    assert as_numbers == equity(["AhKs", "QdQc"], "2c 7d Qh 9s")


# Sampled


@needs_jit
@pytest.mark.parametrize("board", ["", "Th 8h 2c", "Th 8h 2c 3d"])
def test_samples_agree_with_the_exact_count(board: str) -> None:
    hands = ["AhKs", "QdQc", "Jh9h"]
    exact, sampled = equity(hands, board), equity(hands, board, samples=400_000, seed=7)
    assert not sampled.exact
    assert sampled.boards == 400_000
    assert sampled.standard_error is not None
    for truth, share, error in zip(exact.equity, sampled.equity, sampled.standard_error, strict=True):
        assert 0 < error < 0.001
        assert abs(share - truth) < 4 * error


def test_the_seed_fixes_the_samples() -> None:
    def sample(seed: int) -> Equity:
        return equity(["AhKs", "QdQc"], samples=200, seed=seed)

    assert sample(1) == sample(1)
    assert sample(1) != sample(2)


def test_more_samples_extend_fewer() -> None:
    few, more = (equity(["AhKs", "QdQc"], samples=n, seed=3) for n in (100, 101))
    difference = [round(b * 101 - a * 100, 9) for a, b in zip(few.equity, more.equity, strict=True)]
    assert sorted(difference) in ([0, 1], [0.5, 0.5])


def test_the_standard_error_is_that_of_the_mean() -> None:
    result = equity(["AhKs", "QdQc"], samples=500, seed=3)
    assert result.standard_error is not None
    share, win, tie = result.equity[0], result.win[0], result.tie[0]
    variance = (win + tie / 4 - share**2) * 500 / 499
    assert result.standard_error[0] == pytest.approx((variance / 500) ** 0.5)


def test_a_sampled_full_board_is_certain() -> None:
    assert equity(["AhKs", "QdQc"], "2c 7d Qh 9s 3d", samples=10).standard_error == [0, 0]


# Errors


@pytest.mark.parametrize(
    ("hands", "board", "named"),
    [
        (["AhKs", "AhQc"], "", "the card Ah stands twice"),
        (["AhKs", "QdQc"], "2c 7d Ks", "the card Ks stands twice"),
        (["AhAh", "QdQc"], "", "the card Ah stands twice"),
        (["AhKs", "QdQc"], "2c 2c 7d", "the card 2c stands twice"),
        (["AhKs", "Qd1O"], "", "1O"),
        (["AhKs"], "", "2 and 10 hands, not 1"),
        (["AhKs", "Qd"], "", "hand 2 must be 2 cards, not 1"),
        (["AhKsQs", "QdQc"], "", "hand 1 must be 2 cards, not 3"),
        (["AhKs", "QdQc"], "2c", "not 1"),
        (["AhKs", "QdQc"], "2c 3c", "not 2"),
        (["AhKs", "QdQc"], "2c 3c 4c 5c 6c 7c", "not 6"),
        ([[52, 0], "QdQc"], "", "52 is not a card"),
    ],
)
def test_errors_name_the_card_or_count(hands: list[Any], board: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        equity(hands, board)


def test_eleven_hands_are_too_many() -> None:
    with pytest.raises(ValueError, match="not 11"):
        equity([[2 * i, 2 * i + 1] for i in range(11)])


@pytest.mark.parametrize(("samples", "seed"), [(0, 0), (-5, 0), (10, -1), (10, 2**63)])
def test_samples_and_seeds_out_of_range(samples: int, seed: int) -> None:
    with pytest.raises(ValueError, match=r"samples|seed"):
        equity(["AhKs", "QdQc"], samples=samples, seed=seed)
