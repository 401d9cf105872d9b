"""RULES.md, "Ending": uncalled chips, pots, splits, odd chips. PEERS.md C."""

import itertools
from typing import Any

import pytest

from holdem_sim.game.stepper import Pot
from tests.rules.acting import act, deal

BEST_FIRST = {0: "AcAd", 1: "KcKd", 2: "QcQd"}  # of three seats the button is best
TIED = ("AcKd", "AdKc", "AhKs")
KINGS = "2c 7d 9h Kh 3s"  # these tie with a pair of kings and beat every lower pair


def test_one_seat_left_wins_at_once_and_shows_nothing() -> None:
    hand = deal([200] * 3, "6 f f")
    assert hand.over
    assert (hand.board, hand.shown) == ("", ())
    assert hand.payoffs == [3, -1, -2]
    hand = deal([200] * 3, "c c c c 2 f f")
    assert (hand.board, hand.shown) == ("2c 7d 9h", ())
    assert hand.payoffs == [-2, -2, 4]


def test_a_walk_returns_one_uncalled_chip() -> None:
    hand = deal([200] * 3, "f f")
    assert hand.returned == [0, 0, 1]
    assert hand.pots == [Pot(2, (2,), (2,))]
    assert hand.stacks == [200, 199, 201]
    assert (hand.pot, hand.invested) == (2, [0, 1, 1])


def test_uncalled_part_of_a_bet_goes_back_before_the_pots() -> None:
    """fpdb-3 #95, slack-poker-bot #41 (in cents): 254 bet into 220 all-in; rake 16."""
    hand = deal([600, 283], "63 c c 254 c", holes={0: "AcAd", 1: "KcKd"}, rake=5.0, rake_cap=16)
    assert hand.returned == [34, 0]
    assert hand.invested == [283, 283]
    assert hand.pots == [Pot(550, (0, 1), (0,))]
    assert hand.payoffs == [267, -283]


def test_uncalled_bet_of_the_last_live_seat_goes_back() -> None:
    hand = deal([200] * 3, "c c c 50 f f")
    assert hand.returned == [0, 50, 0]
    assert hand.payoffs == [-2, 4, -2]


def test_what_a_folded_seat_put_in_is_matched_by_it() -> None:
    """The bet of 50 was called up to 20 by a seat that later folded: only 30 go back."""
    hand = deal([200] * 3, "20 50 f f")
    assert hand.returned == [0, 30, 0]
    assert hand.payoffs == [-20, 22, -2]


def test_unequal_all_ins_make_side_pots() -> None:
    """rlcard PR #179, pokerl #5, distributed-texasholdem #6, slack-poker-bot #75."""
    hand = deal([20, 50, 100], "20 50 c", holes=BEST_FIRST)
    assert hand.pots == [Pot(60, (0, 1, 2), (0,)), Pot(60, (1, 2), (1,))]
    assert hand.stacks == [60, 60, 50]


def test_four_unequal_all_ins_where_the_shortest_is_best() -> None:
    holes = {1: "AcAd", 2: "KcKd", 3: "QcQd", 0: "JdJh"}
    hand = deal([80, 20, 40, 60], "60 80 c c", holes=holes, board="2c 7d 9h Ts 3s")
    assert hand.returned == [20, 0, 0, 0]
    assert [pot.amount for pot in hand.pots] == [80, 60, 40]
    assert hand.stacks == [20, 80, 60, 40]


def test_four_unequal_all_ins_where_the_longest_is_best() -> None:
    holes = {0: "AcAd", 1: "KcKd", 2: "QcQd", 3: "JdJh"}
    hand = deal([80, 20, 40, 60], "60 80 c c", holes=holes, board="2c 7d 9h Ts 3s")
    assert hand.stacks == [200, 0, 0, 0]


def test_net_of_a_winner_against_two_all_ins_and_a_folder() -> None:
    """pokerl #13: 12036 against two of 8982 and a folded 20."""
    holes = {0: "AcAd", 1: "KcKd", 3: "QcQd"}
    hand = deal([12036, 8982, 9000, 8982], "8982 12036 c f", holes=holes, small_blind=10, big_blind=20)
    assert hand.returned == [12036 - 8982, 0, 0, 0]
    assert hand.payoffs == [17984, -8982, -20, -8982]


