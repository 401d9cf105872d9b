"""All that a bot may see and say. A bot file imports this package, ``evaluator``, ``rng`` and ``cards``, no more."""

from holdem_sim._jit import kernel, record_at
from holdem_sim.contract.action import CHECK_CALL, FOLD, check_or_fold, clip_raise, raise_to_pot
from holdem_sim.contract.bot import NO_MEMORY, BatchBot, Bot, KernelBot, PythonBot, batch_bot, kernel_bot, python_bot
from holdem_sim.contract.observation import (
    FIXED_LIMIT,
    FLOP,
    HISTORY,
    NO_LIMIT,
    OBSERVATION,
    OVER,
    POT_LIMIT,
    PREFLOP,
    RIVER,
    SEATS,
    TURN,
)
from holdem_sim.contract.parameter import Parameter, record_type
from holdem_sim.contract.view import Observation

__all__ = [
    "CHECK_CALL",
    "FIXED_LIMIT",
    "FLOP",
    "FOLD",
    "HISTORY",
    "NO_LIMIT",
    "NO_MEMORY",
    "OBSERVATION",
    "OVER",
    "POT_LIMIT",
    "PREFLOP",
    "RIVER",
    "SEATS",
    "TURN",
    "BatchBot",
    "Bot",
    "KernelBot",
    "Observation",
    "Parameter",
    "PythonBot",
    "batch_bot",
    "check_or_fold",
    "clip_raise",
    "kernel",
    "kernel_bot",
    "python_bot",
    "raise_to_pot",
    "record_at",
    "record_type",
]
