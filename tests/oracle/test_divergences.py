"""Each entry of KNOWN_DIVERGENCES on a hand made for it: ours as RULES.md says, pokerkit as it does, nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

import pytest

from holdem_sim.contract import CHECK_CALL, FOLD
from holdem_sim.game.rules import Rules
from tests.oracle import compare
from tests.oracle.compare import Pair, excuse, excuse_payoffs
from tests.oracle.divergences import KNOWN_DIVERGENCES
from tests.oracle.engines import Deal, View

BLANKS = "2c 7d 9h Jc 3s"
ROYAL = "As Ks Qs Js Ts"


@dataclass(frozen=True)
class Case:
    """The button is at seat 0. ``actions``: f folds, c checks or calls, a number raises to it.

    ``ours`` and ``theirs``: what is shown after them, or, when the hand is over, the payoffs.
    """

    name: str
    stacks: list[int]
    actions: str
    ours: View | list[int]
    theirs: View | list[int]
    rules: dict[str, Any] = field(default_factory=dict)
    board: str = BLANKS
    holes: Mapping[int, str] = field(default_factory=dict)

    def played(self) -> Pair:
        """Both engines after the actions."""
        pair = Pair(Deal.of(Rules(**self.rules), self.stacks, 0, self.holes, self.board))
        for word in self.actions.split():
            ours, theirs = pair.views()
            assert ours == theirs, f"{self.name}: differs before {word}"
            pair.act(FOLD if word == "f" else CHECK_CALL if word == "c" else int(word))
        return pair


FIVE_TEN = {"small_blind": 5, "big_blind": 10}
FIXED = FIVE_TEN | {"betting": "fixed-limit"}

CASES = (
    # The button is all-in for 50; the big blind has 30 and could still call, but not cover a raise.
    Case(
        "raises that nobody can cover are refused",
        [50, 200, 30],
        "50",
        View("preflop", 1, 49, (98, 200)),
        View("preflop", 1, 49, None),
    ),
    # Two limpers, the big blind all-in for 3 more: the first limper may only call.
    Case(
        "the first short all-in of a round is a full raise",
        [200, 200, 13],
        "c c 13",
        View("preflop", 0, 3, None),
        View("preflop", 0, 3, (23, 200)),
        FIVE_TEN,
    ),
    # The same on the flop, pot limit: a checker faces an all-in of 3 into a pot of 30.
    Case(
        "the first short all-in of a round is a full raise",
        [200, 200, 13],
        "c c c c 3 c",
        View("flop", 1, 3, None),
        View("flop", 1, 3, (13, 42)),
        FIVE_TEN | {"betting": "pot-limit"},
    ),
    # A raise by 98, then all-ins by 50 and 48, together a raise, then one by 42: the bet has grown by 140.
    Case(
        "short all-ins that made up a raise are forgotten at the next",
        [240, 500, 500, 500, 150, 198],
        "100 150 198 240 f c",
        View("preflop", 3, 140, (338, 500)),
        View("preflop", 3, 140, None),
    ),
    # The small blind calls all-in for exactly the big blind's bet.
    Case(
        "a lone big blind is asked",
        [30, 10, 100],
        "f c",
        View("over", None, 0, None),
        View("preflop", 2, 0, None),
        FIVE_TEN,
    ),
    # Equal blinds: the big blind is all-in, the small blind has matched it.
    Case(
        "a lone big blind is asked",
        [30, 30, 10],
        "f",
        View("over", None, 0, None),
        View("preflop", 1, 0, None),
        {"small_blind": 10, "big_blind": 10},
    ),
    Case(
        "four raises before the flop in fixed limit",
        [400, 400],
        "20 30 40",
        View("preflop", 1, 10, None),
        View("preflop", 1, 10, (50, 50)),
        FIXED,
    ),
    # All-in by 4, less than half a bet: no raise, the next is to 30.
    Case(
        "no half-bet rule in fixed limit",
        [200, 24, 200],
        "20 24",
        View("preflop", 2, 14, (30, 30)),
        View("preflop", 2, 14, (34, 34)),
        FIXED,
    ),
    # All-in by 6, more than half a bet: it is the raise, and the button may raise again.
    Case(
        "no half-bet rule in fixed limit",
        [200, 26, 200],
        "20 26 c",
        View("preflop", 0, 6, (36, 36)),
        View("preflop", 0, 6, None),
        FIXED,
    ),
    Case(
        "a short big blind lowers the price",
        [200, 200, 4],
        "",
        View("preflop", 0, 10, (20, 200)),
        View("preflop", 0, 5, (15, 200)),
        FIVE_TEN,
    ),
    Case(
        "heads-up with equal blinds the big blind acts first",
        [200, 300],
        "",
        View("preflop", 0, 0, (20, 200)),
        View("preflop", 1, 0, (20, 300)),
        {"small_blind": 10, "big_blind": 10},
    ),
    # A pot of 11 for three winners: 3 each, and two odd chips.
    Case(
        "odd chips all go to the first winner",
        [100, 100, 100, 100],
        "c c f c c c c c c c c c c",
        [0, -2, 1, 1],
        [0, -2, 2, 0],
        {"small_blind": 2, "big_blind": 3},
        ROYAL,
    ),
    # Seats 2 and 3 have kings and share a main pot of 21 and a side pot of 13; the button's all-in loses.
    Case(
        "main and side pots are merged before the split",
        [5, 100, 100, 100, 100],
        "8 c c f c 2 c f c c c c",
        [-5, -1, 8, 6, -8],
        [-5, -1, 7, 7, -8],
        holes={0: "5c 4d", 2: "Kc Ks", 3: "Kd Kh"},
        board="2c 7d 9h Jc 8s",
    ),
)

BY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name} {case.actions}".replace(" ", "-"))


def shown(pair: Pair) -> tuple[View | list[int], View | list[int]]:
    """Payoffs when both engines have ended the hand, else what they show."""
    ours, theirs = pair.views()
    return (pair.hand.payoffs, pair.other.payoffs) if ours.street == theirs.street == "over" else (ours, theirs)


def excused_by(pair: Pair) -> str | None:
    ours, theirs = shown(pair)
    known = excuse(pair, ours, theirs) if isinstance(ours, View) and isinstance(theirs, View) else excuse_payoffs(pair)
    return known.name if known else None


@BY_CASE
def test_the_engines_differ_exactly_so(case: Case) -> None:
    pair = case.played()
    assert shown(pair) == (case.ours, case.theirs)
    assert excused_by(pair) == case.name


@BY_CASE
def test_no_other_entry_excuses_it(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    others = tuple(known for known in KNOWN_DIVERGENCES if known.name != case.name)
    monkeypatch.setattr(compare, "KNOWN_DIVERGENCES", others)
    assert excused_by(case.played()) is None


def test_a_lone_big_blind_checks_and_the_hands_end_alike() -> None:
    pair = Case("", [30, 10, 100], "f c", [], [], FIVE_TEN, holes={1: "Kc Ks", 2: "Qc Qs"}).played()
    pair.pokerkit_checks()
    assert shown(pair) == ([0, 10, -10], [0, 10, -10])


def test_every_entry_has_its_hand_and_the_installed_version() -> None:
    assert {case.name for case in CASES} == {known.name for known in KNOWN_DIVERGENCES}
    assert {known.pokerkit for known in KNOWN_DIVERGENCES} == {version("pokerkit")}
