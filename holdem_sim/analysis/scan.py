"""One pass over a run's hand log that gathers what all standard statistics need, shard by shard on a few threads.

10,000,000 hands take seconds and little memory: what is kept of a shard does not grow with its hands. Every sum is
added in the order of the shards, so the result is the same for any number of threads.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

from holdem_sim.analysis.groups import GROUPS, PAIR, add_groups, add_pairs
from holdem_sim.analysis.intervals import PLAIN, Interval, interval_of
from holdem_sim.analysis.style_counts import COUNTS, SPREADS, STATISTICS, add_counts
from holdem_sim.analysis.tracker import REACHED, positions, track
from holdem_sim.errors import InputError
from holdem_sim.game.rules import Rules
from holdem_sim.records.arrays import Arrays, last_deal, read_arrays
from holdem_sim.records.load import Run

Array = np.ndarray[Any, Any]
Result = TypeVar("Result")
CLUSTERS = 2000
"""Most clusters of neighbouring deals for the bootstrap; with fewer deals each deal is one."""
THREADS = 4
_SUMS = ("counts", "spreads", "by_bot", "by_position", "by_street", "pairs")


@dataclass(frozen=True)
class Scan:
    """What a run's log says; amounts are chips. ``interval``: the one that belongs to how the run ended.

    ``counts`` (bots, positions) COUNTS; ``spreads`` (bots, positions + 1, STATISTICS) SPREADS, the last column that of
    all positions; ``by_bot`` (bots,), ``by_position`` (bots, positions), ``by_street`` (bots, REACHED) GROUPS;
    ``pairs`` (bots, bots) PAIR, upper triangle; ``cluster_chips``, ``cluster_weights`` (clusters, bots, bots):
    their chips and weights in clusters of deals, upper triangle. ``hands`` were played on ``deals`` deals.
    """

    bots: list[str]
    positions: list[str]
    big_blind: int
    hands: int
    deals: int
    counts: Array
    spreads: Array
    by_bot: Array
    by_position: Array
    by_street: Array
    pairs: Array
    cluster_chips: Array
    cluster_weights: Array
    interval: Interval = PLAIN


_scans: WeakKeyDictionary[Run, Scan] = WeakKeyDictionary()


def scan(run: Run) -> Scan:
    """The Scan of ``run``, read at the first call and kept as long as ``run``.

    Raises InputError when the hands were not kept (``--log summary``), RunError when the log is damaged.
    """
    if run not in _scans:
        _scans[run] = _scan(run)
    return _scans[run]


def rules_of(run: Run) -> Rules:
    """The rules a run was played by. InputError when its blinds rise."""
    if "levels" in run.manifest["config"]:
        raise InputError(
            f"{run.folder}: blinds rise in this run, so it has no win rates in big blinds; see its results.json and"
            " load(...).places"
        )
    return Rules(**run.manifest["config"]["rules"])


def run_interval(run: Run) -> Interval:
    """The intervals that belong to the stop rule of a run."""
    return interval_of(run.manifest["config"].get("stop"), len(run.bots))


def dimensions(run: Run) -> dict[str, list[Any]]:
    """What the hands of a run can be grouped by, each with its values.

    ``position``, ``seat`` and ``street`` (the last one reached) are the bot's; ``opponent``: a bot in another seat,
    so that a hand counts once with each.
    """
    return {
        "bot": run.bots,
        "position": positions(run.players),
        "seat": list(range(run.players)),
        "street": list(REACHED),
        "opponent": run.bots,
    }


def group_numbers(run: Run, hands: Arrays, counts: Array, by: Sequence[str]) -> tuple[Array, int]:
    """For ``add_groups``: the group of every seat under ``by``, int32 (hands, m), and the columns a seat has.

    A group's number is its place in the product of the dimensions' values. ``counts`` as in ``track``.
    """
    position, reached = track(rules_of(run), run.players, hands, counts)
    seats = np.broadcast_to(np.arange(run.players), hands.bots.shape)
    columns = {"bot": hands.bots, "position": position, "seat": seats, "street": reached}
    return _combine(columns, position < 0, by, dimensions(run))


def _combine(
    columns: dict[str, Array], out: Array, by: Sequence[str], known: dict[str, list[Any]]
) -> tuple[Array, int]:
    hands, players = out.shape
    repeat = players if "opponent" in by else 1
    numbers = np.zeros((hands, players, repeat), np.int32)
    gone = np.broadcast_to(out[:, :, None], numbers.shape)
    for name in by:
        if name == "opponent":
            column = np.broadcast_to(columns["bot"][:, None, :], numbers.shape)
            gone = gone | out[:, None, :] | np.eye(players, dtype=bool)
        else:
            column = columns[name][:, :, None]
        numbers = numbers * np.int32(len(known[name])) + column
    return np.ascontiguousarray(np.where(gone, -1, numbers).reshape(hands, -1), np.int32), repeat


def _scan(run: Run) -> Scan:
    known, span, many = dimensions(run), last_deal(run) + 1, len(run.bots)
    width = max(1, -(-span // CLUSTERS))
    clusters = -(-span // width), many, many
    whole = Scan(
        bots=run.bots,
        positions=known["position"],
        big_blind=rules_of(run).big_blind,
        interval=run_interval(run),
        hands=sum(shard["rows"] for shard in run.shards),
        deals=0,
        counts=np.zeros((many, len(known["position"])), COUNTS),
        spreads=np.zeros((many, len(known["position"]) + 1, len(STATISTICS)), SPREADS),
        by_bot=np.zeros(many, GROUPS),
        by_position=np.zeros((many, len(known["position"])), GROUPS),
        by_street=np.zeros((many, len(known["street"])), GROUPS),
        pairs=np.zeros((many, many), PAIR),
        cluster_chips=np.zeros(clusters),
        cluster_weights=np.zeros(clusters, np.int64),
    )
    deals = 0
    for first, part in each_shard(run, lambda hands: _scan_shard(run, hands, whole, width)):
        for name in _SUMS:
            add_records(getattr(whole, name), getattr(part, name))
        last = first + len(part.cluster_chips)
        whole.cluster_chips[first:last] += part.cluster_chips
        whole.cluster_weights[first:last] += part.cluster_weights
        deals += part.deals
    return replace(whole, deals=deals)


def _scan_shard(run: Run, hands: Arrays, whole: Scan, width: int) -> tuple[int, Scan]:
    """The Scan of one shard, of the shape of ``whole`` but for its clusters, those from the returned number on."""
    many, known = len(run.bots), dimensions(run)
    first, last = int(hands.deal[0]) // width, int(hands.deal[-1]) // width
    part = replace(
        whole,
        deals=1 + int(np.count_nonzero(np.diff(hands.deal))),
        **{name: np.zeros_like(getattr(whole, name)) for name in _SUMS},
        cluster_chips=np.zeros((last + 1 - first, many, many)),
        cluster_weights=np.zeros((last + 1 - first, many, many), np.int64),
    )
    position, reached = track(rules_of(run), run.players, hands, part.counts, part.spreads)
    columns = {"bot": hands.bots, "position": position, "street": reached}
    groups: tuple[tuple[Array, list[str]], ...] = (
        (part.by_bot, ["bot"]),
        (part.by_position, ["bot", "position"]),
        (part.by_street, ["bot", "street"]),
    )
    for sums, by in groups:
        add_groups(hands.deal, *_combine(columns, position < 0, by, known), hands.payoffs, sums.reshape(-1))
    add_pairs(
        hands.deal,
        hands.bots,
        hands.stacks,
        hands.payoffs,
        first,
        width,
        part.pairs,
        part.cluster_chips,
        part.cluster_weights,
    )
    return first, part


def style_by(run: Run, by: Sequence[str]) -> tuple[Array, Array]:
    """COUNTS by any of bot, position and seat, one axis each, and their SPREADS, with the axis of STATISTICS behind.

    InputError for another ``by``.
    """
    known = dimensions(run)
    unknown = [name for name in by if name not in ("bot", "position", "seat")]
    if unknown or not by or len(set(by)) < len(by):
        raise InputError(f"style by {', '.join(by)}: give some of bot, position, seat, each once")
    who = [name for name in by if name != "position"]
    axes, last = tuple(len(known[name]) for name in who), len(known["position"])
    if who == ["bot"]:
        counts, spreads = scan(run).counts, scan(run).spreads
    else:
        counts = np.zeros((math.prod(axes), last), COUNTS)
        spreads = np.zeros((math.prod(axes), last + 1, len(STATISTICS)), SPREADS)
        for part in each_shard(run, lambda hands: _style_of_shard(run, hands, who, counts.shape)):
            add_records(counts, part[0])
            add_records(spreads, part[1])
    if "position" not in by:
        return add_counts(counts, 1).reshape(axes), spreads[:, last].reshape(*axes, -1)
    counts, spreads = counts.reshape(*axes, last), spreads[:, :last].reshape(*axes, last, -1)
    order = [[*who, "position"].index(name) for name in by]
    return counts.transpose(order), spreads.transpose([*order, len(order)])


def _style_of_shard(run: Run, hands: Arrays, who: Sequence[str], shape: tuple[int, ...]) -> tuple[Array, Array]:
    counts, spreads = np.zeros(shape, COUNTS), np.zeros((shape[0], shape[1] + 1, len(STATISTICS)), SPREADS)
    seats = np.broadcast_to(np.arange(run.players), hands.bots.shape)
    groups, _ = _combine({"bot": hands.bots, "seat": seats}, hands.stacks <= 0, who, dimensions(run))
    track(rules_of(run), run.players, hands, counts, spreads, groups.astype(np.int16))
    return counts, spreads


def sums_by(run: Run, by: Sequence[str]) -> Array:
    """GROUPS of a run by any of ``dimensions``: one axis each, in the order of ``by``. InputError for others."""
    known = dimensions(run)
    unknown = [name for name in by if name not in known]
    if unknown or not by or len(set(by)) < len(by):
        raise InputError(f"by {', '.join(by)}: give some of {', '.join(known)}, each once")
    shape = tuple(len(known[name]) for name in by)
    total = np.zeros(math.prod(shape), GROUPS)

    def work(hands: Arrays) -> Array:
        counts = np.zeros((len(run.bots), len(known["position"])), COUNTS)
        sums = np.zeros(len(total), GROUPS)
        add_groups(hands.deal, *group_numbers(run, hands, counts, by), hands.payoffs, sums)
        return sums

    for part in each_shard(run, work):
        add_records(total, part)
    return total.reshape(shape)


def add_records(total: Array, part: Array) -> None:
    """Add structured array ``part`` to ``total``, field by field."""
    for name in total.dtype.names or ():
        total[name] += part[name]


def each_shard(run: Run, work: Callable[[Arrays], Result]) -> Iterator[Result]:
    """``work`` on the arrays of every shard, on some threads; results in the order of the shards."""
    with ThreadPoolExecutor(THREADS) as pool:
        waiting: deque[Future[Result]] = deque()
        for shard in run.shards:
            waiting.append(pool.submit(lambda shard: work(read_arrays(run, shard)), shard))
            if len(waiting) > THREADS:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
