"""The command ``holdem-sim``. Heavy imports wait inside the commands, so that --help answers at once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NoReturn

import click

from holdem_sim._version import ENGINE_VERSION, __version__
from holdem_sim.cli.bots import bots
from holdem_sim.errors import InputError, RunError


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, message=f"holdem-sim %(version)s (engine version {ENGINE_VERSION})")
def cli() -> None:
    """The laboratory for Texas hold'em bots: put bots in, get out who is better, by how much, and how sure.

    A BOT is a name from `holdem-sim bots`, ./path.py or module:attr; settings follow a colon:
    hard:aggression=1.2
    """


def _options(*options: Callable[..., Any]) -> Callable[[Any], Any]:
    def decorate(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


table_options = _options(
    click.option("--players", type=int, default=4, show_default=True, help="Seats at the table, 2 to 10."),
    click.option("--stack", type=int, default=200, show_default=True, help="Chips of each player."),
    click.option("--blinds", default="1/2", show_default=True, help="Small and big blind."),
    click.option("--ante", type=int, default=0, show_default=True, help="Chips."),
    click.option("--ante-mode", type=click.Choice(["none", "all", "big_blind"]), help="Who pays the ante."),
    click.option(
        "--betting",
        type=click.Choice(["no-limit", "pot-limit", "fixed-limit"]),
        default="no-limit",
        show_default=True,
        help="Betting structure.",
    ),
    click.option("--rake", default="0", metavar="PERCENT[/CAP]", help="Taken from every pot that sees a flop."),
)
run_options = _options(
    click.option("--seed", type=int, help="0 to 2^63-1; drawn and printed when not given."),
    click.option("--threads", type=int, help="Default: the processors of this machine."),
    click.option(
        "--log",
        type=click.Choice(["hands", "summary"]),
        default="hands",
        show_default=True,
        help="Keep every hand, or the counts only.",
    ),
    click.option("--out", metavar="DIR", help="Run folder, new or empty. Default: results/<name>/<time>-<seed>."),
    click.option("--strict", is_flag=True, help="Stop at a bot's first fault."),
)
output_options = _options(
    click.option("--json", "as_json", is_flag=True, help="Print the JSON object alone."),
    click.option("--quiet", is_flag=True, help="No progress."),
)


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
@click.option("--session", type=int, default=1, show_default=True, help="Hands of one match, for bots with memory.")
@table_options
@run_options
@output_options
def tournament(
    bots: tuple[str, ...], as_json: bool, quiet: bool, out: str | None, threads: int | None, **options: Any
) -> None:
    """Play every BOT against every other and rank them."""
    from holdem_sim.cli.report import print_tournament
    from holdem_sim.cli.terminal import terminal_progress
    from holdem_sim.experiment.config import check_request, tournament_config
    from holdem_sim.players.load import check_distinct, load_entrants

    config = tournament_config(bots, **options)
    check_request(config.bots, threads, out)
    progress = terminal_progress(quiet)
    progress.prepare()
    check_distinct(load_entrants(config.bots))
    from holdem_sim.experiment.run import start

    print_tournament(start(config, out=out, threads=threads, progress=progress), config.hands, as_json)


@cli.command()
@click.argument("run", metavar="RUN")
@click.option("--hands", type=int, help="Extend the run to this many hands in all.")
@click.option("--threads", type=int, help="Default: the processors of this machine.")
@output_options
def resume(run: str, hands: int | None, threads: int | None, as_json: bool, quiet: bool) -> None:
    """Go on with the stopped run in folder RUN, or extend a finished one."""
    from pathlib import Path

    from holdem_sim.cli.report import print_tournament
    from holdem_sim.cli.terminal import terminal_progress
    from holdem_sim.experiment.config import TournamentConfig, check_request
    from holdem_sim.records.manifest import read_manifest

    config = TournamentConfig.from_dict(read_manifest(Path(run))["config"])
    check_request(config.bots, threads)
    progress = terminal_progress(quiet)
    progress.prepare()
    from holdem_sim.experiment.run import resume as go_on

    print_tournament(go_on(run, hands=hands, threads=threads, progress=progress), hands or config.hands, as_json)


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
    return outcome if isinstance(outcome, int) else 0


def _fail(message: str, code: int) -> int:
    click.echo("error: " + " ".join(message.splitlines()), err=True)
    return code


if __name__ == "__main__":
    main()
