"""``holdem-sim match``: carried stacks, bust-outs, early ends, shared wins, replays over seatings."""

import json
from pathlib import Path

import pytest

import holdem_sim
from tests.cli.running import Run, manifest
from tests.naive.matches import final_chips

KEYS = ["bots", "matches", "blocks", "hands", "seed", "digest", "run", "engine_version", "seconds"]
ROW = ["bot", "won", "won_half_width", "mean_chips", "chips_half_width", "matches", "blocks", "faults"]


def test_the_json_has_the_documented_keys(run: Run) -> None:
    result = run.json("match", "easy", "easy", "easy", "hard", "--matches", 40, "--seed", 1)
    assert list(result) == KEYS
    assert [list(row) for row in result["bots"]] == [ROW] * 4
    assert [row["bot"] for row in result["bots"]] == ["easy#1", "easy#2", "easy#3", "hard"]
    assert result["matches"] == 40
    assert result["blocks"] == 10


def test_a_bot_whose_name_is_that_of_a_numbered_one(run: Run) -> None:
    Path("call#1.py").write_text((Path(holdem_sim.__file__).parents[1] / "bots" / "call.py").read_text())
    result = run.json("match", "call", "./call#1.py", "call", "--matches", 6, "--seed", 1)
    assert sorted(row["bot"] for row in result["bots"]) == ["call#1", "call#2", "call#3"]
    assert list(manifest(result["run"])["sources"]) == ["call#2", "call#1", "call#3"]
    assert run("repeat", result["run"]).code == 0


def test_matches_are_replayed_over_seatings_and_rounded_up_to_whole_blocks(run: Run) -> None:
    result = run.json("match", "call", "random", "raise", "--matches", 10, "--seed", 1)
    assert (result["matches"], result["blocks"]) == (12, 4)
    seats = holdem_sim.load(result["run"]).read_seats(where="hand == 0")
    assert (seats.groupby(["deal", "bot"], observed=True)["seat"].nunique() == 3).all()


@pytest.mark.parametrize("bots", [("raise", "random"), ("random", "raise", "call", "random"), ("hard", "easy", "hard")])
@pytest.mark.parametrize("hands", [1, 10])
def test_shares_and_chips_are_those_of_the_log(run: Run, bots: tuple[str, ...], hands: int) -> None:
    result = run.json("match", *bots, "--matches", 60, "--hands", hands, "--stack", 40, "--seed", 2)
    chips = final_chips(holdem_sim.load(result["run"]).read_seats(), result["bots"], 40)
    assert len(chips) == result["matches"]
    for row in result["bots"]:
        own = [match[row["bot"]] for match in chips]
        shares = [
            (c == max(m.values())) / list(m.values()).count(max(m.values())) for c, m in zip(own, chips, strict=True)
        ]
        assert row["mean_chips"] == pytest.approx(sum(own) / len(own))
        assert row["won"] == pytest.approx(sum(shares) / len(shares))
    assert sum(row["won"] for row in result["bots"]) == pytest.approx(1)
    assert sum(row["mean_chips"] for row in result["bots"]) == pytest.approx(40 * len(bots))


def test_a_match_ends_when_one_seat_has_all_the_chips_and_the_broke_are_not_dealt_in(run: Run) -> None:
    result = run.json("match", "raise:percent=1000", "raise:percent=900", "raise:percent=800", "--matches", 300,
                      "--hands", 50, "--stack", 20, "--seed", 3)  # fmt: skip
    frame = holdem_sim.load(result["run"]).read_seats()
    last = frame.groupby("match")["hand"].max()
    assert (last < 49).mean() > 0.9
    dealt = frame.groupby(["match", "hand"])["seat"].nunique()
    assert set(dealt) == {2, 3}
    assert (frame["stack"] > 0).all()


def test_equal_chips_share_the_win(run: Run) -> None:
    """Everybody folds to the big blind: after two hands of heads-up nobody has won a chip."""
    result = run.json("match", "fold", "fold", "--matches", 10, "--hands", 2, "--seed", 4)
    assert [(row["won"], row["mean_chips"], row["won_half_width"]) for row in result["bots"]] == [(0.5, 200, 0)] * 2


