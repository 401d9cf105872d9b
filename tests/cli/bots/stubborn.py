"""Answers the same whatever it sees, legal or not."""

from typing import Any

from holdem_sim.contract import Parameter, kernel_bot, record_at, record_type

PARAMETERS = (Parameter("answer", -7, -(2**40), 2**40, "the action, as an integer"),)
PARAMS = record_type(PARAMETERS)


@kernel_bot(parameters=PARAMETERS)
def decide(observation: Any, key: Any, params: Any, memory: Any) -> Any:
    return record_at(params, PARAMS)["answer"]
