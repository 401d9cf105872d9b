"""The places of a run's tournaments: one row an entry, one parquet file a shard, whatever the log.

Columns: tournament, entry (at one table: the seat), bot, place (1: the winner; who shares places has the best of
them), shared (how many share it), hands (dealt in), buy_ins, last_hand (in which it went out; null: still in at the
end), prize and profit (units of the buy-in).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from holdem_sim.simulate.columns import STILL_IN


def place_file(index: int) -> str:
    """Name of a shard's file inside the run folder."""
    return f"places/part-{index:05d}.parquet"


def place_table(places: np.ndarray[Any, Any], labels: list[str], buy_in: int) -> pa.Table:
    """The columns of a shard from its PLACE records (``analysis.finishes``). ``labels``: the bots' names, by number."""
    bots = pa.DictionaryArray.from_arrays(pa.array(places["entrant"].astype(np.int32)), pa.array(labels))
    still_in = places["last_hand"] == STILL_IN
    columns: dict[str, pa.Array] = {
        "tournament": pa.array(places["tournament"]),
        "entry": pa.array(places["entry"].astype(np.int32)),
        "bot": bots,
        "place": pa.array(places["place"].astype(np.int32)),
        "shared": pa.array(places["shared"].astype(np.int32)),
        "hands": pa.array(places["hands"].astype(np.int32)),
        "buy_ins": pa.array(places["buy_ins"].astype(np.int32)),
        "last_hand": pa.array(places["last_hand"].astype(np.int32), mask=still_in),
        "prize": pa.array(places["prize"]),
        "profit": pa.array(places["prize"] - places["buy_ins"] * buy_in),
    }
    return pa.table(columns)
