"""``holdem-sim bots show``, ``new`` and ``check``."""

import json
from pathlib import Path

import pytest

from holdem_sim.players.load import bot_names
from holdem_sim.testing.kit import PROMISES
from tests.cli.running import STUBBORN, Run

FORMS = ("kernel", "batch", "python")


@pytest.mark.parametrize("form", FORMS)
def test_a_new_bot_passes_the_kit_and_plays(run: Run, form: str) -> None:
    done = run("bots", "new", "mine", "--form", form)
    assert (done.code, done.err) == (0, "")
    assert "holdem-sim bots check ./mine.py" in done.out
    checked = run("bots", "check", "./mine.py")
    assert checked.code == 0, checked.out
    assert "./mine.py: conforms" in checked.out
    result = run.json("tournament", "./mine.py", "easy", "--players", 2, "--hands", 2000)
    row = next(row for row in result["ranking"] if row["bot"] == "mine")
    assert row["faults"] == 0
    assert 0 < row["pfr"] < row["vpip"] < 100


def test_the_new_bots_are_one_strategy(run: Run) -> None:
    digests = set()
    for form in FORMS:
        run("bots", "new", form, "--form", form)
        game = ("tournament", f"./{form}.py", "random", "--players", 3, "--hands", 3000, "--seed", 5)
        digests.add(run.json(*game)["digest"])
    assert len(digests) == 1


def test_a_new_bot_in_a_folder(run: Run) -> None:
    Path("sub").mkdir()
    done = run("bots", "new", "mine", "--form", "python", "--dir", "sub", "--json")
    assert done.json == {"file": "sub/mine.py", "form": "python"}
    assert Path("sub/mine.py").is_file()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("a b",), "name 'a b'"),
        (("../mine",), "name '../mine'"),
        (("1st",), "name '1st'"),
        (("class",), "name 'class'"),
        (("",), "name ''"),
        (("call",), "a built-in bot is called so"),
        (("mine", "--dir", "nowhere"), "nowhere/mine.py: cannot be written"),
        (("mine", "--form", "cobol"), "cobol"),
    ],
)
def test_new_refuses(run: Run, arguments: tuple[str, ...], words: str) -> None:
    assert words in run.refused("bots", "new", "--form", "python", *arguments)


def test_new_needs_a_form(run: Run) -> None:
    assert "--form" in run.refused("bots", "new", "mine")


def test_new_never_writes_over_a_file(run: Run) -> None:
    Path("mine.py").write_text("precious")
    assert "already exists" in run.refused("bots", "new", "mine", "--form", "batch")
    assert Path("mine.py").read_text() == "precious"


@pytest.mark.parametrize("name", bot_names())
def test_the_page_of_a_bot(run: Run, name: str) -> None:
    page = run("bots", "show", name)
    assert page.code == 0, page.err
    shown = run("bots", "show", name, "--json").json
    assert page.out.startswith(f"{name}: {shown['summary']}")
    assert all(len(shown[part].split()) > 1 for part in ("idea", "source", "known_weakness"))
    for parameter in shown["parameters"]:
        assert parameter["low"] <= parameter["value"] == parameter["default"] <= parameter["high"]
        assert parameter["meaning"].split()[0] in page.out
    style = shown["style"]
    assert style["hands"] >= 6000
    assert (style["seed"], style["against"]) == (0, ["easy", "medium", "hard"])
    assert f"{style['hands']:,} hands dealt to it" in page.out


def test_styles_are_the_bots(run: Run) -> None:
    styles = {name: run("bots", "show", name, "--json").json["style"] for name in ("fold", "raise", "call")}
    assert (styles["fold"]["vpip"], styles["fold"]["pfr"]) == (0, 0)
    assert styles["fold"]["af"] is None
    assert (styles["raise"]["vpip"], styles["raise"]["pfr"]) == (100, 100)
    assert styles["call"]["af"] == styles["call"]["pfr"] == 0
    assert run("bots", "show", "call", "--json", "--seed", 1).json["style"]["vpip"] != styles["call"]["vpip"]


def test_the_page_shows_settings(run: Run) -> None:
    assert "default 50, here 20" in run("bots", "show", "raise:percent=20").out


def test_checks_that_fail_are_exit_code_1(run: Run) -> None:
    done = run("bots", "check", STUBBORN, "--only", "legal", "--quiet")
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith("failed   legal")
    assert "again: holdem-sim bots check" in done.out
    shown = run("bots", "check", STUBBORN, "--only", "legal", "--json").json
    assert (shown["passed"], shown["seed"]) == (False, 0)
    assert [result["check"] for result in shown["checks"]] == ["legal"]


def test_a_clean_check_as_json(run: Run) -> None:
    done = run("bots", "check", "call", "--json", "--seed", 7)
    assert done.code == 0
    assert list(done.json) == ["bot", "seed", "passed", "checks", "seconds"]
    assert {(result["check"], result["status"]) for result in done.json["checks"]} == {(n, "passed") for n in PROMISES}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nobody",), "unknown bot 'nobody'"),
        (("./nothing.py",), "no such file"),
        (("call", "--only", "beauty"), "check 'beauty'"),
        (("call", "--seed", "-1"), "seed -1"),
        (("call", "--case", "99999999"), "case 99999999"),
        (("call", "--limit", "0"), "limit 0"),
        (("call", "--golden", "gone.json"), "gone.json"),
        (("raise:percent=7000", "--only", "loads"), "must be in 0..1000"),
        (("./mine.py", "--update-golden"), "no such file"),
    ],
)
def test_check_refuses(run: Run, arguments: tuple[str, ...], words: str) -> None:
    assert words in run.refused("bots", "check", *arguments)


def test_show_refuses(run: Run) -> None:
    assert "unknown bot 'nobody'" in run.refused("bots", "show", "nobody")
    assert "seed -4" in run.refused("bots", "show", "call", "--seed", -4)


def test_golden_actions_are_written_compared_and_renewed(run: Run) -> None:
    run("bots", "new", "mine", "--form", "python")
    assert "name the golden file" in run.refused("bots", "check", "./mine.py", "--update-golden")
    assert run("bots", "check", "./mine.py", "--golden", "mine.json", "--update-golden").code == 0
    golden = json.loads(Path("mine.json").read_text())
    only = ("bots", "check", "./mine.py", "--golden", "mine.json", "--only", "golden")
    assert run(*only).code == 0
    name = list(golden)[5]
    Path("mine.json").write_text(json.dumps({**golden, name: "r999"}))
    done = run(*only)
    assert done.code == 1
    assert f"was r999, is {golden[name]}" in done.out
    assert f"case 5, {name}" in done.out
    assert "--update-golden" in done.out
    Path("mine.json").write_text("[1]")
    assert "no golden file" in run.refused(*only)
