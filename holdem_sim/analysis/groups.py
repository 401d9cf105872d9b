"""Win rates of groups of hands, with the block as the unit: sums gathered hand by hand.

A group is a number: a bot, a bot in a position, ... In block b it has h_b hands that net c_b chips. Its win rate is
R = Σ c_b / Σ h_b with the error of a ratio of sums over B independent blocks, sqrt(B / (B − 1) · Σ (c_b − R h_b)²) /
Σ h_b. Where every h_b is the same, as for a whole bot under every design, that is the plain mean of block means and
s / sqrt(B) of STATISTICS.md (Units). Source: W. G. Cochran, Sampling Techniques (1977), 6.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.analysis.intervals import PLAIN, Interval

Array = np.ndarray[Any, Any]

GROUPS = np.dtype(
    [
        ("hands", np.int64),  # hands and seats
        ("blocks", np.int64),  # in which the group has a hand
        ("chips", np.int64),  # net
        ("squares", np.float64),  # of the net chips of a hand
        ("chips_squared", np.float64),  # Σ c_b²
        ("chips_hands", np.float64),  # Σ c_b h_b
        ("hands_squared", np.float64),  # Σ h_b²
    ],
    align=True,
)

PAIR = np.dtype(
    [
        ("hands", np.int64),  # in which both were dealt in
        ("blocks", np.int64),
        ("weights", np.int64),  # pairs of their seats, w_b in a block
        ("chips", np.float64),  # c_b: half of what one wins more, over those pairs
        ("chips_squared", np.float64),  # Σ c_b²
        ("chips_weights", np.float64),  # Σ c_b w_b
        ("weights_squared", np.float64),  # Σ w_b²
    ],
    align=True,
)


@kernel(
    signature=types.void(
        array_of(np.int64), array_of(np.int32, 2), types.int64, array_of(np.int32, 2), array_of(GROUPS)
    )
)
def add_groups(deals: Any, groups: Any, repeat: Any, payoffs: Any, sums: Any) -> None:
    """Add hands of whole blocks, those of a deal next to each other, to ``sums``, one record a group.

    ``groups`` (hands, m): the groups of the seats, ``repeat`` columns for each seat; −1: none. ``payoffs`` (hands,
    seats), chips. Twin: tests.naive.win_rates
    """
    chips = np.zeros(sums.size, np.int64)
    hands = np.zeros(sums.size, np.int64)
    touched = np.zeros(sums.size, np.int64)
    count = 0
    for row in range(deals.size + 1):
        if row == deals.size or (row > 0 and deals[row] != deals[row - 1]):
            for i in range(count):
                group = touched[i]
                own = sums[group]
                c, h = np.float64(chips[group]), np.float64(hands[group])
                own["hands"] += hands[group]
                own["blocks"] += 1
                own["chips"] += chips[group]
                own["chips_squared"] += c * c
                own["chips_hands"] += c * h
                own["hands_squared"] += h * h
                chips[group] = 0
                hands[group] = 0
            count = 0
        if row == deals.size:
            break
        for column in range(groups.shape[1]):
            group = groups[row, column]
            if group >= 0:
                payoff = np.int64(payoffs[row, column // repeat])
                if hands[group] == 0:
                    touched[count] = group
                    count += 1
                chips[group] += payoff
                hands[group] += 1
                sums[group]["squares"] += np.float64(payoff) * payoff


@kernel(
    signature=types.void(
        array_of(np.int64),
        array_of(np.int16, 2),
        array_of(np.int32, 2),
        array_of(np.int32, 2),
        types.int64,
        types.int64,
        array_of(PAIR, 2),
        array_of(np.float64, 3),
        array_of(np.int64, 3),
    )
)
def add_pairs(
    deals: Any,
    bots: Any,
    stacks: Any,
    payoffs: Any,
    first: Any,
    width: Any,
    pairs: Any,
    cluster_chips: Any,
    cluster_weights: Any,
) -> None:
    """Add hands of whole blocks to ``pairs`` (bots, bots): i against j, on the diagonal i itself, chips over hands.

    c_b of a pair: sum over the block's hands and pairs of their seats, w_b of them, of (x_i − x_j) / 2, chips.
    ``width`` deals make a cluster; ``cluster_chips``, ``cluster_weights`` (clusters, bots, bots) get Σ c_b and Σ w_b,
    from cluster ``first`` on. Twin: tests.naive.win_rates
    """
    many = pairs.shape[0]
    chips = np.zeros((many, many), np.float64)
    weights = np.zeros((many, many), np.int64)
    hands = np.zeros((many, many), np.int64)
    present = np.zeros(many, np.int64)
    seats_of = np.zeros(many, np.int64)
    won = np.zeros(many, np.int64)
    for row in range(deals.size + 1):
        if row == deals.size or (row > 0 and deals[row] != deals[row - 1]):
            if row == 0:
                break
            cluster = deals[row - 1] // width - first
            for i in range(many):
                for j in range(i, many):
                    if weights[i, j]:
                        c, w = chips[i, j], np.float64(weights[i, j])
                        own = pairs[i, j]
                        own["hands"] += hands[i, j]
                        own["blocks"] += 1
                        own["weights"] += weights[i, j]
                        own["chips"] += c
                        own["chips_squared"] += c * c
                        own["chips_weights"] += c * w
                        own["weights_squared"] += w * w
                        cluster_chips[cluster, i, j] += c
                        cluster_weights[cluster, i, j] += weights[i, j]
                        chips[i, j] = 0.0
                        weights[i, j] = 0
                        hands[i, j] = 0
        if row == deals.size:
            break
        count = 0
        for seat in range(bots.shape[1]):
            if stacks[row, seat] > 0:
                bot = bots[row, seat]
                if seats_of[bot] == 0:
                    present[count] = bot
                    count += 1
                seats_of[bot] += 1
                won[bot] += payoffs[row, seat]
        for a in range(count):
            i = present[a]
            chips[i, i] += won[i]
            weights[i, i] += seats_of[i]
            hands[i, i] += seats_of[i]
            for b in range(count):
                j = present[b]
                if i < j:
                    chips[i, j] += 0.5 * (seats_of[j] * won[i] - seats_of[i] * won[j])
                    weights[i, j] += seats_of[i] * seats_of[j]
                    hands[i, j] += 1
        for a in range(count):
            seats_of[present[a]] = 0
            won[present[a]] = 0


def ratio(sums: Array) -> tuple[Array, Array]:
    """Win rate and its standard error, chips a hand, of each record of ``sums`` (GROUPS); NaN where undefined."""
    squares = (sums[name] for name in ("chips_squared", "chips_hands", "hands_squared"))
    return _ratio(sums["blocks"], sums["chips"], sums["hands"], *squares)


def pair_ratio(sums: Array) -> tuple[Array, Array]:
    """M_ij and its standard error, chips a hand, of each record of ``sums`` (PAIR); NaN where undefined."""
    squares = (sums[name] for name in ("chips_squared", "chips_weights", "weights_squared"))
    return _ratio(sums["blocks"], sums["chips"], sums["weights"], *squares)


def _ratio(
    blocks: Array, parts: Array, wholes: Array, parts_squared: Array, products: Array, wholes_squared: Array
) -> tuple[Array, Array]:
    many, total = blocks.astype(np.float64), wholes.astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = parts / total
        rest = parts_squared - 2 * rate * products + rate * rate * wholes_squared
        error = np.sqrt(np.maximum(rest, 0) * many / (many - 1)) / total
    return rate, np.where(many > 1, error, np.nan)


def rates(sums: Array, big_blind: int, interval: Interval = PLAIN) -> pd.DataFrame:
    """One row a record of ``sums`` (GROUPS): mbb_per_hand, half_width (95 %), hands, blocks; NaN where undefined."""
    rate, error = ratio(sums)
    scale = 1000 / big_blind
    return pd.DataFrame(
        {
            "mbb_per_hand": scale * rate,
            "half_width": scale * interval.factor(sums["blocks"]) * error,
            "hands": sums["hands"],
            "blocks": sums["blocks"],
        }
    )


def worth(sums: Array, big_blind: int) -> pd.DataFrame:
    """What a hand is worth: sigma_raw and sigma_eff, big blinds a hand, and variance_ratio = (sigma_eff / sigma_raw)².

    sigma_raw: of single hands; sigma_eff: standard error times sqrt(hands). A hand counts like 1 / variance_ratio
    hands of plain play (STATISTICS.md, Units). NaN where undefined.
    """
    rate, error = ratio(sums)
    hands = sums["hands"].astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        raw = np.sqrt(np.maximum(sums["squares"] / hands - rate * rate, 0) * hands / (hands - 1))
        effective = error * np.sqrt(hands)
        shown = {"sigma_raw": raw / big_blind, "sigma_eff": effective / big_blind}
        return pd.DataFrame({**shown, "variance_ratio": (effective / raw) ** 2})


def block_means(deals: Array, groups: Array, payoffs: Array, count: int) -> tuple[Array, Array]:
    """Mean net chips a hand and number of hands of each block, both (blocks, count) float64; mean 0 without hands.

    ``groups``, ``payoffs`` (hands, seats) as for ``add_groups``; blocks in the order of ``deals``.
    """
    starts = np.flatnonzero(np.diff(deals, prepend=deals[0] - 1)) if len(deals) else np.zeros(0, np.int64)
    chips, hands = np.zeros((len(starts), count)), np.zeros((len(starts), count))
    for group in range(count if len(starts) else 0):
        own = groups == group
        chips[:, group] = np.add.reduceat(np.where(own, payoffs, 0).sum(axis=1, dtype=np.int64), starts)
        hands[:, group] = np.add.reduceat(own.sum(axis=1, dtype=np.int64), starts)
    return chips / np.maximum(hands, 1), hands