def test_folded_chips_stay_in_the_layers_they_reached() -> None:
    """botpoker 0.1.4 loses the folded chips above the highest live all-in."""
    hand = deal([40, 200, 200], "40 100 200 f", holes=BEST_FIRST)
    assert hand.returned == [0, 0, 100]
    assert hand.pots == [Pot(120, (0, 2), (0,)), Pot(120, (2,), (2,))]
    assert hand.stacks == [120, 100, 220]


def test_folded_chips_between_two_layers() -> None:
    """Folded 30 reach the layer of 20 in full and that of 50 by 10."""
    holes = {1: "AcAd", 2: "KcKd", 0: "QcQd"}
    hand = deal([200, 20, 50, 200], "30 60 c c f", holes=holes)
    assert hand.pots == [Pot(80, (0, 1, 2), (1,)), Pot(70, (0, 2), (2,))]


def test_an_all_in_seat_stays_in_the_main_pot_and_a_later_folder_leaves_it() -> None:
    """poker-ts PR #18."""
    hand = deal([100, 200, 200], "100 c c c c 50 f", holes=BEST_FIRST)
    assert hand.returned == [0, 50, 0]
    assert hand.pots == [Pot(300, (0, 1), (0,))]
    assert hand.stacks == [300, 100, 100]


def test_two_layers_with_the_same_contestants_are_one_pot() -> None:
    """The folded 1 and 6 chips cut no layers."""
    hand = deal([200] * 4, "6 20 f c f " + "c c " * 3, holes={0: "AcAd", 2: "KcKd"})
    assert hand.pots == [Pot(47, (0, 2), (0,))]


def test_there_are_no_empty_pots() -> None:
    """texasholdem PR #24, #26: equal all-ins are one pot."""
    hand = deal([50] * 3, "50 c c", holes=BEST_FIRST)
    assert hand.pots == [Pot(150, (0, 1, 2), (0,))]


def test_each_pot_names_its_own_winners() -> None:
    """texasholdem #41."""
    holes = {0: "AcKd", 1: "AdKc", 2: "QcQd", 3: "QhJd"}
    hand = deal([50, 50, 100, 100], "100 c c c", holes=holes, board="2c 7d 9h Ah 3s")
    assert hand.pots == [Pot(200, (0, 1, 2, 3), (0, 1)), Pot(100, (2, 3), (2,))]
    assert hand.stacks == [100, 100, 100, 0]


def test_a_folded_seat_wins_nothing_and_loses_what_it_put_in() -> None:
    """pokerwars #6, #7: the best hand folds, an all-in seat has not folded."""
    holes = {0: "AcAd", 1: "KcKd", 2: "QcQd"}
    hand = deal([200, 30, 200], "20 30 c f", holes=holes)
    assert hand.payoffs == [-20, 50, -30]
    assert all(0 not in pot.contestants for pot in hand.pots)


def test_a_board_that_everybody_plays_is_split_equally() -> None:
    """deuces #5, poker-ts #5: not all of it to the first seat."""
    hand = deal([200] * 4, "c c c c " * 4, board="4c 5d 6h 7s 8c", holes={0: "AsAd", 1: "2s3s", 2: "KsKd"})
    assert hand.pots == [Pot(8, (0, 1, 2, 3), (0, 1, 2, 3))]
    assert hand.payoffs == [0] * 4


def test_only_the_tied_best_share() -> None:
    """pokerwars #8: seats 2 and 3 of five tie; the others get nothing."""
    holes = {0: "QcQd", 1: "JdTd", 2: "AcKd", 3: "AdKc", 4: "8c8d"}
    hand = deal([200] * 5, "10 c c c c " + "c c c c c " * 3, holes=holes, board="2c 7d 9h Ah 3s")
    assert hand.pots == [Pot(50, (0, 1, 2, 3, 4), (2, 3))]
    assert hand.payoffs == [-10, -10, 15, 15, -10]


# Odd chips.


