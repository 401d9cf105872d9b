"""Style from the log: against a slow twin, against the loop's own counts, and on hands one can follow by eye."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import holdem_sim
from holdem_sim.analysis import style
from holdem_sim.analysis.scan import scan
from holdem_sim.analysis.style_counts import (
    COUNTS,
    SPREADS,
    STATISTICS,
    add_counts,
    as_counts,
    block_of,
    close_block,
    style_row,
)
from holdem_sim.analysis.tracker import REACHED, positions, track
from holdem_sim.errors import RunError
from holdem_sim.records.arrays import Arrays
from holdem_sim.simulate.columns import STYLE
from tests.naive import tracker as naive

BOTS = ["random", "easy", "hard", "raise:percent=100"]
GAMES: dict[str, dict[str, Any]] = {
    "heads-up": {"players": 2, "stack": 50},
    "four": {"players": 4, "rake": "5/3", "ante": 1, "session": 3},
    "six": {"players": 6, "betting": "pot-limit", "ante": 3, "ante_mode": "big_blind", "blinds": "5/10", "stack": 400},
    "limit": {"players": 3, "betting": "fixed-limit"},
    "short": {"players": 5, "stack": 7, "blinds": "2/3", "ante": 2},
}
Counts = dict[tuple[str, str], Counter[str]]


@pytest.fixture(scope="module", params=GAMES)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> holdem_sim.Run:
    """A run of some shards."""
    folder = tmp_path_factory.mktemp("runs") / request.param
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("holdem_sim.experiment.config.SHARD_HANDS", 300)
        holdem_sim.tournament(BOTS, hands=700, seed=41, out=folder, **GAMES[request.param])
    return holdem_sim.load(folder)


Seat = tuple[int, int, str, str]


def naive_seats(run: holdem_sim.Run) -> Iterator[tuple[Seat, Counter[str], int]]:
    """Of every seat of every hand: deal, seat, bot and position; what it counts; the street it reached."""
    rules = run.manifest["config"]["rules"]
    names = ("small_blind", "big_blind", "ante", "ante_mode", "betting")
    seats = range(run.players)
    columns = (run.seats[name] for name in ("match", "hand", "seat", "position"))
    position = {(match, hand, seat): str(name) for match, hand, seat, name in zip(*columns, strict=True)}
    for row in run.hands.to_dict("records"):
        stacks, payoffs = ([row[f"{name}_{seat}"] for seat in seats] for name in ("stack", "payoff"))
        found = naive.track(stacks, row["button"], row["actions"], payoffs, **{name: rules[name] for name in names})
        for seat, own in found.counts.items():
            who = row["deal"], seat, row[f"bot_{seat}"], position[row["match"], row["hand"], seat]
            yield who, own, found.reached[seat]


def naive_counts(run: holdem_sim.Run) -> tuple[Counts, Counter[tuple[str, int]]]:
    """By bot and position; hands by bot and street reached."""
    counts: Counts = defaultdict(Counter)
    reached: Counter[tuple[str, int]] = Counter()
    for (_, _, bot, position), own, street in naive_seats(run):
        counts[bot, position] += own
        reached[bot, street] += 1
    return counts, reached


def test_every_count_is_the_twins(run: holdem_sim.Run) -> None:
    found = scan(run)
    counts, reached = naive_counts(run)
    for b, bot in enumerate(found.bots):
        for p, position in enumerate(found.positions):
            expected = counts[bot, position]
            assert {name: found.counts[b, p][name] for name in COUNTS.names or ()} == {
                name: expected[name] for name in COUNTS.names or ()
            }
        assert list(found.by_street[b]["hands"]) == [reached[bot, street] for street in range(len(REACHED))]


def test_every_statistic_has_occurred(run: holdem_sim.Run) -> None:
    """So that the twin is asked about each; with short stacks who raises is all-in."""
    total = add_counts(scan(run).counts, (0, 1))
    short = ("hands", "preflop", "vpip", "pfr", "saw_flop", "showdown", "won_showdown")
    expected = short if run.manifest["config"]["stack"] < 10 else COUNTS.names or ()
    assert [name for name in expected if total[name] == 0] == []


def test_the_log_says_what_the_loop_counted(run: holdem_sim.Run) -> None:
    """Accumulated while playing, or recomputed from the log: VPIP, PFR and AF are the same numbers."""
    loop = np.zeros(len(BOTS), STYLE)
    for shard in run.shards:
        for number, row in enumerate(shard["style"]):
            for name, value in zip(STYLE.names or (), row, strict=True):
                loop[number][name] += value
    log = add_counts(scan(run).counts, 1)
    for name in ("hands", "preflop", "vpip", "pfr", "aggressive", "calls"):
        assert (log[name] == loop[name]).all(), name


@pytest.mark.parametrize("by", [["bot"], ["bot", "position"], ["position"], ["seat", "bot"], ["position", "seat"]])
def test_the_interval_of_style_is_the_twins_by_block(run: holdem_sim.Run, by: list[str]) -> None:
    """A ratio of sums over blocks: deal by deal from the twin's counts, its error by Cochran's formula."""
    blocks: dict[Any, dict[int, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for (deal, seat, bot, position), own, _ in naive_seats(run):
        known = {"bot": bot, "position": position, "seat": seat}
        blocks[tuple(known[name] for name in by)][deal] += own
    table = style(run, by)
    assert len(table) == len(blocks)
    for row in table.to_dict("records"):
        of_deals = blocks[tuple(row[name] for name in by)]
        for name, (scale, count, of) in STATISTICS.items():
            pairs = [
                tuple(sum(block[field] for field in fields) for fields in (count, of)) for block in of_deals.values()
            ]
            p, w = np.array([pair for pair in pairs if any(pair)], float).reshape(-1, 2).T
            assert (row[f"{name}_count"], row[f"{name}_of"]) == (p.sum(), w.sum())
            if len(p) < 2 or w.sum() == 0:
                assert np.isnan(row[f"{name}_half_width"])
                continue
            if p.sum() == 0 or (p == w).all():
                share = 1 - 0.025 ** (1 / len(p))
                assert row[f"{name}_half_width"] == pytest.approx(
                    scale * (share / (1 - share) if name == "af" else share)
                )
                continue
            error = np.sqrt(len(p) / (len(p) - 1) * ((p - p.sum() / w.sum() * w) ** 2).sum()) / w.sum()
            expected = scale * stats.t.ppf(0.975, len(p) - 1) * error
            for events in (p, w - p) if name != "af" else ():
                worth, seen = events.sum() ** 2 / max((events**2).sum(), 1), events.sum() / w.sum()
                if 0 < worth < 10:
                    upper = stats.beta.ppf(0.975, worth + 1, worth / seen - worth)
                    expected = max(expected, scale * (upper - seen))
            assert row[f"{name}_half_width"] == pytest.approx(expected, rel=1e-6, abs=1e-6)


def test_what_never_happened_may_still_happen() -> None:
    """0 of 116 is no 0.0 ± 0.0: the true share is within the interval in 19 of 20 of 1,000 seeds, however small."""
    rng = np.random.default_rng(43)
    for share in (0.001, 0.01, 0.03):
        seen = rng.binomial(1, share, (1000, 60)).sum(axis=1)
        spreads = np.zeros(len(STATISTICS), SPREADS)
        spreads["blocks"], spreads["wholes_squared"] = 60, 60
        counts = np.zeros((), COUNTS)
        counts["hands"] = counts["preflop"] = 60
        row = style_row(counts, spreads)
        assert row["vpip"] == 0
        assert row["vpip_half_width"] == pytest.approx(100 * stats.binomtest(0, 60).proportion_ci().high)
        assert ((seen == 0) & (100 * share > row["vpip_half_width"])).mean() <= 0.05


@pytest.mark.parametrize("blocks", [50, 100, 400])
def test_what_seldom_happened_may_happen_oftener(blocks: int) -> None:
    """One event in 100 blocks says less than none did: by s alone the interval covered 84 % where 3 were to come."""
    counts, spreads = np.zeros((), COUNTS), np.zeros(len(STATISTICS), SPREADS)
    counts["hands"] = counts["preflop"] = blocks
    spreads["blocks"] = spreads["wholes_squared"] = blocks
    widths = []
    for times in range(blocks + 1):
        counts["vpip"] = spreads["parts_squared"] = spreads["products"] = times
        widths.append(style_row(counts, spreads)["vpip_half_width"] / 100)
    seen = np.arange(blocks + 1)
    for to_come in (0.5, 1, 2, 3, 4, 6, 8, 12, 16):
        for share in (to_come / blocks, 1 - to_come / blocks):
            chance = stats.binom.pmf(seen, blocks, share)
            assert chance[np.abs(seen / blocks - share) <= widths].sum() > 0.91


def test_the_interval_of_a_share_covers_it_19_times_in_20() -> None:
    """Blocks of 12 hands that share a tendency, so that hands are not independent; 4 errors of 1,000 seeds: 2.8 %."""
    rng = np.random.default_rng(42)
    covered = 0
    for _ in range(1000):
        block, totals, scratch = block_of(1, 1), block_of(1, 1), np.zeros((2, 1 + len(COUNTS.names or ())), np.int64)
        spreads = np.zeros((1, 2, len(STATISTICS)), SPREADS)
        for share in rng.beta(1.5, 3.5, 100):
            own = as_counts(block)[0, 0]
            own["hands"] = own["preflop"] = 12
            own["vpip"] = rng.binomial(12, share)
            close_block(block, totals, spreads, scratch)
        row = style_row(as_counts(totals)[0, 0], spreads[0, 0])
        assert row["vpip"] == 100 * row["vpip_count"] / row["vpip_of"]
        assert (spreads[0, 0] == spreads[0, 1]).all()
        covered += abs(row["vpip"] - 30) <= row["vpip_half_width"]
    assert covered / 1000 == pytest.approx(0.95, abs=0.028)


def one(actions: str, payoffs: list[int], button: int = 2) -> tuple[dict[int, dict[str, int]], list[str]]:
    """The counts above 0 of each seat, bot s in seat s, and the streets reached; blinds 1/2, 200 chips."""
    seats = len(payoffs)
    hands = Arrays(
        deal=np.zeros(1, np.int64),
        button=np.array([button], np.int8),
        bots=np.arange(seats, dtype=np.int16)[None, :],
        stacks=np.full((1, seats), 200, np.int32),
        payoffs=np.array([payoffs], np.int32),
        ends=np.array([0, len(actions)], np.int32),
        actions=np.frombuffer(actions.encode(), np.uint8).copy(),
    )
    counts = np.zeros((seats, len(positions(seats))), COUNTS)
    _, reached = track(holdem_sim.Rules(), seats, hands, counts)
    own = add_counts(counts, 1)
    names = COUNTS.names or ()
    found = {seat: {name: int(own[seat][name]) for name in names if own[seat][name]} for seat in range(seats)}
    return found, [REACHED[street] for street in reached[0]]


def test_a_hand_one_can_follow() -> None:
    """Button raises, small blind 3-bets, big blind folds, button calls; the c-bet is called, the next one is not."""
    counts, reached = one("r6r18fc/r20c/r40f", [40, -2, -38])
    assert reached == ["turn", "preflop", "turn"]
    both = {"hands": 1, "preflop": 1, "vpip": 1, "pfr": 1, "saw_flop": 1}
    assert counts[0] == {
        **both, "could_three_bet": 1, "three_bet": 1, "could_c_bet": 1, "c_bet": 1, "aggressive": 2
    }  # fmt: skip
    assert counts[1] == {"hands": 1, "preflop": 1}
    assert counts[2] == {**both, "faced_three_bet": 1, "faced_c_bet": 1, "calls": 1, "folds": 1}


def test_all_in_before_the_flop_sees_it_and_the_showdown() -> None:
    counts, reached = one("r200fc", [-1, 201, -200])
    assert reached == ["preflop", "showdown", "showdown"]
    assert counts[1] == {"hands": 1, "preflop": 1, "vpip": 1, "saw_flop": 1, "showdown": 1, "won_showdown": 1}
    assert counts[2] == {"hands": 1, "preflop": 1, "vpip": 1, "pfr": 1, "saw_flop": 1, "showdown": 1}


def test_a_walk_gives_the_big_blind_no_decision() -> None:
    counts, reached = one("ff", [-1, 1, 0])
    assert counts[1] == {"hands": 1}
    assert reached == ["preflop"] * 3


@pytest.mark.parametrize("actions", ["", "ff/k", "fr1c", "fr3f", "x", "fk", "fcf", "frc", "ff7", "fck/kk/kk/k"])
def test_text_that_cannot_be_played_is_refused(actions: str) -> None:
    with pytest.raises(RunError, match="cannot be played"):
        one(actions, [0, 0, 0])


def test_the_log_of_a_summary_run_is_refused(tmp_path: Path) -> None:
    holdem_sim.tournament(["call", "fold"], hands=10, log="summary", out=tmp_path / "run")
    with pytest.raises(holdem_sim.InputError, match="were not kept"):
        scan(holdem_sim.load(tmp_path / "run"))
