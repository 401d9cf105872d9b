"""RULES.md, "Acting": who is asked, and when a round is over. PEERS.md B."""

import pytest

from holdem_sim.game.stepper import Hand
from tests.rules.acting import NO_RAISE, act, deal, order, raises

TABLES = [(seats, button) for seats in range(3, 11) for button in range(seats)]


@pytest.mark.parametrize(("seats", "button"), TABLES)
def test_left_of_the_big_blind_acts_first_then_left_of_the_button(seats: int, button: int) -> None:
    preflop = [(button + 3 + i) % seats for i in range(seats)]
    later = [(button + 1 + i) % seats for i in range(seats)]
    assert order(deal([200] * seats, button=button), "c " * (4 * seats)) == [*preflop, *later * 3, None]


def test_first_live_seat_left_of_the_button_acts_first_after_the_flop() -> None:
    hand = deal([200] * 6, "c f c c f c", button=2)
    assert (hand.street, hand.actor) == ("flop", 4)  # seat 3 folded its small blind


def test_the_button_acts_last_even_if_the_blinds_are_gone() -> None:
    hand = deal([200] * 4, "c c f c")
    assert order(hand, "c 2 c c") == [2, 3, 0, 2, 2]


def test_a_big_blind_may_raise_when_everybody_only_called() -> None:
    """pokerwars starterbot #5, scala-poker #40, neuron_poker PR #37, PyPokerEngine PR #39."""
    for actions in ("f f c", "c c c", "f c f"):
        hand = deal([200] * 4, actions)
        assert (hand.street, hand.actor, hand.to_call) == ("preflop", 2, 0)
        assert raises(hand) == (4, 200)
        act(hand, "8")
        assert hand.street == "preflop"
        assert hand.to_call > 0


def test_a_check_of_the_big_blind_ends_the_round() -> None:
    hand = deal([200] * 4, "c c c c")
    assert (hand.street, hand.actor) == ("flop", 1)


def test_after_a_raise_every_live_seat_is_asked_the_big_blind_too() -> None:
    """texas-holdem-poker-ai #14."""
    hand = deal([200] * 4)
    assert order(hand, "6 c c c") == [3, 0, 1, 2, 1]
    assert hand.street == "flop"


def test_the_last_raiser_is_not_asked_again_when_all_called() -> None:
    """neuron_poker #25."""
    hand = deal([200] * 2, "c c 6 c")
    assert (hand.street, hand.actor, hand.to_call) == ("turn", 1, 0)
    hand = deal([200] * 4, "c 6 c c c")
    assert (hand.street, hand.actor) == ("flop", 1)


def test_a_round_ends_only_when_the_bet_is_matched() -> None:
    hand = deal([200] * 4, "c c c c")
    assert order(hand, "c 2 c 8 c c c") == [1, 2, 3, 0, 1, 2, 3, 1]
    assert hand.street == "turn"


def test_folded_seats_are_never_asked_again() -> None:
    hand = deal([200] * 4, "c f c c")
    assert order(hand, "c c c 2 f c c c") == [1, 2, 3, 1, 2, 3, 1, 3, None]


def test_an_all_in_seat_is_never_asked() -> None:
    """pokers 0.1.2."""
    hand = deal([20, 200, 200], "20 c c")
    assert order(hand, "c c 10 20 c c c") == [1, 2, 1, 2, 1, 1, 2, None]


def test_nobody_is_made_to_fold_for_lack_of_chips() -> None:
    hand = deal([200, 3, 200], "150")
    assert (hand.actor, hand.to_call, hand.can_fold) == (1, 2, True)
    act(hand, "c f")
    assert hand.over
    assert [set(pot.contestants) for pot in hand.pots] == [{0, 1}]


def test_big_blind_all_in_from_posting_is_not_asked() -> None:
    """slack-poker-bot #36: the limpers play on for a side pot."""
    holes = {0: "4c5d", 1: "KcKd", 2: "AcAd"}
    hand = deal([200, 200, 2], "c c", holes=holes)
    assert (hand.street, hand.actor) == ("flop", 1)
    act(hand, "10 c c c c c")
    assert [(pot.amount, pot.contestants, pot.winners) for pot in hand.pots] == [
        (6, (0, 1, 2), (2,)),
        (20, (0, 1), (1,)),
    ]


