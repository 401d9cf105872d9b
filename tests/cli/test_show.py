"""``holdem-sim show``: hands replayed from the seed, held against the log."""

import json
import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import holdem_sim
from holdem_sim._version import ENGINE_VERSION
from tests.cli.running import DIVIDES, STUBBORN, Run, manifest, program

WARY = "tests.determinism.forms.wary"
KINDS = {
    "tournament": ("tournament", "easy", "random", "hard", "--players", 4, "--hands", 1500, "--rake", "5/3"),
    "sessions with memory": ("tournament", "adaptive", "easy", "random", "--players", 3, "--hands", 1500,
                             "--session", 25),
    "match": ("match", "easy", "easy", "random", "hard", "--matches", 80, "--hands", 30, "--stack", 40),
    "all forms, with memory": ("match", f"{WARY}:as_python", f"{WARY}:as_batch", STUBBORN, "--matches", 90,
                               "--hands", 12, "--stack", 30),
}  # fmt: skip

CALLS = """
from holdem_sim.contract import CHECK_CALL, kernel_bot


@kernel_bot()
def decide(observation, key, params, memory):
    return CHECK_CALL
"""


def both(run: Run, *arguments: object) -> tuple[str, str]:
    """The folders of a run that kept its hands and of the same without."""
    logged = run.json(*arguments, "--seed", 5)
    summary = run.json(*arguments, "--seed", 5, "--log", "summary")
    assert logged["digest"] == summary["digest"]
    return logged["run"], summary["run"]


def bot_file(text: str = CALLS) -> Path:
    path = Path("mybot.py")
    path.write_text(text)
    return path


