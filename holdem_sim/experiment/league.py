"""A league: contests of one format between line-ups of many bots, and a table of all of them.

- ``round-robin``: every line-up of ``line_up`` bots meets once.
- ``gauntlet``: the first bot meets every line-up of ``line_up`` − 1 others.
- ``knock-out``: two by two, the loser is out; the order given is the seeding (``experiment.bracket``). Of equal scores
  that of the bot named first counts as the higher.

A contest is a run of the format as long as its options say. Contest k has the seed of the league plus k: contests are
independent, so that the variance of a bot's mean score over k of them is the sum of theirs over k².
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd

from holdem_sim.experiment.bracket import Pairing, bracket
from holdem_sim.experiment.config import MOST_SEEDS, RunConfig
from holdem_sim.experiment.file import Experiment, Located
from holdem_sim.experiment.formats import FORMATS
from holdem_sim.experiment.keys import nearest
from holdem_sim.experiment.many import ManyRuns, many_runs
from holdem_sim.experiment.plan import Planned, planned
from holdem_sim.experiment.progress import Progress
from holdem_sim.experiment.sweep import result_rows
from holdem_sim.players.load import check_distinct, load_entrants
from holdem_sim.records.manifest import RESULTS, write_json, write_whole

SHAPES = ("round-robin", "gauntlet", "knock-out")
MOST_CONTESTS = 10_000
TABLE = "standings.csv"


@dataclass(frozen=True)
class LeagueResult:
    """``standings``: a frame, best first: rank, bot, contests, the format's score (mean over contests), its half width
    (95 %), the hands dealt to the bot (or its matches) in all, and in a knock-out ``round``, in which the bot was out;
    the winner's is one more, and there is no half width where the bot went on. ``contests``: number, round, bots,
    winner, the result's rows and folder of each; ``run``: the folder of all.
    """

    name: str
    shape: str
    standings: pd.DataFrame
    contests: list[dict[str, Any]]
    seed: int
    run: Path

    def to_json(self) -> dict[str, Any]:
        """Name, shape, standings, contests, seed, folder; numbers that do not exist are null."""
        rows = self.standings.astype(object).where(self.standings.notna(), None).to_dict("records")
        return {
            "name": self.name,
            "league": self.shape,
            "standings": rows,
            "contests": self.contests,
            "seed": self.seed,
            "run": str(self.run),
        }


@dataclass(frozen=True)
class _League:
    """Shape, line-up size and number of bots, checked."""

    shape: str
    line_up: int
    bots: int

    def line_ups(self) -> Iterator[tuple[int, ...]]:
        """The line-ups of a league without rounds, as bot numbers."""
        if self.shape == "gauntlet":
            return ((0, *others) for others in combinations(range(1, self.bots), self.line_up - 1))
        return combinations(range(self.bots), self.line_up)

    @property
    def contests(self) -> int:
        if self.shape == "knock-out":
            return self.bots - 1
        hero = self.shape == "gauntlet"
        return math.comb(self.bots - hero, self.line_up - hero)


def plan_league(experiment: Experiment) -> list[Planned]:
    """The plan of every contest; in a knock-out those that are decided later name the contests they wait for."""
    league = _league(experiment)
    bots = experiment.bots
    if league.shape != "knock-out":
        configs = _numbered(experiment, list(league.line_ups()))
        return [planned(f"{number}", config) for number, config in configs]
    slots = dict(enumerate(bots))
    plans = []
    for number, pairing in enumerate(bracket(len(bots)), 1):
        config = _contest(experiment, number, (pairing.first, pairing.second))
        names = slots[pairing.first], slots[pairing.second]
        plans.append(planned(f"{number} (round {pairing.round})", config, names))
        slots[pairing.first] = f"winner of {number}"
    return plans


def league_half_width(experiment: Experiment, plans: Sequence[Planned]) -> float | None:
    """The half width to expect of the first bot's mean score over its contests; None where there is no such plan."""
    if experiment.league is None or _league(experiment).shape == "knock-out":
        return None
    widths = [plan.half_width for plan in plans if experiment.bots[0] in plan.bots]
    return math.hypot(*widths) / len(widths)


def play_league(experiment: Experiment, *, progress: Progress | None = None) -> LeagueResult:
    """Play all contests: a run folder each, ``standings.csv`` and results.json, in one folder.

    Raises InputError before the first hand, RunError.
    """
    league = _league(experiment)
    with experiment.located():
        entrants = load_entrants(experiment.bots)
        check_distinct(entrants)
        _contest(experiment, 1, tuple(range(league.line_up))).game(entrants[: league.line_up])
    seed = experiment.options["seed"]
    with many_runs(experiment, seed, progress) as many:
        player = _Player(many, league, [entrant.label for entrant in entrants])
        reached = player.knock_out() if league.shape == "knock-out" else None
        if reached is None:
            for line_up in league.line_ups():
                player.play(line_up)
    found = LeagueResult(
        name=experiment.name,
        shape=league.shape,
        standings=_standings(experiment.format, player.labels, player.scores, reached),
        contests=player.contests,
        seed=seed,
        run=many.folder,
    )
    write_whole(found.run / TABLE, found.standings.to_csv(index=False).encode())
    write_json(found.run / RESULTS, found.to_json())
    return found


Score = tuple[float, float, int]
"""A bot's score in a contest, its half width, NaN where there is none, and the hands (or matches) behind it."""


