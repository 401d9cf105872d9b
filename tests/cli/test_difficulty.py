"""``holdem-sim difficulty``: the gate on orders that hold and that do not, the effect asked for, the promises."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

import holdem_sim
from holdem_sim.errors import InputError
from holdem_sim.experiment.difficulty import least_effects, style_against_promise
from tests.cli.running import Run

PAIR = ["easier", "harder", "bb_per_100", "half_width", "p", "least", "hands", "blocks", "p_holm", "holds"]
SMALL = ("--players", "2,3", "--hands", 6000, "--seed", 8)


def test_the_order_of_the_reference_bots_holds(run: Run) -> None:
    found = run.json("difficulty", "easy", "medium", "hard", *SMALL, "--out", "here")
    assert list(found) == ["tables", "holds", "seed", "run"]
    assert found["holds"] is True
    assert [table["players"] for table in found["tables"]] == [2, 3]
    for table in found["tables"]:
        assert [list(pair) for pair in table["pairs"]] == [PAIR, PAIR]
        assert [(pair["easier"], pair["harder"]) for pair in table["pairs"]] == [("easy", "medium"), ("medium", "hard")]
        assert len(table["against"]) == 6
    assert json.loads(Path("here/results.json").read_text()) == found


def test_one_block_has_effects_and_no_intervals(run: Run) -> None:
    done = run("difficulty", "easy", "medium", "--players", 3, "--hands", 3, "--seed", 7)
    assert done.code == 1
    assert done.out.split("Style")[0].count("± -") == 3
    assert not re.search(r"± \d", done.out)
    assert "nan" not in done.out


def test_the_wrong_order_fails_with_exit_code_1(run: Run) -> None:
    done = run("difficulty", "hard", "easy", *SMALL, "--quiet")
    assert done.code == 1
    assert "the order FAILS" in done.out
    assert " NO " in done.out
    assert done.err == ""


def test_an_effect_too_small_fails(run: Run) -> None:
    """The harder bot is harder, but not by as much as is asked."""
    small = run("difficulty", "easy", "hard", *SMALL, "--json", "--quiet").json
    effects = {table["players"]: table["pairs"][0]["bb_per_100"] for table in small["tables"]}
    asked = f"2={effects[2] + 1:.2f},3=1"
    done = run("difficulty", "easy", "hard", *SMALL, "--least", asked, "--json", "--quiet")
    assert done.code == 1
    assert [table["holds"] for table in done.json["tables"]] == [False, True]
    assert done.json["holds"] is False


def test_the_numbers_follow_from_the_run_folders(run: Run) -> None:
    """The paired one-sided t test over the blocks, from the seats alone; Holm over both."""
    found = run.json("difficulty", "call", "easy", *SMALL, "--out", "here", "--least", 2)
    raw = []
    for table in found["tables"]:
        seats = holdem_sim.load(f"here/players-{table['players']}").seats
        y = seats.pivot_table(index="deal", columns="bot", values="payoff", aggfunc="mean", observed=True) / 2
        difference = 100 * (y["easy"] - y["call"])
        pair = table["pairs"][0]
        assert pair["bb_per_100"] == pytest.approx(difference.mean())
        assert pair["half_width"] == pytest.approx(stats.sem(difference) * stats.t.ppf(0.975, len(difference) - 1))
        raw.append(stats.ttest_1samp(difference, 2, alternative="greater").pvalue)
        assert pair["p"] == pytest.approx(raw[-1])
    small, large = sorted(raw)
    adjusted = sorted(pair["p_holm"] for table in found["tables"] for pair in table["pairs"])
    assert adjusted == pytest.approx([min(1, 2 * small), min(1, max(2 * small, large))])


def test_stats_gives_it_again_from_the_logs(run: Run) -> None:
    found = run.json("difficulty", "easy", "hard", *SMALL, "--out", "here", "--least", "2=1,3=7")
    assert run("stats", "here", "--json").json == found
    assert "the order holds" in run("stats", "here").out
    for row in found["tables"][1]["against"]:
        runs = [f"here/against-3/{('easy', 'hard').index(row[who])}-" for who in ("harder", "easier")]
        level = ("easy", "hard").index(row["opponent"])
        y = []
        for folder in runs:
            alone = holdem_sim.load(f"{folder}{level}")
            seats = alone.seats[alone.seats["bot"] == alone.bots[0]]
            y.append(seats.groupby("deal")["payoff"].mean() * 50)
        assert row["bb_per_100"] == pytest.approx((y[0] - y[1]).mean())
        assert row["half_width"] == pytest.approx(stats.sem(y[0] - y[1]) * stats.t.ppf(0.975, len(y[0]) - 1))
    Path("here/results.json").write_text("{}")
    assert "is damaged" in run.refused("stats", "here", code=1)


def test_any_table_can_be_asked_for(run: Run) -> None:
    """The standard settings: ten-hand matches, four players; and others."""
    options = ("--session", 10, "--stack", 100, "--betting", "pot-limit", "--players", "4")
    found = run.json("difficulty", "fold", "hard", *options, "--hands", 4000, "--seed", 8, "--out", "here")
    config = json.loads(Path("here/players-4/manifest.json").read_text())["config"]
    assert (config["session"], config["stack"], config["rules"]["betting"]) == (10, 100, "pot-limit")
    assert found["tables"][0]["pairs"][0]["blocks"] < 4000 / 40 + 1


def test_python_and_the_command_say_the_same(run: Run) -> None:
    printed = run.json("difficulty", "fold", "hard", "--players", 2, "--hands", 1000, "--seed", 8, "--out", "one")
    result = holdem_sim.difficulty(["fold", "hard"], players=[2], hands=1000, seed=8, out="two")
    assert {**result.to_json(), "run": ""} == {**printed, "run": ""}


def style_row(bot: str, **values: float) -> dict[str, Any]:
    return {"bot": bot, "vpip": 50.0, "pfr": 5.0, "af": 1.0, **values}


def test_promises_are_kept_or_not() -> None:
    rows = style_against_promise([style_row("easy", vpip=61.0), style_row("mine", pfr=4.0), style_row("hard", af=3.0)])
    kept = [[promise["kept"] for promise in row["promises"]] for row in rows]
    assert kept == [[True, True], [False, False], [True, False, True, True]]


def test_least_effects_are_by_table_size_or_for_all() -> None:
    assert least_effects("7", [2, 3]) == {2: 7, 3: 7}
    assert least_effects("2=20,6=1.5", [2, 3, 6]) == {2: 20, 3: 5, 6: 1.5}
    for wrong in ("much", "2=", "-5", "2=x"):
        with pytest.raises(InputError, match="by table size"):
            least_effects(wrong, [2])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("easy",), "at least two bots"),
        (("easy", "easy"), "enters twice"),
        (("easy", "hard", "--players", "2,2"), "each once"),
        (("easy", "hard", "--players", "two"), "each once"),
        (("easy", "hard", "--players", "1"), "players 1"),
        (("easy", "hard", "--least", "much"), "by table size"),
        (("easy", "nobody"), "unknown bot"),
    ],
)
def test_what_cannot_be_tested_is_refused(run: Run, arguments: tuple[object, ...], words: str) -> None:
    assert words in run.refused("difficulty", *arguments)
