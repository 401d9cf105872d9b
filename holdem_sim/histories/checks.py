"""Can a recorded hand be dealt at all? What is wrong with it, in words."""

from __future__ import annotations

from collections.abc import Sequence

from holdem_sim.cards import check_distinct
from holdem_sim.contract.observation import SEATS
from holdem_sim.game.rules import ANTE_MODES, BETTING, MOST_CHIPS
from holdem_sim.histories.recorded import KINDS, STREETS, RecordedHand


def check_playable(hand: RecordedHand) -> None:
    """Raise ValueError with the first reason why ``hand`` cannot be dealt and posted as recorded.

    Whether its actions and results follow the rules is the replay's business.
    """
    seats = len(hand.stacks)
    if not 2 <= seats <= SEATS:
        raise ValueError(f"{seats} players: must be 2 to {SEATS}")
    if min(hand.stacks) < 1 or sum(hand.stacks) > MOST_CHIPS:
        raise ValueError(f"stacks {_listed(hand.stacks)}: each must be 1 or more, all together at most {MOST_CHIPS}")
    if hand.betting not in BETTING or hand.ante_mode not in ANTE_MODES:
        raise ValueError(f"betting {hand.betting!r}, ante mode {hand.ante_mode!r}: not known")
    if not (1 <= hand.big_blind <= MOST_CHIPS and 0 <= hand.small_blind <= hand.big_blind):
        raise ValueError(f"blinds {hand.small_blind}/{hand.big_blind}: must be chips, the small blind no higher")
    _check_posts(hand, seats)
    _check_seats(hand, seats)
    _check_cards(hand, seats)
    for number, action in enumerate(hand.actions, 1):
        if not (0 <= action.seat < seats and 0 <= action.to <= MOST_CHIPS):
            raise ValueError(f"action {number}: seat {action.seat} to {action.to}: no such seat or amount")
        if action.street not in STREETS or action.kind not in KINDS:
            raise ValueError(f"action {number}: {action.kind!r} on {action.street!r} is no action")
    _check_results(hand, seats)


def _check_posts(hand: RecordedHand, seats: int) -> None:
    for name, posts in (("blinds", hand.blinds), ("antes", hand.antes), ("dead", hand.dead)):
        if len(posts) != seats and (posts or name == "blinds"):
            raise ValueError(f"{len(posts)} {name} for {seats} players")
        if posts and min(posts) < 0:
            raise ValueError(f"{name} {_listed(posts)}: must be 0 or more")
    antes, dead = hand.antes or (0,) * seats, hand.dead or (0,) * seats
    for seat, (ante, blind, lost, stack) in enumerate(zip(antes, hand.blinds, dead, hand.stacks, strict=True)):
        if ante + blind + lost > stack:
            raise ValueError(f"seat {seat} posts {ante + blind + lost} of {stack} chips")


def _check_seats(hand: RecordedHand, seats: int) -> None:
    last = 0 if seats == 2 else seats - 1
    if hand.button is not None and hand.button != last:
        raise ValueError(f"button {hand.button}: with {seats} players it is seat {last}, or nobody's")
    for name, seat in (("big blind", hand.big_blind_seat), ("first to act", hand.first_to_act)):
        if seat is not None and not 0 <= seat < seats:
            raise ValueError(f"{name} {seat}: must be a seat, 0 to {seats - 1}")


def _check_cards(hand: RecordedHand, seats: int) -> None:
    if hand.hole_cards and len(hand.hole_cards) != seats:
        raise ValueError(f"{len(hand.hole_cards)} hole cards for {seats} players")
    if any(cards is not None and len(cards) != 2 for cards in hand.hole_cards):
        raise ValueError("hole cards: must be two a player, or unknown")
    if len(hand.board) not in (0, 3, 4, 5):
        raise ValueError(f"{len(hand.board)} board cards: must be 0, 3, 4 or 5")
    cards = [*hand.board, *[card for cards in hand.hole_cards if cards for card in cards]]
    if cards and not 0 <= min(cards) <= max(cards) < 52:
        raise ValueError("a card number is not 0 to 51")
    if len(set(cards)) != len(cards):
        check_distinct(cards)


def _check_results(hand: RecordedHand, seats: int) -> None:
    results = (hand.payoffs, hand.final_stacks, hand.payoffs_after_rake)
    for name, chips in zip(("payoffs", "final stacks", "payoffs after rake"), results, strict=True):
        if chips is not None and (len(chips) != seats or max(map(abs, chips)) > MOST_CHIPS):
            raise ValueError(f"{name} {_listed(chips)}: must be chips of {seats} players")
    for seat, back in (hand.returned or {}).items():
        if not (0 <= seat < seats and 0 <= back <= MOST_CHIPS):
            raise ValueError(f"{back} chips returned to seat {seat}: no such seat or amount")
    for number, pot in enumerate(hand.pots or (), 1):
        if not 0 <= pot.amount <= MOST_CHIPS or number > SEATS:
            raise ValueError(f"pot {number} of {pot.amount} chips: no such pot")
        for seat in (*pot.eligible, *pot.winners):
            if not 0 <= seat < seats:
                raise ValueError(f"pot {number}: no seat {seat}")
    if hand.payoffs_after_rake is not None and sum(hand.payoffs_after_rake) != -hand.rake:
        raise ValueError(f"payoffs after rake sum to {sum(hand.payoffs_after_rake)}, the rake is {hand.rake}")


def _listed(chips: Sequence[int]) -> str:
    return ", ".join(str(amount) if abs(amount) < 10**12 else "a huge number" for amount in chips[: SEATS + 1])
