"""Bots by name, by path and by ``module:attr``, with their settings.

A BOT is ``NAME`` (a file in bots/), ``./path.py`` or ``module:attr``; settings follow a colon:
``hard:aggression=1.2,tilt=0``.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
import importlib
import importlib.util
import re
import sys
import traceback
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from holdem_sim.errors import InputError

PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Entrant:
    """A bot as it enters a run: ``label`` in tables, ``spec`` to load it again, the bot and its settings.

    ``source``: SHA-256 of its files, so that a run is not gone on with after an edit.
    """

    label: str
    spec: str
    bot: Any
    settings: np.ndarray[Any, Any]
    source: str


def bots_folder() -> Path:
    """The folder of the built-in bots: in the wheel, or beside the package in a checkout."""
    installed = PACKAGE / "_bots"
    return installed if installed.is_dir() else PACKAGE.parent / "bots"


def bot_names() -> list[str]:
    """Names of the built-in bots, sorted."""
    return sorted(path.stem for path in bots_folder().glob("*.py") if not path.stem.startswith("_"))


def bot_summary(name: str) -> str:
    """The first line of a built-in bot's docstring, read without running it."""
    doc = ast.get_docstring(ast.parse((bots_folder() / f"{name}.py").read_text("utf-8"))) or ""
    return doc.strip().splitlines()[0] if doc.strip() else ""


def split_spec(spec: str) -> tuple[str, str]:
    """``source`` and ``settings`` of a BOT: ``"hard:aggression=1.2"`` -> ``("hard", "aggression=1.2")``."""
    source, colon, last = spec.rpartition(":")
    return (source, last) if colon and "=" in last else (spec, "")


def load_entrants(specs: list[str] | tuple[str, ...]) -> list[Entrant]:
    """The bots of ``specs`` in order. Raises InputError, in one line, for whatever cannot enter."""
    loaded = [_load(spec) for spec in specs]
    names = [entrant.label for entrant in loaded]
    return [
        entrant if names.count(entrant.label) == 1 else Entrant(entrant.spec, *_rest(entrant)) for entrant in loaded
    ]


def check_distinct(entrants: list[Entrant]) -> None:
    """Raise InputError when one bot with the same settings enters twice."""
    seen: dict[tuple[Any, bytes], Entrant] = {}
    for entrant in entrants:
        key = entrant.bot.decide, entrant.settings.tobytes()
        if key in seen:
            raise InputError(
                f"{entrant.label} enters twice: entrants must differ in bot or settings; one bot against itself"
                " is what `holdem-sim match` is for"
            )
        seen[key] = entrant


def apart(entrants: list[Entrant]) -> list[Entrant]:
    """``entrants`` with labels that differ: easy#1 and easy#2 for a bot that is named twice."""
    labels = [entrant.label for entrant in entrants]
    names = numbered(labels, labels)
    return [replace(entrant, label=name) for entrant, name in zip(entrants, names, strict=True)]


def numbered(names: Sequence[str], taken: Iterable[str]) -> list[str]:
    """``names``, but name#1, name#2, ... where one stands several times; none of these is one of ``taken``."""
    known = set(taken)
    found = []
    for name in names:
        if names.count(name) > 1:
            name = next(one for number in count(1) if (one := f"{name}#{number}") not in known)
            known.add(name)
        found.append(name)
    return found


def _rest(entrant: Entrant) -> tuple[Any, ...]:
    return entrant.spec, entrant.bot, entrant.settings, entrant.source


def locate(spec: str) -> Path | None:
    """The file of a BOT, None for ``module:attr``; InputError when there is none. Runs nothing of the bot."""
    source, _ = split_spec(spec)
    if not source.strip():
        raise InputError(f"bot {spec!r}: give a name, ./path.py or module:attr")
    if source.endswith(".py") or "/" in source:
        path = Path(source).expanduser()
        try:
            path = path.resolve()
            found = path.is_file()
        except (OSError, ValueError, RuntimeError):
            found = False
        if not found:
            raise InputError(f"bot {source}: there is no such file")
        return path
    if ":" in source:
        name, _, rest = source.partition(":")
        if name in bot_names() or not rest:
            raise InputError(f"bot {name}: {rest!r} is no setting; write name=value")
        return None
    if source not in bot_names():
        raise InputError(_unknown("bot", source, bot_names()) + "; a file is given as ./name.py")
    return bots_folder() / f"{source}.py"


