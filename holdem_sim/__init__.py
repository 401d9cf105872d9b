"""holdem_sim: the laboratory for Texas hold'em bots.

Names load what they need when first used, so that ``import holdem_sim`` compiles nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from holdem_sim._version import ENGINE_VERSION, __version__

if TYPE_CHECKING:
    from holdem_sim.api import compare, difficulty, match, multi_table, repeat, run, sit_and_go, tournament
    from holdem_sim.errors import InputError, RunError
    from holdem_sim.evaluator import describe, evaluate
    from holdem_sim.evaluator.equity import equity
    from holdem_sim.game.rules import Rules
    from holdem_sim.game.stepper import Hand
    from holdem_sim.histories.read import read_hands
    from holdem_sim.histories.stepping import replay_hand
    from holdem_sim.records.load import Run, load

_HOMES = {
    "Hand": "holdem_sim.game.stepper",
    "InputError": "holdem_sim.errors",
    "Rules": "holdem_sim.game.rules",
    "Run": "holdem_sim.records.load",
    "RunError": "holdem_sim.errors",
    "compare": "holdem_sim.api",
    "describe": "holdem_sim.evaluator",
    "difficulty": "holdem_sim.api",
    "equity": "holdem_sim.evaluator.equity",
    "evaluate": "holdem_sim.evaluator",
    "load": "holdem_sim.records.load",
    "match": "holdem_sim.api",
    "multi_table": "holdem_sim.api",
    "read_hands": "holdem_sim.histories.read",
    "repeat": "holdem_sim.api",
    "replay_hand": "holdem_sim.histories.stepping",
    "run": "holdem_sim.api",
    "sit_and_go": "holdem_sim.api",
    "tournament": "holdem_sim.api",
}

__all__ = [
    "ENGINE_VERSION",
    "Hand",
    "InputError",
    "Rules",
    "Run",
    "RunError",
    "__version__",
    "compare",
    "describe",
    "difficulty",
    "equity",
    "evaluate",
    "load",
    "match",
    "multi_table",
    "read_hands",
    "repeat",
    "replay_hand",
    "run",
    "sit_and_go",
    "tournament",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'holdem_sim' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
