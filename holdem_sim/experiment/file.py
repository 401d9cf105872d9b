"""Experiment files: a run, a sweep or a league described in TOML (experiments/README.md says how).

Every option of the format's command has its key (``experiment.keys``). What is wrong is an InputError that names file,
line and the nearest key.
"""

from __future__ import annotations

import re
import secrets
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from holdem_sim.errors import InputError
from holdem_sim.experiment.config import MOST_SEEDS, RunConfig
from holdem_sim.experiment.formats import FORMATS
from holdem_sim.experiment.keys import DIFFICULTY, KNOWN_FORMATS, Key, format_keys, nearest
from holdem_sim.experiment.line_up import beside, spec_of
from holdem_sim.experiment.toml_lines import key_lines, line_of
from holdem_sim.players.load import locate, split_spec

SECTIONS = ("rules", "schedule", "run", "sweep", "league")
TOP = {"name": str, "format": str, "bots": Sequence[str], "entrants": Sequence[dict[str, Any]]}
LEAGUE = {"league.shape": str, "league.line_up": int}


class Located(InputError):
    """An InputError that already names file and line."""


@dataclass(frozen=True)
class Experiment:
    """What a file and the command line ask for, checked as far as keys and types go.

    ``options``: by option name, as the format's function takes them, ``seed`` always among them; ``out``, ``threads``:
    of the run; ``sweep``: option name -> values; ``league``: shape and line_up, or None. ``where``: full key -> file
    and line or --set.
    """

    path: Path
    name: str
    format: str
    bots: tuple[str, ...]
    options: dict[str, Any]
    out: str | None
    threads: int | None
    sweep: dict[str, list[Any]]
    league: dict[str, Any] | None
    where: dict[str, str] = field(repr=False)

    def config(self, bots: Sequence[str] | None = None, **changes: Any) -> RunConfig[Any]:
        """The configuration of one run, with other bots or options. InputError with file and line."""
        with self.located():
            made = FORMATS[self.format].options(bots or self.bots, **{**self.options, **changes})
        return made

    @contextmanager
    def located(self) -> Iterator[None]:
        """Put file and line before an InputError raised within."""
        try:
            yield
        except Located:
            raise
        except InputError as error:
            raise Located(f"{self._place(str(error))}: {error}") from None

    def _place(self, message: str) -> str:
        for number, bot in enumerate(self.bots):
            source = re.escape(split_spec(bot)[0])
            if f"entrants.{number}" in self.where and re.match(rf"(unknown )?bot '?{source}\b", message):
                return self.where[f"entrants.{number}"]
        if message.startswith(("bot ", "unknown bot ")):
            return self.where.get("bots") or self.where.get("sweep.bots", str(self.path))
        for key in sorted(self.where, key=len, reverse=True):
            option = key.rpartition(".")[2]
            if message.startswith((f"{option} ", f"{option.replace('_', ' ')} ", f"{option}:")):
                return self.where[key]
        return str(self.path)


def read_experiment(
    path: str | Path,
    changes: Iterable[tuple[str, Any]] = (),
    *,
    seed: int | None = None,
    out: str | None = None,
    threads: int | None = None,
) -> Experiment:
    """The experiment in ``path``, with ``changes`` (key, value) and the other options instead of its own.

    In ``changes`` the key of an option may go without its section: stack is rules.stack.
    Raises InputError for a missing file, broken TOML, unknown keys and wrong types.
    """
    path = Path(path)
    given = _Given(path)
    given.read()
    for key, changed in changes:
        given.set(key, changed)
    for key, value in (("seed", seed), ("run.out", out), ("run.threads", threads)):
        if value is not None:
            given.put(key, value, f"--{key.rpartition('.')[2]}")
    return given.experiment()


def parse_change(text: str) -> tuple[str, Any]:
    """``KEY=VALUE`` as (key, value): a value of TOML, or else a text. InputError when it is none."""
    key, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not key:
        raise InputError(f"--set {text!r}: write KEY=VALUE, like rules.stack=100")
    try:
        return key, tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return key, value


