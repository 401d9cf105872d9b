"""How long to measure: HOLDEM_BENCH=quick, normal (the default) or full."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Mode:
    """``rounds`` of about ``seconds`` each. Whole runs have up to ``largest_run`` hands; those up to ``repeated`` hands
    are played five times. Each of the ``cold_starts`` compiles everything."""

    name: str
    rounds: int
    seconds: float
    largest_run: int
    repeated: int
    cold_starts: int

    def runs(self) -> list[int]:
        """Sizes of whole runs, in hands."""
        return [size for size in (10**5, 10**6, 10**7, 10**8) if size <= self.largest_run]


MODES = {
    mode.name: mode
    for mode in (
        Mode("quick", 5, 0.03, 10**6, 0, 1),
        Mode("normal", 7, 0.4, 10**7, 10**6, 5),
        Mode("full", 9, 0.7, 10**8, 10**7, 5),
    )
}


def current() -> Mode:
    """The mode that the environment asks for; ValueError for another name."""
    name = os.environ.get("HOLDEM_BENCH", "normal")
    if name not in MODES:
        raise ValueError(f"HOLDEM_BENCH {name!r}: must be one of {', '.join(MODES)}")
    return MODES[name]
