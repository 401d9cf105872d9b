"""The ranking of a tournament: win rates with their intervals, style, faults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from holdem_sim.analysis.blocks import block_means
from holdem_sim.analysis.intervals import half_width

Array = np.ndarray[Any, Any]


def ranking(
    labels: list[str],
    blocks: Array,
    style: Array,
    big_blind: int,
    width_of: Callable[[float, float, int], float | None] = half_width,
) -> pd.DataFrame:
    """One row a bot, best first: rank, bot, bb_per_100, half_width, hands, blocks, vpip, pfr, af, faults.

    ``bb_per_100``: 100 * chips / hands in big blinds, ``half_width`` that of its 95 % interval (the unit is the block;
    ``width_of`` makes it of sum, sum of squares and number of block values, ``blocks.block_means``). ``hands``: hands
    dealt to the bot, each seat counted. ``vpip``, ``pfr``: percent of the hands in which it had a decision before the
    flop in which it put chips in voluntarily, raised. ``af``: (bets + raises) / calls after the flop. NaN where a
    number does not exist.
    """
    rows = []
    for label, sums, counts in zip(labels, blocks, style, strict=True):
        scale = 100 / big_blind
        _, total, squares = (float(number) for number in block_means(sums))
        width = width_of(total, squares, int(sums["blocks"]))
        rows.append(
            {
                "bot": label,
                "bb_per_100": scale * int(sums["chips"]) / int(sums["hands"]) if sums["hands"] else np.nan,
                "half_width": np.nan if width is None else scale * width,
                "hands": int(sums["hands"]),
                "blocks": int(sums["blocks"]),
                "vpip": _percent(counts["vpip"], counts["preflop"]),
                "pfr": _percent(counts["pfr"], counts["preflop"]),
                "af": float(counts["aggressive"] / counts["calls"]) if counts["calls"] else np.nan,
                "faults": int(counts["faults"].sum()),
            }
        )
    frame = pd.DataFrame(rows).sort_values("bb_per_100", ascending=False, kind="stable", ignore_index=True)
    frame.insert(0, "rank", frame["bb_per_100"].rank(ascending=False, method="min").fillna(len(frame)).astype(int))
    return frame


def _percent(count: Any, of: Any) -> float:
    return 100 * float(count) / float(of) if of else np.nan
