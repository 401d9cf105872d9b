"""The scenario book: decisions at the edges of the rules, by name.

Each is a table (``holdem_sim.Hand``) and the actions that lead to the decision: f fold, k check, c call, r60 raise to
60. Its bot acts next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from holdem_sim.game.rules import BETTING, MOST_CHIPS, Rules
from holdem_sim.game.stepper import Hand

SEATS = (2, 3, 6, 10)
DEPTHS = (1, 2, 5, 20, 100, 300)
"""Big blinds behind each player."""


@dataclass(frozen=True)
class Scenario:
    """A decision: ``name``, the rules, stacks (chips), the actions before it, and cards where they matter."""

    name: str
    stacks: tuple[int, ...]
    actions: str = ""
    rules: Rules = field(default_factory=Rules)
    button: int = 0
    hole_cards: tuple[str | None, ...] | None = None
    board: str = ""

    def observation(self) -> Any:
        """The OBSERVATION record of the seat to act."""
        hand = Hand(
            self.rules, stacks=self.stacks, button=self.button, hole_cards=self.hole_cards, board=self.board, seed=1
        )
        for action in self.actions.split():
            if action == "f":
                hand.fold()
            elif action in "kc":
                hand.check_call()
            else:
                hand.raise_to(int(action[1:]))
        if hand.over:
            raise ValueError(f"scenario {self.name}: nobody is left to act")
        return hand.observation


def book() -> list[Scenario]:
    """All scenarios, always in the same order; their names differ."""
    return [*_openings(), *_streets(), *_stacks(), *_limits(), *_tables(), *_cards()]


def _openings() -> Iterator[Scenario]:
    for betting in BETTING:
        for seats in SEATS:
            for depth in DEPTHS:
                yield Scenario(f"{betting}, {seats} seats, {depth} bb: first", (2 * depth,) * seats, "", Rules(betting))


def _streets() -> Iterator[Scenario]:
    calls = {2: "c k", 6: "c c c c c k"}
    for betting in BETTING:
        rules = Rules(betting)
        for seats, first in calls.items():
            before = first
            for street, size in (("flop", 2), ("turn", 4), ("river", 4)):
                where = f"{betting}, {seats} seats, {street}"
                stacks = (200,) * seats
                yield Scenario(f"{where}: first to act", stacks, before, rules)
                yield Scenario(f"{where}: facing a bet", stacks, f"{before} r{size}", rules)
                yield Scenario(f"{where}: facing a raise", stacks, f"{before} r{size} r{2 * size}", rules)
                before += " k" * seats
        yield Scenario(f"{betting}: the big blind's option", (200,) * 3, "c c", rules)
        yield Scenario(f"{betting}: heads-up, the button posts the small blind", (200, 200), "", rules, button=1)
        yield Scenario(f"{betting}: heads-up, the big blind after a raise", (200, 200), "r4", rules)
        yield Scenario(f"{betting}: all fold to the small blind", (200,) * 6, "f f f f", rules)


def _stacks() -> Iterator[Scenario]:
    for betting in BETTING:
        rules = Rules(betting)
        yield Scenario(f"{betting}: one chip behind the small blind", (200, 2, 200), "c", rules)
        yield Scenario(f"{betting}: one chip, less than the price", (1, 200, 200), "", rules)
        yield Scenario(f"{betting}: the big blind is short", (200, 200, 1), "", rules)
        yield Scenario(f"{betting}: the call takes the stack", (200, 3, 200), "r4", rules)
        yield Scenario(f"{betting}: a call of the exact stack", (200, 4, 200), "r4", rules)
        yield Scenario(f"{betting}: less behind than a full raise", (200, 6, 200), "r4", rules)
        yield Scenario(f"{betting}: everybody else is all-in", (4, 6, 200), "r4 r6", rules)
        yield Scenario(f"{betting}: everybody else is all-in for less", (2, 3, 200), "c c", rules)
        yield Scenario(f"{betting}: three side pots", (200, 200, 200, 1, 2, 3), "c c r3 r5", rules)
    yield Scenario("short all-in, the raiser may only call", (200, 200, 26), "r20 c r26")
    yield Scenario("short all-in, the next may raise", (30, 200, 200, 200), "r20 r30")
    yield Scenario("all-in for 100 times the stack", (2000, 200, 20), "r2000 f")
    yield Scenario("three all-ins of different size", (200, 200, 200, 20, 45, 90), "r20 r45 r90 c")
    yield Scenario("four all-ins before the big blind", (50, 40, 300, 20, 30), "r20 r30 r50 c")
    yield Scenario("the stack is the pot", (6, 6), "c k")
    yield Scenario("a raise to all but one chip", (200, 200), "r199")


def _limits() -> Iterator[Scenario]:
    fixed, pot = Rules("fixed-limit"), Rules("pot-limit")
    yield Scenario("fixed limit: the cap is reached", (200,) * 3, "r4 r6 r8", fixed)
    yield Scenario("fixed limit: one raise below the cap", (200,) * 3, "r4 r6", fixed)
    yield Scenario("fixed limit: an all-in below half a bet", (200, 200, 5), "r4 c r5", fixed)
    yield Scenario("fixed limit: an all-in of more than half a bet", (200, 200, 7), "r4 c r6", fixed)
    yield Scenario("pot limit: after a pot raise", (200,) * 3, "r7", pot)
    yield Scenario("pot limit: the pot is more than the stack", (200, 200, 30), "r7 c", pot)
    raises = " ".join(f"r{2 * n}" for n in range(2, 73))
    yield Scenario("more actions than the record remembers", (1000, 1000), raises)
    yield Scenario("more actions than the record remembers, pot limit", (1000, 1000), raises, pot)


def _tables() -> Iterator[Scenario]:
    for mode in ("all", "big_blind"):
        for betting in BETTING:
            rules = Rules(betting, 5, 10, ante=3, ante_mode=mode)
            where = f"{betting}, ante by {mode}"
            yield Scenario(f"{where}: first to act", (100,) * 6, "", rules)
            yield Scenario(f"{where}: a short stack", (4, 100, 100), "", rules)
            yield Scenario(f"{where}: the ante took the big blind's stack", (100, 100, 3), "", rules)
    half = MOST_CHIPS // 2
    for betting in BETTING:
        yield Scenario(f"{betting}: a billion chips each", (half, half), "r4", Rules(betting))
    yield Scenario("a billion chips in the pot", (half, half), f"r{half // 2} c r{half // 4}")
    yield Scenario("large blinds", (10**8,) * 6, "f", Rules("no-limit", 333_333, 1_000_000))
    yield Scenario("both blinds are the same", (200,) * 3, "", Rules("no-limit", 2, 2))
    yield Scenario("blinds of 1 and 3, a stack of 7", (7,) * 4, "", Rules("no-limit", 1, 3))
    yield Scenario("empty seats at the table", (200, 0, 200, 0, 0, 200, 200, 0), "c")
    yield Scenario("two left at a table of ten", (0, 0, 200, 0, 0, 0, 0, 90, 0, 0), "c", button=7)
    yield Scenario("the last seat has the button", (200,) * 10, "f f", button=9)


def _cards() -> Iterator[Scenario]:
    for hole in ("AsAh", "7c2d", "Ts9s", "2c2d", "AdKd", "5h4h"):
        cards = (hole, None)
        yield Scenario(f"{hole} before the flop", (200, 200), "", hole_cards=cards)
        yield Scenario(f"{hole} facing a raise", (200, 200), "r6", hole_cards=(None, hole))
        for board in ("AcKs7d2h9h", "8s7s6s5d5c"):
            yield Scenario(f"{hole} on {board[:6]}", (200, 200), "c k k", hole_cards=cards, board=board)
            yield Scenario(f"{hole} on {board}", (200, 200), "c k k k k k r4", hole_cards=cards, board=board)
    for name, board in (("a royal flush", "AsKsQsJsTs"), ("four aces", "AsAhAdAcKs"), ("a full house", "7s7h7d3c3s")):
        yield Scenario(f"{name} on the board", (200, 200), "c k k k k k", hole_cards=(None, "9c2h"), board=board)
        yield Scenario(
            f"{name} on the board, all-in", (200, 200), "c k k k k k r198", hole_cards=("9c2h", None), board=board
        )
