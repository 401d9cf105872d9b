"""A shard's file back as the records of the hand loop, for kernels: the way of ``hands.hand_table`` backwards."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from holdem_sim.cards import NO_CARD, TEXT
from holdem_sim.errors import RunError
from holdem_sim.records.hands import HOLES
from holdem_sim.simulate.columns import ROW

Array = np.ndarray[Any, Any]

_CARD = {text: number for number, text in enumerate(TEXT)}
_HOLE = {pair: (_CARD[pair[:2]], _CARD[pair[2:]]) for pair in HOLES}


@dataclass(frozen=True)
class LoggedHands:
    """Hands as logged: ROW records, ``deals`` int64 (n,), ``entrants`` int16 (n, seats), the actions' text (bytes).

    Seats that were not dealt in have no stack; their cards, like cards that were not dealt, are NO_CARD.
    """

    rows: Array
    deals: Array
    entrants: Array
    actions: Array


def read_rows(path: Path, seats: int, labels: list[str]) -> LoggedHands:
    """The hands of the shard file ``path``. ``labels``: the bots' names, by entrant number.

    Raises RunError when the file cannot be read or names another bot.
    """
    try:
        table = pq.read_table(path, use_threads=False, page_checksum_verification=True).combine_chunks()
    except (OSError, pa.ArrowException) as error:
        raise RunError(f"{path}: is damaged ({str(error).splitlines()[0]})") from None
    rows = np.zeros(table.num_rows, ROW)
    for name in ("match", "hand", "button", "shown", "rake"):
        rows[name] = _numbers(table[name])
    entrants = np.zeros((len(rows), seats), np.int16)
    numbers = {label: number for number, label in enumerate(labels)}
    for seat in range(seats):
        rows["stacks"][:, seat] = _numbers(table[f"stack_{seat}"])
        rows["payoffs"][:, seat] = _numbers(table[f"payoff_{seat}"])
        rows["hole"][:, seat] = _decode(table[f"hole_{seat}"], _HOLE, (NO_CARD, NO_CARD), np.uint8)
        try:
            entrants[:, seat] = _decode(table[f"bot_{seat}"], numbers, -1, np.int16)
        except KeyError as error:
            raise RunError(f"{path}: names a bot that is not in the run: {error.args[0]}") from None
    for i in range(5):
        rows["board"][:, i] = _decode(table[f"board_{i + 1}"], _CARD, NO_CARD, np.uint8)
    ends, text = _text(table["actions"])
    rows["actions_end"] = ends
    return LoggedHands(rows, _numbers(table["deal"]).astype(np.int64), entrants, text)


def _numbers(column: pa.ChunkedArray) -> Array:
    return np.asarray(column.to_numpy())


def _decode(column: pa.ChunkedArray, known: dict[str, Any], missing: Any, dtype: Any) -> Array:
    """The values of a dictionary column through ``known``; a null is ``missing``."""
    parts = []
    for chunk in column.chunks:
        values = [known[text] for text in chunk.dictionary.to_pylist()]
        meaning = np.array([*values, missing], dtype)
        parts.append(meaning[chunk.indices.fill_null(len(values)).to_numpy(zero_copy_only=False)])
    return np.concatenate(parts)


def _text(column: pa.ChunkedArray) -> tuple[Array, Array]:
    """Where each text ends in the bytes of all of them, and these bytes."""
    ends, parts = [], []
    length = 0
    for chunk in column.chunks:
        _, offsets, data = chunk.buffers()
        places = np.frombuffer(offsets, np.int32)[chunk.offset : chunk.offset + len(chunk) + 1].astype(np.int64)
        if len(places) > 1:
            ends.append(places[1:] - places[0] + length)
            parts.append(np.frombuffer(data or b"", np.uint8)[places[0] : places[-1]])
            length += int(places[-1] - places[0])
    return np.concatenate(ends), np.concatenate(parts)
