"""The hands of a run, seen again: read from its log, or replayed from its seed.

A hand is named by its number in the run, from 0, in the order of ``Run.hands``, or as MATCH:HAND, both from 0; where
several tables played that hand, as MATCH:HAND:TABLE.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from holdem_sim._version import ENGINE_VERSION
from holdem_sim.errors import InputError, RunError
from holdem_sim.experiment.formats import config_of
from holdem_sim.experiment.multi_table import MultiTableConfig
from holdem_sim.experiment.run import block_count
from holdem_sim.experiment.small_blinds import SmallBlinds
from holdem_sim.players.load import Entrant
from holdem_sim.records.hands import check_shard, hand_table
from holdem_sim.records.manifest import read_manifest
from holdem_sim.simulate.shards import Game, play_shard

BATCH = 4096
"""About how many hands are held at a time."""

Row = dict[str, Any]
"""A hand by the columns of ``holdem_sim.records.hands``."""

_NUMBER = re.compile(r"[0-9]{1,13}", re.ASCII)
_IN_MATCH = re.compile(r"([0-9]{1,13}):([0-9]{1,6})(?::([0-9]{1,6}))?", re.ASCII)
_CONSEQUENCES = ("payoff", "board", "shown", "rake")


@dataclass(frozen=True)
class Seen:
    """A replayed hand. ``number`` in the run; None for a match that a stopped run has not come to, or broke off."""

    number: int | None
    row: Row

    @property
    def id(self) -> str:
        """The name under which ``Hands.see`` finds it."""
        if self.number is not None:
            return str(self.number)
        return ":".join(str(self.row[name]) for name in ("match", "hand", "table") if name in self.row)


class Hands:
    """The hands of the run in ``folder``, finished or not. Raises InputError when it is no run folder.

    ``played`` counts them; ``labels`` are the bots', by entrant number. Bots are loaded only for a replay.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.manifest = read_manifest(self.folder)
        self.config = config_of(self.manifest)
        self.shards: list[dict[str, Any]] = self.manifest["shards"]
        self.played = sum(shard["rows"] for shard in self.shards)
        self.labels = list(self.manifest["sources"])
        self.logged = self.config.log == "hands"
        self._at_tables = isinstance(self.config, MultiTableConfig)  # of few entries one table, which is told as well

    def see(self, name: str) -> Seen:
        """Replay the hand called ``name`` from the seed.

        Raises InputError when there is no such hand, RunError when the replay is not what the log holds, or when
        there is no log and the bots or the engine are no longer those of the run.
        """
        in_match = _IN_MATCH.fullmatch(name)
        if in_match and (self._at_tables or in_match[3] is None):
            match, hand = int(in_match[1]), int(in_match[2])
            table = None if in_match[3] is None else int(in_match[3])
            number = self._number(match, hand, table)
        elif _NUMBER.fullmatch(name):
            number = int(name)
            if number >= self.played:
                raise InputError(f"hand {number}: {self._has()}")
        else:
            more = "; with several tables MATCH:HAND:TABLE too, like 3:0:2" if self._at_tables else ""
            raise InputError(f"hand {name!r}: give its number in the run or MATCH:HAND, like 17 or 3:0{more}")
        if number is None:
            return Seen(None, self._replayed(match, hand, table))
        (row,) = next(table for _, table in self.tables(number, number + 1)).to_pylist()
        if self.logged:
            row = self._checked(number, row)
        return Seen(number, row)

    def tables(self, first: int, last: int) -> Generator[tuple[int, pa.Table], None, None]:
        """Hands ``first`` to ``last`` (not included) as tables of some hands, each with the number of its first.

        From the log if there is one, else replayed. Raises RunError for a damaged shard, or a replay that cannot be
        trusted.
        """
        begin = 0
        for shard in self.shards:
            if begin < last and begin + shard["rows"] > first:
                for at, table in self._log(shard, begin) if self.logged else self._replay(shard, begin, first):
                    low, high = max(first, at), min(last, at + len(table))
                    if low < high:
                        yield low, table.slice(low - at, high - low)
                    if high == last:
                        break
            begin += shard["rows"]

    def _log(self, shard: dict[str, Any], begin: int) -> Iterator[tuple[int, pa.Table]]:
        """The hands of a shard, whose first is number ``begin``, from its file."""
        check_shard(self.folder, shard)
        path = self.folder / shard["file"]
        small_blinds = SmallBlinds(self.config.seats)
        try:
            with pq.ParquetFile(path, page_checksum_verification=True) as file:
                for batch in file.iter_batches(BATCH):
                    table = pa.Table.from_batches([batch])
                    yield begin, small_blinds.add(table) if self.config.dead_button else table
                    begin += len(batch)
        except (OSError, pa.ArrowException) as error:
            raise RunError(f"{path}: is damaged ({str(error).splitlines()[0]})") from None

    def _replay(self, shard: dict[str, Any], begin: int, first: int) -> Iterator[tuple[int, pa.Table]]:
        """The hands of a shard, whose first is number ``begin``, played again, some before ``first`` left out."""
        self._demand_unchanged()
        match, last = shard["first_match"], shard["last_match"] + 1
        if not self.config.carry:
            skipped = max(first - begin, 0) // self.config.match_hands
            match, begin = match + skipped, begin + skipped * self.config.match_hands
        step = max(1, BATCH // self.config.match_hands)
        for start in range(match, last, step):
            table = self._play(start, min(start + step, last))
            yield begin, table
            begin += len(table)

    def _play(self, first: int, last: int) -> pa.Table:
        shard = play_shard(self._game, first, last)
        if shard is None:
            raise RunError(f"matches {first} to {last - 1} were not played to their end")
        seats, blinds_rise = self.config.seats, self._game.structure is not None
        table = hand_table(shard.matches, shard.rows, shard.actions, seats, self.labels, blinds_rise, shard.seated)
        return SmallBlinds(seats).add(table) if self.config.dead_button else table

    @cached_property
    def _entrants(self) -> list[Entrant]:
        return self.config.entrants()

    @cached_property
    def _game(self) -> Game:
        return replace(self.config.game(self._entrants), log=True, strict=False)

    def _number(self, match: int, hand: int, table: int | None) -> int | None:
        """The number of a match's hand; None when the run has not played that match yet. InputError for no hand."""
        most = self.config.most_hands
        if hand >= most:
            raise InputError(f"hand {match}:{hand}: a match of this run has {most} hands, 0 to {most - 1}")
        begin = 0
        for shard in self.shards:
            if shard["first_match"] <= match <= shard["last_match"]:
                if not self.config.carry:
                    return int(begin + (match - shard["first_match"]) * most + hand)
                first, of_match = self._match(shard, begin, match)
                return first + self._place(of_match, match, hand, table)
            begin += shard["rows"]
        if match >= self._planned:
            raise InputError(f"hand {match}:{hand}: {self._has()}, of matches 0 to {self._planned - 1}")
        return None

    def _match(self, shard: dict[str, Any], begin: int, match: int) -> tuple[int, pa.Table]:
        """The number of the first hand of ``match``, which the shard has, and where its hands were played."""
        columns = ["hand", "table"] if self._at_tables else ["hand"]
        first, parts = None, []
        for at, table in self._log(shard, begin) if self.logged else self._replay(shard, begin, begin):
            low, high = np.searchsorted(np.asarray(table["match"]), [match, match + 1])
            if low < high:
                first = at + int(low) if first is None else first
                parts.append(table.select(columns).slice(low, high - low))
            if high < len(table):
                break
        if first is None:
            raise RunError(f"{self.folder}: match {match} is not where its manifest says")
        return first, pa.concat_tables(parts)

    def _place(self, of_match: pa.Table, match: int, hand: int, table: int | None) -> int:
        """Where in a match its ``hand`` stands, at ``table`` if several played it. InputError for no such hand."""
        name = f"{match}:{hand}"
        hands = np.asarray(of_match["hand"])
        places = np.flatnonzero(hands == hand)
        if not len(places):
            most = self.config.most_hands
            raise InputError(f"hand {name}: match {match} ended after {hands.max() + 1} of its {most} hands")
        if table is None and len(places) == 1:
            return int(places[0])
        tables = np.asarray(of_match["table"])[places].tolist()
        some = ", ".join(map(str, tables[:20])) + (", ..." if len(tables) > 20 else "")
        if table is None:
            raise InputError(f"hand {name}: tables {some} played it; give one more number, like {name}:{tables[0]}")
        if table not in tables:
            raise InputError(f"hand {name}:{table}: that hand was played at {_tables(tables)} {some}")
        return int(places[tables.index(table)])

    @property
    def _planned(self) -> int:
        """Matches of the whole run."""
        game = self._game
        blocks = block_count(self.config, game)
        if self.manifest.get("stop"):
            blocks = min(blocks, self.manifest["stop"]["blocks"])
        return blocks * game.schedule.block

    def _has(self) -> str:
        return f"the run has {self.played:,} hands" + (f", 0 to {self.played - 1}" if self.played else "")

    def _replayed(self, match: int, hand: int, table: int | None) -> Row:
        """A hand of a match that is not among those played."""
        self._demand_unchanged()
        played = self._play(match, match + 1)
        return dict(played.slice(self._place(played, match, hand, table), 1).to_pylist()[0])

    def _checked(self, number: int, logged: Row) -> Row:
        """The replay of a hand in the log. RunError unless it is what the log holds."""
        match, hand, table = logged["match"], logged["hand"], logged.get("table")
        where = f"hand {number} (match {match}, hand {hand} of it{'' if table is None else f', table {table}'})"
        played = self._play(match, match + 1)
        found = np.asarray(played["hand"]) == hand
        if table is not None:
            found &= np.asarray(played["table"]) == table
        rows = played.filter(pa.array(found)).to_pylist()
        why = "; ".join(self._changes) or "a bot does not answer the same twice"
        if not rows:
            before = "the match ends before it" if table is None else "there is no such hand"
            raise RunError(f"{where}: in its replay {before}; {why}")
        row: Row = rows[0]
        for name in sorted(logged, key=lambda column: column.startswith(_CONSEQUENCES)):
            if row.get(name) != logged[name]:
                raise RunError(
                    f"{where}: its replay differs from the log in {name}: {_text(logged[name])} in the log,"
                    f" {_text(row.get(name))} replayed; {why}"
                )
        return row

    @cached_property
    def _changes(self) -> list[str]:
        """Why replays may differ from what was played: in words, empty if they may not."""
        changes = []
        if self.manifest["engine_version"] != ENGINE_VERSION:
            changes.append(
                f"the run was played by engine version {self.manifest['engine_version']}, this is {ENGINE_VERSION}"
            )
        for entrant, (label, source) in zip(self._entrants, self.manifest["sources"].items(), strict=True):
            if entrant.source != source:
                changes.append(f"the file of bot {label} has changed since the run was played")
        return changes

    def _demand_unchanged(self) -> None:
        if self._changes:
            why = "; ".join(self._changes)
            raise RunError(f"{self.folder}: its hands are not in a log, and a replay may not be the same: {why}")


def _tables(numbers: list[int]) -> str:
    return "table" if len(numbers) == 1 else "tables"


def _text(value: object) -> str:
    return "nothing" if value is None else str(value)
