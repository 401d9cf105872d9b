"""``holdem-sim run``: plays what an experiment file describes, or says what it would play."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from holdem_sim.cli.options import output_options, seed_options
from holdem_sim.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from holdem_sim.experiment.file import Experiment
    from holdem_sim.experiment.league import LeagueResult
    from holdem_sim.experiment.plan import Planned
    from holdem_sim.experiment.sweep import SweepResult


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--set", "changes", multiple=True, metavar="KEY=VALUE", help="Instead of the file's: rules.stack=100.")
@seed_options
@click.option("--out", metavar="DIR", help="Run folder, new or empty. Default: results/<name>/<time>-<seed>.")
@click.option("--dry-run", is_flag=True, help="Print the schedule, the hands and the interval to expect; play nothing.")
@click.option("--luck", is_flag=True, help="Of a single tournament: also the win rates without the luck of the cards.")
@output_options
def run(
    file: str,
    changes: tuple[str, ...],
    dry_run: bool,
    luck: bool,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> int | None:
    """Play the experiment in FILE (TOML): a run, a sweep over a grid of options, or a league.

    A key without its section is found by itself: --set stack=100.
    """
    from holdem_sim.cli.terminal import terminal_progress
    from holdem_sim.experiment.file import parse_change, read_experiment
    from holdem_sim.experiment.play import check, load_bots, plan, play

    experiment = read_experiment(file, map(parse_change, changes), **options)
    if dry_run:
        plans = plan(experiment)
        load_bots(experiment)
        if as_json:
            click.echo(json.dumps(_plan_json(experiment, plans)))
        else:
            _print_plan(experiment, plans)
        return None
    check(experiment)
    if luck:
        _check_luck(experiment)
    progress = terminal_progress(quiet)
    progress.prepare()
    result = play(experiment, progress=progress)
    if luck:
        from holdem_sim.cli.luck import with_luck

        whole = {"name": experiment.name, **result.to_json()}
        with_luck(result.run, experiment.threads, as_json, whole, lambda: print_played(experiment, result, as_json))
    else:
        print_played(experiment, result, as_json)
    return 0 if getattr(result, "holds", True) else 1


def _check_luck(experiment: Experiment) -> None:
    if experiment.format != "tournament" or experiment.sweep or experiment.league is not None:
        raise InputError("luck: is for a single tournament; of any run: holdem-sim stats RUN --luck")
    if experiment.config().log != "hands":
        raise InputError("luck: needs the hands themselves; play with --set log=hands")


def print_played(experiment: Experiment, result: Any, as_json: bool) -> None:
    """What came of an experiment, whatever it was."""
    from holdem_sim.cli.difficulty import print_difficulty
    from holdem_sim.cli.report import print_result
    from holdem_sim.experiment.difficulty import Difficulty
    from holdem_sim.experiment.league import LeagueResult
    from holdem_sim.experiment.sweep import SweepResult

    if as_json:
        click.echo(json.dumps({"name": experiment.name, **result.to_json()}))
    elif isinstance(result, SweepResult):
        _print_sweep(result)
    elif isinstance(result, LeagueResult):
        _print_league(result)
    elif isinstance(result, Difficulty):
        print_difficulty(result)
    else:
        print_result(result, as_json=False)


def _print_sweep(result: SweepResult) -> None:
    _print_frame(result.frame, f"{result.name}: a row a point and bot")
    click.echo(f"results in {result.run}")


def _print_league(result: LeagueResult) -> None:
    if result.shape == "knock-out":
        for contest in result.contests:
            bots = " against ".join(contest["bots"])
            click.echo(f"round {contest['round']}, contest {contest['contest']}: {bots}: {contest['winner']}")
    _print_frame(result.standings, f"{result.name}: {len(result.contests)} contests, mean scores, 95 % half widths")
    click.echo(f"seed {result.seed}; results in {result.run}")


def _print_frame(frame: pd.DataFrame, title: str) -> None:
    rows = [[_cell(value) for value in row] for row in frame.itertuples(index=False)]
    _print_rows([str(column) for column in frame.columns], rows, title)


def _print_rows(headings: list[str], rows: list[list[str]], title: str) -> None:
    from rich.console import Console

    from holdem_sim.cli.table import print_table

    width = sum(max(map(len, column)) + 3 for column in zip(headings, *rows, strict=True))
    print_table(Console(width=max(width, len(title)) + 4, highlight=False), title, headings, rows)


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return "-" if value != value else f"{value:.4g}" if abs(value) < 1 else f"{value:.2f}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _plan_json(experiment: Experiment, plans: list[Planned]) -> dict[str, Any]:
    from holdem_sim.experiment.league import league_half_width

    return {
        "name": experiment.name,
        "runs": [plan.to_json() for plan in plans],
        "hands": sum(plan.hands for plan in plans),
        "league_half_width": league_half_width(experiment, plans),
    }


def _print_plan(experiment: Experiment, plans: list[Planned]) -> None:
    from holdem_sim.experiment.league import league_half_width

    rows = [
        [
            plan.title,
            ", ".join(plan.bots),
            f"{plan.matches:,}",
            f"{plan.hands:,}",
            f"± {plan.half_width:.4g}",
            plan.sigma,
        ]
        for plan in plans
    ]
    headings = ["run", "bots", "matches", "hands, about", f"{plans[0].score} to expect", "σ"]
    _print_rows(headings, rows, f"{experiment.name}, format {experiment.format}: nothing is played")
    hands = sum(plan.hands for plan in plans)
    click.echo(f"{len(plans)} run{'s' if len(plans) > 1 else ''}, about {hands:,} hands")
    league = league_half_width(experiment, plans)
    if league is not None:
        click.echo(f"{experiment.bots[0]}'s mean over its contests: {plans[0].score} ± {league:.4g} to expect")
    click.echo(f"to expect: 95 % intervals, 1.96 σ / √n, with σ as stated, {plans[0].source}")
