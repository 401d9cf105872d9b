"""A Sit & Go: one table, blinds that rise, played until one has every chip (RULES.md, Formats)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from holdem_sim.analysis.finishes import find_places
from holdem_sim.errors import InputError
from holdem_sim.experiment.config import bot_specs, whole
from holdem_sim.experiment.freezeout import FreezeoutConfig, read_options
from holdem_sim.simulate.shards import Shard

PRIZES = {2: (100.0,), 3: (100.0,), 4: (65.0, 35.0), 5: (65.0, 35.0), 6: (65.0, 35.0)}
"""By number of players; more: 50/30/20."""


@dataclass(frozen=True)
class SitAndGoConfig(FreezeoutConfig):
    """``players``: seats at the table. Fewer bots sit there several times, more take turns (``simulate.schedule``)."""

    players: int = 6

    format = "sit-and-go"
    noun = "Sit & Gos"

    def __post_init__(self) -> None:
        if not self.bots:
            raise InputError("a Sit & Go needs a bot")
        whole("players", self.players, 2, 10)
        super().__post_init__()

    @property
    def seats(self) -> int:
        return self.players

    @property
    def field(self) -> int:
        return self.players

    def found(self, shard: Shard) -> np.ndarray[Any, Any]:
        return find_places(shard.matches, shard.rows, self.players, self.stack, self.buy_in, self.shares)

    def own_options(self) -> str:
        return f"--players {self.players} --design {self.design} {super().own_options()}"


def sit_and_go_config(
    bots: Sequence[str],
    *,
    tournaments: int = 1000,
    players: int | None = None,
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
    design: str = "independent",
    seed: int | None = None,
    log: str = "hands",
    strict: bool = False,
    max_faults: int | None = None,
) -> SitAndGoConfig:
    """A SitAndGoConfig from options as they are typed (``freezeout.read_levels``, ``read_prizes``).

    Without ``players`` every bot has one seat, without ``levels`` they are ``freezeout.LEVELS``, without ``prizes``
    those of ``PRIZES``.
    """
    specs = bot_specs(bots)
    seats = len(specs) if players is None else players
    if players is None and not 2 <= seats <= 10:
        raise InputError(f"a Sit & Go is for 2 to 10 players, not {seats}: give players (bots are repeated as needed)")
    return SitAndGoConfig(
        bots=specs,
        **read_options(PRIZES.get(seats, (50.0, 30.0, 20.0)), levels, prizes, betting, seed),
        tournaments=tournaments,
        players=seats,
        stack=stack,
        level_hands=level_hands,
        button=button,
        buy_in=buy_in,
        rebuys=rebuys,
        rebuy_levels=rebuy_levels,
        rebuy_at=rebuy_at,
        design=design,
        log=log,
        strict=strict,
        max_faults=max_faults,
    )
