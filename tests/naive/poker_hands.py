"""Hand strengths and equities the slow way, from RULES.md; shares no code with the evaluator.

A card is an int 0..51 = rank * 4 + suit, rank 0 the deuce and 12 the ace. A strength is a tuple: higher is better,
equal is a tie. ``strength`` tries every five of the cards. ``five_strengths`` says the same of many five-card hands
at once, written separately in numpy: as one int64 that sorts like the tuple.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
WHEEL = (12, 3, 2, 1, 0)

Strength = tuple[int, tuple[int, ...]]


def strength(cards: Iterable[int]) -> Strength:
    """Best five of five to seven cards."""
    return max(
        five_strength(tuple(sorted((card // 4 for card in five), reverse=True)), len({card % 4 for card in five}) == 1)
        for five in combinations(list(cards), 5)
    )


@cache
def five_strength(ranks: tuple[int, ...], one_suit: bool) -> Strength:
    """Strength of five cards from their ranks, highest first."""
    grouped = tuple(sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True))
    most = ranks.count(grouped[0])
    if len(grouped) == 5:
        straight = ranks == WHEEL or ranks[0] - ranks[4] == 4
        if straight:
            return (STRAIGHT_FLUSH if one_suit else STRAIGHT), (3 if ranks == WHEEL else ranks[0],)
        return (FLUSH if one_suit else HIGH_CARD), ranks
    if len(grouped) == 4:
        return PAIR, grouped
    if len(grouped) == 3:
        return (TRIPS if most == 3 else TWO_PAIR), grouped
    return (QUADS if most == 4 else FULL_HOUSE), grouped


def five_strengths(hands: np.ndarray) -> np.ndarray:
    """int64 (n,) for ``hands`` (n, 5): category, then five ranks by how often and how high, four bits each."""
    ranks = np.sort(hands.astype(np.int64) // 4, axis=1)[:, ::-1]
    one_suit = (hands % 4 == hands[:, :1] % 4).all(axis=1)
    often = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    order = np.sort(often * 16 + ranks, axis=1)[:, ::-1]
    ranks, often = order % 16, order // 16
    different = often[:, 0] == 1
    wheel = (ranks == WHEEL).all(axis=1)
    straight = different & (wheel | (ranks[:, 0] - ranks[:, 4] == 4))
    category = np.select(
        [
            straight & one_suit,
            often[:, 0] == 4,
            (often[:, 0] == 3) & (often[:, 3] == 2),
            one_suit,
            straight,
            often[:, 0] == 3,
            (often[:, 0] == 2) & (often[:, 2] == 2),
            often[:, 0] == 2,
        ],
        [STRAIGHT_FLUSH, QUADS, FULL_HOUSE, FLUSH, STRAIGHT, TRIPS, TWO_PAIR, PAIR],
        default=HIGH_CARD,
    )
    ranks[wheel] = (3, 2, 1, 0, -1)  # the ace plays low
    value = category.astype(np.int64)
    for place in range(5):
        value = value * 16 + ranks[:, place] + 1
    return value


def strengths(hands: np.ndarray) -> np.ndarray:
    """int64 (n,) for ``hands`` (n, 5 to 7): the best of every five of the columns."""
    fives = combinations(range(hands.shape[1]), 5)
    best = five_strengths(hands[:, list(next(fives))])
    for columns in fives:
        np.maximum(best, five_strengths(hands[:, list(columns)]), out=best)
    return best


def equity(hands: Sequence[Sequence[int]], board: Sequence[int]) -> list[Fraction]:
    """Exact share of the pot of each hand over all boards: "ties split"."""
    known = {card for hand in hands for card in hand} | set(board)
    shares = [Fraction(0)] * len(hands)
    boards = list(combinations([card for card in range(52) if card not in known], 5 - len(board)))
    for rest in boards:
        ranked = [strength([*hand, *board, *rest]) for hand in hands]
        best = [i for i, value in enumerate(ranked) if value == max(ranked)]
        for i in best:
            shares[i] += Fraction(1, len(best) * len(boards))
    return shares
