"""What a bot may declare; what cannot be is said where the file says it."""

from typing import Any

import numpy as np
import pytest

from holdem_sim.contract import Parameter, PythonBot, python_bot
from holdem_sim.contract.bot import MOST_MEMORY

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