@pytest.mark.parametrize("button", range(4))
def test_the_odd_chip_goes_to_the_first_winner_left_of_the_button(button: int) -> None:
    """private_poker #20, scala-poker #44, texasholdem #25: BB ties UTG for 7."""
    small, big, utg = ((button + step) % 4 for step in (1, 2, 3))
    holes = {button: "4c5d", small: "QsQd", big: TIED[0], utg: TIED[1]}
    hand = deal([100] * 4, "c c f c " + "c c c " * 3, button=button, holes=holes, board=KINGS)
    assert [hand.stacks[seat] for seat in (utg, button, small, big)] == [101, 98, 99, 102]


@pytest.mark.parametrize("button", range(6))
@pytest.mark.parametrize("winners", list(itertools.combinations(range(6), 2)))
def test_the_odd_chip_for_every_button_and_pair_of_winners(button: int, winners: tuple[int, int]) -> None:
    """clubs 0.1.4 indexes past its list here. Six seats put in 5, an ante of the big blind makes 31."""
    holes = {seat: TIED[winners.index(seat)] if seat in winners else "" for seat in range(6)}
    losers = iter(("QsQd", "JdJh", "TdTh", "8c8d"))
    holes = {seat: text or next(losers) for seat, text in holes.items()}
    rules: dict[str, Any] = {"ante": 1, "ante_mode": "big_blind", "button": button}
    hand = deal([100] * 6, "5 c c c c c " + "c " * 18, holes=holes, board=KINGS, **rules)
    first = min(winners, key=lambda seat: (seat - button - 1) % 6)
    assert hand.pots == [Pot(31, (0, 1, 2, 3, 4, 5), winners)]
    big = (button + 2) % 6
    for seat in range(6):
        won = 15 + (seat == first) if seat in winners else 0
        assert hand.payoffs[seat] == won - 5 - (seat == big)


@pytest.mark.parametrize("button", range(4))
def test_two_odd_chips_go_one_each_to_the_first_two_of_three_winners(button: int) -> None:
    small, big, utg = ((button + step) % 4 for step in (1, 2, 3))
    holes = {button: TIED[0], small: TIED[1], big: "QsQd", utg: TIED[2]}
    hand = deal([100] * 4, "4 c c f " + "c c c " * 3, button=button, holes=holes, board=KINGS)
    assert [hand.payoffs[seat] for seat in (small, utg, button)] == [1, 1, 0]


def test_100_split_three_ways_is_34_33_33() -> None:
    """poker-game-runner and open_spiel give fractions."""
    holes = {0: TIED[0], 2: TIED[1], 3: TIED[2], 1: "QsQd"}
    hand = deal([100] * 4, "33 c f c " + "c c c " * 3, holes=holes, board=KINGS)
    assert hand.pots == [Pot(100, (0, 2, 3), (0, 2, 3))]
    assert hand.stacks == [100, 99, 101, 100]


@pytest.mark.parametrize("button", range(4))
@pytest.mark.parametrize("short", [0, 1, 2])
def test_odd_chips_of_each_side_pot_by_itself(button: int, short: int) -> None:
    """UTG folds 11: a main pot of 41 - 1 among three, a side pot of 21 among the two that are not short."""
    small, big, utg = ((button + step) % 4 for step in (1, 2, 3))
    tied = [small, big, button]
    stacks = [100] * 4
    stacks[tied[short]] = 10
    holes = {seat: TIED[i] for i, seat in enumerate(tied)} | {utg: "QsQd"}
    actions = {small: "11 20 c c f", big: "11 20 c c f", button: "11 c 20 c f"}[tied[short]]
    hand = deal(stacks, actions, button=button, holes=holes, board=KINGS)
    act(hand, "c c " * 3)
    deep = [seat for seat in tied if seat != tied[short]]
    assert [(pot.amount, set(pot.winners)) for pot in hand.pots] == [(40, set(tied)), (21, set(deep))]
    won = dict.fromkeys(tied, 13)
    won[small] += 1  # of the main pot
    for seat in deep:
        won[seat] += 10
    won[deep[0]] += 1  # of the side pot
    assert hand.payoffs[utg] == -11
    assert [hand.payoffs[s] for s in tied] == [won[s] - (10 if s == tied[short] else 20) for s in tied]
