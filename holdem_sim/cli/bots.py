"""``holdem-sim bots``: the list; ``show``, ``new`` and ``check``."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from holdem_sim.testing.kit import CheckResult

STYLE_HANDS = 6_000

json_option = click.option("--json", "as_json", is_flag=True, help="Print the JSON object alone.")


@click.group(invoke_without_command=True)
@json_option
@click.pass_context
def bots(context: click.Context, as_json: bool) -> None:
    """List the built-in bots; show, write or check one."""
    if context.invoked_subcommand is not None:
        return
    from holdem_sim.players.load import bot_names, bot_summary

    listed = {name: bot_summary(name) for name in bot_names()}
    if as_json:
        click.echo(json.dumps({"bots": [{"bot": name, "summary": text} for name, text in listed.items()]}))
        return
    width = max(map(len, listed))
    for name, text in listed.items():
        click.echo(f"{name:{width}}  {text}")


@bots.command()
@click.argument("bot", metavar="BOT")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the hands that its style is measured on.")
@json_option
def show(bot: str, seed: int, as_json: bool) -> None:
    """Print the page of BOT: idea, source, known weakness, parameters, and how it plays."""
    from holdem_sim.errors import InputError
    from holdem_sim.players.load import load_entrants, locate
    from holdem_sim.players.page import parse_page

    if not 0 <= seed < 2**63:
        raise InputError(f"seed {seed}: must be from 0 to 2^63 - 1")
    locate(bot)
    _say_that_it_compiles(quiet=False)
    (entrant,) = load_entrants([bot])
    page = parse_page(entrant.bot.doc)
    from holdem_sim.testing.style import HANDS_OF_A_MATCH, REFERENCE, SEATS, measure_style

    style = measure_style(entrant, hands=STYLE_HANDS, seed=seed)
    parameters = [
        {
            "name": p.name,
            "value": entrant.settings[0][p.name].item(),
            "default": p.default,
            "low": p.low,
            "high": p.high,
            "meaning": p.meaning,
        }
        for p in entrant.bot.parameters
    ]
    declared = {
        "form": entrant.bot.form,
        "stochastic": entrant.bot.stochastic,
        "memory": entrant.bot.memory is not None,
    }
    if as_json:
        sections = {name.lower().replace(" ", "_"): text for name, text in page.sections.items()}
        shown = {"bot": entrant.label, "summary": page.summary, **sections, **declared, "parameters": parameters}
        click.echo(json.dumps({**shown, "style": {**vars(style), "seed": seed, "against": REFERENCE}}))
        return
    click.echo(f"{entrant.label}: {page.summary}\n")
    for name, text in page.sections.items():
        click.echo(_wrapped(name, text or "not said"))
    traits = [
        f"{entrant.bot.form} bot",
        "its actions depend on chance" if entrant.bot.stochastic else "no chance in it",
    ]
    traits.append("remembers within a match" if entrant.bot.memory is not None else "no memory")
    click.echo(_wrapped("Form", ", ".join(traits)))
    for p in parameters:
        unlike = "" if p["value"] == p["default"] else f", here {p['value']}"
        click.echo(_wrapped(p["name"], f"{p['low']} to {p['high']}, default {p['default']}{unlike}: {p['meaning']}"))
    click.echo(_wrapped("Parameters", "none") if not parameters else "", nl=not parameters)
    numbers = f"VPIP {_number(style.vpip)} %, PFR {_number(style.pfr)} %, AF {_number(style.af, 2)}"
    measured = f"over {style.hands:,} hands dealt to it, {SEATS}-handed with {', '.join(REFERENCE)}, 100 bb each"
    click.echo(_wrapped("Style", f"{numbers} {measured}, matches of {HANDS_OF_A_MATCH} hands, seed {seed}"))


@bots.command()
@click.argument("name", metavar="NAME")
@click.option("--form", type=click.Choice(["kernel", "batch", "python"]), required=True, help="How it is written.")
@click.option("--dir", "folder", default=".", show_default=True, metavar="DIR", help="Folder of the new file.")
@json_option
def new(name: str, form: str, folder: str, as_json: bool) -> None:
    """Write NAME.py, a small bot that passes `bots check`, to be changed into yours."""
    from holdem_sim.testing.new import new_bot

    path = new_bot(name, form, folder)
    if as_json:
        click.echo(json.dumps({"file": str(path), "form": form}))
        return
    spec = str(path) if len(path.parts) > 1 else f"./{path}"
    click.echo(f"wrote {path}")
    click.echo(f"check it: holdem-sim bots check {spec}")
    click.echo(f"let it play: holdem-sim tournament {spec} easy medium hard")


@bots.command()
@click.argument("bot", metavar="BOT")
@click.option("--only", multiple=True, metavar="CHECK", help="This check alone; may be given again.")
@click.option("--case", type=int, help="This case alone, as a failure names it.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the random hands, 0 to 2^63-1.")
@click.option("--golden", metavar="FILE", help="Its golden actions. Built-in bots: tests/golden/NAME.json.")
@click.option("--update-golden", is_flag=True, help="Write the golden file instead of comparing.")
@click.option("--limit", type=float, default=20.0, show_default=True, help="Seconds for one decision.")
@json_option
@click.option("--quiet", is_flag=True, help="No progress.")
def check(bot: str, as_json: bool, quiet: bool, **options: Any) -> None:
    """Check that BOT keeps every promise of the contract, in processes of its own. Exit code 0 if it does, else 1."""
    from holdem_sim.players.load import locate

    locate(bot)
    _say_that_it_compiles(quiet)
    from holdem_sim.testing.kit import FAILED, PROMISES, check_bot

    started = time.monotonic()
    results = check_bot(bot, **options)
    seconds = time.monotonic() - started
    failed = [result for result in results if result.status == FAILED]
    if as_json:
        checks = [result.to_json() for result in results]
        shown = {"bot": bot, "seed": options["seed"], "passed": not failed, "checks": checks}
        click.echo(json.dumps({**shown, "seconds": round(seconds, 3)}))
    else:
        for result in results:
            _print_result(result, PROMISES[result.check])
        verdict = f"{len(failed)} of {len(results)} checks failed" if failed else "conforms"
        click.echo(f"{bot}: {verdict}, in {seconds:.1f} s, seed {options['seed']}")
    click.get_current_context().exit(1 if failed else 0)


def _print_result(result: CheckResult, promise: str) -> None:
    if result.status == "not run" and not result.message:
        return
    click.echo(f"{result.status:8} {result.check:12} {result.message or promise}")
    for text in (result.observation, f"again: {result.replay}" if result.replay else ""):
        if text:
            click.echo(f"{'':21} {text}")


def _say_that_it_compiles(quiet: bool) -> None:
    """Say so when the hand loop will be compiled, which takes long."""
    from holdem_sim._jit import JIT, PACKAGE, cache_folder

    if (
        not quiet
        and JIT
        and not list(cache_folder(PACKAGE / "simulate" / "batch.py").glob("**/batch._take_answers-*.nbi"))
    ):
        click.echo("compiling the hand loop for this machine (once, about 20 s) ...", err=True)


def _wrapped(name: str, text: str) -> str:
    return click.wrap_text(text, 110, f"{name:15}", " " * 15)


def _number(value: float | None, digits: int = 1) -> str:
    return "-" if value is None else f"{value:.{digits}f}"
