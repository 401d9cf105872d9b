"""Worth learned from the run: variates of mean zero whatever was learned, and no hand judged by what it taught."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import t as student

import holdem_sim
from holdem_sim.analysis.luck import table
from holdem_sim.analysis.luck.hands import luck_of_hands
from holdem_sim.analysis.luck.learned import (
    CELLS,
    CONTEXTS,
    PRIOR,
    learn,
    learned_luck,
    no_sums,
    values,
)
from holdem_sim.analysis.luck.moments import CHIPS
from holdem_sim.analysis.luck.table import (
    add_up,
    adjusted_estimates,
    fit_weights,
    hands_to_separate,
    luck_table,
    moments_of_hands,
    ratio,
    sums_of_hands,
)
from holdem_sim.analysis.luck.variates import EVENT, LEARNED, RAISERS, STREETS, VARIATES
from holdem_sim.cards import NO_CARD
from holdem_sim.evaluator.features import made_share
from holdem_sim.game.rules import Rules
from holdem_sim.records.rows import LoggedHands
from tests.naive import luck as naive
from tests.naive.poker_hands import strengths
from tests.statistics.test_luck import as_logged, logged, played

Array = np.ndarray[Any, Any]
RULES = Rules().record()
BIG_BLIND = 2
NO_TEXT = np.zeros(0, np.uint8)


def events_of(hands: LoggedHands) -> tuple[Array, Array]:
    """Expected chips and events of hands."""
    events = np.zeros((len(hands.rows), STREETS), EVENT)
    expected, _, bad = luck_of_hands(hands, RULES, 0, events=events, weigh=False)
    assert bad is None
    return expected, events


def half_of(deal: int) -> int:
    """The half of the deals that ``deal`` is in: it teaches the other one."""
    return naive.fold_of(int(deal)) % 2


def of_half_0(count: int) -> Array:
    """Numbers of deals that all take the same values."""
    return np.array([deal for deal in range(3 * count + 10) if half_of(deal) == 0][:count])


def any_values(seed: int, bots: int = 2) -> Array:
    sums = no_sums(bots)
    return np.asarray(np.random.default_rng(seed).normal(0, 1, sums.shape))


def luck_at(hands: LoggedHands, events: Array, learned: Array, seed: int = 0) -> Array:
    """The learned variates (n, LEARNED, 2)."""
    luck = np.zeros((len(hands.rows), VARIATES + LEARNED, 2))
    learned_luck(hands, 0, events, BIG_BLIND, seed, learned, luck)
    assert (luck[:, :VARIATES] == 0).all()
    return luck[:, VARIATES:]


def bins(share: float) -> int:
    return sum(share >= edge for edge in (0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.88, 0.94, 0.98))


def naive_events(hand: naive.LoggedHand) -> list[tuple[int, int, int, int]]:
    """(street, pot, who raised last, raises on the street before) of every street with a decision."""
    found, raises = [], [0] * 5
    state, before, raiser = hand.start(hand.board), 0, -1
    for move in hand.moves():
        if state.street > before:
            found.append((state.street - 1, state.pot, raiser, raises[before]))
            before = state.street
        if move > 0:
            assert state.actor is not None
            raiser = state.actor
            raises[state.street] += 1
        state.act(move)
    return found


def naive_group(hand: naive.LoggedHand, event: tuple[int, int, int, int], hero: int) -> tuple[Any, ...]:
    """What was known and what the card made of it, in words, for the bot in seat ``hero``."""
    street, pot, raiser, raises = event
    board = np.array(hand.board[: street + 3], np.uint8)
    shares, outs = zip(*(made_share(np.array(hand.hole[s]), board, street + 3) for s in (hero, 1 - hero)), strict=True)
    ranks = strengths(np.array([[*hand.hole[s], *board] for s in (hero, 1 - hero)]))
    who = "none" if raiser < 0 else "mine" if raiser == hero else "theirs"
    known = street, who, hand.button == hero, sum(pot / BIG_BLIND >= edge for edge in (6, 20, 60)), min(raises, 2)
    return (*known, *map(bins, shares), int(np.sign(ranks[0] - ranks[1])), *(out >= 8 for out in outs))


@pytest.mark.parametrize("options", [{}, {"hands": 6, "carry": True, "stack": 60}])
def test_the_groups_are_the_twins(options: dict[str, Any]) -> None:
    """Sums by group, each in its own half: the kernel's cells and contexts are a renaming of the twin's words."""
    shard = played(("hard", "medium", "random"), 2, 40, seed=21, **options)
    hands = logged(shard, 2)
    expected, events = events_of(hands)
    sums = no_sums(3)
    learn(hands, 0, events, expected, BIG_BLIND, sums)
    twin: dict[tuple[Any, ...], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for row in range(len(shard.rows)):
        hand = as_logged(shard, row, 2, {})
        bots = hands.entrants[row].tolist()
        hero = bots.index(min(bots))
        for event in naive_events(hand):
            own = twin[(tuple(sorted(bots)), half_of(hands.deals[row]), *naive_group(hand, event, hero))]
            own[0] += expected[row, hero]
            own[1] += event[1]
    assert len(twin) > 200
    filled = sums[sums["pots"] > 0]
    assert sorted(zip(filled["won"].round(6), filled["pots"], strict=True)) == sorted(
        (round(won, 6), pots) for won, pots in twin.values()
    )
    for pair, bots in enumerate(((0, 1), (0, 2), (1, 2))):
        for half in (0, 1):
            pots = sum(own[1] for key, own in twin.items() if key[:2] == (bots, half))
            assert sums[pair, half]["pots"].sum() == pots


def test_values_are_means_drawn_to_those_of_more_hands_and_of_the_other_half() -> None:
    sums = no_sums(2)
    sums[0, 1, 2, 5 * CELLS + 7] = 90.0, 300.0
    sums[0, 1, 2, 6 * CELLS + 7] = -40.0, 100.0
    found = values(sums, BIG_BLIND).reshape(1, 2, STREETS, CONTEXTS, CELLS)
    assert (found[0, 1] == 0).all()
    prior = PRIOR * BIG_BLIND
    mean = 50 / 400
    cell = (50 + prior * mean) / (400 + prior)
    assert found[0, 0, 2, 5, 7] == pytest.approx((90 + prior * cell) / (300 + prior))
    assert found[0, 0, 2, 6, 7] == pytest.approx((-40 + prior * cell) / (100 + prior))
    assert found[0, 0, 2, 0, 7] == pytest.approx(cell)
    assert found[0, 0, 2, 5, 8] == pytest.approx(mean)
    assert (found[0, 0, :2] == 0).all()


@pytest.mark.parametrize("street", [1, 2])
def test_over_all_cards_that_could_have_fallen_the_luck_is_exactly_nothing(street: int) -> None:
    """Any values at all; the turn, the river dealt anew as each card in nobody's hand."""
    shard = played(("hard", "medium"), 2, 60, seed=22)
    hands = logged(shard, 2)
    _, events = events_of(hands)
    learned = any_values(1)
    tried = 0
    for row in np.flatnonzero(events["pot"][:, street] > 0)[:12]:
        own = shard.rows[row]
        known = set(own["hole"][:2].ravel().tolist()) | set(own["board"][: street + 2].tolist())
        cards = [card for card in range(52) if card not in known]
        rows = np.repeat(shard.rows[row : row + 1], len(cards))
        rows["board"][:, street + 2] = cards
        rows["board"][:, street + 3 :] = NO_CARD
        one = np.zeros((len(cards), STREETS), EVENT)
        one[:, street] = events[row, street]
        many = LoggedHands(
            rows, of_half_0(len(cards)), np.repeat(hands.entrants[row : row + 1], len(cards), 0), NO_TEXT
        )
        luck = luck_at(many, one, learned)
        raiser = luck[:, street * RAISERS : (street + 1) * RAISERS]
        assert np.abs(raiser).max() > 0.1
        assert np.abs(luck.sum(axis=0)).max() < 1e-8
        tried += 1
    assert tried == 12


