"""``holdem-sim compare``: two bots in the same seat, on the same deals, against the same field."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from holdem_sim.cli.options import output_options, seed_options, session_option, table_options
from holdem_sim.cli.table import number

if TYPE_CHECKING:
    from holdem_sim.experiment.compare import Comparison


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--field", required=True, metavar="C,D", help="The bots in the other seats.")
@click.option("--hands", type=int, default=100_000, show_default=True, help="Hands of A, and again of B.")
@session_option
@table_options
@seed_options
@click.option("--out", metavar="DIR", help="Folder of the two runs, new or empty. Default: results/compare/...")
@output_options
def compare(
    a: str, b: str, field: str, as_json: bool, quiet: bool, threads: int | None, out: str | None, **options: Any
) -> None:
    """Put A, then B, in one seat against the same field, on the same deals with the same chance.

    The paired difference of their win rates, A less B, in mbb/hand.
    """
    from holdem_sim.cli.terminal import terminal_progress
    from holdem_sim.experiment.config import check_request

    check_request([a, b], threads, out)
    progress = terminal_progress(quiet)
    progress.prepare()
    from holdem_sim.experiment.compare import compare as play

    found = play(a, b, field=field, out=out, threads=threads, progress=progress, **options)
    if as_json:
        click.echo(json.dumps(found.to_json()))
    else:
        print_comparison(found)


def print_comparison(found: Comparison) -> None:
    """Both win rates and their difference, with intervals, hands and blocks."""
    click.echo(f"against {', '.join(found.field)} at {found.players} seats, {found.hands:,} hands each in")
    click.echo(f"{found.blocks:,} blocks, seed {found.seed}; mbb/hand with 95 % intervals")
    for hero in (found.a, found.b):
        click.echo(f"  {hero.bot:30} {hero.mbb_per_hand:+10.1f} ± {number(hero.half_width, '.1f')}")
    width, p = number(found.half_width, ".1f"), number(found.p, ".2g")
    click.echo(f"  {'difference':30} {found.mbb_per_hand:+10.1f} ± {width}   p {p}")
    click.echo(f"variance of the difference: {number(found.variance_ratio, '.2f')} of that of two separate samples")
    click.echo(f"runs in {found.run}")
