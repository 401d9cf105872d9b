"""The evaluator against known counts, the slow twin, and what goes wrong elsewhere (PEERS.md, section D)."""

import os
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from holdem_sim._jit import JIT, kernel
from holdem_sim.cards import parse_cards
from holdem_sim.evaluator import category, describe, describe_strength, evaluate, tables
from holdem_sim.evaluator.rank import CARD_KEY, CARD_MASK, NO_CARDS, category_of, gather, rank, rank_cards
from tests.naive import poker_hands

ROOT = Path(__file__).resolve().parents[2]
SEVEN_CARD_COUNTS = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584]
FIVE_CARD_COUNTS = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]

needs_jit = pytest.mark.skipif(not JIT, reason="hours without JIT")


def random_hands(count: int, cards: int, seed: int) -> np.ndarray:
    order = np.random.default_rng(seed).random((count, 52)).argpartition(cards, axis=1)
    return order[:, :cards].astype(np.uint8)


def dense(values: np.ndarray) -> np.ndarray:
    return np.unique(values, return_inverse=True)[1]


# Tables


def test_tables_regenerate_identically() -> None:
    for stored, built in zip(tables.load(), tables.build(), strict=True):
        assert stored.dtype == built.dtype
        np.testing.assert_array_equal(stored, built)


def test_rank_sums_tell_all_multisets_apart_and_leave_the_counters_alone() -> None:
    counts = np.concatenate([tables.rank_counts(cards) for cards in (5, 6, 7)])
    assert len(counts) == 6175 + 18395 + 49205
    sums = counts @ np.array(tables.RANK_KEYS)
    assert len(np.unique(sums)) == len(sums)
    assert int(sums.max()) << tables.SUM_SHIFT < 2**63


def test_classes_by_category() -> None:
    assert (sum(tables.CLASSES), len(tables.class_values())) == (tables.STRENGTHS, tables.STRENGTHS)
    found = Counter(category(strength) for strength in range(1, tables.STRENGTHS + 1))
    assert [found[i] for i in range(9)] == list(tables.CLASSES)


# All hands


@needs_jit
def test_all_five_card_hands_equal_the_twin() -> None:
    hands: Any = np.fromiter(combinations(range(52), 5), np.dtype((np.uint8, 5)), 2598960)
    strengths = evaluate(hands)
    expected = np.concatenate([poker_hands.five_strengths(part) for part in np.array_split(hands, 20)])
    np.testing.assert_array_equal(strengths, dense(expected) + 1)
    np.testing.assert_array_equal(category_counts(np.bincount(strengths, minlength=7463)), FIVE_CARD_COUNTS)


def category_counts(by_strength: np.ndarray) -> list[int]:
    found = [0] * 9
    for strength in range(1, tables.STRENGTHS + 1):
        found[category(strength)] += int(by_strength[strength])
    return found


@kernel
def count_all_sevens(by_strength: Any) -> None:
    for a in range(52):
        key_a, mask_a = NO_CARDS + CARD_KEY[a], CARD_MASK[a]
        for b in range(a):
            key_b, mask_b = key_a + CARD_KEY[b], mask_a | CARD_MASK[b]
            for c in range(b):
                key_c, mask_c = key_b + CARD_KEY[c], mask_b | CARD_MASK[c]
                for d in range(c):
                    key_d, mask_d = key_c + CARD_KEY[d], mask_c | CARD_MASK[d]
                    for e in range(d):
                        key_e, mask_e = key_d + CARD_KEY[e], mask_d | CARD_MASK[e]
                        for f in range(e):
                            key_f, mask_f = key_e + CARD_KEY[f], mask_e | CARD_MASK[f]
                            for g in range(f):
                                by_strength[rank(key_f + CARD_KEY[g], mask_f | CARD_MASK[g])] += 1


