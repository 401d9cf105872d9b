"""Records of random hands as the naive twin plays them, so that our kernels have no part in what they say."""

from dataclasses import dataclass

import numpy as np

from holdem_sim.histories.recorded import STREETS, RecordedAction, RecordedHand, RecordedPot
from tests.naive.rules import CALL, FOLD, NaiveHand


@dataclass(frozen=True)
class Table:
    """What a hand is played for, and with which cards."""

    stacks: list[int]
    small: int
    big: int
    ante: int
    mode: str
    betting: str
    deck: list[int]
    mucked: frozenset[int]

    @property
    def button(self) -> int:
        return 0 if len(self.stacks) == 2 else len(self.stacks) - 1

    def deal(self) -> NaiveHand:
        return NaiveHand(
            self.stacks,
            self.button,
            self.deck,
            self.small,
            self.big,
            self.ante,
            self.mode,
            self.betting,
            mucked=self.mucked,
        )


def random_record(rng: np.random.Generator) -> RecordedHand:
    """Any table, any legal play; in half of them some seats' cards are unknown."""
    seats = int(rng.integers(2, 11))
    big = int(rng.choice([1, 2, 5, 20]))
    mode = str(rng.choice(["none", "none", "all", "big_blind"]))
    table = Table(
        stacks=[int(chips) for chips in rng.integers(1, int(rng.choice([2 * big, 60, 400])) + 1, seats)],
        small=int(rng.integers(1, big + 1)),
        big=big,
        ante=0 if mode == "none" else int(rng.integers(1, 2 * big + 1)),
        mode=mode,
        betting=str(rng.choice(["no-limit", "no-limit", "pot-limit", "fixed-limit"])),
        deck=[int(card) for card in rng.permutation(52)],
        mucked=frozenset(np.flatnonzero(rng.random(seats) < rng.choice([0.0, 0.3])).tolist()),
    )
    naive = table.deal()
    temper = rng.dirichlet([0.4, 1.2, 0.6])
    while not naive.over:
        kind = rng.choice(3, p=temper)
        low, high = naive.min_raise_to, naive.max_raise_to
        if kind == 0 and naive.can_fold:
            naive.act(FOLD)
        elif kind == 2 and low is not None and high is not None:
            naive.act(int(rng.choice([low, high, int(rng.integers(low, high + 1))])))
        else:
            naive.act(CALL)
    return _record(table, naive)


def _record(table: Table, naive: NaiveHand) -> RecordedHand:
    seats = len(table.stacks)
    antes, blinds = _posts(table)
    actions = _actions(table, naive, antes, blinds)
    return RecordedHand(
        id="twin",
        betting=table.betting,
        small_blind=table.small,
        big_blind=table.big,
        stacks=tuple(table.stacks),
        blinds=tuple(blinds),
        actions=tuple(actions),
        button=table.button,
        antes=tuple(antes),
        ante_mode=table.mode,
        dead=(0,) * seats,
        hole_cards=tuple(None if s in table.mucked else (naive.hole[s][0], naive.hole[s][1]) for s in range(seats)),
        board=tuple(naive.board),
        big_blind_seat=1,
        first_to_act=actions[0].seat if actions and actions[0].street == "preflop" else None,
        payoffs=tuple(naive.payoffs),
        final_stacks=tuple(naive.final_stacks),
        returned={seat: chips for seat, chips in enumerate(naive.returned) if chips},
        pots=tuple(RecordedPot(amount, _sorted(seats), _sorted(winners)) for amount, seats, winners in naive.pots),
    )


def _posts(table: Table) -> tuple[list[int], list[int]]:
    seats = len(table.stacks)
    antes = [min(table.ante, stack) if table.mode == "all" else 0 for stack in table.stacks]
    nominal = [table.small, table.big, *[0] * (seats - 2)]
    blinds = [min(nominal[seat], table.stacks[seat] - antes[seat]) for seat in range(seats)]
    if table.mode == "big_blind":
        antes[1] = min(table.ante, table.stacks[1] - blinds[1])
    return antes, blinds


def _actions(table: Table, naive: NaiveHand, antes: list[int], blinds: list[int]) -> list[RecordedAction]:
    behind = [stack - ante - blind for stack, ante, blind in zip(table.stacks, antes, blinds, strict=True)]
    bets, price, street = list(blinds), table.big, 0
    actions = []
    for seat, now, action, paid in naive.history:
        if now != street:
            bets, price, street = [0] * len(bets), 0, now
        bets[seat] += paid
        behind[seat] -= paid
        if action == FOLD:
            kind = "fold"
        elif action == CALL:
            kind = "call" if paid else "check"
        else:
            kind = "raise" if price else "bet"
        price = max(price, bets[seat])
        actions.append(RecordedAction(seat, STREETS[now], kind, bets[seat], action != FOLD and behind[seat] == 0))
    return actions


def _sorted(seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(seats))
