"""The button and the blinds from hand to hand: moving and dead, with players who leave and who sit down."""

from typing import Any

import numpy as np
import pytest

from holdem_sim.contract.observation import OBSERVATION
from holdem_sim.game.button import first_button, move_button
from holdem_sim.game.hand import advance, sit_down, start_hand
from holdem_sim.game.posting import force
from holdem_sim.game.rules import Rules
from holdem_sim.game.table import FORCED, HIDDEN
from tests.naive import buttons

AT = np.dtype([("button", np.int64), ("small", np.int64), ("big", np.int64)])


def mask(alive: list[int]) -> int:
    return sum(1 << seat for seat in alive)


def moved(last: tuple[int, int, int], alive: list[int], dead: bool) -> tuple[int, int, int]:
    at = np.array([last], AT)[0]
    move_button(at, mask(alive), dead)
    return tuple(at.tolist())


def test_the_first_button_is_at_the_lowest_seat() -> None:
    at = np.zeros(1, AT)[0]
    first_button(at, mask([2, 5, 7, 9]))
    assert at.tolist() == (2, 5, 7)
    first_button(at, mask([2, 5]))
    assert at.tolist() == (2, 2, 5)


@pytest.mark.parametrize(
    ("alive", "moving", "dead"),
    [
        ([0, 1, 2, 3], (1, 2, 3), (1, 2, 3)),  # nobody is out
        ([0, 2, 3], (2, 3, 0), (1, 2, 3)),  # the small blind is out: its seat has a dead button
        ([0, 1, 3], (1, 3, 0), (1, 2, 3)),  # the big blind is out: no small blind is posted
        ([1, 2, 3], (1, 2, 3), (1, 2, 3)),  # the button is out
        ([0, 1, 2], (1, 2, 0), (1, 2, 0)),  # the next big blind is out
        ([0, 3], (0, 0, 3), (0, 0, 3)),  # both blinds are out: two left
        ([0, 2], (2, 2, 0), (2, 2, 0)),
        ([1, 2], (2, 2, 1), (2, 2, 1)),
    ],
)
def test_four_players_of_whom_some_go_out(
    alive: list[int], moving: tuple[int, int, int], dead: tuple[int, int, int]
) -> None:
    assert moved((0, 1, 2), alive, False) == moving
    assert moved((0, 1, 2), alive, True) == dead


@pytest.mark.parametrize(
    ("last", "alive", "moving", "dead"),
    [
        ((0, 4, 6), [0, 2, 4, 6], (4, 6, 0), (4, 6, 0)),  # a newcomer between button and small blind
        ((0, 4, 6), [0, 4, 5, 6], (5, 6, 0), (4, 6, 0)),  # ... between the blinds
        ((0, 4, 6), [0, 4, 6, 8], (4, 6, 8), (4, 6, 8)),  # ... after the big blind: he posts it
        ((0, 4, 6), [0, 1, 2, 6], (2, 6, 0), (4, 6, 0)),  # two came, and the small blind went out
        ((0, 0, 6), [0, 3, 6], (3, 6, 0), (3, 6, 0)),  # a third player at a table of two
        ((0, 0, 6), [0, 6, 8], (0, 6, 8), (0, 6, 8)),
        ((0, 0, 6), [0, 3], (3, 3, 0), (3, 3, 0)),
    ],
)
def test_who_sits_down_turns_neither_button_nor_blinds_back(
    last: tuple[int, int, int], alive: list[int], moving: tuple[int, int, int], dead: tuple[int, int, int]
) -> None:
    for rule, expected in ((False, moving), (True, dead)):
        assert moved(last, alive, rule) == expected
        twin = buttons.following(buttons.Seats(*last), alive, 10, rule)
        assert (twin.button, twin.small, twin.big) == expected


def table(stacks: list[int], button: int, small: int, big: int, **rules: Any) -> tuple[Any, Any]:
    observation, hidden, forced = (np.zeros(1, dtype)[0] for dtype in (OBSERVATION, HIDDEN, FORCED))
    record = Rules(small_blind=5, big_blind=10, **rules).record()[0]
    sit_down(observation, record, len(stacks))
    observation["stacks"][: len(stacks)] = stacks
    hidden["deck"] = np.arange(52)
    force(forced, record, mask([seat for seat, stack in enumerate(stacks) if stack]), button, small, big)
    start_hand(observation, hidden, record, forced)
    return observation, hidden


def test_a_dead_small_blind_is_not_posted_and_a_dead_button_acts_for_nobody() -> None:
    observation, hidden = table([100, 0, 0, 100, 100], 1, 2, 3)
    assert observation["bets"][:5].tolist() == [0, 0, 0, 10, 0]
    assert observation["pot"] == 10
    assert hidden["first_seat"] == 3
    assert advance(observation, hidden)
    assert observation["seat"] == 4
    assert observation["to_call"] == 10


@pytest.mark.parametrize(
    ("stack", "mode", "bet", "pot"),
    [(7, "none", 7, 12), (2, "all", 0, 2 + 3 + 3 + 5), (12, "big_blind", 10, 17), (7, "big_blind", 7, 12)],
)
def test_a_seat_that_cannot_post_a_whole_blind_and_ante_is_all_in_and_plays(
    stack: int, mode: str, bet: int, pot: int
) -> None:
    observation, hidden = (
        table([100, 100, stack], 0, 1, 2, ante=3, ante_mode=mode)
        if mode != "none"
        else table([100, 100, stack], 0, 1, 2)
    )
    assert observation["bets"][2] == bet
    assert observation["stacks"][2] == 0
    assert observation["pot"] == pot
    assert observation["in_hand"] == 0b111
    assert advance(observation, hidden)
    assert observation["seat"] == 0
    assert observation["to_call"] == 10
