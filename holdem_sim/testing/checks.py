"""The checks that one process can make of a loaded bot. Each gives None, or the first thing that is wrong.

A check looks at one promise only: answers that another check refuses are left out, so that a bot with one fault
fails one check.
"""

from __future__ import annotations

import math
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from holdem_sim.contract.bot import BatchBot, KernelBot
from holdem_sim.contract.parameter import Parameter
from holdem_sim.players.ask import EXCEPTION, FINE, WRONG_TYPE, pass_on_interrupt
from holdem_sim.players.page import parse_page
from holdem_sim.testing.cases import legal
from holdem_sim.testing.effects import Effects
from holdem_sim.testing.state import changed, globals_of
from holdem_sim.testing.subject import Answers, Subject, observed

Array = np.ndarray[Any, Any]

MANY, SOME = 10_000, 3_000
"""Cases of the checks that would take long on all of them; the book is among them."""

ROWS = (1024, 7, 1)
KEY_SETS = 4
_STIR = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class Failure:
    """What is wrong; ``case``: a case that shows it alone; ``setting``: a parameter's value that it needs."""

    message: str
    case: int | None = None
    setting: str = ""
    only: str = ""
    """The check that shows it alone, if another."""


def answers(subject: Subject, reference: Answers) -> Failure | None:
    """Every answer is an integer. A kernel's signature makes one of anything, so its Python function is asked too."""
    found = _fault(subject, reference)
    if found is None and isinstance(subject.bot, KernelBot):
        as_plain = subject.ask(subject.in_sequence(SOME), as_plain=True)
        bad = np.flatnonzero(as_plain.faults == WRONG_TYPE)
        if len(bad):
            return _at(subject, bad[0], f"{subject.answer(bad[0])}, no integer (compiled code would cut it to one)")
    return found


def _fault(subject: Subject, reference: Answers) -> Failure | None:
    bad = np.flatnonzero(reference.faults != FINE)
    if not len(bad):
        return None
    said = subject.answer(bad[0])
    if reference.faults[bad[0]] == EXCEPTION:
        return _at(subject, bad[0], said if said.startswith("raised") else "raised an exception")
    return _at(subject, bad[0], f"{said}, no integer")


def legality(subject: Subject, reference: Answers) -> Failure | None:
    """Every action is one that the rules allow."""
    bad = np.flatnonzero(~legal(subject.cases.observations, reference.actions))
    return _at(subject, bad[0], _illegal(subject, int(bad[0]), reference)) if len(bad) else None


def _illegal(subject: Subject, place: int, found: Answers) -> str:
    seen = subject.cases.observations[place]
    allowed = ["fold (-1)", f"call {seen['to_call']} (0)"] if seen["to_call"] else ["check (0)"]
    if seen["max_raise_to"]:
        allowed.append(f"raise to {seen['min_raise_to']}..{seen['max_raise_to']}")
    return f"answered {found.actions[place]}; legal: {', '.join(allowed)}"


def documented(subject: Subject, reference: Answers) -> Failure | None:
    """The file's docstring says the idea, its source and a known weakness."""
    page = parse_page(subject.bot.doc)
    missing = [f"{name}: ..." for name, text in page.sections.items() if len(text.split()) < 2]
    if not page.summary:
        missing.insert(0, "a first line that says what it does")
    return Failure(f"the file's docstring lacks {', '.join(missing)}") if missing else None


def parameters(subject: Subject, reference: Answers) -> Failure | None:
    """Every parameter has a finite range, and the bot plays at both ends of it."""
    declared = subject.bot.parameters
    for parameter in declared:
        wrong = _wrong_declaration(parameter)
        if wrong:
            return Failure(f"parameter {getattr(parameter, 'name', parameter)!r}: {wrong}")
    twice = [name for name, count in Counter(parameter.name for parameter in declared).items() if count > 1]
    if twice:
        return Failure(f"parameter {twice[0]!r} is declared twice")
    for setting, settings in _extremes(subject):
        found = subject.ask(subject.interleaved(1, SOME), settings=settings)
        worse = np.flatnonzero((found.faults != FINE) & (reference.faults == FINE))
        if len(worse):
            wrong = f"at {setting} it raised an exception or gave no integer"
            return Failure(wrong, int(subject.cases.numbers[worse[0]]), setting, "answers")
        observations = subject.cases.observations
        worse = np.flatnonzero(~legal(observations, found.actions) & legal(observations, reference.actions))
        if len(worse):
            wrong = f"at {setting} it {_illegal(subject, int(worse[0]), found)}"
            return Failure(wrong, int(subject.cases.numbers[worse[0]]), setting, "legal")
    return None


