"""``holdem-sim show`` and ``holdem-sim export``: hands of a run, to look at and for other programs."""

from __future__ import annotations

import json
import sys

import click

_FORMATS = click.Choice(["text", "phh", "pokerstars", "acpc"])


@click.command()
@click.argument("run", metavar="RUN")
@click.argument("hand", metavar="HAND")
@click.option("--format", type=_FORMATS, default="text", show_default=True, help="For people, or a hand history.")
@click.option("--json", "as_json", is_flag=True, help="Print the JSON object alone.")
@click.option("--quiet", is_flag=True, help="No progress.")
def show(run: str, hand: str, format: str, as_json: bool, quiet: bool) -> None:
    """Replay a HAND of the run in folder RUN from its seed and print it.

    HAND is its number in the run, from 0, in the order of the hand log (the number that exported hands have; the 18
    digits of PokerStars text do as well), or MATCH:HAND, both from 0, like the log's columns match and hand. Where
    several tables played that hand it is MATCH:HAND:TABLE. It is held against the log, if the run kept one: a
    difference (a bot's file has changed, say) is an error. Runs with --log summary can be shown as well.

    Bots keep their names where the format can hold them; see `holdem-sim export --help`.
    """
    from pathlib import Path

    from holdem_sim.cli.terminal import terminal_progress
    from holdem_sim.records.manifest import read_manifest

    read_manifest(Path(run))
    terminal_progress(quiet).prepare()
    from holdem_sim.experiment.export import show as replayed

    seen, text = replayed(run, hand, format, symbols=_has_symbols())
    if as_json:
        found = {"hand": seen.number, "match": seen.row["match"], "hand_of_match": seen.row["hand"]}
        if "table" in seen.row:
            found["table"] = seen.row["table"]
        click.echo(json.dumps({**found, "format": format, "text": text}))
    else:
        click.echo(text.encode(_encoding() if format == "text" else "utf-8", "replace"), nl=False)


@click.command()
@click.argument("run", metavar="RUN")
@click.option("--format", type=_FORMATS, required=True, help="text cannot be read back; the others can.")
@click.option("--hands", default=":", metavar="A:B", help="Hands A to B - 1 by number, from 0; 100: and :100 too.")
@click.option("--where", multiple=True, metavar="KEY=VALUE", help="Only hands as asked; given again, all must hold.")
@click.option("--out", metavar="FILE", help="A new file. Default: standard output.")
@click.option("--json", "as_json", is_flag=True, help="Print the JSON object alone (with --out).")
@click.option("--quiet", is_flag=True, help="No progress.")
def export(
    run: str, format: str, hands: str, where: tuple[str, ...], out: str | None, as_json: bool, quiet: bool
) -> None:
    """Write hands of the run in folder RUN as hand histories.

    They come from the hand log; with --log summary they are replayed from the seed. Each has its number in the run
    as its id, so that `holdem-sim show RUN ID` shows it. In PokerStars text nine digits that stand for the run come
    before it, since trackers want numbers that no other run has; freezeouts have such numbers too, and a second
    passes from hand to hand, from the start of the run on.

    \b
    --where takes, and of several all must hold:
      bot=hard              that bot was dealt in; of several each, at one table
      position=BTN          (of that bot, or one of them)
      payoff>100            net chips (of that bot, in that position)
      street=river          the last street dealt: preflop, flop, turn, river
      showdown=yes          or no
      pot>=400              chips in all pots, before rake
    payoff and pot are compared with = != < <= > >=, the others with = alone.

    Players are called as their bots; a bot that sits twice at a table is easy#1 and easy#2 there, by seat, and with
    several tables everybody has the number of his entry, like easy#17. What a
    format cannot hold in a name becomes _ (":" and "|" in ACPC, brackets and ": " in PokerStars text), and names that
    would be the same then get ~2. An ACPC log holds no antes, no rake, no pot limit
    and no dead button or blind.
    """
    from pathlib import Path

    from holdem_sim.cli.terminal import terminal_progress
    from holdem_sim.errors import InputError
    from holdem_sim.records.manifest import read_manifest

    if as_json and out is None:
        raise InputError("--json: give --out too; otherwise the hands themselves go to standard output")
    read_manifest(Path(run))
    progress = terminal_progress(quiet)
    progress.prepare()
    from holdem_sim.experiment.export import Export

    chosen = Export(run, format, hands=hands, where=where)
    for label, name in chosen.renamed.items():
        progress.note(f"bot {label} is called {name}")
    if out is None:
        for text in chosen.texts(progress):
            click.echo(text.encode(), nl=False)  # the bytes that a file would hold, whatever the terminal
        return
    chosen.write(Path(out), progress)
    if as_json:
        found = {"hands": chosen.count, "format": format, "file": out, "renamed": chosen.renamed}
        click.echo(json.dumps(found))
    else:
        click.echo(f"{chosen.count:,} hands in {out}")


def _encoding() -> str:
    return sys.stdout.encoding or "ascii"


def _has_symbols() -> bool:
    """Can standard output hold the suits' symbols?"""
    try:
        "♠♥♦♣".encode(_encoding())
    except UnicodeEncodeError:
        return False
    return True
