"""How a run reports to whoever watches it."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Told of a run's advance. Nothing here may change a result."""

    def note(self, text: str) -> None:
        """One line for the person at the terminal."""

    def begin(self, total: int, done: int) -> None:
        """Play begins: ``total`` hands in all, ``done`` of them from before."""

    def at(self, hands: int) -> None:
        """``hands`` are behind us."""

    def end(self) -> None:
        """Play is over, however it ended."""


class Silent:
    """A Progress that says nothing."""

    def note(self, text: str) -> None:
        pass

    def begin(self, total: int, done: int) -> None:
        pass

    def at(self, hands: int) -> None:
        pass

    def end(self) -> None:
        pass
