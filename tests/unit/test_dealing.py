"""Decks: the naive twin, fairness, and what a deal is keyed by."""

from typing import Any

import numpy as np
import pytest

from holdem_sim._jit import JIT
from holdem_sim.game.dealing import shuffle
from holdem_sim.game.table import HIDDEN
from tests.naive import philox as naive

DECKS = 200_000 if JIT else 2_000


def deck(seed: int, deal: int = 0, hand: int = 0, count: int = 52) -> list[int]:
    hidden = np.zeros(1, HIDDEN)
    hidden["deck"] = 7
    shuffle(hidden[0], count, np.uint64(seed), deal, hand)
    return [int(card) for card in hidden[0]["deck"]]


@pytest.fixture(scope="module")
def decks() -> np.ndarray[Any, Any]:
    hidden = np.zeros(1, HIDDEN)
    cards = np.zeros((DECKS, 52), np.uint8)
    for deal in range(DECKS):
        shuffle(hidden[0], 52, np.uint64(20), deal, 0)
        cards[deal] = hidden[0]["deck"]
    return cards


@pytest.mark.parametrize(("seed", "deal", "hand"), [(0, 0, 0), (1, 2, 3), (2**63 - 1, 2**40, 2**32 - 1)])
def test_deck_is_the_twins(seed: int, deal: int, hand: int) -> None:
    for step in range(50):
        assert deck(seed, deal + step, hand) == naive.deck(seed, deal + step, hand)


def test_deck_has_each_card_once(decks: np.ndarray[Any, Any]) -> None:
    assert (np.sort(decks, axis=1) == np.arange(52)).all()


def test_a_partial_shuffle_is_the_front_of_the_full_one() -> None:
    full = deck(3, 4, 5)
    for count in range(53):
        part = deck(3, 4, 5, count)
        assert part[:count] == full[:count]
        assert sorted(part) == list(range(52))


def test_seed_deal_and_hand_each_change_the_deck() -> None:
    keys = [(1, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2), (1 + 2**32, 1, 1), (1, 1 + 2**32, 1)]
    assert len({tuple(deck(*key)) for key in keys}) == 6


def test_every_card_is_equally_often_at_every_position(decks: np.ndarray[Any, Any]) -> None:
    counts = np.array([np.bincount(decks[:, place], minlength=52) for place in range(52)])
    expected = DECKS / 52
    # Rows and columns of the counts are fixed: 51^2 degrees of freedom, and the statistic is 52/51 too large.
    chi_square = ((counts - expected) ** 2 / expected).sum() * 51 / 52
    assert abs(chi_square - 51**2) < 4 * (2 * 51**2) ** 0.5


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 4), (3, 51), (16, 20)])
def test_two_positions_are_independent(decks: np.ndarray[Any, Any], first: int, second: int) -> None:
    pairs = np.bincount(decks[:, first].astype(int) * 52 + decks[:, second], minlength=52 * 52)
    pairs = pairs[[a * 52 + b for a in range(52) for b in range(52) if a != b]]
    expected = DECKS / (52 * 51)
    chi_square = ((pairs - expected) ** 2 / expected).sum()
    assert abs(chi_square - (52 * 51 - 1)) < 4 * (2 * (52 * 51 - 1)) ** 0.5
