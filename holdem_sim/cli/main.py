"""The command ``holdem-sim``. Heavy imports wait inside the commands, so that --help answers at once."""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn

import click

from holdem_sim._version import ENGINE_VERSION, __version__
from holdem_sim.cli.bots import bots
from holdem_sim.cli.compare import compare
from holdem_sim.cli.difficulty import difficulty
from holdem_sim.cli.multi_table import multi_table
from holdem_sim.cli.options import chip_options, output_options, run_options, table_options
from holdem_sim.cli.repeat import repeat
from holdem_sim.cli.run import run
from holdem_sim.cli.show import export, show
from holdem_sim.cli.sit_and_go import sit_and_go
from holdem_sim.cli.stats import stats
from holdem_sim.cli.verify import verify
from holdem_sim.errors import InputError, RunError


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, message=f"holdem-sim %(version)s (engine version {ENGINE_VERSION})")
def cli() -> None:
    """The laboratory for Texas hold'em bots: put bots in, get out who is better, by how much, and how sure.

    A BOT is a name from `holdem-sim bots`, ./path.py or module:attr; settings follow a colon:
    hard:aggression=1.2
    """


@cli.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT ...")
@click.option("--hands", type=int, default=100_000, show_default=True, help="Hands in all, replays included.")
@click.option(
    "--design",
    type=click.Choice(["rotate", "balanced", "independent"]),
    default="rotate",
    show_default=True,
    help="How each deal is replayed with the bots in other seats.",
)
@click.option("--gauntlet", metavar="BOT", help="This bot against the others: it sits at every table, and once.")
@click.option(
    "--stop",
    default="hands",
    show_default=True,
    metavar="RULE",
    help="hands; ci=50: until every half width is 50; sprt=0:50: until the first of two bots wins 0 or 50;"
    " cs=0: until all confidence sequences exclude 0. In mbb/hand; --hands is the most.",
)
@click.option("--session", type=int, default=1, show_default=True, help="Hands of one match, for bots with memory.")
@click.option("--luck", is_flag=True, help="Also the win rates with the luck of the cards taken out.")
@table_options
@run_options
@output_options
def tournament(
    bots: tuple[str, ...],
    luck: bool,
    as_json: bool,
    quiet: bool,
    out: str | None,
    threads: int | None,
    **options: Any,
) -> None:
    """Play every BOT against every other and rank them."""
    from holdem_sim.cli.luck import with_luck
    from holdem_sim.cli.report import print_result
    from holdem_sim.cli.terminal import terminal_progress
    from holdem_sim.experiment.config import check_request
    from holdem_sim.experiment.tournament import tournament_config

    config = tournament_config(bots, **options)
    if luck and config.log != "hands":
        raise InputError("luck: needs the hands themselves; play with --log hands")
    check_request(config.bots, threads, out)
    progress = terminal_progress(quiet)
    progress.prepare()
    config.entrants()
    from holdem_sim.experiment.run import start

    result = start(config, out=out, threads=threads, progress=progress)
    if luck:
        with_luck(result.run, threads, as_json, result.to_json(), lambda: print_result(result, as_json))
    else:
        print_result(result, as_json)


@cli.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT ...")
@click.option("--matches", type=int, default=1000, show_default=True, help="Matches in all, replays included.")
@click.option("--hands", type=int, default=10, show_default=True, help="Most hands of a match.")
@click.option(
    "--design",
    type=click.Choice(["rotate", "balanced", "independent"]),
    default="rotate",
    show_default=True,
    help="How each match is replayed with the bots in other seats.",
)
@click.option("--players", type=int, help="Checks that so many bots are named: one a seat, a bot may be repeated.")
@chip_options
@run_options
@output_options
def match(
    bots: tuple[str, ...], as_json: bool, quiet: bool, out: str | None, threads: int | None, **options: Any
) -> None:
    """Play matches at one table of these BOTs: stacks are carried, most chips at the end win."""
    from holdem_sim.cli.report import print_result
    from holdem_sim.cli.terminal import terminal_progress
    from holdem_sim.experiment.config import check_request
    from holdem_sim.experiment.match import match_config

    config = match_config(bots, **options)
    check_request(config.bots, threads, out)
    progress = terminal_progress(quiet)
    progress.prepare()
    from holdem_sim.experiment.run import start

    print_result(start(config, out=out, threads=threads, progress=progress), as_json)


