"""The bot under test, asked any cases in any order, with memory and settings of its own each time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import JIT, array_of, kernel
from holdem_sim.contract.bot import NO_MEMORY, RAISED, BatchBot, Bot, KernelBot, PythonBot, call_kernel_bot
from holdem_sim.contract.observation import OBSERVATION
from holdem_sim.contract.view import Observation
from holdem_sim.players.ask import EXCEPTION, FINE, WRONG_TYPE, copied, pass_on_interrupt, plain, policy_of
from holdem_sim.testing.cases import Cases
from holdem_sim.testing.watch import CASE, TICK, Watch

Array = np.ndarray[Any, Any]
Order = Sequence[Array]
"""Rounds of cases, as places: the cases of a round are of different lines and may be asked at once."""

GUARD = 0xA5
AT_ONCE = 1024


@dataclass(frozen=True)
class Answers:
    """``actions`` int64 (n,) and ``faults`` int64 (n,) by place; 0 and FINE where nothing was asked or is expected.

    For compiled kernels ``wrote`` and ``overran`` (bool (n,)): it changed its observation, or wrote past a record that
    it was given; ``misuse`` says what else it did to these.
    """

    actions: Array
    faults: Array
    wrote: Array
    overran: Array
    misuse: str = ""

    def differ(self, other: Answers) -> Array:
        """The places where the answers are not the same, in order."""
        return np.flatnonzero((self.actions != other.actions) | (self.faults != other.faults))


@kernel(
    signature=types.void(
        types.int64,
        array_of(OBSERVATION),
        array_of(np.uint64),
        types.int64,
        types.int64,
        array_of(np.int64),
        types.int64,
        array_of(np.int64),
        array_of(np.int64),
        array_of(np.int64),
    )
)
def _ask_kernel(
    address: Any,
    rows: Any,
    keys: Any,
    params: Any,
    memory: Any,
    lines: Any,
    memory_bytes: Any,
    numbers: Any,
    cells: Any,
    actions: Any,
) -> None:
    """Ask the kernel bot at ``address`` about every second of ``rows``; the others are guards."""
    for i in range(keys.size):
        cells[CASE] = numbers[i]
        cells[TICK] += 1
        own = memory + (2 * lines[i] + 1) * memory_bytes
        actions[i] = call_kernel_bot(address, rows[2 * i + 1], keys[i], params, own)


class Subject:
    """``bot`` with its parameter record ``settings`` (1,), on ``cases``."""

    def __init__(self, bot: Bot, settings: Array, cases: Cases, watch: Watch) -> None:
        self.bot = bot
        self.settings = settings
        self.cases = cases
        self.watch = watch
        self.keys: Array = cases.keys if bot.stochastic else np.zeros(len(cases), np.uint64)
        self.errors: list[BaseException] = []
        _, self.line = np.unique(cases.lines, return_inverse=True)
        self._asked = np.flatnonzero(~cases.over) if bot.memory is None else np.arange(len(cases))
        self.decisions = np.flatnonzero(~cases.over)

    def in_sequence(self, most: int | None = None) -> Order:
        """One case a round, line after line; of the first ``most`` cases."""
        return list(self._some(most)[:, None])

    def backwards(self) -> Order:
        """One case a round, the last line first."""
        places = self._asked
        return list(places[np.argsort(-self.line[places], kind="stable")][:, None])

    def interleaved(self, size: int = 1, most: int | None = None) -> Order:
        """Rounds of at most ``size`` cases: the first of every line, the second of every line ..."""
        places = self._some(most)
        starts = np.r_[True, np.diff(self.line[places]) != 0]
        begin = np.maximum.accumulate(np.where(starts, np.arange(len(places)), 0))
        number_in_line = np.arange(len(places)) - begin
        rounds = []
        for number in np.unique(number_in_line):
            at = places[number_in_line == number]
            rounds += [at[i : i + size] for i in range(0, len(at), size)]
        return rounds

    def _some(self, most: int | None) -> Array:
        return self._asked if most is None else self._asked[self._asked < most]

    def ask(
        self, order: Order, *, keys: Array | None = None, settings: Array | None = None, as_plain: bool = False
    ) -> Answers:
        """The bot's answers to ``order``, with fresh memory. ``as_plain``: a kernel as its plain Python function."""
        keys = self.keys if keys is None else keys
        settings = (self.settings if settings is None else settings).copy()
        self.errors.clear()
        if isinstance(self.bot, KernelBot) and JIT and not as_plain:
            answers = self._ask_compiled(np.concatenate([*order, np.zeros(0, np.int64)]), keys, settings)
        else:
            answers = self._ask_policy(order, keys, settings)
        self.watch.work()
        over = self.cases.over
        answers.actions[over | (answers.faults != FINE)] = 0
        answers.faults[over & (answers.faults == WRONG_TYPE)] = FINE
        return answers

    def _ask_policy(self, order: Order, keys: Array, settings: Array) -> Answers:
        policy = policy_of(plain(self.bot), settings, self.errors.append)
        answers = self._no_answers()
        memory = None if self.bot.memory is None else np.zeros(self.line.max(initial=0) + 1, self.bot.memory)
        for places in order:
            self.watch.at(int(self.cases.numbers[places[0]]))
            lines = self.line[places]
            own = None if memory is None else memory[lines]
            answered = policy(self.cases.observations[places], keys[places], own)
            answers.actions[places], answers.faults[places] = answered
            if memory is not None:
                memory[lines] = own
        return answers

    def _ask_compiled(self, places: Array, keys: Array, settings: Array) -> Answers:
        answers = self._no_answers()
        assert isinstance(self.bot, KernelBot)
        kind = NO_MEMORY if self.bot.memory is None else self.bot.memory
        memory = _guarded(np.zeros(self.line.max(initial=0) + 1, kind))
        params = _guarded(settings)
        cells = self.watch.cells
        for start in range(0, len(places), AT_ONCE):
            now = places[start : start + AT_ONCE]
            given = copied(self.cases.observations, now)  # padding too
            rows = _guarded(given)
            actions = np.zeros(len(now), np.int64)
            _ask_kernel(
                self.bot.address,
                rows,
                keys[now],
                params.ctypes.data + params.itemsize,
                memory.ctypes.data,
                self.line[now],
                memory.itemsize,
                self.cases.numbers[now],
                cells,
                actions,
            )
            answers.actions[now] = actions
            answers.faults[now] = np.where(actions == RAISED, EXCEPTION, FINE)
            after = _bytes(rows)
            answers.wrote[now] = (after[1::2] != _bytes(given)).any(axis=1)
            broken = (after[::2] != GUARD).any(axis=1)
            answers.overran[now] = broken[:-1] | broken[1:]
        if not (_whole(memory) and _whole(params)):
            answers.overran[places[:1]] = True
        if params[1] != settings[0]:
            return replace(answers, misuse="changed its parameters")
        if self.bot.memory is None and _bytes(memory)[1::2].any():
            return replace(answers, misuse="wrote into a memory that it does not declare")
        return answers

    def _no_answers(self) -> Answers:
        count = len(self.cases)
        nothing = np.zeros(count, np.int64), np.full(count, FINE)
        return Answers(*nothing, np.zeros(count, bool), np.zeros(count, bool))

    def answer(self, place: int) -> str:
        """What the bot says to the case at ``place``, as it says it, or what it raises."""
        memory = np.zeros(1, self.bot.memory) if self.bot.memory is not None else None
        said = "nothing"
        strictly: Any = "raise" if isinstance(self.bot, KernelBot) else "warn"  # compiled, a division by 0 raises
        for before in self._asked[(self.line[self._asked] == self.line[place]) & (self._asked <= place)]:
            self.watch.at(int(self.cases.numbers[before]))
            record = self.cases.observations[before : before + 1].copy()
            try:
                with np.errstate(over="ignore", divide=strictly, invalid=strictly):
                    value = self.call(record, self.keys[before : before + 1].copy(), memory)
                kind = "" if type(value) is int else f" of type {type(value).__name__}"
                said = f"answered {value!r}{kind}"
            except BaseException as error:
                pass_on_interrupt(error)
                said = f"raised {reason(error)}"
        return said

    def call(self, records: Array, keys: Array, memory: Array | None) -> Any:
        """The bot's own function on ``records`` (n,) themselves, no copies: any n for a batch bot, else n = 1.

        A kernel is called as its plain Python function.
        """
        bot = plain(self.bot)
        if isinstance(bot, BatchBot):
            return bot.decide(records, keys, self.settings[0], memory)
        if isinstance(bot, PythonBot):
            return bot.decide(observed(bot, records[0], int(keys[0]), self.settings, memory))
        address = 0 if memory is None else memory.ctypes.data
        return bot.decide(records[0], keys[0], self.settings.ctypes.data, address)


def observed(bot: Bot, record: Any, key: int, settings: Array, memory: Array | None) -> Any:
    """The Observation that a Python bot is given."""
    params = SimpleNamespace(**{p.name: settings[0][p.name].item() for p in bot.parameters})
    return Observation(record, key, params, None if memory is None else memory[0])


def reason(error: BaseException) -> str:
    """An exception in one line, with the line of code that raised it."""
    trace = error.__traceback__
    line = 0
    while trace is not None:
        line, file = trace.tb_lineno, trace.tb_frame.f_code.co_filename
        trace = trace.tb_next
    where = f" ({file}, line {line})" if line else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}{where}"


def _guarded(records: Array) -> Array:
    """``records`` (n,) at the odd places of (2n + 1,), guard bytes between them."""
    rows = np.empty(2 * len(records) + 1, records.dtype)
    _bytes(rows)[:] = GUARD
    _bytes(rows)[1::2] = _bytes(records)  # a record's assignment leaves the padding
    return rows


def _whole(rows: Array) -> bool:
    return bool((_bytes(rows)[::2] == GUARD).all())


def _bytes(records: Array) -> Array:
    return records.view(np.uint8).reshape(len(records), records.itemsize)
