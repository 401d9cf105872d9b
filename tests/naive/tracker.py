"""The slow twin of ``holdem_sim.analysis.tracker``: definitions read one by one from the decisions of a hand.

The hand is played again by ``tests.naive.rules``; then each statistic is a search in the list of decisions.
"""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.naive.rules import CALL, FOLD, NaiveHand

DECK = list(range(52))


@dataclass(frozen=True)
class Decision:
    seat: int
    street: int
    kind: str  # f, k, c or r
    may_raise: bool


@dataclass(frozen=True)
class NaiveTrack:
    """For each seat dealt in: what it counts, and the street it reached (4: showdown)."""

    counts: dict[int, Counter[str]]
    reached: dict[int, int]


def decisions_of(hand: NaiveHand, text: str) -> list[Decision]:
    """Plays the actions of the log's ``text``."""
    found = []
    for street, part in enumerate(text.split("/")):
        for kind, amount in re.findall(r"([fkcr])(\d*)", part):
            assert hand.actor is not None
            assert hand.street == street
            found.append(Decision(hand.actor, street, kind, hand.max_raise_to is not None))
            hand.act({"f": FOLD, "k": CALL, "c": CALL}.get(kind) if kind != "r" else int(amount))  # type: ignore[arg-type]
    assert hand.over
    return found


def track(stacks: list[int], button: int, text: str, payoffs: list[int], **rules: Any) -> NaiveTrack:
    """What one hand adds to the counts of each seat."""
    hand = NaiveHand(stacks, button, DECK, **rules)
    acts = decisions_of(hand, text)
    showdown = len(hand.live) > 1
    folded_at = {act.seat: act.street for act in acts if act.kind == "f"}
    last = max((act.street for act in acts), default=0)
    flop_was_dealt = last > 0 or showdown
    counts, reached = {}, {}
    for seat in hand.dealt:
        own = [act for act in acts if act.seat == seat]
        counts[seat] = _before_flop(acts, seat) + _on_flop(acts, seat)
        counts[seat]["hands"] = 1
        late = Counter(act.kind for act in own if act.street > 0)
        counts[seat] += Counter(aggressive=late["r"], calls=late["c"], folds=late["f"])
        reached[seat] = folded_at.get(seat, 4 if showdown else last)
        saw = flop_was_dealt and folded_at.get(seat, 1) > 0
        there = reached[seat] == 4
        counts[seat] += Counter(saw_flop=saw, showdown=there, won_showdown=there and payoffs[seat] > 0)
    return NaiveTrack(counts, reached)


def _before_flop(acts: list[Decision], seat: int) -> Counter[str]:
    early = [act for act in acts if act.street == 0]
    own = [act for act in early if act.seat == seat]
    found: Counter[str] = Counter(
        preflop=bool(own),
        vpip=any(act.kind in "cr" for act in own),
        pfr=any(act.kind == "r" for act in own),
    )
    chances, answers = [], []
    for i, act in enumerate(early):
        raisers = [earlier.seat for earlier in early[:i] if earlier.kind == "r"]
        if act.seat == seat and len(raisers) == 1 and raisers[0] != seat and act.may_raise:
            chances.append(act.kind)
        if act.seat == seat and len(raisers) == 2 and raisers[0] == seat:
            answers.append(act.kind)
    return found + Counter(
        could_three_bet=bool(chances),
        three_bet="r" in chances,
        faced_three_bet=bool(answers),
        folded_to_three_bet="f" in answers,
    )


def _on_flop(acts: list[Decision], seat: int) -> Counter[str]:
    raisers = [act.seat for act in acts if act.street == 0 and act.kind == "r"]
    flop = [act for act in acts if act.street == 1]
    bets = [i for i, act in enumerate(flop) if act.kind == "r"]
    first, second = (bets[0] if bets else len(flop)), (bets[1] if len(bets) > 1 else len(flop))
    could = bool(raisers) and raisers[-1] == seat and any(act.seat == seat for act in flop[: first + 1])
    was_c_bet = bool(raisers) and bool(bets) and flop[first].seat == raisers[-1]
    facing = [act.kind for act in flop[first + 1 : second + 1] if act.seat == seat] if was_c_bet else []
    return Counter(
        could_c_bet=could,
        c_bet=could and was_c_bet and flop[first].seat == seat,
        faced_c_bet=bool(facing),
        folded_to_c_bet="f" in facing,
    )
