"""RULES.md, "Forced bets"."""

import pytest

from holdem_sim.game.posting import Posts
from holdem_sim.game.rules import Rules
from holdem_sim.game.stepper import Hand, Pot
from tests.rules.acting import NO_RAISE, act, deal, raises

HOLES = {0: "KcKd", 1: "4c5d", 2: "AcAd"}  # the big blind is best, the button second
CHECK_DOWN = "c c c " * 3


def test_short_big_blind_does_not_lower_the_price() -> None:
    """maverick 0.6.0, pokerkit 0.7.7."""
    hand = deal([200, 200, 4], holes=HOLES, small_blind=5, big_blind=10)
    assert (hand.actor, hand.to_call, raises(hand)) == (0, 10, (20, 200))
    act(hand, "c")
    assert (hand.actor, hand.to_call, raises(hand)) == (1, 5, (20, 200))
    act(hand, "c c c c c c c")
    assert hand.stacks == [202, 190, 12]
    assert hand.pots == [Pot(12, (0, 1, 2), (2,)), Pot(12, (0, 1), (0,))]


def test_heads_up_against_a_short_big_blind_there_is_no_decision() -> None:
    hand = deal([4, 200], button=1, holes={0: "AcAd", 1: "KcKd"}, small_blind=5, big_blind=10)
    assert hand.over
    assert hand.returned == [0, 1]
    assert hand.stacks == [8, 196]


def test_big_blind_short_but_above_the_small_blind_is_called_at_the_full_price() -> None:
    hand = deal([200, 7], small_blind=5, big_blind=10, holes={0: "AcAd", 1: "KcKd"})
    assert (hand.actor, hand.to_call, hand.can_fold, raises(hand)) == (0, 5, True, NO_RAISE)
    act(hand, "c")
    assert hand.returned == [3, 0]
    assert hand.stacks == [207, 0]


def test_short_small_blind_is_posted_all_in() -> None:
    hand = deal([200, 3, 200], small_blind=5, big_blind=10, holes={1: "AcAd", 2: "KcKd", 0: "4c5d"})
    assert hand.bets == [0, 3, 10]
    assert hand.stacks == [200, 0, 190]
    act(hand, "c")
    assert (hand.actor, hand.to_call, raises(hand)) == (2, 0, (20, 200))
    act(hand, "c c c c c c c")
    assert hand.pots == [Pot(9, (0, 1, 2), (1,)), Pot(14, (0, 2), (2,))]


def test_both_blinds_all_in_the_others_still_pay_the_price() -> None:
    hand = deal([200, 1, 1], small_blind=5, big_blind=10, holes=HOLES)
    assert (hand.actor, hand.to_call, raises(hand)) == (0, 10, NO_RAISE)
    act(hand, "c")
    assert hand.over
    assert hand.returned == [9, 0, 0]
    assert hand.stacks == [199, 0, 3]


def test_bots_are_told_the_stakes_in_force() -> None:
    hand = deal([200] * 4, betting="fixed-limit", small_blind=5, big_blind=10, ante=3, ante_mode="all", button=2)
    record = hand.observation
    assert (record["betting"], record["small_blind"], record["big_blind"], record["ante"]) == (2, 5, 10, 3)
    assert (record["seats"], record["button"], record["big_blind_seat"]) == (4, 2, 0)


def test_equal_blinds_are_allowed() -> None:
    hand = deal([200] * 3, "c c", small_blind=2, big_blind=2)
    assert (hand.actor, hand.to_call, raises(hand)) == (2, 0, (4, 200))


def test_antes_of_all_are_dead_money_and_no_part_of_a_call() -> None:
    """maverick 0.6.0, poker-game-runner, PyPokerEngine PR #48."""
    hand = deal([200] * 3, holes=HOLES, small_blind=5, big_blind=10, ante=1, ante_mode="all")
    assert hand.bets == [0, 5, 10]
    assert hand.invested == [1, 6, 11]
    assert (hand.pot, hand.to_call, raises(hand)) == (18, 10, (20, 199))
    act(hand, "c c c " + CHECK_DOWN)
    assert hand.pots == [Pot(33, (0, 1, 2), (2,))]
    assert hand.stacks == [189, 189, 222]


def test_antes_of_all_are_collected_before_the_blinds() -> None:
    hand = deal([200, 4, 12], small_blind=5, big_blind=10, ante=3, ante_mode="all")
    assert hand.invested == [3, 4, 12]
    assert hand.bets == [0, 1, 9]
    assert hand.stacks == [197, 0, 0]
    assert (hand.actor, hand.to_call) == (0, 10)


