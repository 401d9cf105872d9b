"""Our texts through pokerkit, which nobody here wrote: the same hands, the same payoffs.

Where RULES.md (its last section) says that pokerkit 0.7.7 differs, a hand is not compared: ``divergence`` names the
reason. One more was found here: heads-up with equal blinds pokerkit lets the big blind act first.
"""

import warnings
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pokerkit
import pytest

from holdem_sim.game.rules import Rules
from holdem_sim.game.stepper import Hand
from holdem_sim.histories import phh, pokerstars
from holdem_sim.histories.from_play import from_play
from holdem_sim.histories.recorded import STREETS, RecordedHand
from holdem_sim.histories.tally import Tally, big_blind_seat, small_blind_seat
from tests.histories.random_play import play, random_rules


def divergence(hand: RecordedHand) -> str:
    """Why pokerkit may play ``hand`` differently, in the words of RULES.md; "" if it should not."""
    small, big = small_blind_seat(hand), big_blind_seat(hand)
    if hand.blinds[big] < hand.big_blind or (small is not None and hand.blinds[small] < hand.small_blind):
        return "lets a short big blind lower the price"
    if any(pot.amount % len(pot.winners) for pot in hand.pots or ()):
        return "gives all odd chips to the first winner"
    if len({pot.winners for pot in hand.pots or ()}) > 1 and any(len(pot.winners) > 1 for pot in hand.pots or ()):
        return "merges main and side pots before splitting"
    if len(hand.stacks) == 2 and hand.small_blind == hand.big_blind:
        return "lets the big blind act first heads-up with equal blinds"
    tally = Tally(hand.stacks, hand.blinds, hand.big_blind, hand.antes, hand.dead, hand.ante_mode)
    increment = hand.big_blind
    for action in hand.actions:
        while action.street != STREETS[tally.street]:
            tally.deal(tally.street + 1)
            increment = hand.big_blind
        rivals = tally.live - {action.seat}
        if not any(tally.behind[seat] for seat in rivals):
            return "asks a lone big blind when all others are all-in"
        if action.kind == "fold":
            tally.fold(action.seat)
        elif action.kind in ("check", "call"):
            tally.check_call(action.seat)
        else:
            if max(tally.bets[seat] + tally.behind[seat] for seat in rivals) <= tally.price:
                return "refuses raises that nobody can cover"
            grown = action.to - tally.price
            if hand.betting == "fixed-limit" and action.all_in:
                return "knows no half-bet rule"
            if grown < increment:
                return "counts the first short all-in of a round as a full raise"
            increment = max(increment, grown) if hand.betting != "fixed-limit" else increment
            tally.raise_to(action.seat, action.to)
    return ""


def last_state(history: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return list(history)[-1]


def canonical(row: Any) -> tuple[Any, ...]:
    """pokerkit's order of players as canonical seats."""
    return (row[1], row[0]) if len(row) == 2 else tuple(row)


def played(numbers: range) -> Iterator[RecordedHand]:
    """Hands without rake, which pokerkit's readers do not know; every second one with equal stacks."""
    for number in numbers:
        rules = random_rules(np.random.default_rng(number), rake=False)
        stack = {"stack": 60 * rules.big_blind} if number % 2 else {}
        yield play(number, rules, **stack)[0]


def compare_phh(numbers: range) -> Counter[str]:
    met: Counter[str] = Counter()
    for hand in played(numbers):
        reason = divergence(hand)
        met[reason or f"compared, {'heads-up' if len(hand.stacks) == 2 else 'more players'}"] += 1
        if not reason:
            text = phh.format_hand(hand).replace('variant = "PT"', 'variant = "NT"')
            state = last_state(pokerkit.HandHistory.loads(text))
            assert canonical(state.payoffs) == hand.payoffs, text
    return met


def test_phh_pays_the_same_in_pokerkit() -> None:
    met = compare_phh(range(350))
    assert met["compared, more players"] > 80
    assert met["compared, heads-up"] > 8


@pytest.mark.slow
def test_phh_pays_the_same_in_pokerkit_for_more_hands() -> None:
    compare_phh(range(10_000, 14_000))


@pytest.mark.parametrize(
    ("stacks", "small_blind", "reason"), [([30, 20, 3], 2, "short big blind"), ([20, 20], 5, "equal blinds")]
)
def test_what_we_step_over_does_differ(stacks: list[int], small_blind: int, reason: str) -> None:
    hand = Hand(Rules(small_blind=small_blind, big_blind=5), stacks=stacks, seed=1)
    actions = []
    while not hand.over:
        actions.append((hand.actor or 0, 0))
        hand.check_call()
    record = from_play(hand, 0, actions, id="1")
    assert reason in divergence(record)
    try:
        same = canonical(last_state(pokerkit.HandHistory.loads(phh.format_hand(record))).payoffs) == record.payoffs
    except ValueError:
        same = False
    assert not same


HEADS_UP = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 80]
actions = ["d dh p1 AhAd", "d dh p2 7c2d", "p2 cbr 6", "p1 cbr 20", "p2 f"]
players = ["big", "small"]
"""


def test_heads_up_the_button_is_player_two() -> None:
    (hand,) = [phh.parse_hand(HEADS_UP)]
    assert (hand.names, hand.stacks, hand.blinds) == (("small", "big"), (80, 100), (1, 2))
    assert (hand.button, hand.first_to_act, hand.payoffs) == (0, 0, (-6, 6))
    state = last_state(pokerkit.HandHistory.loads(HEADS_UP))
    assert canonical(state.payoffs) == hand.payoffs
    assert canonical(state.starting_stacks) == hand.stacks


def no_limit_without_antes(numbers: range) -> Iterator[RecordedHand]:
    for number in numbers:
        rng = np.random.default_rng(number)
        big = int(rng.choice([2, 5, 20]))
        yield play(number, Rules("no-limit", big // 2, big))[0]


def test_pokerstars_text_through_pokerkits_reader() -> None:
    read = pokerkit.notation.PokerStarsParser()
    compared = 0
    for hand in no_limit_without_antes(range(250)):
        if divergence(hand):
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its reader warns of a field that it makes up itself
            (history,) = read(pokerstars.format_hand(hand), error_status=True)
        state = last_state(history)
        assert canonical(history.players) == hand.names
        assert canonical(history.starting_stacks) == hand.stacks
        assert canonical(state.payoffs) == hand.payoffs, pokerstars.format_hand(hand)
        assert history.hand == int(hand.id)
        compared += 1
    assert compared > 60
