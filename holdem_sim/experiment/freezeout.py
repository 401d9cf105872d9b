"""What tournaments with rising blinds, places and prizes have in common (RULES.md, Formats)."""

from __future__ import annotations

import re
import shlex
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
import pandas as pd
import pyarrow as pa

from holdem_sim._version import ENGINE_VERSION
from holdem_sim.analysis.finishes import WHOLE
from holdem_sim.analysis.plackett_luce import ratings
from holdem_sim.analysis.returns import RETURNS, return_on_investment, sums
from holdem_sim.errors import InputError
from holdem_sim.experiment.config import MOST_HANDS, RunConfig, rules_and_seed, whole
from holdem_sim.experiment.result import Outcome
from holdem_sim.experiment.tournament import json_rows
from holdem_sim.game.rules import MOST_CHIPS, Rules
from holdem_sim.players.load import Entrant, apart, load_entrants
from holdem_sim.records.places import place_table
from holdem_sim.simulate.shards import Game, Shard
from holdem_sim.simulate.structure import Structure, until_someone_wins

BUTTONS = ("moving", "dead")
MOST_LEVELS = 100
MOST_LEVEL_HANDS = 10_000
MOST_REBUYS = 1000
MOST_BUY_IN = 10**9

Level = tuple[int, int, int, str]
"""Small blind, big blind, ante, ante mode."""

LEVELS: tuple[Level, ...] = (
    (10, 20, 0, "none"),
    (15, 30, 0, "none"),
    (25, 50, 0, "none"),
    (50, 100, 0, "none"),
    (75, 150, 15, "all"),
    (100, 200, 20, "all"),
    (150, 300, 30, "all"),
    (200, 400, 40, "all"),
    (300, 600, 60, "all"),
    (400, 800, 80, "all"),
    (600, 1200, 120, "all"),
    (800, 1600, 160, "all"),
    (1000, 2000, 200, "all"),
)
"""The default structure, for stacks of 1,500 and levels of 10 hands: 75 big blinds each at the start; antes of a tenth
of the big blind from the fifth level on. Behind the last level blinds and ante double, here as everywhere."""


