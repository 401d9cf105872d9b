"""Progress on a terminal: a bar with hands per second and time left; elsewhere notes only. All on stderr."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class TerminalProgress:
    """A Progress for people. Without a terminal it only says what takes long before the first hand."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._bar = None if quiet or not sys.stderr.isatty() else _bar()
        self._task: TaskID | None = None
        self._begun = 0.0
        self._before = 0

    def prepare(self) -> None:
        """From now on, say so when something has to be compiled."""
        from holdem_sim._jit import when_compiling

        when_compiling(lambda: self.note("compiling for this machine (once, up to half a minute) ..."))

    def note(self, text: str) -> None:
        if self._quiet:
            return
        if self._bar is not None and self._bar.live.is_started:
            self._bar.console.print(text, highlight=False, markup=False)
        else:
            click.echo(text, err=True)

    def begin(self, total: int, done: int) -> None:
        if self._bar is not None:
            self._bar.start()
            self._task = self._bar.add_task("playing", total=total, completed=done, speed="")
            self._begun, self._before = time.monotonic(), done

    def at(self, hands: int) -> None:
        if self._bar is not None and self._task is not None:
            rate = (hands - self._before) / max(time.monotonic() - self._begun, 1e-9)
            self._bar.update(self._task, completed=hands, speed=f"{rate:,.0f} hands/s")

    def end(self) -> None:
        if self._bar is not None:
            self._bar.stop()


def _bar() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True)


def terminal_progress(quiet: bool) -> TerminalProgress:
    """The progress of a command: silent with ``--quiet``."""
    return TerminalProgress(quiet)
