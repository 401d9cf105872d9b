"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click


def options(*of: Callable[..., Any]) -> Callable[[Any], Any]:
    """One decorator of many."""

    def decorate(command: Any) -> Any:
        for option in reversed(of):
            command = option(command)
        return command

    return decorate


players_option = click.option("--players", type=int, default=4, show_default=True, help="Seats at the table, 2 to 10.")
chip_options = options(
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
table_options = options(players_option, chip_options)
seed_options = options(
    click.option("--seed", type=int, help="0 to 2^63-1; drawn and printed when not given."),
    click.option("--threads", type=int, help="Default: the processors of this machine."),
)
session_option = click.option(
    "--session", type=int, default=1, show_default=True, help="Hands of one match, for bots with memory."
)
run_options = options(
    seed_options,
    click.option(
        "--log",
        type=click.Choice(["hands", "summary"]),
        default="hands",
        show_default=True,
        help="Keep every hand, or the counts only.",
    ),
    click.option("--out", metavar="DIR", help="Run folder, new or empty. Default: results/<name>/<time>-<seed>."),
    click.option("--strict", is_flag=True, help="Stop at a bot's first fault."),
    click.option("--max-faults", type=int, metavar="N", help="A bot with more faults has forfeited and ranks last."),
)
output_options = options(
    click.option("--json", "as_json", is_flag=True, help="Print the JSON object alone."),
    click.option("--quiet", is_flag=True, help="No progress."),
)
