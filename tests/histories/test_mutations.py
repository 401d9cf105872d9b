"""One wrong number in a record is found, and the reason says which."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from holdem_sim.histories.recorded import RecordedAction, RecordedHand, RecordedPot
from holdem_sim.histories.verify import AGREES, DIFFERS, REFUSED, verify_hands
from tests.histories.sample import legal_hands

Rng = np.random.Generator
Mutation = Callable[[RecordedHand, Rng], tuple[RecordedHand, str] | None]


def _seat(hand: RecordedHand, rng: Rng) -> int:
    return int(rng.integers(len(hand.stacks)))


def _plus_one(chips: tuple[int, ...] | None, seat: int) -> tuple[int, ...]:
    assert chips is not None
    return tuple(amount + (place == seat) for place, amount in enumerate(chips))


def payoff(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str]:
    seat = _seat(hand, rng)
    assert hand.payoffs
    wrong, right = hand.payoffs[seat] + 1, hand.payoffs[seat]
    text = f"payoff of seat {seat}: {wrong} recorded, {right} by the rules"
    return replace(hand, payoffs=_plus_one(hand.payoffs, seat)), re.escape(text)


def payoff_after_rake(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str] | None:
    """A chip of a loser's goes to a winner."""
    if hand.payoffs is None or hand.payoffs_after_rake is None:
        return None
    winners = {seat for pot in hand.pots or () for seat in pot.winners}
    from_seat = next(seat for seat in range(len(hand.stacks)) if seat not in winners)
    net = list(_plus_one(hand.payoffs_after_rake, min(winners)))
    net[from_seat] -= 1
    text = f"payoff of seat {min(winners)} after rake|payoff of seat {from_seat} after rake: {net[from_seat]} recorded,"
    return replace(hand, payoffs_after_rake=tuple(net)), text


def final_stack(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str]:
    seat = _seat(hand, rng)
    return replace(hand, final_stacks=_plus_one(hand.final_stacks, seat)), f"final stack of seat {seat}:"


def returned(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str]:
    seat = _seat(hand, rng)
    back = dict(hand.returned or {})
    right = back.get(seat, 0)
    back[seat] = right + 1
    return replace(hand, returned=back), f"returned to seat {seat}: {right + 1} recorded, {right} by the rules"


def _with_pot(hand: RecordedHand, at: int, **changes: Any) -> RecordedHand:
    pots = list(hand.pots or ())
    pots[at] = replace(pots[at], **changes)
    return replace(hand, pots=tuple(pots))


def _some_pot(hand: RecordedHand, rng: Rng) -> tuple[int, RecordedPot]:
    assert hand.pots
    at = int(rng.integers(len(hand.pots)))
    return at, hand.pots[at]


def pot_amount(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str]:
    at, pot = _some_pot(hand, rng)
    text = f"pot {at + 1}: {pot.amount + 1} recorded, {pot.amount} by the rules"
    return _with_pot(hand, at, amount=pot.amount + 1), text


def pot_eligible(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str] | None:
    at, pot = _some_pot(hand, rng)
    others = [seat for seat in range(len(hand.stacks)) if seat not in pot.eligible]
    if not others:
        return None
    return _with_pot(hand, at, eligible=(*pot.eligible, others[0])), f"pot {at + 1}: contested by seats? "


def pot_winners(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str] | None:
    at, pot = _some_pot(hand, rng)
    others = [seat for seat in pot.eligible if seat not in pot.winners]
    if not others:
        return None
    text = f"pot {at + 1}: won by seat {others[0]} as recorded, by seats? {' and '.join(map(str, pot.winners))} by"
    return _with_pot(hand, at, winners=(others[0],)), text


def a_pot_too_many(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str]:
    pots = hand.pots or ()
    return replace(hand, pots=(*pots, pots[-1])), f"pots: {len(pots) + 1} recorded, {len(pots)} by the rules"


def _with_action(hand: RecordedHand, at: int, **changes: Any) -> RecordedHand:
    actions = list(hand.actions)
    actions[at] = replace(actions[at], **changes)
    return replace(hand, actions=tuple(actions))


def _some_action(hand: RecordedHand, rng: Rng) -> tuple[int, RecordedAction]:
    at = int(rng.integers(len(hand.actions)))
    return at, hand.actions[at]


def actor(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str]:
    at, action = _some_action(hand, rng)
    wrong = (action.seat + 1) % len(hand.stacks)
    text = (
        rf"action {at + 1} \({action.street}, seat {wrong}\): seat {wrong} acts, it is the turn of seat {action.seat}"
    )
    return _with_action(hand, at, seat=wrong), text


def first_to_act(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str] | None:
    if max(hand.blinds) > hand.big_blind:  # after a straddle the record decides
        return None
    wrong = (hand.actions[0].seat + 1) % len(hand.stacks)
    return replace(hand, first_to_act=wrong), f"first to act: seat {wrong} recorded, seat {hand.first_to_act} by"


def amount(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str] | None:
    at, action = _some_action(hand, rng)
    if action.kind in ("bet", "raise"):
        return None
    text = rf"action {at + 1} \({action.street}, .*: {action.kind} to {action.to + 1}, by the rules to {action.to}"
    return _with_action(hand, at, to=action.to + 1), text


def street(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str]:
    at, action = _some_action(hand, rng)
    wrong = "turn" if action.street == "preflop" else "preflop"
    text = rf"action {at + 1} \({wrong}, .*: recorded on the {wrong}, the betting is on the {action.street}"
    return _with_action(hand, at, street=wrong), text


