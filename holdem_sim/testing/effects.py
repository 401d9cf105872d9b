"""What a bot does besides deciding: files, network, programs, clocks, prints. Noted, not prevented."""

from __future__ import annotations

import datetime
import os
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, Self

EVENTS = (
    "open",
    "os.",
    "shutil.",
    "tempfile.",
    "pathlib.",
    "glob.",
    "sqlite3.",
    "socket.",
    "ssl.",
    "urllib.",
    "http.",
    "ftplib.",
    "smtplib.",
    "subprocess.",
    "webbrowser.",
    "winreg.",
    "builtins.input",
    "_thread.start_new_thread",
    "_thread.start_joinable_thread",
    "time.sleep",
)
"""Audit events, or their beginnings, of what a bot has no business with (docs.python.org, "Audit events table")."""

CLOCKS = (
    "time",
    "time_ns",
    "monotonic",
    "monotonic_ns",
    "perf_counter",
    "perf_counter_ns",
    "process_time",
    "process_time_ns",
    "thread_time",
    "thread_time_ns",
    "clock_gettime",
    "clock_gettime_ns",
    "localtime",
    "gmtime",
    "ctime",
)
COMPILERS = ("importlib", "numba", "llvmlite", "linecache", "traceback")
"""What these do is not the bot's doing: a first import, a first compilation."""


class Effects:
    """Notes effects while ``active``: ``noted`` is a list of (case number, what). One a process: hooks stay."""

    def __init__(self, case: Callable[[], int]) -> None:
        self.active = False
        self.noted: list[tuple[int, str]] = []
        self._case = case
        for name in CLOCKS:
            if hasattr(time, name):  # some are not on every system
                setattr(time, name, self._noting(getattr(time, name), f"time.{name}"))
        _watch_dates(self)
        sys.addaudithook(self._audit)

    def note(self, what: str) -> None:
        """``what`` just happened; asleep while not active, and for compilers."""
        if self.active and not _by_compiler(sys._getframe(1)):
            self.noted.append((self._case(), what))

    def printed(self) -> int:
        """Bytes that the process has written to stdout and stderr, both one file."""
        sys.stdout.flush()
        sys.stderr.flush()
        return os.fstat(1).st_size

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.active and event.startswith(EVENTS):
            self.note(f"{event}({', '.join(repr(argument)[:60] for argument in arguments[:2])})")

    def _noting(self, clock: Callable[..., Any], name: str) -> Callable[..., Any]:
        def noting(*arguments: Any) -> Any:
            self.note(f"{name}()")
            return clock(*arguments)

        return noting


def _watch_dates(effects: Effects) -> None:
    """Classes that note who asks for the time in place of datetime's own, which cannot be changed."""

    class Datetime(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Self:
            effects.note("datetime.now()")
            return super().now(tz)

        @classmethod
        def utcnow(cls) -> Self:
            effects.note("datetime.utcnow()")
            return super().now(datetime.UTC).replace(tzinfo=None)

        @classmethod
        def today(cls) -> Self:
            effects.note("datetime.today()")
            return super().today()

    class Date(datetime.date):
        @classmethod
        def today(cls) -> Self:
            effects.note("date.today()")
            return super().today()

    datetime.datetime, datetime.date = Datetime, Date  # type: ignore[misc]


def _by_compiler(frame: FrameType | None) -> bool:
    while frame is not None:
        name = frame.f_globals.get("__name__") or ""
        if name.split(".")[0] in COMPILERS or "importlib" in frame.f_code.co_filename:
            return True
        frame = frame.f_back
    return False
