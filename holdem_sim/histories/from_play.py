"""A hand that was played here, as a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from holdem_sim.cards import parse_cards
from holdem_sim.contract.action import CHECK_CALL, FOLD
from holdem_sim.game.stepper import Hand
from holdem_sim.histories.recorded import RecordedHand, RecordedPot
from holdem_sim.histories.tally import BOARD_CARDS, Hole, Tally, big_blind_by_posts


def from_play(
    hand: Hand,
    button: int,
    actions: Sequence[tuple[int, int]],
    *,
    id: str = "",
    names: Sequence[str] = (),
    unit: str = "chips",
    tags: Sequence[str] = (),
    extra: Mapping[str, object] | None = None,
) -> RecordedHand:
    """The record of a finished ``hand``, its seats in the order of RecordedHand.

    ``button`` is the seat of ``hand`` that had it; ``actions`` are (seat, action) in order, actions as bots say them
    (FOLD, CHECK_CALL or a raise-to amount); ``names`` one a seat of ``hand``. Seats without chips are left out;
    ``extra["seats"]`` tells the places of the others, counted from 1, and ``extra["button_seat"]`` that of a dead
    button. ``big_blind_seat`` is told where the posts do not tell it. Raises ValueError when the hand is not over
    or ``actions`` are not those that led to its end.
    """
    if not hand.over:
        raise ValueError("the hand is not over")
    start = [stack - payoff for stack, payoff in zip(hand.stacks, hand.payoffs, strict=True)]
    clockwise = [(button + 1 + i) % len(start) for i in range(len(start))]
    order = [seat for seat in clockwise if start[seat] > 0]
    if len(order) == 2:
        order.reverse()
    place = {seat: i for i, seat in enumerate(order)}
    stacks = tuple(start[seat] for seat in order)
    rules, posts = hand.rules, hand.posts
    antes, blinds, dead = (tuple(row[seat] for seat in order) for row in (posts.antes, posts.blinds, posts.dead))
    if rules.ante_mode == "big_blind":
        antes, dead = dead, antes
    tally = Tally(stacks, blinds, rules.big_blind, antes, dead, rules.ante_mode)
    for seat, action in actions:
        while tally.over and tally.street < 3:
            tally.deal(tally.street + 1)
        if action == FOLD:
            tally.fold(place[seat])
        elif action == CHECK_CALL:
            tally.check_call(place[seat])
        else:
            tally.raise_to(place[seat], action)
    board = tuple(parse_cards(hand.board))
    while BOARD_CARDS[tally.street] < len(board):
        tally.deal(tally.street + 1)
    tally.end(len(board))
    returned = {place[seat]: chips for seat, chips in enumerate(hand.returned) if chips}
    layers = tally.layers(returned)
    pots = tuple(
        RecordedPot(amount, contestants, tuple(sorted(place[seat] for seat in pot.winners)))
        for (amount, contestants), pot in zip(layers, hand.pots, strict=True)
    )
    dead_button = {} if button in place else {"button_seat": button + 1}
    record = RecordedHand(
        id=id,
        betting=rules.betting,
        small_blind=rules.small_blind,
        big_blind=rules.big_blind,
        stacks=stacks,
        blinds=blinds,
        actions=tuple(tally.actions),
        button=place.get(button),
        antes=antes,
        ante_mode=rules.ante_mode,
        dead=dead,
        hole_cards=tuple(_hole(hand.hole_cards[seat]) for seat in order),
        board=board,
        first_to_act=tally.first_to_act,
        payoffs=tally.payoffs(pots, returned),
        payoffs_after_rake=tuple(hand.payoffs[seat] for seat in order) if hand.rake else None,
        rake=hand.rake,
        returned=returned,
        pots=pots,
        shown=tuple(seat in hand.shown for seat in order),
        names=tuple(names[seat] for seat in order) if names else (),
        unit=unit,
        tags=tuple(tags),
        extra={"seats": tuple(seat + 1 for seat in order), **dead_button, **(extra or {})},
    )
    big = place[posts.big_blind_seat]
    return record if big == big_blind_by_posts(record) else replace(record, big_blind_seat=big)


def _hole(text: str | None) -> Hole:
    if text is None:
        return None
    first, second = parse_cards(text)
    return first, second
