"""Win rates, comparisons, style and bankrolls as pandas frames, for notebooks: from a run, or from a frame of seats.

A *run* (``holdem_sim.load``) is read in batches and can be grouped by ``dimensions`` (scan): bot, position, seat,
street, opponent. A *frame* is ``run.seats`` or rows of it with columns of one's own: any of its columns group it.

The unit of every interval is the block, all hands on one deal; hands of a block are never taken for independent.
All rates are mbb/hand, 1000 · mean of net chips / big blind, all intervals 95 %; hands and blocks always stand beside.
Where a stop rule (sprt, cs) ended the run by its results, intervals and p are those of its confidence sequence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from holdem_sim.analysis.groups import GROUPS, add_groups, block_means, rates
from holdem_sim.analysis.intervals import PLAIN, Interval, interval_of, standard_error
from holdem_sim.analysis.scan import dimensions, each_shard, rules_of, run_interval, style_by, sums_by
from holdem_sim.analysis.style_counts import style_row
from holdem_sim.errors import InputError
from holdem_sim.records.arrays import Arrays
from holdem_sim.records.load import Run

Array = np.ndarray[Any, Any]
POINTS = 1000
"""Most points of a bankroll curve."""


def win_rate(data: Run | pd.DataFrame, by: Sequence[str] = ("bot",), big_blind: int | None = None) -> pd.DataFrame:
    """The win rate of every group that played: columns ``by``, mbb_per_hand, half_width (95 %), hands, blocks.

    ``data``: a run, grouped by any of bot, position, seat, street (the last one reached), opponent (a hand counts
    once with each); or a frame with columns deal, payoff (chips) and ``by``, whose ``big_blind`` (chips) is known to
    frames of a run and must be given for others. half_width is NaN with fewer than two blocks. Raises InputError.
    """
    by = [by] if isinstance(by, str) else list(by)
    if isinstance(data, Run):
        known = dimensions(data)
        sums = sums_by(data, by)
        labels = pd.MultiIndex.from_product([known[name] for name in by], names=by).to_frame(index=False)
        frame = pd.concat([labels, rates(sums.reshape(-1), rules_of(data).big_blind, _interval(data))], axis=1)
        return frame[frame["hands"] > 0].reset_index(drop=True)
    big = _big_blind(data, big_blind)
    _need(data, [*by, "deal", "payoff"])
    if not by:
        raise InputError("by: give at least one column")
    rows = data[[*by, "deal", "payoff"]].dropna(subset=by)
    if not rows["deal"].is_monotonic_increasing:
        rows = rows.sort_values("deal", kind="stable")
    grouped = rows.groupby(by, observed=True, sort=True)
    numbers = grouped.ngroup().to_numpy(np.int32)[:, None]
    sums = np.zeros(grouped.ngroups, GROUPS)
    add_groups(
        rows["deal"].to_numpy(np.int64).copy(),
        np.ascontiguousarray(numbers),
        1,
        _chips(rows),
        sums,
    )
    first = rows[by].iloc[np.unique(numbers, return_index=True)[1]]
    return pd.concat([first.reset_index(drop=True), rates(sums, big, _interval(data))], axis=1)


def compare(
    data: Run | pd.DataFrame, a: str, b: str, big_blind: int | None = None, least: float = 0.0
) -> pd.Series[Any]:
    """The paired difference of the win rates of bots ``a`` and ``b`` over the blocks that both played.

    mbb_per_hand: a's win rate less b's, each chips over hands; its half_width; p, two-sided, of no difference;
    p_above, one-sided, that it is not above ``least`` mbb/hand; hands (of both), blocks. Where a bot has as many hands
    in every block it is the mean of the blocks' differences, where not that of two ratios of sums, with the error of
    one (``groups``). Heads-up against each other it is twice a's win rate. InputError for a bot that is not there or
    with no block in common.
    """
    if a == b:
        raise InputError(f"compare {a} with {b}: give two different bots")
    y, hands, big = rates_by_block(data, [a, b], big_blind)
    both = (hands > 0).all(axis=1)
    if not both.any():
        raise InputError(f"{a} and {b} have played no block in common")
    own = rate_values(y[both], hands[both])
    difference = (own[:, 0] - own[:, 1]) * 1000 / big
    return pd.Series(
        {
            "a": a,
            "b": b,
            **paired(difference, least, _interval(data)),
            "hands": int(hands[both].sum()),
            "blocks": len(difference),
        }
    )


def rate_values(y: Array, hands: Array) -> Array:
    """Values (blocks, bots) whose means are the rates, chips over hands, and whose spread is their error.

    ``y``: mean net chips a hand, ``hands``, both (blocks, bots), no bot without a hand. Where all blocks have as many
    hands these are y itself; where not, y is made linear about the ratio of sums.
    """
    rate = (y * hands).sum(axis=0) / hands.sum(axis=0)
    return np.asarray(rate + hands * (y - rate) / hands.mean(axis=0))


def paired(difference: Array, least: float = 0.0, interval: Interval = PLAIN) -> dict[str, float]:
    """Of paired differences by block, mbb/hand: mean, half width, p (two-sided, mean 0) and p_above.

    p_above: one-sided, that the mean is not above ``least``. Without variance p is 0 or 1. NaN with one block.
    """
    many = len(difference)
    sums = many, float(difference.sum()), float((difference * difference).sum())
    mean, error = sums[1] / many, float(standard_error(*sums))
    with np.errstate(divide="ignore", invalid="ignore"):
        zero, above = np.float64(mean) / error, np.float64(mean - least) / error
    p = float(interval.p_value(zero, many)) if mean or error else 1.0
    p_above = float(interval.p_above(above, many)) if mean != least or error else 1.0
    return {"mbb_per_hand": mean, "half_width": float(interval.factor(many) * error), "p": p, "p_above": p_above}


def bankroll(data: Run | pd.DataFrame, bots: Sequence[str] | None = None, big_blind: int | None = None) -> pd.DataFrame:
    """Cumulative winnings in the order of play: bot, blocks, hands, big_blinds and half_width of its 95 % band.

    The band is that of the sum of so many independent blocks, at each point by itself: t · s · sqrt(B) of the block's
    net big blinds so far, or, after stop rules sprt and cs, their confidence sequence. At most ``POINTS`` points a bot,
    evenly spaced in blocks, the last one the end.
    """
    if bots is None:
        bots = data.bots if isinstance(data, Run) else list(map(str, data["bot"].unique()))
    y, hands, big = rates_by_block(data, list(bots), big_blind)
    frames = []
    for column, bot in enumerate(bots):
        played = hands[:, column] > 0
        net = y[played, column] * hands[played, column] / big
        blocks = np.arange(1, len(net) + 1)
        total, squares = net.cumsum(), (net * net).cumsum()
        factor = _interval(data).factor(blocks)
        at = np.unique(np.linspace(0, len(net) - 1, min(POINTS, len(net))).astype(np.int64))
        frames.append(
            pd.DataFrame(
                {
                    "bot": bot,
                    "blocks": blocks[at],
                    "hands": hands[played, column].cumsum()[at],
                    "big_blinds": total[at],
                    "half_width": factor[at] * standard_error(blocks[at], total[at], squares[at]) * blocks[at],
                }
            )
        )
    return pd.concat(frames, ignore_index=True)


def style(run: Run, by: Sequence[str] = ("bot",)) -> pd.DataFrame:
    """The tracker statistics of ``holdem_sim.analysis.tracker``, one row a group by any of bot, position, seat.

    Percentages (af: a ratio), each with its count, its opportunities and the half width of its 95 % interval, the unit
    the block: vpip, vpip_count, vpip_of, vpip_half_width, ... InputError for another ``by``.
    """
    by = [by] if isinstance(by, str) else list(by)
    counts, spreads = style_by(run, by)
    known = dimensions(run)
    labels = pd.MultiIndex.from_product([known[name] for name in by], names=by).to_frame(index=False)
    groups = zip(counts.reshape(-1), spreads.reshape(counts.size, -1), strict=True)
    rows = pd.DataFrame([style_row(*group, _interval(run)) for group in groups])
    frame = pd.concat([labels, rows], axis=1)
    return frame[frame["hands"] > 0].reset_index(drop=True)


def rates_by_block(data: Run | pd.DataFrame, bots: list[str], big_blind: int | None) -> tuple[Array, Array, int]:
    """Mean net chips a hand and number of hands, both (blocks, bots), in order of the deals; and the big blind."""
    if isinstance(data, Run):
        unknown = [bot for bot in bots if bot not in data.bots]
        if unknown:
            raise InputError(f"bot {unknown[0]!r} did not play; {', '.join(data.bots)} did")
        numbers = np.full(len(data.bots), -1, np.int32)
        numbers[[data.bots.index(bot) for bot in bots]] = np.arange(len(bots))

        def work(hands: Arrays) -> tuple[Array, Array]:
            groups = np.where(hands.stacks > 0, numbers[hands.bots], -1).astype(np.int32)
            return block_means(hands.deal, groups, hands.payoffs, len(bots))

        parts = list(each_shard(data, work))
        empty = [np.zeros((0, len(bots)))]
        return *(np.concatenate(empty + [part[i] for part in parts]) for i in (0, 1)), rules_of(data).big_blind  # type: ignore[return-value]
    big = _big_blind(data, big_blind)
    _need(data, ["bot", "deal", "payoff"])
    rows = data[data["bot"].isin(bots)].sort_values("deal", kind="stable")
    unknown = [bot for bot in bots if not (rows["bot"] == bot).any()]
    if unknown:
        raise InputError(f"bot {unknown[0]!r} is not in the frame")
    groups = rows["bot"].map({bot: number for number, bot in enumerate(bots)}).to_numpy(np.int32)[:, None]
    return *block_means(rows["deal"].to_numpy(np.int64).copy(), groups.copy(), _chips(rows), len(bots)), big


def _interval(data: Run | pd.DataFrame) -> Interval:
    """That of the run, or of the run that a frame is of."""
    if isinstance(data, Run):
        return run_interval(data)
    return interval_of(data.attrs.get("stop"), data.attrs.get("entrants", 2))


def _chips(rows: pd.DataFrame) -> Array:
    """The payoffs, int32 (rows, 1). InputError for what is no whole number of chips: the sums would drop the rest."""
    payoffs = rows["payoff"].to_numpy(np.float64)
    if not np.all((payoffs == np.round(payoffs)) & (np.abs(payoffs) < 2**31)):
        raise InputError("the column payoff must hold net chips, whole numbers; not big blinds, nothing missing")
    return np.ascontiguousarray(payoffs.astype(np.int32)[:, None])


def _big_blind(frame: pd.DataFrame, given: int | None) -> int:
    big = given if given is not None else frame.attrs.get("big_blind")
    if big is None:
        raise InputError("the frame does not say its big blind: give big_blind= in chips")
    if big < 1:
        raise InputError(f"big_blind {big}: must be at least 1 chip")
    return int(big)


def _need(frame: pd.DataFrame, columns: Sequence[str]) -> None:
    if len(set(columns)) < len(columns):
        raise InputError("by: give each column once, and neither deal nor payoff")
    missing = [name for name in columns if name not in frame.columns]
    if missing:
        raise InputError(f"the frame has no column {missing[0]!r}; it has {', '.join(map(str, frame.columns))}")