def _wrong_declaration(parameter: object) -> str:
    if not isinstance(parameter, Parameter):
        return "is no holdem_sim.contract.Parameter"
    if isinstance(parameter.default, bool):
        return "the default is a bool; give 0 or 1"
    if not (math.isfinite(parameter.low) and math.isfinite(parameter.high)):
        return f"the range {parameter.low}..{parameter.high} is not finite"
    if parameter.low == parameter.high:
        return f"the range {parameter.low}..{parameter.high} is a single value"
    if parameter.kind is int and not all(float(end).is_integer() for end in (parameter.low, parameter.high)):
        return f"a whole number with the range {parameter.low}..{parameter.high}"
    if len(parameter.meaning.split()) < 2:
        return f"{parameter.meaning!r} does not say what it means and its unit"
    return ""


def _extremes(subject: Subject) -> list[tuple[str, Array]]:
    """Every parameter at its lowest and highest, the others as they are; then all of them at once."""
    found = []
    declared = subject.bot.parameters
    for chosen in [*((parameter,) for parameter in declared), *([declared] if len(declared) > 1 else [])]:
        for end in ("low", "high"):
            settings = subject.settings.copy()
            for parameter in chosen:
                settings[parameter.name] = getattr(parameter, end)
            found.append((",".join(f"{p.name}={settings[p.name][0]}" for p in chosen), settings))
    return found


def unchanged(subject: Subject, reference: Answers) -> Failure | None:
    """It writes into nothing that it is given but its memory."""
    if isinstance(subject.bot, KernelBot):
        if reference.misuse:
            return Failure(reference.misuse)
        bad = np.flatnonzero(reference.wrote)
        return _at(subject, bad[0], "changed its observation") if len(bad) else None
    cases = subject.cases
    batched = isinstance(subject.bot, BatchBot)
    lines = None if subject.bot.memory is None else np.zeros(len(cases), subject.bot.memory)
    for places in subject.interleaved(256 if batched else 1, MANY):
        subject.watch.at(int(cases.numbers[places[0]]))
        seen, keys, settings = cases.observations[places], subject.keys[places], subject.settings.copy()
        own = None if lines is None else lines[subject.line[places]]
        given: tuple[Any, ...] = (seen, keys, settings)
        before = [array.tobytes() for array in given]
        try:
            if batched:
                subject.bot.decide(seen, keys, settings[0], own)
            else:
                view = observed(subject.bot, seen[0], int(keys[0]), settings, own)
                params = dict(vars(view.params))
                subject.bot.decide(view)
                if vars(view.params) != params:
                    return _at(subject, places[0], "changed its parameters")
        except BaseException as error:
            pass_on_interrupt(error)
            continue
        if lines is not None:
            lines[subject.line[places]] = own
        for name, array, old in zip(("observation", "keys", "parameters"), given, before, strict=True):
            if array.tobytes() != old:
                return _at(subject, places[_first_change(array, old)] if batched else places[0], f"changed its {name}")
    return None


def _first_change(array: Array, old: bytes) -> int:
    return next((i for i, row in enumerate(array) if row.tobytes() != old[i * row.nbytes : (i + 1) * row.nbytes]), 0)


def state(subject: Subject, reference: Answers) -> Failure | None:
    """Nothing at module level changes, and the order of the matches does not matter."""
    subject.watch.work()
    before = globals_of(subject.bot)
    found = subject.ask([places for places in subject.backwards() if places[0] < MANY])
    different = _among(found.differ(reference), MANY)
    if len(different):
        return Failure(
            "other answers when the same matches are asked in another order: first at case"
            f" {subject.cases.numbers[different[0]]}, {_both(reference, found, different[0])}"
        )
    names = changed(before, globals_of(subject.bot))
    return Failure(f"play changes module-level data: {', '.join(names)}") if names else None


def interleaved(subject: Subject, reference: Answers) -> Failure | None:
    """Matches played in turns give the answers of matches played one after the other."""
    different = _among(subject.ask(subject.interleaved(1, MANY)).differ(reference), MANY)
    if not len(different):
        return None
    number = subject.cases.numbers[different[0]]
    return Failure(f"other answers when matches are played in turns: first at case {number}; keep nothing but memory")