@cli.command()
@click.argument("run", metavar="RUN")
@click.option("--hands", type=int, help="Extend the tournament to this many hands in all.")
@click.option("--matches", type=int, help="Extend a run of matches, or Sit & Gos and the like, to this many in all.")
@click.option("--threads", type=int, help="Default: the processors of this machine.")
@output_options
def resume(run: str, hands: int | None, matches: int | None, threads: int | None, as_json: bool, quiet: bool) -> None:
    """Go on with the stopped run in folder RUN, or extend a finished one.

    RUN may be the folder of a sweep or a league: then the runs that are missing are played.
    """
    from pathlib import Path

    from holdem_sim.cli.report import print_result
    from holdem_sim.cli.run import print_played
    from holdem_sim.cli.terminal import terminal_progress
    from holdem_sim.experiment.config import check_request
    from holdem_sim.experiment.formats import config_of
    from holdem_sim.experiment.many import stopped_experiment
    from holdem_sim.records.manifest import read_manifest

    many = stopped_experiment(Path(run), threads)
    if many is not None:
        if hands is not None or matches is not None:
            raise InputError(f"{run}: holds many runs, which cannot be extended; change the experiment file and run it")
        from holdem_sim.experiment.play import play

        progress = terminal_progress(quiet)
        progress.prepare()
        print_played(many, play(many, progress=progress), as_json)
        return
    check_request(config_of(read_manifest(Path(run))).bots, threads)
    progress = terminal_progress(quiet)
    progress.prepare()
    from holdem_sim.experiment.run import resume as go_on

    result = go_on(run, hands=hands, matches=matches, threads=threads, progress=progress)
    print_result(result, as_json)


@cli.command()
@click.argument("hands", nargs=-1, required=True, metavar="HAND HAND ...")
@click.option("--board", default="", help="0, 3, 4 or 5 cards, like 'Ah Kd 2c'.")
@click.option("--samples", type=int, help="Random boards instead of all.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the random boards.")
@click.option("--json", "as_json", is_flag=True, help="Print the JSON object alone.")
def equity(hands: tuple[str, ...], board: str, samples: int | None, seed: int, as_json: bool) -> None:
    """Share of the pot that each HAND (like AhKs) wins: exact, or over random boards."""
    from holdem_sim.cli.report import print_equity

    print_equity(hands, board, samples, seed, as_json)


cli.add_command(compare)
cli.add_command(difficulty)
cli.add_command(verify)
cli.add_command(stats)
cli.add_command(sit_and_go)
cli.add_command(multi_table)
cli.add_command(show)
cli.add_command(export)
cli.add_command(run)
cli.add_command(repeat)
cli.add_command(bots)


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line; every error is one line on stderr. Exit codes: 0, 1 failed, 2 wrong input, 130 Ctrl-C."""
    sys.exit(_run(arguments))


def _run(arguments: list[str] | None) -> int:
    try:
        outcome = cli.main(arguments, prog_name="holdem-sim", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else str(error), err=True)
        return 2
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        hint = f" (see {context.command_path} --help)" if context is not None else ""
        return _fail(error.format_message() + hint, 2)
    except InputError as error:
        return _fail(str(error), 2)
    except RunError as error:
        return _fail(str(error), 1)
    except (KeyboardInterrupt, click.Abort) as interrupt:
        command = getattr(interrupt.__cause__ or interrupt, "command", None)  # click raises Abort from Ctrl-C
        kept = f"; what was played is kept, go on with: {command}" if command else ""
        click.echo(f"interrupted{kept}", err=True)
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except OSError as error:
        if error.filename is not None:
            return _fail(str(error), 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # a full standard output would fail once more at the exit
        return _fail(f"cannot write to standard output: {error.strerror or error}", 1)
    return outcome if isinstance(outcome, int) else 0


def _fail(message: str, code: int) -> int:
    click.echo("error: " + " ".join(line.strip() for line in message.splitlines()), err=True)
    return code


if __name__ == "__main__":
    main()
