"""The schedule by enumeration: who meets whom, in which seat, on which deal; ranges can be had alone."""

from collections import Counter
from itertools import combinations, pairwise, permutations
from math import comb
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from holdem_sim.errors import InputError
from holdem_sim.simulate.schedule import DESIGNS, LARGEST_BLOCK, Schedule, pair_balanced

ALL_SEATS = range(2, 11)
ALL_ENTRANTS = range(2, 31)
BALANCED_REPLAYS = {2: 2, 3: 6, 4: 12, 5: 20, 6: 60}
ORDINARY = 1e-3
"""Least p-value of a fair draw at a seed fixed beforehand."""

Array = np.ndarray[Any, Any]


def seatings(schedule: Schedule, first: int, last: int) -> Array:
    """Who sits where, shape (matches, seats)."""
    return schedule.matches(first, last)["entrant"][:, : schedule.seats]


def one_block(schedule: Schedule, number: int = 1) -> Array:
    return seatings(schedule, number * schedule.block, (number + 1) * schedule.block)


def circle_of(row: Array) -> tuple[int, ...]:
    """The order round the table, begun at the lowest bot."""
    start = int(np.argmin(row))
    return tuple(np.roll(row, -start).tolist())


@pytest.mark.parametrize("entrants", ALL_ENTRANTS)
def test_in_a_block_every_bot_plays_every_seat_equally_often(entrants: int) -> None:
    for seats in ALL_SEATS:
        for design in ("rotate", "balanced"):
            if design == "balanced" and seats > 6:
                continue
            rows = one_block(Schedule(entrants, seats, design, seed=1))
            counts = [np.bincount(rows[:, seat], minlength=entrants) for seat in range(seats)]
            assert (np.array(counts) == len(rows) / entrants).all(), (seats, design)


@pytest.mark.parametrize("entrants", ALL_ENTRANTS)
def test_a_table_repeats_bots_as_evenly_as_it_can(entrants: int) -> None:
    for seats in ALL_SEATS:
        for design in ("rotate", "independent"):
            for row in seatings(Schedule(entrants, seats, design, seed=2), 0, 200):
                counts = np.bincount(row, minlength=entrants)
                assert counts.max() - counts.min() <= 1
                assert counts.sum() == seats


