"""How fast hands are ranked: million evaluations a second, medians of several runs, one thread.

    python benchmarks/bench_evaluator.py

Every result goes into a sum that is checked or printed, so that no work can be optimised away. Compare with a peer
only when both ran on this machine in the same minutes.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from holdem_sim._jit import kernel
from holdem_sim.cards import format_cards
from holdem_sim.evaluator import evaluate
from holdem_sim.evaluator.equity import equity
from holdem_sim.evaluator.rank import CARD_KEY, CARD_MASK, NO_CARDS, gather, rank

HANDS = 1_000_000
ALL_SEVENS = 133_784_560


@kernel
def rank_random(hands: Any) -> Any:
    total = 0
    for row in range(len(hands)):
        key, mask = gather(hands[row], 0, 7)
        total += rank(key, mask)
    return total


@kernel
def rank_all_in_order(keys: Any, masks: Any) -> Any:
    total = 0
    for a in range(52):
        key_a, mask_a = NO_CARDS + keys[a], masks[a]
        for b in range(a):
            key_b, mask_b = key_a + keys[b], mask_a | masks[b]
            for c in range(b):
                key_c, mask_c = key_b + keys[c], mask_b | masks[c]
                for d in range(c):
                    key_d, mask_d = key_c + keys[d], mask_c | masks[d]
                    for e in range(d):
                        key_e, mask_e = key_d + keys[e], mask_d | masks[e]
                        for f in range(e):
                            key_f, mask_f = key_e + keys[f], mask_e | masks[f]
                            for g in range(f):
                                total += rank(key_f + keys[g], mask_f | masks[g])
    return total


@kernel
def rank_six_on_a_board(decks: Any) -> Any:
    total = 0
    for row in range(len(decks)):
        deck = decks[row]
        board_key, board_mask = gather(deck, 0, 5)
        best = 0
        for seat in range(6):
            a, b = deck[5 + 2 * seat], deck[6 + 2 * seat]
            key = board_key + CARD_KEY[a] + CARD_KEY[b]
            best = max(best, rank(key, board_mask | CARD_MASK[a] | CARD_MASK[b]))
        total += best
    return total


def seconds(work: Callable[[], Any], runs: int) -> tuple[float, int]:
    """Median seconds of ``work``, after one run to warm up, and the sum of its results."""
    work()
    times, total = [], 0
    for _ in range(runs):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
        total += int(np.sum(result))
    return statistics.median(times), total


def main() -> None:
    order = np.random.default_rng(1).random((HANDS // 5, 52)).argsort(axis=1)[:, :17].astype(np.uint8)
    decks = np.ascontiguousarray(np.tile(order, (5, 1)))
    sevens = np.ascontiguousarray(decks[:, :7])
    numbers = [hand.tolist() for hand in sevens[:10_000]]
    texts = [format_cards(hand) for hand in numbers]
    cases: list[tuple[str, int, int, Callable[[], Any]]] = [
        ("random 7-card hands, in a kernel", HANDS, 15, lambda: rank_random(sevens)),
        ("all 7-card hands in order", ALL_SEVENS, 7, lambda: rank_all_in_order(CARD_KEY, CARD_MASK)),
        ("six hands on one board", 6 * HANDS, 15, lambda: rank_six_on_a_board(decks)),
        ("evaluate(array)", HANDS, 15, lambda: evaluate(sevens)),
        ("evaluate(array, check=True)", HANDS, 7, lambda: evaluate(sevens, check=True)),
        ("evaluate([numbers])", len(numbers), 7, lambda: [evaluate(hand) for hand in numbers]),
        ("evaluate('text')", len(texts), 7, lambda: [evaluate(hand) for hand in texts]),
    ]
    for name, evaluations, runs, work in cases:
        median, total = seconds(work, runs)
        print(f"{name:34} {evaluations / median / 1e6:9.3f} M/s   (sum {total})")
    median, _ = seconds(lambda: equity(["AhKs", "QdQc"]).equity, 15)
    print(f"{'exact AhKs v QdQc':34} {median * 1e3:9.2f} ms    {equity(['AhKs', 'QdQc']).equity[0]:.6f}")
    median, _ = seconds(lambda: equity(["AhKs", "QdQc"], samples=100_000).equity, 15)
    print(f"{'the same from 100,000 boards':34} {median * 1e3:9.2f} ms")


if __name__ == "__main__":
    main()
