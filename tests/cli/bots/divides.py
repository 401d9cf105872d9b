"""Calls, but divides by zero whenever its first card is a deuce of clubs."""

from typing import Any

from holdem_sim.contract import CHECK_CALL, kernel_bot


@kernel_bot()
def decide(observation: Any, key: Any, params: Any, memory: Any) -> Any:
    return CHECK_CALL * (10 // observation["hole"][0])
