"""Results as a person reads them, or as JSON, on stdout."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from holdem_sim.cli.table import number
from holdem_sim.errors import InputError
from holdem_sim.experiment.freezeout import FreezeoutResult
from holdem_sim.experiment.match import MatchResult
from holdem_sim.experiment.result import Result
from holdem_sim.experiment.tournament import TournamentResult

MOST_SAMPLES = 10**9


def print_result(result: Result, as_json: bool) -> None:
    """The result of a run, whatever its format."""
    if as_json:
        click.echo(json.dumps(result.to_json()))
    elif isinstance(result, TournamentResult):
        _print_tournament(result)
    elif isinstance(result, MatchResult):
        _print_match(result)
    elif isinstance(result, FreezeoutResult):
        _print_freezeout(result)


def _print_tournament(result: TournamentResult) -> None:
    """The ranking, and what the result is: hands, seed, digest, folder."""
    table = _table("rank", "bot", "bb/100", "95 % interval", "hands", "blocks", "VPIP %", "PFR %", "AF", "faults")
    for row in result.ranking.to_dict("records"):
        table.add_row(
            str(row["rank"]),
            escape(row["bot"]),
            number(row["bb_per_100"], "+.2f"),
            "± " + number(row["half_width"], ".2f"),
            f"{row['hands']:,}",
            f"{row['blocks']:,}",
            number(row["vpip"], ".1f"),
            number(row["pfr"], ".1f"),
            number(row["af"], ".2f"),
            _faults(row),
        )
    _print_table(table, result.ranking["bot"])
    rounded = "" if result.hands <= result.asked else f" ({result.asked:,} rounded up to whole blocks)"
    click.echo(f"{result.hands:,} hands{rounded} in {result.seconds:.1f} s, seed {result.seed}")
    if result.stop is not None:
        click.echo(_stop_line(result.stop))
    click.echo(f"digest {result.digest}")
    click.echo(f"results in {result.run}")


def _print_match(result: MatchResult) -> None:
    """Who won how many matches, with how many chips, and what the result is."""
    table = _table("bot", "won %", "95 % interval", "final chips", "95 % interval", "faults")
    for row in result.bots.to_dict("records"):
        table.add_row(
            escape(row["bot"]),
            f"{100 * row['won']:.2f}",
            "± " + number(100 * row["won_half_width"], ".2f"),
            f"{row['mean_chips']:.1f}",
            "± " + number(row["chips_half_width"], ".1f"),
            _faults(row),
        )
    _print_table(table, result.bots["bot"])
    rounded = "" if result.matches <= result.asked else f" ({result.asked:,} rounded up to whole blocks)"
    click.echo(
        f"{result.matches:,} matches{rounded} in {result.blocks:,} blocks, {result.hands:,} hands in"
        f" {result.seconds:.1f} s, seed {result.seed}"
    )
    click.echo(f"digest {result.digest}")
    click.echo(f"results in {result.run}")


def _print_freezeout(result: FreezeoutResult) -> None:
    """Who won how much of what was paid in, and what the result is."""
    table = _table(
        "bot", "ROI %", "95 % interval", "won %", "paid %", "mean place", "rating", "95 % interval", "entries",
        "buy-ins", "faults",
    )  # fmt: skip
    for row in result.bots.to_dict("records"):
        entries = max(row["entries"], 1)
        table.add_row(
            escape(row["bot"]),
            number(100 * row["roi"], "+.2f"),
            "± " + number(100 * row["roi_half_width"], ".2f"),
            f"{100 * row['places'][0] / entries:.2f}",
            f"{100 * row['in_the_money']:.2f}",
            f"{row['mean_place']:.2f}",
            number(row["rating"], "+.1f"),
            "± " + number(row["rating_half_width"], ".1f"),
            f"{row['entries']:,}",
            f"{row['buy_ins']:,}",
            _faults(row),
        )
    _print_table(table, result.bots["bot"])
    rounded = "" if result.tournaments <= result.asked else f" ({result.asked:,} rounded up to whole blocks)"
    click.echo(
        f"{result.tournaments:,} tournaments{rounded}, {result.hands:,} hands in {result.seconds:.1f} s, pool"
        f" {result.pool:,}, seed {result.seed}"
    )
    click.echo(f"digest {result.digest}")
    click.echo(f"results in {result.run}")


def _table(*titles: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for title in titles:
        table.add_column(title, justify="left" if title == "bot" else "right", no_wrap=True)
    return table


def _print_table(table: Table, bots: Iterable[str]) -> None:
    Console(width=max(130, 120 + max(map(len, bots))), highlight=False).print(table)


def _faults(row: dict[Any, Any]) -> str:
    return f"{row['faults']:,}" + (", forfeited" if row.get("forfeited") else "")


def _stop_line(stop: dict[str, Any]) -> str:
    reached = "no bound hit" if stop["bound"] is None else f"{stop['bound']}, after {stop['blocks']:,} blocks"
    return f"stop {stop['rule']}: {reached}; the intervals are {stop['interval']}"


def print_equity(hands: tuple[str, ...], board: str, samples: int | None, seed: int, as_json: bool) -> None:
    """Equity, win and tie share of each hand."""
    from holdem_sim.evaluator.equity import equity

    if samples is not None and samples > MOST_SAMPLES:
        raise InputError(f"samples {samples}: at most {MOST_SAMPLES}")
    try:
        found = equity(list(hands), board, samples=samples, seed=seed)
    except ValueError as error:
        raise InputError(str(error)) from None
    if as_json:
        keys = ("equity", "win", "tie", "exact", "boards")
        click.echo(json.dumps({key: _plain(getattr(found, key)) for key in keys}))
        return
    for hand, share, win, tie in zip(hands, found.equity, found.win, found.tie, strict=True):
        click.echo(f"{hand:8} {100 * share:8.4f} %   wins {100 * win:8.4f} %   ties {100 * tie:8.4f} %")
    click.echo(f"{found.boards:,} boards, " + ("exact" if found.exact else "sampled"))


def _plain(value: Any) -> Any:
    return [float(item) for item in value] if isinstance(value, list | tuple) else value
