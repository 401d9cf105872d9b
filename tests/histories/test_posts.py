"""Hands as rooms play them, with posts that play by the rules never makes; and reasons for what cannot be."""

import re
from dataclasses import replace
from typing import Any

import pytest

from holdem_sim.cards import parse_cards
from holdem_sim.game.posting import Posts
from holdem_sim.game.rules import Rules
from holdem_sim.game.stepper import Hand
from holdem_sim.histories.recorded import STREETS, RecordedAction, RecordedHand
from holdem_sim.histories.stepping import replay_hand
from tests.histories.sample import verdict


def record(stacks: list[int], blinds: list[int], play: str, **more: Any) -> RecordedHand:
    """Blinds 1/2. ``play``: words like ``2r6`` (seat 2 raises to 6; f, k, c, b too), ``!`` all-in, ``/`` street."""
    kinds = {"f": "fold", "k": "check", "c": "call", "b": "bet", "r": "raise"}
    actions, street = [], 0
    for word in play.split():
        if word == "/":
            street += 1
        else:
            to = int(word[2:].rstrip("!"))
            actions.append(RecordedAction(int(word[0]), STREETS[street], kinds[word[1]], to, word.endswith("!")))
    button = more.pop("button", 0 if len(stacks) == 2 else len(stacks) - 1)
    board = tuple(parse_cards(more.pop("board", "")))
    holes = [None if text is None else parse_cards(text) for text in more.pop("holes", [])]
    return RecordedHand(
        id="made",
        betting=more.pop("betting", "no-limit"),
        small_blind=1,
        big_blind=2,
        stacks=tuple(stacks),
        blinds=tuple(blinds),
        actions=tuple(actions),
        button=button,
        board=board,
        hole_cards=tuple(None if cards is None else (cards[0], cards[1]) for cards in holes),
        **more,
    )


AGREEING = {
    "a straddle sets price and least raise": record(
        [200] * 4, [1, 2, 4, 0], "3r8 0f1 1f2 2f4", payoffs=(-1, -2, -4, 7), returned={3: 4}
    ),
    "a straddler has the option": record([200] * 4, [1, 2, 4, 0], "3c4 0c4 1c4 2r10 3f4 0f4 1f4", returned={2: 6}),
    "a button straddle, small blind first": record(
        [200] * 3, [1, 2, 4], "0f1 1f2", payoffs=(-1, -2, 3), first_to_act=0
    ),
    "a button straddle, big blind first": record([200] * 3, [1, 2, 4], "1f2 2k4 0f1", first_to_act=1),
    "a dead blind is no part of a call": record(
        [200] * 4, [1, 2, 0, 2], "2f0 3k2 0f1 1k2 / 1f0", dead=(0, 0, 0, 1), payoffs=(-1, -2, 0, 3), board="2c 3c 4c"
    ),
    "no small blind": record([200] * 3, [2, 0, 0], "1f0 2f0", payoffs=(0, 0, 0), returned={0: 2}),
    "the button at an empty seat": record(
        [200] * 3, [1, 2, 0], "2c2 0c2 1k2 / 0b2 1f0 2f0", button=None, board="2c3c4c"
    ),
    "a short big blind leaves the price": record(
        [200, 1, 200],
        [1, 1, 0],
        "2c2 0f1",
        payoffs=(-1, 2, -1),
        returned={2: 1},
        board="2c7d9hJc3s",
        holes=[None, "AsAh", None],
    ),
    "a big blind's ante is dead": record(
        [200, 5, 200],
        [1, 2, 0],
        "2f0 0c2",
        antes=(0, 3, 0),
        ante_mode="big_blind",
        board="2c3c4cJd9s",
        holes=["AsAh", "KsKh", None],
        payoffs=(5, -5, 0),
    ),
    "an open fold": record([200] * 3, [1, 2, 0], "2c2 0c2 1f2 / 0k0 2b2 0f0", payoffs=(-2, -2, 4), board="2c3c4c"),
    "unknown cards lose": record(
        [4, 4, 4], [1, 2, 0], "2r4! 0c4! 1c4!", holes=[None, "2c3d", None], board="2d7d9hJcQs", payoffs=(-4, 8, -4)
    ),
}


@pytest.mark.parametrize("name", AGREEING)
def test_rooms_posts(name: str) -> None:
    found = verdict(AGREEING[name])
    assert (found.outcome, found.reason) == ("agrees", "")


