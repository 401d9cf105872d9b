"""RULES.md, "Acting": pot limit and fixed limit."""

from typing import Any

import pytest

from holdem_sim.game.stepper import Hand
from tests.rules.acting import NO_RAISE, act, deal, raises


def pot_limit(stacks: list[int], actions: str = "", **rules: Any) -> Hand:
    return deal(stacks, actions, betting="pot-limit", **rules)


def fixed_limit(stacks: list[int], actions: str = "", **rules: Any) -> Hand:
    return deal(stacks, actions, betting="fixed-limit", **rules)


# Pot limit.


def test_pot_limit_maximum_is_the_bet_plus_the_pot_after_the_call() -> None:
    hand = pot_limit([200] * 2)
    assert raises(hand) == (4, 6)
    act(hand, "6")
    assert raises(hand) == (10, 18)
    act(hand, "18")
    assert raises(hand) == (30, 54)
    with pytest.raises(ValueError, match="raise to 55: not legal"):
        hand.raise_to(55)


def test_pot_limit_maximum_under_the_gun_and_in_the_blinds() -> None:
    hand = pot_limit([200] * 4)
    assert raises(hand) == (4, 7)  # 2 + pot after the call 5
    act(hand, "c")
    assert raises(hand) == (4, 9)
    act(hand, "c")
    assert raises(hand) == (4, 10)  # small blind: 2 + 8
    act(hand, "c")
    assert raises(hand) == (4, 10)  # big blind: 2 + 8


def test_pot_limit_opening_bet_is_the_pot() -> None:
    hand = pot_limit([200] * 2, "6 c")
    assert raises(hand) == (2, 12)
    act(hand, "5")
    assert raises(hand) == (10, 27)  # 5 + (12 + 5 + 5)
    act(hand, "27")
    assert raises(hand) == (49, 27 + 12 + 27 + 27)


def test_pot_limit_counts_antes() -> None:
    assert raises(pot_limit([200] * 3, ante=1, ante_mode="all")) == (4, 10)
    assert raises(pot_limit([200] * 3, ante=2, ante_mode="big_blind")) == (4, 9)
    hand = pot_limit([200] * 3, "c c c", ante=1, ante_mode="all")
    assert raises(hand) == (2, 9)


def test_pot_limit_counts_short_blinds_as_posted() -> None:
    assert raises(pot_limit([200, 200, 1])) == (4, 6)  # 2 + (1 + 1 + 2)
    assert raises(pot_limit([200, 3, 200], small_blind=5, big_blind=10)) == (20, 33)


def test_pot_limit_maximum_is_at_most_the_stack_and_may_be_below_the_minimum() -> None:
    assert raises(pot_limit([5, 200, 200])) == (4, 5)
    assert raises(pot_limit([3, 200, 200])) == (3, 3)
    assert raises(pot_limit([2, 200, 200])) == NO_RAISE


def test_pot_limit_short_all_in_does_not_reopen() -> None:
    hand = pot_limit([200, 8, 200, 200], "6 c 8 c")
    assert (hand.actor, hand.to_call, raises(hand)) == (3, 2, NO_RAISE)
    hand = pot_limit([200, 8, 200, 200], "6 c 8")
    assert (hand.actor, raises(hand)) == (2, (12, 8 + 22 + 6))


# Fixed limit. Blinds 5/10: bets of 10, then 20 on the turn and river.

STAKES: dict[str, Any] = {"small_blind": 5, "big_blind": 10}


def test_fixed_limit_bets_are_one_big_blind_then_two() -> None:
    hand = fixed_limit([400] * 3, **STAKES)
    assert raises(hand) == (20, 20)
    act(hand, "c c c")
    for size in (10, 20, 20):
        assert raises(hand) == (size, size)
        act(hand, f"{size}")
        assert raises(hand) == (2 * size, 2 * size)
        act(hand, "c c")
    assert hand.over


@pytest.mark.parametrize("amount", [11, 19, 21, 400])
def test_fixed_limit_has_one_size(amount: int) -> None:
    hand = fixed_limit([400] * 3, **STAKES)
    with pytest.raises(ValueError, match=r"legal: fold, call 10, raise to 20\.\.20"):
        hand.raise_to(amount)


def test_fixed_limit_is_one_bet_and_three_raises_a_round() -> None:
    hand = fixed_limit([400] * 3, "20 30 40", **STAKES)
    assert (hand.actor, hand.to_call, raises(hand)) == (0, 20, NO_RAISE)
    act(hand, "c c")
    for size in (10, 20, 20):
        act(hand, f"{size} {2 * size} {3 * size} {4 * size}")
        assert (hand.actor, hand.to_call, raises(hand)) == (2, 2 * size, NO_RAISE)
        act(hand, "c c")
    assert hand.over


def test_fixed_limit_cap_holds_heads_up() -> None:
    hand = fixed_limit([400] * 2, "20 30 40", **STAKES)
    assert raises(hand) == NO_RAISE


def test_fixed_limit_cap_may_be_lifted_in_hands_dealt_to_two() -> None:
    hand = fixed_limit([400] * 2, "20 30 40 50 60 70", **STAKES, cap_heads_up=False)
    assert raises(hand) == (80, 80)
    two_seats_in = fixed_limit([400, 0, 400], "20 30 40", **STAKES, cap_heads_up=False)
    assert raises(two_seats_in) == (50, 50)


