"""Chance: published vectors, the naive twin, fairness. (Run with NUMBA_DISABLE_JIT=1 it tests plain Python.)"""

from collections.abc import Iterator

import numpy as np
import pytest

from holdem_sim import rng
from tests.naive import philox as naive

BIASED = 1_431_655_766  # just above a third of 2^32: nearly a third of all words is rejected
WORDS = np.random.default_rng(1).integers(0, 2**63, size=(300, 5), dtype=np.uint64)


@pytest.fixture(autouse=True)
def _wrapping() -> Iterator[None]:
    """uint64 wraps silently in kernels; plain Python is to do so too."""
    with np.errstate(over="ignore"):
        yield


# Random123's kat_vectors, philox4x32 with 10 rounds: counter, key, answer.
VECTORS = """
00000000 00000000 00000000 00000000  00000000 00000000  6627e8d5 e169c58d bc57ac4c 9b00dbd8
ffffffff ffffffff ffffffff ffffffff  ffffffff ffffffff  408f276d 41c83b0e a20bc7c6 6d5451fd
243f6a88 85a308d3 13198a2e 03707344  a4093822 299f31d0  d16cfe09 94fdcceb 5001e420 24126ea1
"""


@pytest.mark.parametrize("line", VECTORS.strip().splitlines(), ids=["zeros", "ones", "pi"])
def test_published_vectors_of_random123(line: str) -> None:
    c0, c1, c2, c3, k0, k1, *answer = (int(word, 16) for word in line.split())
    words = [np.uint64(word) for word in (c0, c1, c2, c3, k0, k1)]
    assert list(naive.philox((c0, c1, c2, c3), (k0, k1))) == answer
    assert [int(word) for word in rng.philox(*words)] == answer


def test_draw_is_the_twins() -> None:
    for index, sub, part, seed, _ in WORDS.tolist():
        for stream in (rng.DECK, rng.SAMPLE, rng.REDRAW + rng.SAMPLE):
            arguments = np.uint64(seed), stream, np.uint64(index), sub % 2**32, part % 2**28
            expected = list(naive.draw(seed, stream, index, sub % 2**32, part % 2**28))
            assert [int(word) for word in rng.draw(*arguments)] == expected


def test_streams_and_their_redraws_are_distinct_and_fit_four_bits() -> None:
    streams = [rng.DECK, rng.BOT, rng.ORDER, rng.LINEUP, rng.SAMPLE]
    streams += [rng.REDRAW + stream for stream in streams]
    assert len(set(streams)) == len(streams)
    assert max(streams) < 16


def test_every_argument_of_draw_changes_the_words() -> None:
    base = (5, rng.DECK, 6, 7, 8)
    changed = [tuple(value + (i == place) for i, value in enumerate(base)) for place in range(5)]
    big = [(5 + 2**32, *base[1:]), (*base[:2], 6 + 2**32, *base[3:])]
    draws = {tuple(map(int, rng.draw(np.uint64(seed), *rest))) for seed, *rest in [base, *changed, *big]}
    assert len(draws) == 8


def test_bot_key_and_split_are_the_twins() -> None:
    for seed, stream, key, hand, seat in WORDS.tolist():
        hand, seat, decision = hand % 2**32, seat % 10, hand % 2**24
        expected = naive.bot_key(seed, stream, hand, seat, decision)
        assert int(rng.bot_key(np.uint64(seed), np.uint64(stream), hand, seat, decision)) == expected
        assert int(rng.split(np.uint64(key), seat)) == naive.split(key, seat)


def test_split_gives_the_published_numbers_of_splitmix64() -> None:
    """The numbers from 1234567 on, as commonly published for checking an implementation."""
    numbers = [int(rng.split(np.uint64(1234567), i)) for i in range(5)]
    assert numbers == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_splits_of_a_key_differ_from_it_and_from_each_other() -> None:
    keys = [int(rng.split(np.uint64(123), i)) for i in range(1000)]
    assert len({123, *keys}) == 1001
    assert abs(np.mean([key / 2**64 for key in keys]) - 0.5) < 4 * (1 / 12) ** 0.5 / 1000**0.5


def test_fraction_is_the_upper_53_bits_and_below_one() -> None:
    assert rng.fraction(np.uint64(0)) == 0.0
    assert rng.fraction(np.uint64(2**64 - 1)) == 1 - 2.0**-53
    assert rng.fraction(np.uint64(2**63)) == 0.5
    assert rng.fraction(np.uint64(2**11 - 1)) == 0.0
    assert rng.fraction(np.uint64(2**11)) == 2.0**-53
    for key in WORDS[:, 0]:
        assert rng.fraction(key) == (int(key) >> 11) / 2**53


