"""Where the small blind was in tournaments with a dead button: the hand log tells the big blind's seat alone.

With that rule the small blind is where the big blind was in the hand before, whoever sits there now or nobody
(``game.button``), so it is found hand after hand.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa

COLUMN = "small_blind"


class SmallBlinds:
    """The column ``small_blind``, a seat, for the hands of a run from the first one of a match on, table by table."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._last: dict[int, tuple[int, int]] = {}  # by table at which seat the last big blind of which match was

    def add(self, hands: pa.Table) -> pa.Table:
        """``hands`` (``holdem_sim.records.hands``) with the column; they follow on those of the call before."""
        stacks = np.stack([np.asarray(hands[f"stack_{seat}"]) for seat in range(self._seats)], axis=1)
        columns = [np.asarray(hands[name]).tolist() for name in ("match", "button", "big_blind")]
        tables = np.asarray(hands["table"]).tolist() if "table" in hands.column_names else [0] * len(hands)
        found = []
        for match, button, big, table, dealt in zip(*columns, tables, (stacks > 0).tolist(), strict=True):
            of_match, last = self._last.get(table, (-1, -1))
            if sum(dealt) == 2:
                small = button
            elif of_match == match:
                small = last
            else:
                small = next(seat for i in range(1, self._seats) if dealt[seat := (button + i) % self._seats])
            found.append(small)
            self._last[table] = match, big
        return hands.append_column(COLUMN, pa.array(found, pa.int8()))
