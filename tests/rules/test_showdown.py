"""RULES.md, "Ending": showdown order, mucking, rake."""

import pytest

from holdem_sim.cards import NO_CARD, parse_cards
from holdem_sim.game.stepper import Pot
from tests.rules.acting import act, deal

# Three seats; with the button at 0 the order is 1, 2, 0.
BUTTON_BEST = {0: "AcAd", 1: "KcKd", 2: "QcQd"}
FIRST_BEST = {1: "AcAd", 2: "KcKd", 0: "QcQd"}
LAST_BEST = {2: "AcAd", 1: "QcQd", 0: "KcKd"}
TO_RIVER = "c c c " * 3


def test_if_the_river_was_checked_the_first_live_seat_left_of_the_button_shows_first() -> None:
    assert deal([200] * 3, TO_RIVER + "c c c", holes=FIRST_BEST).shown == (1,)
    assert deal([200] * 3, TO_RIVER + "c c c", holes=LAST_BEST).shown == (1, 2)
    assert deal([200] * 3, TO_RIVER + "c c c", holes=BUTTON_BEST).shown == (0, 1)


def test_the_last_bettor_of_the_river_shows_first() -> None:
    assert deal([200] * 3, TO_RIVER + "c c 2 c c", holes=BUTTON_BEST).shown == (0,)
    assert deal([200] * 3, TO_RIVER + "c c 2 c c", holes=FIRST_BEST).shown == (0, 1)
    assert deal([200] * 3, TO_RIVER + "c 2 c c", holes=LAST_BEST).shown == (2,)


def test_the_last_raiser_of_the_river_shows_first_not_the_first_bettor() -> None:
    assert deal([200] * 3, TO_RIVER + "2 4 c c", holes=LAST_BEST).shown == (2,)
    assert deal([200] * 3, TO_RIVER + "2 4 c c", holes=FIRST_BEST).shown == (1, 2)


def test_after_the_bettor_the_order_is_clockwise() -> None:
    """Seat 2 bet, then 0 beats it, then 1 loses to 0 though it beats 2."""
    holes = {2: "QcQd", 0: "AcAd", 1: "KcKd"}
    assert deal([200] * 3, TO_RIVER + "c 2 c c", holes=holes).shown == (0, 2)
    holes = {2: "QcQd", 0: "KcKd", 1: "AcAd"}
    assert deal([200] * 3, TO_RIVER + "c 2 c c", holes=holes).shown == (0, 1, 2)


def test_a_bet_on_an_earlier_street_does_not_matter_if_the_river_was_checked() -> None:
    actions = "c c c " * 2 + "c c 2 c c " + "c c c"
    assert deal([200] * 3, actions, holes=BUTTON_BEST).shown == (0, 1)
    assert deal([200] * 3, "c c 6 c c " + "c c c " * 3, holes=LAST_BEST).shown == (1, 2)


def test_a_folded_first_seat_shows_nothing() -> None:
    hand = deal([200] * 3, "c f c " + "c c " * 3, holes=FIRST_BEST)
    assert hand.shown == (2,)
    hand = deal([200] * 3, "c f c " + "c c " * 3, holes=BUTTON_BEST)
    assert hand.shown == (0, 2)


def test_a_tie_is_shown() -> None:
    holes = {1: "AcKd", 2: "AdKc", 0: "QcQd"}
    hand = deal([200] * 3, TO_RIVER + "c c c", holes=holes, board="2c 7d 9h As 3s")
    assert hand.shown == (1, 2)


def test_if_a_live_seat_is_all_in_all_live_hands_are_shown() -> None:
    hand = deal([20, 200, 200], "20 c c c c c c c c", holes=BUTTON_BEST)
    assert hand.shown == (0, 1, 2)
    hand = deal([20, 200, 200], "20 c c 50 f", holes=BUTTON_BEST)
    assert hand.shown == (0, 1)


def test_an_all_in_that_folded_nobody_shows_nothing() -> None:
    assert deal([200] * 3, "200 f f", holes=BUTTON_BEST).shown == ()


def test_all_in_by_the_last_call_of_the_river_shows_all() -> None:
    hand = deal([200, 200], "c c c c c c 198 c", holes={0: "QcQd", 1: "AcAd"})
    assert hand.shown == (0, 1)


