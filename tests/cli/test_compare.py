"""``holdem-sim compare``: the hero swap, held to plain play of the same hands and to exact cases."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import holdem_sim
from holdem_sim.experiment.compare import split_bots
from holdem_sim.experiment.hero import HeroSchedule
from tests.cli.running import Run

KEYS = [
    "a", "b", "field", "players", "mbb_per_hand", "half_width", "p", "hands", "blocks", "variance_ratio", "seed",
    "run",
]  # fmt: skip


def test_the_json_has_the_difference_and_both_win_rates(run: Run) -> None:
    found = run.json("compare", "hard", "easy", "--field", "medium,call", "--hands", 1200, "--seed", 5)
    assert list(found) == KEYS
    assert list(found["a"]) == ["bot", "mbb_per_hand", "half_width"]
    assert found["field"] == ["medium", "call"]
    assert found["mbb_per_hand"] == pytest.approx(found["a"]["mbb_per_hand"] - found["b"]["mbb_per_hand"])
    assert found["hands"] == 1200


def test_the_text_names_units_intervals_hands_and_blocks(run: Run) -> None:
    out = run("compare", "hard", "easy", "--field", "medium", "--hands", 400, "--seed", 5).out
    assert "400 hands each in\n100 blocks, seed 5; mbb/hand with 95 % intervals" in out
    assert out.count("±") == 3


def test_one_block_has_differences_and_no_intervals(run: Run) -> None:
    out = run("compare", "hard", "medium", "--field", "easy", "--players", 2, "--hands", 2).out
    assert out.count("± -") == 3
    assert "nan" not in out


def test_two_names_of_one_bot_differ_by_exactly_nothing(run: Run) -> None:
    """The default spelled out is the same strategy: same deals, same chance, same hands."""
    found = run.json(
        "compare", "random", "hard", "--field", "random,hard:tilt=0.5", "--players", 6, "--hands", 720, "--seed", 5
    )
    assert found["half_width"] > 0
    same = holdem_sim.compare("hard:tilt=0.1", "hard:tilt=0.10000000001", field="easy,medium", hands=1200, seed=5)
    assert (same.differences == 0).all()
    assert (same.mbb_per_hand, same.half_width, same.p) == (0, 0, 1)


def test_heads_up_the_hero_wins_what_it_wins_in_a_tournament(tmp_path: Any) -> None:
    """The same seed deals the same cards: A against C is the tournament of A and C."""
    found = holdem_sim.compare("hard", "easy", field=["medium"], players=2, hands=2000, seed=6)
    for hero in (found.a, found.b):
        result = holdem_sim.tournament([hero.bot, "medium"], players=2, hands=2000, seed=6, out=tmp_path / hero.bot)
        row = next(row for row in result.to_json()["ranking"] if row["bot"] == hero.bot)
        assert hero.mbb_per_hand == pytest.approx(10 * row["bb_per_100"])
        assert hero.half_width == pytest.approx(10 * row["half_width"])


def test_the_interval_is_of_the_paired_differences() -> None:
    found = holdem_sim.compare("hard", "easy", field="medium", players=3, hands=1500, seed=6)
    y = found.differences
    assert len(y) == found.blocks == 500
    assert found.half_width == pytest.approx(stats.sem(y) * stats.t.ppf(0.975, len(y) - 1))
    assert found.p == pytest.approx(stats.ttest_1samp(y, 0).pvalue)


def test_stats_gives_it_again_from_the_logs(run: Run) -> None:
    """The two are gauntlets on the same deals; from their seats alone the paired t test; altered, the sums differ."""
    options = ("--players", 3, "--hands", 900, "--seed", 6, "--out", "here")
    printed = run.json("compare", "hard", "easy", "--field", "medium,easy", *options)
    assert run("stats", "here", "--json").json == printed == json.loads(Path("here/results.json").read_text())
    assert "difference" in run("stats", "here").out
    assert "many runs" in run.refused("stats", "here", "--luck")
    y = []
    for side, hero in (("a", "hard"), ("b", "easy#1")):
        seats = holdem_sim.load(f"here/{side}").seats
        y.append(seats[seats["bot"] == hero].groupby("deal")["payoff"].mean() * 500)
        assert "agree" in run("repeat", f"here/{side}").out
    test = stats.ttest_1samp(y[0] - y[1], 0)
    assert printed["mbb_per_hand"] == pytest.approx((y[0] - y[1]).mean())
    assert printed["p"] == pytest.approx(test.pvalue)
    assert printed["field"] == ["medium", "easy"]
    assert printed["b"]["bot"] == "easy"


def test_two_runs_that_do_not_belong_together_are_refused(run: Run) -> None:
    for side, seed in (("a", 1), ("b", 2)):
        options = ("--players", 2, "--hands", 20, "--seed", seed, "--out", f"here/{side}")
        run.json("tournament", "easy", "--gauntlet", "hard", *options)
    assert "not of the same field" in run.refused("stats", "here", code=1)


def test_a_folder_that_holds_something_is_refused_before_play(run: Run) -> None:
    Path("full").mkdir()
    Path("full/file").touch()
    assert "is not empty" in run.refused("compare", "hard", "easy", "--field", "easy", "--out", "full")


def test_threads_do_not_change_the_result(small_shards: int) -> None:
    one, more = (
        holdem_sim.compare("hard", "easy", field="random", hands=4000, seed=6, threads=threads) for threads in (1, 3)
    )
    assert one == more
    assert (one.differences == more.differences).all()


@pytest.mark.parametrize(("entrants", "seats"), [(2, 2), (2, 6), (3, 4), (5, 3), (7, 6)])
@pytest.mark.parametrize("design", ["rotate", "independent"])
def test_the_hero_sits_at_every_table_once(entrants: int, seats: int, design: str) -> None:
    schedule = HeroSchedule(entrants, seats, design, 7)
    matches = schedule.matches(0, 4 * schedule.block if design == "rotate" else 120)
    seated = matches["entrant"][:, :seats]
    assert ((seated == 0).sum(axis=1) == 1).all()
    counts = np.bincount(seated[seated > 0], minlength=entrants)[1:]
    if design == "rotate":
        assert len(set(counts)) == 1
        assert len(set((seated == 0).sum(axis=0))) == 1


@pytest.mark.parametrize(
    ("text", "bots"),
    [
        ("easy", ["easy"]),
        ("easy, ./my.py ,medium", ["easy", "./my.py", "medium"]),
        ("easy,hard:aggression=1.2,tilt=0,medium", ["easy", "hard:aggression=1.2,tilt=0", "medium"]),
        ("hard:tilt=0,hard:tilt=1", ["hard:tilt=0", "hard:tilt=1"]),
        (",", []),
    ],
)
def test_a_field_is_bots_parted_by_commas(text: str, bots: list[str]) -> None:
    assert split_bots(text) == bots


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("hard", "hard", "--field", "easy"), "enters twice"),
        (("hard", "easy", "--field", "easy,easy"), "enters twice"),
        (("hard", "easy", "--field", ","), "at least one bot"),
        (("hard", "easy", "--field", "nobody"), "unknown bot 'nobody'"),
        (("hard", "easy"), "--field"),
        (("hard", "easy", "--field", "easy", "--players", 1), "players 1"),
        (("hard", "easy", "--field", "easy", "--hands", 0), "hands 0"),
    ],
)
def test_what_cannot_be_compared_is_refused(run: Run, arguments: tuple[object, ...], words: str) -> None:
    assert words in run.refused("compare", *arguments)


def test_a_field_of_too_many_line_ups_is_refused(run: Run) -> None:
    field = ",".join(f"hard:tilt={n / 100}" for n in range(20))
    assert "line-ups at 6 seats; give fewer" in run.refused(
        "compare", "easy", "medium", "--field", field, "--players", 6
    )


@pytest.mark.parametrize("option", [{"stop": "cs=0"}, {"log": "summary"}, {"gauntlet": "easy"}, {"hand": 5}])
def test_an_option_that_would_do_nothing_is_refused(option: dict[str, Any]) -> None:
    with pytest.raises(holdem_sim.InputError, match="unknown option"):
        holdem_sim.compare("hard", "easy", field="medium", **option)
    with pytest.raises(holdem_sim.InputError, match="unknown option"):
        holdem_sim.difficulty(["easy", "hard"], **option)


def test_ctrl_c_names_no_command_that_would_finish_half_of_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the two could be resumed; the comparison could not."""

    def pressed(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("holdem_sim.experiment.run.play_shard", pressed)
    for arguments in (("compare", "hard", "easy", "--field", "easy"), ("difficulty", "easy", "hard")):
        done = run(*arguments, "--quiet")
        assert (done.code, done.err.strip()) == (130, "interrupted")
