"""The conformance kit for bot authors: ``assert_conforms("./mybot.py")`` in a test, ``check_bot`` for the details."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from holdem_sim.testing.kit import CheckResult, assert_conforms, check_bot

__all__ = ["CheckResult", "assert_conforms", "check_bot"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'holdem_sim.testing' has no attribute {name!r}")
    return getattr(importlib.import_module("holdem_sim.testing.kit"), name)
