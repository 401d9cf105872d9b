"""RULES.md, "Table, button, deal"."""

import pytest

from holdem_sim.cards import format_cards
from holdem_sim.game.rules import Rules
from holdem_sim.game.stepper import Hand
from tests.naive import philox
from tests.rules.acting import act, deal, order

TABLES = [(seats, button) for seats in range(2, 11) for button in range(seats)]


def deck_text(seed: int, start: int, count: int = 1) -> str:
    return format_cards(philox.deck(seed)[start : start + count], separator="")


def test_the_default_is_no_limit_with_blinds_1_and_2() -> None:
    rules = Rules()
    assert (rules.betting, rules.small_blind, rules.big_blind) == ("no-limit", 1, 2)
    assert (rules.ante, rules.ante_mode, rules.rake) == (0, "none", 0)


@pytest.mark.parametrize("seats", range(2, 11))
def test_two_to_ten_seats_can_play(seats: int) -> None:
    hand = deal([200] * seats, "c " * (seats * 4))
    assert hand.over
    assert sum(hand.stacks) == 200 * seats


@pytest.mark.parametrize("seats", [0, 1, 11])
def test_no_fewer_than_two_and_no_more_than_ten_seats(seats: int) -> None:
    with pytest.raises(ValueError, match=rf"{seats} stacks: .* 2 to 10"):
        Hand(stacks=[200] * seats)


@pytest.mark.parametrize(("seats", "button"), TABLES)
def test_blinds_are_posted_left_of_the_button_and_by_the_button_heads_up(seats: int, button: int) -> None:
    hand = deal([200] * seats, button=button)
    small = button if seats == 2 else (button + 1) % seats
    expected = [0] * seats
    expected[small], expected[(small + 1) % seats] = 1, 2
    assert hand.bets == hand.invested == expected
    assert hand.stacks == [200 - bet for bet in expected]


@pytest.mark.parametrize("button", [0, 1])
def test_heads_up_the_button_posts_the_small_blind_and_acts_first_then_last(button: int) -> None:
    """PyPokerEngine #82, rlcard, pokers, pokerfast."""
    other = 1 - button
    hand = deal([200, 200], button=button)
    assert (hand.bets[button], hand.bets[other]) == (1, 2)
    assert order(hand, "c c c c c c c c") == [button, other, *[other, button] * 3, None]


def test_seats_without_chips_are_passed_over() -> None:
    hand = deal([0, 200, 0, 200, 0, 200, 200, 0], button=6)
    assert hand.bets == [0, 1, 0, 2, 0, 0, 0, 0]
    assert [cards is None for cards in hand.hole_cards] == [True, False] * 3 + [False, True]
    assert order(hand, "c c c c c c c c") == [5, 6, 1, 3, 1, 3, 5, 6, 1]


def test_two_seats_with_chips_at_a_larger_table_are_heads_up() -> None:
    hand = deal([0, 200, 0, 0, 200], button=4)
    assert hand.bets == [0, 2, 0, 0, 1]
    assert order(hand, "c c c c") == [4, 1, 1, 4, 1]


def test_the_button_must_have_chips() -> None:
    for button in (1, 3, -1):
        with pytest.raises(ValueError, match=f"button {button}"):
            Hand(stacks=[200, 0, 200], button=button)


@pytest.mark.parametrize(("seats", "button"), TABLES)
def test_one_card_at_a_time_clockwise_from_left_of_the_button(seats: int, button: int) -> None:
    """Heads-up this gives the big blind the first card."""
    hand = Hand(stacks=[200] * seats, button=button, seed=11)
    for place in range(seats):
        seat = (button + 1 + place) % seats
        assert hand.hole_cards[seat] == deck_text(11, place) + deck_text(11, seats + place)


def test_empty_seats_get_no_cards() -> None:
    hand = Hand(stacks=[200, 0, 200, 200], button=3, seed=12)
    at = [deck_text(12, place) for place in range(6)]
    assert hand.hole_cards == [at[0] + at[3], None, at[1] + at[4], at[2] + at[5]]


@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_one_card_is_burnt_before_the_flop_the_turn_and_the_river(seats: int) -> None:
    hand = Hand(stacks=[200] * seats, seed=13)
    deck = philox.deck(13)
    flop = 2 * seats + 1
    boards = [[], deck[flop : flop + 3], [deck[flop + 4]], [deck[flop + 6]]]
    shown: list[int] = []
    for street, cards in zip(("preflop", "flop", "turn", "river"), boards, strict=True):
        shown += cards
        assert (hand.street, hand.board) == (street, format_cards(shown))
        act(hand, "c " * seats)
    assert (hand.street, hand.board) == ("over", format_cards(shown))


