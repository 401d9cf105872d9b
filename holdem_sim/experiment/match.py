"""A match: one table, this line-up, stacks carried from hand to hand (RULES.md, Formats)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from holdem_sim._version import ENGINE_VERSION
from holdem_sim.analysis.intervals import half_width, never_seen
from holdem_sim.analysis.matches import WINS, add_matches
from holdem_sim.errors import InputError
from holdem_sim.experiment.config import MOST_HANDS, MOST_MATCH_HANDS, RunConfig, bot_specs, rules_and_seed, whole
from holdem_sim.experiment.result import Outcome
from holdem_sim.experiment.tournament import json_rows
from holdem_sim.players.load import Entrant, apart, load_entrants
from holdem_sim.simulate.shards import Shard


@dataclass(frozen=True)
class MatchConfig(RunConfig["MatchResult"]):
    """``matches``: matches in all, replays over seatings included; ``hands``: most hands of each.

    A seat without chips is out; a match ends early when one seat has them all; most chips win, equal chips share.
    """

    matches: int = 1000
    hands: int = 10

    format = "match"
    carry = True

    def __post_init__(self) -> None:
        if not 2 <= len(self.bots) <= 10:
            raise InputError(f"a match needs 2 to 10 bots, one a seat, not {len(self.bots)}")
        whole("matches", self.matches, 1, MOST_HANDS)
        whole("hands", self.hands, 1, MOST_MATCH_HANDS)
        if self.matches * self.hands > MOST_HANDS:
            raise InputError(f"matches {self.matches}: of {self.hands} hands are more than {MOST_HANDS} hands")
        super().__post_init__()

    @property
    def seats(self) -> int:
        return len(self.bots)

    @property
    def match_hands(self) -> int:
        return self.hands

    @property
    def least_matches(self) -> int:
        return self.matches

    def entrants(self) -> list[Entrant]:
        """One bot may sit twice: then its seats are told apart."""
        return apart(load_entrants(self.bots))

    def sums(self, shard: Shard, labels: list[str]) -> dict[str, list[Any]]:
        wins = np.zeros(len(labels), WINS)
        add_matches(shard.matches, shard.rows, self.seats, self.stack, wins)
        return {"wins": wins.tolist()}

    def result(self, outcome: Outcome) -> MatchResult:
        rows = []
        parts = np.array([[tuple(row) for row in part] for part in outcome.sums["wins"]], WINS)
        wins = {name: parts[name].sum(axis=0) for name in WINS.names or ()}
        for number, label in enumerate(outcome.labels):
            blocks = int(wins["blocks"][number])
            row: dict[str, Any] = {"bot": label}
            for name, mean in (("won", "won"), ("chips", "mean_chips")):
                total, squares = float(wins[name][number]), float(wins[f"{name}_squares"][number])
                width = half_width(total, squares, blocks)
                if name == "won" and blocks > 1 and total in (0, blocks):
                    width = never_seen(blocks)
                row[mean] = total / blocks
                row[f"{name}_half_width"] = np.nan if width is None else width
            faults = int(outcome.style[number]["faults"].sum())
            forfeit = {} if self.max_faults is None else {"forfeited": faults > self.max_faults}
            numbers = {"matches": int(wins["matches"][number]), "blocks": blocks}
            rows.append({**row, **numbers, "faults": faults, **forfeit})
        return MatchResult(
            bots=pd.DataFrame(rows),
            matches=int(wins["matches"][0]),
            blocks=int(wins["blocks"][0]),
            asked=self.matches,
            hands=outcome.hands,
            seed=self.seed,
            digest=outcome.digest,
            run=outcome.run,
            engine_version=ENGINE_VERSION,
            seconds=outcome.seconds,
        )

    def longer(self, hands: int | None, matches: int | None) -> MatchConfig:
        if hands is not None:
            raise InputError("hands: a match has a fixed number of hands; give matches, to extend the run")
        if matches is None:
            return self
        if matches < self.matches:
            raise InputError(f"matches {matches}: the run already has {self.matches}; give more, to extend it")
        return replace(self, matches=matches)

    def own_options(self) -> str:
        return f"--matches {self.matches} --hands {self.hands}"


def match_config(
    bots: Sequence[str],
    *,
    matches: int = 1000,
    hands: int = 10,
    players: int | None = None,
    stack: int = 200,
    blinds: str | Sequence[int] = (1, 2),
    ante: int = 0,
    ante_mode: str | None = None,
    betting: str = "no-limit",
    rake: str | float = 0,
    design: str = "rotate",
    seed: int | None = None,
    log: str = "hands",
    strict: bool = False,
    max_faults: int | None = None,
) -> MatchConfig:
    """A MatchConfig from options as they are typed (``config.rules_and_seed``).

    ``players``, if given, must be the number of ``bots``.
    """
    specs = bot_specs(bots)
    if players is not None and players != len(specs):
        raise InputError(f"players {players}: {len(specs)} bots are named; name one a seat (a bot may be repeated)")
    return MatchConfig(
        bots=specs,
        **rules_and_seed(blinds=blinds, ante=ante, ante_mode=ante_mode, betting=betting, rake=rake, seed=seed),
        matches=matches,
        hands=hands,
        stack=stack,
        design=design,
        log=log,
        strict=strict,
        max_faults=max_faults,
    )


@dataclass(frozen=True)
class MatchResult:
    """``bots``: a frame in the order of the line-up: bot, won, won_half_width, mean_chips, chips_half_width,
    matches, blocks, faults.

    ``won``: share of the matches won, 0..1 (shared wins count as shares); ``mean_chips``: chips at the end of a match;
    half widths are those of 95 % t intervals whose unit is the block (all seatings of one sequence of deals); where
    all matches were won, or all lost, Clopper and Pearson's.
    """

    bots: pd.DataFrame
    matches: int
    blocks: int
    asked: int
    hands: int
    seed: int
    digest: str
    run: Path
    engine_version: int
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The JSON object of the command (INTERFACE: match); numbers that do not exist are null."""
        return {
            "bots": json_rows(self.bots),
            "matches": self.matches,
            "blocks": self.blocks,
            "hands": self.hands,
            "seed": self.seed,
            "digest": self.digest,
            "run": str(self.run),
            "engine_version": self.engine_version,
            "seconds": round(self.seconds, 3),
        }
