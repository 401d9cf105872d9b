"""How the tests call ``holdem-sim``: in this process, and as a program."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from holdem_sim.cli.main import _run

ROOT = Path(__file__).parents[2]
BOTS = Path(__file__).parent / "bots"
STUBBORN, DIVIDES, CHEAT = (str(BOTS / f"{name}.py") for name in ("stubborn", "divides", "cheat"))
SHARDS_PROGRAM = Path(__file__).parent / "small_shards.py"


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The JSON object that stands alone on stdout."""
        value: dict[str, Any] = json.loads(self.out)
        return value

    @property
    def error(self) -> str:
        """The one line of a refusal: nothing else on stderr, nothing on stdout."""
        assert self.out == ""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("error: ")
        assert "Traceback" not in lines[0]
        return lines[0]


class Run:
    """``run("tournament", "call", "fold")`` in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: object) -> Outcome:
        self._capsys.readouterr()
        code = _run([str(argument) for argument in arguments])
        captured = self._capsys.readouterr()
        return Outcome(code, captured.out, without_note(captured.err))

    def json(self, *arguments: object) -> dict[str, Any]:
        """The JSON of a command that must succeed."""
        done = self(*arguments, "--json", "--quiet")
        assert done.code == 0, done.err
        assert done.err == ""
        return done.json

    def refused(self, *arguments: object, code: int = 2) -> str:
        """The line on stderr of a command that must be refused and leave nothing behind."""
        before = sorted(Path.cwd().rglob("*"))
        done = self(*arguments)
        assert done.code == code, done.err + done.out
        assert sorted(Path.cwd().rglob("*")) == before
        return done.error


def environment(**more: str) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "COV"))}
    return plain | {"PYTHONPATH": str(ROOT), **more}


def program(*arguments: object, **more: str) -> Outcome:
    """``holdem-sim`` as a program of its own, in the present folder, with ``more`` in its environment."""
    done = noted_program(*arguments, **more)
    return Outcome(done.code, done.out, without_note(done.err))


def noted_program(*arguments: object, **more: str) -> Outcome:
    """``program``, with the note that something compiles, which depends on what ran before."""
    command = [sys.executable, "-m", "holdem_sim.cli.main", *map(str, arguments)]
    done = subprocess.run(command, env=environment(**more), capture_output=True, text=True, check=False)
    return Outcome(done.returncode, done.stdout, done.stderr)


def without_note(err: str) -> str:
    """``err`` but for the note that something compiles."""
    return "".join(line for line in err.splitlines(True) if not line.startswith("compiling for this machine"))


def manifest(folder: str | Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((Path(folder) / "manifest.json").read_text("utf-8"))
    return value
