"""``holdem-sim tournament``: what it prints, what it keeps, and that the seed alone decides the result."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import holdem_sim
from tests.cli.running import SHARDS_PROGRAM, Run, environment, manifest, program

KEYS = ["ranking", "seed", "hands", "digest", "run", "engine_version", "seconds"]
ROW = ["rank", "bot", "bb_per_100", "half_width", "hands", "blocks", "vpip", "pfr", "af", "faults"]
MANIFEST = [
    "format_version", "engine_version", "name", "config", "seed", "versions", "shards", "faults", "started",
    "finished", "digest",
]  # fmt: skip
SHARD = ["file", "first_match", "last_match", "rows", "sha256"]
BOTS = ("call", "fold", "raise", "random")


def digest_of(run: Run, *arguments: object) -> str:
    return str(run.json("tournament", *arguments)["digest"])


def test_the_json_has_the_documented_keys_and_stands_alone_on_stdout(run: Run) -> None:
    done = run("tournament", *BOTS, "--hands", 400, "--seed", 5, "--json")
    assert done.code == 0
    result = done.json
    assert list(result) == KEYS
    assert [list(row) for row in result["ranking"]] == [ROW] * 4
    assert done.out.count("\n") == 1
    assert result["seed"] == 5
    assert result["engine_version"] == holdem_sim.ENGINE_VERSION
    assert re.fullmatch("[0-9a-f]{64}", result["digest"])


def test_the_ranking_is_best_first_and_zero_sum(run: Run) -> None:
    ranking = run.json("tournament", *BOTS, "--hands", 4000, "--seed", 5)["ranking"]
    rates = [row["bb_per_100"] for row in ranking]
    assert [row["rank"] for row in ranking] == [1, 2, 3, 4]
    assert rates == sorted(rates, reverse=True)
    assert sum(rates) == pytest.approx(0, abs=1e-6)
    assert {row["bot"] for row in ranking} == set(BOTS)
    assert all(row["hands"] == 4000 and row["blocks"] == 1000 and row["faults"] == 0 for row in ranking)


def test_style_tells_the_plain_bots_apart(run: Run) -> None:
    rows = {row["bot"]: row for row in run.json("tournament", *BOTS, "--hands", 400, "--seed", 5)["ranking"]}
    assert (rows["fold"]["vpip"], rows["fold"]["pfr"], rows["fold"]["af"]) == (0, 0, None)
    assert (rows["call"]["pfr"], rows["call"]["af"]) == (0, 0)
    assert rows["raise"]["vpip"] == 100


def test_numbers_that_do_not_exist_are_null(run: Run) -> None:
    """One block has no interval; of five bots three are never dealt in; fold never calls."""
    bots = ("call", "fold", "raise", "random", "raise:percent=10")
    options = ("--players", 2, "--design", "independent", "--hands", 1, "--seed", 5)
    ranking = run.json("tournament", *bots, *options)["ranking"]
    assert [row["half_width"] for row in ranking] == [None] * 5
    assert sorted(row["hands"] for row in ranking) == [0, 0, 0, 1, 1]
    assert [row["bb_per_100"] for row in ranking[2:]] == [None] * 3


def test_results_json_is_what_was_printed(run: Run) -> None:
    result = run.json("tournament", "call", "fold", "--hands", 100, "--out", "here")
    assert result["run"] == "here"
    assert json.loads(Path("here/results.json").read_text()) == result


def test_the_manifest_is_as_documented(run: Run) -> None:
    result = run.json("tournament", "call", "raise:percent=20", "--hands", 100, "--out", "here")
    kept = manifest("here")
    assert set(MANIFEST) <= set(kept)
    assert all(set(SHARD) <= set(shard) for shard in kept["shards"])
    assert kept["name"] == "tournament"
    assert kept["digest"] == result["digest"]
    assert kept["config"]["bots"] == ["call", "raise:percent=20"]
    assert sum(shard["rows"] for shard in kept["shards"]) == 100
    assert [shard["file"] for shard in kept["shards"]] == ["hands/part-00000.parquet"]
    assert sorted(path.name for path in Path("here").iterdir()) == ["hands", "manifest.json", "results.json"]


def test_the_default_folder_carries_name_time_and_seed(run: Run) -> None:
    folders = [run.json("tournament", "call", "fold", "--hands", 10, "--seed", 77)["run"] for _ in range(2)]
    assert all(re.fullmatch(r"results/tournament/\d{8}T\d{6}Z-77(-2)?", folder) for folder in folders)
    assert len(set(folders)) == 2


def test_the_table_shows_ranking_hands_seed_digest_and_folder(run: Run) -> None:
    done = run("tournament", *BOTS, "--hands", 402, "--seed", 5, "--out", "here")
    result = json.loads(Path("here/results.json").read_text())
    assert done.code == 0
    for row in result["ranking"]:
        line = next(line for line in done.out.splitlines() if f" {row['bot']} " in line)
        assert f"{row['bb_per_100']:+.2f}" in line
        assert f"± {row['half_width']:.2f}" in line
    assert "404 hands (402 rounded up to whole blocks)" in done.out
    assert "seed 5" in done.out
    assert f"digest {result['digest']}" in done.out
    assert "results in here" in done.out


def test_a_bot_name_is_shown_as_it_is(run: Run) -> None:
    Path("[red].py").write_text(Path(holdem_sim.__file__).parents[1].joinpath("bots/call.py").read_text())
    assert " [red] " in run("tournament", "./[red].py", "fold", "--hands", 10).out


@pytest.mark.parametrize(
    ("options", "asked", "played"),
    [
        (("--players", 2), 999, 1000),
        (("--players", 2), 1000, 1000),
        (("--players", 6), 100, 102),
        (("--players", 5, "--design", "balanced"), 1, 60),
        (("--players", 3, "--design", "independent"), 7, 7),
        (("--players", 2, "--session", 3), 10, 12),
    ],
)
def test_hands_are_rounded_up_to_whole_blocks(run: Run, options: tuple[object, ...], asked: int, played: int) -> None:
    bots = ("call", "fold") if options[1] == 2 else ("call", "fold", "raise")
    result = run.json("tournament", *bots, *options, "--hands", asked, "--out", "here")
    assert result["hands"] == played
    assert sum(shard["rows"] for shard in manifest("here")["shards"]) == played
    line = run("resume", "here", "--quiet").out
    assert (f"({asked:,} rounded up to whole blocks)" in line) == (played != asked)


def test_quiet_says_nothing_on_stderr(run: Run) -> None:
    assert run("tournament", "call", "fold", "--hands", 10, "--quiet").err == ""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo terminals")
def test_on_a_terminal_a_bar_shows_hands_per_second() -> None:
    """The bar goes to stderr: stdout holds the JSON alone."""
    ours, theirs = os.openpty()
    command = [sys.executable, str(SHARDS_PROGRAM), "500", "tournament", *BOTS, "--hands", "20000", "--json"]
    process = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=theirs, text=True)
    os.close(theirs)
    shown = b""
    while True:
        try:
            text = os.read(ours, 65536)
        except OSError:
            break
        shown += text
        if not text:
            break
    os.close(ours)
    out, _ = process.communicate()
    assert process.returncode == 0
    assert json.loads(out)["hands"] == 20_000
    assert b"hands/s" in shown
    assert b"/20000" in shown
    assert b"Traceback" not in shown


def test_without_a_seed_one_is_drawn_stored_and_printed(run: Run) -> None:
    seeds = set()
    for number in range(3):
        done = run("tournament", "call", "fold", "--hands", 10, "--out", f"run{number}")
        seed = manifest(f"run{number}")["seed"]
        assert f"seed {seed}\n" in done.out
        assert 0 <= seed < 2**63
        seeds.add(seed)
    assert len(seeds) == 3


def test_a_drawn_seed_plays_the_same_again(run: Run) -> None:
    first = run.json("tournament", "call", "random", "--hands", 100)
    assert digest_of(run, "call", "random", "--hands", 100, "--seed", first["seed"]) == first["digest"]


@pytest.mark.parametrize("threads", [2, 7])
def test_threads_do_not_change_the_result(run: Run, small_shards: int, threads: int) -> None:
    def play(number: int) -> dict[str, Any]:
        result = run.json("tournament", *BOTS, "--hands", 9_000, "--seed", 8, "--threads", number, "--out", number)
        return {key: value for key, value in result.items() if key not in ("run", "seconds")}

    assert play(threads) == play(1)
    assert len(manifest("1")["shards"]) == 9_000 // small_shards
    strip = [{**shard, "file": ""} for shard in manifest(str(threads))["shards"]]
    assert strip == [{**shard, "file": ""} for shard in manifest("1")["shards"]]


def test_the_log_does_not_change_the_result(run: Run) -> None:
    options = (*BOTS, "--hands", 2000, "--seed", 8, "--rake", "5/3", "--ante", 1)
    logged, summary = (run.json("tournament", *options, "--log", log, "--out", log) for log in ("hands", "summary"))
    assert logged["digest"] == summary["digest"]
    assert logged["ranking"] == summary["ranking"]
    assert not Path("summary/hands").exists()
    assert manifest("summary")["shards"][0]["file"] is None


@pytest.mark.parametrize(
    "option",
    [
        ("--seed", 9),
        ("--stack", 100),
        ("--blinds", "2/4"),
        ("--ante", 1),
        ("--betting", "pot-limit"),
        ("--rake", 5),
        ("--players", 3),
        ("--design", "balanced"),
        ("--session", 5),
    ],
)
def test_what_matters_does_change_the_result(run: Run, option: tuple[str, object]) -> None:
    plain = (*BOTS, "--hands", 480, "--seed", 8)
    assert digest_of(run, *plain) != digest_of(run, *plain, *option)


def test_without_jit_the_result_is_the_same(run: Run) -> None:
    options = (
        "tournament",
        "call",
        "random",
        "raise",
        "--players",
        3,
        "--hands",
        60,
        "--seed",
        8,
        "--session",
        2,
    )
    plain = program(*options, "--json", "--out", "plain", NUMBA_DISABLE_JIT="1")
    assert plain.code == 0, plain.err
    assert plain.err == ""
    compiled = run.json(*options, "--out", "compiled")
    assert plain.json["digest"] == compiled["digest"]
    assert plain.json["ranking"] == compiled["ranking"]
    left, right = holdem_sim.load("plain").hands, holdem_sim.load("compiled").hands
    assert left.astype(str).equals(right.astype(str))


def test_a_longer_run_begins_with_the_shorter_one(run: Run, small_shards: int) -> None:
    shorter, longer = (
        run.json("tournament", *BOTS, "--hands", hands, "--seed", 8, "--out", hands) for hands in (2_250, 6_000)
    )
    assert shorter["digest"] != longer["digest"]
    first, second = (holdem_sim.load(str(hands)) for hands in (2_250, 6_000))
    whole = 2_250 // small_shards
    assert [s["sha256"] for s in first.shards[:whole]] == [s["sha256"] for s in second.shards[:whole]]
    assert first.hands.equals(second.hands[: len(first.hands)])


def test_python_and_the_command_play_the_same(run: Run) -> None:
    printed = run.json("tournament", *BOTS, "--hands", 400, "--seed", 8, "--blinds", "5/10", "--rake", "2.5/3")
    result = holdem_sim.tournament(list(BOTS), hands=400, seed=8, blinds=(5, 10), rake="2.5/3")
    assert result.digest == printed["digest"]
    assert result.to_json()["ranking"] == printed["ranking"]
    assert list(result.ranking.columns) == ROW
    assert holdem_sim.load(result.run).results == result.to_json()


@pytest.mark.parametrize(
    "options",
    [
        {"blinds": 5},
        {"blinds": (1, 2, 3)},
        {"hands": 10.5},
        {"hands": "10"},
        {"seed": True},
        {"players": None},
    ],
)
def test_python_refuses_what_the_command_refuses(options: dict[str, Any]) -> None:
    with pytest.raises(holdem_sim.InputError, match=next(iter(options))):
        holdem_sim.tournament(["call", "fold"], **options)
    with pytest.raises(holdem_sim.InputError, match="list of bots"):
        holdem_sim.tournament("call")


@pytest.mark.parametrize("players", range(2, 11))
def test_every_table_size_plays(run: Run, players: int) -> None:
    result = run.json("tournament", "call", "random", "raise", "--players", players, "--hands", 300, "--seed", 1)
    assert sum(row["hands"] for row in result["ranking"]) == players * result["hands"]


def test_luck_stands_beside_the_result_or_in_its_json(run: Run) -> None:
    options = ("tournament", "hard", "easy", "--players", 2, "--hands", 400, "--seed", 5)
    plain, adjusted = run.json(*options), run.json(*options, "--luck")
    assert list(adjusted) == [*plain, "luck"]
    assert {row["bot"] for row in adjusted["luck"]} == {"hard", "easy"}
    assert run.json("stats", adjusted["run"], "--luck")["luck"] == adjusted["luck"]
    assert "without luck" in run(*options, "--luck", "--quiet").out
    assert "play with --log hands" in run.refused(*options, "--luck", "--log", "summary")
