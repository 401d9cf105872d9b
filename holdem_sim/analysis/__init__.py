"""Statistics of runs: win rates, comparisons, style, many bots at once, pictures. Names load when first used."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from holdem_sim.analysis.evolution import alpha_rank
    from holdem_sim.analysis.frames import bankroll, compare, style, win_rate
    from holdem_sim.analysis.luck.table import luck_table
    from holdem_sim.analysis.pairs import matrix
    from holdem_sim.analysis.plots import plot_matrix, plot_positions, plot_style, plot_winnings
    from holdem_sim.analysis.rating import cycle, places, ratings

_HOMES = {
    "alpha_rank": "evolution",
    "bankroll": "frames",
    "compare": "frames",
    "cycle": "rating",
    "luck_table": "luck.table",
    "matrix": "pairs",
    "places": "rating",
    "plot_matrix": "plots",
    "plot_positions": "plots",
    "plot_style": "plots",
    "plot_winnings": "plots",
    "ratings": "rating",
    "style": "frames",
    "win_rate": "frames",
}

__all__ = [
    "alpha_rank",
    "bankroll",
    "compare",
    "cycle",
    "luck_table",
    "matrix",
    "places",
    "plot_matrix",
    "plot_positions",
    "plot_style",
    "plot_winnings",
    "ratings",
    "style",
    "win_rate",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'holdem_sim.analysis' has no attribute {name!r}")
    return getattr(importlib.import_module(f"holdem_sim.analysis.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
