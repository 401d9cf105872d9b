"""The formats by name, and a run's configuration back from its manifest."""

from __future__ import annotations

from typing import Any

from holdem_sim.errors import RunError
from holdem_sim.experiment.config import RunConfig
from holdem_sim.experiment.match import MatchConfig
from holdem_sim.experiment.multi_table import MultiTableConfig
from holdem_sim.experiment.sit_and_go import SitAndGoConfig
from holdem_sim.experiment.tournament import TournamentConfig

FORMATS: dict[str, type[RunConfig[Any]]] = {
    config.format: config for config in (TournamentConfig, MatchConfig, SitAndGoConfig, MultiTableConfig)
}


def config_of(manifest: dict[str, Any]) -> RunConfig[Any]:
    """The configuration of a run. RunError when the manifest holds none."""
    format_name = manifest["config"].get("format")
    if format_name not in FORMATS:
        raise RunError(f"the manifest's config is damaged: unknown format {format_name!r}")
    return FORMATS[format_name].from_dict(manifest["config"])
