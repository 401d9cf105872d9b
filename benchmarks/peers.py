"""The packages that we are shown beside, and why one of them is missing."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "results" / "benchmarks"
REASONS = OUT / "peers.json"
MINUTES = 5
"""A package that takes longer to build is left out."""


@contextmanager
def excused(name: str) -> Iterator[None]:
    """What goes wrong inside with the peer ``name`` skips the benchmark and is noted: it costs the peer's row alone."""
    try:
        yield
    except Exception as error:  # whatever a foreign package raises
        reason = f"{type(error).__name__}: {error}".splitlines()[0][:200]
        note({name: reason})
        pytest.skip(f"{name}: {reason}")


def note(reasons: dict[str, str]) -> None:
    """Add why peers are missing; the first reason stays."""
    OUT.mkdir(parents=True, exist_ok=True)
    REASONS.write_text(json.dumps({**reasons, **missing()}, indent=2))


def missing() -> dict[str, str]:
    """The peers that are missing, and why."""
    found: dict[str, str] = json.loads(REASONS.read_text()) if REASONS.is_file() else {}
    return found


def requirements() -> list[str]:
    """The pinned packages of the extra ``peers``."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    found: list[str] = project["optional-dependencies"]["peers"]
    return found


def versions(names: Iterable[str]) -> dict[str, str]:
    """The installed version of each of the packages that is installed."""
    return {name: version for name in names if (version := _version(name))}


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def install() -> None:
    """Install each missing peer by itself, so that one that does not build costs nothing but its own row."""
    for requirement in requirements():
        name, _, version = requirement.partition("==")
        if _version(name) == version:
            continue
        print(f"installing {requirement}", flush=True)
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=60 * MINUTES)
        except subprocess.TimeoutExpired:
            note({name: f"not built in {MINUTES} minutes"})
            continue
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if line.lower().startswith("error")]
            note({name: (errors or ["pip failed"])[-1][:200]})
