"""``load``: a run folder as pandas frames."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from holdem_sim.contract.positions import position_names, position_table
from holdem_sim.errors import InputError, RunError
from holdem_sim.records.hands import HOLES, check_shard
from holdem_sim.records.manifest import RESULTS, read_manifest

_SEAT_COLUMNS = ("bot", "stack", "hole", "payoff")
_HAND_COLUMNS = ("match", "hand", "deal", "replay", "button", "board", "shown", "rake", "actions")


class Run:
    """A run folder. ``manifest`` is its dict, ``hands`` and ``seats`` are frames, read when first asked for.

    ``read_hands`` and ``read_seats`` read some columns, or the rows that a condition keeps, shard by shard.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest = read_manifest(folder)
        self.shards: list[dict[str, Any]] = self.manifest["shards"]
        if self.logged:
            for shard in self.shards:
                check_shard(folder, shard)

    @property
    def logged(self) -> bool:
        """Were the hands themselves kept (``--log hands``)?"""
        return bool(self.manifest["config"]["log"] == "hands")

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(self.manifest["config"]["players"])

    @property
    def bots(self) -> list[str]:
        """The entrants' names, in the order in which they were given."""
        return list(self.manifest["sources"])

    @property
    def results(self) -> dict[str, Any]:
        """The command's JSON; RunError when the run has not finished."""
        path = self.folder / RESULTS
        if not path.is_file():
            raise RunError(f"{self.folder}: has not finished; `holdem-sim resume {self.folder}` goes on with it")
        return dict(json.loads(path.read_text("utf-8")))

    @cached_property
    def hands(self) -> pd.DataFrame:
        """One row a hand (``holdem_sim.records.hands``), with the board as text."""
        return self.read_hands()

    @cached_property
    def places(self) -> pd.DataFrame:
        """One row an entry of a tournament (``holdem_sim.records.places``); InputError for formats without places."""
        files = [self.folder / shard["places"] for shard in self.shards if "places" in shard]
        if not files:
            raise InputError(f"{self.folder}: is a {self.manifest['config']['format']}, which has no places")
        frames = []
        for path in files:
            try:
                frames.append(pq.read_table(path, page_checksum_verification=True).to_pandas())
            except (OSError, pa.ArrowException) as error:
                raise RunError(f"{path}: is damaged ({str(error).splitlines()[0]})") from None
        places: pd.DataFrame = pd.concat(frames, ignore_index=True)
        return places

    @cached_property
    def seats(self) -> pd.DataFrame:
        """One row a hand and seat dealt in: match, hand, deal, replay, seat, position, bot, stack, hole, payoff …

        ``payoff`` is net chips; over a hand's seats it sums to minus the rake. ``attrs["big_blind"]``: in chips, where
        it does not rise. ``attrs["stop"]``, ``attrs["entrants"]``: the stop rule, if any, and the number of bots, for
        the intervals.
        """
        return self.read_seats()

    def read_hands(self, columns: Sequence[str] | None = None, where: str | None = None) -> pd.DataFrame:
        """``hands``, of it ``columns``, rows for which ``where`` (a pandas query like "rake > 0") holds."""
        return _collect(self.hand_batches(), columns, where)

    def read_seats(self, columns: Sequence[str] | None = None, where: str | None = None) -> pd.DataFrame:
        """``seats``, of it ``columns``, rows for which ``where`` (like "bot == 'hard' and payoff > 0") holds."""
        frame = _collect(self.seat_batches(), columns, where)
        config = self.manifest["config"]
        if "levels" not in config:
            frame.attrs["big_blind"] = config["rules"]["big_blind"]
        if config.get("stop", "hands") != "hands":
            frame.attrs |= {"stop": config["stop"], "entrants": len(self.bots)}
        return frame

    def hand_batches(self) -> Iterator[pd.DataFrame]:
        """``hands``, a frame a shard."""
        for table in self._tables():
            cards = [f"board_{i}" for i in range(1, 6)]
            texts = [pc.fill_null(table[card].cast(pa.string()), "") for card in cards]
            board = pc.binary_join_element_wise(*texts, "")
            place = table.column_names.index(cards[0])
            frame = table.drop_columns(cards).add_column(place, "board", board).to_pandas()
            for seat in range(self.players if "table" in frame else 0):
                frame[f"entry_{seat}"] = frame[f"entry_{seat}"].astype("Int32")
            for seat in range(self.players):
                frame[f"bot_{seat}"] = frame[f"bot_{seat}"].cat.set_categories(self.bots)
                frame[f"hole_{seat}"] = frame[f"hole_{seat}"].cat.set_categories(HOLES)
            yield frame

    def seat_batches(self) -> Iterator[pd.DataFrame]:
        """``seats``, a frame a shard."""
        for hands in self.hand_batches():
            yield _melt(hands, self.players)

    def _tables(self) -> Iterator[pa.Table]:
        if not self.logged:
            raise InputError(f"{self.folder}: was played with --log summary: its hands were not kept")
        for shard in self.shards:
            path = self.folder / shard["file"]
            try:
                yield pq.read_table(path, page_checksum_verification=True)
            except (OSError, pa.ArrowException) as error:
                raise RunError(f"{path}: is damaged ({str(error).splitlines()[0]})") from None


