"""Findings of the replay as sentences. Actions and pots count from 1, seats from 0."""

from __future__ import annotations

from holdem_sim.histories import replay as code
from holdem_sim.histories.recorded import RecordedHand

_STREETS = ("preflop", "flop", "turn", "river", "over")

_OF_ACTIONS = {
    code.BELOW_MINIMUM: "{kind} to {recorded}: below the minimum, {ours}",
    code.STREET: "recorded on the {recorded_street}, the betting is on the {ours_street}",
    code.ACTOR: "seat {recorded} acts, it is the turn of seat {ours}",
    code.CHECK_OWES: "a check, but there is {ours} to call",
    code.CALL_OF_NOTHING: "a call, but there is nothing to call",
    code.BET_OVER_BET: "a bet, but there is a bet of {ours} to call or raise",
    code.RAISE_OF_NOTHING: "a raise, but nobody has bet",
    code.NO_RAISE_ALLOWED: "{kind} to {recorded}: the seat may not raise now",
    code.NOT_ABOVE: "{kind} to {recorded}: not above the bet of {ours}",
    code.ABOVE_MAXIMUM: "{kind} to {recorded}: above the maximum, {ours}",
    code.AMOUNT: "{kind} to {recorded}, by the rules to {ours}",
    code.ALL_IN: "recorded as {recorded_all_in}, by the rules {ours_all_in}",
    code.ACTIONS_LEFT: "seat {recorded} acts, but the betting is over",
}

_OF_RESULTS = {
    code.ACTIONS_MISSING: "the record ends after action {at}, seat {ours} is still to act",
    code.FIRST_TO_ACT: "first to act: seat {recorded} recorded, seat {ours} by the rules",
    code.BOARD: "board: {recorded} cards recorded, {ours} by the rules",
    code.CARDS_UNKNOWN: "pot {number}: nobody who contests it has known cards",
    code.RETURNED: "returned to seat {at}: {recorded} recorded, {ours} by the rules",
    code.POT_COUNT: "pots: {recorded} recorded, {ours} by the rules",
    code.POT_AMOUNT: "pot {number}: {recorded} recorded, {ours} by the rules",
    code.POT_ELIGIBLE: "pot {number}: contested by {recorded_seats} as recorded, by {ours_seats} by the rules",
    code.POT_WINNERS: "pot {number}: won by {recorded_seats} as recorded, by {ours_seats} by the rules",
    code.PAYOFF: "payoff of seat {at}: {recorded} recorded, {ours} by the rules",
    code.FINAL_STACK: "final stack of seat {at}: {recorded} recorded, {ours} by the rules",
}


def in_words(hand: RecordedHand, found: int, at: int, recorded: int, ours: int) -> str:
    """What the finding ``found`` (not AGREES) says of ``hand``."""
    if found in _OF_RESULTS:
        return _OF_RESULTS[found].format(
            at=at,
            number=at + 1,
            recorded=recorded,
            ours=ours,
            recorded_seats=_seats(recorded),
            ours_seats=_seats(ours),
        )
    action = hand.actions[at]
    said = _OF_ACTIONS[found].format(
        kind=action.kind,
        recorded=recorded,
        ours=ours,
        recorded_street=_street(recorded),
        ours_street=_street(ours),
        recorded_all_in=_all_in(recorded),
        ours_all_in=_all_in(ours),
    )
    return f"action {at + 1} ({action.street}, seat {action.seat}): {said}"


def _street(number: int) -> str:
    return _STREETS[number] if 0 <= number < len(_STREETS) else ""


def _all_in(yes: int) -> str:
    return "all-in" if yes else "not all-in"


def _seats(mask: int) -> str:
    seats = [str(seat) for seat in range(10) if mask >> seat & 1]
    return ("seat " if len(seats) == 1 else "seats ") + " and ".join(seats) if seats else "nobody"
