"""The slow twin of ``holdem_sim.analysis.luck``: hands replayed by the rules page, runouts and blocks one by one.

Written from STATISTICS.md; shares no code with the kernels. Only which boards are drawn at random before the flop is
taken over, by the naive Philox.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import sqrt
from typing import Any

import numpy as np

from tests.naive.philox import draw, place
from tests.naive.poker_hands import strengths
from tests.naive.rules import CALL, FOLD, OVER, PREFLOP, RIVER, NaiveHand

SAMPLE = 5
BURNT = -1


@dataclass
class LoggedHand:
    """A hand as logged; ``hole`` by seat, of seats with chips."""

    stacks: list[int]
    button: int
    hole: dict[int, list[int]]
    board: list[int]
    actions: str
    rules: dict[str, Any] = field(default_factory=dict)

    def start(self, board: list[int]) -> NaiveHand:
        """The hand dealt, with ``board`` to come, as far as it goes."""
        seats = len(self.stacks)
        order = [(self.button + 1 + i) % seats for i in range(seats)]
        dealt = [seat for seat in order if self.stacks[seat] > 0]
        flop, turn, river = board[:3], board[3:4], board[4:5]
        deck = [self.hole[seat][i] for i in range(2) for seat in dealt]
        deck += [BURNT, *flop, BURNT, *turn, BURNT, *river]
        return NaiveHand(self.stacks, self.button, deck, **self.rules)

    def moves(self) -> list[int]:
        """The actions, without the streets."""
        words = {"f": FOLD, "k": CALL, "c": CALL}
        return [words[move] if move in words else int(move[1:]) for move in re.findall(r"[fkc]|r\d+", self.actions)]

    def play(self, board: list[int]) -> NaiveHand:
        """The whole hand on another ``board``."""
        naive = self.start(board)
        for move in self.moves():
            naive.act(move)
        return naive

    def unseen(self, known: int) -> list[int]:
        """The cards in nobody's hand when ``known`` board cards lie, in order."""
        taken = {card for cards in self.hole.values() for card in cards} | set(self.board[:known])
        return [card for card in range(52) if card not in taken]


Vector = np.ndarray[Any, Any]
WeighedBoard = tuple[tuple[int, ...], int]
Boards = Callable[[LoggedHand], list[WeighedBoard]]
"""Boards before the flop, with how often each counts."""


def all_boards(logged: LoggedHand, known: int) -> list[WeighedBoard]:
    """Every way to complete a board of ``known`` cards."""
    return [(rest, 1) for rest in combinations(logged.unseen(known), 5 - known)]