def test_over_random_flops_the_luck_is_nothing_on_average() -> None:
    """The flops that stand for all are drawn apart from the one that fell. 4 standard errors."""
    shard = played(("hard", "medium"), 2, 60, seed=23)
    hands = logged(shard, 2)
    _, events = events_of(hands)
    learned = any_values(2)
    rng = np.random.default_rng(3)
    for row in np.flatnonzero(events["pot"][:, 0] > 0)[:4]:
        cards = np.setdiff1d(np.arange(52), shard.rows[row]["hole"][:2].ravel())
        rows = np.repeat(shard.rows[row : row + 1], 20_000)
        rows["board"] = NO_CARD
        rows["board"][:, :3] = rng.permuted(np.tile(cards, (len(rows), 1)), axis=1)[:, :3]
        one = np.zeros((len(rows), STREETS), EVENT)
        one[:, 0] = events[row, 0]
        many = LoggedHands(rows, of_half_0(len(rows)), np.repeat(hands.entrants[row : row + 1], len(rows), 0), NO_TEXT)
        luck = luck_at(many, one, learned)[:, :RAISERS, 0].sum(axis=1)
        assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(len(luck))
        assert luck.std() > 0.1


def test_the_two_seats_have_opposite_luck_and_replays_the_same_cards() -> None:
    """A deal's hands in another order, or alone: what was kept of the replay before changes nothing."""
    shard = played(("hard", "medium", "random"), 2, 60, seed=24)
    hands = logged(shard, 2)
    _, events = events_of(hands)
    learned = any_values(4, 3)
    luck = luck_at(hands, events, learned)
    assert (luck.sum(axis=2) == 0).all()
    none = (events["pot"] == 0)[:, :, None]
    assert (
        luck[:, :, 0].reshape(-1, STREETS, RAISERS)[np.broadcast_to(none, (len(luck), STREETS, RAISERS))] == 0
    ).all()
    assert (np.abs(luck).max(axis=(0, 2)) > 0).all()
    for row in range(0, len(shard.rows), 7):
        one = LoggedHands(
            shard.rows[row : row + 1], hands.deals[row : row + 1], hands.entrants[row : row + 1], hands.actions
        )
        assert luck_at(one, events[row : row + 1], learned)[0] == pytest.approx(luck[row], abs=1e-9)


