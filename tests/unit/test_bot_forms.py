"""What a bot may declare, refused where the file says it; how a batch with a fault is asked."""

from typing import Any

import numpy as np
import pytest

from holdem_sim.contract import OBSERVATION, Parameter, PythonBot, batch_bot, python_bot
from holdem_sim.contract.bot import MOST_MEMORY
from holdem_sim.players.ask import EXCEPTION, FINE, policy_of

ONE = Parameter("one", 1, 0, 2, "how much of it")


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ({"parameters": [ONE]}, "give a tuple of Parameter"),
        ({"parameters": ONE}, "give a tuple of Parameter"),
        ({"parameters": ("one",)}, "give a tuple of Parameter"),
        ({"parameters": (ONE, Parameter("one", 2, 0, 2, "again"))}, "a name stands twice"),
        ({"stochastic": "yes"}, "give True or False"),
        ({"memory": np.int64}, "dtype with named fields"),
        ({"memory": np.dtype(np.int64)}, "dtype with named fields"),
        ({"memory": [("a", np.int64)]}, "dtype with named fields"),
        ({"memory": np.dtype([("a", object)])}, "none of objects"),
        ({"memory": np.dtype([("a", np.uint8, (MOST_MEMORY + 1,))])}, "bytes a seat"),
    ],
)
def test_what_no_bot_can_be_is_refused(declared: dict[str, Any], words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words):
        python_bot(**declared)(lambda observation: 0)


def test_the_largest_memory_is_a_bot() -> None:
    memory = np.dtype([("a", np.uint8, (MOST_MEMORY,))])
    assert isinstance(python_bot(memory=memory)(lambda observation: 0), PythonBot)


def test_whole_numbers_fit_into_64_bits() -> None:
    with pytest.raises(ValueError, match="64-bit"):
        Parameter("a", 2**63, 0, 2**64, "too much")
    wide = Parameter("a", 0, -float("inf"), float("inf"), "anything")
    assert wide.parse(str(2**63 - 1)) == 2**63 - 1
    with pytest.raises(ValueError, match="64-bit"):
        wide.parse(str(2**63))


def test_one_bad_row_of_a_batch_is_found_in_few_calls() -> None:
    sizes = []

    @batch_bot()
    def decide(observations: Any, keys: Any, params: Any, memory: Any) -> Any:
        sizes.append(len(observations))
        if (observations["pot"] == 7).any():
            raise ValueError
        return observations["pot"]

    seen = np.zeros(2048, OBSERVATION)
    seen["pot"] = np.arange(2048) * 2
    seen["pot"][777] = 7
    actions, faults = policy_of(decide, decide.settings({}))(seen, np.zeros(2048, np.uint64), None)
    assert np.flatnonzero(faults != FINE).tolist() == [777]
    assert faults[777] == EXCEPTION
    assert np.array_equal(np.delete(actions, 777), np.delete(np.arange(2048) * 2, 777))
    assert len(sizes) < 40
