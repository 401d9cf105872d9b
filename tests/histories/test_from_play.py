"""A played hand as a record, checked by hand."""

import pytest

from holdem_sim.cards import parse_cards
from holdem_sim.game.rules import Rules
from holdem_sim.game.stepper import Hand
from holdem_sim.histories.from_play import from_play
from holdem_sim.histories.recorded import RecordedAction, RecordedPot


def two(text: str) -> tuple[int, int]:
    first, second = parse_cards(text)
    return first, second


def test_three_seats_with_a_side_pot_and_an_empty_chair() -> None:
    hand = Hand(
        Rules(small_blind=1, big_blind=2, ante=1, ante_mode="all"),
        stacks=[50, 0, 20, 100],
        button=2,
        hole_cards=["KdKc", None, "AsAd", "7c2h"],
        board="3s 4s 8d 9d Jc",
    )
    actions = [(2, 19), (3, 40), (0, 0)]
    assert [hand.actor] == [2]
    hand.raise_to(19)
    hand.raise_to(40)
    hand.check_call()
    while not hand.over:
        actions.append((hand.actor or 0, 0))
        hand.check_call()
    record = from_play(hand, 2, actions, id="8", names=["Ann", "-", "Cy", "Dee"], tags=["x"], extra={"seed": 4})
    assert record.extra == {"seats": (4, 1, 3), "seed": 4}
    assert record.names == ("Dee", "Ann", "Cy")
    assert (record.stacks, record.antes, record.blinds) == ((100, 50, 20), (1, 1, 1), (1, 2, 0))
    assert (record.button, record.first_to_act, record.id, record.tags) == (2, 2, "8", ("x",))
    assert record.hole_cards == (two("7c2h"), two("KdKc"), two("AsAd"))
    assert record.actions[:3] == (
        RecordedAction(2, "preflop", "raise", 19, True),
        RecordedAction(0, "preflop", "raise", 40),
        RecordedAction(1, "preflop", "call", 40),
    )
    assert [action.street for action in record.actions[3:]] == ["flop", "flop", "turn", "turn", "river", "river"]
    assert record.pots == (RecordedPot(60, (0, 1, 2), (2,)), RecordedPot(42, (0, 1), (1,)))
    assert (record.payoffs, record.payoffs_after_rake, record.returned) == ((-41, 1, 40), None, {})
    assert record.shown == (True, True, True)


def test_heads_up_the_button_is_seat_0() -> None:
    hand = Hand(Rules(small_blind=1, big_blind=2), stacks=[50, 60], button=1)
    hand.raise_to(6)
    hand.fold()
    record = from_play(hand, 1, [(1, 6), (0, -1)])
    assert (record.stacks, record.blinds, record.button, record.first_to_act) == ((60, 50), (1, 2), 0, 0)
    assert (record.payoffs, record.returned, record.shown, record.board) == ((2, -2), {0: 4}, (False, False), ())
    assert record.pots == (RecordedPot(4, (0,), (0,)),)


def test_rake_stands_apart_from_payoffs() -> None:
    hand = Hand(Rules(rake=10, no_flop_no_drop=False), stacks=[50, 60], button=1, board="3s 4s 8d 9d Jc")
    actions = []
    while not hand.over:
        actions.append((hand.actor or 0, 0 if hand.street != "preflop" or hand.actor == 0 else 10))
        if actions[-1][1]:
            hand.raise_to(10)
        else:
            hand.check_call()
    record = from_play(hand, 1, actions)
    assert record.rake == 2
    assert record.pots is not None
    assert record.pots[0].amount == 20
    assert sum(record.payoffs or ()) == 0
    assert sum(record.payoffs_after_rake or ()) == -2


def test_what_does_not_fit_is_refused() -> None:
    hand = Hand(stacks=[50, 60])
    with pytest.raises(ValueError, match="not over"):
        from_play(hand, 0, [])
    hand.fold()
    with pytest.raises(ValueError, match="before the betting"):
        from_play(hand, 0, [])
    with pytest.raises(ValueError, match="one seat is left"):
        from_play(hand, 0, [(0, -1), (0, 0)])
