"""A tournament of several tables, balanced and broken as players go out, to one final table (RULES.md, Formats)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from holdem_sim.analysis.finishes import rank
from holdem_sim.errors import InputError
from holdem_sim.experiment.config import bot_specs, whole
from holdem_sim.experiment.freezeout import FreezeoutConfig, read_options
from holdem_sim.players.load import Entrant
from holdem_sim.simulate.multi_table import table_count
from holdem_sim.simulate.shards import Game, Shard

MOST_ENTRANTS = 10_000
MOST_PAID = 500


@dataclass(frozen=True)
class MultiTableConfig(FreezeoutConfig):
    """``entries``: players of a tournament, bots repeated in turn; ``players``: seats at a table.

    How tables are balanced and broken: ``simulate.seating``.
    """

    entries: int = 90
    players: int = 9

    format = "multi-table"
    noun = "multi-table tournaments"

    def __post_init__(self) -> None:
        if not self.bots:
            raise InputError("a multi-table tournament needs a bot")
        whole("players", self.players, 2, 10)
        whole("entries", self.entries, 2, MOST_ENTRANTS)
        if self.design != "independent":
            raise InputError(f"design {self.design!r}: tournaments of several tables are not replayed; use independent")
        super().__post_init__()

    @property
    def seats(self) -> int:
        return self.players

    @property
    def field(self) -> int:
        return self.entries

    @property
    def match_hands(self) -> int:
        return max(1, self.usual_hands * self.tables // 3)

    @property
    def tables(self) -> int:
        return table_count(self.entries, self.players)

    def game(self, entrants: Sequence[Entrant]) -> Game:
        return replace(super().game(entrants), usual_hands=self.match_hands, entries=self.entries)

    def found(self, shard: Shard) -> np.ndarray[Any, Any]:
        assert shard.entries is not None  # as ``game`` sets entries
        return rank(shard.entries, self.entries, self.buy_in, self.shares)

    def own_options(self) -> str:
        return f"--entries {self.entries} --players {self.players} {super().own_options()}"


def usual_prizes(entries: int) -> tuple[float, ...]:
    """Percentages for about 15 % of the field, at most 500 places: each place gets 1/place of what the first gets."""
    paid = min(max(1, round(0.15 * entries)), MOST_PAID)
    total = sum(1 / place for place in range(1, paid + 1))
    shares = [int(10_000 / place / total) for place in range(1, paid + 1)]
    shares[0] += 10_000 - sum(shares)
    return tuple(share / 100 for share in shares)


def multi_table_config(
    bots: Sequence[str],
    *,
    tournaments: int = 100,
    entries: int = 90,
    players: int = 9,
    stack: int = 1500,
    levels: str | Sequence[str | Sequence[Any]] | None = None,
    level_hands: int = 10,
    button: str = "moving",
    buy_in: int = 100,
    prizes: str | Sequence[float] | None = None,
    rebuys: int = 0,
    rebuy_levels: int = 0,
    rebuy_at: int = 0,
    betting: str = "no-limit",
    seed: int | None = None,
    log: str = "hands",
    strict: bool = False,
    max_faults: int | None = None,
) -> MultiTableConfig:
    """A MultiTableConfig from options as they are typed (``freezeout.read_levels``, ``read_prizes``).

    Without ``levels`` they are ``freezeout.LEVELS``, without ``prizes`` those of ``usual_prizes``.
    """
    specs = bot_specs(bots)
    whole("entries", entries, 2, MOST_ENTRANTS)
    return MultiTableConfig(
        bots=specs,
        **read_options(usual_prizes(entries), levels, prizes, betting, seed),
        tournaments=tournaments,
        entries=entries,
        players=players,
        stack=stack,
        level_hands=level_hands,
        button=button,
        buy_in=buy_in,
        rebuys=rebuys,
        rebuy_levels=rebuy_levels,
        rebuy_at=rebuy_at,
        log=log,
        strict=strict,
        max_faults=max_faults,
    )