def adjusted_of(bots: tuple[str, ...], blocks: int, seed: int, **options: Any) -> tuple[Array, Array]:
    """The MOMENTS of a run with values learned from it, however few its deals; and its values."""
    hands = logged(played(bots, 2, blocks, seed=seed, **options), 2)
    learned = values(sums_of_hands(hands, RULES, len(bots)), BIG_BLIND)
    return moments_of_hands(hands, RULES, seed, len(bots), learned), learned


def test_no_block_is_judged_by_what_it_taught() -> None:
    """What one deal paid, changed: neither the values of its half nor the weights of its fold move."""
    shard = played(("hard", "medium"), 2, 2_500, seed=25)
    hands = logged(shard, 2)
    expected, events = events_of(hands)
    deal = int(hands.deals[events["pot"][:, 2] > 0][5])
    half = half_of(deal)
    changed = np.where((hands.deals == deal)[:, None], expected * 100 + 1000, expected)
    learned = []
    for given in (expected, changed):
        sums = no_sums(2)
        learn(hands, 0, events, given, BIG_BLIND, sums)
        learned.append(values(sums, BIG_BLIND))
    assert (learned[0][:, half] == learned[1][:, half]).all()
    assert (learned[0][:, 1 - half] != learned[1][:, 1 - half]).any()
    weights = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "ENOUGH_BLOCKS", 100)
        used: list[Array] = []

        def fit(moments: Array) -> Array:
            used.append(fit_weights(moments))
            return used[-1]

        patch.setattr(table, "fit_weights", fit)
        for own in learned:
            used.clear()
            adjusted_estimates(moments_of_hands(hands, RULES, 0, 2, own))
            weights.append(used[naive.fold_of(deal)])
    assert (weights[0] == weights[1]).all()
    assert (weights[0][VARIATES:] != 0).all()


def test_line_ups_that_come_in_turn_teach_both_halves() -> None:
    """Four bots, six line-ups, each match its own deal: by odd and even numbers every pair would be in one half only,
    with nothing to learn from."""
    hands = logged(played(("hard", "medium", "easy", "random"), 2, 600, seed=29, design="independent"), 2)
    assert (sums_of_hands(hands, RULES, 4)["pots"].sum(axis=(2, 3)) > 0).all()


