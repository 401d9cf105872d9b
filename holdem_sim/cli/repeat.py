"""``holdem-sim repeat``: does a run give the same result again?"""

from __future__ import annotations

import json

import click

from holdem_sim.cli.options import output_options


@click.command()
@click.argument("run", metavar="RUN")
@click.option("--threads", type=int, help="Default: the processors of this machine.")
@output_options
def repeat(run: str, threads: int | None, as_json: bool, quiet: bool) -> int:
    """Play the finished run in folder RUN again and compare the digests. Exit code 1 when they differ.

    Nothing is written to RUN. When the engine, a bot or a library is another one than then, that is said.
    """
    from pathlib import Path

    from holdem_sim.cli.terminal import terminal_progress
    from holdem_sim.experiment.config import check_request
    from holdem_sim.experiment.repeat import finished_run
    from holdem_sim.experiment.repeat import repeat as play_again

    check_request(finished_run(Path(run))[1].bots, threads)
    progress = terminal_progress(quiet)
    progress.prepare()
    found = play_again(run, threads=threads, progress=progress)
    if as_json:
        click.echo(json.dumps(found.to_json()))
    else:
        for note in found.notes:
            click.echo(note)
        click.echo(f"digest then {found.digest}")
        click.echo(f"digest now  {found.again}")
        click.echo("the digests agree" if found.agrees else "the digests DIFFER")
    return 0 if found.agrees else 1
