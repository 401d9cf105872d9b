"""The slow twins of ``holdem_sim.analysis.groups``: block by block, from rows as plain tuples."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

from scipy.stats import t as student


def win_rate(rows: Iterable[tuple[int, float]]) -> tuple[float, float, int, int]:
    """(deal, x in big blinds) of every hand of a group -> mbb/hand, half width, hands, blocks: a ratio of sums."""
    blocks: dict[int, list[float]] = defaultdict(list)
    for deal, x in rows:
        blocks[deal].append(1000 * x)
    many, hands = len(blocks), sum(map(len, blocks.values()))
    rate = sum(map(sum, blocks.values())) / hands
    rest = sum((sum(block) - rate * len(block)) ** 2 for block in blocks.values())
    error = math.sqrt(rest * many / (many - 1)) / hands
    return rate, float(student.ppf(0.975, many - 1)) * error, hands, many


def pair_rows(hands: Iterable[tuple[int, Sequence[tuple[str, float]]]], a: str, b: str) -> list[tuple[int, float]]:
    """(deal, [(bot, x) of every seat dealt in]) of every hand -> rows for ``win_rate`` of ``a`` against ``b``."""
    return [
        (deal, (mine - theirs) / 2)
        for deal, seats in hands
        for bot, mine in seats
        if bot == a
        for other, theirs in seats
        if other == b
    ]
