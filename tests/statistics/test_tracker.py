"""Style from the log: against a slow twin, against the loop's own counts, and on hands one can follow by eye."""

from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import holdem_sim
from holdem_sim.analysis.scan import scan
from holdem_sim.analysis.tracker import COUNTS, REACHED, add_counts, positions, style_row, track
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


def naive_counts(run: holdem_sim.Run) -> tuple[Counts, Counter[tuple[str, int]]]:
    """By bot and position; hands by bot and street reached."""
    rules = run.manifest["config"]["rules"]
    names = ("small_blind", "big_blind", "ante", "ante_mode", "betting")
    seats = range(run.players)
    columns = (run.seats[name] for name in ("match", "hand", "seat", "position"))
    position = {(match, hand, seat): str(name) for match, hand, seat, name in zip(*columns, strict=True)}
    counts: Counts = defaultdict(Counter)
    reached: Counter[tuple[str, int]] = Counter()
    for row in run.hands.to_dict("records"):
        stacks, payoffs = ([row[f"{name}_{seat}"] for seat in seats] for name in ("stack", "payoff"))
        found = naive.track(stacks, row["button"], row["actions"], payoffs, **{name: rules[name] for name in names})
        for seat, own in found.counts.items():
            counts[row[f"bot_{seat}"], position[row["match"], row["hand"], seat]] += own
            reached[row[f"bot_{seat}"], found.reached[seat]] += 1
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


def test_the_batches_are_whole_blocks_that_sum_to_the_counts(run: holdem_sim.Run) -> None:
    found = scan(run)
    assert (add_counts(found.batches, 0) == add_counts(found.counts, 1)).all()
    per_block = sum(shard["rows"] for shard in run.shards) * run.players // found.deals
    assert (found.batches["hands"].sum(axis=1) % per_block == 0).all()
    assert len(found.batches) > 16


def test_the_interval_of_a_share_covers_it_19_times_in_20() -> None:
    """Batches of a binomial law and unequal size; 4 standard errors of 1,000 seeds are 2.8 %."""
    rng = np.random.default_rng(42)
    covered = 0
    for _ in range(1000):
        batches = np.zeros(16, COUNTS)
        batches["preflop"] = rng.integers(50, 200, 16)
        batches["vpip"] = rng.binomial(batches["preflop"], 0.3)
        row = style_row(add_counts(batches, 0), batches)
        assert row["vpip"] == 100 * row["vpip_count"] / row["vpip_of"]
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
