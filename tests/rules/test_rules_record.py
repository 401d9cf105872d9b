"""What may be set at a table, and the clear errors for the rest."""

from typing import Any

import pytest

from holdem_sim.game.rules import MOST_CHIPS, RULES, Rules


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"betting": "spread-limit"}, "betting 'spread-limit': must be one of no-limit, pot-limit, fixed-limit"),
        ({"ante_mode": "button"}, "ante_mode 'button': must be one of none, all, big_blind"),
        ({"small_blind": 0}, "small_blind 0: must be from 1"),
        ({"big_blind": MOST_CHIPS + 1}, "big_blind 2147483648: must be from 1 to 2147483647"),
        ({"big_blind": 2.0}, "big_blind 2.0: must be a whole number of chips"),
        ({"small_blind": True}, "small_blind True: must be a whole number"),
        ({"small_blind": 3}, "blinds 3/2: the small blind is above the big blind"),
        ({"ante": -1, "ante_mode": "all"}, "ante -1: must be from 0"),
        ({"ante": 1}, "ante 1: say who pays it"),
        ({"ante_mode": "all"}, "ante mode all: the ante is 0"),
        ({"rake": -0.01}, "rake -0.01: must be a percentage from 0 to 100"),
        ({"rake": 100.01}, "rake 100.01: must be a percentage"),
        ({"rake": 2.505}, "rake 2.505: .* at most two decimals"),
        ({"rake": float("nan")}, "rake nan: must be a percentage"),
        ({"rake": 5.0, "rake_cap": -1}, "rake cap -1: must be from 0"),
        ({"rake": 5.0, "rake_cap": 1.5}, "rake cap 1.5: must be a whole number"),
    ],
)
def test_rules_that_no_table_has(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Rules(**wrong)


def test_the_record_holds_what_was_set() -> None:
    rules = Rules("pot-limit", 5, 10, 3, "big_blind", False, 2.35, 7, False)
    record = rules.record()
    assert record.dtype == RULES
    assert record.tolist() == [(1, 5, 10, 3, 2, 0, 235, 7, 0)]
    assert Rules().record().tolist() == [(0, 1, 2, 0, 0, 1, 0, -1, 1)]


@pytest.mark.parametrize(("percent", "stored"), [(0.07, 7), (0.29, 29), (1.15, 115), (57.57, 5757), (100, 10_000)])
def test_a_rake_in_decimals_is_exact(percent: float, stored: int) -> None:
    assert Rules(rake=percent).record()["rake_bp"][0] == stored
