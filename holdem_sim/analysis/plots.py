"""Pictures of a run, each with its unit and its 95 % intervals. They need matplotlib: the extra ``plots``.

Each takes a run (``holdem_sim.load``) and, if wanted, the axes to draw on, and returns the axes. The numbers are those
of ``holdem_sim.analysis``: ``win_rate``, ``bankroll``, ``matrix``, ``style``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from holdem_sim.analysis.frames import bankroll, style, win_rate
from holdem_sim.analysis.pairs import matrix
from holdem_sim.analysis.scan import dimensions, run_interval
from holdem_sim.errors import InputError
from holdem_sim.records.load import Run

try:
    from matplotlib import pyplot
except ImportError as error:
    raise InputError("plots need matplotlib: pip install matplotlib") from error

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_positions(run: Run, axes: Axes | None = None) -> Axes:
    """Win rate by position, mbb/hand, a line a bot with error bars, in the order in which positions act."""
    axes = _axes(axes)
    table = win_rate(run, ["bot", "position"])
    played = set(table["position"])
    order = [position for position in dimensions(run)["position"] if position in played]
    for number, bot in enumerate(run.bots):
        own = table[table["bot"] == bot].set_index("position").reindex(order)
        shift = 0.1 * (number - (len(run.bots) - 1) / 2) / max(1, len(run.bots) / 3)
        axes.errorbar(
            np.arange(len(order)) + shift, own["mbb_per_hand"], own["half_width"], marker="o", capsize=3, label=bot
        )
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_xticks(range(len(order)), order)
    axes.set_xlabel("position")
    axes.set_ylabel("win rate, mbb/hand")
    return _finish(axes, run, "Win rate by position")


def plot_winnings(run: Run, axes: Axes | None = None) -> Axes:
    """Cumulative winnings over the hands played, big blinds, each bot with its band."""
    axes = _axes(axes)
    for bot, own in bankroll(run).groupby("bot", sort=False):
        (line,) = axes.plot(own["hands"], own["big_blinds"], label=str(bot))
        low, high = own["big_blinds"] - own["half_width"], own["big_blinds"] + own["half_width"]
        axes.fill_between(own["hands"], low, high, color=line.get_color(), alpha=0.2, linewidth=0)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_xlabel("hands of the bot")
    axes.set_ylabel("winnings, big blinds")
    return _finish(axes, run, "Cumulative winnings")


def plot_matrix(run: Run, axes: Axes | None = None) -> Axes:
    """The win-rate matrix as a heat map: what the row takes from the column, mbb/hand ± half width; * after Holm.

    At tables of more than two: half of what the row wins more than the column (``pairs``), as the title then says.
    """
    axes = _axes(axes)
    many = len(run.bots)
    values = np.full((many, many), np.nan)
    for row in matrix(run).to_dict("records"):
        i, j = run.bots.index(row["bot"]), run.bots.index(row["opponent"])
        values[i, j] = row["mbb_per_hand"]
        text = f"{row['mbb_per_hand']:+.0f}{'*' if row['mark'] else ''}\n± {_number(row['half_width'], '.0f')}"
        axes.text(j, i, text, ha="center", va="center", fontsize="small")
    largest = float(np.nanmax(np.abs(values), initial=1.0))
    image = axes.imshow(values, cmap="RdBu", vmin=-1.5 * largest, vmax=1.5 * largest)
    axes.figure.colorbar(image, ax=axes, label="mbb/hand")
    axes.set_xticks(range(many), run.bots, rotation=30, ha="right")
    axes.set_yticks(range(many), run.bots)
    axes.set_xlabel("opponent")
    axes.set_ylabel("bot")
    what = "Win-rate matrix" if run.players == 2 else "Half the difference at the same tables"
    axes.set_title(f"{what}, mbb/hand\n{_amount(run)}; * sure after Holm", fontsize="medium")
    return axes


def plot_style(run: Run, axes: Axes | None = None) -> Axes:
    """Style: VPIP against PFR, percent of the hands with a decision before the flop, with error bars; AF in words."""
    axes = _axes(axes)
    for row in style(run).to_dict("records"):
        axes.errorbar(
            row["vpip"],
            row["pfr"],
            xerr=row["vpip_half_width"],
            yerr=row["pfr_half_width"],
            marker="o",
            capsize=3,
            linestyle="none",
            label=f"{row['bot']} (AF {_number(row['af'], '.2f')}, {row['vpip_of']:,.0f} decisions)",
        )
    edge = max(axes.get_xlim()[1], axes.get_ylim()[1])
    axes.plot([0, edge], [0, edge], color="grey", linewidth=0.8, linestyle=":")
    axes.set_xlabel("VPIP, % of hands")
    axes.set_ylabel("PFR, % of hands")
    return _finish(axes, run, "Style before the flop")


def _number(value: float, form: str) -> str:
    return "-" if np.isnan(value) else format(value, form)


def _axes(axes: Axes | None) -> Axes:
    return pyplot.subplots(layout="constrained")[1] if axes is None else axes


def _finish(axes: Axes, run: Run, title: str) -> Axes:
    axes.set_title(f"{title}\n{_amount(run)}", fontsize="medium")
    axes.legend(fontsize="small")
    return axes


def _amount(run: Run) -> str:
    rules = run.manifest["config"]["rules"]
    hands = sum(shard["rows"] for shard in run.shards)
    intervals = "95 % confidence sequences" if run_interval(run).sequential else "95 % intervals"
    played = f"{hands:,} hands, {run.players} players, blinds {rules['small_blind']}/{rules['big_blind']}"
    return f"{played}; {intervals} of independent blocks"
