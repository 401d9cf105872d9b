"""A shard of the hand log as arrays for kernels: no frames, no text but the actions' bytes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from holdem_sim.errors import InputError, RunError
from holdem_sim.records.load import Run

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Arrays:
    """The hands of a shard, in order; second axes are the seats.

    ``deal`` int64 (hands,); ``button`` int8 (hands,); ``bots`` int16 (hands, seats): numbers in ``Run.bots``;
    ``stacks``, ``payoffs`` int32 (hands, seats), chips; ``actions`` uint8: the text of all hands, that of hand i
    from ``ends[i]`` to ``ends[i + 1]``, int32.
    """

    deal: Array
    button: Array
    bots: Array
    stacks: Array
    payoffs: Array
    ends: Array
    actions: Array

    def part(self, first: int, last: int) -> Arrays:
        """Hands ``first`` to ``last`` (not included)."""
        rows = slice(first, last)
        per_hand = (self.deal[rows], self.button[rows], self.bots[rows], self.stacks[rows], self.payoffs[rows])
        return Arrays(*per_hand, self.ends[first : last + 1], self.actions)


def read_arrays(run: Run, shard: dict[str, Any]) -> Arrays:
    """One of ``run.shards``. InputError when its hands were not kept, RunError naming a damaged file."""
    if not run.logged:
        raise InputError(f"{run.folder}: was played with --log summary: its hands were not kept")
    seats = range(run.players)
    wide = [f"{name}_{seat}" for name in ("bot", "stack", "payoff") for seat in seats]
    table = _read(run.folder / shard["file"], ["deal", "button", *wide, "actions"])

    def column(name: str) -> Any:
        return table[name].combine_chunks()

    def wide_column(name: str, dtype: Any) -> Array:
        array = np.empty((len(table), len(seats)), dtype)
        for seat in seats:
            array[:, seat] = column(f"{name}_{seat}")
        return array

    bots = np.empty((len(table), len(seats)), np.int16)
    names = pa.array(run.bots)
    for seat in seats:
        coded = column(f"bot_{seat}")
        numbers = np.asarray(pc.index_in(coded.dictionary, names).fill_null(-1), np.int16)
        bots[:, seat] = numbers[np.asarray(coded.indices)]
    if (bots < 0).any():
        raise RunError(f"{run.folder / shard['file']}: names a bot that the manifest does not")
    text = column("actions")
    _, ends, actions = text.buffers()
    return Arrays(
        deal=np.array(column("deal"), np.int64),
        button=np.array(column("button"), np.int8),
        bots=bots,
        stacks=wide_column("stack", np.int32),
        payoffs=wide_column("payoff", np.int32),
        ends=np.frombuffer(ends, np.int32, len(table) + 1, 4 * text.offset).copy(),
        actions=np.frombuffer(actions, np.uint8).copy() if actions else np.zeros(0, np.uint8),
    )


def last_deal(run: Run) -> int:
    """The number of the last deal that the kept hands of ``run`` were played on, −1 without any."""
    if not run.logged or not run.shards:
        return -1
    return int(np.asarray(_read(run.folder / run.shards[-1]["file"], ["deal"])["deal"])[-1])


def _read(path: Path, columns: list[str]) -> pa.Table:
    try:
        return pq.read_table(path, columns=columns, page_checksum_verification=True)
    except (OSError, pa.ArrowException) as error:
        raise RunError(f"{path}: is damaged ({str(error).splitlines()[0]})") from None
