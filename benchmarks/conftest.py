"""The fixtures of the benchmarks."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.meter import Meter
from benchmarks.mode import Mode, current


@pytest.fixture
def mode() -> Mode:
    """How long to measure."""
    return current()


@pytest.fixture
def meter(benchmark: Any, mode: Mode) -> Meter:
    """Times one thing and files it."""
    return Meter(benchmark, mode)
