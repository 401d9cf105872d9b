"""The hand log: one row a hand, one parquet file a shard, readable by pandas or DuckDB without this package.

Columns: match, hand, deal, replay, button; per seat s bot_s, stack_s (before the forced bets), hole_s ("AsKd"),
payoff_s (net chips); board_1 .. board_5; shown (bit s: seat s showed); rake; actions. Cards that were not dealt
are null. Actions are text, in order, streets parted by "/": f fold, k check, c call, r60 bet or raise to 60.
Where blinds rise also big_blind, its seat; with several tables also table, and entry_s, who sits there (null: nobody).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from holdem_sim.cards import NO_CARD, TEXT
from holdem_sim.errors import RunError
from holdem_sim.simulate.tables import Seated

Array = np.ndarray[Any, Any]

HOLES = [first + second for first in TEXT for second in TEXT if first != second]
"""Every way to be dealt two cards, in the order of dealing: "AsKd" and "KdAs" are two."""

_PAIRS = pa.array(HOLES)
_CARDS = pa.array(TEXT)
_RISING = ("match", "deal")
"""Columns better stored as differences: with that a shard is a third smaller and quicker to write."""

_INTEGERS = {"match": pa.int64(), "hand": pa.int32(), "deal": pa.int64(), "replay": pa.int32()}


def shard_file(index: int) -> str:
    """Name of a shard's file inside the run folder."""
    return f"hands/part-{index:05d}.parquet"


def hand_table(
    matches: Array,
    rows: Array,
    actions: Array,
    seats: int,
    labels: list[str],
    big_blind: bool = False,
    seated: Seated | None = None,
) -> pa.Table:
    """The columns of a shard. ``labels``: the bots' names, by entrant number; ``big_blind``: with that column.

    ``seated``: who sat where in each hand, where players change tables (``simulate.multi_table``).
    """
    of_match = matches[rows["match"] - matches["match"][0]] if len(rows) else matches[:0]
    bots = of_match["entrant"] if seated is None else seated.entrant
    columns: dict[str, pa.Array] = {
        "match": pa.array(rows["match"] if seated is None else rows["match"] // seated.tables),
        **({} if seated is None else {"table": pa.array((rows["match"] % seated.tables).astype(np.int32))}),
        "hand": pa.array(rows["hand"]),
        "deal": pa.array(of_match["deal"]),
        "replay": pa.array(of_match["replay"], pa.int32()),
        "button": pa.array(rows["button"]),
        **({"big_blind": pa.array(rows["big_blind"])} if big_blind else {}),
    }
    names = pa.array(labels)
    stacks = rows["stacks"]
    for seat in range(seats):
        out = stacks[:, seat] == 0
        columns[f"bot_{seat}"] = pa.DictionaryArray.from_arrays(pa.array(bots[:, seat]), names)
        if seated is not None:
            columns[f"entry_{seat}"] = pa.array(seated.entry[:, seat], mask=seated.entry[:, seat] < 0)
        columns[f"stack_{seat}"] = pa.array(stacks[:, seat])
        first, second = rows["hole"][:, seat, 0].astype(np.int16), rows["hole"][:, seat, 1].astype(np.int16)
        pair = first * 51 + second - (second > first)
        columns[f"hole_{seat}"] = pa.DictionaryArray.from_arrays(pa.array(pair, mask=out), _PAIRS)
        columns[f"payoff_{seat}"] = pa.array(rows["payoffs"][:, seat])
    for i in range(5):
        card = rows["board"][:, i]
        shown = pa.array(card.astype(np.int8), mask=card == NO_CARD)
        columns[f"board_{i + 1}"] = pa.DictionaryArray.from_arrays(shown, _CARDS)
    columns["shown"] = pa.array(rows["shown"])
    columns["rake"] = pa.array(rows["rake"])
    ends = np.concatenate([[0], rows["actions_end"]]).astype(np.int32)
    columns["actions"] = pa.StringArray.from_buffers(len(rows), pa.py_buffer(ends), pa.py_buffer(actions))
    return pa.table(columns)


def write_hands(folder: Path, index: int, table: pa.Table, identity: dict[str, str]) -> str:
    """Write a shard's hands (``write_table``); returns the file's name inside ``folder``."""
    name = shard_file(index)
    write_table(folder, name, table, identity)
    return name


def write_table(folder: Path, name: str, table: pa.Table, identity: dict[str, str]) -> None:
    """Write ``table`` to the file ``name`` in ``folder`` (temporary name, synced, renamed).

    ``identity`` is stored in the file, so that a foreign shard is known. RunError when it cannot be written.
    """
    path = folder / name
    temporary = path.with_name(path.name + ".tmp")
    table = table.replace_schema_metadata({f"holdem_sim.{key}": value for key, value in identity.items()})
    try:
        path.parent.mkdir(exist_ok=True)
        rising = [column for column in _RISING if column in table.column_names]
        pq.write_table(
            table,
            temporary,
            compression="zstd",
            write_page_checksum=True,
            write_statistics=rising[:1],
            column_encoding=dict.fromkeys(rising, "DELTA_BINARY_PACKED"),
            use_dictionary=[column for column in table.column_names if column not in rising],
        )
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise RunError(f"{path}: cannot be written: {error.strerror or error}") from None


def remove_other_shards(folder: Path, shards: Iterable[dict[str, Any]]) -> None:
    """Delete the hand files that none of ``shards`` names: what was played beyond the end of a run."""
    named = {shard["file"] for shard in shards}
    for path in (folder / "hands").glob("part-*.parquet"):
        if f"hands/{path.name}" not in named:
            path.unlink()


def check_shard(folder: Path, shard: dict[str, Any]) -> None:
    """Raise RunError naming the shard's file when it is missing, truncated or of another run."""
    check_file(folder / shard["file"], shard["sha256"], shard["rows"])


def check_file(path: Path, sha256: str, rows: int | None = None) -> None:
    """As ``check_shard``, of any file that ``write_table`` wrote; ``rows``: how many it must have."""
    if not path.is_file():
        raise RunError(f"{path}: is missing; `holdem-sim resume` plays it again")
    try:
        metadata = pq.read_metadata(path)
    except (OSError, pa.ArrowException) as error:
        raise RunError(f"{path}: is truncated or damaged ({str(error).splitlines()[0]})") from None
    identity = (metadata.metadata or {}).get(b"holdem_sim.sha256", b"").decode()
    if identity != sha256 or rows not in (None, metadata.num_rows):
        raise RunError(f"{path}: belongs to another run (its hands are not those the manifest lists)")