@pytest.mark.parametrize(
    ("stacks", "actions"),
    [
        ([200, 200], "200 c"),
        ([200, 100], "200 c"),
        ([100, 200], "c 200 c"),
        ([20, 50, 200], "20 50 c"),
        ([50, 50, 50], "50 c c"),
        ([200, 50, 200], "50 c f"),
        ([200, 50, 50], "100 c c"),
    ],
)
def test_when_at_most_one_seat_has_chips_behind_the_board_is_dealt(stacks: list[int], actions: str) -> None:
    """pangea-poker #50, neuron_poker #96, pokers 0.1.2."""
    hand = deal(stacks, actions)
    assert hand.over
    assert hand.board == "2c 7d 9h Jc 3s"
    assert sum(hand.stacks) == sum(stacks)


def test_all_in_on_the_flop_deals_the_turn_and_the_river() -> None:
    hand = deal([200, 100], "c c 98 c")
    assert hand.over
    assert len(hand.board.split()) == 5


def test_a_lone_seat_is_asked_when_another_has_more_in_the_round() -> None:
    hand = deal([200, 50, 30], "f 50")
    assert (hand.actor, hand.to_call, hand.can_fold) == (2, 28, True)
    hand = deal([50, 200], "50")
    assert (hand.actor, hand.to_call) == (1, 48)


def test_a_lone_seat_is_not_asked_when_no_other_has_more_in_the_round() -> None:
    """pokerkit 0.7.7 asks a big blind whom every all-in seat already is below."""
    hand = deal([1, 1, 200], "c")
    assert hand.over
    assert hand.returned == [0, 0, 1]
    hand = deal([200, 200, 2], "c f")
    assert hand.over


def test_a_lone_small_blind_pays_no_more_into_a_short_big_blind() -> None:
    hand = deal([200, 200, 4], "f", small_blind=5, big_blind=10)
    assert hand.over
    assert hand.returned == [0, 1, 0]


def test_two_seats_with_chips_play_on_beside_an_all_in() -> None:
    hand = deal([20, 200, 200], "20 c c")
    assert (hand.street, hand.actor, raises(hand)) == ("flop", 1, (2, 180))
    act(hand, "180")
    assert (hand.actor, hand.to_call, raises(hand)) == (2, 180, NO_RAISE)


def test_stacks_must_be_whole_chips() -> None:
    """Bitcoin-Poker-Room #70, #132: a stack of 1000.25."""
    for wrong in (1000.25, "200", True, -1):
        with pytest.raises(ValueError, match=r"of seat 1: must be a whole number of chips"):
            Hand(stacks=[200, wrong])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="at least two seats need chips"):
        Hand(stacks=[200, 0, 0])
    with pytest.raises(ValueError, match="2147483648 chips at one table: at most 2147483647"):
        Hand(stacks=[2**31 - 1, 1])


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_is_from_0_to_2_to_the_63(seed: int) -> None:
    with pytest.raises(ValueError, match=f"seed {seed}"):
        Hand(stacks=[200] * 2, seed=seed)


def test_the_largest_table_plays() -> None:
    hand = deal([2**30, 2**30 - 1], f"{2**30} c", holes={0: "AcAd", 1: "KcKd"})
    assert hand.stacks == [2**31 - 1, 0]
    hand = deal([2**30, 2**30 - 1], f"{2**30} c", holes={0: "AcAd", 1: "KcKd"}, rake=50.0)
    assert (hand.rake, hand.returned) == (2**30 - 1, [1, 0])


def test_largest_and_least_seed_deal() -> None:
    first, last = Hand(stacks=[200] * 2, seed=0), Hand(stacks=[200] * 2, seed=2**63 - 1)
    assert first.hole_cards != last.hole_cards


def test_before_the_end_nothing_is_paid_or_shown() -> None:
    hand = deal([200] * 3, "6 c")
    assert (hand.payoffs, hand.rake, hand.returned, hand.pots, hand.shown) == ([0] * 3, 0, [0] * 3, [], ())
