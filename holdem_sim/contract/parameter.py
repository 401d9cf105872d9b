"""What a bot can be set to: its parameters, and the record a bot of any form finds them in."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Parameter:
    """One number a bot can be set to: ``name``, default, range (both ends included), what it means and its unit.

    An int default makes the parameter an int64, a float default a float64.
    """

    name: str
    default: int | float
    low: int | float
    high: int | float
    meaning: str

    def __post_init__(self) -> None:
        if not self.name.isidentifier():
            raise ValueError(f"parameter name {self.name!r} is not an identifier")
        if not self.low <= self.default <= self.high:
            raise ValueError(f"parameter {self.name}: default {self.default} is not in {self.low}..{self.high}")
        if self.kind is int and not -(2**63) <= self.default < 2**63:
            raise ValueError(f"parameter {self.name}: default {self.default} is no 64-bit integer")
        if not self.meaning.strip():
            raise ValueError(f"parameter {self.name}: say what it means")

    @property
    def kind(self) -> type[int] | type[float]:
        return int if isinstance(self.default, int) else float

    def parse(self, text: str) -> int | float:
        """The value that ``text`` stands for; ValueError when it is no number of this kind or out of range."""
        try:
            value = self.kind(text)
        except ValueError:
            kind = "a whole number" if self.kind is int else "a number"
            raise ValueError(f"parameter {self.name}={text}: expected {kind}") from None
        return self.check(value)

    def check(self, value: int | float) -> int | float:
        """``value`` as this parameter's kind; ValueError when out of range."""
        if not math.isfinite(value) or not self.low <= value <= self.high:
            raise ValueError(f"parameter {self.name}={value}: must be in {self.low}..{self.high}")
        if self.kind is int and not -(2**63) <= value < 2**63:
            raise ValueError(f"parameter {self.name}={value}: must be a 64-bit integer")
        return self.kind(value)


def record_type(parameters: tuple[Parameter, ...]) -> np.dtype[Any]:
    """The aligned dtype in which a kernel finds its parameters, one field each, in order."""
    fields = [(p.name, np.int64 if p.kind is int else np.float64) for p in parameters]
    return np.dtype(fields or [("unused", np.int64)], align=True)


def settings_record(parameters: tuple[Parameter, ...], values: Mapping[str, int | float]) -> np.ndarray[Any, Any]:
    """One parameter record, shape (1,): the defaults, overridden by ``values`` (already checked)."""
    settings = np.zeros(1, record_type(parameters))
    for parameter in parameters:
        settings[0][parameter.name] = values.get(parameter.name, parameter.default)
    return settings
