"""How a strategy declares itself: ``@kernel_bot`` and its parameters."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import kernel, record
from holdem_sim.contract.observation import OBSERVATION

KERNEL_SIGNATURE = types.int64(record(OBSERVATION), types.uint64, types.int64, types.int64)
"""(observation, key, address of the parameters, address of the memory) -> action."""

NO_MEMORY = np.dtype([("unused", np.int64)], align=True)


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
        return self.kind(value)


def record_type(parameters: tuple[Parameter, ...]) -> np.dtype[Any]:
    """The aligned dtype in which a kernel finds its parameters, one field each, in order."""
    fields = [(p.name, np.int64 if p.kind is int else np.float64) for p in parameters]
    return np.dtype(fields or [("unused", np.int64)], align=True)


@dataclass(frozen=True)
class KernelBot:
    """A strategy as a numba kernel of the one signature, with what it declares.

    ``decide`` is compiled; ``memory`` is the dtype of its record per match and seat (zeroed when a match starts)
    or None; ``stochastic`` says that its actions depend on the key.
    """

    decide: Callable[..., Any]
    parameters: tuple[Parameter, ...] = ()
    memory: np.dtype[Any] | None = None
    stochastic: bool = False
    doc: str = field(default="", compare=False)

    def settings(self, values: Mapping[str, int | float]) -> np.ndarray[Any, Any]:
        """One parameter record, shape (1,): the defaults, overridden by ``values`` (already checked)."""
        settings = np.zeros(1, record_type(self.parameters))
        for parameter in self.parameters:
            settings[0][parameter.name] = values.get(parameter.name, parameter.default)
        return settings


def kernel_bot(
    *, parameters: tuple[Parameter, ...] = (), memory: np.dtype[Any] | None = None, stochastic: bool = False
) -> Callable[[Callable[..., Any]], KernelBot]:
    """Make ``decide(observation, key, params, memory) -> action`` a bot, compiled at once.

    Open the records behind the two addresses with ``record_at(params, PARAMS)``, ``record_at(memory, MEMORY)``.
    """

    def wrap(decide: Callable[..., Any]) -> KernelBot:
        compiled = kernel(signature=KERNEL_SIGNATURE)(decide)
        doc = decide.__globals__.get("__doc__") or ""
        return KernelBot(compiled, parameters, memory, stochastic, doc)

    return wrap
