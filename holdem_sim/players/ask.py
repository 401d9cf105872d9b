"""Bots that are Python functions, asked many decisions at once: actions, and what was wrong with the answers.

Nothing that a bot does wrong reaches the caller: exceptions, sys.exit, answers of a wrong type or shape. A batch that
fails is asked again in parts, down to the row, so that one row's fault is that row's alone and the size of a batch
never shows. In the call at the end of a hand any answer will do.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from holdem_sim._jit import plain_function
from holdem_sim.contract.bot import BatchBot, Bot, KernelBot, PythonBot
from holdem_sim.contract.observation import OVER
from holdem_sim.contract.view import Observation
from holdem_sim.errors import InputError

FAULT_KINDS = ("exception", "illegal action", "wrong type")
FINE = -1
EXCEPTION, ILLEGAL, WRONG_TYPE = range(len(FAULT_KINDS))
"""What can be wrong with an answer. Whether an action is legal is the table's to say."""

MOST = 2**62
"""No action is as large; what is larger is cut to it, and illegal."""

PARTS = 8
"""Into so many parts a batch that failed is cut: some 30 calls find the one bad row of 2,000."""

Array = np.ndarray[Any, Any]
Notice = Callable[[BaseException], None]
Policy = Callable[[Array, Array, "Array | None"], tuple[Array, Array]]
"""(observations (n,), keys uint64 (n,), memory records (n,) or None) -> actions int64 (n,), faults int64 (n,).

``memory`` is written to. ``faults`` are FINE, EXCEPTION or WRONG_TYPE; the actions of faulty rows mean nothing.
"""


class PlainKernel(Bot):
    """A kernel bot run as the Python function that it was: slowly, where its errors can be seen."""

    form = "plain kernel"


def copied(records: Array, indices: Array | slice = slice(None)) -> Array:
    """A copy of some of ``records`` (n,) as plain bytes: numpy copies structured records field by field, slowly."""
    plainly = np.dtype((np.void, records.dtype.itemsize))
    some: Array = np.ascontiguousarray(records).view(plainly)[indices].copy().view(records.dtype)
    return some


def plain(bot: Bot) -> Bot:
    """``bot`` in a form that is asked from Python: a kernel bot as a PlainKernel, the others as they are."""
    if not isinstance(bot, KernelBot):
        return bot
    return PlainKernel(plain_function(bot.decide), bot.parameters, bot.memory, bot.stochastic, bot.doc)


def pass_on_interrupt(error: BaseException) -> None:
    """Raise ``error`` again if it is a user's Ctrl-C: only the main thread gets one, elsewhere a bot made it up."""
    if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
        raise error


def policy_of(bot: Bot, settings: Array, notice: Notice = lambda error: None) -> Policy:
    """How to ask ``bot``, of any form but KernelBot, with its parameter record ``settings`` (1,).

    ``notice`` is told every exception that a single decision raised.
    """
    if isinstance(bot, BatchBot):
        return _batch_policy(bot, settings, notice)
    if isinstance(bot, PythonBot):
        return _python_policy(bot, settings, notice)
    if isinstance(bot, PlainKernel):
        return _plain_kernel_policy(bot, settings, notice)
    raise InputError(f"{bot!r} is no bot that can be asked from Python")


def _python_policy(bot: PythonBot, settings: Array, notice: Notice) -> Policy:
    params = SimpleNamespace(**{p.name: settings[0][p.name].item() for p in bot.parameters})

    def decide(record: Any, key: int, memory: Array | None) -> Any:
        return bot.decide(Observation(record, key, params, None if memory is None else memory[0]))

    return _one_by_one(decide, notice, undo=True)


def _plain_kernel_policy(bot: PlainKernel, settings: Array, notice: Notice) -> Policy:
    def decide(record: Any, key: int, memory: Array | None) -> Any:
        address = 0 if memory is None else memory.ctypes.data
        with np.errstate(divide="raise", invalid="raise"):  # where the compiled kernel raises ZeroDivisionError
            return bot.decide(record, np.uint64(key), settings.ctypes.data, address)

    return _one_by_one(decide, notice, undo=False)


def _one_by_one(decide: Callable[[Any, int, Array | None], Any], notice: Notice, *, undo: bool) -> Policy:
    """``undo``: what a faulty decision wrote into memory is taken back, as for a batch bot; not so for kernels."""

    def ask(observations: Array, keys: Array, memory: Array | None) -> tuple[Array, Array]:
        actions = np.zeros(len(observations), np.int64)
        faults = np.full(len(observations), FINE)
        over = (observations["street"] == OVER).tolist()
        with np.errstate(over="ignore"):
            for i, key in enumerate(keys.tolist()):
                own = None if memory is None else memory[i : i + 1]
                before = own.copy() if own is not None and undo else None
                try:
                    answer = decide(observations[i].copy(), key, own)
                except BaseException as error:
                    pass_on_interrupt(error)
                    faults[i] = EXCEPTION
                    notice(error)
                else:
                    if not over[i]:
                        actions[i], faults[i] = _checked(answer)
                if own is not None and before is not None and faults[i] != FINE:
                    own[:] = before
        return actions, faults

    return ask


def _batch_policy(bot: BatchBot, settings: Array, notice: Notice) -> Policy:
    def once(observations: Array, keys: Array, memory: Array | None) -> Array | None:
        """The actions; None when any of them is none. Memory is written to only when all are well."""
        own = None if memory is None else memory.copy()
        answer = bot.decide(copied(observations), keys.copy(), settings[0].copy(), own)
        if (observations["street"] == OVER).all():
            answer = np.zeros(len(keys), np.int64)
        actions = np.asarray(answer)
        if actions.shape != keys.shape or actions.dtype.kind not in "iu":
            return None
        if memory is not None:
            memory[:] = own
        legal: Array = np.clip(actions, -MOST, MOST).astype(np.int64)
        return legal

    def ask(observations: Array, keys: Array, memory: Array | None) -> tuple[Array, Array]:
        actions = np.zeros(len(observations), np.int64)
        faults = np.full(len(observations), FINE)

        def ask_part(first: int, last: int) -> None:
            part = slice(first, last)
            alone = last - first == 1
            said = None
            try:
                said = once(observations[part], keys[part], None if memory is None else memory[part])
            except BaseException as error:
                pass_on_interrupt(error)
                if alone:
                    faults[first] = EXCEPTION
                    notice(error)
                    return
            if said is not None:
                actions[part] = said
            elif alone:
                faults[first] = WRONG_TYPE
            else:
                size = -(-(last - first) // PARTS)
                for start in range(first, last, size):
                    ask_part(start, min(start + size, last))

        ask_part(0, len(observations))
        return actions, faults

    return ask


def _checked(answer: object) -> tuple[int, int]:
    """An answer as (action, fault): integers of Python and numpy are actions, bool and all else are not."""
    if isinstance(answer, bool | np.bool_) or not isinstance(answer, int | np.integer):
        return 0, WRONG_TYPE
    return max(-MOST, min(int(answer), MOST)), FINE
