"""The tables that a loop plays at: their records, the bots' memory, and room for what is written."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from holdem_sim.contract.observation import OBSERVATION, SEATS
from holdem_sim.game.table import FORCED, HIDDEN
from holdem_sim.simulate.steps import PROGRESS

Array = np.ndarray[Any, Any]


class Tables(NamedTuple):
    """``memory``: bytes of shape (tables, SEATS, bytes a seat); the others one record a table."""

    memory: Array
    observations: Array
    hiddens: Array
    forceds: Array
    progresses: Array


def new_tables(count: int, memory_bytes: int) -> Tables:
    """``count`` tables without players; each has the match of its number before it."""
    memory = np.zeros((count, SEATS, memory_bytes), np.uint8)
    tables = Tables(memory, *(np.zeros(count, dtype) for dtype in (OBSERVATION, HIDDEN, FORCED, PROGRESS)))
    tables.progresses["match"] = np.arange(count)
    return tables


class Seated(NamedTuple):
    """Who sat where in each of some hands: ``entrant``, ``entry`` (-1: nobody) of shape (hands, SEATS).

    ``tables``: of a tournament; a row's match number is tournament * tables + table.
    """

    entrant: Array
    entry: Array
    tables: int


def with_room(array: Array, needed: int) -> Array:
    """``array``, or a copy at least twice as long with zeros behind, to hold ``needed`` entries."""
    if needed <= len(array):
        return array
    longer = np.zeros(max(needed, 2 * len(array)), array.dtype)
    longer[: len(array)] = array
    return longer