@needs_jit
def test_all_seven_card_hands_counted_by_category() -> None:
    by_strength = np.zeros(7463, np.int64)
    count_all_sevens(by_strength)
    assert by_strength.sum() == 133784560
    assert np.count_nonzero(by_strength) == 4824
    assert category_counts(by_strength) == SEVEN_CARD_COUNTS


# The twin


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_the_two_twins_agree(cards: int) -> None:
    hands = random_hands(1500, cards, seed=cards)
    slow = [poker_hands.strength(hand.tolist()) for hand in hands]
    order = {value: place for place, value in enumerate(sorted(set(slow)))}
    np.testing.assert_array_equal(dense(poker_hands.strengths(hands)), [order[value] for value in slow])


@needs_jit
@pytest.mark.parametrize(("cards", "count"), [(6, 300_000), (7, 1_000_000)])
def test_random_hands_are_ordered_as_by_the_twin(cards: int, count: int) -> None:
    hands = random_hands(count, cards, seed=cards)
    strengths = evaluate(hands, check=True)
    expected = np.concatenate([poker_hands.strengths(part) for part in np.array_split(hands, 20)])
    np.testing.assert_array_equal(dense(strengths), dense(expected))
    signs = np.sign(np.diff(strengths)), np.sign(np.diff(expected))
    np.testing.assert_array_equal(*signs)


@pytest.mark.parametrize("cards", [6, 7])
def test_the_best_five_have_the_strength_of_the_hand(cards: int) -> None:
    for hand in random_hands(100, cards, seed=20 + cards).tolist():
        assert evaluate(hand) == max(evaluate(five) for five in combinations(hand, 5))


# PEERS.md, section D


def test_50_ace_plays_low_in_a_straight() -> None:
    wheel = evaluate("As 2h 3d 4c 5s Kh 9d")
    assert describe("As 2h 3d 4c 5s Kh 9d") == "straight, five high"
    assert wheel < evaluate("2h 3d 4c 5s 6s Kh 9d")
    assert wheel > evaluate("As Ah Ad 4c 5s Kh 9d")


def test_50_no_straight_wraps_around() -> None:
    assert describe("Qs Kh Ad 2c 3s").startswith("high card, ace, king, queen")
    assert describe("Js Qh Kd Ac 2s 3d 5h").startswith("high card, ace")


def test_50_steel_wheel_is_the_lowest_straight_flush() -> None:
    wheel = evaluate("As 2s 3s 4s 5s Kh 9d")
    assert describe("As 2s 3s 4s 5s Kh 9d") == "straight flush, five high"
    assert evaluate("Ac Ad Ah As Kh 9d 8d") < wheel < evaluate("2s 3s 4s 5s 6s Kh 9d")


def test_52_the_best_two_of_three_pairs_and_the_best_kicker() -> None:
    assert describe("7c 5d 4h 8s 4d 7h 8c") == "two pair, eights and sevens, five kicker"
    assert describe("7c 5d 5h 8s 4d 7h 8c") == "two pair, eights and sevens, five kicker"


def test_52_two_threes_are_a_full_house() -> None:
    assert describe("7c 7d 7h 8s 8d 8h Ac") == "full house, eights over sevens"
    assert describe("7c 7d 7h 8s 8d 9h 9c") == "full house, sevens over nines"


def test_55_a_board_that_plays_ties_everybody() -> None:
    board = "4c 5d 6h 7s 8c "
    strengths = {evaluate(board + hole) for hole in ("As Kd", "2c 2d", "4d 5h", "Qs Jd")}
    assert strengths == {evaluate(board)}


def test_55_only_those_who_tie_for_the_best_share() -> None:
    board = "Ah Kd 7s 5c 2d "
    first, second, third = (evaluate(board + hole) for hole in ("Qh Js", "As 9h", "Ad 9c"))
    assert first < second == third


def test_55_suits_never_break_ties() -> None:
    assert len({evaluate(f"A{s} K{s} 9{s} 5{s} 3{s}") for s in "cdhs"}) == 1