@pytest.mark.parametrize(
    ("bots", "design"), [(("hard", "medium"), "rotate"), (("hard", "easy", "random"), "independent")]
)
def test_learned_and_plain_means_agree_over_many_seeds(
    bots: tuple[str, ...], design: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs so small that learning from the hands it judges would show: 150 seeds, 4 standard errors."""
    monkeypatch.setattr(table, "ENOUGH_BLOCKS", 50)
    off = []
    for seed in range(150):
        moments, _ = adjusted_of(bots, 150, seed, design=design)
        plain = [ratio(add_up(moments[:, bot]), CHIPS).mean for bot in range(len(bots))]
        off.append(np.subtract([own.mean for own in adjusted_estimates(moments)], plain))
    errors = np.std(off, axis=0, ddof=1) / np.sqrt(len(off))
    assert (errors > 0).all()
    assert (np.abs(np.mean(off, axis=0)) < 4 * errors).all()


def test_the_interval_of_equal_bots_covers_zero_19_times_in_20(monkeypatch: pytest.MonkeyPatch) -> None:
    """A/A: two random bots, each with its own chance. 4 standard errors of 300 seeds are 5 %."""
    monkeypatch.setattr(table, "ENOUGH_BLOCKS", 100)
    covered = 0
    for seed in range(300):
        own = adjusted_estimates(adjusted_of(("random", "random"), 400, seed, stack=20)[0])[0]
        covered += abs(own.mean) <= student.ppf(0.975, 399) * own.error
    assert covered / 300 == pytest.approx(0.95, abs=0.05)


def test_a_run_of_two_seats_and_enough_deals_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads do not matter; with fewer deals, other tables and more bots nothing is learned."""
    monkeypatch.setattr("holdem_sim.experiment.config.SHARD_HANDS", 8_000)
    holdem_sim.tournament(["hard", "medium"], players=2, hands=40_000, seed=26, out=tmp_path / "run")
    run = holdem_sim.load(tmp_path / "run")
    learned = luck_table(run, threads=1)
    assert learned.equals(luck_table(run, threads=3))
    monkeypatch.setattr(table, "ENOUGH_DEALS", 20_001)
    plain = luck_table(run)
    assert (learned["sigma_adjusted"] < 0.95 * plain["sigma_adjusted"]).all()
    gap = (learned["adjusted_bb_per_100"] - plain["adjusted_bb_per_100"]).abs()
    assert (gap < 2 * plain["adjusted_half_width"]).all()
    assert (gap > 0).all()
    assert learned["adjusted_bb_per_100"].sum() == pytest.approx(0, abs=1e-6)


def test_mirrored_copies_of_one_bot_have_nothing_to_take_out(tmp_path: Path) -> None:
    """Every block is exactly 0: no hand is worth a number that rounding made."""
    holdem_sim.match(["easy", "easy"], matches=10_000, hands=2, seed=28, out=tmp_path / "run")
    found = luck_table(holdem_sim.load(tmp_path / "run"))
    assert found[["half_width", "adjusted_half_width"]].to_numpy() == pytest.approx(0, abs=1e-9)
    assert found["hand_worth"].isna().all()
    assert [hands_to_separate(sigma, 50) for sigma in found["sigma_adjusted"]] == [None, None]


@pytest.mark.slow
def test_the_figure_that_counts(tmp_path: Path) -> None:
    """Hard against medium heads-up, ± 50 mbb/hand: 5 times fewer hands than plain and independent ones, with the σ of a
    run of a million; a run of 172,000 hands, with less to learn from, gets there itself, 4.3 times fewer.
    """
    holdem_sim.tournament(["hard", "medium"], players=2, hands=1_000_000, seed=27, out=tmp_path / "run")
    row = luck_table(holdem_sim.load(tmp_path / "run")).iloc[0]
    plain, adjusted = (hands_to_separate(row[f"sigma_{name}"], 50) for name in ("raw", "adjusted"))
    assert plain is not None
    assert adjusted is not None
    print(f"{plain:,} plain, {adjusted:,} with everything: {plain / adjusted:.2f} times fewer")
    assert plain > 5 * adjusted
    assert plain > 4.25 * 172_000
    holdem_sim.tournament(["hard", "medium"], players=2, hands=172_000, seed=41, out=tmp_path / "short")
    assert 10 * luck_table(holdem_sim.load(tmp_path / "short"))["adjusted_half_width"].max() < 50
    assert abs(row["adjusted_bb_per_100"] - row["bb_per_100"]) < 4 / 1.96 * row["half_width"]
