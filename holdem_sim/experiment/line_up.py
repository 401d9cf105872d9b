"""The bots of an experiment file: BOT texts, and [[entrants]] tables made into such texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from holdem_sim.errors import InputError
from holdem_sim.experiment.keys import nearest
from holdem_sim.players.load import split_spec

ENTRANT = ("bot", "parameters")


def spec_of(entrant: dict[str, Any]) -> str:
    """The BOT of an [[entrants]] table: bot = "hard", parameters = { aggression = 1.2 } -> hard:aggression=1.2.

    InputError for other keys and types.
    """
    for key in entrant:
        if key not in ENTRANT:
            raise InputError(f"unknown key {key!r}; {nearest(key, ENTRANT)}")
    bot, parameters = entrant.get("bot"), entrant.get("parameters", {})
    if not isinstance(bot, str):
        raise InputError('an entrant needs its bot, like bot = "hard"')
    if not isinstance(parameters, dict) or not all(type(value) in (int, float) for value in parameters.values()):
        raise InputError("parameters: must be a table of numbers, like { aggression = 1.2 }")
    settings = ",".join(f"{name}={value}" for name, value in parameters.items())
    return f"{bot}{',' if split_spec(bot)[1] else ':'}{settings}" if settings else bot


def beside(value: Any, folder: Path) -> Any:
    """``value``, a BOT or lists or tables of them, with relative paths of bot files taken from ``folder``."""
    if isinstance(value, list):
        return [beside(each, folder) for each in value]
    if isinstance(value, dict):
        return {key: beside(each, folder) if key == "bot" else each for key, each in value.items()}
    if not isinstance(value, str):
        return value
    source, _ = split_spec(value)
    if ":" in source or source.startswith(("/", "~")) or not source.endswith(".py"):
        return value
    return str((folder / source).resolve()) + value[len(source) :]
