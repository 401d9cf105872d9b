"""The numbers and their honesty: block sums and a slow twin, the ranking from the log, known answers."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import holdem_sim
from holdem_sim.analysis.blocks import BLOCKS, add_blocks, block_means
from holdem_sim.analysis.intervals import half_width
from holdem_sim.game.rules import Rules
from holdem_sim.players.load import load_entrants
from holdem_sim.simulate.schedule import Schedule
from holdem_sim.simulate.shards import Game, Shard, play_shard
from tests.naive.blocks import NaiveSums, block_sums

BOTS = ("call", "random", "raise")
DESIGNS = [
    ("rotate", 2),
    ("rotate", 3),
    ("rotate", 5),
    ("balanced", 4),
    ("independent", 3),
    ("independent", 6),
]

Array = np.ndarray[Any, Any]


def game_of(bots: tuple[str, ...], schedule: Schedule, **options: Any) -> Game:
    entrants = load_entrants(bots)
    rules = options.pop("rules", Rules())
    return Game(rules, schedule, tuple(e.bot for e in entrants), tuple(e.settings for e in entrants), **options)


def played(game: Game, blocks: int, first: int = 0) -> Shard:
    size = game.schedule.block
    shard = play_shard(game, first * size, (first + blocks) * size)
    assert shard is not None
    return shard


def sums_of(shard: Shard, entrants: int, seats: int) -> Array:
    sums = np.zeros(entrants, BLOCKS)
    add_blocks(shard.matches, shard.rows, seats, sums)
    return sums


def naive_sums(shard: Shard, seats: int) -> dict[str, NaiveSums]:
    first = int(shard.matches["match"][0])
    rows = []
    for row in shard.rows:
        match = shard.matches[row["match"] - first]
        rows += [(int(match["deal"]), str(match["entrant"][s]), int(row["payoffs"][s])) for s in range(seats)]
    return block_sums(rows)


def half_width_of(own: Any) -> float | None:
    blocks, total, squares = block_means(own)
    return half_width(float(total), float(squares), int(blocks))


@pytest.mark.parametrize("session", [1, 3])
@pytest.mark.parametrize(("design", "seats"), DESIGNS)
def test_block_sums_are_the_twins(design: str, seats: int, session: int) -> None:
    schedule = Schedule(len(BOTS), seats, design, seed=31)
    shard = played(game_of(BOTS, schedule, hands=session, rules=Rules(rake=5.0)), 60, first=7)
    sums = sums_of(shard, len(BOTS), seats)
    twin = naive_sums(shard, seats)
    for number, own in enumerate(sums):
        expected = twin[str(number)]
        assert (own["hands"], own["chips"], own["squares"]) == (
            expected.hands,
            expected.chips,
            expected.squares,
        )
        assert own["blocks"] == len(expected.blocks)
        rate = Fraction(expected.chips, expected.hands)
        rest = sum((chips - rate * hands) ** 2 for chips, hands in expected.blocks)
        blocks, total, squares = block_means(own)
        assert blocks == len(expected.blocks)
        assert total / blocks == pytest.approx(float(rate), rel=1e-12, abs=1e-9)
        assert squares - blocks * float(rate) ** 2 == pytest.approx(
            float(rest) * (int(blocks) / expected.hands) ** 2, rel=1e-9, abs=1e-6
        )


def test_sums_of_parts_add_up_to_the_sums_of_the_whole() -> None:
    game = game_of(BOTS, Schedule(3, 3, "rotate", seed=32))
    whole = sums_of(played(game, 100), 3, 3)
    parts = np.zeros(3, BLOCKS)
    for first, blocks in ((0, 1), (1, 59), (60, 40)):
        shard = played(game, blocks, first)
        add_blocks(shard.matches, shard.rows, 3, parts)
    assert (parts == whole).all()


@pytest.mark.parametrize("values", [[1.0, 2.0, 4.0], [0.5] * 10, [-3.0, 3.0], list(range(200))])
def test_the_half_width_is_students(values: list[float]) -> None:
    expected = stats.sem(values) * stats.t.ppf(0.975, len(values) - 1)
    assert half_width(sum(values), sum(v * v for v in values), len(values)) == pytest.approx(expected, abs=1e-9)


def test_one_block_has_no_interval() -> None:
    assert half_width(3.0, 9.0, 1) is None
    assert half_width(0.0, 0.0, 0) is None


@pytest.mark.parametrize(("design", "players"), DESIGNS)
def test_the_ranking_follows_from_the_log_alone(tmp_path: Path, design: str, players: int) -> None:
    result = holdem_sim.tournament(
        list(BOTS),
        hands=900,
        players=players,
        design=design,
        blinds="5/10",
        stack=500,
        seed=33,
        out=tmp_path / "run",
    )
    seats = holdem_sim.load(tmp_path / "run").seats
    in_blinds = seats.assign(x=seats["payoff"] / 10)
    for row in result.ranking.to_dict("records"):
        own = in_blinds[in_blinds["bot"] == row["bot"]]
        means = own.groupby("deal")["x"].mean()
        assert row["hands"] == len(own)
        assert row["blocks"] == len(means)
        assert row["bb_per_100"] == pytest.approx(100 * means.mean(), abs=1e-9)
        width = stats.t.interval(0.95, len(means) - 1, loc=means.mean(), scale=stats.sem(means))
        assert row["half_width"] == pytest.approx(100 * (width[1] - width[0]) / 2)


@pytest.mark.parametrize("bot", ["call", "raise", "random", "raise:percent=200"])
@pytest.mark.parametrize("design", ["rotate", "balanced"])
@pytest.mark.parametrize(("entrants", "seats"), [(2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (4, 3), (5, 2), (2, 6)])
def test_copies_of_one_bot_win_exactly_nothing_in_every_block(bot: str, design: str, entrants: int, seats: int) -> None:
    """The null test: same cards, same chance, every seat once. The sum of squares says it of each block."""
    schedule = Schedule(entrants, seats, design, seed=34, shared_streams=True)
    game = game_of((bot,) * entrants, schedule, hands=2)
    sums = sums_of(played(game, max(2, 600 // schedule.block)), entrants, seats)
    assert (sums["chips"] == 0).all()
    assert (sums["chips_squared"] == 0).all()
    assert (sums["squares"] > 0).all()


def test_without_shared_streams_chance_is_not_balanced() -> None:
    """So that the null test can fail: the copies' own chance, or another seed's cards, leave a rest."""
    schedule = Schedule(3, 3, "rotate", seed=34)
    assert (sums_of(played(game_of(("random",) * 3, schedule), 50), 3, 3)["chips_squared"] > 0).all()
    single = Schedule(3, 3, "independent", seed=34, shared_streams=True)
    assert (sums_of(played(game_of(("call",) * 3, single), 50), 3, 3)["chips_squared"] > 0).all()


def test_the_interval_of_equal_bots_covers_zero_19_times_in_20() -> None:
    """A/A: two random bots, each with its own chance. 4 standard errors of 1,000 seeds are 2.8 %."""
    covered = 0
    for seed in range(1000):
        game = game_of(("random", "random"), Schedule(2, 2, "rotate", seed), stack=20, log=False)
        own = sums_of(played(game, 200), 2, 2)[0]
        width = half_width_of(own)
        assert width is not None
        covered += abs(own["chips"] / own["hands"]) <= width
    assert covered / 1000 == pytest.approx(0.95, abs=0.028)


@pytest.mark.parametrize(("players", "ante"), [(2, 0), (2, 1), (3, 0), (6, 0), (6, 2), (10, 1)])
def test_a_bot_that_folds_to_every_bet_loses_exactly_its_blinds_and_antes(
    tmp_path: Path, players: int, ante: int
) -> None:
    """Against bots that always raise it never sees a free showdown: the same loss in every block."""
    raisers = ["raise", "raise:percent=100", "raise:percent=20"][: min(3, players - 1)]
    result = holdem_sim.tournament(
        ["fold", *raisers],
        hands=1200,
        players=players,
        blinds="5/10",
        stack=500,
        ante=ante,
        seed=35,
        out=tmp_path / "run",
    )
    seats = holdem_sim.load(tmp_path / "run").read_seats(where="bot == 'fold'")
    forced = {"SB": 5, "BB": 10, "BTN": 5 if players == 2 else 0}
    lost = seats["position"].astype(object).map(lambda position: forced.get(position, 0)) + ante
    assert (seats["payoff"] == -lost).all()
    row = next(row for row in result.ranking.to_dict("records") if row["bot"] == "fold")
    assert row["bb_per_100"] == pytest.approx(-100 * (15 / players + ante) / 10, abs=1e-9)
    assert row["half_width"] == pytest.approx(0, abs=1e-5)


def test_all_in_against_all_in_has_the_known_variance() -> None:
    """Two big blinds, in before the flop: win or lose all but for ties, 4.06 % of deals."""
    game = game_of(("raise:percent=1000",) * 2, Schedule(2, 2, "independent", seed=36), stack=4, log=False)
    hands = 200_000
    own = sums_of(played(game, hands), 2, 2)[0]
    tie = 0.0406
    four_errors = 4 * np.sqrt(tie * (1 - tie) / hands)
    assert own["squares"] / hands / 4**2 == pytest.approx(1 - tie, abs=four_errors + 0.00005)
    assert own["chips"] / hands == pytest.approx(0, abs=4 * 4 / np.sqrt(hands))


def test_mirrored_deals_need_fewer_hands() -> None:
    """Why there are blocks: the interval of the same number of hands is narrower than that of plain play."""
    widths = {}
    for design in ("rotate", "independent"):
        game = game_of(("call", "raise:percent=20"), Schedule(2, 2, design, seed=37), stack=40, log=False)
        own = sums_of(played(game, 20_000 // game.schedule.block), 2, 2)[0]
        widths[design] = half_width_of(own)
    assert widths["rotate"] is not None
    assert widths["independent"] is not None
    assert widths["rotate"] < 0.7 * widths["independent"]
