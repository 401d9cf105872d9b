"""Many bots at once: ratings, ranks, the strongest cycle, and rules of ranking with the chances of every place.

All from the win-rate matrix M (``holdem_sim.analysis.pairs``) and a bootstrap over clusters of deals: a resample
draws deals, so that whatever was played on the same deal stays together. Rates are mbb/hand. Formulas: STATISTICS.md,
Many bots.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import log_ndtr, ndtr, stdtrit

from holdem_sim.analysis.groups import pair_ratio, rates, ratio
from holdem_sim.analysis.intervals import CONFIDENCE, Interval
from holdem_sim.analysis.pairs import met
from holdem_sim.analysis.scan import Scan, scan
from holdem_sim.errors import InputError
from holdem_sim.records.load import Run

Array = np.ndarray[Any, Any]
RESAMPLES = 2000
ELO_HANDS = 1000
"""Hands of the match whose Elo is told."""
FEW = 20
"""Clusters below which simultaneous intervals are Bonferroni's."""
LEAST_ERROR = 1e-3
"""Share of the largest standard error below which no weight goes: constant results have none at all."""


@dataclass(frozen=True)
class Field:
    """The matrix of a run and ``RESAMPLES`` bootstrap copies of it."""

    found: Scan

    @cached_property
    def rate(self) -> Array:
        """M (bots, bots), mbb/hand, antisymmetric; on the diagonal own win rates; NaN where two never met."""
        return _whole(self._upper_rate)

    @cached_property
    def copies(self) -> Array:
        """(resamples, bots, bots): M on resampled clusters of deals; seeded, so the same every time."""
        found, many = self.found, len(self.found.bots)
        clusters = len(found.cluster_chips)
        drawn = np.random.default_rng(0).multinomial(clusters, np.full(clusters, 1 / clusters), RESAMPLES)
        weights = drawn.astype(np.float64)
        chips = weights @ found.cluster_chips.reshape(clusters, -1)
        hands = weights @ found.cluster_weights.reshape(clusters, -1)
        with np.errstate(divide="ignore", invalid="ignore"):
            copies = self._scale * (chips / hands).reshape(RESAMPLES, many, many)
        upper = np.triu(np.ones((many, many), bool))
        copies = np.where(upper & np.isnan(copies), self._upper_rate, copies)
        return _whole(copies)

    @property
    def all_met(self) -> bool:
        """Has every bot met every other?"""
        return not bool(np.isnan(self.rate[~np.eye(len(self.rate), dtype=bool)]).any())

    @property
    def clusters(self) -> int:
        """Clusters of deals with a block in them: the independent units of the bootstrap."""
        return int(self.found.cluster_weights.any(axis=(1, 2)).sum())

    @property
    def _upper_rate(self) -> Array:
        return self._scale * pair_ratio(self.found.pairs)[0]

    @property
    def _scale(self) -> float:
        return 1000 / self.found.big_blind

    @cached_property
    def fit(self) -> Array:
        """(bots, pairs): the linear map from M_ij, the pairs of ``played``, to ratings: weights 1 / SE², Σ r = 0."""
        first, second = self.played
        many = len(self.found.bots)
        design = np.zeros((len(first), many))
        design[np.arange(len(first)), first] = 1
        design[np.arange(len(first)), second] = -1
        if np.linalg.matrix_rank(design) < many - 1:
            raise InputError(
                "some bots have met too seldom, directly or by way of others, to be rated: play more hands"
            )
        root = np.sqrt(self.weights)
        return np.asarray(np.linalg.pinv(root[:, None] * design) * root)

    @cached_property
    def played(self) -> tuple[Array, Array]:
        """The pairs i < j that met in two blocks or more."""
        return met(self.found, 2)

    @cached_property
    def weights(self) -> Array:
        """1 / SE² of the pairs ``played``, the least error held above ``LEAST_ERROR`` of the largest."""
        error = self._scale * pair_ratio(self.found.pairs[self.played])[1]
        largest = error.max(initial=0)
        return 1 / np.maximum(error, LEAST_ERROR * largest) ** 2 if largest else np.ones(len(error))

    def simultaneous(self, values: Array, copies: Array) -> Array:
        """As the function; where the run's length hung on its results, confidence sequences that share the 5 %."""
        interval = self.found.interval
        if not interval.sequential or not len(values):
            return simultaneous(values, copies, self.clusters)
        at_once = Interval(True).factor(self.found.deals, len(values))
        return np.asarray(at_once * copies.std(axis=0, ddof=1))


