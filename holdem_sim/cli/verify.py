"""``holdem-sim verify``: recorded hands held against the rules."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from holdem_sim.histories.verify import Summary

_NOTES = {"open_fold": "agree with an open fold", "mucked": "agree with unknown cards that lost a showdown"}


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE ...")
@click.option("--json", "as_json", is_flag=True, help="Print the JSON object alone.")
@click.option("--quiet", is_flag=True, help="No progress.")
def verify(files: tuple[str, ...], as_json: bool, quiet: bool) -> int:
    """Replay the recorded hands of each FILE by the rules and compare.

    Reads JSON Lines (.jsonl, .jsonl.gz), PHH (.phh, .phhs), PokerStars text (.txt) and ACPC logs (.log). Compared are
    who acts, call amounts, all-ins, returned bets, pots, winners and payoffs. Exit code 1 if any hand differs; a hand
    that cannot be read, or that the rules refuse, is reported and does not count as a difference.
    """
    from holdem_sim._jit import JIT, PACKAGE, cache_folder
    from holdem_sim.histories.read import check_readable, stream_hands

    for file in files:
        check_readable(file)
    compiled = cache_folder(PACKAGE / "histories" / "replay.py").glob("**/replay.replay-*.nbi")
    if JIT and not quiet and not any(compiled):
        click.echo("compiling the replay for this machine (once, about 15 s) ...", err=True)
    from holdem_sim.histories.verify import summary_of, verify_hands

    summary = summary_of(verify_hands(hand for file in files for hand in stream_hands(file)))
    if as_json:
        click.echo(json.dumps(summary.to_json()))
    else:
        _print(summary)
    return 1 if summary.differ else 0


def _print(summary: Summary) -> None:
    for title, verdicts in (("differs", summary.differ), ("refused", summary.refused)):
        for verdict in verdicts:
            where = f"{verdict.file}:{verdict.line}"
            click.echo("  ".join(_printable(part) for part in (title, where, verdict.id, verdict.reason) if part))
    if summary.tags:
        width = max(map(len, summary.tags))
        click.echo(f"{'tag':{width}}  {'agree':>9}  {'differ':>9}  {'refused':>9}")
        for tag, (agree, differ, refused) in sorted(summary.tags.items()):
            click.echo(f"{_printable(tag):{width}}  {agree:>9,}  {differ:>9,}  {refused:>9,}")
    for note, count in summary.notes.items():
        click.echo(f"{_NOTES[note]}: {count:,}")
    differ, refused = len(summary.differ), len(summary.refused)
    click.echo(f"hands: {summary.read:,} read, {summary.agree:,} agree, {differ:,} differ, {refused:,} refused")


def _printable(text: str) -> str:
    """Files are other people's: nothing in them may steer the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
