"""Places, prizes and returns of tournaments the slow way, entry by entry and unit by unit."""

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np

WHOLE = 10_000


def of_tournament(hands: list[Any], seats: int, stack: int, buy_in: int, shares: list[int]) -> list[dict[str, Any]]:
    """For every seat: place, shared, prize, buy_ins, hands; ``hands`` are the ROWs of one tournament, in order."""
    found: list[dict[str, Any]] = [{"buy_ins": 1, "hands": 0, "gone": None} for _ in range(seats)]
    chips = [stack] * seats
    for row in hands:
        for seat, own in enumerate(found):
            start = int(row["stacks"][seat])
            while chips[seat] < start:
                chips[seat] += stack
                own["buy_ins"] += 1
            assert chips[seat] == start
            own["hands"] += start > 0
            chips[seat] = start + int(row["payoffs"][seat])
            if start > 0 and chips[seat] == 0:
                own["gone"] = (int(row["hand"]), start)
    last = int(hands[-1]["hand"]) + 1
    for own, left in zip(found, chips, strict=True):
        own["gone"] = (last, left) if left else own["gone"]
    pool = buy_in * sum(own["buy_ins"] for own in found)
    paid = prizes(pool, shares, seats)
    for when, together in sorted(Counter(own["gone"] for own in found).items()):
        better = sum(own["gone"] > when for own in found)
        purse = sum(paid[better : better + together])
        for own in found:
            if own["gone"] == when:
                own.update(place=better + 1, shared=together, prize=purse // together)
        for own in [own for own in found if own["gone"] == when][: purse % together]:
            own["prize"] += 1
    return found


def prizes(pool: int, shares: list[int], places: int) -> list[int]:
    """What each place is paid."""
    paid = [pool * share // WHOLE for share in shares] + [0] * (places - len(shares))
    paid[0] += pool - sum(paid)
    return paid


def roi(profits: list[int], costs: list[int], t: float) -> tuple[float, float]:
    """Return on investment and its half width from the profit and cost of every unit."""
    ratio = Fraction(sum(profits), sum(costs))
    rest = np.array([float(y - ratio * c) for y, c in zip(profits, costs, strict=True)])
    error = np.sqrt((rest**2).sum() / (len(rest) - 1) / len(rest))
    return float(ratio), float(t * error / np.mean(costs))
