"""Chance: every draw is a pure function of (seed, stream, counters), the same in kernels, numpy and Python.

Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC11), held to the
published vectors of Random123 in tests/unit/test_rng.py. There is no generator state: threads, batches and the
order of play cannot touch a result.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holdem_sim._jit import kernel, overload_kernel, rarely_called
from holdem_sim._philox import KEY_STEPS, LANES, MULTIPLIERS, philox_lanes

DECK, BOT, ORDER, LINEUP, SAMPLE, SEATING = range(1, 7)
REDRAW = 8
"""Streams: the deck, bots' keys, seatings, line-ups, sampled boards, the draw for seats; REDRAW + stream: its rare
rejected draws."""

_M0, _M1 = (np.uint64(number) for number in MULTIPLIERS)
_W0, _W1 = (np.uint64(number) for number in KEY_STEPS)
_LOW, _SHIFT = np.uint64(0xFFFFFFFF), np.uint64(32)
_TWO_TO_MINUS_53 = 2.0**-53


@kernel(inline=True)
def _two_rounds(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> Any:
    p0 = _M0 * c0
    p1 = _M1 * c2
    c0, c1, c2, c3 = (p1 >> _SHIFT) ^ c1 ^ k0, p1 & _LOW, (p0 >> _SHIFT) ^ c3 ^ k1, p0 & _LOW
    k0 = (k0 + _W0) & _LOW
    k1 = (k1 + _W1) & _LOW
    p0 = _M0 * c0
    p1 = _M1 * c2
    return (
        (p1 >> _SHIFT) ^ c1 ^ k0,
        p1 & _LOW,
        (p0 >> _SHIFT) ^ c3 ^ k1,
        p0 & _LOW,
        (k0 + _W0) & _LOW,
        (k1 + _W1) & _LOW,
    )


@kernel(inline=True)
def philox(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> Any:
    """Four words below 2^32 for a counter and key of words below 2^32, all uint64.

    Twin: tests.naive.philox
    """
    # ten rounds written out: a loop over them costs half as much again
    c0, c1, c2, c3, k0, k1 = _two_rounds(c0, c1, c2, c3, k0, k1)
    c0, c1, c2, c3, k0, k1 = _two_rounds(c0, c1, c2, c3, k0, k1)
    c0, c1, c2, c3, k0, k1 = _two_rounds(c0, c1, c2, c3, k0, k1)
    c0, c1, c2, c3, k0, k1 = _two_rounds(c0, c1, c2, c3, k0, k1)
    c0, c1, c2, c3, _, _ = _two_rounds(c0, c1, c2, c3, k0, k1)
    return c0, c1, c2, c3


@kernel(inline=True)
def draw(seed: Any, stream: Any, index: Any, sub: Any, part: Any) -> Any:
    """Four words below 2^32 (uint64): f(seed, stream, index, sub, part).

    ``seed`` and ``index`` are any uint64, ``sub`` is below 2^32, ``part`` below 2^28, ``stream`` below 16.
    """
    word = np.uint64(stream) << np.uint64(28) | np.uint64(part) & np.uint64(0xFFFFFFF)
    seed = np.uint64(seed)
    index = np.uint64(index)
    return philox(index & _LOW, index >> _SHIFT, np.uint64(sub) & _LOW, word, seed & _LOW, seed >> _SHIFT)


def draw_lanes(seed: Any, stream: Any, index: Any, sub: Any, part: Any) -> Any:
    """Sixteen words: those of ``draw`` for ``part``, ``part`` + 1, + 2 and + 3."""
    return tuple(word for lane in range(LANES) for word in draw(seed, stream, index, sub, part + lane))


@overload_kernel(draw_lanes)
def _draw_lanes(seed, stream, index, sub, part):  # type: ignore[no-untyped-def]  # pragma: no cover - only compiled
    def lanes(seed, stream, index, sub, part):  # type: ignore[no-untyped-def]  # pragma: no cover - only compiled
        word = np.uint64(stream) << np.uint64(28) | np.uint64(part) & np.uint64(0xFFFFFFF)
        seed = np.uint64(seed)
        index = np.uint64(index)
        return philox_lanes(index & _LOW, index >> _SHIFT, np.uint64(sub) & _LOW, word, seed & _LOW, seed >> _SHIFT)

    return lanes


@kernel
def permute(items: Any, count: Any, size: Any, words: Any, seed: Any, stream: Any, index: Any, sub: Any) -> Any:
    """Put ``count`` of the first ``size`` items, in a fair random order, at the front of the array ``items``.

    Partial Fisher-Yates: the draw for place i is word i % 4 of f(seed, stream, index, sub, i // 4). It is swapped with
    one of places i .. size-1, chosen by Lemire's unbiased multiplication. ``words``: room for 16 uint64, which are
    overwritten. Twin: tests.naive.philox
    """
    for first in range(0, count, 16):
        drawn = draw_lanes(seed, stream, index, sub, first >> 2)
        words[0], words[1], words[2], words[3] = drawn[0], drawn[1], drawn[2], drawn[3]
        words[4], words[5], words[6], words[7] = drawn[4], drawn[5], drawn[6], drawn[7]
        words[8], words[9], words[10], words[11] = drawn[8], drawn[9], drawn[10], drawn[11]
        words[12], words[13], words[14], words[15] = drawn[12], drawn[13], drawn[14], drawn[15]
        _take(items, first, min(16, count - first), size, words, seed, stream, index, sub)


@kernel(inline=True)
def _take(
    items: Any, first: Any, count: Any, size: Any, words: Any, seed: Any, stream: Any, index: Any, sub: Any
) -> Any:
    """Swap ``count`` items from ``first`` on, each with one of those from it on, chosen by its word."""
    doubtful = False
    for i in range(count):
        limit = np.uint64(size - first - i)
        words[i] *= limit
        doubtful |= (words[i] & _LOW) < limit
    if doubtful:
        _redraw(words, count, size - first, seed, stream, index, sub, first)
    for i in range(count):
        here = np.uint64(first + i)
        other = here + (words[i] >> _SHIFT)
        item = items[other]
        items[other] = items[here]
        items[here] = item


@kernel
def _redraw(products: Any, count: Any, size: Any, seed: Any, stream: Any, index: Any, sub: Any, first: Any) -> Any:
    """Draw again, from the stream's REDRAW twin, the words whose products are in the biased part."""
    rarely_called()
    for i in range(count):
        limit = np.uint64(size - i)
        threshold = (np.uint64(1) << _SHIFT) % limit
        attempt = 0
        while (products[i] & _LOW) < threshold:
            word, _, _, _ = draw(seed, REDRAW + stream, index, sub, (first + i) * 4096 + attempt)
            products[i] = word * limit
            attempt += 1


@kernel(inline=True)
def bot_key(seed: Any, stream: Any, hand: Any, seat: Any, decision: Any) -> Any:
    """A bot's uint64 key for one decision: f(seed, BOT, stream, hand, seat, decision).

    ``stream`` numbers the bot's stream (the match, unless a test shares one), ``decision`` counts within the hand.
    """
    part = np.uint64(seat) << np.uint64(24) | np.uint64(decision) & np.uint64(0xFFFFFF)
    w0, w1, _, _ = draw(seed, BOT, stream, hand, part)
    return w0 | w1 << _SHIFT


@kernel
def fraction(key: Any) -> Any:
    """A float in [0, 1) from a bot's key (its upper 53 bits). One key, one number: for more, ``split`` the key."""
    return np.float64(np.int64(np.uint64(key) >> np.uint64(11))) * _TWO_TO_MINUS_53


@kernel
def split(key: Any, index: Any) -> Any:
    """The ``index``-th (0, 1, ...) further uint64 key made from ``key``: number index + 1 of SplitMix64.

    Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014.
    """
    mixed = key + (np.uint64(index) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return mixed ^ mixed >> np.uint64(31)


@kernel
def below(key: Any, bound: Any) -> Any:
    """An int64 uniform on 0 .. bound-1 from ``key``, without modulo bias. ``bound`` is 1 .. 2^31.

    Lemire's multiplication with rejection ("Fast random integer generation in an interval", 2019).
    """
    key = np.uint64(key)
    word = key & _LOW
    limit = np.uint64(bound)
    product = word * limit
    if (product & _LOW) < limit:
        threshold = (np.uint64(1) << _SHIFT) % limit
        attempt = 0
        while (product & _LOW) < threshold:
            word = split(key, attempt) & _LOW
            product = word * limit
            attempt += 1
    return np.int64(product >> _SHIFT)
