"""When a tournament may stop early, and which interval then is honest (STATISTICS.md, Stopping early).

A rule looks at fixed block counts only, ``looks``, in match order, whatever the threads do; what was played beyond the
stop is discarded. So a stopped run is, byte for byte, the run that was asked for so many hands. All numbers are
mbb/hand; the unit is the block.

- ``hands``: play the hands asked for; the t interval.
- ``ci=50``: until the half width of every bot's 95 % t interval is at most 50. It looks at the spread, not at the mean,
  so the interval stays valid.
- ``sprt=0:50``: two bots; until GSPRT decides between a win rate of the first bot of 0 and of 50 (both errors 5 %).
- ``cs=0``: until the confidence sequences of all bots exclude 0. Two bots have 95 % each: without rake they mirror each
  other. More share the 5 %, so that all hold at once.

The last two print the asymptotic confidence sequence, valid at every look. ``--hands`` is the cap of every rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from holdem_sim.analysis.blocks import BLOCKS, add_blocks, block_means
from holdem_sim.analysis.intervals import (
    FIRST_LOOK,
    asymptotic_half_width,
    gsprt,
    gsprt_bounds,
    half_width,
    interval_of,
    t_half_width,
)
from holdem_sim.errors import InputError

Array = np.ndarray[Any, Any]
LOOK_EVERY = 0.02
"""Share by which the block count grows from one look to the next."""
_NUMBER = r"([+-]?\d+(?:\.\d+)?)"


@dataclass(frozen=True)
class StopRule:
    """``kind``: hands, ci, sprt or cs; ``numbers``: what stands behind it, mbb/hand; ``text``: as typed."""

    kind: str
    numbers: tuple[float, ...]
    text: str

    def bound(self, sums: Array, big_blind: int) -> str | None:
        """The bound that ``sums`` (BLOCKS, one record a bot) have hit, in words; None: play on."""
        scale = 1000 / big_blind
        blocks, total, squares = block_means(sums)
        total, squares = total * scale, squares * scale**2
        if self.kind == "hands" or blocks.min() < FIRST_LOOK:
            return None
        if self.kind == "ci":
            narrow = t_half_width(blocks, total, squares) <= self.numbers[0]
            return f"every interval within ± {self.numbers[0]:g} mbb/hand" if narrow.all() else None
        if self.kind == "cs":
            alpha = interval_of(self.kind, len(sums)).alpha
            apart = np.abs(total / blocks - self.numbers[0]) > asymptotic_half_width(blocks, total, squares, alpha)
            return f"every confidence sequence excludes {self.numbers[0]:g} mbb/hand" if apart.all() else None
        ratio = float(gsprt(blocks[0], total[0], squares[0], *self.numbers))
        low, high = gsprt_bounds()
        if low < ratio < high:
            return None
        side, picked = ("upper", 1) if ratio >= high else ("lower", 0)
        return f"{side} bound, for {self.numbers[picked]:g} mbb/hand of the first bot"

    def half_width(self, bots: int) -> Callable[[float, float, int], float | None]:
        """The half width that belongs to this rule: a function like ``intervals.half_width``."""
        if self.kind in ("hands", "ci"):
            return half_width

        def sequence(total: float, squares: float, blocks: int) -> float | None:
            if blocks < 2:
                return None
            return float(asymptotic_half_width(blocks, total, squares, interval_of(self.kind, bots).alpha))

        return sequence

    @property
    def interval(self) -> str:
        """What the printed interval is, in words."""
        return interval_of(self.kind, 2).words


def stop_rule(text: str, bots: int) -> StopRule:
    """The rule that ``text`` names; InputError, in one line, when it names none or not for so many ``bots``."""
    shapes = {"hands": "hands", "ci": f"ci={_NUMBER}", "sprt": f"sprt={_NUMBER}:{_NUMBER}", "cs": f"cs={_NUMBER}"}
    for kind, shape in shapes.items():
        match = re.fullmatch(shape, str(text).strip())
        if match is None:
            continue
        numbers = tuple(float(number) for number in match.groups())
        if kind == "ci" and numbers[0] <= 0:
            raise InputError(f"stop {text!r}: the half width must be above 0 mbb/hand")
        if kind == "sprt" and numbers[0] >= numbers[1]:
            raise InputError(f"stop {text!r}: the first win rate must be below the second")
        if kind == "sprt" and bots != 2:
            raise InputError(f"stop {text!r}: is for two bots, not {bots}; use ci or cs")
        return StopRule(kind, numbers, str(text).strip())
    raise InputError(f"stop {text!r}: give hands, ci=50, sprt=0:50 or cs=0, in mbb/hand")


def looks(after: int, last: int) -> Iterator[int]:
    """The block counts at which every rule looks, of those above ``after`` up to ``last``."""
    count = FIRST_LOOK
    while count <= last:
        if count > after:
            yield count
        count += max(1, int(count * LOOK_EVERY))


def sums_at_looks(
    matches: Array, rows: Array, seats: int, bots: int, first: int, size: int, watched: bool
) -> tuple[Array, Any]:
    """Block sums of a shard's rows, and what they were at each look within: [block count, [[...] a bot]], for JSON.

    ``first``: blocks before the shard; ``size``: matches of a block; without ``watched`` nothing is looked at.
    """
    sums = np.zeros(bots, BLOCKS)
    if not watched:
        add_blocks(matches, rows, seats, sums)
        return sums, []
    found, done = [], 0
    blocks = len(matches) // size
    hands = len(rows) // max(blocks, 1)
    for count in [*looks(first, first + blocks), first + blocks]:
        part = slice(done * size, (count - first) * size), slice(done * hands, (count - first) * hands)
        if part[0].start < part[0].stop:
            add_blocks(matches[part[0]], rows[part[1]], seats, sums)
        done = count - first
        found.append([count, sums.tolist()])
    return sums, found[:-1]


class Watch:
    """Follows a run's shards in order and says where its rule stops it.

    ``bound``: in words, None while none was hit; ``blocks``: where.
    """

    def __init__(self, rule: StopRule, bots: int, big_blind: int) -> None:
        self.rule = rule
        self.bound: str | None = None
        self.blocks = 0
        self._big_blind = big_blind
        self._sums = np.zeros(bots, BLOCKS)
        self._seen = 0

    def stopped(self, ranges: list[tuple[int, int]], done: dict[tuple[int, int], dict[str, Any]]) -> bool:
        """Look at the shards that have come in since; True when a bound is hit at one of them or was before."""
        while self.bound is None and self._seen < len(ranges) and ranges[self._seen] in done:
            entry = done[ranges[self._seen]]
            self._seen += 1
            for count, sums in entry.get("looks", []):
                at = self._plus(sums)
                bound = self.rule.bound(at, self._big_blind)
                if bound is not None:
                    self.bound, self.blocks = bound, count
                    return True
            self._sums = self._plus(entry["blocks"])
        return self.bound is not None

    def to_json(self) -> dict[str, Any]:
        """Rule, bound (null: played to the cap), blocks (null likewise), what the printed intervals are."""
        hit = self.bound is not None
        return {
            "rule": self.rule.text,
            "bound": self.bound,
            "blocks": self.blocks if hit else None,
            "interval": self.rule.interval,
        }

    def _plus(self, part: Any) -> Array:
        total = self._sums.copy()
        more = np.array([tuple(row) for row in part], BLOCKS)
        for name in BLOCKS.names or ():
            total[name] += more[name]
        return total