def all_in(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str]:
    at, action = _some_action(hand, rng)
    said = "not all-in" if action.all_in else "all-in"
    return _with_action(hand, at, all_in=not action.all_in), rf"action {at + 1} .*: recorded as {said}, by the rules "


def a_check_for_a_call(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str] | None:
    calls = [at for at, action in enumerate(hand.actions) if action.kind == "call"]
    if not calls:
        return None
    return _with_action(hand, calls[0], kind="check"), rf"action {calls[0] + 1} .*: a check, but there is \d+ to call"


def a_call_for_a_check(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str] | None:
    checks = [at for at, action in enumerate(hand.actions) if action.kind == "check"]
    if not checks:
        return None
    return _with_action(hand, checks[0], kind="call"), rf"action {checks[0] + 1} .*: a call, but there is nothing to"


def a_bet_called_a_raise(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str] | None:
    found = [(at, action.kind) for at, action in enumerate(hand.actions) if action.kind in ("bet", "raise")]
    if not found:
        return None
    at, kind = found[0]
    wrong, text = ("raise", "a raise, but nobody") if kind == "bet" else ("bet", r"a bet, but there is a bet of \d+")
    return _with_action(hand, at, kind=wrong), rf"action {at + 1} .*: {text}"


def last_action_lost(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str]:
    left = len(hand.actions) - 1
    text = f"the record ends after action {left}, seat {hand.actions[-1].seat} is still to act"
    return replace(hand, actions=hand.actions[:-1]), text


def an_action_too_many(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str]:
    text = rf"action {len(hand.actions) + 1} .*: seat \d acts, but the betting is over"
    return replace(hand, actions=(*hand.actions, hand.actions[-1])), text


def board(hand: RecordedHand, rng: Rng) -> tuple[RecordedHand, str]:
    used = {*hand.board, *[card for cards in hand.hole_cards if cards for card in cards]}
    free = [card for card in range(52) if card not in used]
    wrong = hand.board[:-1] if len(hand.board) > 3 else hand.board + tuple(free[: 3 - len(hand.board) or 1])
    return replace(hand, board=wrong), f"board: {len(wrong)} cards recorded, {len(hand.board)} by the rules"


MUTATIONS: tuple[Mutation, ...] = (
    payoff,
    payoff_after_rake,
    final_stack,
    returned,
    pot_amount,
    pot_eligible,
    pot_winners,
    a_pot_too_many,
    actor,
    first_to_act,
    amount,
    street,
    all_in,
    a_check_for_a_call,
    a_call_for_a_check,
    a_bet_called_a_raise,
    last_action_lost,
    an_action_too_many,
    board,
)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: str(mutation.__name__))
def test_a_wrong_number_is_found_and_named(mutation: Mutation) -> None:
    rng = np.random.default_rng(7)
    found = [(hand, mutation(hand, rng)) for hand in legal_hands()]
    changed = [(hand, *change) for hand, change in found if change is not None]
    assert len(changed) > 50
    verdicts = verify_hands([wrong for _, wrong, _ in changed])
    for (hand, _, text), verdict in zip(changed, verdicts, strict=True):
        assert verdict.outcome == DIFFERS, (hand.id, text)
        assert re.search(text, verdict.reason), (hand.id, verdict.reason, text)
        assert (verdict.id, verdict.file, verdict.line) == (hand.id, hand.file, hand.line)


def test_a_pot_shared_unequally_after_rake_is_found() -> None:
    found = 0
    for hand in legal_hands():
        pots = hand.pots or ()
        if hand.payoffs_after_rake is None or len(pots) > 1 or len(pots[0].winners) < 2:
            continue
        poor, rich = pots[0].winners[:2]
        (as_recorded,) = verify_hands([hand])
        assert as_recorded.outcome == AGREES
        net = list(hand.payoffs_after_rake)
        net[poor], net[rich] = net[poor] - 3, net[rich] + 3
        (verdict,) = verify_hands([replace(hand, payoffs_after_rake=tuple(net))])
        assert verdict.outcome == DIFFERS
        assert re.search("after rake: .* at most|after rake is not shared equally", verdict.reason)
        found += 1
    assert found > 5


def _other_raises(hand: RecordedHand) -> Iterator[tuple[int, RecordedHand]]:
    """Of the last raise of each street: one before it may be another and the hand still make sense."""
    last = {action.street: at for at, action in enumerate(hand.actions) if action.kind in ("bet", "raise")}
    for at, action in enumerate(hand.actions):
        if at in last.values():
            for to in (action.to + 1, action.to - 1, action.to * 3, hand.stacks[action.seat] * 2):
                yield at, _with_action(hand, at, to=to)


def test_another_raise_never_agrees() -> None:
    """It is below the minimum (refused), above the maximum, or the rest of the hand no longer fits."""
    changed = [found for hand in legal_hands() for found in _other_raises(hand)]
    verdicts = list(verify_hands([hand for _, hand in changed]))
    assert len(verdicts) > 1000
    for verdict in verdicts:
        assert verdict.outcome != AGREES
        assert verdict.outcome == DIFFERS or "below the minimum" in verdict.reason
    seen = " ".join(verdict.reason for verdict in verdicts)
    assert "above the maximum" in seen
    assert "may not raise" not in seen
    assert {verdict.outcome for verdict in verdicts} == {DIFFERS, REFUSED}
