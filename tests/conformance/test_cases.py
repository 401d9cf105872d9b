"""The scenario book and the random hands reach what they promise."""

import numpy as np
import pytest

from holdem_sim.contract import HISTORY
from holdem_sim.contract.observation import FIXED_LIMIT, NO_LIMIT, POT_LIMIT
from holdem_sim.game.betting import is_legal
from holdem_sim.game.rules import MOST_CHIPS
from holdem_sim.testing.cases import HANDS, Cases, all_cases, legal, load_cases
from holdem_sim.testing.scenarios import DEPTHS, SEATS, Scenario, book


@pytest.fixture(scope="module")
def cases() -> Cases:
    return all_cases(3)


def test_the_names_differ() -> None:
    names = [scenario.name for scenario in book()]
    assert len(set(names)) == len(names) > 200


def test_a_scenario_that_has_ended_is_refused() -> None:
    with pytest.raises(ValueError, match="nobody is left to act"):
        Scenario("over", (200, 200), "f").observation()


def test_the_book_reaches_the_edges() -> None:
    seen = all_cases(0).first(len(book())).observations
    seat = np.arange(len(seen)), seen["seat"]
    stack, others_can_act = seen["stacks"][seat], seen["can_act"] & ~(1 << seen["seat"])
    may_raise = seen["max_raise_to"] > 0
    rivals = np.array([int(mask).bit_count() for mask in seen["in_hand"]])
    for betting in (NO_LIMIT, POT_LIMIT, FIXED_LIMIT):
        here = seen["betting"] == betting
        for what in (
            seen["to_call"] == stack,  # the call takes the stack
            stack == 1,
            (seen["to_call"] > 0) & (others_can_act == 0) & (stack > seen["to_call"]) & ~may_raise,  # all others all-in
            (seen["street"] == 0) & (seen["to_call"] == 0) & may_raise,  # the big blind's option
            may_raise & (seen["max_raise_to"] == seen["bets"][seat] + stack),  # an all-in is a legal raise
            rivals == 10,
            (seen["ante"] > 0),
        ):
            assert (what & here).any()
        at_start = here & (seen["action_count"] == 0)
        assert {*seen["seats"][at_start].tolist()} >= set(SEATS)
    deep = (seen["stacks"].max(axis=1) + seen["bets"].max(axis=1)) // seen["big_blind"]
    assert {*deep.tolist()} >= set(DEPTHS[1:])
    assert seen["action_count"].max() > HISTORY
    assert (seen["stacks"] + seen["invested"]).sum(axis=1).max() == MOST_CHIPS - 1
    all_in = [
        [*invested[(chips == 0) & (invested > 0)]]
        for chips, invested in zip(seen["stacks"], seen["invested"], strict=True)
    ]
    assert max(len(set(each)) for each in all_in) >= 3  # side pots


def test_the_random_hands(cases: Cases) -> None:
    assert cases.hands >= HANDS
    seen = cases.observations[len(cases.scenarios) :]
    assert {*seen["street"].tolist()} == {0, 1, 2, 3, 4}
    assert {*seen["seats"].tolist()} == set(SEATS)
    assert {*seen["betting"].tolist()} == {NO_LIMIT, POT_LIMIT, FIXED_LIMIT}
    assert {*seen["hand"].tolist()} == {0, 1, 2, 3}


def test_a_line_is_one_seat_of_one_match_in_order(cases: Cases) -> None:
    assert (np.diff(cases.lines) >= 0).all()
    same = np.flatnonzero(np.diff(cases.lines) == 0)
    seen = cases.observations
    assert (seen["seat"][same] == seen["seat"][same + 1]).all()
    hands = seen["hand"][same + 1] - seen["hand"][same]
    assert (hands >= 0).all()
    assert (cases.over[same] == (hands == 1)).all()


def test_cases_are_the_seeds(cases: Cases) -> None:
    again, other = all_cases.__wrapped__(3), all_cases(4)
    assert (again.observations == cases.observations).all()
    assert (again.keys == cases.keys).all()
    count = len(book())
    assert (other.observations[:count] == cases.observations[:count]).all()
    assert (other.keys[:count] == cases.keys[:count]).all()
    assert (other.observations[count : count + 100] != cases.observations[count : count + 100]).any()


def test_a_case_alone_has_what_its_line_saw_before(cases: Cases) -> None:
    number = len(cases) - 1
    alone = cases.until(number)
    assert alone.numbers[-1] == number
    assert (alone.lines == cases.lines[number]).all()
    assert len(alone) == (cases.lines == cases.lines[number]).sum() > 1


def test_legality_is_the_tables(cases: Cases) -> None:
    """The vectorised rule against the kernel that the hand loops ask."""
    part = cases.observations[~cases.over][:: len(cases) // 60]
    for action in (-2, -1, 0, 1, 2, 10, 20, 57, 10**10):
        expected = [bool(is_legal(row, action)) for row in part]
        assert legal(part, np.full(len(part), action)).tolist() == expected
    for name in ("min_raise_to", "max_raise_to"):
        expected = [bool(is_legal(row, row[name])) for row in part]
        assert legal(part, part[name]).tolist() == expected


def test_saved_cases_are_the_same(cases: Cases, tmp_path: object) -> None:
    path = f"{tmp_path}/cases.npz"
    few = cases.first(300)
    few.save(path)  # type: ignore[arg-type]
    loaded = load_cases(path)  # type: ignore[arg-type]
    assert loaded.observations.tobytes() == few.observations.tobytes()
    assert loaded.observations.dtype.isalignedstruct
    assert (loaded.lines == few.lines).all()
