"""``holdem-sim sit-and-go`` and the options of every tournament with places."""

from __future__ import annotations

from typing import Any

import click

from holdem_sim.cli.options import options, output_options, run_options

freezeout_options = options(
    click.option("--stack", type=int, default=1500, show_default=True, help="Chips of a buy-in."),
    click.option(
        "--levels",
        metavar="LEVELS",
        help="SMALL/BIG[/ANTE[/all|big_blind]], one a level, with commas between; behind the last one they double."
        " Default: 10/20 up to 1000/2000/200.",
    ),
    click.option("--level-hands", type=int, default=10, show_default=True, help="Hands of a level."),
    click.option(
        "--button",
        type=click.Choice(["moving", "dead"]),
        default="moving",
        show_default=True,
        help="Dead: button and small blind may be at the seat of one who is out.",
    ),
    click.option("--buy-in", type=int, default=100, show_default=True, help="Units that a buy-in costs."),
    click.option("--prizes", metavar="PERCENT/...", help="Shares of the pool, by place, like 50/30/20."),
    click.option("--rebuys", type=int, default=0, show_default=True, help="Most further buy-ins of an entry."),
    click.option(
        "--rebuy-levels", type=int, default=0, show_default=True, help="Levels for whose hands there are rebuys."
    ),
    click.option(
        "--rebuy-at", type=int, default=0, show_default=True, help="Who has at most so many chips buys again."
    ),
    click.option(
        "--betting",
        type=click.Choice(["no-limit", "pot-limit", "fixed-limit"]),
        default="no-limit",
        show_default=True,
        help="Betting structure.",
    ),
)


@click.command("sit-and-go")
@click.argument("bots", nargs=-1, required=True, metavar="BOT ...")
@click.option("--players", type=int, help="Seats at the table; bots are repeated as needed. Default: one a BOT.")
@click.option("--tournaments", type=int, default=1000, show_default=True, help="How many, replays included.")
@freezeout_options
@click.option(
    "--design",
    type=click.Choice(["rotate", "balanced", "independent"]),
    default="independent",
    show_default=True,
    help="Replay each tournament's cards with the bots in other seats, or not.",
)
@run_options
@output_options
def sit_and_go(
    bots: tuple[str, ...], as_json: bool, quiet: bool, out: str | None, threads: int | None, **options: Any
) -> None:
    """Play Sit & Gos: one table, blinds that rise, until one BOT has every chip; places, prizes, ROI."""
    from holdem_sim.cli.report import print_result
    from holdem_sim.cli.terminal import terminal_progress
    from holdem_sim.experiment.config import check_request
    from holdem_sim.experiment.sit_and_go import sit_and_go_config

    config = sit_and_go_config(bots, **options)
    check_request(config.bots, threads, out)
    progress = terminal_progress(quiet)
    progress.prepare()
    from holdem_sim.experiment.run import start

    print_result(start(config, out=out, threads=threads, progress=progress), as_json)
