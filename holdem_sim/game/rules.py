"""The rules in force at a table: what a user sets, checked, and the record that kernels read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from holdem_sim.contract.observation import FIXED_LIMIT, NO_LIMIT, POT_LIMIT

MOST_CHIPS = 2**31 - 1
"""Most chips at one table."""

BETTING = {"no-limit": NO_LIMIT, "pot-limit": POT_LIMIT, "fixed-limit": FIXED_LIMIT}
NO_ANTE, ANTE_ALL, ANTE_BIG_BLIND = range(3)
ANTE_MODES = {"none": NO_ANTE, "all": ANTE_ALL, "big_blind": ANTE_BIG_BLIND}

RULES = np.dtype(
    [
        ("betting", np.int64),
        ("small_blind", np.int64),
        ("big_blind", np.int64),
        ("ante", np.int64),
        ("ante_mode", np.int64),
        ("cap_heads_up", np.int64),  # fixed limit: 1 if hands dealt to two are capped too
        ("rake_bp", np.int64),  # hundredths of a percent of the pot
        ("rake_cap", np.int64),  # most rake of a hand; -1: no cap
        ("no_flop_no_drop", np.int64),
    ],
    align=True,
)


@dataclass(frozen=True)
class Rules:
    """The stakes and structure of a table (RULES.md). Amounts are chips.

    ``betting``: "no-limit", "pot-limit" or "fixed-limit" (small bet = big blind). ``ante_mode``: "none", "all"
    (each seat pays ``ante``) or "big_blind" (the big blind pays it for the table). ``rake``: percent of the pot,
    to two decimals, at most ``rake_cap`` chips a hand, none without a flop if ``no_flop_no_drop``.
    Raises ValueError that names the field and what would be right.
    """

    betting: str = "no-limit"
    small_blind: int = 1
    big_blind: int = 2
    ante: int = 0
    ante_mode: str = "none"
    cap_heads_up: bool = True
    rake: float = 0.0
    rake_cap: int | None = None
    no_flop_no_drop: bool = True

    def __post_init__(self) -> None:
        _one_of("betting", self.betting, BETTING)
        _one_of("ante_mode", self.ante_mode, ANTE_MODES)
        for name, least in (("small_blind", 1), ("big_blind", 1), ("ante", 0)):
            _whole(name, getattr(self, name), least)
        if self.small_blind > self.big_blind:
            raise ValueError(f"blinds {self.small_blind}/{self.big_blind}: the small blind is above the big blind")
        if self.ante_mode == "none" and self.ante:
            raise ValueError(f"ante {self.ante}: say who pays it, ante mode all or big_blind")
        if self.ante_mode != "none" and not self.ante:
            raise ValueError(f"ante mode {self.ante_mode}: the ante is 0; give an ante of 1 or more")
        if not 0 <= self.rake <= 100 or abs(self.rake * 100 - round(self.rake * 100)) > 1e-6:
            raise ValueError(f"rake {self.rake}: must be a percentage from 0 to 100 with at most two decimals")
        if self.rake_cap is not None:
            _whole("rake cap", self.rake_cap, 0)

    def record(self) -> np.ndarray[Any, Any]:
        """These rules as the kernels read them: a RULES array of shape (1,)."""
        cap = -1 if self.rake_cap is None else self.rake_cap
        values = (
            BETTING[self.betting],
            self.small_blind,
            self.big_blind,
            self.ante,
            ANTE_MODES[self.ante_mode],
            self.cap_heads_up,
            round(self.rake * 100),
            cap,
            self.no_flop_no_drop,
        )
        return np.array([values], RULES)


def _one_of(name: str, value: object, known: dict[str, int]) -> None:
    if value not in known:
        raise ValueError(f"{name} {value!r}: must be one of {', '.join(known)}")


def _whole(name: str, value: object, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise ValueError(f"{name} {value!r}: must be a whole number of chips")
    if not least <= value <= MOST_CHIPS:
        raise ValueError(f"{name} {value}: must be from {least} to {MOST_CHIPS}")