def test_a_seat_that_the_ante_puts_all_in_plays_for_ante_sized_shares_only() -> None:
    holes = {0: "AcAd", 1: "KcKd", 2: "4c5d"}
    hand = deal([1, 100, 100], "c c c c c c c c", holes=holes, ante=3, ante_mode="all")
    assert hand.pots == [Pot(3, (0, 1, 2), (0,)), Pot(8, (1, 2), (1,))]
    assert hand.payoffs == [2, 3, -5]


def test_a_seat_all_in_by_its_ante_is_never_asked() -> None:
    hand = deal([3, 100, 100, 100], ante=3, ante_mode="all")
    assert hand.actor == 3
    act(hand, "c c c")
    assert (hand.street, hand.actor) == ("flop", 1)


def test_big_blind_all_in_by_its_ante_leaves_the_price_as_it_is() -> None:
    hand = deal([100, 100, 3], ante=3, ante_mode="all")
    assert hand.bets == [0, 1, 0]
    assert (hand.actor, hand.to_call, raises(hand)) == (0, 2, (4, 97))


def test_everybody_all_in_by_the_antes_goes_to_showdown() -> None:
    hand = deal([3, 3, 3], holes=HOLES, ante=3, ante_mode="all")
    assert hand.over
    assert len(hand.board.split()) == 5
    assert hand.stacks == [0, 0, 9]


def test_big_blind_ante_is_paid_once_by_the_big_blind_after_its_blind() -> None:
    hand = deal([200] * 4, small_blind=5, big_blind=10, ante=10, ante_mode="big_blind")
    assert hand.bets == [0, 5, 10, 0]
    assert hand.invested == [0, 5, 20, 0]
    assert (hand.pot, hand.to_call, raises(hand)) == (25, 10, (20, 200))
    act(hand, "c c c")
    assert (hand.actor, hand.to_call) == (2, 0)


@pytest.mark.parametrize(("stack", "bet", "put_in"), [(5, 5, 5), (10, 10, 10), (14, 10, 14), (30, 10, 20)])
def test_big_blind_ante_comes_from_what_the_blind_leaves(stack: int, bet: int, put_in: int) -> None:
    hand = deal([200, 200, stack], small_blind=5, big_blind=10, ante=10, ante_mode="big_blind")
    assert (hand.bets[2], hand.invested[2]) == (bet, put_in)
    assert hand.to_call == 10


def test_big_blind_ante_is_dead_money_in_the_main_pot() -> None:
    hand = deal([200, 200, 5], "10 c", holes=HOLES, ante=10, ante_mode="big_blind")
    act(hand, "c c c c c c")
    assert hand.pots == [Pot(2 * 3 + 3, (0, 1, 2), (2,)), Pot(16, (0, 1), (0,))]
    assert hand.payoffs == [6, -10, 4]


def test_big_blind_ante_is_no_layer_and_never_returned() -> None:
    hand = deal([200] * 3, "f f", ante=10, ante_mode="big_blind")
    assert hand.returned == [0, 0, 1]
    assert hand.pots == [Pot(12, (2,), (2,))]
    assert hand.payoffs == [0, -1, 1]
    lost = deal([200] * 3, "6 f f", ante=10, ante_mode="big_blind")
    assert lost.returned == [4, 0, 0]
    assert lost.payoffs == [13, -1, -12]


def test_heads_up_the_big_blind_pays_the_big_blind_ante() -> None:
    hand = deal([200, 200], "f", ante=2, ante_mode="big_blind", button=1)
    assert hand.invested == [3, 1]
    assert hand.payoffs == [1, -1]


def test_a_hand_tells_what_was_posted_as_far_as_the_stacks_went() -> None:
    """Seat 2 has less than its ante and big blind, seat 3 only a part of the ante."""
    hand = Hand(Rules(ante=3, ante_mode="all", small_blind=1, big_blind=2), stacks=[100, 100, 4, 2], button=0)
    assert hand.posts == Posts([0, 1, 1, 0], 2, 0, [3, 3, 3, 2], [0, 0, 0, 0], first_to_act=3)
    again = Hand(hand.rules, stacks=[100, 100, 4, 2], posts=hand.posts, seed=0)
    assert (again.posts, again.actor, again.pot) == (hand.posts, hand.actor, hand.pot)
