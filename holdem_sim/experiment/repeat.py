"""A finished run played again, for its digest alone, and what may explain another one."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from holdem_sim._version import ENGINE_CHANGES, ENGINE_VERSION
from holdem_sim.errors import InputError
from holdem_sim.experiment.config import RunConfig
from holdem_sim.experiment.formats import config_of
from holdem_sim.experiment.progress import Progress
from holdem_sim.experiment.run import start
from holdem_sim.players.load import Entrant
from holdem_sim.records.manifest import MANIFEST, read_manifest


@dataclass(frozen=True)
class Repetition:
    """``digest``: the run's own; ``again``: of the repetition; ``agrees``; ``notes``: what is not as it was then."""

    run: Path
    digest: str
    again: str
    notes: list[str]

    @property
    def agrees(self) -> bool:
        return self.digest == self.again

    def to_json(self) -> dict[str, Any]:
        """The JSON object of the command."""
        return {
            "run": str(self.run),
            "agrees": self.agrees,
            "digest": self.digest,
            "again": self.again,
            "notes": self.notes,
        }


def finished_run(folder: Path) -> tuple[dict[str, Any], RunConfig[Any]]:
    """Manifest and configuration of a run that can be repeated. InputError when it is none or not finished."""
    if not (folder / MANIFEST).is_file() and any(folder.glob(f"*/{MANIFEST}")):
        first = sorted(folder.glob(f"*/{MANIFEST}"))[0].parent
        raise InputError(f"{folder}: holds many runs; repeat one of them, like {first}")
    manifest = read_manifest(folder)
    if not manifest.get("finished") or not manifest.get("digest"):
        raise InputError(f"{folder}: is not finished; go on with: holdem-sim resume {folder}")
    return manifest, config_of(manifest)


def repeat(run: str | Path, *, threads: int | None = None, progress: Progress | None = None) -> Repetition:
    """Play the finished run in folder ``run`` again, into a temporary folder, and compare digests.

    The run folder is only read. Raises InputError, RunError.
    """
    folder = Path(run)
    manifest, config = finished_run(folder)
    entrants = config.entrants()
    with tempfile.TemporaryDirectory(prefix="holdem-sim-") as temporary:
        start(replace(config, log="summary"), out=temporary, threads=threads, progress=progress)
        again = read_manifest(Path(temporary))
    notes = [*engine_changes(manifest["engine_version"]), *_edited(manifest, entrants)]
    if again["digest"] != manifest["digest"]:
        notes += _other_versions(manifest, again)
    return Repetition(folder, manifest["digest"], again["digest"], notes)


def engine_changes(played_by: int) -> list[str]:
    """What changed in results between engine version ``played_by`` and this one, a line each."""
    if played_by == ENGINE_VERSION:
        return []
    if played_by > ENGINE_VERSION:
        return [f"played by engine version {played_by}, newer than this one, {ENGINE_VERSION}"]
    since = (f"{version}: {ENGINE_CHANGES[version]}" for version in range(played_by + 1, ENGINE_VERSION + 1))
    return [f"played by engine version {played_by}, this is {ENGINE_VERSION}; what changed:", *since]


def _edited(manifest: dict[str, Any], entrants: Sequence[Entrant]) -> list[str]:
    pairs = zip(entrants, manifest["sources"].items(), strict=False)
    return [f"the file of bot {label} has changed since" for entrant, (label, old) in pairs if entrant.source != old]


def _other_versions(manifest: dict[str, Any], again: dict[str, Any]) -> list[str]:
    old, new = manifest.get("versions", {}), again["versions"]
    return [f"{name} was {old[name]}, is {new[name]}" for name in new if name in old and old[name] != new[name]]
