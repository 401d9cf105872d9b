"""``tournament --gauntlet``: one bot against a field, at every table once."""

import pytest

import holdem_sim
from tests.cli.running import Run, manifest


@pytest.mark.parametrize("bots", [("easy", "medium"), ("easy", "medium", "hard")])
@pytest.mark.parametrize("players", [2, 4])
def test_the_bot_sits_at_every_table_once(run: Run, bots: tuple[str, ...], players: int) -> None:
    options = ("--players", players, "--hands", 1600, "--seed", 9)
    result = run.json("tournament", *bots, "--gauntlet", "hard", *options, "--out", "here")
    seats = holdem_sim.load("here").seats
    hero = seats[seats["bot"] == "hard"]
    assert len(hero) == result["hands"]
    assert not hero.duplicated(["match", "hand"]).any()
    assert hero["seat"].value_counts().nunique() == 1
    assert set(seats["bot"]) == {"hard", "easy", "medium"}
    assert manifest("here")["config"]["bots"] == ["hard", "easy", "medium"]


def test_it_plays_the_hands_of_compare(run: Run) -> None:
    options = ("--players", 3, "--hands", 900, "--seed", 9)
    ranking = run.json("tournament", "easy", "medium", "--gauntlet", "hard", *options)["ranking"]
    row = next(row for row in ranking if row["bot"] == "hard")
    hero = run.json("compare", "hard", "easy", "--field", "easy,medium", *options)["a"]
    assert hero["mbb_per_hand"] == pytest.approx(10 * row["bb_per_100"])
    assert hero["half_width"] == pytest.approx(10 * row["half_width"])


def test_it_goes_on_where_it_stopped(run: Run) -> None:
    options = ("easy", "medium", "--gauntlet", "hard", "--players", 2, "--seed", 9)
    whole = run.json("tournament", *options, "--hands", 2000)
    run.json("tournament", *options, "--hands", 400, "--out", "here")
    assert run.json("resume", "here", "--hands", 2000)["digest"] == whole["digest"]


def test_a_bot_against_nobody_is_refused(run: Run) -> None:
    assert "at least two bots" in run.refused("tournament", "hard", "--gauntlet", "hard")
    assert "unknown bot" in run.refused("tournament", "hard", "--gauntlet", "nobody")
