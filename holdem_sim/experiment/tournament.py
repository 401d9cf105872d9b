"""A tournament: every bot against every other, stacks reset before each hand."""

from __future__ import annotations

import json
import math
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from holdem_sim._version import ENGINE_VERSION
from holdem_sim.analysis.ranking import ranking
from holdem_sim.errors import InputError
from holdem_sim.experiment.config import MOST_HANDS, MOST_MATCH_HANDS, RunConfig, bot_specs, rules_and_seed, whole
from holdem_sim.experiment.hero import HeroSchedule
from holdem_sim.experiment.result import Outcome
from holdem_sim.experiment.stopping import stop_rule
from holdem_sim.players.load import Entrant, apart, check_distinct, load_entrants
from holdem_sim.simulate.schedule import Schedule
from holdem_sim.simulate.shards import Shard


@dataclass(frozen=True)
class TournamentConfig(RunConfig["TournamentResult"]):
    """``hands``: hands in all, replays included; ``session``: hands of a match, for bots with memory.

    ``gauntlet``: the first bot sits at every table, once; it may be one of the others (easy#1 and easy#2 then).
    """

    hands: int = 100_000
    players: int = 4
    session: int = 1
    gauntlet: bool = False

    format = "tournament"
    carry = False

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise InputError("a tournament needs at least two bots")
        whole("hands", self.hands, 1, MOST_HANDS)
        whole("players", self.players, 2, 10)
        whole("session", self.session, 1, MOST_MATCH_HANDS)
        stop_rule(self.stop, len(self.bots))
        super().__post_init__()

    @property
    def seats(self) -> int:
        return self.players

    @property
    def match_hands(self) -> int:
        return self.session

    @property
    def least_matches(self) -> int:
        return -(-self.hands // self.session)

    def schedule(self, bots: int) -> Schedule:
        kind = HeroSchedule if self.gauntlet else Schedule
        return kind(bots, self.players, self.design, self.seed)

    def entrants(self) -> list[Entrant]:
        entrants = load_entrants(self.bots)
        check_distinct(entrants[1:] if self.gauntlet else entrants)
        return apart(entrants) if self.gauntlet else entrants

    def sums(self, shard: Shard, labels: list[str]) -> dict[str, list[Any]]:
        return {}

    def result(self, outcome: Outcome) -> TournamentResult:
        table = ranking(outcome.labels, outcome.blocks, outcome.style, self.rules.big_blind, outcome.half_width)
        return TournamentResult(
            ranking=forfeits_last(table, self.max_faults),
            seed=self.seed,
            hands=outcome.hands,
            asked=self.hands,
            digest=outcome.digest,
            run=outcome.run,
            engine_version=ENGINE_VERSION,
            seconds=outcome.seconds,
            stop=outcome.stop,
        )

    def longer(self, hands: int | None, matches: int | None) -> TournamentConfig:
        if matches is not None:
            raise InputError("matches: this run is a tournament; give hands, to extend it")
        if hands is None:
            return self
        if hands < self.hands:
            raise InputError(f"hands {hands}: the run already has {self.hands}; give more, to extend it")
        return replace(self, hands=hands)

    def own_options(self) -> str:
        stop = "" if self.stop == "hands" else f" --stop {self.stop}"
        gauntlet = f" --gauntlet {shlex.quote(self.bots[0])}" if self.gauntlet else ""
        return f"--players {self.players} --session {self.session} --hands {self.hands}{stop}{gauntlet}"


def tournament_config(
    bots: Sequence[str],
    *,
    hands: int = 100_000,
    players: int = 4,
    stack: int = 200,
    blinds: str | Sequence[int] = (1, 2),
    ante: int = 0,
    ante_mode: str | None = None,
    betting: str = "no-limit",
    rake: str | float = 0,
    design: str = "rotate",
    session: int = 1,
    seed: int | None = None,
    log: str = "hands",
    strict: bool = False,
    max_faults: int | None = None,
    stop: str = "hands",
    gauntlet: str | None = None,
) -> TournamentConfig:
    """A TournamentConfig from options as they are typed (``config.rules_and_seed``).

    ``stop``: hands, ci=50, sprt=0:50 or cs=0, in mbb/hand. ``gauntlet``: this bot, in ``bots`` or not, against all the
    others: it sits at every table, once.
    """
    entrants = bot_specs(bots)
    if gauntlet is not None:
        entrants = (gauntlet, *(bot for bot in entrants if bot != gauntlet))
    return TournamentConfig(
        bots=entrants,
        **rules_and_seed(blinds=blinds, ante=ante, ante_mode=ante_mode, betting=betting, rake=rake, seed=seed),
        hands=hands,
        players=players,
        stack=stack,
        design=design,
        session=session,
        log=log,
        strict=strict,
        max_faults=max_faults,
        stop=stop,
        gauntlet=gauntlet is not None,
    )


@dataclass(frozen=True)
class TournamentResult:
    """``ranking``: a frame, best first (``holdem_sim.analysis.ranking``); ``run``: the folder.

    ``hands``: played, at least those ``asked`` for. ``digest`` identifies the result: same bots, options and seed give
    the same. ``seconds`` is wall time. ``stop``: for a run with a stop rule, the rule, the bound hit and after how many
    blocks (``stopping.Watch``).
    """

    ranking: pd.DataFrame
    seed: int
    hands: int
    asked: int
    digest: str
    run: Path
    engine_version: int
    seconds: float
    stop: dict[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """The JSON object of the command (INTERFACE: tournament); numbers that do not exist are null."""
        return {
            "ranking": json_rows(self.ranking),
            "seed": self.seed,
            "hands": self.hands,
            "digest": self.digest,
            "run": str(self.run),
            "engine_version": self.engine_version,
            "seconds": round(self.seconds, 3),
            **({} if self.stop is None else {"stop": self.stop}),
        }


def forfeits_last(table: pd.DataFrame, max_faults: int | None) -> pd.DataFrame:
    """``table`` with a column ``forfeited`` when there is a limit: bots above it come last, in order, ranked anew."""
    if max_faults is None:
        return table
    table = table.assign(forfeited=table["faults"] > max_faults)
    table = table.sort_values("forfeited", kind="stable", ignore_index=True)
    places = table.assign(order=-table["bb_per_100"])[["forfeited", "order"]].apply(tuple, axis=1)
    return table.assign(rank=places.rank(method="min").astype(int))


def json_rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """A frame's rows as JSON objects; numbers that do not exist are null."""
    rows = [
        {key: None if isinstance(value, float) and math.isnan(value) else value for key, value in row.items()}
        for row in frame.to_dict("records")
    ]
    plain: list[dict[str, Any]] = json.loads(json.dumps(rows))
    return plain
