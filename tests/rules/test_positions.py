"""RULES.md, "Table, button, deal": the names of positions."""

import numpy as np
import pytest

from holdem_sim.contract.positions import position_names, position_table
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