@pytest.mark.parametrize("bound", [1, 2, 3, 52, 2**16 + 1, BIASED, 2**31 - 1, 2**31])
def test_below_is_the_twins(bound: int) -> None:
    for key in WORDS[:, 1]:
        number = int(rng.below(key, bound))
        assert number == naive.below(int(key), bound)
        assert 0 <= number < bound


def test_below_rejects_words_again_and_again() -> None:
    keys = [key for key in WORDS[:, 2].tolist() if naive.is_rejected(key % 2**32, BIASED)]
    twice = [key for key in keys if naive.is_rejected(naive.split(key, 0) % 2**32, BIASED)]
    assert len(keys) > 50
    assert len(twice) > 10
    for key in twice:
        kept = next(i for i in range(99) if not naive.is_rejected(naive.split(key, i) % 2**32, BIASED))
        expected = naive.split(key, kept) % 2**32 * BIASED // 2**32
        assert int(rng.below(np.uint64(key), BIASED)) == expected


def test_below_is_fair() -> None:
    counts = np.zeros(6)
    for i in range(12_000):
        counts[rng.below(np.uint64(rng.split(np.uint64(9), i)), 6)] += 1
    assert np.abs(counts - 2000).max() < 4 * (12_000 * 1 / 6 * 5 / 6) ** 0.5


def test_below_has_no_modulo_bias() -> None:
    keys = [np.uint64(rng.split(np.uint64(10), i)) for i in range(9000)]
    thirds = np.bincount([int(rng.below(key, BIASED)) * 3 // BIASED for key in keys], minlength=3)
    parity = sum(int(rng.below(key, BIASED)) % 2 for key in keys)
    assert np.abs(thirds - 3000).max() < 4 * (9000 * 1 / 3 * 2 / 3) ** 0.5
    assert abs(parity - 4500) < 4 * (9000 / 4) ** 0.5


# Random orders.


def permuted(count: int, size: int, length: int, seed: int = 3) -> list[int]:
    items = np.arange(length)
    rng.permute(items, count, size, np.zeros(16, np.uint64), np.uint64(seed), rng.ORDER, 7, 8)
    return [int(item) for item in items]


@pytest.mark.parametrize("size", [*range(1, 11), 52, 1000])
def test_a_random_order_is_the_twins(size: int) -> None:
    for seed in (3, 2**63 - 1):
        order = permuted(size, size, size, seed)
        assert order == naive.permute(list(range(size)), seed, rng.ORDER, 7, 8)
        assert sorted(order) == list(range(size))


@pytest.mark.parametrize("count", range(12))
def test_part_of_a_random_order_is_its_front_and_leaves_the_rest_alone(count: int) -> None:
    order = permuted(count, 11, 14)
    assert order[:count] == permuted(11, 11, 14)[:count]
    assert sorted(order[:11]) == list(range(11))
    assert order[11:] == [11, 12, 13]


def swapped_with(word: int, size: int, index: int) -> int:
    """Where ``permute`` finds what it puts first, given its word."""
    items = np.zeros(size, np.uint8)
    items[0] = 1
    words = np.full(16, word, np.uint64)
    rng._take(items, 0, 1, size, words, np.uint64(5), rng.ORDER, index, 7)
    return int(items.argmax())


@pytest.mark.parametrize("size", [52, 49, 3])
def test_a_rejected_word_is_drawn_again_from_the_redraw_stream(size: int) -> None:
    assert naive.is_rejected(0, size)
    redrawn = [naive.draw(5, 8 + rng.ORDER, index, 7, 0)[0] * size // 2**32 for index in range(40)]
    assert [swapped_with(0, size, index) for index in range(40)] == redrawn
    assert len(set(redrawn)) > 1


def test_a_redrawn_word_may_be_rejected_again() -> None:
    size = 3_000_000  # rejects one word in 2,200
    index = next(i for i in range(100_000) if naive.is_rejected(naive.draw(5, 8 + rng.ORDER, i, 7, 0)[0], size))
    second = naive.draw(5, 8 + rng.ORDER, index, 7, 1)[0]
    assert not naive.is_rejected(second, size)
    assert swapped_with(0, size, index) == second * size // 2**32


def test_a_word_with_a_small_remainder_need_not_be_rejected() -> None:
    """Between the surplus and the bound: Lemire's second test keeps it."""
    word = -(-4 * 2**32 // 49)  # the least word that scales to 4
    assert 2**32 % 49 <= word * 49 % 2**32 < 49
    assert swapped_with(word, 49, 6) == 4


def test_powers_of_two_reject_nothing() -> None:
    assert swapped_with(0, 32, 6) == 0