def drawn_boards(samples: int, seed: int, deal: int, hand: int) -> Boards:
    """The harness's random boards of a hand."""
    first, second, _, _ = draw(seed, SAMPLE, deal, hand, 0)
    key = first | second << 32

    def boards(logged: LoggedHand) -> list[WeighedBoard]:
        deck, drawn = logged.unseen(0), []
        for sample in range(samples):
            for i in range(5):
                word = draw(key, SAMPLE, sample, 0, i // 4)[i % 4]
                other = i + place(word, len(deck) - i, key, SAMPLE, sample, 0, i)
                deck[i], deck[other] = deck[other], deck[i]
            drawn.append((tuple(deck[:5]), 1))
        return drawn

    return boards


def outcomes(wins: int, losses: int, ties: int) -> Boards:
    """For two hands: a board on which the first wins, one on which it loses, one that is split, as often as told.

    The first is that of the lower seat.
    """

    def boards(logged: LoggedHand) -> list[WeighedBoard]:
        left = {1: wins, -1: losses, 0: ties}
        found: list[WeighedBoard] = []
        deck = logged.unseen(0)
        for attempt in range(1_000_000):
            if not any(left.values()):
                return found
            board = np.random.default_rng(attempt).choice(deck, 5, replace=False)
            a, b = strengths(np.array([[*logged.hole[seat], *board] for seat in sorted(logged.hole)]))
            weight = left.get(int(np.sign(a - b)), 0)
            if weight:
                left[int(np.sign(a - b))] = 0
                found.append((tuple(board.tolist()), weight))
        raise AssertionError("an outcome that does not exist")

    return boards


@cache
def all_strengths() -> Vector:
    """The 7462 naive strengths, worst first."""
    hands = []
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            hands.append([rank * 4 + i % 4 for i, rank in enumerate(ranks)])
            if len(set(ranks)) == 5:
                hands.append([rank * 4 for rank in ranks])
    return np.unique(strengths(np.array(hands)))


def worth(logged: LoggedHand, live: Iterable[int], known: int, preflop: Boards) -> list[list[float]]:
    """By kind and seat: equity, and the share above an even one times the second best hand (0 to 1), on average."""
    live = list(live)
    come = all_boards(logged, known) if known else preflop(logged)
    boards = np.array([[*logged.board[:known], *rest] for rest, _ in come])
    ranked = [strengths(np.hstack([np.tile(logged.hole[seat], (len(boards), 1)), boards])) for seat in live]
    equity, clash = [0.0] * len(logged.stacks), [0.0] * len(logged.stacks)
    for number, (_, weight) in enumerate(come):
        part = weight / sum(weight for _, weight in come)
        values = [int(column[number]) for column in ranked]
        second = (1 + np.searchsorted(all_strengths(), sorted(values)[-2])) / len(all_strengths())
        for seat, value in zip(live, values, strict=True):
            share = 1 / values.count(max(values)) if value == max(values) else 0
            equity[seat] += part * share
            clash[seat] += part * second * (share - 1 / len(live))
    return [equity, clash]


def luck(logged: LoggedHand, preflop: Boards, heads_up: list[list[float]] | None = None) -> Vector:
    """The control variates by seat: equity and clash of the hole cards; then by street, of each, by two weights.

    ``heads_up``: the worth of two hands before the flop, which would take minutes here.
    """
    seats = len(logged.stacks)
    found = np.zeros((14, seats))
    naive = logged.start(logged.board)
    hole = heads_up or worth(logged, naive.dealt, 0, preflop)
    for seat in naive.dealt:
        found[0, seat] = naive.big_blind * (hole[0][seat] - 1 / len(naive.dealt))
        found[1, seat] = naive.big_blind * hole[1][seat]
    before = PREFLOP
    for move in logged.moves():
        now = naive.street
        if now > before:
            if before == PREFLOP and heads_up:
                low = heads_up
            else:
                low = worth(logged, naive.live, before + 2 if before else 0, preflop)
            high = worth(logged, naive.live, now + 2, preflop)
            behind = sorted(naive.stacks[seat] for seat in naive.live)[-2]
            for seat in range(seats):
                changes = [high[kind][seat] - low[kind][seat] for kind in (0, 1)]
                weights = [naive.pot, sqrt(naive.pot * behind)]
                found[4 * now - 2 : 4 * now + 2, seat] = [w * change for change in changes for w in weights]
            before = now
        naive.act(move)
    return found


def expected(logged: LoggedHand, preflop: Boards) -> list[Fraction]:
    """Payoffs, or their mean over all ways to deal the board cards that came after the last decision."""
    naive, last = logged.start(logged.board), PREFLOP
    for move in logged.moves():
        last = naive.street
        naive.act(move)
    assert naive.street == OVER
    if last == RIVER or len(naive.live) == 1:
        return [Fraction(payoff) for payoff in naive.payoffs]
    known = last + 2 if last else 0
    come = all_boards(logged, known) if known else preflop(logged)
    totals = [0] * len(logged.stacks)
    for rest, weight in come:
        ended = logged.play([*logged.board[:known], *rest])
        totals = [total + weight * payoff for total, payoff in zip(totals, ended.payoffs, strict=True)]
    return [Fraction(total, sum(weight for _, weight in come)) for total in totals]


def fold_of(deal: int, folds: int = 10) -> int:
    """The last three digits summed; only the last digit of that."""
    return sum(map(int, str(deal)[-3:])) % folds


def adjusted(blocks: dict[str, dict[int, Vector]], folds: int) -> dict[str, Vector]:
    """y*_b of each bot's blocks. ``blocks``: bot -> deal -> (expected chips, variates), means of a hand.

    For equal blocks. The weights of a fold's blocks are fitted, by least squares, to all others.
    """
    weights = []
    for fold in range(folds):
        chips, cards = [], []
        for own in blocks.values():
            learnt = np.array([vector for deal, vector in own.items() if fold_of(deal, folds) != fold])
            chips.append(learnt[:, 0] - learnt[:, 0].mean())
            cards.append(learnt[:, 1:])
        weights.append(np.linalg.lstsq(np.vstack(cards), np.concatenate(chips), rcond=1e-5)[0])
    return {
        bot: np.array([vector[0] - vector[1:] @ weights[fold_of(deal, folds)] for deal, vector in own.items()])
        for bot, own in blocks.items()
    }
