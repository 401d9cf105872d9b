"""Recorded hands held against the rules: batches through the replay kernel, its findings in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import cast

import numpy as np

from holdem_sim.cards import NO_CARD
from holdem_sim.contract.observation import OBSERVATION, SEATS
from holdem_sim.game.rules import BETTING, NO_ANTE, RULES
from holdem_sim.game.table import FORCED, HIDDEN
from holdem_sim.histories import replay as code
from holdem_sim.histories.checks import check_playable
from holdem_sim.histories.posts import posts_of
from holdem_sim.histories.rake import rake_fault
from holdem_sim.histories.recorded import KINDS, STREETS, RecordedAction, RecordedHand, Refusal
from holdem_sim.histories.words import in_words

BATCH = 1000
"""Hands a call of the kernel."""

_STREET = {street: number for number, street in enumerate(STREETS)}
_KIND = {kind: number for number, kind in enumerate(KINDS)}
_RULES_TAIL = [0, NO_ANTE, 1, 0, -1, 1]  # no ante by rule, fixed limit capped, no rake

_REFUSED = (code.BELOW_MINIMUM, code.CARDS_UNKNOWN)

AGREES, DIFFERS, REFUSED = "agrees", "differs", "refused"


@dataclass(frozen=True)
class Verdict:
    """What became of one recorded hand: "agrees", "differs" or "refused", and why.

    ``open_folds``: folds with nothing to pay; ``mucked``: seats that lost a showdown with cards nobody recorded.
    """

    outcome: str
    reason: str
    id: str
    file: str
    line: int
    tags: tuple[str, ...] = ()
    open_folds: int = 0
    mucked: int = 0


@dataclass
class Summary:
    """Verdicts counted; ``tags``: how many hands with a tag agree, differ, are refused."""

    read: int = 0
    agree: int = 0
    differ: list[Verdict] = field(default_factory=list)
    refused: list[Verdict] = field(default_factory=list)
    open_folds: int = 0
    mucked: int = 0
    tags: dict[str, list[int]] = field(default_factory=dict)

    @property
    def notes(self) -> dict[str, int]:
        """Hands that agree with an open fold, with unknown cards that lost a showdown."""
        return {"open_fold": self.open_folds, "mucked": self.mucked}

    def to_json(self) -> dict[str, object]:
        """The JSON object of the command ``verify``."""
        return {
            "read": self.read,
            "agree": self.agree,
            "differ": [_where(verdict) for verdict in self.differ],
            "refused": [_where(verdict) for verdict in self.refused],
            "notes": self.notes,
            "tags": {
                tag: dict(zip(("agree", "differ", "refused"), counts, strict=True))
                for tag, counts in sorted(self.tags.items())
            },
        }


def _where(verdict: Verdict) -> dict[str, object]:
    return {"id": verdict.id, "file": verdict.file, "line": verdict.line, "reason": verdict.reason}


def summary_of(verdicts: Iterable[Verdict]) -> Summary:
    """Count ``verdicts``."""
    summary = Summary()
    for verdict in verdicts:
        summary.read += 1
        if verdict.outcome == AGREES:
            summary.agree += 1
            summary.open_folds += verdict.open_folds > 0
            summary.mucked += verdict.mucked > 0
        elif verdict.outcome == DIFFERS:
            summary.differ.append(verdict)
        else:
            summary.refused.append(verdict)
        place = (AGREES, DIFFERS, REFUSED).index(verdict.outcome)
        for tag in verdict.tags:
            summary.tags.setdefault(tag, [0, 0, 0])[place] += 1
    return summary


def verify_hands(hands: Iterable[RecordedHand | Refusal]) -> Iterator[Verdict]:
    """A verdict for each of ``hands``, in order; reads them in batches."""
    left = iter(hands)
    while batch := list(islice(left, BATCH)):
        yield from _verify(batch)


def _verify(batch: list[RecordedHand | Refusal]) -> Iterator[Verdict]:
    refusals = [_refusal_of(hand) for hand in batch]
    pairs = list(zip(batch, refusals, strict=True))
    played = [hand for hand, refusal in pairs if isinstance(hand, RecordedHand) and not refusal]
    findings = iter(_replay(played) if played else ())
    for hand, refusal in pairs:
        if isinstance(hand, Refusal):
            yield Verdict(REFUSED, refusal, hand.id, hand.file, hand.line)
        elif refusal:
            yield Verdict(REFUSED, refusal, hand.id, hand.file, hand.line, hand.tags)
        else:
            found, at, recorded, ours, open_folds, mucked = next(findings)
            reason = in_words(hand, found, at, recorded, ours) if found else rake_fault(hand)
            outcome = REFUSED if found in _REFUSED else DIFFERS if reason else AGREES
            seats = mucked.bit_count()
            yield Verdict(outcome, reason, hand.id, hand.file, hand.line, hand.tags, open_folds, seats)


def _refusal_of(hand: RecordedHand | Refusal) -> str:
    if isinstance(hand, Refusal):
        return hand.reason
    try:
        check_playable(hand)
    except ValueError as error:
        return str(error)
    return ""


def _replay(hands: list[RecordedHand]) -> list[tuple[int, ...]]:
    acts = [number for hand in hands for action in hand.actions for number in _act(action)]
    findings = np.zeros(len(hands), code.FINDING)
    code.replay(
        np.array([_tape(hand) for hand in hands], np.int64).view(code.TAPE)[:, 0],
        np.array([_rules(hand) for hand in hands], np.int64).view(RULES)[:, 0],
        np.array([_forced(hand) for hand in hands], np.int64).view(FORCED)[:, 0],
        np.array(acts, np.int64).view(code.ACT),
        findings,
        np.zeros(1, OBSERVATION),
        np.zeros(1, HIDDEN),
    )
    return cast("list[tuple[int, ...]]", findings.tolist())


def _rules(hand: RecordedHand) -> list[int]:
    return [BETTING[hand.betting], hand.small_blind, hand.big_blind, *_RULES_TAIL]


def _forced(hand: RecordedHand) -> list[int]:
    return posts_of(hand).numbers(len(hand.stacks), hand.big_blind)


def _act(action: RecordedAction) -> tuple[int, int, int, int, int]:
    return action.seat, _STREET[action.street], _KIND[action.kind], action.to, action.all_in


def _tape(hand: RecordedHand) -> list[int]:
    none = [0] * SEATS
    seats = len(hand.stacks)
    rest = none[seats:]
    hole = [card for cards in hand.hole_cards for card in cards or (NO_CARD, NO_CARD)]
    returned = list(none)
    for seat, chips in (hand.returned or {}).items():
        returned[seat] = chips
    pots = hand.pots or ()
    no_pots = none[len(pots) :]
    return [
        seats,
        len(hand.actions),
        len(hand.board),
        code.UNKNOWN if hand.first_to_act is None else hand.first_to_act,
        *hand.stacks,
        *rest,
        *hole,
        *[NO_CARD] * (2 * SEATS - len(hole)),
        *hand.board,
        *[NO_CARD] * (5 - len(hand.board)),
        hand.returned is not None,
        *returned,
        code.UNKNOWN if hand.pots is None else len(pots),
        *[pot.amount for pot in pots],
        *no_pots,
        *[_mask(pot.eligible) for pot in pots],
        *no_pots,
        *[_mask(pot.winners) for pot in pots],
        *no_pots,
        hand.payoffs is not None,
        *(hand.payoffs or none[:seats]),
        *rest,
        hand.final_stacks is not None,
        *(hand.final_stacks or none[:seats]),
        *rest,
    ]


def _mask(seats: tuple[int, ...]) -> int:
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask
