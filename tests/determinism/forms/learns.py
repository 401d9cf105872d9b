"""What bots do with their memory when they fault, and in the call at the end of a hand, in the three forms.

They call, but go all-in when the hands that they saw end are no multiple of three.
"""

from typing import Any

import numpy as np

from holdem_sim.contract import (
    CHECK_CALL,
    OVER,
    BatchBot,
    Bot,
    KernelBot,
    Observation,
    PythonBot,
    batch_bot,
    kernel_bot,
    python_bot,
    record_at,
)

MEMORY = np.dtype([("seen", np.int64), ("asked", np.int64)], align=True)


@kernel_bot(memory=MEMORY)
def as_kernel(observation: Any, key: Any, params: Any, memory: Any) -> Any:
    own = record_at(memory, MEMORY)
    if observation["street"] == OVER:
        own["seen"] += 1
        return -77
    return observation["max_raise_to"] if own["seen"] % 3 else CHECK_CALL


def batches(answer: Any) -> BatchBot:
    """``answer``: what it says when all rows are at the end of a hand; in other rows of that kind -77."""

    @batch_bot(memory=MEMORY)
    def decide(observations: Any, keys: Any, params: Any, memory: Any) -> Any:
        over = observations["street"] == OVER
        memory["seen"] += over
        if over.all():
            return answer
        actions = np.where(memory["seen"] % 3 > 0, observations["max_raise_to"], CHECK_CALL)
        return np.where(over, np.nan, actions) if over.any() else actions

    return decide


def pythons(answer: Any) -> PythonBot:
    """``answer``: what it says at the end of a hand."""

    @python_bot(memory=MEMORY)
    def decide(observation: Observation) -> Any:
        if observation.over:
            observation.memory["seen"] += 1
            return answer
        return observation.all_in() if observation.memory["seen"] % 3 else observation.call()

    return decide


@kernel_bot(memory=MEMORY)
def stumbles(observation: Any, key: Any, params: Any, memory: Any) -> Any:
    """Divides by 0 at every third call, after it has counted it."""
    own = record_at(memory, MEMORY)
    own["asked"] += 1
    return own["asked"] // (own["asked"] % 3) * 0


def raises_at_the_end() -> list[Bot]:
    """In each form: it divides by 0 in every call at the end of a hand."""

    @kernel_bot(memory=MEMORY)
    def kernel(observation: Any, key: Any, params: Any, memory: Any) -> Any:
        return 1 // (observation["street"] - OVER) * 0

    @batch_bot(memory=MEMORY)
    def batch(observations: Any, keys: Any, params: Any, memory: Any) -> Any:
        if (observations["street"] == OVER).any():
            raise ZeroDivisionError
        return np.zeros(len(observations), np.int64)

    @python_bot(memory=MEMORY)
    def python(observation: Observation) -> Any:
        return 1 // (STREETS.index(observation.street) - OVER) * 0

    assert isinstance(kernel, KernelBot)
    return [kernel, batch, python]


STREETS = ("preflop", "flop", "turn", "river", "over")
