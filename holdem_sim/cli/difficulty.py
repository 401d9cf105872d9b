"""``holdem-sim difficulty``: is each level harder than the one before, at every table size?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from holdem_sim.cli.options import chip_options, output_options, seed_options, session_option
from holdem_sim.cli.table import number, print_table

if TYPE_CHECKING:
    from holdem_sim.experiment.difficulty import Difficulty


@click.command()
@click.argument("bots", nargs=-1, required=True, metavar="A B C ...")
@click.option("--players", default="2,3,4,5,6", show_default=True, help="Table sizes.")
@click.option("--hands", type=int, default=200_000, show_default=True, help="Hands of each table size.")
@click.option("--least", default="5", show_default=True, metavar="EFFECT", help="bb/100; or by size: 2=20,6=5.")
@session_option
@chip_options
@seed_options
@click.option("--out", metavar="DIR", help="Folder of the runs, new or empty. Default: results/difficulty/...")
@output_options
def difficulty(
    bots: tuple[str, ...],
    players: str,
    as_json: bool,
    quiet: bool,
    threads: int | None,
    out: str | None,
    **options: Any,
) -> int:
    """Test the order of bots, given from easiest to hardest. Exit code 1 when it fails.

    For each table size every two neighbours are compared over the same deals: one-sided tests, after Holm, that the
    harder wins at least EFFECT more.
    """
    from holdem_sim.cli.terminal import terminal_progress
    from holdem_sim.experiment.config import check_request

    sizes = _sizes(players)
    check_request(bots, threads, out)
    progress = terminal_progress(quiet)
    progress.prepare()
    from holdem_sim.experiment.difficulty import difficulty as test

    found = test(bots, players=sizes, out=out, threads=threads, progress=progress, **options)
    if as_json:
        click.echo(json.dumps(found.to_json()))
    else:
        print_difficulty(found)
    return 0 if found.holds else 1


def _sizes(text: str) -> list[int]:
    from holdem_sim.errors import InputError

    pieces = [piece.strip() for piece in text.split(",")]
    if not all(piece.isascii() and piece.isdigit() for piece in pieces) or len(set(pieces)) < len(pieces):
        raise InputError(f"players {text!r}: give table sizes, each once, like 2,3,6")
    return [int(piece) for piece in pieces]


def print_difficulty(found: Difficulty) -> None:
    """The pairs, the hero swaps and the style of every table size, and the verdict."""
    from rich.console import Console

    width = max(len(row["bot"]) for table in found.tables for row in table["style"])
    console = Console(width=150 + 3 * width, highlight=False)
    rows = [
        [
            str(table["players"]),
            pair["harder"],
            pair["easier"],
            *_effect(pair),
            f"{pair['least']:g}",
            number(pair["p_holm"], ".2g"),
            "yes" if pair["holds"] else "NO",
        ]
        for table in found.tables
        for pair in table["pairs"]
    ]
    headings = (
        "players",
        "harder",
        "than",
        "bb/100 more",
        "95 % interval",
        "hands of both",
        "blocks",
        "least",
        "p (Holm)",
        "holds",
    )
    print_table(console, "Is each level harder than the one before? Paired over the same deals", headings, rows)
    rows = [
        [str(table["players"]), row["harder"], row["easier"], row["opponent"], *_effect(row)]
        for table in found.tables
        for row in table["against"]
    ]
    alone = ("players", "harder", "than", "opponent", "bb/100 more", "95 % interval", "hands", "blocks")
    print_table(console, "Against each level alone: the same deals with one, then the other", alone, rows)
    rows = [
        [
            str(table["players"]),
            row["bot"],
            f"{row['hands']:,}",
            *(_style(row, name) for name in ("vpip", "pfr", "three_bet", "c_bet", "af", "wtsd")),
            "\n".join(f"{'yes' if promise['kept'] else 'NO'}: {promise['says']}" for promise in row["promises"]),
        ]
        for table in found.tables
        for row in table["style"]
    ]
    shown = ("players", "bot", "hands", "VPIP %", "PFR %", "3-bet %", "c-bet %", "AF", "WTSD %", "keeps its promise")
    title = "Style, ± half of the 95 % interval, count / opportunities, against the promise of the level"
    print_table(console, title, shown, rows)
    click.echo(f"the order {'holds' if found.holds else 'FAILS'}; seed {found.seed}; runs in {found.run}")


def _effect(row: dict[str, Any]) -> list[str]:
    return [
        f"{row['bb_per_100']:+.1f}",
        "± " + number(row["half_width"], ".1f"),
        f"{row['hands']:,}",
        f"{row['blocks']:,}",
    ]


def _style(row: dict[str, Any], name: str) -> str:
    value, width = (number(row[key], ".2f" if name == "af" else ".1f") for key in (name, f"{name}_half_width"))
    return f"{value} ± {width}\n{row[name + '_count']:,.0f} / {row[name + '_of']:,.0f}"
