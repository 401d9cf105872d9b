"""How strong a hand is. Kernels are in ``rank``, exact and sampled equities in ``equity``.

The names below load (and compile) on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from holdem_sim.evaluator.public import category, describe, describe_strength, evaluate

__all__ = ["category", "describe", "describe_strength", "evaluate"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from holdem_sim.evaluator import public

    return getattr(public, name)
