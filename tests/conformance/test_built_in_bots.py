"""Every bot in bots/ keeps every promise, its golden actions included."""

import pytest

from holdem_sim.players.load import bot_names
from holdem_sim.testing import assert_conforms, check_bot
from holdem_sim.testing.kit import PROMISES


@pytest.mark.parametrize("name", bot_names())
def test_it_conforms(name: str) -> None:
    results = check_bot(name)
    assert [result.check for result in results] == list(PROMISES)
    assert {result.check: str(result) for result in results if result.status != "passed"} == {}


def test_at_other_settings_and_seeds() -> None:
    assert_conforms("hard:aggression=2.5,tilt=1", seed=2**63 - 1)
