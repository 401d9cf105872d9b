"""The luck table as a person reads it, or as JSON, on stdout."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from holdem_sim.cli.table import number

if TYPE_CHECKING:
    import pandas as pd

SEPARATED_MBB = 50


def luck_json(table: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of ``luck_table`` as JSON holds them: numbers that do not exist are null."""
    rows: list[dict[str, Any]] = json.loads(table.to_json(orient="records", double_precision=15))
    return rows


def with_luck(
    run: Path | str, threads: int | None, as_json: bool, result: dict[str, Any], print_plain: Callable[[], None]
) -> None:
    """Print a run's ``result`` and its luck table after it; as JSON in one object, under the key ``luck``."""
    from holdem_sim.analysis.luck.table import luck_table
    from holdem_sim.experiment.config import thread_count
    from holdem_sim.records.load import load

    table = luck_table(load(run), thread_count(threads))
    if as_json:
        click.echo(json.dumps({**result, "luck": luck_json(table)}))
        return
    print_plain()
    print_luck(table)


def print_luck(table: pd.DataFrame) -> None:
    """Win rates plain and with luck taken out, and what a hand is worth (``holdem_sim.analysis.luck.table``)."""
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from holdem_sim.analysis.luck.table import hands_to_separate

    shown = Table(box=box.SIMPLE_HEAD)
    titles = ("bot", "bb/100", "95 %", "without luck", "95 %", "hands", "blocks", "σ raw", "design", "all-in", "luck")
    for title in (*titles, "a hand is worth"):
        shown.add_column(title, justify="left" if title == "bot" else "right", no_wrap=True)
    for row in table.to_dict("records"):
        sigmas = (row[f"sigma_{name}"] for name in ("raw", "design", "all_in", "adjusted"))
        shown.add_row(
            escape(str(row["bot"])),
            number(row["bb_per_100"], "+.2f"),
            "± " + number(row["half_width"], ".2f"),
            number(row["adjusted_bb_per_100"], "+.2f"),
            "± " + number(row["adjusted_half_width"], ".2f"),
            f"{row['hands']:,}",
            f"{row['blocks']:,}",
            *(number(sigma, ".2f") for sigma in sigmas),
            number(row["hand_worth"], ".2f"),
        )
    console = Console(width=max(140, 110 + max(len(str(bot)) for bot in table["bot"])), highlight=False)
    console.print(shown)
    click.echo("σ in bb per hand: of plain hands, with the design, with all-ins at their equity, with luck taken out")
    click.echo("(the last one that of a run as long as this: fewer hands teach less about the cards, and it is larger)")
    for row in table.to_dict("records"):
        plain, adjusted = (hands_to_separate(row[f"sigma_{name}"], SEPARATED_MBB) for name in ("raw", "adjusted"))
        if plain is not None and adjusted is not None:
            click.echo(
                f"{row['bot']}: with these σ ± {SEPARATED_MBB} mbb/hand at 95 % takes {adjusted:,} hands dealt to it;"
                f" {plain:,} if they were plain and independent"
            )
