"""Random legal play on our engine and pokerkit's: the same decisions and payoffs, but for KNOWN_DIVERGENCES.

pokerkit plays 100 to 250 hands a second: the 5,000 of the normal run take half a minute, a minute on a busy machine.
"""

import pytest

from tests.oracle import compare
from tests.oracle.compare import Tally, play
from tests.oracle.engines import PokerkitHand, View

HANDS, SLOW_BLOCKS = 5_000, 20
COMMON = (
    *("no-limit", "pot-limit", "fixed-limit"),
    *("ante none", "ante all", "ante big_blind"),
    *(f"{seats} seats" for seats in range(2, 10)),
    *("all-in raises", "all-in calls", "short all-ins", "side pots", "three pots or more", "split pots"),
)


def compared(block: int, hands: int) -> Tally:
    """Hands ``(block, 0)`` to ``(block, hands - 1)`` on both engines; the tally is printed."""
    tally = Tally()
    for number in range(hands):
        play((block, number), tally)
    print(tally)
    return tally


@pytest.mark.parametrize(
    "block", [0, *(pytest.param(block, marks=pytest.mark.slow) for block in range(1, SLOW_BLOCKS + 1))]
)
def test_random_hands_agree(block: int) -> None:
    tally = compared(block, HANDS)
    assert tally.unexcused == []
    assert tally.hands == HANDS
    assert tally.excused_hands < HANDS / 3
    assert tally.cut_short < HANDS / 20
    assert {name for name in COMMON if tally.met[name] < HANDS / 50} == set()


class OneChipOff(PokerkitHand):
    @property
    def payoffs(self) -> list[int]:
        first, second, *others = super().payoffs
        return [first + 1, second - 1, *others]


class OneChipDearer(PokerkitHand):
    def view(self) -> View:
        view = super().view()
        return View(view.street, view.actor, view.to_call + (view.street == "river"), view.raises)


@pytest.mark.parametrize("wrong", [OneChipOff, OneChipDearer])
def test_a_wrong_chip_is_noticed(wrong: type[PokerkitHand], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "PokerkitHand", wrong)
    assert len(compared(0, 40).unexcused) > 5
