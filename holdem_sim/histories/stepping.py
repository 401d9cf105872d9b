"""A recorded hand on the stepper's table, to walk through it action by action."""

from __future__ import annotations

from holdem_sim.game.rules import Rules
from holdem_sim.game.stepper import Hand
from holdem_sim.histories.checks import check_playable
from holdem_sim.histories.posts import posts_of
from holdem_sim.histories.recorded import RecordedHand


def replay_hand(recorded: RecordedHand, actions: int | None = None) -> Hand:
    """The ``Hand`` after the first ``actions`` recorded actions (None: all of them); go on with it as you like.

    Posts and known cards are those of the record. A seat whose cards are unknown gets any, and loses a showdown.
    Raises ValueError if the record cannot be dealt, or an action that the rules do not allow is reached.
    """
    check_playable(recorded)
    cards = recorded.hole_cards or (None,) * len(recorded.stacks)
    hand = Hand(
        Rules(recorded.betting, small_blind=max(1, recorded.small_blind), big_blind=recorded.big_blind),
        stacks=recorded.stacks,
        hole_cards=cards,
        board=recorded.board,
        posts=posts_of(recorded),
        mucked=[seat for seat, known in enumerate(cards) if known is None],
        open_folds=True,
    )
    for number, action in enumerate(recorded.actions[:actions], 1):
        if action.seat != hand.actor:
            turn = "the hand is over" if hand.over else f"it is the turn of seat {hand.actor}"
            raise ValueError(f"action {number}: seat {action.seat} acts, but {turn}")
        if action.kind == "fold":
            hand.fold()
        elif action.kind in ("check", "call"):
            hand.check_call()
        else:
            hand.raise_to(action.to)
    return hand
