"""How a strategy declares itself: ``@kernel_bot``, ``@batch_bot`` or ``@python_bot``, with its parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from numba import types

from holdem_sim._jit import address_of, caller, compile_now, kernel, record
from holdem_sim.contract.observation import OBSERVATION
from holdem_sim.contract.parameter import Parameter, settings_record

KERNEL_SIGNATURE = types.int64(record(OBSERVATION), types.uint64, types.int64, types.int64)
"""(observation, key, address of the parameters, address of the memory) -> action."""

RAISED = -(1 << 62)
call_kernel_bot = caller(KERNEL_SIGNATURE, RAISED)
"""(address of a kernel bot, observation, key, params, memory) -> its answer, RAISED when it raised; for kernels."""

MOST_MEMORY = 2**20
"""Bytes of a bot's memory of one match and seat."""

NO_MEMORY = np.dtype([("unused", np.int64)], align=True)


@dataclass(frozen=True)
class Bot:
    """A strategy with what it declares, whatever its form.

    ``decide`` is its function; ``memory`` is the dtype of its record per match and seat (zeroed when a match starts)
    or None; ``stochastic`` says that its actions depend on chance; ``doc`` is its file's docstring.
    """

    decide: Callable[..., Any]
    parameters: tuple[Parameter, ...] = ()
    memory: np.dtype[Any] | None = None
    stochastic: bool = False
    doc: str = field(default="", compare=False)

    form = "bot"

    def __post_init__(self) -> None:
        if not isinstance(self.parameters, tuple) or not all(isinstance(p, Parameter) for p in self.parameters):
            raise TypeError("parameters: give a tuple of Parameter(...)")
        names = [parameter.name for parameter in self.parameters]
        if len({*names}) < len(names):
            raise ValueError(f"parameters: a name stands twice among {', '.join(names)}")
        if not isinstance(self.stochastic, bool):
            raise TypeError("stochastic: give True or False")
        if self.memory is None:
            return
        if not isinstance(self.memory, np.dtype) or self.memory.names is None or self.memory.hasobject:
            raise TypeError(
                "memory: give a numpy dtype with named fields, np.dtype([...], align=True), none of objects"
            )
        if self.memory.itemsize > MOST_MEMORY:
            raise ValueError(f"memory: {self.memory.itemsize} bytes a seat; at most {MOST_MEMORY}")

    def settings(self, values: Mapping[str, int | float]) -> np.ndarray[Any, Any]:
        """One parameter record, shape (1,): the defaults, overridden by ``values`` (already checked)."""
        return settings_record(self.parameters, values)


class KernelBot(Bot):
    """``decide`` is a compiled numba kernel of the one signature: millions of decisions a second."""

    form = "kernel"

    @property
    def address(self) -> int:
        """Where the hand loops find it."""
        return address_of(self.decide, KERNEL_SIGNATURE)


class BatchBot(Bot):
    """``decide`` answers many tables at once, in numpy: hundreds of thousands of decisions a second."""

    form = "batch"


class PythonBot(Bot):
    """``decide`` is plain Python, one decision a call: tens of thousands of decisions a second."""

    form = "python"


_Form = TypeVar("_Form", bound=Bot)


def kernel_bot(
    *, parameters: tuple[Parameter, ...] = (), memory: np.dtype[Any] | None = None, stochastic: bool = False
) -> Callable[[Callable[..., Any]], KernelBot]:
    """Make ``decide(observation, key, params, memory) -> action`` a bot, compiled at once.

    ``observation`` is one OBSERVATION record, ``key`` a uint64 of chance. Open the records behind the two addresses
    with ``record_at(params, PARAMS)``, ``record_at(memory, MEMORY)``.
    """

    def wrap(decide: Callable[..., Any]) -> KernelBot:
        compiled = kernel(signature=KERNEL_SIGNATURE)(decide)
        compile_now(compiled, KERNEL_SIGNATURE)
        return KernelBot(compiled, parameters, memory, stochastic, _doc(decide))

    return wrap


def batch_bot(
    *, parameters: tuple[Parameter, ...] = (), memory: np.dtype[Any] | None = None, stochastic: bool = False
) -> Callable[[Callable[..., Any]], BatchBot]:
    """Make ``decide(observations, keys, params, memory) -> actions`` a bot.

    ``observations``: OBSERVATION records (n,), n >= 0, its own copy; ``keys``: uint64 (n,); ``params``: the parameter
    record; ``memory``: the rows' memory records (n,), kept when written to, or None. ``actions``: integers (n,). Row
    i's answer depends on row i alone. Rows of the call at the end of a hand (``street`` is OVER; any answer will do)
    come among the others.
    """

    def wrap(decide: Callable[..., Any]) -> BatchBot:
        return BatchBot(decide, parameters, memory, stochastic, _doc(decide))

    return wrap


def python_bot(
    *, parameters: tuple[Parameter, ...] = (), memory: np.dtype[Any] | None = None, stochastic: bool = False
) -> Callable[[Callable[..., Any]], PythonBot]:
    """Make ``decide(observation) -> action`` a bot; ``observation`` is a ``holdem_sim.contract.view.Observation``."""

    def wrap(decide: Callable[..., Any]) -> PythonBot:
        return PythonBot(decide, parameters, memory, stochastic, _doc(decide))

    return wrap


def _doc(decide: Callable[..., Any]) -> str:
    return decide.__globals__.get("__doc__") or ""
