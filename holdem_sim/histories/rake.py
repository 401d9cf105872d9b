"""Payoffs after rake held against those before it: rooms take rake differently, but never from losers."""

from __future__ import annotations

from holdem_sim.histories.recorded import RecordedHand
from holdem_sim.histories.tally import split


def rake_fault(hand: RecordedHand) -> str:
    """What ``hand.payoffs_after_rake`` cannot be, in words; "" when nothing is wrong with it.

    The rules must have confirmed the pots and ``hand.payoffs``. How much each of several pots paid is the room's own;
    winners of a hand's only pot share what the rake leaves of it, equal but for an odd chip.
    """
    before, after, pots = hand.payoffs, hand.payoffs_after_rake, hand.pots
    if before is None or after is None or pots is None:
        return ""
    paid = [ours - left for ours, left in zip(before, after, strict=True)]
    winners = {seat for pot in pots for seat in pot.winners}
    for seat, rake in enumerate(paid):
        if rake < 0 or (rake and seat not in winners):
            most = "at most " if seat in winners else ""
            return f"payoff of seat {seat} after rake: {after[seat]} recorded, {most}{before[seat]} by the rules"
    if len(pots) == 1:
        left = {seat: share - paid[seat] for seat, share in split(pots[0], len(before)).items()}
        if max(left.values()) - min(left.values()) > 1:
            shares = ", ".join(f"seat {seat} {chips}" for seat, chips in sorted(left.items()))
            return f"the pot after rake is not shared equally: {shares}"
    return ""
