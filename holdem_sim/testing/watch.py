"""What a child says while a bot decides: a counter that moves, and the case in hand, in a file mapped by both sides.

So the parent knows of a bot that does not return, and on which case; compiled code writes there too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

TICK, CASE = range(2)
WORKING, LOADING = -1, -2
"""In place of a case: the kit itself is at work; the bot's file is being run."""


class Watch:
    """``cells``: int64 (2,), TICK and CASE; in the file ``path``, or nobody else's."""

    def __init__(self, path: Path | None = None) -> None:
        self.cells: Any = np.array([0, WORKING], np.int64)
        if path is not None:
            if not path.exists():
                self.cells.tofile(path)
            self.cells = np.asarray(np.memmap(path, np.int64, "r+"))

    def at(self, case: int) -> None:
        """The bot is about to be asked ``case``."""
        self.cells[CASE] = case
        self.cells[TICK] += 1

    def work(self) -> None:
        """No bot is being asked."""
        self.at(WORKING)
