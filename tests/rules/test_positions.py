"""RULES.md, "Table, button, deal": the names of positions."""

import numpy as np
import pytest

from holdem_sim.contract.positions import position_names, position_table, seat_positions
from tests.rules.acting import deal

NAMES = {
    2: "BB BTN",  # the button is the small blind
    3: "SB BB BTN",
    4: "SB BB UTG BTN",
    5: "SB BB UTG CO BTN",
    6: "SB BB UTG HJ CO BTN",
    7: "SB BB UTG LJ HJ CO BTN",
    8: "SB BB UTG UTG+1 LJ HJ CO BTN",
    9: "SB BB UTG UTG+1 UTG+2 LJ HJ CO BTN",
    10: "SB BB UTG UTG+1 UTG+2 UTG+3 LJ HJ CO BTN",
}


@pytest.mark.parametrize("players", NAMES)
def test_positions_are_named_clockwise_from_left_of_the_button(players: int) -> None:
    assert " ".join(position_names(players)) == NAMES[players]


def test_positions_pass_over_seats_that_were_not_dealt_in() -> None:
    dealt = np.array([[True] * 4, [True, False, True, True], [False, True, False, True]])
    table = position_table(dealt, np.array([1, 2, 3]))
    assert table.tolist() == [
        ["UTG", "BTN", "SB", "BB"],
        ["BB", "", "BTN", "SB"],
        ["", "BB", "", "BTN"],
    ]


@pytest.mark.parametrize("seats", range(2, 11))
def test_the_blinds_are_where_their_names_say(seats: int) -> None:
    for button in range(seats):
        bets = deal([200] * seats, button=button).bets
        names = position_table(np.ones((1, seats), bool), np.array([button]))[0]
        assert names[button] == "BTN"
        assert names[bets.index(2)] == "BB"
        assert names[bets.index(1)] == ("SB" if seats > 2 else "BTN")


@pytest.mark.parametrize("players", range(2, 11))
def test_with_nothing_dead_they_are_the_usual_ones(players: int) -> None:
    assert seat_positions(players, min(1, players - 2)) == position_names(players)


@pytest.mark.parametrize(
    ("players", "big", "button", "names"),
    [
        (3, 0, True, "BB UTG BTN"),  # nobody posts the small blind
        (3, 1, False, "SB BB UTG"),  # nobody has the button
        (3, 0, False, "BB UTG CO"),
        (6, 0, True, "BB UTG LJ HJ CO BTN"),
        (5, 2, True, "SB SB BB UTG BTN"),  # one was moved between button and small blind
        (5, 3, False, "SB SB SB BB UTG"),
        (8, 0, False, "BB UTG UTG+1 UTG+2 UTG+3 LJ HJ CO"),
        (2, 0, True, "BB BTN"),
    ],
)
def test_dead_blinds_and_buttons_leave_positions_empty(players: int, big: int, button: bool, names: str) -> None:
    found = seat_positions(players, big, button)
    assert " ".join(found) == names
    dealt = np.array([[True] * players + [False]])
    table = position_table(dealt, np.array([players - 1 if button else players]), np.array([big]))
    assert tuple(table[0, :players]) == found
    assert table[0, players] == ""


def test_a_table_too_large_for_names() -> None:
    """Ten players and an empty seat among them, which no table of ours has."""
    assert seat_positions(10, 0) == ("",) * 10
    assert seat_positions(9, 0, False) == ("",) * 9