def test_what_is_shown_is_what_bots_are_told_and_a_mucked_hand_stays_unseen() -> None:
    hand = deal([200] * 3, TO_RIVER + "c c c", holes=LAST_BEST)
    seen = hand.observation["shown"][:3].tolist()
    assert seen == [[NO_CARD] * 2, parse_cards("QcQd"), parse_cards("AcAd")]


def test_a_mucked_hand_wins_nothing() -> None:
    hand = deal([200] * 3, TO_RIVER + "c c 2 c c", holes=BUTTON_BEST)
    assert hand.pots == [Pot(12, (0, 1, 2), (0,))]
    assert hand.payoffs == [8, -4, -4]


# Rake.


def test_there_is_no_rake_by_default() -> None:
    hand = deal([200] * 3, "50 c c " + TO_RIVER, holes=BUTTON_BEST)
    assert (hand.rake, sum(hand.payoffs)) == (0, 0)


@pytest.mark.parametrize(("percent", "rake"), [(5.0, 7), (0.5, 0), (0.67, 1), (2.5, 3), (33.33, 49), (100.0, 150)])
def test_rake_is_a_percentage_rounded_down(percent: float, rake: int) -> None:
    hand = deal([200] * 3, "50 c c " + TO_RIVER, holes=BUTTON_BEST, rake=percent)
    assert hand.rake == rake
    assert hand.pots[0].amount == 150 - rake
    assert hand.payoffs == [100 - rake, -50, -50]


def test_the_least_rake_is_a_hundredth_of_a_percent() -> None:
    hand = deal([20_000] * 2, "20000 c", holes={0: "AcAd", 1: "KcKd"}, rake=0.01)
    assert (hand.rake, hand.payoffs) == (4, [19_996, -20_000])


@pytest.mark.parametrize(("cap", "rake"), [(0, 0), (3, 3), (7, 7), (8, 7), (None, 7)])
def test_rake_is_capped(cap: int | None, rake: int) -> None:
    hand = deal([200] * 3, "50 c c " + TO_RIVER, holes=BUTTON_BEST, rake=5.0, rake_cap=cap)
    assert (hand.rake, sum(hand.payoffs)) == (rake, -rake)


def test_no_flop_no_drop() -> None:
    assert deal([200] * 2, "20 f", rake=50.0).rake == 0
    assert deal([200] * 2, "c 20 f", rake=50.0).rake == 0
    assert deal([200] * 2, "20 200 c", rake=50.0).rake == 200
    assert deal([200] * 2, "c c 2 f", rake=50.0).rake == 2


def test_without_no_flop_no_drop_a_pot_won_preflop_is_raked() -> None:
    hand = deal([200] * 2, "6 f", rake=50.0, no_flop_no_drop=False)
    assert hand.rake == 2
    assert hand.payoffs == [0, -2]


def test_rake_is_taken_after_uncalled_chips_went_back() -> None:
    hand = deal([200] * 2, "c c 100 f", rake=50.0)
    assert (hand.returned, hand.rake) == ([0, 100], 2)
    assert hand.payoffs == [-2, 0]


def test_rake_comes_from_the_main_pot_first() -> None:
    hand = deal([20, 50, 100], "20 50 c", holes=BUTTON_BEST, rake=5.05)
    assert hand.rake == 6
    assert hand.pots == [Pot(54, (0, 1, 2), (0,)), Pot(60, (1, 2), (1,))]
    assert hand.payoffs == [34, 10, -50]


def test_rake_goes_on_to_the_side_pot_when_the_main_pot_is_used_up() -> None:
    hand = deal([20, 50, 100], "20 50 c", holes=BUTTON_BEST, rake=75.0)
    assert hand.rake == 90
    assert hand.pots == [Pot(0, (0, 1, 2), (0,)), Pot(30, (1, 2), (1,))]
    assert sum(hand.payoffs) == -90


def test_rake_is_taken_before_the_split() -> None:
    holes = {0: "AcKd", 1: "AdKc"}
    hand = deal([200] * 2, "10 c " + "c c " * 3, holes=holes, board="2c 7d 9h As 3s", rake=5.0)
    assert (hand.rake, hand.payoffs) == (1, [-1, 0])


def test_antes_are_raked_with_the_pot() -> None:
    hand = deal([200] * 3, "c c c ", holes=BUTTON_BEST, ante=2, ante_mode="all", rake=50.0)
    act(hand, TO_RIVER)
    assert hand.rake == 6