@pytest.mark.parametrize("kind", KINDS)
def test_logged_and_summary_runs_show_the_same(run: Run, small_shards: int, kind: str) -> None:
    logged, summary = both(run, *KINDS[kind])
    frame = holdem_sim.load(logged).hands
    assert len(manifest(logged)["shards"]) > 1
    for number in {0, 1, len(frame) // 3, len(frame) // 2, len(frame) - 2, len(frame) - 1}:
        row = frame.iloc[number]
        name = f"{row['match']}:{row['hand']}"
        shown = run("show", logged, number)
        assert (shown.code, shown.err) == (0, "")
        assert f"match {row['match']}, hand {row['hand']} of it, deal {row['deal']}" in shown.out.splitlines()[0]
        assert f"Hand {number}: " in shown.out
        for again in (("show", logged, name), ("show", summary, number), ("show", summary, name)):
            assert run(*again).out == shown.out, again
        found = run.json("show", summary, name, "--format", "phh")
        assert (found["hand"], found["match"], found["hand_of_match"]) == (number, row["match"], row["hand"])


def test_a_hand_for_people_has_all_that_the_log_holds(run: Run) -> None:
    folder = run.json("tournament", "easy", "random", "hard", "--players", 5, "--hands", 600, "--seed", 2)["run"]
    frame = holdem_sim.load(folder).hands
    number = int(frame.index[(frame["shown"] != 0) & (frame["actions"].str.len() > 25)][0])
    row = frame.iloc[number]
    text = run("show", folder, number).out
    lines = [" ".join(line.split()) for line in text.splitlines()]
    cards = dict(zip("cdhs", "♣♦♥♠", strict=True))

    def symbols(card: str) -> str:
        return card[0] + cards[card[1]]

    board = " ".join(symbols(row["board"][i : i + 2]) for i in range(0, 10, 2))
    assert any(line.startswith(f"River {board}, pot ") for line in lines)
    assert {"Preflop, pot 3", "Showdown", "Result"} <= set(lines)
    for seat in range(5):
        hole = row[f"hole_{seat}"]
        name = next(line for line in lines if line.endswith(f"200 {symbols(hole[:2])} {symbols(hole[2:])}"))
        payoff = row[f"payoff_{seat}"]
        result = lines[lines.index("Result") + 1 :]
        player = name.removesuffix(f" 200 {symbols(hole[:2])} {symbols(hole[2:])}")
        assert f"{player} {'+' if payoff > 0 else ''}{payoff}" in result
        assert player.split()[1].split("#")[0] == row[f"bot_{seat}"]


def test_our_own_fields_of_phh(run: Run) -> None:
    folder = run.json("match", "easy", "easy", "random", "--matches", 9, "--seed", 6)["run"]
    text = run("show", folder, "4:1", "--format", "phh").out
    Path("one.phh").write_text(text)
    (hand,) = holdem_sim.read_hands("one.phh")
    row = holdem_sim.load(folder).read_hands(where="match == 4 and hand == 1").iloc[0]
    bots = tuple(row[f"bot_{seat}"] for seat in range(3))
    extra = {name: hand.extra[name] for name in ("seed", "match", "hand", "deal", "engine", "bots")}
    assert extra == {"seed": 6, "match": 4, "hand": 1, "deal": row["deal"], "engine": ENGINE_VERSION, "bots": bots}
    seats = hand.extra["seats"]
    assert isinstance(seats, tuple)
    assert hand.names == tuple(bots[number - 1] for number in seats)


def test_no_such_hand(run: Run) -> None:
    folder = run.json("match", "raise:percent=1000", "random", "--matches", 4, "--hands", 9, "--stack", 4,
                      "--seed", 1)["run"]  # fmt: skip
    frame = holdem_sim.load(folder).hands
    count, first = len(frame), int((frame["match"] == 0).sum())
    assert first < 9
    summary = run.json("match", "raise:percent=1000", "random", "--matches", 4, "--hands", 9, "--stack", 4,
                       "--seed", 1, "--log", "summary")["run"]  # fmt: skip
    for of in (folder, summary):
        assert f"the run has {count} hands, 0 to {count - 1}" in run.refused("show", of, count)
        assert f"match 0 ended after {first} of its 9 hands" in run.refused("show", of, f"0:{first}")
        assert "has 9 hands, 0 to 8" in run.refused("show", of, "0:9")
        assert "of matches 0 to 3" in run.refused("show", of, "4:0")
    for word in ("x", "1:", ":1", "1.5", "1:2:3", "", "9" * 40, "１"):
        assert "give its number in the run or MATCH:HAND" in run.refused("show", folder, word)
    assert run("show", folder, "-1").code == 2
    assert "is no run folder" in run.refused("show", "nowhere", 0)
    assert "Invalid value for '--format'" in run.refused("show", folder, 0, "--format", "html")


def test_a_bot_that_has_changed(run: Run) -> None:
    bot = bot_file()
    logged, summary = both(run, "tournament", f"./{bot}", "easy", "--players", 2, "--hands", 40)
    before = run("show", logged, 3).out
    bot.write_text(CALLS + "# the same, with a remark\n")
    assert run("show", logged, 3).out == before
    assert "a replay may not be the same: the file of bot mybot has changed" in run.refused("show", summary, 3, code=1)
    bot.write_text(CALLS.replace("return CHECK_CALL", "return 7"))
    numbers = [n for n, text in enumerate(holdem_sim.load(logged).hands["actions"]) if "c" in text]
    words = run.refused("show", logged, numbers[0], code=1)
    assert f"hand {numbers[0]} (match " in words
    assert "its replay differs from the log in actions: " in words
    assert words.endswith("the file of bot mybot has changed since the run was played")
    bot.unlink()
    assert "there is no such file" in run.refused("show", logged, 3)


FICKLE = """
from holdem_sim.contract import python_bot

asked = [0]


@python_bot()
def decide(observation):
    asked[0] += 1
    return observation.raise_to(observation.min_raise_to + asked[0]) if observation.can_raise else observation.call()
"""


def test_a_bot_that_does_not_answer_the_same_twice(run: Run) -> None:
    """Its log can still be exported."""
    bot = bot_file(FICKLE)
    folder = run.json("tournament", f"./{bot}", "call", "--players", 2, "--hands", 40, "--seed", 1)["run"]
    words = run.refused("show", folder, 20, code=1)
    assert "its replay differs from the log in actions: " in words
    assert words.endswith("; a bot does not answer the same twice")
    run.json("export", folder, "--format", "pokerstars", "--out", "fickle.txt")
    assert run.json("verify", "fickle.txt")["agree"] == 40


def test_an_ended_match_that_goes_on_in_the_log(run: Run) -> None:
    bot = bot_file()
    options = ("match", f"./{bot}", "raise:percent=1000", "--matches", 2, "--hands", 30, "--stack", 8, "--seed", 3)
    folder = run.json(*options)["run"]
    frame = holdem_sim.load(folder).hands
    last = len(frame) - 1
    part = Path(folder) / manifest(folder)["shards"][0]["file"]
    table = pq.read_table(part)
    more = table.slice(last, 1)
    more = more.set_column(1, "hand", pa.array([int(frame["hand"].iloc[-1]) + 1], pa.int32()))
    pq.write_table(pa.concat_tables([table, more]).replace_schema_metadata(table.schema.metadata), part)
    value = manifest(folder)
    value["shards"][0]["rows"] += 1
    (Path(folder) / "manifest.json").write_text(json.dumps(value))
    words = run.refused("show", folder, last + 1, code=1)
    assert "in its replay the match ends before it; a bot does not answer the same twice" in words


def test_another_engine(run: Run) -> None:
    logged, summary = both(run, "tournament", "easy", "random", "--players", 2, "--hands", 20)
    before = run("show", logged, 3).out
    for folder in (logged, summary):
        value = manifest(folder)
        value["engine_version"] = ENGINE_VERSION + 1
        (Path(folder) / "manifest.json").write_text(json.dumps(value))
    assert run("show", logged, 3).out == before
    assert f"engine version {ENGINE_VERSION + 1}, this is {ENGINE_VERSION}" in run.refused("show", summary, 3, code=1)


def test_damaged_and_missing_shards(run: Run, small_shards: int) -> None:
    folder = Path(run.json("tournament", "easy", "random", "--players", 2, "--hands", 2000, "--seed", 3)["run"])
    files = [folder / shard["file"] for shard in manifest(folder)["shards"]]
    files[1].unlink()
    assert "is missing" in run.refused("show", folder, small_shards + 1, code=1)
    data = bytearray(files[2].read_bytes())
    data[len(data) // 3] ^= 255
    files[2].write_bytes(data)
    assert "is damaged" in run.refused("show", folder, 2 * small_shards + 1, code=1)
    shutil.copy(files[0], files[1])
    assert "belongs to another run" in run.refused("show", folder, small_shards + 1, code=1)
    assert run("show", folder, 1).code == 0


def test_the_match_at_which_a_strict_run_stopped(run: Run) -> None:
    done = run("tournament", DIVIDES, "call", "--players", 2, "--hands", 500, "--seed", 1, "--strict", "--out", "r")
    assert done.code == 1
    words = done.err.split()
    hand, match = words[words.index("hand") + 1], words[words.index("match") + 1].rstrip(";")
    assert manifest("r")["shards"] == []
    assert "the run has 0 hands" in run.refused("show", "r", 0)
    shown = run("show", "r", f"{match}:{hand}")
    assert (shown.code, shown.err) == (0, "")
    assert f"Hand {match}:{hand}: " in shown.out
    assert "of matches 0 to 499" in run.refused("show", "r", "500:0")
    for format in ("phh", "pokerstars", "acpc"):
        assert run("show", "r", f"{match}:{hand}", "--format", format).code == 0


def test_a_terminal_without_the_symbols(run: Run) -> None:
    bot = Path("übung.py")
    bot.write_text(CALLS)
    folder = run.json("tournament", f"./{bot}", "easy", "--players", 2, "--hands", 20, "--seed", 1)["run"]
    text = run("show", folder, 3).out
    plain = {"PYTHONIOENCODING": "ascii"}
    shown = program("show", folder, 3, **plain)
    assert (shown.code, shown.err) == (0, "")
    for symbol, letter in zip("♣♦♥♠ü", "cdhs?", strict=True):
        text = text.replace(symbol, letter)
    assert shown.out == text
    for arguments in (("show", folder, 3, "--format", "phh"), ("export", folder, "--format", "text", "--hands", ":3")):
        assert program(*arguments, **plain).out == run(*arguments).out
