"""Chance: every draw is a pure function of (seed, stream, counters), the same in kernels, numpy and Python.

Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC11), held to the
published vectors of Random123 in tests/unit/test_rng.py. There is no generator state: threads, batches and the
order of play cannot touch a result.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holdem_sim._jit import kernel

DECK, REDRAW, BOT, ORDER, LINEUP, SAMPLE = range(1, 7)
"""Streams: the deck, its rare rejected draws, bots' keys, seatings, line-ups, sampled boards."""

_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_LOW, _SHIFT = np.uint64(0xFFFFFFFF), np.uint64(32)
_TWO_TO_MINUS_53 = 2.0**-53


@kernel
def philox(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> Any:
    """Four words below 2^32 for a counter and key of words below 2^32, all uint64 (scalars, or arrays in numpy).

    Twin: tests.naive.philox
    """
    for _ in range(10):
        p0 = _M0 * c0
        p1 = _M1 * c2
        c0, c1, c2, c3 = (p1 >> _SHIFT) ^ c1 ^ k0, p1 & _LOW, (p0 >> _SHIFT) ^ c3 ^ k1, p0 & _LOW
        k0 = (k0 + _W0) & _LOW
        k1 = (k1 + _W1) & _LOW
    return c0, c1, c2, c3


@kernel
def draw(seed: Any, stream: Any, index: Any, sub: Any, part: Any) -> Any:
    """Four words below 2^32 (uint64): f(seed, stream, index, sub, part).

    ``seed`` and ``index`` are any uint64, ``sub`` is below 2^32, ``part`` below 2^28, ``stream`` below 16.
    """
    word = np.uint64(stream) << np.uint64(28) | np.uint64(part) & np.uint64(0xFFFFFFF)
    seed = np.uint64(seed)
    index = np.uint64(index)
    return philox(index & _LOW, index >> _SHIFT, np.uint64(sub) & _LOW, word, seed & _LOW, seed >> _SHIFT)


def draw_array(seed: int, stream: int, index: Any, sub: Any, part: Any) -> tuple[np.ndarray, ...]:
    """``draw`` for arrays of ``index``, ``sub`` and ``part`` (broadcast together): four uint64 arrays."""
    plain: Any = getattr(philox, "py_func", philox)
    index, sub, part = np.broadcast_arrays(
        np.asarray(index, np.uint64), np.asarray(sub, np.uint64), np.asarray(part, np.uint64)
    )
    word = np.uint64(stream << 28) | part
    key = np.uint64(seed & 0xFFFFFFFF), np.uint64(seed >> 32)
    words: tuple[np.ndarray, ...] = plain(index & _LOW, index >> _SHIFT, sub, word, *key)
    return words


@kernel
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
    """The ``index``-th independent uint64 key made from ``key``."""
    key = np.uint64(key)
    w0, w1, _, _ = philox(np.uint64(index), np.uint64(0), np.uint64(0), np.uint64(0), key & _LOW, key >> _SHIFT)
    return w0 | w1 << _SHIFT


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