def test_never_lost_in_ten_blocks_is_not_never(run: Run) -> None:
    """Lost blocks may be 31 in 100: ten would show none of them one time in 40."""
    result = run.json("match", "raise", "fold", "--matches", 20, "--seed", 4)
    assert [row["won"] for row in result["bots"]] == [1, 0]
    assert [row["won_half_width"] for row in result["bots"]] == [pytest.approx(0.3085, abs=1e-4)] * 2
    assert run.json("match", "raise", "fold", "--matches", 2, "--seed", 4)["bots"][0]["won_half_width"] is None


def test_copies_of_one_deterministic_bot_are_even_in_every_block(run: Run) -> None:
    result = run.json("match", "easy", "easy", "--matches", 400, "--seed", 5)
    assert [row["won"] for row in result["bots"]] == [0.5, 0.5]
    assert [row["chips_half_width"] for row in result["bots"]] == [0, 0]


def test_threads_and_extending_do_not_change_the_result(run: Run, small_shards: int) -> None:
    options = ("easy", "random", "--hands", 5, "--seed", 6)
    whole = run.json("match", *options, "--matches", 800, "--threads", 1)
    assert len(manifest(whole["run"])["shards"]) > 3
    assert run.json("match", *options, "--matches", 800, "--threads", 3)["digest"] == whole["digest"]
    part = run.json("match", *options, "--matches", 400)
    assert part["digest"] != whole["digest"]
    assert run.json("resume", part["run"], "--matches", 800)["digest"] == whole["digest"]
    assert json.loads((Path(part["run"]) / "results.json").read_text())["bots"] == whole["bots"]


def test_a_missing_shard_of_a_match_is_played_again(run: Run, small_shards: int) -> None:
    done = run.json("match", "easy", "random", "--matches", 400, "--seed", 7)
    lost = manifest(done["run"])["shards"][1]["file"]
    (Path(done["run"]) / lost).unlink()
    assert run.json("resume", done["run"])["digest"] == done["digest"]


def test_the_table_names_unit_interval_and_number(run: Run) -> None:
    done = run("match", "easy", "hard", "--matches", 11, "--seed", 8, "--quiet")
    assert done.code == 0
    assert all(word in done.out for word in ("won %", "95 % interval", "final chips", "12 matches (11 rounded up"))


def test_the_python_function_gives_the_commands_result(run: Run) -> None:
    result = holdem_sim.match(["easy", "hard"], matches=20, hands=3, seed=9)
    assert (
        result.to_json()["bots"]
        == run.json("match", "easy", "hard", "--matches", 20, "--hands", 3, "--seed", 9)["bots"]
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("easy",), "a match needs 2 to 10 bots, one a seat, not 1"),
        (("easy",) * 11, "not 11"),
        (("easy", "hard", "--matches", "0"), "matches 0: must be from 1"),
        (("easy", "hard", "--hands", "0"), "hands 0: must be from 1"),
        (("easy", "hard", "--hands", "1.5"), "1.5"),
        (("easy", "hard", "--players", "3"), "players 3: 2 bots are named"),
        (("easy", "hrad"), "did you mean hard"),
        (("easy", "hard", "--stack", "1"), "stack 1: is below the big blind"),
        (("easy", "hard", "--max-faults", "-1"), "max_faults -1"),
    ],
)
def test_bad_input(run: Run, arguments: tuple[str, ...], words: str) -> None:
    assert words in run.refused("match", *arguments)


def test_each_format_is_extended_in_its_own_unit(run: Run) -> None:
    match = run.json("match", "easy", "hard", "--matches", 4)["run"]
    tournament = run.json("tournament", "easy", "hard", "--hands", 40)["run"]
    assert "give matches" in run.refused("resume", match, "--hands", 100)
    assert "give hands" in run.refused("resume", tournament, "--matches", 100)
    assert "already has 4" in run.refused("resume", match, "--matches", 2)