def ratings(run: Run) -> pd.DataFrame:
    """One row a bot, best first: its rating, ranks and Elo, with hands and blocks.

    mbb_per_hand: the rating r, weighted least squares of M_ij on r_i − r_j, Σ r = 0. half_width: simultaneous, all
    ratings lie within theirs with 95 % (max |t| of the bootstrap; after stop rules sprt and cs by Bonferroni).
    rank_best, rank_worst: 1 + number surely better, K − number surely worse, by simultaneous intervals of all
    differences. elo: of a match of ``elo_hands`` hands at these tables, replayed as here: 400 log10(p / (1 − p)),
    p = Φ(μ sqrt(N) / σ_eff) of the bot's own win rate μ, the chance to end above 0; elo_low, elo_high: at the ends of
    the 95 % interval of μ. InputError when bots have not met.
    """
    field = Field(scan(run))
    first, second = field.played
    many = len(field.found.bots)
    rating = field.fit @ field.rate[first, second]
    copies = field.copies[:, first, second] @ field.fit.T
    rows, columns = np.triu_indices(many, 1)
    gaps, gap_copies = rating[rows] - rating[columns], copies[:, rows] - copies[:, columns]
    sure = np.abs(gaps) > field.simultaneous(gaps, gap_copies)
    better = np.zeros((many, many), bool)
    better[rows, columns], better[columns, rows] = sure & (gaps > 0), sure & (gaps < 0)
    own = rates(field.found.by_bot, field.found.big_blind, field.found.interval)
    frame = pd.DataFrame(
        {
            "bot": field.found.bots,
            "mbb_per_hand": rating,
            "half_width": field.simultaneous(rating, copies),
            "rank_best": 1 + better.sum(axis=0),
            "rank_worst": many - better.sum(axis=1),
            **elo_of(field.found, ELO_HANDS),
            "elo_hands": ELO_HANDS,
            "hands": own["hands"],
            "blocks": own["blocks"],
        }
    )
    return frame.sort_values("mbb_per_hand", ascending=False, kind="stable", ignore_index=True)


def elo_of(found: Scan, hands: int) -> dict[str, Array]:
    """Elo of each bot's own win rate in a match of so many hands, and of the ends of that rate's 95 % interval.

    ``elo``, ``elo_low``, ``elo_high``; ±inf without variance, NaN with one block.
    """
    rate, error = ratio(found.by_bot)
    root = np.sqrt(found.by_bot["hands"])
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where((rate == 0) & (error == 0), 0.0, rate / (error * root))
        width = np.where(error == 0, 0.0, found.interval.factor(found.by_bot["blocks"]) / root)
    ends = {"elo": z, "elo_low": z - width, "elo_high": z + width}
    return {name: elo(end, hands) for name, end in ends.items()}


def elo(rate_over_sigma: Any, hands: int) -> Array:
    """400 log10(p / (1 − p)) with p = Φ(μ sqrt(N) / σ_eff): ``rate_over_sigma`` is μ / σ_eff of one hand."""
    z = np.asarray(rate_over_sigma, np.float64) * np.sqrt(hands)
    with np.errstate(invalid="ignore"):
        return np.asarray(400 / np.log(10) * (log_ndtr(z) - log_ndtr(-z)))


def simultaneous(values: Array, copies: Array, clusters: int) -> Array:
    """Half widths that hold for all ``values`` at once with 95 %: the quantile of max |t| over ``copies`` times SE.

    ``values`` (n,), ``copies`` (resamples, n) their bootstrap copies from so many ``clusters``. A bootstrap takes its
    own SE for exact, and it is too small by (clusters − 1) / clusters: so the SE is put right, and the quantile is that
    of t with clusters − 1 degrees of freedom at the normal level found. Below ``FEW`` clusters how the values go
    together is too badly known: Bonferroni.
    """
    if not len(values):
        return np.zeros(0)
    own = copies.std(axis=0, ddof=1)
    moving = own > 1e-12 * max(1.0, float(np.abs(values).max()))
    if not moving.any():
        return np.zeros(len(values))
    most = np.abs((copies[:, moving] - values[moving]) / own[moving]).max(axis=1)
    level = ndtr(-np.quantile(most, CONFIDENCE)) if clusters >= FEW else (1 - CONFIDENCE) / 2 / len(values)
    degrees = max(clusters - 1, 1)
    return np.asarray(np.where(moving, -stdtrit(degrees, level) * own * np.sqrt(1 + 1 / degrees), 0.0))


