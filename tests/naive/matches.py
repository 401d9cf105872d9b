"""Final chips of matches the slow way: the starting stack and all that was won and lost, hand by hand."""

from typing import Any

import pandas as pd


def final_chips(seats: pd.DataFrame, bots: list[dict[str, Any]], stack: int) -> list[dict[str, int]]:
    """For every match the chips of every bot at its end."""
    chips: dict[int, dict[str, int]] = {}
    for match, bot, payoff in zip(seats["match"], seats["bot"], seats["payoff"], strict=True):
        own = chips.setdefault(match, {row["bot"]: stack for row in bots})
        own[bot] += payoff
    return list(chips.values())
