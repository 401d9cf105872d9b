"""What a recorded hand began with."""

from __future__ import annotations

from holdem_sim.game.posting import Posts
from holdem_sim.histories.recorded import RecordedHand
from holdem_sim.histories.tally import big_blind_seat


def posts_of(hand: RecordedHand) -> Posts:
    """The posts of ``hand``; a big blind's ante is dead money (RULES.md, Forced bets).

    The rules say who acts first, but for straddled pots, where rooms differ: there the record does.
    """
    antes, dead = hand.antes, hand.dead
    if hand.ante_mode == "big_blind" and antes:
        antes, dead = (), tuple(map(sum, zip(hand.antes, hand.dead or (0,) * len(hand.antes), strict=True)))
    straddled = max(hand.blinds) > hand.big_blind
    button = -1 if hand.button is None else hand.button
    return Posts(hand.blinds, big_blind_seat(hand), button, antes, dead, hand.first_to_act if straddled else None)