def rows(subject: Subject, reference: Answers) -> Failure | None:
    """It acts on 0, 1, 7 and 1024 rows at once, on each as on that row alone, and touches no other."""
    bad = np.flatnonzero(reference.overran)
    if len(bad):
        return Failure(f"wrote past the end of a record that it was given, at case {subject.cases.numbers[bad[0]]}")
    if not isinstance(subject.bot, BatchBot):
        for size in ROWS:
            different = _among(subject.ask(subject.interleaved(size, SOME)).differ(reference), SOME)
            if len(different):
                return Failure(f"other answers at {size} tables: first at case {subject.cases.numbers[different[0]]}")
        return None
    return _batches(subject, reference)


def _batches(subject: Subject, reference: Answers) -> Failure | None:
    cases, bot = subject.cases, subject.bot
    nothing = np.zeros(0, np.int64)
    for size in (0, *ROWS):
        lines = None if bot.memory is None else np.zeros(len(cases), bot.memory)
        for places in subject.interleaved(size, MANY if size > 1 else SOME) if size else [nothing]:
            if (reference.faults[places] != FINE).any():
                continue
            subject.watch.at(int(cases.numbers[places[0]]) if size else 0)
            own = None if lines is None else lines[subject.line[places]]
            try:
                said = np.asarray(
                    bot.decide(cases.observations[places], subject.keys[places], subject.settings[0].copy(), own)
                )
            except BaseException as error:
                pass_on_interrupt(error)
                return Failure(f"{len(places)} rows at once: raised {type(error).__name__}: {error}")
            if said.shape != places.shape or said.dtype.kind not in "iu":
                return Failure(f"{len(places)} rows at once: gave {said.dtype} {said.shape}, not one integer a row")
            if lines is not None:
                lines[subject.line[places]] = own
            wrong = np.flatnonzero((said != reference.actions[places]) & ~cases.over[places])
            if len(wrong):
                number, other = cases.numbers[places[wrong[0]]], said[wrong[0]]
                return Failure(
                    f"{len(places)} rows at once: answered {other} to case {number},"
                    f" {reference.actions[places[wrong[0]]]} to the same row alone"
                )
    return None


def stochastic(subject: Subject, reference: Answers) -> Failure | None:
    """It says ``stochastic`` if and only if its actions change with its key."""
    place = _moved_by_key(subject, subject.settings)
    if not subject.bot.stochastic:
        if place is None:
            return None
        return _at(subject, place, "the action changes with the key, but the bot does not declare stochastic=True")
    tries = [subject.settings, *(settings for _, settings in _extremes(subject))]
    if place is not None or any(_moved_by_key(subject, settings) is not None for settings in tries[1:]):
        return None
    count = int((subject.decisions < MANY).sum())
    return Failure(f"declares stochastic=True, but none of {count:,} actions changes with its key")


def _moved_by_key(subject: Subject, settings: Array) -> int | None:
    """The first place whose action depends on the key."""
    order = subject.interleaved(1024, MANY)
    base = subject.ask(order, settings=settings)
    with np.errstate(over="ignore"):
        for number in range(1, KEY_SETS):
            keys = (subject.cases.keys + np.uint64(number)) * _STIR
            moved = _among(subject.ask(order, keys=keys, settings=settings).differ(base), MANY)
            if len(moved):
                return int(moved[0])
    return None


def effects(subject: Subject, noted: Effects) -> Failure | None:
    """Deciding opens no file, reads no clock, prints nothing. A kernel's Python function is watched too."""
    before = noted.printed()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numpy's, of a kernel's arithmetic in plain Python
        noted.active = True
        subject.ask(subject.interleaved(1, MANY))
        if isinstance(subject.bot, KernelBot):
            subject.ask(subject.in_sequence(SOME), as_plain=True)
        noted.active = False
    if noted.noted:
        case, what = noted.noted[0]
        return Failure(f"while deciding: {what}", case if case >= 0 else None)
    printed = noted.printed() - before
    return Failure(f"printed {printed:,} bytes while deciding") if printed else None


def _at(subject: Subject, place: Any, message: str) -> Failure:
    return Failure(message, int(subject.cases.numbers[place]))


def _among(places: Array, most: int) -> Array:
    return places[places < most]


def _both(first: Answers, second: Answers, place: int) -> str:
    return f"{first.actions[place]} then {second.actions[place]}"


CHECKS: dict[str, Callable[[Subject, Answers], Failure | None]] = {
    "documented": documented,
    "parameters": parameters,
    "answers": answers,
    "legal": legality,
    "unchanged": unchanged,
    "state": state,
    "interleaved": interleaved,
    "rows": rows,
    "stochastic": stochastic,
}
