"""Win rates as they fell and with luck taken out, with what that is worth, from a run folder."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from scipy.stats import norm

from holdem_sim.analysis.blocks import BLOCKS
from holdem_sim.analysis.intervals import CONFIDENCE, interval_of
from holdem_sim.analysis.luck.hands import luck_of_hands
from holdem_sim.analysis.luck.learned import ENOUGH_DEALS, HALVES, MOST_BOTS, learn, learned_luck, no_sums
from holdem_sim.analysis.luck.learned import values as values_of
from holdem_sim.analysis.luck.moments import CHIPS, EXPECTED, FOLDS, HANDS, LUCK, MOMENTS, VALUES, add_moments
from holdem_sim.analysis.luck.variates import EVENT, LEARNED, PLAIN, STREETS, VARIATES
from holdem_sim.analysis.scan import rules_of
from holdem_sim.errors import InputError, RunError
from holdem_sim.records.load import Run
from holdem_sim.records.rows import LoggedHands, read_rows

Array = np.ndarray[Any, Any]

ENOUGH_BLOCKS = 1500
"""To learn the weights of all variates; with fewer, their errors would cost more than the variates gain."""

BLOCK_COUNT = (BLOCKS.names or ()).index("blocks")
NOTHING = 1e-9
"""What rounding leaves where every block is the same."""

HANDS_AT_ONCE = 16_384
"""Bounds the memory of a thread."""


class Estimate(NamedTuple):
    """A win rate in chips a hand, the standard error of it, and s of a block times the root of its hands."""

    mean: float
    error: float
    sigma: float


def luck_table(run: Run, threads: int | None = None) -> pd.DataFrame:
    """One row a bot, best adjusted first: what it won, what it won but for luck, and what a hand is worth.

    - ``bot``, ``hands`` (dealt to it), ``blocks``;
    - ``bb_per_100``, ``half_width``: plain win rate and half its 95 % interval; ``adjusted_bb_per_100``,
      ``adjusted_half_width``: with all-ins at their equity and the luck of the cards taken out; each
      interval belongs to the run's stop rule;
    - ``sigma_raw``: standard deviation of a hand, bb; ``sigma_design``, ``sigma_all_in``, ``sigma_adjusted``: s of a
      block's mean times sqrt(hands in a block), bb: by the design alone, with all-ins at their equity, with all;
    - ``rho_design``, ``rho_all_in``, ``rho_adjusted``: (sigma / sigma_raw)^2; ``hand_worth``: 1 / rho_adjusted, the
      plain independent hands that one hand is worth.

    At tables of two with deals enough the worth of the cards is also learned from the run (``luck.learned``).
    The unit is the block: all replays of a deal, whole matches when matches are longer than a hand. Where bots
    play unequal numbers of hands in blocks, the rate is chips over hands with the error of a ratio. Adjusted rates
    have the expectation of the plain ones (STATISTICS.md), but after stop rules sprt and cs: there the plain ones lean
    to the side where they stopped, the adjusted ones less; the intervals hold. NaN where a number does not exist.

    Raises InputError when the hands were not logged or blinds rise, RunError when they do not replay to what was
    logged.
    """
    moments = luck_moments(run, threads)
    adjusted = adjusted_estimates(moments)
    big_blind = run.manifest["config"]["rules"]["big_blind"]
    interval = interval_of(run.manifest["config"].get("stop"), len(run.bots))
    rows = []
    for number, (bot, after) in enumerate(zip(run.bots, adjusted, strict=True)):
        total = add_up(moments[:, number])
        plain, all_in = ratio(total, CHIPS), ratio(total, EXPECTED)
        hands, blocks = int(total["sum"][HANDS]), int(total["blocks"])
        quantile = float(interval.factor(blocks)) if blocks > 1 else np.nan
        raw = np.sqrt((total["squares"] - hands * plain.mean**2) / (hands - 1)) if hands > 1 else np.nan
        sigmas = {"design": plain.sigma, "all_in": all_in.sigma, "adjusted": after.sigma}
        rho = {name: (sigma / raw) ** 2 if raw else np.nan for name, sigma in sigmas.items()}
        rows.append(
            {
                "bot": bot,
                "hands": hands,
                "blocks": blocks,
                "bb_per_100": 100 * plain.mean / big_blind,
                "half_width": 100 * quantile * plain.error / big_blind,
                "adjusted_bb_per_100": 100 * after.mean / big_blind,
                "adjusted_half_width": 100 * quantile * after.error / big_blind,
                "sigma_raw": raw / big_blind,
                **{f"sigma_{name}": sigma / big_blind for name, sigma in sigmas.items()},
                **{f"rho_{name}": value for name, value in rho.items()},
                "hand_worth": 1 / rho["adjusted"] if rho["adjusted"] > NOTHING else np.nan,
            }
        )
    return pd.DataFrame(rows).sort_values("adjusted_bb_per_100", ascending=False, kind="stable", ignore_index=True)


def hands_to_separate(sigma: float, mbb: float) -> int | None:
    """Hands until the 95 % interval is ± ``mbb`` / 1000 bb a hand: (1.96 σ / δ)^2. ``sigma``: bb; None: NaN or none."""
    if math.isnan(sigma) or sigma < NOTHING:
        return None
    return math.ceil((float(norm.ppf(0.5 + CONFIDENCE / 2)) * sigma / (mbb / 1000)) ** 2)


def luck_moments(run: Run, threads: int | None = None) -> Array:
    """The MOMENTS of a run, (FOLDS, bots): the same for any number of ``threads`` (default: the processors).

    Two passes over the log where values are learned from it, else one.
    """
    if not run.logged:
        raise InputError(f"{run.folder}: was played with --log summary: its hands were not kept")
    rules, seed, bots = rules_of(run).record(), run.manifest["seed"], len(run.bots)

    def of_shard(work: Callable[[LoggedHands], Array]) -> Callable[[dict[str, Any]], Array]:
        def named(shard: dict[str, Any]) -> Array:
            path = run.folder / shard["file"]
            hands = read_rows(path, run.players, run.bots)
            try:
                return work(hands)
            except RunError as error:
                raise RunError(f"{path}: {error}") from None

        return named

    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        values = None
        if run.players == 2 and 2 <= bots <= MOST_BOTS and _deals(run) >= ENOUGH_DEALS:
            values = learned_values(
                pool.map(of_shard(lambda hands: sums_of_hands(hands, rules, bots)), run.shards), rules
            )
        parts = pool.map(of_shard(lambda hands: moments_of_hands(hands, rules, seed, bots, values)), run.shards)
        return add_up(list(parts), (FOLDS, bots))


def _deals(run: Run) -> int:
    return sum(max(own[BLOCK_COUNT] for own in shard["blocks"]) for shard in run.shards)


def sums_of_hands(hands: LoggedHands, rules: Array, bots: int) -> Array:
    """The SUMS (``luck.learned``) of hands of two seats. RunError as ``moments_of_hands``."""
    sums = no_sums(bots)
    for part, expected, _, events in _in_parts(hands, rules, 0, weigh=False):
        learn(hands, part.start, events, expected, int(rules[0]["big_blind"]), sums)
    return sums


def learned_values(parts: Iterable[Array], rules: Array) -> Array:
    """The values (``learned.values``) that follow from SUMS, added in order."""
    whole: Array | None = None
    for part in parts:
        if whole is None:
            whole = part
        else:
            for field in part.dtype.names or ():
                whole[field] += part[field]
    assert whole is not None
    return values_of(whole, int(rules[0]["big_blind"]))


def moments_of_hands(hands: LoggedHands, rules: Array, seed: int, bots: int, values: Array | None = None) -> Array:
    """The MOMENTS (FOLDS, bots) of whole blocks; ``values``: those learned from the run, if any.

    RunError at a hand that does not replay to what was logged.
    """
    moments = np.zeros((FOLDS, bots), MOMENTS)
    block = np.zeros((bots, VALUES))
    count = len(hands.rows)
    for part, expected, luck, events in _in_parts(hands, rules, seed):
        if values is not None:
            luck = np.concatenate([luck, np.zeros((len(luck), LEARNED, 2))], axis=1)
            learned_luck(hands, part.start, events, int(rules[0]["big_blind"]), seed, values, luck)
        next_deal = int(hands.deals[part.stop]) if part.stop < count else -1
        columns = hands.rows[part], hands.deals[part], hands.entrants[part]
        add_moments(*columns, expected, luck, block, next_deal, moments)
    return moments


def _in_parts(
    hands: LoggedHands, rules: Array, seed: int, weigh: bool = True
) -> Iterator[tuple[slice, Array, Array, Array]]:
    """(which hands, expected, luck, events) of HANDS_AT_ONCE hands after the other."""
    count = len(hands.rows)
    for first in range(0, count, HANDS_AT_ONCE):
        part = slice(first, min(first + HANDS_AT_ONCE, count))
        events = np.zeros((part.stop - part.start, STREETS), EVENT)
        expected, luck, bad = luck_of_hands(hands, rules, seed, part.start, part.stop, events=events, weigh=weigh)
        if bad is not None:
            row = hands.rows[bad]
            raise RunError(f"hand {row['hand']} of match {row['match']} does not replay to what was logged")
        yield part, expected, luck, events


def add_up(parts: Array | Sequence[Array], shape: tuple[int, ...] = ()) -> Array:
    """The sum of MOMENTS arrays of one ``shape``, in order."""
    total = np.zeros(shape, MOMENTS)
    for part in parts:
        for field in MOMENTS.names or ():
            total[field] += part[field]
    return total


def ratio(moments: Array, value: int, weights: Array | None = None) -> Estimate:
    """Chips a hand from summed MOMENTS of a bot: ``value``, or the combination of values by ``weights``.

    y_b = (block's sum of values) / (mean hands a block); with equal blocks its mean and s / sqrt(B), with unequal
    ones the ratio estimator and its error to first order. NaN when there is nothing to estimate from.
    """
    if weights is None:
        weights = np.eye(VALUES)[value]
    blocks, hands = int(moments["blocks"]), float(moments["sum"][HANDS])
    if blocks == 0:
        return Estimate(np.nan, np.nan, np.nan)
    mean = float(weights @ moments["sum"]) / hands
    if blocks == 1:
        return Estimate(mean, np.nan, np.nan)
    off = weights - mean * np.eye(VALUES)[HANDS]
    variance = max(float(off @ moments["product"] @ off), 0.0) / (blocks - 1) / (hands / blocks) ** 2
    return Estimate(mean, np.sqrt(variance / blocks), np.sqrt(variance * hands / blocks))


def fit_weights(moments: Array) -> Array:
    """β of every variate, float64 (VARIATES,): least squares of expected chips on luck over the blocks of all bots.

    ``moments``: (folds, bots), of the blocks to learn from; with fewer than ENOUGH_BLOCKS only the PLAIN variates
    get a weight. Luck has mean 0 and is not centred; chips are, bot by bot. A variate that cancels in every block
    (hole cards in mirrored hands) gets 0.
    """
    products = np.zeros((VALUES, VALUES))
    blocks = 0
    for bot in range(moments.shape[1]):
        total = add_up(moments[:, bot])
        blocks = max(blocks, int(total["blocks"]))
        if total["blocks"] > 1:
            centre = np.eye(VALUES)
            centre[EXPECTED, HANDS] = -ratio(total, EXPECTED).mean
            products += centre @ total["product"] @ centre.T
    used = np.arange(VARIATES + LEARNED) if blocks >= ENOUGH_BLOCKS else np.array(PLAIN)
    places = LUCK + used
    weights = np.zeros(VARIATES + LEARNED)
    inverse = np.linalg.pinv(products[np.ix_(places, places)], rcond=1e-10, hermitian=True)
    weights[used] = inverse @ products[places, EXPECTED]
    return weights


def adjusted_estimates(moments: Array) -> list[Estimate]:
    """Each bot's win rate in chips a hand with all-ins at their equity and the luck of the cards taken out.

    ``moments``: (FOLDS, bots). What is taken from a block is weighed by the β of the other folds, so that a block's
    luck and its weight are independent. Where values were learned, only the β of folds of its own half of the deals:
    those of the other half have values that were learned from it. All bots share a β, so their rates still add up to
    minus the rake.
    """
    folds, bots = moments.shape
    learned = moments["product"][..., LUCK + VARIATES :, LUCK + VARIATES :].any()
    apart = HALVES if learned else 1
    weights = np.zeros((folds, VALUES))
    weights[:, EXPECTED] = 1
    for fold in range(folds):
        others = [other for other in range(fold % apart, folds, apart) if other != fold]
        weights[fold, LUCK:] = -fit_weights(moments[others])
    return [_adjusted(moments[:, bot], weights) for bot in range(bots)]


def _adjusted(moments: Array, weights: Array) -> Estimate:
    """``ratio`` of one bot whose folds have each their own ``weights``: its values become one, put as EXPECTED."""
    total = np.zeros((), MOMENTS)
    for fold, own in zip(moments, weights, strict=True):
        change = np.zeros((VALUES, VALUES))
        change[HANDS, HANDS] = 1
        change[EXPECTED] = own
        total["blocks"] += fold["blocks"]
        total["sum"] += change @ fold["sum"]
        total["product"] += change @ fold["product"] @ change.T
    return ratio(total, EXPECTED)
