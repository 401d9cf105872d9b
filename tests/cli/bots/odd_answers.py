"""Answers with something that is no action, when it may raise."""

import math
from decimal import Decimal
from typing import Any

from holdem_sim.contract import Observation, Parameter, python_bot

ANSWERS: list[Any] = [math.nan, None, "call", 6.0, True, [0], Decimal(6), 10**30, -(10**30), object()]
PARAMETERS = (Parameter("answer", 0, 0, len(ANSWERS) - 1, "which of the answers"),)


@python_bot(parameters=PARAMETERS)
def decide(observation: Observation) -> Any:
    return ANSWERS[observation.params.answer] if observation.can_raise else observation.call()
