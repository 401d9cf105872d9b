"""Gives itself a chip at every turn."""

from typing import Any

from holdem_sim.contract import CHECK_CALL, kernel_bot


@kernel_bot()
def decide(observation: Any, key: Any, params: Any, memory: Any) -> Any:
    observation["stacks"][observation["seat"]] += 1
    return CHECK_CALL