@pytest.mark.parametrize("text", ["10s 9s 8s 7s 6s", "Ts 9s 8s 7s 6s", "10S,9S,8S,7S,6S", "T♠9♠8♠7♠6♠"])
def test_56_ten_scores_as_ten(text: str) -> None:
    assert describe(text) == "straight flush, ten high"


def test_56_a_card_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="the card As stands twice"):
        evaluate("As Kd As 2c 3c")
    with pytest.raises(ValueError, match="the card As stands twice"):
        evaluate([51, 45, 51, 0, 4])


def test_57_higher_is_better() -> None:
    assert evaluate("As Ah 7d 5c 2s") > evaluate("Ks Kh 7d 5c 2s")
    assert (evaluate("7h 5d 4c 3s 2h"), evaluate("As Ks Qs Js Ts")) == (1, 7462)
    assert "HIGHER IS BETTER" in str(evaluate.__doc__)


# What evaluate takes and refuses


def test_text_numbers_and_arrays_agree() -> None:
    text = "As Kd 10h 9c 2c Jd 3s"
    numbers = parse_cards(text)
    expected = evaluate(text)
    assert isinstance(expected, int)
    assert evaluate(numbers) == evaluate(tuple(numbers)) == evaluate(np.array(numbers)) == expected
    assert evaluate(np.array([numbers, numbers])).tolist() == [expected] * 2


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u4", "i8", "u8", ">i4"])
def test_arrays_of_any_integer_and_layout(dtype: str) -> None:
    hands = random_hands(50, 7, seed=3)
    expected = evaluate(hands)
    assert expected.dtype == np.int64
    np.testing.assert_array_equal(evaluate(hands.astype(dtype)), expected)
    np.testing.assert_array_equal(evaluate(np.asfortranarray(hands.astype(dtype))), expected)
    np.testing.assert_array_equal(evaluate(hands[::-2]), expected[::-2])


@pytest.mark.parametrize(("dtype", "card"), [("u1", 52), ("i1", -1), ("i8", 2**40), ("u8", 2**63), ("i2", 256)])
def test_the_range_of_arrays_is_always_checked(dtype: str, card: int) -> None:
    hands = random_hands(5, 7, seed=1).astype(dtype)
    hands[3, 2] = card
    with pytest.raises(ValueError, match=f"row 3: {card} is not a card"):
        evaluate(hands)


def test_duplicates_in_arrays_are_found_on_request() -> None:
    hands = random_hands(5, 6, seed=2)
    hands[2] = [51, 0, 1, 2, 3, 51]
    with pytest.raises(ValueError, match="row 2: the card As stands twice"):
        evaluate(hands, check=True)


@pytest.mark.parametrize("shape", [(3, 4), (3, 8), (3, 7, 1), ()])
def test_wrong_shapes_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="shape"):
        evaluate(np.zeros(shape, np.uint8))


@pytest.mark.parametrize("dtype", ["f8", "?", "O", "U2"])
def test_arrays_that_hold_no_integers_are_refused(dtype: str) -> None:
    with pytest.raises(ValueError, match="holds integers"):
        evaluate(np.zeros((2, 7)).astype(dtype))


@pytest.mark.parametrize("cards", [0, 4, 8])
def test_a_wrong_number_of_cards_is_refused(cards: int) -> None:
    with pytest.raises(ValueError, match=f"5 to 7 cards, not {cards}"):
        evaluate(list(range(cards)))


@pytest.mark.parametrize("card", [52, -1, 3.0, "As", None])
def test_what_is_no_card_number_is_named(card: Any) -> None:
    with pytest.raises(ValueError, match=r"is not a card") as error:
        evaluate([0, 1, 2, 3, card])
    assert repr(card) in str(error.value)


def test_no_hands_have_no_strengths() -> None:
    assert evaluate(np.zeros((0, 7), np.uint8)).shape == (0,)


