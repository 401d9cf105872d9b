"""RULES.md, "Acting": an all-in below the minimum raise, no limit. PEERS.md A1 to A7."""

import pytest

from tests.rules.acting import NO_RAISE, act, deal, raises

# Four seats: 0 button, 1 small blind, 2 big blind, 3 under the gun.


@pytest.mark.parametrize("under_the_gun", [16, 200])
def test_short_all_in_does_not_reopen_for_a_seat_that_acted(under_the_gun: int) -> None:
    """pokerkit #45: 16 is a full raise (of 14), 19 is not."""
    hand = deal([200, 19, 200, under_the_gun], "16 c 19 c")
    if under_the_gun == 200:
        assert (hand.actor, hand.to_call, hand.can_fold, raises(hand)) == (3, 3, True, NO_RAISE)
        act(hand, "c")
    assert (hand.actor, hand.to_call, hand.can_fold, raises(hand)) == (0, 3, True, NO_RAISE)
    with pytest.raises(ValueError, match=r"raise to 200: not legal for seat 0; legal: fold, call 3$"):
        hand.raise_to(200)
    act(hand, "c")
    assert (hand.street, hand.actor) == ("flop", 2)


@pytest.mark.parametrize("under_the_gun", [16, 200])
def test_a_seat_yet_to_act_keeps_all_options_after_a_short_all_in(under_the_gun: int) -> None:
    hand = deal([200, 19, 200, under_the_gun], "16 c 19")
    assert (hand.actor, hand.to_call, raises(hand)) == (2, 17, (19 + 14, 200))


def test_a_full_raise_over_a_short_all_in_reopens_for_everybody() -> None:
    hand = deal([200, 19, 200, 200], "16 c 19 33")
    assert (hand.actor, raises(hand)) == (3, (47, 200))
    act(hand, "c")
    assert (hand.actor, raises(hand)) == (0, (47, 200))


def test_short_all_ins_add_up_to_a_full_raise() -> None:
    hand = deal([400, 150, 198, 400], "100 c 150 198")
    assert (hand.actor, hand.to_call, raises(hand)) == (3, 98, (198 + 98, 400))
    act(hand, "c")
    assert (hand.actor, raises(hand)) == (0, (198 + 98, 400))


def test_short_all_ins_that_add_up_to_less_do_not_reopen() -> None:
    hand = deal([400, 150, 197, 400], "100 c 150 197")
    assert (hand.actor, hand.to_call, raises(hand)) == (3, 97, NO_RAISE)
    act(hand, "c")
    assert (hand.actor, hand.to_call, raises(hand)) == (0, 97, NO_RAISE)


def test_growth_counts_from_each_seats_own_last_action() -> None:
    """Seat 4 raised to 100 and faces 98 more; seat 0 called 150 in between and faces 48."""
    hand = deal([400, 198, 400, 400, 400, 150], "c 100 150 c 198 f f")
    assert (hand.actor, hand.to_call, raises(hand)) == (4, 98, (198 + 98, 400))
    act(hand, "c")
    assert (hand.actor, hand.to_call, raises(hand)) == (0, 48, NO_RAISE)


def test_an_all_in_of_exactly_a_full_raise_reopens() -> None:
    hand = deal([200, 30, 200, 200], "16 c 30 f")
    assert (hand.actor, raises(hand)) == (3, (44, 200))


def test_increment_stays_that_of_the_last_full_raise_after_a_short_all_in() -> None:
    hand = deal([500, 19, 500, 500], "16 f 19")
    assert (hand.actor, raises(hand)) == (2, (33, 500))
    with pytest.raises(ValueError, match="raise to 32"):
        hand.raise_to(32)
    act(hand, "40")  # a raise of 21: the next is of at least 21
    assert (hand.actor, raises(hand)) == (3, (61, 500))


def test_short_opening_all_in_leaves_the_big_blind_as_increment() -> None:
    """Nobody has made a full bet yet: the next raise is to the all-in plus one big blind."""
    hand = deal([200, 200, 13], "c c c c 3", small_blind=5, big_blind=10)
    assert (hand.street, hand.actor, hand.to_call, raises(hand)) == ("flop", 0, 3, (13, 190))


def test_a_checker_facing_a_short_opening_all_in_may_only_call_or_fold() -> None:
    hand = deal([200, 200, 13], "c c c c 3 c", small_blind=5, big_blind=10)
    assert (hand.actor, hand.to_call, hand.can_fold, raises(hand)) == (1, 3, True, NO_RAISE)


def test_limpers_may_only_call_a_short_all_in_of_the_big_blind() -> None:
    hand = deal([200, 200, 13], "c c 13", small_blind=5, big_blind=10)
    assert (hand.actor, hand.to_call, raises(hand)) == (0, 3, NO_RAISE)
    act(hand, "c")
    assert (hand.actor, hand.to_call, raises(hand)) == (1, 3, NO_RAISE)


def test_all_in_below_the_minimum_raise_is_legal_and_does_not_reopen() -> None:
    """mitpokerbots #2, TexasSolver #204, Bitcoin-Poker-Room #70: pot 1000 (here 200), bet 270, all-in 500."""
    hand = deal([600, 600], "100 c c c c c 270", small_blind=5, big_blind=10)
    assert (hand.street, hand.actor, hand.to_call, raises(hand)) == ("river", 0, 270, (500, 500))
    act(hand, "500")
    assert (hand.actor, hand.to_call, hand.can_fold, raises(hand)) == (1, 230, True, NO_RAISE)


def test_three_handed_all_in_below_the_minimum_raise_does_not_reopen_for_the_bettor() -> None:
    hand = deal([600, 900, 900], "100 c c c c c c c c 270 c 500", small_blind=5, big_blind=10)
    assert (hand.street, hand.actor, hand.to_call, raises(hand)) == ("river", 1, 230, NO_RAISE)
    act(hand, "c")
    assert (hand.actor, hand.to_call, raises(hand)) == (2, 230, NO_RAISE)


def test_a_raise_of_8000_over_a_bet_of_12000_is_legal_as_an_all_in() -> None:
    """slumbot2017 #5."""
    hand = deal([20_000, 40_000], small_blind=50, big_blind=100)
    act(hand, "c 12000")
    assert (hand.actor, raises(hand)) == (0, (20_000, 20_000))


def test_only_full_bets_and_raises_are_counted_for_bots() -> None:
    """The record's ``raises``: preflop the big blind is the first; a least raise is full, a short all-in is not."""
    hand = deal([200, 19, 200, 200])
    counts = []
    for word in ("6", "10", "19", "28", "c", "c", "2", "4", "c"):
        counts.append(int(hand.observation["raises"]))
        act(hand, word)
    # The all-in to 19 raises by 9, a full raise over the raise of 4; so is 28. Then a flop bet and its raise.
    assert counts == [1, 2, 3, 4, 5, 5, 0, 1, 2]
    hand = deal([200, 19, 200, 200], "16 c 19")
    assert hand.observation["raises"] == 2


def test_a_new_street_forgets_a_short_all_in() -> None:
    hand = deal([200, 19, 200, 200], "16 c 19 c c c")
    assert (hand.street, hand.actor, raises(hand)) == ("flop", 2, (2, 181))
    act(hand, "c 2")
    assert (hand.actor, raises(hand)) == (0, (4, 181))