@dataclass(frozen=True)
class FreezeoutConfig(RunConfig["FreezeoutResult"]):
    """``tournaments``: in all, replays over seatings included; ``levels`` of ``level_hands`` hands: blinds and antes.

    Behind the last level blinds and ante double with every further one, so that somebody wins. ``button``: "moving"
    or "dead". Everybody pays ``buy_in`` units for ``stack`` chips; who has at most ``rebuy_at`` chips before a hand of
    the first ``rebuy_levels`` levels, but the first, does so again, at once and in his seat, up to ``rebuys`` times.
    ``prizes``: percent of the pool, by place; units that the percentages leave over go to the first place.
    """

    stack: int = 1500
    design: str = "independent"
    tournaments: int = 1000
    levels: tuple[Level, ...] = LEVELS
    level_hands: int = 10
    button: str = "moving"
    buy_in: int = 100
    prizes: tuple[float, ...] = (100.0,)
    rebuys: int = 0
    rebuy_levels: int = 0
    rebuy_at: int = 0

    carry = True
    noun: ClassVar[str]

    def __post_init__(self) -> None:
        object.__setattr__(self, "levels", tuple(tuple(level) for level in self.levels))
        object.__setattr__(self, "prizes", tuple(float(share) for share in self.prizes))
        whole("tournaments", self.tournaments, 1, MOST_HANDS)
        whole("level_hands", self.level_hands, 1, MOST_LEVEL_HANDS)
        whole("buy_in", self.buy_in, 1, MOST_BUY_IN)
        whole("rebuys", self.rebuys, 0, MOST_REBUYS)
        whole("rebuy_levels", self.rebuy_levels, 0, MOST_LEVELS)
        whole("rebuy_at", self.rebuy_at, 0, MOST_CHIPS)
        if not 1 <= len(self.levels) <= MOST_LEVELS:
            raise InputError(f"levels: give 1 to {MOST_LEVELS} of them, not {len(self.levels)}")
        if self.button not in BUTTONS:
            raise InputError(f"button {self.button!r}: must be one of {', '.join(BUTTONS)}")
        if bool(self.rebuys) != bool(self.rebuy_levels):
            raise InputError(
                f"rebuys {self.rebuys}, rebuy_levels {self.rebuy_levels}: give both, how often and in how many levels"
            )
        if self.rebuys and self.rebuy_levels * self.level_hands < 2:
            raise InputError(
                "rebuy_levels 1: a level of 1 hand is over before anybody can buy again; give more of them"
            )
        if self.rebuy_at and not self.rebuys:
            raise InputError(f"rebuy_at {self.rebuy_at}: there are no rebuys; give rebuys and rebuy_levels")
        if self.rebuy_at >= self.stack:
            raise InputError(f"rebuy_at {self.rebuy_at}: must be below the stack of {self.stack}")
        if self.stop != "hands":
            raise InputError(f"stop {self.stop!r}: {self.noun} are played to the end; give tournaments")
        check_prizes(self.prizes, self.field)
        _ = self.level_rules
        super().__post_init__()
        if self.all_chips > MOST_CHIPS:
            raise InputError(
                f"stack {self.stack}: {self.field} entries with {self.rebuys} rebuys are more than the {MOST_CHIPS}"
                " chips a table can hold"
            )

    @property
    @abstractmethod
    def field(self) -> int:
        """Entries of a tournament."""

    @property
    def all_chips(self) -> int:
        """Most chips there can be in a tournament."""
        return self.field * self.stack * (1 + self.rebuys)

    @property
    def match_hands(self) -> int:
        return self.usual_hands

    @property
    def usual_hands(self) -> int:
        """About how many hands a player plays who gets far: up to the level whose big blind is 5 % of the chips."""
        chips = self.field * self.stack
        levels = next((n for n, level in enumerate(self.levels, 1) if level[1] * 20 >= chips), len(self.levels))
        return levels * self.level_hands

    @property
    def most_hands(self) -> int:
        return self.structure.most_hands

    def rules_at(self, hand: int) -> Rules:
        return self.structure.levels[self.level_at(hand)]

    def level_at(self, hand: int) -> int:
        """Number of the level, from 0, that ``hand`` is played at; the last one stays. Twin: simulate.steps"""
        return min(hand // self.level_hands, len(self.structure.levels) - 1)

    @property
    def dead_button(self) -> bool:
        return self.button == "dead"

    @property
    def least_matches(self) -> int:
        return self.tournaments

    @property
    def level_rules(self) -> tuple[Rules, ...]:
        """The rules of each level."""
        found = []
        for number, (small, big, ante, mode) in enumerate(self.levels, 1):
            try:
                found.append(replace(self.rules, small_blind=small, big_blind=big, ante=ante, ante_mode=mode))
            except ValueError as error:
                raise InputError(f"level {number}: {error}") from None
        return tuple(found)

    @property
    def shares(self) -> list[int]:
        """``prizes`` in hundredths of a percent."""
        return [round(share * 100) for share in self.prizes]

    @cached_property
    def structure(self) -> Structure:
        return Structure(
            levels=until_someone_wins(self.level_rules, self.all_chips),
            level_hands=self.level_hands,
            dead_button=self.dead_button,
            rebuys=self.rebuys,
            rebuy_levels=self.rebuy_levels,
            rebuy_at=self.rebuy_at,
        )

    def entrants(self) -> list[Entrant]:
        """One bot may enter twice: then its entries are told apart, as easy#1 and easy#2."""
        return apart(load_entrants(self.bots))

    def game(self, entrants: Sequence[Entrant]) -> Game:
        structure = self.structure
        game = super().game(entrants)
        return replace(game, structure=structure, hands=structure.most_hands, usual_hands=self.usual_hands)

    @abstractmethod
    def found(self, shard: Shard) -> np.ndarray[Any, Any]:
        """The PLACE records of a shard."""

    @property
    def table_places(self) -> int:
        """Places that are counted one by one, and rated: those of the last table."""
        return min(self.seats, self.field)

    def sums(self, shard: Shard, labels: list[str]) -> dict[str, list[Any]]:
        return sums(self.found(shard), len(labels), self.buy_in, self.shares, self.table_places)

    def places(self, shard: Shard, labels: list[str]) -> pa.Table:
        return place_table(self.found(shard), labels, self.buy_in)

    def result(self, outcome: Outcome) -> FreezeoutResult:
        returns = np.zeros(len(outcome.labels), RETURNS)
        for part in outcome.sums["returns"]:
            more = np.array([tuple(row) for row in part], RETURNS)
            for name in RETURNS.names or ():
                returns[name] += more[name]
        counts = np.sum(outcome.sums["counts"], axis=0)
        stages = [row for part in outcome.sums["stages"] for row in part]
        table = np.array(stages, np.int64).reshape(len(stages), 3 + len(outcome.labels))
        points, widths = ratings(table[:, 0], table[:, 1], table[:, 2:-1].astype(float), table[:, -1].astype(float))
        rows = []
        for number, label in enumerate(outcome.labels):
            own = returns[number]
            entries = max(1, int(own["entries"]))
            roi, roi_width = return_on_investment(own)
            faults = int(outcome.style[number]["faults"].sum())
            rows.append(
                {
                    "bot": label,
                    "entries": int(own["entries"]),
                    "roi": roi,
                    "roi_half_width": roi_width,
                    "in_the_money": int(own["cashed"]) / entries,
                    "mean_place": float(own["places"]) / entries,
                    "places": counts[number].tolist(),
                    "prizes": int(own["prizes"]),
                    "buy_ins": int(own["buy_ins"]),
                    "rating": float(points[number]),
                    "rating_half_width": float(widths[number]),
                    "hands": int(own["hands"]),
                    "faults": faults,
                    **({} if self.max_faults is None else {"forfeited": faults > self.max_faults}),
                }
            )
        frame = pd.DataFrame(rows)
        by = ["roi"] if self.max_faults is None else ["forfeited", "roi"]
        paid = np.sum(outcome.sums["paid"], axis=0).tolist()
        block = self.schedule(len(outcome.labels)).block
        blocks = -(-self.tournaments // block)
        return FreezeoutResult(
            bots=frame.sort_values(
                by, ascending=[name == "forfeited" for name in by], kind="stable", ignore_index=True
            ),
            tournaments=blocks * block,
            asked=self.tournaments,
            blocks=blocks,
            prizes=paid,
            hands=outcome.hands,
            seed=self.seed,
            digest=outcome.digest,
            run=outcome.run,
            engine_version=ENGINE_VERSION,
            seconds=outcome.seconds,
        )

    def longer(self, hands: int | None, matches: int | None) -> Self:
        if hands is not None:
            raise InputError(f"hands: {self.noun} are played to the end; give matches, to have more of them")
        if matches is None:
            return self
        if matches < self.tournaments:
            raise InputError(f"matches {matches}: the run already has {self.tournaments}; give more, to extend it")
        return replace(self, tournaments=matches)

    def own_options(self) -> str:
        rebuys = f" --rebuys {self.rebuys} --rebuy-levels {self.rebuy_levels} --rebuy-at {self.rebuy_at}"
        return (
            f"--tournaments {self.tournaments} --stack {self.stack} --levels {level_text(self.levels)}"
            f" --level-hands {self.level_hands} --button {self.button} --buy-in {self.buy_in}"
            f" --prizes {'/'.join(f'{share:g}' for share in self.prizes)}{rebuys if self.rebuys else ''}"
        )

    def command(self) -> str:
        return (
            f"holdem-sim {self.format} {shlex.join(self.bots)} {self.own_options()} --betting {self.rules.betting}"
            f" --seed {self.seed}"
        )


@dataclass(frozen=True)
class FreezeoutResult:
    """``bots``: a frame, best return first (``FreezeoutConfig.result``); ``prizes``: units paid in all, by place.

    ``roi``: net units won per unit paid in, with the half width of its 95 % interval, whose unit is the tournament
    (with replays over seatings all those on the same deals). ``places``: how often 1st, 2nd, …; who shares places has
    a share of each. ``in_the_money``: share of the entries that were paid. ``rating``: Plackett-Luce, in points as in
    Elo, mean 0; NaN when the places admit none; its interval's units are stretches of deals.
    """

    bots: pd.DataFrame
    tournaments: int
    asked: int
    blocks: int
    prizes: list[int]
    hands: int
    seed: int
    digest: str
    run: Path
    engine_version: int
    seconds: float

    @property
    def pool(self) -> int:
        """All units paid in, and out."""
        return sum(self.prizes)

    def to_json(self) -> dict[str, Any]:
        """The JSON object of the command; numbers that do not exist are null."""
        return {
            "bots": json_rows(self.bots),
            "tournaments": self.tournaments,
            "blocks": self.blocks,
            "pool": self.pool,
            "prizes": self.prizes,
            "hands": self.hands,
            "seed": self.seed,
            "digest": self.digest,
            "run": str(self.run),
            "engine_version": self.engine_version,
            "seconds": round(self.seconds, 3),
        }


def check_prizes(prizes: Sequence[float], field: int) -> None:
    """Raise InputError when ``prizes`` are not percentages of one pool for at most ``field`` places."""
    text = "/".join(f"{share:g}" for share in prizes)
    if not 1 <= len(prizes) <= field:
        raise InputError(f"prizes {text}: give 1 to {field} of them, one a place")
    for share in prizes:
        if not 0 < share <= 100 or abs(share * 100 - round(share * 100)) > 1e-6:
            raise InputError(f"prizes {text}: must be percentages above 0 with at most two decimals")
    if sum(round(share * 100) for share in prizes) != WHOLE:
        raise InputError(f"prizes {text}: must sum to 100, not {sum(prizes):g}")
    if list(prizes) != sorted(prizes, reverse=True):
        raise InputError(f"prizes {text}: a lower place is paid more than a higher one")


def level_text(levels: Sequence[Level]) -> str:
    """As ``read_levels`` reads them."""
    return ",".join(f"{small}/{big}" + (f"/{ante}/{mode}" if ante else "") for small, big, ante, mode in levels)


def read_levels(levels: str | Sequence[str | Sequence[Any]]) -> tuple[Level, ...]:
    """Levels from "10/20,15/30/5,25/50/50/big_blind" or a list of such texts or tuples: small, big, ante, ante mode.

    Without a mode an ante is paid by all. Raises InputError.
    """
    found: list[Any] = []
    for number, level in enumerate(levels.split(",") if isinstance(levels, str) else levels, 1):
        parts: Any = _parts(level, number) if isinstance(level, str) else level
        if not isinstance(parts, Sequence) or not 2 <= len(parts) <= 4:
            raise InputError(f"level {number} {level!r}: give small blind, big blind, ante, ante mode")
        small, big = parts[:2]
        ante = parts[2] if len(parts) > 2 else 0
        mode = parts[3] if len(parts) > 3 else None
        found.append((small, big, ante, mode or ("all" if ante else "none")))
    return tuple(found)


def _parts(level: str, number: int) -> Sequence[Any]:
    match = re.fullmatch(r"(\d{1,12})/(\d{1,12})(?:/(\d{1,12})(?:/(none|all|big_blind))?)?", level.strip())
    if match is None:
        raise InputError(f"level {number} {level!r}: give SMALL/BIG, SMALL/BIG/ANTE or SMALL/BIG/ANTE/big_blind")
    return [int(match[1]), int(match[2]), int(match[3] or 0), match[4]]


def read_prizes(prizes: str | Sequence[float]) -> tuple[float, ...]:
    """Percentages from "50/30/20" or a list of numbers. Raises InputError."""
    try:
        return tuple(float(share) for share in (prizes.split("/") if isinstance(prizes, str) else prizes))
    except (TypeError, ValueError):
        raise InputError(f"prizes {prizes!r}: give percentages of the pool by place, like 50/30/20") from None


def read_options(
    usual_prizes: tuple[float, ...],
    levels: str | Sequence[str | Sequence[Any]] | None,
    prizes: str | Sequence[float] | None,
    betting: str,
    seed: int | None,
) -> dict[str, Any]:
    """``levels``, ``prizes``, ``rules`` (of the first level) and ``seed`` of a configuration. Raises InputError."""
    read = LEVELS if levels is None else read_levels(levels)
    if not read:
        raise InputError("levels: give at least one, like 10/20")
    small, big, ante, mode = read[0]
    return {
        "levels": read,
        "prizes": usual_prizes if prizes is None else read_prizes(prizes),
        **rules_and_seed(blinds=(small, big), ante=ante, ante_mode=mode, betting=betting, seed=seed),
    }