def cycle(run: Run) -> dict[str, Any]:
    """How far "better" is no order: the strongest cycle i > j > k > i and the intransitive share of the results.

    ``bots``: the three, ``links``: M_ij, M_jk, M_ki; ``goes_round``: are all three above 0? If none goes round, the
    three that are furthest from one scale; ``mbb_per_hand``: the links' sum, 0 where ratings tell all;
    ``half_width``: 95 %, simultaneous over all threes, as this one was picked; ``standard_error`` its own. None
    without three bots that all met. ``intransitive_share``: the weighted sum of squares of M that ratings leave over,
    of the whole (HodgeRank; noise counts as well), None when bots have not met.
    """
    field = Field(scan(run))
    first, second = field.played
    m = field.rate[first, second]
    share = None
    if len(first):
        rating = field.fit @ m
        rest, whole = (float(field.weights @ part**2) for part in (m - rating[first] + rating[second], m))
        share = rest / whole if whole else 0.0
    known = np.zeros(field.rate.shape, bool)
    known[first, second] = known[second, first] = True
    triples = [
        t for t in combinations(range(len(known)), 3) if known[t[0], t[1]] and known[t[1], t[2]] and known[t[0], t[2]]
    ]
    if not triples:
        return dict.fromkeys(("bots", "links", "goes_round", "mbb_per_hand", "half_width", "standard_error")) | {
            "intransitive_share": share
        }
    i, j, k = np.array(triples).T
    links = np.array([field.rate[i, j], field.rate[j, k], field.rate[k, i]])
    sums = links.sum(axis=0)
    rounds = np.asarray((links > 0).all(axis=0) | (links < 0).all(axis=0))
    copies = field.copies[:, i, j] + field.copies[:, j, k] + field.copies[:, k, i]
    strongest = int(np.where(rounds == rounds.any(), np.abs(sums), -1.0).argmax())
    a, b, c = triples[strongest] if sums[strongest] >= 0 else triples[strongest][::-1]
    return {
        "bots": [field.found.bots[bot] for bot in (a, b, c)],
        "links": [float(field.rate[pair]) for pair in ((a, b), (b, c), (c, a))],
        "goes_round": bool(rounds[strongest]),
        "mbb_per_hand": float(np.abs(sums[strongest])),
        "half_width": float(field.simultaneous(sums, copies)[strongest]),
        "standard_error": float(copies[:, strongest].std(ddof=1)),
        "intransitive_share": share,
    }


def places(run: Run) -> pd.DataFrame:
    """Two rules people know: rule, bot, place, and p_1 ... p_K, the probability of each place under the bootstrap.

    "total winnings": by own win rate. "instant run-off": who has the lowest mean of M against those still in drops
    out, until one is left; not told when two bots have not met (a gauntlet heads-up): those left may then have no
    results among them. Ties go to the bot given first. The bootstrap takes the number of deals as given: where a
    stop rule (sprt, cs) made it hang on the results, p is NaN; the ranks of ``ratings`` hold then.
    """
    field = Field(scan(run))
    chances = np.nan if field.found.interval.sequential else 1.0
    rules = [("total winnings", _by_winnings), ("instant run-off", _by_run_off)]
    frames = []
    for rule, order in rules if field.all_met else rules[:1]:
        place = order(field.rate[None])[0]
        copies = order(field.copies)
        frame = pd.DataFrame({"rule": rule, "bot": field.found.bots, "place": place})
        for number in range(1, len(place) + 1):
            frame[f"p_{number}"] = chances * (copies == number).mean(axis=0)
        frames.append(frame.sort_values("place", kind="stable"))
    return pd.concat(frames, ignore_index=True)


def _by_winnings(rate: Array) -> Array:
    """Places (copies, bots) of own win rates, the diagonals of ``rate`` (copies, bots, bots)."""
    own = np.nan_to_num(np.diagonal(rate, axis1=1, axis2=2), nan=-np.inf)
    return np.asarray(np.argsort(np.argsort(-own, axis=1, kind="stable"), axis=1, kind="stable") + 1)


def _by_run_off(rate: Array) -> Array:
    """Places (copies, bots) when the worst of those left drops out, again and again."""
    copies, many, _ = rate.shape
    known = ~np.isnan(rate) & ~np.eye(many, dtype=bool)
    values = np.where(known, rate, 0.0)
    left = np.ones((copies, many), bool)
    place = np.ones((copies, many), np.int64)
    for last in range(many, 1, -1):
        weights = known & left[:, None, :]
        score = (values * weights).sum(axis=2) / np.maximum(weights.sum(axis=2), 1)
        score[~left] = np.inf
        out = many - 1 - score[:, ::-1].argmin(axis=1)
        place[np.arange(copies), out] = last
        left[np.arange(copies), out] = False
    return place


def _whole(upper: Array) -> Array:
    """The antisymmetric matrix of the upper triangles (..., n, n); the diagonal stays."""
    lower = np.tril(np.ones(upper.shape[-2:], bool), -1)
    return np.where(lower, -np.swapaxes(upper, -1, -2), upper)
