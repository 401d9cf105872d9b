"""A bot's module-level data, frozen for comparison: what play must not change."""

from __future__ import annotations

from array import array
from collections import deque
from types import CellType, FunctionType, ModuleType
from typing import Any

import numpy as np

from holdem_sim.contract.bot import Bot


def globals_of(bot: Bot) -> dict[str, Any]:
    """Each global name of the bot's module, frozen; of functions their defaults, attributes, closures."""
    decide = getattr(bot.decide, "py_func", bot.decide)
    names = getattr(decide, "__globals__", {})
    return {
        name: _frozen(value, {}) for name, value in names.items() if not (name.startswith("__") and name.endswith("__"))
    }


def changed(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """The names that came, went, or hold something else."""
    return sorted(name for name in {*before, *after} if before.get(name, _frozen) != after.get(name, _frozen))


def _frozen(value: Any, seen: dict[int, Any]) -> Any:
    """``value`` as something that compares equal as long as nothing within has changed."""
    kind = type(value)
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return kind, repr(value)
    if isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
        return kind, value.dtype.str, value.shape, value.tobytes()
    compiled = callable(getattr(value, "py_func", None))  # a dispatcher grows with every compilation
    if isinstance(value, ModuleType) or compiled or id(value) in seen:
        return kind, id(value)
    seen[id(value)] = value  # kept, so that its id is not given to another
    if isinstance(value, dict):
        return kind, tuple((_frozen(key, seen), _frozen(item, seen)) for key, item in value.items())
    if isinstance(value, bytearray | array):
        return kind, bytes(value)
    if isinstance(value, list | tuple | deque):
        return kind, tuple(_frozen(item, seen) for item in value)
    if isinstance(value, set | frozenset):
        return kind, frozenset(_frozen(item, seen) for item in value)
    if isinstance(value, FunctionType):
        inside = [cell.cell_contents for cell in value.__closure__ or () if cell != CellType()]
        return id(value), _frozen([value.__defaults__, value.__kwdefaults__, vars(value), inside], seen)
    attributes = {key: item for key, item in getattr(value, "__dict__", {}).items() if not key.startswith("__")}
    return kind, id(value), _frozen(attributes, seen)
