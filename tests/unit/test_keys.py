"""Keys of experiment files: those of the commands, the nearest of a misspelt one, types."""

from collections.abc import Sequence
from typing import Any

import pytest

from holdem_sim.cli.main import cli
from holdem_sim.experiment.keys import KNOWN_FORMATS, Key, format_keys, nearest

HOW_TO_PRINT = {"as_json", "quiet", "luck"}
"""Not what is played: these are options of ``run`` itself."""


@pytest.mark.parametrize("format_name", KNOWN_FORMATS)
def test_every_option_of_the_command_has_its_key_and_every_key_its_option(format_name: str) -> None:
    command = cli.commands[format_name]
    options = {parameter.name for parameter in command.params} - HOW_TO_PRINT
    keys = [key.option for key in format_keys(format_name).values()]
    assert len(keys) == len(set(keys))
    assert options == {"bots", *keys}


def test_what_is_printed_is_said_to_run() -> None:
    assert {parameter.name for parameter in cli.commands["run"].params} >= HOW_TO_PRINT


def test_every_command_that_plays_entrants_is_a_format_of_files() -> None:
    """Whoever adds a playing command without a format is told so."""
    playing = {name for name, command in cli.commands.items() if {"bots", "seed"} <= {p.name for p in command.params}}
    assert playing == set(KNOWN_FORMATS)


def test_sections() -> None:
    keys = format_keys("tournament")
    assert {"seed", "rules.stack", "rules.blinds", "rules.ante_mode", "schedule.design", "schedule.gauntlet"} <= set(
        keys
    )
    assert {"run.log", "run.out", "run.threads", "run.stop", "run.max_faults", "run.strict"} <= set(keys)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("rules.stak", "rules.stack"),
        ("stack", "rules.stack"),
        ("rule.stack", "rules.stack"),
        ("schedule.stack", "rules.stack"),
        ("schedule.hand", "schedule.hands"),
        ("sed", "seed"),
    ],
)
def test_the_nearest_key(name: str, meant: str) -> None:
    assert nearest(name, format_keys("tournament")) == f"did you mean {meant}?"


def test_without_any_near_one_all_are_named() -> None:
    assert nearest("xyzzy", ["bot", "parameters"]) == "known: bot, parameters"


@pytest.mark.parametrize(
    ("hint", "good", "bad", "words"),
    [
        (int, [1, -1], [1.0, True, "1", None, [1]], "a whole number"),
        (float, [1, 1.5], [True, "1"], "a number"),
        (str, [""], [1, ["a"]], "text"),
        (bool, [True], [1, "true"], "true or false"),
        (int | None, [1], [True, "1"], "a whole number"),
        (str | float, ["5/3", 5, 2.5], [True, [5]], "text or a number"),
        (str | Sequence[int], ["1/2", [1, 2]], [[1, "2"], 1, [True]], "text or a list, each a whole number"),
        (Sequence[str], [["a"], []], ["a", [1]], "a list, each text"),
        (dict[str, Any], [{}], [[], ""], "a table"),
    ],
)
def test_types(hint: Any, good: list[Any], bad: list[Any], words: str) -> None:
    key = Key("rules.x", "x", hint)
    assert all(key.accepts(value) for value in good)
    assert not any(key.accepts(value) for value in bad)
    assert key.kind == words
