"""Bots that misbehave: counted and played round, or the end of a strict run; never a traceback."""

import re
from pathlib import Path
from typing import Any

import pytest

import holdem_sim
from tests.cli.running import BOTS, CHEAT, DIVIDES, STUBBORN, Run, manifest

ILLEGAL = (-7, -2, 1, 3, 10**9, 2**40)
"""Never legal here: no raise to 3 at blinds 10/20."""
TABLE = ("--blinds", "10/20", "--stack", 2000, "--players", 3, "--seed", 4, "--hands", 300)


def row_of(result: dict[str, Any], bot: str) -> dict[str, Any]:
    row: dict[str, Any] = next(row for row in result["ranking"] if bot in row["bot"])
    return row


@pytest.mark.parametrize("answer", ILLEGAL)
def test_an_illegal_answer_is_a_check_or_fold_and_counted(run: Run, answer: int) -> None:
    bot = f"{STUBBORN}:answer={answer}"
    faulty = run.json("tournament", bot, "call", "raise", *TABLE, "--out", "faulty")
    folding = run.json("tournament", "fold", "call", "raise", *TABLE)
    assert faulty["digest"] == folding["digest"]
    for other in ("call", "raise"):
        assert row_of(faulty, other) == row_of(folding, other)
    row = row_of(faulty, "stubborn")
    counted = manifest("faulty")["faults"][f"stubborn:answer={answer}"]
    assert row["faults"] == counted["illegal action"] >= 300
    assert counted["exception"] == 0
    assert counted["first"][0]["action"] == answer


def test_every_single_fault_is_counted(run: Run) -> None:
    """Heads-up against call: a fold as the small blind, four checks to the end as the big blind."""
    result = run.json("tournament", STUBBORN, "call", "--players", 2, "--hands", 200)
    assert row_of(result, "stubborn")["faults"] == 100 * (1 + 4)
    assert row_of(result, "call")["faults"] == 0


def test_a_fold_with_nothing_to_pay_is_a_fault_and_a_check(run: Run) -> None:
    bot = f"{STUBBORN}:answer=-1"
    result = run.json("tournament", bot, "call", "--players", 2, "--hands", 200, "--seed", 3)
    assert row_of(result, "stubborn")["faults"] == 100 * 4
    assert (
        result["digest"]
        == run.json("tournament", "fold", "call", "--players", 2, "--hands", 200, "--seed", 3)["digest"]
    )


def test_an_exception_is_a_fault_of_its_own_kind(run: Run) -> None:
    """It happens whenever the bot's first card is the deuce of clubs."""
    result = run.json("tournament", DIVIDES, "call", "--players", 2, "--hands", 4000, "--out", "here")
    counted = manifest("here")["faults"]["divides"]
    seats = holdem_sim.load("here").read_seats(where="bot == 'divides'")
    assert row_of(result, "divides")["faults"] == counted["exception"] > 0
    assert counted["illegal action"] == 0
    struck = seats[seats["hole"].astype(str).str.startswith("2c")]
    assert set(seats.loc[seats["actions"].str.contains("f"), "hole"].astype(str).str[:2]) == {"2c"}
    assert 1 * len(struck) <= counted["exception"] <= 4 * len(struck)


def test_faults_stand_in_the_table(run: Run) -> None:
    out = run("tournament", STUBBORN, "call", "--players", 2, "--hands", 2000).out
    line = next(line for line in out.splitlines() if "stubborn" in line)
    assert line.rstrip().endswith("5,000")


def test_a_run_without_faults_lists_none(run: Run) -> None:
    run.json("tournament", "random", "call", "--hands", 400, "--out", "here")
    assert manifest("here")["faults"] == {}


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (f"{STUBBORN}:answer=3", ("stubborn:answer=3", "illegal action 3")),
        (DIVIDES, ("divides", "exception FloatingPointError: divide by zero", "divides.py, line 10)")),
    ],
)
def test_strict_ends_at_the_first_fault_and_says_where(run: Run, bot: str, words: tuple[str, ...]) -> None:
    options = ("--players", 2, "--hands", 4000, "--seed", 3, "--rake", "5/3", "--quiet")
    run.json("tournament", bot, "call", *options[:-1], "--out", "lenient")
    done = run("tournament", bot, "call", *options, "--strict", "--out", "strict")
    assert done.code == 1
    assert all(word in done.error for word in words), done.error
    seat, hand, match = map(int, re.findall(r"at seat (\d), hand (\d+) of match (\d+)", done.error)[0])
    first = manifest("lenient")["faults"][words[0]]["first"][0]
    assert (first["seat"], first["hand"], first["match"]) == (seat, hand, match)
    assert not Path("strict/results.json").exists()
    assert "digest" not in manifest("strict")
    again = done.error.split("again: holdem-sim ")[1]
    assert run(*again.split(), "--quiet").error == done.error


def test_strict_does_not_disturb_a_clean_run(run: Run) -> None:
    options = ("tournament", "random", "call", "--hands", 400, "--seed", 3)
    assert run.json(*options, "--strict")["digest"] == run.json(*options)["digest"]


@pytest.mark.parametrize("log", ["hands", "summary"])
def test_a_bot_that_writes_into_the_table_is_caught(run: Run, log: str) -> None:
    done = run("tournament", CHEAT, "call", "--hands", 400, "--seed", 3, "--log", log, "--quiet")
    assert done.code == 1
    assert "written into the table" in done.error
    assert re.search(r"hand 0 of match 0, seed 3", done.error)


