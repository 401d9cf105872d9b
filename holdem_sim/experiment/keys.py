"""The keys of an experiment file: those of the functions that take the same options from the command line.

``rules.stack`` is the option ``stack``: which section an option stands in follows from where it is declared. What
describes the table is in [rules], what is about the run as such in [run], the rest, the format's own, in [schedule].
"""

from __future__ import annotations

import difflib
import inspect
import types
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Union, get_args, get_origin, get_type_hints

from holdem_sim.experiment.config import RunConfig, rules_and_seed
from holdem_sim.experiment.difficulty import difficulty
from holdem_sim.experiment.formats import FORMATS
from holdem_sim.experiment.run import start

RUNNING = ("out", "threads")
"""Options of the run that no configuration holds."""
DIFFICULTY = "difficulty"
KNOWN_FORMATS = (*FORMATS, DIFFICULTY)
_ITS_OWN = ("log", "strict", "max_faults", "stop", "design", "gauntlet")
"""Options of a tournament that the difficulty benchmark decides itself."""


@dataclass(frozen=True)
class Key:
    """``name``: full, like rules.stack; ``option``: the function's; ``hint``: the type of its value."""

    name: str
    option: str
    hint: Any

    def accepts(self, value: object) -> bool:
        """Whether a value read from TOML has the right type. Ranges are checked by the configuration."""
        return _fits(value, self.hint)

    @property
    def kind(self) -> str:
        """What the value must be, in words."""
        return _words(self.hint)


def format_keys(format_name: str) -> dict[str, Key]:
    """All keys that hold an option of a format, by full name."""
    running = {name: _hints(start)[name] for name in RUNNING}
    if format_name == DIFFICULTY:
        table = _hints(FORMATS["tournament"].options)
        hints = {
            name: hint for name, hint in (table | _hints(difficulty)).items() if name not in (*_ITS_OWN, "progress")
        }
    else:
        hints = _hints(FORMATS[format_name].options)
    hints |= running
    keys = (Key(_full(option), option, hint) for option, hint in hints.items())
    return {key.name: key for key in keys}


def nearest(name: str, known: Iterable[str]) -> str:
    """The end of an error about the unknown ``name``: the key that was meant, or all there are."""
    known = list(known)
    last = name.rpartition(".")[2]
    same = [key for key in known if key.rpartition(".")[2] == last]
    near = same or difflib.get_close_matches(name, known, n=1, cutoff=0.75)
    if not near:
        by_last = {key.rpartition(".")[2]: key for key in reversed(known)}
        near = [by_last[close] for close in difflib.get_close_matches(last, by_last, n=1, cutoff=0.5)]
    return f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"


def _full(option: str) -> str:
    table = {"stack", *inspect.signature(rules_and_seed).parameters} - {"seed"}
    common = {field.name for field in fields(RunConfig)} - {"bots", "rules", "stack", "design", "seed"}
    if option == "seed":
        return option
    section = "rules" if option in table else "run" if option in common or option in RUNNING else "schedule"
    return f"{section}.{option}"


def _hints(function: Any) -> dict[str, Any]:
    """The keyword options of ``function`` and their types."""
    hints = get_type_hints(function)
    parameters = inspect.signature(function).parameters.values()
    return {each.name: hints[each.name] for each in parameters if each.kind is each.KEYWORD_ONLY}


def _fits(value: object, hint: Any) -> bool:
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return any(_fits(value, each) for each in get_args(hint))
    if _is_list(origin):
        item = get_args(hint)[0]
        return isinstance(value, list) and all(_fits(each, item) for each in value)
    if hint is bool or isinstance(value, bool):
        return hint is bool and isinstance(value, bool)
    if hint is float:
        return isinstance(value, int | float)
    return hint is Any or isinstance(value, get_origin(hint) or hint)


def _is_list(origin: Any) -> bool:
    return isinstance(origin, type) and issubclass(origin, Sequence)


def _words(hint: Any) -> str:
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        words = dict.fromkeys(_words(each) for each in get_args(hint))
        return " or ".join(word for word in words if word)
    if _is_list(origin):
        item = _words(get_args(hint)[0])
        return f"a list, each {item}" if item else "a list"
    return {
        int: "a whole number",
        float: "a number",
        str: "text",
        bool: "true or false",
        dict[str, Any]: "a table",
    }.get(hint, "")