REFUSED_OR_DIFFERENT = [
    ("differs", "seat 0 acts, it is the turn of seat 1", record([200] * 3, [1, 2, 0], "2c2 0c2 0k2")),
    ("refused", "action 1 .*raise to 7: below the minimum, 8", record([200] * 4, [1, 2, 4, 0], "3r7 0f1 1f2 2f4")),
    ("differs", "raise to 2: not above the bet of 2", record([200] * 3, [1, 2, 0], "2r2 0f1 1f2")),
    ("differs", "raise to 201: above the maximum, 200", record([200] * 3, [1, 2, 0], "2r201 0f1 1f2")),
    ("differs", "the seat may not raise now", record([200, 5, 200], [1, 2, 0], "2r4 0c4 1r5! 2r20")),
    ("differs", "the betting is over", record([200, 5, 200], [1, 2, 0], "2f0 0r5 1c5! 0f5")),
    ("differs", "board: 0 cards recorded, 5 by the rules", record([9, 9], [1, 2], "0r9! 1c9!")),
    ("refused", "pot 1: nobody who contests it", record([9, 9], [1, 2], "0r9! 1c9!", board="2c7d9hJc3s")),
    ("refused", "button 1: with 3 players it is seat 2", record([9] * 3, [1, 2, 0], "2f0 0f1", button=1)),
    ("refused", "seat 1 posts 3 of 2 chips", record([9, 2, 9], [1, 3, 0], "2f0 0f1")),
    ("refused", "1 players", record([9], [1], "")),
    ("refused", "two a player", replace(record([9, 9], [1, 2], "0f1"), hole_cards=((1, 2, 3), None))),  # type: ignore[arg-type]
    ("refused", "1 hole cards for 2 players", record([9, 9], [1, 2], "0f1", holes=["AsKs"])),
    ("refused", "2 blinds for 3 players", record([9, 9, 9], [1, 2], "2f0 0f1")),
    ("agrees", "", record([9, 9, 9], [1, 2, 0], "2f0 0f1", ante_mode="big_blind")),
    ("refused", "big blind 7", replace(record([9] * 3, [1, 2, 0], "2f0 0f1"), big_blind_seat=7)),
    ("differs", "raise to 5: above the maximum, 4", record([200] * 3, [1, 2, 0], "2r5", betting="fixed-limit")),
    ("differs", "raise to 8: above the maximum, 7", record([200] * 3, [1, 2, 0], "2r8", betting="pot-limit")),
]


@pytest.mark.parametrize(
    ("outcome", "reason", "hand"), REFUSED_OR_DIFFERENT, ids=[r for _, r, _ in REFUSED_OR_DIFFERENT]
)
def test_reasons(outcome: str, reason: str, hand: RecordedHand) -> None:
    found = verdict(hand)
    assert found.outcome == outcome
    assert re.search(reason, found.reason), found.reason


def test_an_open_fold_is_counted() -> None:
    assert verdict(AGREEING["an open fold"]).open_folds == 1
    assert verdict(AGREEING["a straddle sets price and least raise"]).open_folds == 0


def test_seats_that_mucked_unseen_are_counted() -> None:
    assert verdict(AGREEING["unknown cards lose"]).mucked == 2
    assert verdict(AGREEING["no small blind"]).mucked == 0


def test_the_stepper_offers_what_a_straddle_leaves() -> None:
    hand = replay_hand(AGREEING["a straddler has the option"], 0)
    assert (hand.actor, hand.to_call, hand.min_raise_to, hand.pot) == (3, 4, 8, 7)
    hand = replay_hand(AGREEING["a straddler has the option"], 3)
    assert (hand.actor, hand.to_call, hand.can_fold) == (2, 0, True)


def test_posts_that_no_table_has() -> None:
    for posts in (Posts((1, 2, 0, 0), 1, 2), Posts((1, -2, 0), 1, 2), Posts((1, 2, 0), 3, 2), Posts((1, 2, 0), 1, 3)):
        with pytest.raises(ValueError, match="must be"):
            Hand(Rules(), stacks=[200] * 3, posts=posts)


def test_without_posts_open_folds_stay_illegal() -> None:
    hand = Hand(Rules(), stacks=[200] * 3)
    hand.check_call()
    hand.check_call()
    with pytest.raises(ValueError, match="legal: check, raise to"):
        hand.fold()
    hand = Hand(Rules(), stacks=[200] * 3, open_folds=True)
    hand.check_call()
    hand.check_call()
    with pytest.raises(ValueError, match="legal: fold, check, raise to"):
        hand.raise_to(1000)
    hand.fold()
    assert hand.actor == 1
