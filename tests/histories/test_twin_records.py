"""Hands that the naive twin played: the replay agrees with every one, and the stepper ends them alike."""

from collections import Counter

import numpy as np

from holdem_sim._jit import JIT
from holdem_sim.histories.jsonlines import from_json, to_json
from holdem_sim.histories.recorded import RecordedHand
from holdem_sim.histories.stepping import replay_hand
from holdem_sim.histories.verify import AGREES, REFUSED, verify_hands
from tests.histories.twin_records import random_record

HANDS = 1500 if JIT else 150


def unknown_pot(hand: RecordedHand) -> bool:
    """Is a pot contested by seats with unknown cards alone?"""
    pots = [pot.eligible for pot in hand.pots or () if len(pot.eligible) > 1]
    return any(all(hand.hole_cards[seat] is None for seat in seats) for seats in pots)


def test_the_replay_agrees_with_the_twin() -> None:
    rng = np.random.default_rng(4)
    hands = [random_record(rng) for _ in range(HANDS)]
    met: Counter[str] = Counter()
    for hand, verdict in zip(hands, verify_hands(hands), strict=True):
        assert verdict.outcome == (REFUSED if unknown_pot(hand) else AGREES), (verdict, hand)
        met["refused"] += verdict.outcome == REFUSED
        met["mucked"] += verdict.outcome == AGREES and verdict.mucked > 0
        met["side pots"] += len(hand.pots or ()) > 1
        met["dead ante"] += hand.ante_mode == "big_blind" and hand.antes[1] > 0
        met["returned"] += bool(hand.returned)
        met["all-in"] += any(action.all_in for action in hand.actions)
    assert all(met[name] > 0 for name in ("refused", "mucked", "side pots", "dead ante", "returned", "all-in")), met


def test_mucked_hands_lose_on_the_stepper_too() -> None:
    rng = np.random.default_rng(5)
    mucked = 0
    for _ in range(HANDS // 5):
        hand = random_record(rng)
        if unknown_pot(hand):
            continue
        played = replay_hand(hand)
        assert tuple(played.payoffs) == hand.payoffs
        unknown = {seat for seat, cards in enumerate(hand.hole_cards) if cards is None}
        assert not unknown & set(played.shown)
        mucked += any(unknown & set(pot.eligible) and len(pot.eligible) > 1 for pot in hand.pots or ())
    assert mucked > 0


def test_json_gives_every_hand_back() -> None:
    rng = np.random.default_rng(6)
    for _ in range(HANDS // 5):
        hand = random_record(rng)
        back = from_json(to_json(hand))
        assert back == hand
