"""The run folder's manifest: what was asked for, what is done, and the digest that identifies the result.

``digest`` is the SHA-256 over the shards' SHA-256s (raw bytes, in order), each over little-endian int64 rows
(match, hand, payoff by seat). Every file appears whole or not at all: temporary name, synced, renamed.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import platform
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from holdem_sim._version import ENGINE_VERSION, __version__
from holdem_sim.errors import InputError, RunError

FORMAT_VERSION = 1
MANIFEST = "manifest.json"
RESULTS = "results.json"
SHARD_KEYS = ("file", "first_match", "last_match", "rows", "sha256", "blocks", "style", "first_faults")


def now() -> str:
    """The time in UTC, like 2026-11-30T12:00:00Z."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def default_folder(name: str, seed: int) -> Path:
    """results/<name>/<UTC time>-<seed>, with a count behind it if taken."""
    stem = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{seed}"
    base = Path("results") / name
    taken = 1
    folder = base / stem
    while folder.exists():
        taken += 1
        folder = base / f"{stem}-{taken}"
    return folder


def make_folder(folder: Path) -> None:
    """Make the run folder. InputError when it is a file or holds something, RunError when it cannot be made."""
    check_folder(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"output {folder}: cannot be made: {error.strerror or error}") from None


def check_folder(folder: Path) -> None:
    """Raise InputError when ``folder`` is a file or holds something."""
    try:
        if folder.exists() and not folder.is_dir():
            raise InputError(f"output {folder}: is a file; give a new or empty folder")
        if folder.is_dir() and any(folder.iterdir()):
            raise InputError(f"output {folder}: is not empty; give a new or empty folder")
    except OSError as error:
        raise RunError(f"output {folder}: cannot be used: {error.strerror or error}") from None


@contextmanager
def sole_player(folder: Path) -> Iterator[None]:
    """Hold the run folder for this process; RunError when another one is playing it."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RunError(f"{folder}: is being played by another process") from None
        yield
    finally:
        os.close(descriptor)


def new_manifest(name: str, config: dict[str, Any], seed: int, sources: dict[str, str]) -> dict[str, Any]:
    """A manifest with nothing played yet."""
    packages = {package: version(package) for package in ("numpy", "numba", "pandas", "pyarrow")}
    return {
        "format_version": FORMAT_VERSION,
        "engine_version": ENGINE_VERSION,
        "name": name,
        "config": config,
        "seed": seed,
        "versions": {"holdem_sim": __version__, "python": platform.python_version(), **packages},
        "sources": sources,
        "shards": [],
        "faults": {},
        "started": now(),
        "finished": None,
    }


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a run folder. InputError when there is none, or none that can be read."""
    path = folder / MANIFEST
    if not path.is_file():
        raise InputError(f"{folder}: is no run folder (it holds no {MANIFEST})")
    try:
        manifest = json.loads(path.read_text("utf-8"))
        format_version = manifest["format_version"]
        if format_version != FORMAT_VERSION:
            raise RunError(f"{path}: is of format {format_version}; this version reads format {FORMAT_VERSION}")
        _ = manifest["seed"], manifest["engine_version"]
        if len(manifest["sources"]) != len(manifest["config"]["bots"]):
            raise ValueError("the bots of config and sources are not the same")
        for shard in manifest["shards"]:
            _ = [shard[key] for key in SHARD_KEYS]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RunError(f"{path}: is damaged ({type(error).__name__}: {error})") from None
    return dict(manifest)


def write_json(path: Path, value: object) -> None:
    """Write ``value`` as JSON, whole or not at all."""
    write_whole(path, (json.dumps(value, indent=1) + "\n").encode())


def write_whole(path: Path, data: bytes) -> None:
    """Write ``data`` under a temporary name, sync it and rename it to ``path``."""
    temporary = path.with_name(path.name + ".tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise RunError(f"{path}: cannot be written: {error.strerror or error}") from None


def shard_digest(rows: np.ndarray[Any, Any], seats: int) -> str:
    """Hex SHA-256 over little-endian int64 rows (match, hand, payoff by seat)."""
    table = np.empty((len(rows), 2 + seats), "<i8")
    table[:, 0] = rows["match"]
    table[:, 1] = rows["hand"]
    table[:, 2:] = rows["payoffs"][:, :seats]
    return hashlib.sha256(table.data).hexdigest()


def run_digest(shards: Iterable[dict[str, Any]]) -> str:
    """The digest of a run from its manifest's shards, in order."""
    digest = hashlib.sha256()
    for shard in shards:
        digest.update(bytes.fromhex(shard["sha256"]))
    return digest.hexdigest()
