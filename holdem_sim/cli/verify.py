"""``holdem-sim verify``: recorded hands held against the rules."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from holdem_sim.histories.verify import Summary


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE ...")
@click.option("--json", "as_json", is_flag=True, help="Print the JSON object alone.")
def verify(files: tuple[str, ...], as_json: bool) -> int:
    """Replay the recorded hands of each FILE by the rules and compare.

    Reads JSON Lines (.jsonl, .jsonl.gz), PHH (.phh, .phhs), PokerStars text (.txt) and ACPC logs (.log). Compared are
    who acts, call amounts, all-ins, returned bets, pots, winners and payoffs. Exit code 1 if any hand differs; a hand
    that cannot be read, or that the rules refuse, is reported and does not count as a difference.
    """
    from holdem_sim.histories.read import check_readable, stream_hands
    from holdem_sim.histories.verify import summary_of, verify_hands

    for file in files:
        check_readable(file)
    summary = summary_of(verify_hands(hand for file in files for hand in stream_hands(file)))
    if as_json:
        click.echo(json.dumps(summary.to_json()))
    else:
        _print(summary)
    return 1 if summary.differ else 0


def _print(summary: Summary) -> None:
    for title, verdicts in (("differs", summary.differ), ("refused", summary.refused)):
        for verdict in verdicts:
            where = ":".join(str(part) for part in (verdict.file, verdict.line) if part)
            click.echo(f"{title}  {where}  {verdict.id}  {verdict.reason}")
    if summary.tags:
        width = max(map(len, summary.tags))
        click.echo(f"{'tag':{width}}  {'agree':>9}  {'differ':>9}  {'refused':>9}")
        for tag, (agree, differ, refused) in sorted(summary.tags.items()):
            click.echo(f"{tag:{width}}  {agree:>9,}  {differ:>9,}  {refused:>9,}")
    for note, count in summary.notes.items():
        click.echo(f"{count:,} hands with {note}")
    click.echo(
        f"{summary.read:,} hands read: {summary.agree:,} agree, {len(summary.differ):,} differ, "
        f"{len(summary.refused):,} refused"
    )
