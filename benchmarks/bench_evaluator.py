"""How fast hands are ranked, here and elsewhere. One thread; every strength goes into a sum."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from benchmarks.meter import Meter, Play, Work
from benchmarks.peer_evaluators import EVALUATORS, Evaluator, ompeval_all, ompeval_equity
from benchmarks.peers import excused
from holdem_sim._jit import kernel
from holdem_sim.cards import format_cards, parse_cards
from holdem_sim.evaluator import evaluate
from holdem_sim.evaluator.equity import equity
from holdem_sim.evaluator.preflop import heads_up_counts
from holdem_sim.evaluator.rank import CARD_KEY, CARD_MASK, NO_CARDS, gather, rank

HANDS = 1_000_000
ALL_SEVENS = 133_784_560
FEW = 2_000
BOTH = ["AhKs", "QdQc"]
EQUITY = 0.428352
OMPEVAL = "OMPEval (pokerfast)"

DECKS = np.random.default_rng(1).random((HANDS // 5, 52)).argsort(axis=1)[:, :17].astype(np.uint8)
SEVENS = np.ascontiguousarray(np.tile(DECKS[:, :7], (5, 1)))
NUMBERS = SEVENS[:FEW].tolist()
TEXTS = [format_cards(hand) for hand in NUMBERS]


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


@kernel
def look_up(cards: Any, times: Any) -> Any:
    total = 0
    for i in range(times):
        # another pair of hands each time, or the compiler would look up but once
        wins, losses = heads_up_counts(cards[i & 3], cards[4 + (i & 3)], cards[8 + (i & 3)], cards[12 + (i & 3)])
        total += wins - losses
    return total


def repeated(work: Work) -> Play:
    """``work``, so often in a row."""
    return lambda times: float(sum(work() for _ in range(times)))


def bench_random_sevens(meter: Meter) -> None:
    meter.rate_of("random sevens", repeated(lambda: rank_random(SEVENS)), HANDS)


def bench_evaluate_array(meter: Meter) -> None:
    meter.rate_of("evaluate array", repeated(lambda: float(evaluate(SEVENS).sum())), HANDS)


def bench_all_in_order(meter: Meter) -> None:
    meter.rate("all sevens", lambda: rank_all_in_order(CARD_KEY, CARD_MASK), ALL_SEVENS)


def bench_six_on_a_board(meter: Meter) -> None:
    decks = np.ascontiguousarray(np.tile(DECKS, (5, 1)))
    meter.rate_of("one board", repeated(lambda: rank_six_on_a_board(decks)), 6 * HANDS)


def bench_one_text(meter: Meter) -> None:
    meter.rate_of("one text", one_by_one(evaluate, TEXTS))


def bench_one_numbers(meter: Meter) -> None:
    meter.rate_of("one numbers", one_by_one(evaluate, NUMBERS))


def bench_equity(meter: Meter) -> None:
    assert round(equity(BOTH).equity[0], 6) == EQUITY
    meter.cpu_of("equity", repeated(lambda: equity(BOTH).equity[0]))


def bench_equity_table(meter: Meter) -> None:
    pairs = ["AhKs QdQc", "7c2d 9h9s", "JsTs AcAd", "6h6d 5h4h"]
    cards = np.array([parse_cards(pair) for pair in pairs], np.int64).T.ravel()
    meter.cpu_of("equity table", lambda times: look_up(cards, times))


@pytest.mark.parametrize("peer", EVALUATORS, ids=lambda peer: peer.name)
@pytest.mark.parametrize("form", ["text", "numbers"])
def bench_peer(meter: Meter, peer: Evaluator, form: str) -> None:
    with excused(peer.name):
        from_text, prepare, from_prepared = peer.load()
        hands: list[Any] = TEXTS if form == "text" else [prepare(text) for text in TEXTS]
        one = from_text if form == "text" else from_prepared
        theirs = np.array([one(hand) for hand in hands[:200]], np.int64)
        ours = np.array([evaluate(hand) for hand in TEXTS[:200]])
        order = np.sign(np.subtract.outer(ours, ours))
        if (np.sign(np.subtract.outer(theirs, theirs)) != (order if peer.higher_wins else -order)).any():
            raise RuntimeError("orders hands in another way")
        meter.rate_of(f"one {form}", one_by_one(one, hands), who=peer.name)


def bench_ompeval(meter: Meter) -> None:
    """OMPEval in C++: one call for all hands, cards as bytes."""
    with excused(OMPEVAL):
        rank_all = ompeval_all()
        cards = SEVENS.tobytes()
        meter.rate_of("evaluate array", repeated(lambda: float(rank_all(cards, HANDS).sum())), HANDS, who=OMPEVAL)


def bench_ompeval_equity(meter: Meter) -> None:
    with excused(OMPEVAL):
        exact = ompeval_equity()
        if round(exact(BOTH)[0], 6) != EQUITY:
            raise RuntimeError("finds another equity")
        meter.cpu_of("equity", repeated(lambda: exact(BOTH)[0]), who=OMPEVAL)


def one_by_one(evaluate_one: Callable[[Any], int], hands: list[Any]) -> Play:
    """Evaluates so many of ``hands``, round and round."""
    return lambda count: float(sum(evaluate_one(hands[i % FEW]) for i in range(count)))
