"""Results as a person reads them, or as JSON, on stdout."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import click

from holdem_sim.errors import InputError

if TYPE_CHECKING:
    from holdem_sim.experiment.result import TournamentResult


MOST_SAMPLES = 10**9


def print_tournament(result: TournamentResult, asked: int, as_json: bool) -> None:
    """The ranking, and what the result is: hands, seed, digest, folder."""
    if as_json:
        click.echo(json.dumps(result.to_json()))
        return
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for title in ("rank", "bot", "bb/100", "95 % interval", "hands", "blocks", "VPIP %", "PFR %", "AF", "faults"):
        table.add_column(title, justify="left" if title == "bot" else "right", no_wrap=True)
    for row in result.ranking.to_dict("records"):
        table.add_row(
            str(row["rank"]),
            escape(row["bot"]),
            _number(row["bb_per_100"], "+.2f"),
            "± " + _number(row["half_width"], ".2f"),
            f"{row['hands']:,}",
            f"{row['blocks']:,}",
            _number(row["vpip"], ".1f"),
            _number(row["pfr"], ".1f"),
            _number(row["af"], ".2f"),
            f"{row['faults']:,}",
        )
    console = Console(width=max(110, 60 + max(len(bot) for bot in result.ranking["bot"])), highlight=False)
    console.print(table)
    rounded = "" if result.hands <= asked else f" ({asked:,} rounded up to whole blocks)"
    speed = f"{result.seconds:.1f} s"
    click.echo(f"{result.hands:,} hands{rounded} in {speed}, seed {result.seed}")
    if result.stop is not None:
        click.echo(_stop_line(result.stop))
    click.echo(f"digest {result.digest}")
    click.echo(f"results in {result.run}")


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


def _number(value: float, form: str) -> str:
    return "-" if math.isnan(value) else format(value, form)