@pytest.mark.parametrize("entrants", ALL_ENTRANTS)
def test_a_small_block_holds_every_line_up_equally_often(entrants: int) -> None:
    for seats in ALL_SEATS:
        extra = seats % entrants
        line_ups = comb(entrants, extra)
        schedule = Schedule(entrants, seats, "rotate", seed=3)
        if line_ups * seats > LARGEST_BLOCK:
            assert schedule.block == entrants * seats
            continue
        assert schedule.block == line_ups * seats
        every = tuple(range(entrants)) * (seats // entrants)
        expected = {tuple(sorted(every + more)): seats for more in combinations(range(entrants), extra)}
        assert Counter(tuple(sorted(row)) for row in one_block(schedule).tolist()) == expected


@pytest.mark.parametrize(("entrants", "seats"), [(20, 6), (30, 4), (30, 9), (15, 10), (30, 10)])
def test_a_large_block_is_a_circle_of_neighbours(entrants: int, seats: int) -> None:
    """Each window of the circle sits down once; every bot is in as many windows as there are seats."""
    schedule = Schedule(entrants, seats, "rotate", seed=3)
    assert schedule.line_ups is None
    tables = [frozenset(row) for row in one_block(schedule).tolist()]
    assert set(Counter(tables).values()) == {seats}
    assert len(set(tables)) == entrants
    assert all(len(table) == seats for table in tables)
    shared = Counter(len(one & other) for one, other in combinations(set(tables), 2))
    expected: Counter[int] = Counter()
    for step in range(1, entrants):
        expected[max(0, seats - step) + max(0, seats - (entrants - step))] += entrants
    assert {overlap: 2 * count for overlap, count in shared.items()} == expected


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rotations_keep_the_circular_order_and_the_deal(seats: int) -> None:
    for entrants in (2, 3, seats, seats + 1):
        schedule = Schedule(entrants, seats, "rotate", seed=4)
        matches = schedule.matches(0, 2 * schedule.block)
        for start in range(0, len(matches), seats):
            replays = matches[start : start + seats]
            rows = replays["entrant"][:, :seats]
            assert len(set(replays["deal"].tolist())) == 1
            for step, row in enumerate(rows):
                assert (row == np.roll(rows[0], -step)).all()


def test_heads_up_every_deal_is_mirrored() -> None:
    for entrants in (2, 3, 5):
        rows = seatings(Schedule(entrants, 2, "rotate", seed=5), 0, 600)
        assert (rows[0::2] == rows[1::2, ::-1]).all()
        assert (rows[:, 0] != rows[:, 1]).all()


@pytest.mark.parametrize("design", DESIGNS)
def test_matches_deals_replays_and_streams_are_numbered(design: str) -> None:
    schedule = Schedule(4, 3, design, seed=6)
    matches = schedule.matches(0, 5 * schedule.block)
    number = np.arange(len(matches))
    assert (matches["match"] == number).all()
    assert (matches["deal"] == number // schedule.block).all()
    assert (matches["replay"] == number % schedule.block).all()
    assert (matches["stream"] == number).all()
    shared = Schedule(4, 3, design, seed=6, shared_streams=True).matches(0, 5 * schedule.block)
    assert (shared["stream"] == matches["deal"]).all()
    assert (shared["entrant"] == matches["entrant"]).all()
    assert (matches["entrant"][:, 3:] == 0).all()


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize(("entrants", "seats"), [(2, 2), (3, 2), (3, 6), (4, 4), (7, 3), (30, 6), (5, 10)])
def test_any_range_of_matches_can_be_had_alone(design: str, entrants: int, seats: int) -> None:
    """So a longer run begins with a shorter one, and shards may be played anywhere."""
    if design == "balanced" and seats > 6:
        return
    schedule = Schedule(entrants, seats, design, seed=7)
    last = 3 * schedule.block + 80
    whole = schedule.matches(0, last)
    assert (schedule.matches(0, 50) == whole[:50]).all()
    rng = np.random.default_rng(1)
    for cuts in (rng.integers(0, last, 5) for _ in range(8)):
        edges = [0, *sorted(cuts.tolist()), last]
        parts = [schedule.matches(a, b) for a, b in pairwise(edges)]
        assert (np.concatenate(parts) == whole).all()
    for match in rng.integers(0, last, 20).tolist():
        assert (schedule.matches(match, match + 1) == whole[match]).all()


def test_numbers_far_out_are_no_exception() -> None:
    schedule = Schedule(3, 3, "rotate", seed=2**63 - 1)
    first = 2**40 - 2**40 % schedule.block
    rows = seatings(schedule, first, first + schedule.block)
    assert Counter(rows.ravel().tolist()) == {0: 3, 1: 3, 2: 3}


@pytest.mark.parametrize("design", DESIGNS)
def test_the_seed_decides(design: str) -> None:
    rows = [seatings(Schedule(5, 4, design, seed), 0, 400) for seed in (1, 1, 2)]
    assert (rows[0] == rows[1]).all()
    assert (rows[0] != rows[2]).any()


def test_fresh_circular_orders_are_uniform() -> None:
    """Four bots have 6 circular orders, and each of them 4 starts."""
    rows = seatings(Schedule(4, 4, "rotate", seed=8), 0, 4 * 24_000)[::4]
    circles = Counter(circle_of(row) for row in rows)
    starts = Counter(tuple(row.tolist()) for row in rows)
    assert set(circles) == {(0, *rest) for rest in permutations((1, 2, 3))}
    assert set(starts) == set(permutations(range(4)))
    assert chisquare(list(circles.values())).pvalue > ORDINARY
    assert chisquare(list(starts.values())).pvalue > ORDINARY


def test_line_ups_of_one_deal_are_ordered_independently() -> None:
    """Two line-ups of a block: all 36 pairs of circular orders are equally likely."""
    schedule = Schedule(5, 4, "rotate", seed=9)
    rows = seatings(schedule, 0, 9_000 * schedule.block)
    one, two = rows[0 :: schedule.block], rows[4 :: schedule.block]
    pairs = Counter((circle_of(a), circle_of(b)) for a, b in zip(one, two, strict=True))
    assert len(pairs) == 36
    assert chisquare(list(pairs.values())).pvalue > ORDINARY


def test_independent_seatings_are_uniform_and_line_ups_take_turns() -> None:
    rows = seatings(Schedule(4, 3, "independent", seed=10), 0, 24_000)
    line_ups = [tuple(sorted(row)) for row in rows[:8].tolist()]
    assert set(line_ups[:4]) == set(combinations(range(4), 3))
    assert line_ups[:4] == line_ups[4:]
    counts = Counter(tuple(row) for row in rows.tolist())
    assert set(counts) == set(permutations(range(4), 3))
    assert chisquare(list(counts.values())).pvalue > ORDINARY


def test_circles_of_neighbours_are_uniform() -> None:
    """Thirty bots at six seats: who sits at the first table of a block, and with whom bot 0 sits there."""
    schedule = Schedule(30, 6, "rotate", seed=11)
    first = np.array(
        [seatings(schedule, start, start + 1)[0] for start in range(0, 6_000 * schedule.block, schedule.block)]
    )
    assert chisquare(np.bincount(first[:, 0], minlength=30)).pvalue > ORDINARY
    with_zero = first[(first == 0).any(axis=1)]
    assert chisquare(np.bincount(with_zero.ravel(), minlength=30)[1:]).pvalue > ORDINARY


@pytest.mark.parametrize("seats", BALANCED_REPLAYS)
def test_balanced_seatings_put_every_pair_of_bots_in_every_pair_of_seats_equally(seats: int) -> None:
    replays = pair_balanced(seats)
    assert len(replays) == len(set(replays)) == BALANCED_REPLAYS[seats]
    assert all(sorted(seating) == list(range(seats)) for seating in replays)
    counts = Counter(
        ((seating[s], seating[t]), (s, t)) for seating in replays for s, t in permutations(range(seats), 2)
    )
    pairs = seats * (seats - 1)
    assert len(counts) == pairs * pairs
    assert set(counts.values()) == {len(replays) // pairs}


@pytest.mark.parametrize("seats", BALANCED_REPLAYS)
def test_a_balanced_block_is_balanced_in_pairs(seats: int) -> None:
    rows = one_block(Schedule(seats, seats, "balanced", seed=12))
    counts = Counter(((int(row[s]), int(row[t])), (s, t)) for row in rows for s, t in permutations(range(seats), 2))
    assert len(counts) == (seats * (seats - 1)) ** 2
    assert len(set(counts.values())) == 1


def test_rotations_are_not_balanced_in_pairs() -> None:
    """What the balanced design adds: under rotations the left neighbour stays the same all deal long."""
    rows = one_block(Schedule(4, 4, "rotate", seed=12))
    assert len({(int(row[0]), int(row[1])) for row in rows}) == 4


@pytest.mark.parametrize("seats", range(7, 11))
def test_no_balanced_set_beyond_six_seats(seats: int) -> None:
    with pytest.raises(InputError, match=f"balanced: is for tables of 2 to 6 seats, not {seats}"):
        Schedule(4, seats, "balanced", seed=1)


def test_an_unknown_design_is_refused() -> None:
    with pytest.raises(InputError, match="'swiss'"):
        Schedule(4, 4, "swiss", seed=1)
