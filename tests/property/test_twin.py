"""Random hands, step by step: the kernels and the naive twin must see and do the same."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from holdem_sim._jit import JIT
from holdem_sim.cards import format_cards
from holdem_sim.contract import CHECK_CALL, FOLD, HISTORY
from holdem_sim.game.rules import Rules
from holdem_sim.game.stepper import STREETS, Hand
from tests.naive import philox
from tests.naive.rules import NaiveHand

BLOCKS, HANDS_A_BLOCK = (10, 300) if JIT else (10, 60)
State = tuple[Any, ...]

RARE = (
    "side pots",
    "odd chips",
    "a raise refused after a short all-in",
    "fixed limit at the cap",
    "all-in by a forced bet",
    "rake over two pots",
    "mucked",
    "history longer than the record",
    "empty seats",
)


def random_table(rng: np.random.Generator) -> tuple[Hand, NaiveHand]:
    """One hand of both kinds: 2 to 10 seats, ragged stacks, odd blinds, every structure, ante and rake."""
    seats = int(rng.integers(2, 11))
    big = int(rng.choice([1, 2, 3, 5, 10, 21]))
    small = int(rng.integers(1, big + 1))
    deepest = int(rng.choice([big, 3 * big, 60, 300, 300]))
    stacks = [int(chips) for chips in rng.integers(1, deepest + 1, seats)]
    if rng.random() < 0.2:
        stacks = [chips if rng.random() < 0.6 else 0 for chips in stacks]
        stacks[0], stacks[-1] = max(stacks[0], 1), max(stacks[-1], 1)
    mode = str(rng.choice(["none", "all", "big_blind"]))
    ante = 0 if mode == "none" else int(rng.integers(1, 2 * big + 1))
    betting = str(rng.choice(["no-limit", "no-limit", "pot-limit", "fixed-limit"]))
    rake_bp = int(rng.choice([0, 0, 275, 500, 10_000]))
    cap = None if rng.random() < 0.5 else int(rng.integers(0, 12))
    capped, drop = bool(rng.random() < 0.5), bool(rng.random() < 0.5)
    button = int(rng.choice([seat for seat in range(seats) if stacks[seat]]))
    seed = int(rng.integers(2**63))
    rules = Rules(betting, small, big, ante, mode, capped, rake_bp / 100, cap, drop)
    hand = Hand(rules, stacks=stacks, button=button, seed=seed)
    naive = NaiveHand(stacks, button, philox.deck(seed), small, big, ante, mode, betting, capped, rake_bp, cap, drop)
    return hand, naive


def state(hand: Hand) -> State:
    return (
        hand.actor,
        hand.over,
        hand.to_call,
        hand.can_fold,
        (hand.min_raise_to, hand.max_raise_to),
        hand.street,
        hand.pot,
        hand.board,
        hand.bets,
        hand.stacks,
        hand.invested,
    )


def naive_state(naive: NaiveHand) -> State:
    return (
        naive.actor,
        naive.over,
        naive.to_call,
        naive.can_fold,
        (naive.min_raise_to, naive.max_raise_to),
        STREETS[naive.street],
        naive.pot,
        format_cards(naive.board),
        naive.bets,
        naive.stacks,
        naive.invested,
    )


def masks(hand: Hand) -> State:
    """The rest of the public record that bots read, at a decision."""
    record = hand._observation[0]
    names = ("dealt", "in_hand", "can_act", "to_act")
    seats = [{seat for seat in range(10) if int(record[name]) >> seat & 1} for name in names]
    raises = int(record["raises"]) if hand.rules.betting == "fixed-limit" else None
    return (*seats, int(record["current_bet"]), raises, int(record["action_count"]))


def naive_masks(naive: NaiveHand) -> State:
    able = {seat for seat in naive.live if naive._can_act(seat)}
    waiting = {s for s in able if s not in naive.price_when_acted or naive.bets[s] < naive.price}
    raises = naive.bets_made if naive.betting == "fixed-limit" else None
    return set(naive.dealt), set(naive.live), able, waiting, naive.price, raises, len(naive.history)


def end(hand: Hand) -> State:
    pots = [(pot.amount, set(pot.contestants), set(pot.winners)) for pot in hand.pots]
    return (
        hand.over,
        hand.payoffs,
        hand.stacks,
        hand.returned,
        hand.invested,
        hand.pot,
        pots,
        set(hand.shown),
        hand.rake,
        hand.board,
    )


def naive_end(naive: NaiveHand) -> State:
    pots = [(amount, set(contestants), set(winners)) for amount, contestants, winners in naive.pots]
    kept = [put - back for put, back in zip(naive.invested, naive.returned, strict=True)]
    return (
        naive.over,
        naive.payoffs,
        naive.final_stacks,
        naive.returned,
        kept,
        sum(kept),
        pots,
        naive.shown,
        naive.rake,
        format_cards(naive.board),
    )


def do(hand: Hand, action: int) -> None:
    if action == FOLD:
        hand.fold()
    elif action == CHECK_CALL:
        hand.check_call()
    else:
        hand.raise_to(action)


def check_refusals(hand: Hand) -> None:
    """Just outside the offer everything is refused, and a refusal changes nothing."""
    low, high = hand.min_raise_to, hand.max_raise_to
    if low is None or high is None:
        refused = [1, max(hand.bets) + hand.to_call + 1, max(hand.bets) + 1000]
    else:
        refused = [low - 1, high + 1]
    refused = [amount for amount in refused if amount > 0] + ([] if hand.can_fold else [FOLD])
    before = hand._observation.tobytes(), hand._hidden.tobytes()
    for action in refused:
        with pytest.raises(ValueError, match="not legal"):
            do(hand, action)
    assert (hand._observation.tobytes(), hand._hidden.tobytes()) == before


def choose(rng: np.random.Generator, hand: Hand, temper: np.ndarray[Any, Any]) -> int:
    """A legal action; ``temper`` is how often to fold, call, raise the least, the most, something between."""
    kind = int(rng.choice(5, p=temper))
    low, high = hand.min_raise_to, hand.max_raise_to
    if kind == 0 and hand.can_fold:
        return FOLD
    if kind <= 1 or low is None or high is None:
        return CHECK_CALL
    return (low, high, int(rng.integers(low, high + 1)))[kind - 2]


def history(hand: Hand) -> list[tuple[int, ...]]:
    """The remembered actions, oldest first: seat, street, action, chips paid."""
    record = hand._observation[0]
    count = int(record["action_count"])
    names = ("history_seat", "history_street", "history_action", "history_paid")
    return [tuple(int(record[name][i % HISTORY]) for name in names) for i in range(max(count - HISTORY, 0), count)]


def play_both(seed: tuple[int, int]) -> Counter[str]:
    """Play one random hand on both; returns the rare things that it met."""
    rng = np.random.default_rng(seed)
    hand, naive = random_table(rng)
    where = f"random hand {seed}: {hand.rules}, stacks {naive.start}, button {naive.button}"
    temper = rng.dirichlet([0.3, 1, 0.6, 0.4, 0.4])
    if rng.random() < 0.2:
        temper = np.array([0, 0.02, 0.98, 0, 0])  # a war of least raises
    met: Counter[str] = Counter()
    met["empty seats"] = 0 in naive.start
    met["all-in by a forced bet"] = any(
        put and not left for put, left in zip(naive.invested, naive.stacks, strict=True)
    )
    holes = [
        format_cards(naive.hole[seat], separator="") if seat in naive.hole else None for seat in range(len(naive.start))
    ]
    assert hand.hole_cards == holes, where
    while not naive.over:
        assert state(hand) == naive_state(naive), f"{where}, after {naive.history}"
        assert masks(hand) == naive_masks(naive), f"{where}, after {naive.history}"
        assert hand._observation[0]["hole"].tolist() == list(naive.hole[naive.actor or 0]), where
        check_refusals(hand)
        if hand.max_raise_to is None and naive.actor is not None and naive.actor in naive.price_when_acted:
            met["a raise refused after a short all-in"] += naive.betting != "fixed-limit"
        met["fixed limit at the cap"] += naive._capped()
        action = choose(rng, hand, temper)
        do(hand, action)
        naive.act(action)
    assert end(hand) == naive_end(naive), f"{where}, after {naive.history}"
    assert history(hand) == naive.history[-HISTORY:], where
    assert sum(hand.stacks) + hand.rake == sum(naive.start), where
    met["side pots"] = len(naive.pots) > 1
    met["odd chips"] = any(amount % len(winners) for amount, _, winners in naive.pots)
    met["rake over two pots"] = len(naive.pots) > 1 and naive.pots[0][0] == 0
    met["mucked"] = len(naive.shown) < len(naive.live) and len(naive.live) > 1
    met["history longer than the record"] = len(naive.history) > HISTORY
    return met


@pytest.mark.parametrize("block", range(BLOCKS))
def test_kernels_and_twin_agree_at_every_step(block: int) -> None:
    met: Counter[str] = Counter()
    for number in range(HANDS_A_BLOCK):
        met += play_both((block, number))
    if HANDS_A_BLOCK >= 300:
        assert {name for name in RARE if not met[name]} == set()


@pytest.mark.slow
@pytest.mark.parametrize("block", range(100, 150))
def test_kernels_and_twin_agree_on_100_000_hands(block: int) -> None:
    for number in range(2000):
        play_both((block, number))