class _Given:
    """Keys and values as they come in, by full name, each with its place."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.values: dict[str, Any] = {}
        self.where: dict[str, str] = {}

    def read(self) -> None:
        """Take all keys of the file."""
        text = _text(self.path)
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{self.path}: is no TOML: {error}") from None
        lines = key_lines(text)

        def place(*keys: str | int) -> str:
            line = line_of(lines, keys)
            return str(self.path) if line is None else f"{self.path}, line {line}"

        for key, value in data.items():
            if key in SECTIONS:
                if not isinstance(value, dict):
                    raise InputError(f"{place(key)}: {key}: must be a table, [{key}]")
                self.where[key] = place(key)
                for own, inner in _flat(value) if key == "sweep" else value.items():
                    self.put(f"{key}.{own}", inner, place(key, *own.split(".")))
            else:
                self.put(key, value, place(key))
        for number in range(len(data["entrants"]) if isinstance(data.get("entrants"), list) else 0):
            self.where[f"entrants.{number}"] = place("entrants", number)
        for key in self.values:
            if key in ("bots", "entrants", "sweep.bots"):
                self.values[key] = beside(self.values[key], self.path.parent)

    def put(self, key: str, value: Any, where: str) -> None:
        self.values[key] = value
        self.where[key] = where

    def set(self, key: str, value: Any) -> None:
        """Take a value instead of the file's."""
        if key == "bots":
            for old in [old for old in self.where if old.partition(".")[0] == "entrants"]:
                del self.where[old]
            self.values.pop("entrants", None)
        elif key == "entrants":
            self.values.pop("bots", None)
        if key.startswith("sweep."):
            swept = self._swept(key)
            for old in [old for old in self.values if old.startswith("sweep.") and self._swept(old) == swept]:
                del self.values[old]
        elif "." not in key and key not in TOP:
            key = self._full(key)
        self.put(key, value, f"--set {key}")

    def experiment(self) -> Experiment:
        """What was given, checked."""
        format_name = self._format()
        keys = format_keys(format_name)
        known = [*TOP, *keys, *LEAGUE, *(f"sweep.{key.option}" for key in keys.values()), "sweep.bots"]
        options: dict[str, Any] = {}
        sweep: dict[str, list[Any]] = {}
        for name, value in self.values.items():
            if name in keys:
                if self.where[name].startswith("--set"):
                    value = _as_text(value, keys[name])
                self._check(name, value, keys[name])
                options[keys[name].option] = value
            elif name in TOP or name in LEAGUE:
                self._check(name, value, Key(name, name, {**TOP, **LEAGUE}[name]))
            elif name.startswith("sweep."):
                self._sweep(name, value, keys, known, sweep)
            else:
                choice = known if "." in name or name in SECTIONS else [*SECTIONS, *known]
                raise InputError(f"{self.where[name]}: unknown key {name!r}; {nearest(name, choice)}")
        for option in sweep:
            if option in options or (option == "bots" and ("bots" in self.values or "entrants" in self.values)):
                raise InputError(f"{self._where_of(option, keys)}: {option} is swept: give it in [sweep] only")
        self._check_bots(sweep)
        options.setdefault("seed", secrets.randbelow(MOST_SEEDS))
        if "seed" in sweep:
            del options["seed"]
        out, threads = options.pop("out", None), options.pop("threads", None)
        league = self._league()
        if league is not None and sweep:
            raise InputError(f"{self.where.get('league', self.path)}: a file holds a sweep or a league, not both")
        if format_name == DIFFICULTY and (sweep or league is not None):
            raise InputError(f"{self.where['format']}: format difficulty takes neither a sweep nor a league")
        bots = tuple(sweep["bots"][0]) if "bots" in sweep else self._bots()
        made = Experiment(self.path, self._name(), format_name, bots, options, out, threads, sweep, league, self.where)
        with made.located():
            for bot in [bot for line_up in sweep.get("bots", [bots]) for bot in line_up]:
                locate(bot)
        return made

    def _full(self, key: str) -> str:
        """The full name of the option ``key``; itself when there is none."""
        full = (each.name for each in format_keys(self._format()).values() if each.option == key)
        return next(full, key)

    def _swept(self, key: str) -> str:
        return self._full(key.removeprefix("sweep.")) if "." not in key[6:] else key.removeprefix("sweep.")

    def _format(self) -> str:
        where = self.where.get("format", str(self.path))
        name = self.values.get("format")
        if name is None:
            raise InputError(f"{where}: format is missing: one of {', '.join(KNOWN_FORMATS)}")
        if name not in KNOWN_FORMATS:
            raise InputError(f"{where}: unknown format {name!r}; {nearest(str(name), KNOWN_FORMATS)}")
        return str(name)

    def _name(self) -> str:
        name: str = self.values.get("name", self.path.stem)
        if not re.fullmatch(r"\w[\w.-]*", name):
            where = self.where.get("name", str(self.path))
            raise InputError(f"{where}: name {name!r}: it names a folder; use letters, digits, '-', '_' and '.'")
        return name

    def _league(self) -> dict[str, Any] | None:
        own = {key.removeprefix("league."): value for key, value in self.values.items() if key in LEAGUE}
        return own if own or "league" in self.where else None

    def _bots(self) -> tuple[str, ...]:
        if "bots" in self.values:
            return tuple(self.values["bots"])
        specs = []
        for number, entrant in enumerate(self.values["entrants"]):
            try:
                specs.append(spec_of(entrant))
            except InputError as error:
                where = self.where.get(f"entrants.{number}", self.where["entrants"])
                raise InputError(f"{where}: {error}") from None
        return tuple(specs)

    def _check_bots(self, sweep: dict[str, list[Any]]) -> None:
        both = [key for key in ("bots", "entrants") if key in self.values]
        if len(both) == 2:
            raise InputError(f"{self.where['entrants']}: give bots or [[entrants]], not both")
        if not both and "bots" not in sweep:
            raise InputError(f'{self.path}: bots is missing: give bots = ["easy", "hard"] or [[entrants]]')

    def _check(self, name: str, value: object, key: Key) -> None:
        if not key.accepts(value):
            raise InputError(f"{self.where[name]}: {name}: must be {key.kind}, not {_shown(value)}")

    def _sweep(
        self, name: str, values: Any, keys: dict[str, Key], known: Sequence[str], sweep: dict[str, list[Any]]
    ) -> None:
        full = self._swept(name)
        key = Key("bots", "bots", TOP["bots"]) if full == "bots" else keys.get(full)
        if key is None or key.option in ("out", "threads"):
            choice = [each for each in known if each.startswith("sweep.") and not each.endswith((".out", ".threads"))]
            raise InputError(f"{self.where[name]}: unknown key {name!r}; {nearest(name, choice)}")
        if not isinstance(values, list) or not values:
            raise InputError(f"{self.where[name]}: {name}: must be a list of values, not {_shown(values)}")
        for value in values:
            self._check(name, value, key)
        if len({str(value) for value in values}) < len(values):
            raise InputError(f"{self.where[name]}: {name}: a value stands twice")
        sweep[key.option] = values

    def _where_of(self, option: str, keys: dict[str, Key]) -> str:
        full = next((key.name for key in keys.values() if key.option == option), option)
        return self.where.get(full) or self.where.get("entrants", str(self.path))


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")  # Windows editors begin a file with a byte order mark
    except FileNotFoundError:
        raise InputError(f"experiment {path}: there is no such file") from None
    except IsADirectoryError:
        raise InputError(f"experiment {path}: is a folder, not a file") from None
    except UnicodeDecodeError as error:
        raise InputError(f"experiment {path}: is no UTF-8 text (byte {error.start})") from None
    except (OSError, ValueError) as error:
        raise InputError(f"experiment {path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _as_text(value: Any, key: Key) -> Any:
    """A number where ``key`` holds a text and no number: prizes=100 is typed like prizes=65/35."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if number and not key.accepts(value) and key.accepts(str(value)) else value


def _flat(table: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield before + key, value


def _shown(value: object) -> str:
    text = repr(value) if not isinstance(value, dict) else "a table"
    return text if len(text) <= 60 else text[:57] + "..."