class _Player:
    """Plays contests one after the other and keeps what came of them."""

    def __init__(self, many: ManyRuns, league: _League, labels: list[str]) -> None:
        self.many = many
        self.league = league
        self.labels = labels
        self.contests: list[dict[str, Any]] = []
        self.scores: list[list[Score]] = [[] for _ in labels]

    def play(self, line_up: tuple[int, ...], round_number: int | None = None) -> dict[int, float]:
        """One contest; the score of each of ``line_up``."""
        number = len(self.contests) + 1
        names = [self.labels[bot] for bot in line_up]
        experiment = self.many.experiment
        config = _contest(experiment, number, line_up)
        folder = f"{number:04}"
        result = self.many.play(folder, config, f"{number} of {self.league.contests}: {', '.join(names)}")
        rows = result_rows(result)
        order = [experiment.bots.index(spec) for spec in config.bots]
        number_of = {entrant.label: bot for entrant, bot in zip(config.entrants(), order, strict=True)}
        shape = FORMATS[config.format]
        found: dict[int, float] = {}
        for row in rows:
            bot = number_of[row["bot"]]
            row["bot"] = self.labels[bot]
            found[bot] = _number(row[shape.score])
            self.scores[bot].append((found[bot], _number(row[shape.half_width]), row[shape.number]))
        round_key = {} if round_number is None else {"round": round_number}
        winner = max(line_up, key=lambda bot: found[bot])
        self.contests.append(
            {
                "contest": number,
                **round_key,
                "bots": names,
                "winner": self.labels[winner],
                "rows": rows,
                "run": str(self.many.folder / folder),
            }
        )
        return found

    def knock_out(self) -> list[int]:
        """All rounds; the round each bot was out in, one more for the winner of all."""
        slots = list(range(len(self.labels)))
        pairings: list[Pairing] = list(bracket(len(slots)))
        reached = [0] * len(slots)
        for pairing in pairings:
            first, second = slots[pairing.first], slots[pairing.second]
            scores = self.play((first, second), pairing.round)
            winner, loser = (first, second) if scores[first] >= scores[second] else (second, first)
            slots[pairing.first] = winner
            reached[winner], reached[loser] = pairing.round + 1, pairing.round
        return reached


def _number(value: float | None) -> float:
    return math.nan if value is None else float(value)


def _standings(
    format_name: str, labels: Sequence[str], scores: list[list[Score]], reached: list[int] | None
) -> pd.DataFrame:
    """Best first, by the mean score; in a knock-out by the round reached. Equals share a rank.

    Who goes on in a knock-out has won: the mean of such contests is too high (0.8 σ of one, for the first of equals),
    and no interval of a fixed number of contests holds for it.
    """
    shape = FORMATS[format_name]
    table = pd.DataFrame(
        [
            {
                "bot": label,
                "contests": len(own),
                shape.score: sum(score for score, _, _ in own) / len(own),
                shape.half_width: math.hypot(*(width for _, width, _ in own)) / len(own),
                shape.number: sum(number for _, _, number in own),
            }
            for label, own in zip(labels, scores, strict=True)
        ]
    )
    if reached is not None:
        table["round"] = reached
        table.loc[table["contests"] > 1, shape.half_width] = math.nan
    order = "round" if reached is not None else shape.score
    table.insert(0, "rank", table[order].rank(method="min", ascending=False).astype(int))
    return table.sort_values("rank", kind="stable", ignore_index=True)


def _league(experiment: Experiment) -> _League:
    """The league of a file. InputError, with file and line, when shape, size and bots do not fit."""
    given = experiment.league or {}
    shape, line_up = given.get("shape", "round-robin"), given.get("line_up", 2)
    bots = len(experiment.bots)

    def refuse(key: str, words: str) -> Located:
        where = experiment.where.get(f"league.{key}") or experiment.where.get("league", str(experiment.path))
        return Located(f"{where}: {words}")

    if "gauntlet" in experiment.options:
        where = experiment.where["schedule.gauntlet"]
        raise Located(f'{where}: gauntlet: a league has its own: give [league] shape = "gauntlet"')
    if shape not in SHAPES:
        raise refuse("shape", f"unknown shape {shape!r}; {nearest(shape, SHAPES)}")
    if shape == "knock-out" and line_up != 2:
        raise refuse("line_up", f"line_up {line_up}: a knock-out is played two by two")
    if not 2 <= line_up <= bots:
        raise refuse("line_up", f"line_up {line_up}: must be from 2 to the {bots} bots")
    if len(set(experiment.bots)) < bots:
        raise refuse("", "a bot enters twice: the entrants of a league must differ")
    league = _League(shape, line_up, bots)
    if league.contests > MOST_CONTESTS:
        raise refuse("line_up", f"line_up {line_up}: makes {league.contests} contests; at most {MOST_CONTESTS}")
    return league


def _numbered(experiment: Experiment, line_ups: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, RunConfig[Any]]]:
    for number, line_up in enumerate(line_ups, 1):
        yield number, _contest(experiment, number, line_up)


def _contest(experiment: Experiment, number: int, line_up: tuple[int, ...]) -> RunConfig[Any]:
    """Contest ``number``, from 1, of these bots."""
    seed = (experiment.options["seed"] + number) % MOST_SEEDS
    return experiment.config([experiment.bots[bot] for bot in line_up], seed=seed)