def _load(spec: str) -> Entrant:
    source, text = split_spec(spec)
    path = locate(spec)
    if path is None:
        module_name, _, attribute = source.partition(":")
        module, name, base = _import(module_name), source, source
        bot = _required(getattr(module, attribute, None), f"{attribute} in module {module_name}")
    else:
        by_path = source.endswith(".py") or "/" in source
        module, name, base = _run_file(path), path.stem, str(path) if by_path else source
        bot = _bot_of(module, source)
    values = _parse_settings(source, bot, text)
    shown = ",".join(f"{key}={value}" for key, value in values.items())
    suffix = f":{shown}" if shown else ""
    file = getattr(module, "__file__", None)
    digest = _source_digest(Path(file)) if file else ""
    return Entrant(name + suffix, base + suffix, bot, bot.settings(values), digest)


def _source_digest(path: Path) -> str:
    """SHA-256 of a bot's file and of the files beside it that it imports, directly or not."""
    files = [path]
    for file in files:
        for name in re.findall(r"^\s*(?:from|import)\s+(\w+)", file.read_text("utf-8", "replace"), re.M):
            beside = path.parent / f"{name}.py"
            if beside.is_file() and beside not in files:
                files.append(beside)
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _parse_settings(source: str, bot: Any, text: str) -> dict[str, int | float]:
    known = {parameter.name: parameter for parameter in bot.parameters}
    values: dict[str, int | float] = {}
    for item in filter(None, text.split(",")):
        name, equals, value = item.partition("=")
        name = name.strip()
        if not equals:
            raise InputError(f"bot {source}: {item.strip()!r} is no setting; write name=value")
        if name not in known:
            raise InputError(f"bot {source}: " + _unknown("parameter", name, list(known)))
        if name in values:
            raise InputError(f"bot {source}: parameter {name} stands twice")
        try:
            values[name] = known[name].parse(value.strip())
        except ValueError as error:
            raise InputError(f"bot {source}: {error}") from None
    return values


def _unknown(kind: str, name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    if near:
        hint = f"did you mean {' or '.join(near)}?"
    else:
        hint = f"known: {', '.join(known)}" if known else f"it has no {kind}s"
    return f"unknown {kind} {name!r}; {hint}"


def _bot_of(module: ModuleType, source: str) -> Any:
    from holdem_sim.contract.bot import Bot

    bots = [value for value in vars(module).values() if isinstance(value, Bot)]
    if len(bots) > 1 and not hasattr(module, "decide"):
        raise InputError(f"bot {source}: declares {len(bots)} bots; call the one to play decide, or give module:attr")
    return _required(getattr(module, "decide", bots[0] if len(bots) == 1 else None), f"bot {source}")


def _required(bot: Any, where: str) -> Any:
    from holdem_sim.contract.bot import Bot

    if not isinstance(bot, Bot):
        raise InputError(
            f"{where}: declares no bot; decorate its decide(...) with @kernel_bot(), @batch_bot() or @python_bot()"
        )
    return bot


_modules: dict[tuple[Path, int], ModuleType] = {}


def _run_file(path: Path) -> ModuleType:
    """Run a bot's file as a module of its own. Its folder is searched last for what it imports."""
    key = path, path.stat().st_mtime_ns
    if key not in _modules:
        name = f"holdem_sim_bot_{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise InputError(f"bot {path}: is not a Python file")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        beside = str(path.parent)
        sys.path.append(beside)
        try:
            with redirect_stdout(sys.stderr):
                spec.loader.exec_module(module)
        except (Exception, SystemExit) as error:
            del sys.modules[name]
            raise InputError(f"bot {_reason(error, path)}") from error
        finally:
            sys.path.remove(beside)
        _modules[key] = module
    return _modules[key]


def _import(name: str) -> ModuleType:
    here = str(Path.cwd())
    sys.path.append(here)
    try:
        with redirect_stdout(sys.stderr):
            return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        raise InputError(f"bot module {name}: {_reason(error, None)}") from error
    finally:
        sys.path.remove(here)


def _reason(error: BaseException, path: Path | None) -> str:
    """File, line and cause of a failed import, in one line."""
    if isinstance(error, SyntaxError):
        at = f", line {error.lineno}" if error.lineno else ""
        return f"{error.filename or path}{at}: syntax error: {error.msg}"
    message = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    line = None
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if path and frame.filename == str(path)]
    if frames:
        line = frames[-1].lineno
    if type(error).__module__.startswith("numba"):
        found = re.findall(r'File "[^"]*", line (\d+)', message)
        line = int(found[-1]) if found else line
        lines = [text.strip() for text in message.splitlines() if text.strip()]
        useful = [text for text in lines if not text.startswith(("Failed in", "There are", "During", "File", "<", "^"))]
        most = 2 if useful and useful[0].endswith(":") else 1
        message = "cannot be compiled: " + " ".join(useful[:most]).removesuffix(", defined at None")
    else:
        message = f"{type(error).__name__}: {' '.join(message.split())}"
    where = f"{path}, line {line}: " if path and line else f"{path}: " if path else ""
    return where + message[:300]
