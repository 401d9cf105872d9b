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


def pair_means(hands: Iterable[tuple[int, Sequence[tuple[str, float]]]], a: str, b: str) -> list[float]:
    """(deal, [(bot, x) of every seat dealt in]) of every hand -> y_b of ``a`` against ``b``, in order of the deals."""
    blocks: dict[int, list[float]] = defaultdict(list)
    for deal, seats in hands:
        own = [x for bot, x in seats if bot == a]
        others = [x for bot, x in seats if bot == b]
        blocks[deal] += [(mine - theirs) / 2 for mine in own for theirs in others]
    return [sum(block) / len(block) for _, block in sorted(blocks.items()) if block]