def test_a_deck_order_fixes_every_card_of_the_hand() -> None:
    checked = Hand(stacks=[200] * 3, seed=14)
    all_in = Hand(stacks=[200] * 3, seed=14)
    act(checked, "c " * 12)
    act(all_in, "200 c c")
    assert checked.board == all_in.board
    assert checked.hole_cards == all_in.hole_cards
    assert checked.board != Hand(stacks=[200] * 3, seed=15).board


def test_given_cards_are_dealt_and_the_rest_is_drawn_in_the_order_of_the_seed() -> None:
    hand = Hand(stacks=[200] * 3, button=2, hole_cards=[None, "AsAh", [0, 51 - 4]], board="Kd Qd", seed=16)
    act(hand, "c " * 12)
    given = {51, 50, 0, 47, 45, 41}
    drawn = [card for card in philox.deck(16) if card not in given]
    # Positions 0, 3 seat 0; 6 burn; 7, 8 given; 9 flop; 10 burn; 11 turn; 12 burn; 13 river.
    assert hand.hole_cards == [format_cards(drawn[:2], separator=""), "AsAh", "2cKs"]
    assert hand.board == "Kd Qd " + format_cards([drawn[3], drawn[5], drawn[7]])


@pytest.mark.parametrize("board", ["", "2c 7d 9h", "2c 7d 9h Jc", "2c 7d 9h Jc 3s"])
def test_a_board_may_be_given_in_part(board: str) -> None:
    hand = Hand(stacks=[200] * 2, board=board)
    act(hand, "200 c")
    assert hand.board.startswith(board)
    assert len(hand.board.split()) == 5


def test_a_duplicate_or_unknown_card_is_an_error_that_names_it() -> None:
    with pytest.raises(ValueError, match="As stands twice"):
        Hand(stacks=[200] * 2, hole_cards=["AsKd", "AsQd"])
    with pytest.raises(ValueError, match="Kd stands twice"):
        Hand(stacks=[200] * 2, hole_cards=["AsKd", None], board="Kd 2c 3c")
    with pytest.raises(ValueError, match="Qd stands twice"):
        Hand(stacks=[200] * 2, hole_cards=["AsKd", None], board=[41, 41])
    with pytest.raises(ValueError, match=r"'1sKd' .* is not a card"):
        Hand(stacks=[200] * 2, hole_cards=["1sKd", None])
    with pytest.raises(ValueError, match="card number 52 of seat 1"):
        Hand(stacks=[200] * 2, hole_cards=[None, [0, 52]])
    with pytest.raises(ValueError, match="give text like 'AsKd' or card numbers"):
        Hand(stacks=[200] * 2, hole_cards=[[0, "As"], None])  # type: ignore[list-item]


def test_what_a_hand_is_given_has_its_type() -> None:
    with pytest.raises(ValueError, match=r"rules 'no-limit': must be holdem_sim.Rules"):
        Hand("no-limit", stacks=[200] * 2)  # type: ignore[arg-type]
    for wrong in (1.5, True, "0"):
        with pytest.raises(ValueError, match=r"button .* must be a whole number"):
            Hand(stacks=[200] * 2, button=wrong)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=r"seed .* must be a whole number"):
            Hand(stacks=[200] * 2, seed=wrong)  # type: ignore[arg-type]


def test_a_hand_has_two_cards_and_a_board_at_most_five() -> None:
    with pytest.raises(ValueError, match=r"seat 0 must have 2 cards, not 1 \(As\)"):
        Hand(stacks=[200] * 2, hole_cards=["As", None])
    with pytest.raises(ValueError, match="seat 1 must have 2 cards, not 3"):
        Hand(stacks=[200] * 2, hole_cards=[None, "AsKsQs"])
    with pytest.raises(ValueError, match="the board must have 5 cards, not 6"):
        Hand(stacks=[200] * 2, board="2c 3c 4c 5c 6c 7c")
    with pytest.raises(ValueError, match="1 hole cards for 2 stacks"):
        Hand(stacks=[200] * 2, hole_cards=["AsKs"])
    with pytest.raises(ValueError, match="seat 1 has cards but no chips"):
        Hand(stacks=[200, 0, 200], hole_cards=[None, "AsKs", None])