def load(path: str | Path) -> Run:
    """The run in folder ``path``.

    Raises InputError when it is no run folder, RunError naming the shard that is missing, truncated or foreign.
    """
    return Run(Path(path))


def _melt(hands: pd.DataFrame, players: int) -> pd.DataFrame:
    stacks = hands[[f"stack_{seat}" for seat in range(players)]].to_numpy()
    dealt = stacks > 0
    big_blind = hands["big_blind"].to_numpy() if "big_blind" in hands else None
    positions = position_table(dealt, hands["button"].to_numpy(), big_blind)
    keep = dealt.ravel()
    rows = np.repeat(np.arange(len(hands)), players)[keep]
    kept = [name for name in (*_HAND_COLUMNS, "table") if name in hands and name not in ("button", "shown")]
    frame = hands[kept].iloc[rows]
    frame = frame.reset_index(drop=True)
    parts: dict[str, Any] = {
        "seat": np.tile(np.arange(players), len(hands))[keep],
        "position": pd.Categorical(positions.ravel()[keep], categories=_positions(players)),
    }
    for name in (*(("entry",) if "table" in hands else ()), *_SEAT_COLUMNS):
        columns = [hands[f"{name}_{seat}"] for seat in range(players)]
        if name in ("bot", "hole"):
            codes = np.stack([column.cat.codes for column in columns], axis=1).ravel()[keep]
            parts[name] = pd.Categorical.from_codes(codes, categories=columns[0].cat.categories)
        else:
            parts[name] = np.stack(columns, axis=1).ravel()[keep].astype(np.int64)
    shown = (hands["shown"].to_numpy()[:, None] >> np.arange(players)) & 1
    parts["shown"] = shown.ravel()[keep].astype(bool)
    front = ["match", *(["table"] if "table" in hands else []), "hand", "deal", "replay"]
    extra = pd.DataFrame(parts)
    return pd.concat([frame[front], extra, frame.drop(columns=front)], axis=1)


def _positions(players: int) -> list[str]:
    names = [position_names(count) for count in range(players, 1, -1)]
    return list(dict.fromkeys(name for of_table in names for name in of_table))


def _collect(batches: Iterator[pd.DataFrame], columns: Sequence[str] | None, where: str | None) -> pd.DataFrame:
    kept = []
    for batch in batches:
        if where is not None:
            try:
                batch = batch.query(where)
            except Exception as error:
                raise InputError(f"where {where!r}: {error}; columns: {', '.join(batch.columns)}") from None
        if columns is not None:
            unknown = [name for name in columns if name not in batch.columns]
            if unknown:
                raise InputError(f"unknown column {unknown[0]!r}; columns: {', '.join(batch.columns)}")
            batch = batch[list(columns)]
        kept.append(batch)
    return pd.concat(kept, ignore_index=True) if kept else pd.DataFrame()
