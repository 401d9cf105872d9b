"""RULES.md, "Acting": no limit, amounts (short all-ins have their own file)."""

import pytest

from holdem_sim.contract import raise_to_pot
from holdem_sim.game.stepper import Hand
from tests.rules.acting import NO_RAISE, act, deal, order, raises

# Four seats: 0 button, 1 small blind, 2 big blind, 3 under the gun.


def pot_raise(hand: Hand, numerator: int, denominator: int) -> int:
    return int(raise_to_pot(hand.observation, numerator, denominator))


def test_fold_only_when_there_is_something_to_pay() -> None:
    hand = deal([200] * 3)
    assert hand.can_fold
    act(hand, "c c")
    assert (hand.actor, hand.to_call, hand.can_fold) == (2, 0, False)
    with pytest.raises(ValueError, match=r"fold: not legal for seat 2; legal: check, raise to 4\.\.200"):
        hand.fold()
    act(hand, "4")
    assert (hand.actor, hand.to_call, hand.can_fold) == (0, 2, True)


def test_check_when_there_is_nothing_to_pay_else_call() -> None:
    hand = deal([200] * 3, "6")
    assert hand.to_call == 5
    act(hand, "c c")
    assert (hand.street, hand.stacks, hand.pot) == ("flop", [194] * 3, 18)
    act(hand, "c")
    assert (hand.stacks, hand.pot) == ([194] * 3, 18)


def test_a_call_that_takes_the_last_chip_is_all_in() -> None:
    hand = deal([200, 20, 200], "50")
    assert (hand.actor, hand.to_call, raises(hand)) == (1, 19, NO_RAISE)
    act(hand, "c c")
    assert hand.stacks == [150, 0, 150]
    assert (hand.street, hand.actor) == ("flop", 2)


def test_minimum_bet_is_the_big_blind() -> None:
    hand = deal([200] * 2, "c c")
    assert raises(hand) == (2, 198)
    with pytest.raises(ValueError, match=r"raise to 1: not legal for seat 1; legal: check, raise to 2..198"):
        hand.raise_to(1)


def test_every_street_starts_at_the_big_blind_again() -> None:
    """TexasHoldemGameEngine #21: blinds 50/100, 300 => at least 500; a new street 100."""
    hand = deal([5000] * 4, small_blind=50, big_blind=100)
    for expected in (200, 100, 100, 100):
        assert hand.min_raise_to == expected
        act(hand, "300")
        assert hand.min_raise_to == (500 if expected == 200 else 600)
        act(hand, "c c c")


def test_minimum_raise_is_the_last_raise_not_the_last_bet() -> None:
    """texasholdem #80: to 6 is a raise of 4, so the next is to 10."""
    hand = deal([200] * 4, "6")
    assert hand.min_raise_to == 10
    act(hand, "20")
    assert hand.min_raise_to == 34
    act(hand, "35")
    assert hand.min_raise_to == 50


def test_first_bet_of_a_street_counts_as_the_raise_to_match() -> None:
    """pangea-poker #36: flop bet 2 => at least 4."""
    hand = deal([200] * 2, "c c 2")
    assert hand.min_raise_to == 4


def test_raise_to_is_the_total_of_the_round_for_a_seat_with_chips_in() -> None:
    """texasholdem #39, bet #32: never raise-by."""
    hand = deal([200] * 3, "c 6")
    assert (hand.bets, hand.stacks) == ([2, 6, 2], [198, 194, 198])
    act(hand, "12")
    assert (hand.bets, hand.stacks) == ([2, 6, 12], [198, 194, 188])
    act(hand, "f 30")
    assert (hand.bets, hand.stacks, hand.pot) == ([2, 30, 12], [198, 170, 188], 44)


def test_to_call_is_the_difference_for_every_seat() -> None:
    hand = deal([200] * 4, "10")
    calls = []
    for _ in range(3):
        calls.append(hand.to_call)
        hand.check_call()
    assert calls == [10, 9, 8]


def test_minimum_raise_ignores_a_shorter_opponent() -> None:
    """pokerkit #40: 260 although the opponent has 200; the rest comes back."""
    holes = {0: "KcKd", 1: "AcAd"}
    hand = deal([1000, 200], "100 180", holes=holes, small_blind=10, big_blind=20)
    assert raises(hand) == (260, 1000)
    act(hand, "260 c")
    assert hand.returned == [60, 0]
    assert hand.stacks == [800, 400]


def test_an_opponent_too_short_to_match_can_still_answer() -> None:
    hand = deal([1000, 30], "20", small_blind=5, big_blind=10)
    assert (hand.actor, raises(hand)) == (1, (30, 30))
    # A price of 90 already covers the big blind's 50, who can yet act: the small blind may raise.
    hand = deal([90, 1000, 50], "90", small_blind=5, big_blind=10)
    assert (hand.actor, raises(hand)) == (1, (170, 1000))


