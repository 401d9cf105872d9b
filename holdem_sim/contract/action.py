"""What a bot may say: one integer. FOLD = -1, CHECK_CALL = 0, otherwise the amount to raise TO in this round.

Legal in every state: CHECK_CALL; FOLD when ``to_call > 0``; an amount from ``min_raise_to`` to ``max_raise_to``
when the latter is above 0. Pot fractions are helpers, not kinds of action.
"""

from __future__ import annotations

from typing import Any

from holdem_sim._jit import kernel

FOLD = -1
CHECK_CALL = 0


@kernel
def raise_to_pot(observation: Any, numerator: Any, denominator: Any) -> Any:
    """The action that raises by ``numerator / denominator`` of the pot after the call, held to the legal range.

    A size of n pots is: call, then n times the pot that stands after the call. In a pot of 3 at blinds 1/2 the
    small blind's pot raise is to 6. CHECK_CALL when no raise is allowed. Chips are rounded down.
    """
    if observation["max_raise_to"] == 0:
        return CHECK_CALL
    price = observation["current_bet"]
    after_call = observation["pot"] + price - observation["bets"][observation["seat"]]
    return clip_raise(observation, price + after_call * numerator // denominator)


@kernel
def clip_raise(observation: Any, raise_to: Any) -> Any:
    """``raise_to`` (chips) held to the legal range; CHECK_CALL when no raise is allowed."""
    if observation["max_raise_to"] == 0:
        return CHECK_CALL
    return min(max(raise_to, observation["min_raise_to"]), observation["max_raise_to"])


@kernel
def check_or_fold(observation: Any) -> Any:
    """Fold when there is something to pay, else check."""
    return FOLD if observation["to_call"] > 0 else CHECK_CALL