# Words


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("As Kd Qh 9c 7d 3s 2h", "high card, ace, king, queen, nine, seven"),
        ("6s 6d Qh 9c 7d 3s 2h", "pair, sixes, queen, nine and seven kickers"),
        ("As Ad Kh Kc Qd 3s 2h", "two pair, aces and kings, queen kicker"),
        ("2s 2d 2h Kc Qd 9s 7h", "three of a kind, deuces, king and queen kickers"),
        ("As Kd Qh Jc Td 3s 2h", "straight, ace high"),
        ("As Js 9s 4s 2s Kd Qd", "flush, ace, jack, nine, four, deuce"),
        ("As Ad Ah Kc Kd 3s 2h", "full house, aces over kings"),
        ("3s 3d 3h 3c Kd Ks 2h", "four of a kind, threes, king kicker"),
        ("9s 8s 7s 6s 5s Kd Qd", "straight flush, nine high"),
        ("As Ks Qs Js Ts 9s 8s", "royal flush"),
    ],
)
def test_describe(hand: str, words: str) -> None:
    assert describe(hand) == words


def test_no_two_strengths_read_the_same() -> None:
    assert len({describe_strength(strength) for strength in range(1, 7463)}) == 7462


@pytest.mark.parametrize("strength", [0, 7463, -1])
def test_numbers_that_are_no_strength_are_refused(strength: int) -> None:
    with pytest.raises(ValueError, match="1 to 7462"):
        category(strength)
    with pytest.raises(ValueError, match="1 to 7462"):
        describe_strength(strength)


# Kernels


def test_category_in_kernels_is_that_of_python() -> None:
    assert all(category_of(strength) == category(strength) for strength in range(1, 7463))


def test_a_shared_board_ranks_as_the_whole_hand() -> None:
    for hand in random_hands(100, 7, seed=9):
        key, mask = gather(hand, 2, 5)
        a, b = hand[0], hand[1]
        strength = rank(key + CARD_KEY[a] + CARD_KEY[b], mask | CARD_MASK[a] | CARD_MASK[b])
        assert strength == rank_cards(hand) == evaluate(hand)


SAMPLE = """
import warnings; warnings.simplefilter("error")
import sys, numpy as np
from holdem_sim import _jit
from holdem_sim.evaluator import evaluate
from holdem_sim.evaluator.equity import equity
assert _jit.JIT == (sys.argv[1] == "jit")
order = np.random.default_rng(5).random((300, 52)).argsort(axis=1).astype(np.uint8)
for cards in (5, 6, 7):
    print(evaluate(order[:, :cards]).tolist())
print(evaluate("As Ks Qs Js Ts"), evaluate("7h 5d 4c 3s 2h"))
print(equity(["AhKs", "QdQc"], "2c 7d 9h"), equity(["AhKs", "QdQc", "JhTh"], "2c 7d 9h 3s"))
print(equity(["AhKs", "QdQc", "JhTh"], samples=100, seed=2**63 - 1))
"""


def sample_output(disable_jit: bool) -> str:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": str(int(disable_jit)), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", SAMPLE, "plain" if disable_jit else "jit"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_with_and_without_jit_alike() -> None:
    assert sample_output(disable_jit=True) == sample_output(disable_jit=False)


def test_importing_the_package_compiles_nothing() -> None:
    script = "import sys, holdem_sim.evaluator as e; assert 'numba' not in sys.modules; e.evaluate"
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT)


def test_read_only_arrays_frames_and_rows_are_hands() -> None:
    hands = np.array([[51, 46, 41, 39, 32], [0, 1, 2, 3, 4]], np.uint8)
    expected = evaluate(hands).tolist()
    hands.setflags(write=False)
    assert evaluate(hands).tolist() == expected
    others: list[Any] = [pd.DataFrame(hands), hands.tolist()]
    assert [evaluate(other).tolist() for other in others] == [expected, expected]
    assert describe(hands) == [describe([51, 46, 41, 39, 32]), describe([0, 1, 2, 3, 4])]
    nothing: Any = 5
    with pytest.raises(ValueError, match="5 is no hand"):
        evaluate(nothing)
