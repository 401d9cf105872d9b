"""``holdem-sim stats``: every statistic of a run again, from its folder alone."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from holdem_sim.cli.options import output_options
from holdem_sim.cli.table import number, print_table

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console

    from holdem_sim.analysis.report import Report

RATE = "mbb/hand"
INTERVAL = "95 % interval"
NOTHING = 1e-6
STYLE = {
    "vpip": "VPIP",
    "pfr": "PFR",
    "three_bet": "3-bet",
    "fold_to_three_bet": "fold to 3-bet",
    "c_bet": "c-bet",
    "fold_to_c_bet": "fold to c-bet",
    "af": "AF",
    "afq": "AFq",
    "wtsd": "WTSD",
    "w_sd": "W$SD",
}


@click.command()
@click.argument("run", metavar="RUN")
@output_options
@click.option("--luck", is_flag=True, help="Also the win rates with the luck of the cards taken out.")
@click.option("--threads", type=int, help="For --luck. Default: the processors of this machine.")
def stats(run: str, as_json: bool, quiet: bool, luck: bool, threads: int | None) -> None:
    """Every statistic of the run in folder RUN, from its hand log, without play.

    Rates are in mbb/hand (thousandths of a big blind a hand; 10 mbb/hand are 1 bb/100). The unit of every interval is
    the block: all hands on one deal. The folder of a comparison or of the difficulty benchmark gives its result again.
    """
    if _of_many_runs(Path(run), as_json, luck):
        return
    from holdem_sim.analysis.report import report
    from holdem_sim.cli.luck import with_luck
    from holdem_sim.records.load import load

    found = report(load(run))
    if luck:
        with_luck(run, threads, as_json, found.to_json(), lambda: _print(found))
    elif as_json:
        click.echo(json.dumps(found.to_json()))
    else:
        _print(found)


def _of_many_runs(folder: Path, as_json: bool, luck: bool) -> bool:
    """Print the result of a comparison or a difficulty benchmark from its logs, if ``folder`` is of one."""
    from holdem_sim.cli.compare import print_comparison
    from holdem_sim.cli.difficulty import print_difficulty
    from holdem_sim.errors import InputError
    from holdem_sim.experiment.compare import compared, is_comparison
    from holdem_sim.experiment.difficulty import found_again, is_difficulty

    if not is_comparison(folder) and not is_difficulty(folder):
        return False
    if luck:
        raise InputError(f"{folder}: holds many runs; luck is of one run: give one of the folders in it")
    if as_json:
        found = compared(folder) if is_comparison(folder) else found_again(folder)
        click.echo(json.dumps(found.to_json()))
    elif is_comparison(folder):
        print_comparison(compared(folder))
    else:
        print_difficulty(found_again(folder))
    return True


def _print(found: Report) -> None:
    from rich.console import Console

    console = Console(width=180 + 2 * max(len(bot) for bot in found.style["bot"]), highlight=False)
    whole = "" if found.finished else ", unfinished"
    click.echo(f"{found.run}: {found.hands:,} hands in {found.blocks:,} blocks{whole}; big blind {found.big_blind}")
    click.echo(f"the intervals are {found.interval}")
    rows = [
        [*_rate(row), number(row["sigma_raw"], ".2f"), number(row["sigma_eff"], ".2f"), _worth(row["variance_ratio"])]
        for row in _rows(found.win_rates)
    ]
    worth = ("σ raw bb/hand", "σ eff bb/hand", "a hand is worth")
    print_table(console, "Win rates", ("bot", RATE, INTERVAL, "hands", "blocks", *worth), rows)
    for title, name, frame in (
        ("position", "position", found.by_position),
        ("street reached", "street", found.by_street),
    ):
        rows = [_rate(row, name) for row in _rows(frame)]
        print_table(console, f"Win rate by {title}", ("bot", title, RATE, INTERVAL, "hands", "blocks"), rows)
    shown = "% (AF: ratio) ± half of the 95 % interval, count / opportunities"
    _print_style(console, f"Style: {shown}", found.style, [])
    _print_style(console, f"Style by position: {shown}", found.style_by_position, ["position"])
    _print_many(console, found)


def _print_style(console: Console, title: str, frame: pd.DataFrame, by: list[str]) -> None:
    rows = []
    for row in _rows(frame):
        cells = [row["bot"], *(row[name] for name in by), f"{row['hands']:,}"]
        for name in STYLE:
            share, width = (number(row[key], ".2f" if name == "af" else ".1f") for key in (name, f"{name}_half_width"))
            cells.append(f"{share} ± {width}\n{row[name + '_count']:,.0f}\n/ {row[name + '_of']:,.0f}")
        rows.append(cells)
    print_table(console, title, ("bot", *by, "hands", *STYLE.values()), rows)


def _print_many(console: Console, found: Report) -> None:
    rows = [
        [row["bot"], row["mark"] or "?", row["opponent"], *_rate(row)[1:], number(row["p_holm"], ".2g")]
        for row in _rows(found.matrix)
        if row["mbb_per_hand"] >= 0
    ]
    headings = ("bot", "after Holm", "opponent", RATE, INTERVAL, "hands", "blocks", "p (Holm)")
    print_table(console, "Pairs: half the difference at the same tables (heads-up: the win rate)", headings, rows)
    if found.ratings is None or found.places is None or found.cycle is None:
        click.echo("Some bots have met too seldom to be rated.")
        return
    hands = int(found.ratings["elo_hands"].iloc[0])
    rows = [
        [
            *_rate(row),
            f"{row['rank_best']}-{row['rank_worst']}",
            *(number(row[name], "+.0f") for name in ("elo", "elo_low", "elo_high")),
        ]
        for row in _rows(found.ratings)
    ]
    rated = ("bot", RATE, "95 %, all at once", "hands", "blocks", "rank", f"Elo of {hands:,} hands", "from", "to")
    print_table(console, "Ratings: least squares of the pairs, mean 0", rated, rows)
    chances = [f"p_{place}" for place in range(1, len(found.ratings) + 1)]
    rows = [
        [row["rule"], str(row["place"]), row["bot"], *(number(100 * row[name], ".1f") for name in chances)]
        for row in _rows(found.places)
    ]
    placed = ("rule", "place", "bot", *(f"{name[2:]}. %" for name in chances))
    print_table(console, "Places, with the probability of each under the bootstrap", placed, rows)
    if found.places["p_1"].isna().any():
        click.echo("No probabilities: the number of hands hung on the results. The ranks above hold all the same.")
    if found.alpha_rank is not None:
        _print_alpha_rank(found.alpha_rank)
    if found.cycle["bots"] is not None and found.cycle["half_width"] < NOTHING:
        click.echo("No cycle can show: every bot sat at every table.")
    elif found.cycle["bots"] is not None:
        first, second, third = found.cycle["bots"]
        size = f"{found.cycle['mbb_per_hand']:.1f} mbb/hand round it ± {found.cycle['half_width']:.1f}"
        sure = f"(95 % over all threes), SE {found.cycle['standard_error']:.1f}"
        if found.cycle["goes_round"]:
            links = {(first, second), (second, third), (third, first)}
            marked = {(row["bot"], row["opponent"]) for row in _rows(found.matrix) if row["mark"] == "beats"}
            click.echo(f"Strongest cycle of the results: {first} > {second} > {third} > {first}, {size} {sure};")
            click.echo(f"of its three steps {len(links & marked)} are sure after Holm")
        else:
            three = f"{first}, {second}, {third}: {size} {sure}"
            click.echo(f"No three bots beat each other in a circle. Furthest from one scale are {three}")
        share = 100 * found.cycle["intransitive_share"]
        click.echo(f"Intransitive share of the pairs' results, noise included: {share:.2f} %")


def _print_alpha_rank(masses: pd.DataFrame) -> None:
    shown = []
    for row in _rows(masses):
        mass, low, high = (number(100 * row[name], ".1f") for name in ("mass", "low", "high"))
        shown.append(f"{row['bot']} {mass} % ({low} to {high})")
    click.echo(f"Alpha-rank, mass (middle 95 % under the bootstrap): {', '.join(shown)}")


def _rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]


def _rate(row: dict[str, Any], by: str | None = None) -> list[str]:
    cells = [row["bot"]] if by is None else [row["bot"], row[by]]
    width = "± " + number(row["half_width"], ".1f")
    return [*cells, number(row["mbb_per_hand"], "+.1f"), width, f"{row['hands']:,}", f"{row['blocks']:,}"]


def _worth(ratio: float) -> str:
    return "-" if math.isnan(ratio) or ratio == 0 else f"{1 / ratio:.2f} plain"