def test_fixed_limit_cap_stays_when_only_two_of_three_are_left() -> None:
    hand = fixed_limit([400] * 3, "f 20 30 40", **STAKES, cap_heads_up=False)
    assert (hand.actor, raises(hand)) == (2, NO_RAISE)


def test_fixed_limit_at_the_cap_nobody_raises_not_even_all_in() -> None:
    hand = fixed_limit([400, 400, 43, 400], "20 30 40", **STAKES)
    assert (hand.actor, hand.to_call, raises(hand)) == (2, 30, NO_RAISE)
    with pytest.raises(ValueError, match="raise to 43"):
        hand.raise_to(43)


def test_fixed_limit_all_in_under_half_a_bet_is_no_raise() -> None:
    hand = fixed_limit([400, 24, 400, 400], "20 c 24", **STAKES)
    assert (hand.actor, hand.to_call, raises(hand)) == (2, 14, (30, 30))
    act(hand, "c")
    assert (hand.actor, hand.to_call, raises(hand)) == (3, 4, NO_RAISE)
    act(hand, "c")
    assert (hand.actor, hand.to_call, raises(hand)) == (0, 4, NO_RAISE)


def test_fixed_limit_all_in_under_half_a_bet_does_not_count_towards_the_cap() -> None:
    hand = fixed_limit([400, 24, 400, 400], "20 c 24 30 40", **STAKES)
    assert (hand.actor, hand.to_call, raises(hand)) == (0, 20, NO_RAISE)
    hand = fixed_limit([400, 24, 400, 400], "20 c 24 30", **STAKES)
    assert (hand.actor, raises(hand)) == (3, (40, 40))


def test_fixed_limit_all_in_from_half_a_bet_counts_as_the_raise() -> None:
    hand = fixed_limit([400, 25, 400, 400], "20 c 25", **STAKES)
    assert (hand.actor, hand.to_call, raises(hand)) == (2, 15, (35, 35))
    act(hand, "c")
    assert (hand.actor, hand.to_call, raises(hand)) == (3, 5, (35, 35))
    act(hand, "35")  # big blind, 20, 25, 35: the cap
    assert (hand.actor, raises(hand)) == (0, NO_RAISE)


def test_fixed_limit_short_all_ins_add_up_to_half_a_bet() -> None:
    """24 is no raise; 25 is half a bet above the last full bet of 20, and counts."""
    hand = fixed_limit([400, 24, 25, 400], "20 c 24 25", **STAKES)
    assert (hand.actor, hand.to_call, raises(hand)) == (3, 5, (35, 35))
    act(hand, "c")
    assert (hand.actor, hand.to_call, raises(hand)) == (0, 5, (35, 35))


def test_fixed_limit_right_to_raise_counts_from_each_seats_own_action() -> None:
    """Seat 0 called 24; 26 counts as a raise, but to seat 0 the bet has grown by 2 only."""
    hand = fixed_limit([400, 400, 26, 400, 24], "20 24 c f 26", **STAKES)
    assert (hand.actor, hand.to_call, raises(hand)) == (3, 6, (36, 36))
    act(hand, "c")
    assert (hand.actor, hand.to_call, raises(hand)) == (0, 2, NO_RAISE)


@pytest.mark.parametrize(("chips", "may_raise"), [(9, False), (10, True), (11, True)])
def test_fixed_limit_half_a_bet_on_the_turn_is_of_the_big_bet(chips: int, may_raise: bool) -> None:
    hand = fixed_limit([400, 400, 10 + chips], "c c c c c c c", **STAKES)
    act(hand, f"{chips}")
    assert (hand.street, hand.actor) == ("turn", 0)
    full = (chips + 20, chips + 20) if may_raise else (20, 20)
    assert raises(hand) == full
    act(hand, "c")
    assert (hand.actor, hand.to_call) == (1, chips)
    assert raises(hand) == (full if may_raise else NO_RAISE)


def test_fixed_limit_short_opening_all_in_under_half_a_bet_leaves_a_full_bet_to_make() -> None:
    hand = fixed_limit([400, 400, 14], "c c c c 4", **STAKES)
    assert (hand.street, hand.actor, hand.to_call, raises(hand)) == ("flop", 0, 4, (10, 10))
    act(hand, "c")
    assert (hand.actor, raises(hand)) == (1, NO_RAISE)


def test_fixed_limit_all_in_below_the_bet_is_offered_as_all_in() -> None:
    hand = fixed_limit([13, 400, 400], **STAKES)
    assert (hand.to_call, raises(hand)) == (10, (13, 13))


def test_fixed_limit_odd_half_bet_is_not_rounded() -> None:
    """Bets of 5: 2 above the full bet is less than half of it, 3 is more."""
    hand = fixed_limit([400, 12, 400, 400], "10 c 12 c", small_blind=2, big_blind=5)
    assert (hand.actor, hand.to_call, raises(hand)) == (3, 2, NO_RAISE)
    hand = fixed_limit([400, 13, 400, 400], "10 c 13 c", small_blind=2, big_blind=5)
    assert (hand.actor, hand.to_call, raises(hand)) == (3, 3, (18, 18))
