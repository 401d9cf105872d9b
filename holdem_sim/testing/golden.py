"""Golden actions: what a bot says to the scenario book, kept in a file, so that a change of play is seen.

The file is JSON, a scenario's name and the action: f fold, c check or call, r60 raise to 60.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from holdem_sim.errors import InputError
from holdem_sim.players.load import bot_names, bots_folder
from holdem_sim.testing.cases import Cases

Array = np.ndarray[Any, Any]


def known_golden(spec: str) -> Path | None:
    """Where a checkout keeps the golden file of a built-in bot with its defaults; None for other bots, elsewhere."""
    folder = bots_folder().parent / "tests" / "golden"
    return folder / f"{spec}.json" if spec in bot_names() and folder.is_dir() else None


def action_text(action: int) -> str:
    """``f``, ``c`` or ``r60``."""
    return f"r{action}" if action > 0 else "c" if action == 0 else "f"


def golden_of(cases: Cases, actions: Array) -> dict[str, str]:
    """The actions (of all cases, in order) on the book, by scenario."""
    return {name: action_text(int(action)) for name, action in zip(cases.scenarios, actions, strict=False)}


def write_golden(path: Path, golden: dict[str, str]) -> None:
    """Write a golden file. InputError when it cannot be written."""
    try:
        path.write_text(json.dumps(golden, indent=0) + "\n", "utf-8")
    except OSError as error:
        raise InputError(f"golden file {path}: {error.strerror}") from None


def read_golden(path: Path) -> dict[str, str]:
    """What ``write_golden`` wrote. InputError when it is no golden file."""
    try:
        golden = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InputError(f"golden file {path}: {error.strerror}; --update-golden writes one") from None
    except ValueError:
        golden = None
    if not isinstance(golden, dict) or not all(isinstance(text, str) for text in golden.values()):
        raise InputError(f"golden file {path}: is no golden file (JSON, scenario: action)")
    return golden


def first_difference(golden: dict[str, str], now: dict[str, str]) -> tuple[int, str] | None:
    """The first case whose action is not the golden one, and what differs; None when all are the same."""
    differ = [number for number, (name, action) in enumerate(now.items()) if golden.get(name) != action]
    if not differ:
        gone = [name for name in golden if name not in now]
        return (0, f"scenario {gone[0]!r} is not in the book") if gone else None
    name = list(now)[differ[0]]
    was = golden.get(name, "not in the file")
    return differ[0], f"{len(differ)} actions of the book changed; first: was {was}, is {now[name]}"