def test_all_in_below_the_minimum_raise_is_offered() -> None:
    """PyPokerEngine #72: a bet of 20 into 25 chips."""
    hand = deal([27, 200], "c c 20")
    assert (hand.actor, hand.to_call, raises(hand)) == (0, 20, (25, 25))
    act(hand, "25")
    assert (hand.actor, hand.to_call, raises(hand)) == (1, 5, NO_RAISE)


def test_no_raise_when_the_call_alone_takes_the_stack() -> None:
    for stack, expected in ((49, NO_RAISE), (50, NO_RAISE), (51, (51, 51)), (98, (98, 98)), (99, (98, 99))):
        hand = deal([200, 200, stack], "50 c")
        assert (hand.actor, raises(hand)) == (2, expected)


def test_no_raise_when_every_other_live_seat_is_all_in() -> None:
    hand = deal([200, 50, 30], "f 50")
    assert (hand.to_call, hand.can_fold, raises(hand)) == (28, True, NO_RAISE)
    hand = deal([50, 200], "50")
    assert (hand.to_call, hand.can_fold, raises(hand)) == (48, True, NO_RAISE)
    hand = deal([50, 200, 200], "50 c")
    assert (hand.actor, raises(hand)) == (2, (98, 200))
    hand = deal([50, 200, 200], "50 f")
    assert (hand.actor, raises(hand)) == (2, NO_RAISE)


def test_two_players_may_raise_each_other_until_the_stacks_are_in() -> None:
    """neuron_poker #13."""
    hand = deal([200] * 2)
    raised = 0
    while hand.min_raise_to is not None:
        hand.raise_to(hand.min_raise_to)
        raised += 1
    assert raised == 99  # to 4, 6, .. 200
    assert (hand.to_call, hand.can_fold) == (2, True)
    hand.check_call()
    assert hand.over


def test_a_no_limit_raise_is_anything_up_to_the_stack() -> None:
    """rlcard #59: a range of two numbers, never a list, however deep."""
    hand = deal([100_000] * 3)
    assert raises(hand) == (4, 100_000)
    act(hand, "77777")
    assert raises(hand) == (100_000, 100_000)
    for wrong in (99_999, 100_001):
        with pytest.raises(ValueError, match="not legal for seat 1"):
            hand.raise_to(wrong)
    act(hand, "100000")
    assert hand.stacks[1] == 0


def test_pot_sized_raises() -> None:
    """rlcard #203, #231: call, then n times the pot after the call."""
    hand = deal([200] * 2)
    assert (pot_raise(hand, 1, 1), pot_raise(hand, 1, 2), pot_raise(hand, 2, 1)) == (6, 4, 10)
    act(hand, "6")
    assert pot_raise(hand, 1, 1) == 18
    act(hand, "18 54")
    assert pot_raise(hand, 1, 1) == 162
    assert pot_raise(hand, 9, 1) == 200
    assert pot_raise(hand, 0, 1) == 54 + 36
    act(hand, "200")
    assert pot_raise(hand, 1, 1) == 0


def test_the_highest_and_lowest_raise_are_legal_and_nothing_beyond() -> None:
    for amount, legal in ((4, True), (200, True), (3, False), (201, False), (2**31, False), (2**70, False)):
        hand = deal([200] * 3)
        if legal:
            hand.raise_to(amount)
        else:
            with pytest.raises(ValueError, match=f"raise to {amount}: not legal"):
                hand.raise_to(amount)
            assert (hand.actor, hand.stacks, hand.pot) == (0, [200, 199, 198], 3)


@pytest.mark.parametrize("amount", [0, -1, True, 6.0, "6"])
def test_a_raise_is_a_whole_number_above_zero(amount: object) -> None:
    hand = deal([200] * 3)
    with pytest.raises(ValueError, match=r"chips above 0; legal: fold, call 2, raise to 4\.\.200"):
        hand.raise_to(amount)  # type: ignore[arg-type]
    assert hand.actor == 0


def test_nothing_can_be_done_when_the_hand_is_over() -> None:
    """open_spiel #391: terminal states list no action."""
    hand = deal([200] * 2, "f")
    assert (hand.over, hand.street, hand.actor) == (True, "over", None)
    assert (hand.to_call, hand.can_fold, raises(hand)) == (0, False, NO_RAISE)
    for again in (hand.fold, hand.check_call, lambda: hand.raise_to(4)):
        with pytest.raises(ValueError, match="the hand is over"):
            again()
    with pytest.raises(ValueError, match=r"raise to 0: .*; the hand is over"):
        hand.raise_to(0)
    assert order(hand, "") == [None]