def test_what_a_bot_file_prints_does_not_spoil_the_json(run: Run) -> None:
    text = Path(STUBBORN).read_text()
    Path("chatty.py").write_text(f"{text}\nprint('hello')\n")
    done = run("tournament", "./chatty.py", "call", "--hands", 10, "--json")
    assert done.json["hands"] == 10 + 2
    assert "hello" in done.err


ODD_ANSWERS, ODD_BATCHES = (str(BOTS / f"{name}.py") for name in ("odd_answers", "odd_batches"))


@pytest.mark.parametrize(
    ("answer", "kind"),
    [*((answer, "wrong type") for answer in (0, 1, 2, 3, 4, 5, 6, 9)), (7, "illegal action"), (8, "illegal action")],
)
def test_what_is_no_whole_number_or_out_of_range_is_a_fault(run: Run, answer: int, kind: str) -> None:
    result = run.json("tournament", f"{ODD_ANSWERS}:answer={answer}", "call", "--hands", 200, "--out", "here")
    (counted,) = manifest("here")["faults"].values()
    assert counted[kind] > 100
    assert sum(counted[other] for other in ("exception", "illegal action", "wrong type")) == counted[kind]
    assert {row["bot"].split(":")[0]: row["faults"] for row in result["ranking"]}["odd_answers"] == counted[kind]


@pytest.mark.parametrize(
    ("way", "kind"),
    [(0, "exception"), (1, "wrong type"), (2, "wrong type"), (3, "wrong type"), (4, "illegal action")],
)
def test_one_row_of_a_batch_is_at_fault_and_not_the_others(run: Run, way: int, kind: str) -> None:
    result = run.json(
        "tournament", f"{ODD_BATCHES}:way={way}", "call", "--players", 2, "--hands", 4000, "--out", "here"
    )
    (counted,) = manifest("here")["faults"].values()
    seats = holdem_sim.load("here").read_seats(where="bot != 'call'")
    pairs = seats["hole"].astype(str).str[0] == seats["hole"].astype(str).str[2]
    assert 0.04 < pairs.mean() < 0.08
    own = seats.loc[pairs, ["actions", "position"]].astype(str).to_numpy().tolist()
    assert counted[kind] == sum(decisions(*hand) for hand in own)
    assert result["ranking"][0]["hands"] == 4000


def decisions(actions: str, position: str) -> int:
    """Decisions of one of two players who only check, call or fold: the button is first before the flop."""
    count = 0
    for street, text in enumerate(actions.split("/")):
        first = "BTN" if street == 0 else "BB"
        count += len(text[0::2] if position == first else text[1::2])
    return count


def test_the_size_of_batches_does_not_show_in_the_faults(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    faults = []
    for tables in (1, 300):
        monkeypatch.setattr("holdem_sim.simulate.shards.Game.tables", tables)
        run.json("tournament", f"{ODD_BATCHES}:way=0", "random", "--hands", 800, "--seed", 2, "--out", str(tables))
        faults.append((manifest(str(tables))["faults"], manifest(str(tables))["digest"]))
    assert faults[0] == faults[1]


def test_a_bot_with_more_faults_than_allowed_has_forfeited(run: Run) -> None:
    bots = (f"{STUBBORN}:answer=3", "call", "fold")
    free = run.json("tournament", *bots, "--hands", 1200, "--seed", 3)
    limited = run.json("tournament", *bots, "--hands", 1200, "--seed", 3, "--max-faults", 5, "--out", "limited")
    assert limited["digest"] == free["digest"]
    assert [row["forfeited"] for row in limited["ranking"]] == [False, False, True]
    assert [row["rank"] for row in limited["ranking"]] == [1, 2, 3]
    assert limited["ranking"][-1]["bot"] == "stubborn:answer=3"
    assert {row["bot"]: row["bb_per_100"] for row in limited["ranking"]} == {
        row["bot"]: row["bb_per_100"] for row in free["ranking"]
    }
    assert "forfeited" in run("tournament", *bots, "--hands", 1200, "--seed", 3, "--max-faults", 5, "--quiet").out
    many = run.json("tournament", *bots, "--hands", 1200, "--seed", 3, "--max-faults", 1_000_000)
    assert not any(row["forfeited"] for row in many["ranking"])


def test_faults_of_a_match_are_counted_and_may_forfeit(run: Run) -> None:
    result = run.json("match", f"{STUBBORN}:answer=3", "call", "--matches", 20, "--max-faults", 2)
    assert [row["forfeited"] for row in result["bots"]] == [True, False]
    assert result["bots"][0]["faults"] > 2


LEAVES = str(BOTS / "leaves.py")


@pytest.mark.parametrize("way", range(5))
def test_a_bot_cannot_end_the_run(run: Run, way: int) -> None:
    """Neither by sys.exit nor by what is no Exception: a thread that plays never gets a user's Ctrl-C."""
    result = run.json("tournament", f"{LEAVES}:way={way}", "call", "--hands", 200, "--out", "here")
    assert result["hands"] >= 200
    (counted,) = manifest("here")["faults"].values()
    assert counted["exception"] > 100


@pytest.mark.parametrize(("way", "words"), [(0, "Untold: <exception str() failed>"), (4, "SystemExit: I give up")])
def test_strict_says_what_was_raised_whatever_it_was(run: Run, way: int, words: str) -> None:
    done = run("tournament", f"{LEAVES}:way={way}", "call", "--hands", 200, "--strict", "--seed", 1, "--quiet")
    assert done.code == 1
    assert words in done.error
    assert "leaves.py, line" in done.error
