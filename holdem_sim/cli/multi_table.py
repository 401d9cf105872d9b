"""``holdem-sim multi-table``."""

from __future__ import annotations

from typing import Any

import click

from holdem_sim.cli.options import output_options, run_options
from holdem_sim.cli.sit_and_go import freezeout_options


@click.command("multi-table")
@click.argument("bots", nargs=-1, required=True, metavar="BOT ...")
@click.option("--entries", type=int, default=90, show_default=True, help="Players; BOTs are repeated in turn.")
@click.option("--players", type=int, default=9, show_default=True, help="Seats at a table, 2 to 10.")
@click.option("--tournaments", type=int, default=100, show_default=True, help="How many.")
@freezeout_options
@run_options
@output_options
def multi_table(
    bots: tuple[str, ...], as_json: bool, quiet: bool, out: str | None, threads: int | None, **options: Any
) -> None:
    """Play tournaments of several tables, balanced and broken as BOTs go out; places, prizes, ROI."""
    from holdem_sim.cli.report import print_result
    from holdem_sim.cli.terminal import terminal_progress
    from holdem_sim.experiment.config import check_request
    from holdem_sim.experiment.multi_table import multi_table_config

    config = multi_table_config(bots, **options)
    check_request(config.bots, threads, out)
    progress = terminal_progress(quiet)
    progress.prepare()
    from holdem_sim.experiment.run import start

    print_result(start(config, out=out, threads=threads, progress=progress), as_json)
