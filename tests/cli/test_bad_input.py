"""Bad input: one clear line that names what is wrong, exit code 2, and no run folder made."""

from pathlib import Path

import pytest

import holdem_sim
from tests.cli.running import STUBBORN, Run, noted_program, program

HUGE = "9" * 25
ENDLESS = "9" * 5000  # more digits than int() takes

BOT_FILES = {
    "syntax error": ("def decide(observation)\n    pass\n", ("bot.py, line 1", "syntax error")),
    "binary": ("x = '\0'\n", ("bot.py", "syntax error")),
    "failing import": ("import math\n\nmath.sqrt(-1)\n", ("bot.py, line 3", "ValueError")),
    "missing module": ("import no_such_module_at_all\n", ("bot.py, line 1", "no_such_module_at_all")),
    "exit": ("raise SystemExit('bye')\n", ("bot.py, line 1", "bye")),
    "many lines": ("raise RuntimeError('one\\ntwo')\n", ("bot.py, line 1", "one two")),
    "no bot": ("answer = 42\n", ("bot.py", "declares no bot")),
    "not a bot": ("def decide(observation): ...\n", ("bot.py", "declares no bot")),
}
NOT_COMPILABLE = {
    "unknown field": ("return observation['pott']", ("line 6", "pott")),
    "unknown name": ("return nonsense", ("nonsense",)),
    "no answer": ("pass", ("none to int64",)),
    "types that do not add": ("return observation['pot'] + 'a'", ("line 6", "add")),
}
KERNEL = """from holdem_sim.contract import kernel_bot


@kernel_bot()
def decide(observation, key, params, memory):
    {body}
"""
WHOLE_NUMBERS = {
    "--hands": ("0", "-1", "1.5", "1e6", "many", "", HUGE, ENDLESS, str(2**40 + 1)),
    "--players": ("0", "1", "11", "-2", "2.5", "two", HUGE),
    "--stack": ("0", "1", "-200", "99.5", "deep", HUGE, str(2**31)),
    "--ante": ("-1", "0.5", "small", HUGE, str(2**31)),
    "--session": ("0", "-1", "1.5", "long", HUGE),
    "--seed": ("-1", "1.5", "lucky", HUGE, str(2**63)),
    "--threads": ("0", "-1", "1.5", "all", HUGE),
}


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("cal", ("'cal'", "did you mean call")),
        ("raize", ("'raize'", "did you mean raise")),
        ("xyzzy", ("'xyzzy'", "call", "fold", "raise", "random")),
        ("Call", ("'Call'", "call")),
        ("", ("''", "name")),
        ("./missing.py", ("./missing.py", "no such file")),
        (f"./{'long' * 100}.py", ("no such file",)),
        ("two\nlines", (r"two\nlines",)),
        ("./two\nlines.py", ("two lines.py", "no such file")),
        ("no_such_module_at_all:bot", ("no_such_module_at_all",)),
        ("math:sqrt", ("sqrt in module math", "declares no bot")),
        ("math:nothing", ("nothing in module math", "declares no bot")),
        ("call:size=1", ("call", "'size'", "no parameters")),
        ("raise:percnt=50", ("raise", "'percnt'", "did you mean percent")),
        ("raise:percent", ("raise", "'percent'", "name=value")),
        ("raise:percent=20,x", ("raise", "'x'", "name=value")),
        ("raise:percent=half", ("raise", "percent=half", "whole number")),
        ("raise:percent=1.5", ("raise", "percent=1.5", "whole number")),
        ("raise:percent=", ("raise", "percent=", "whole number")),
        ("raise:percent=-1", ("raise", "percent=-1", "0..1000")),
        ("raise:percent=1001", ("raise", "percent=1001", "0..1000")),
        (f"raise:percent={HUGE}", ("raise", "percent", "0..1000")),
        ("raise:percent=1,percent=2", ("raise", "percent", "twice")),
    ],
)
def test_a_bot_that_cannot_be_had_is_named(run: Run, bot: str, words: tuple[str, ...]) -> None:
    line = run.refused("tournament", "fold", bot, "--hands", 10)
    assert all(word in line for word in words), line


@pytest.mark.parametrize("what", BOT_FILES)
def test_a_bot_file_that_does_not_run_is_named_with_its_error_and_line(run: Run, what: str) -> None:
    text, words = BOT_FILES[what]
    Path("bot.py").write_text(text)
    line = run.refused("tournament", "fold", "./bot.py", "--hands", 10)
    assert all(word in line for word in words), line


@pytest.mark.parametrize("what", NOT_COMPILABLE)
def test_a_bot_that_numba_cannot_compile_is_named_with_the_reason(run: Run, what: str) -> None:
    body, words = NOT_COMPILABLE[what]
    Path("bot.py").write_text(KERNEL.format(body=body))
    line = run.refused("tournament", "fold", "./bot.py", "--hands", 10)
    assert all(word in line for word in ("bot.py", "cannot be compiled", *words)), line


def test_a_folder_is_no_bot_file(run: Run) -> None:
    Path("bot.py").mkdir()
    assert "./bot.py: there is no such file" in run.refused("tournament", "fold", "./bot.py")


def test_one_bot_alone(run: Run) -> None:
    assert "at least two bots" in run.refused("tournament", "call")


@pytest.mark.parametrize(
    "bots",
    [
        ("call", "call"),
        ("call", "fold", "call"),
        ("raise", "raise:percent=50"),
        (STUBBORN, f"{STUBBORN}:answer=-7"),
    ],
)
def test_the_same_entrant_twice(run: Run, bots: tuple[str, ...]) -> None:
    line = run.refused("tournament", *bots)
    assert "enters twice" in line
    assert Path(bots[0]).stem in line


def test_a_bot_under_two_paths_is_the_same_entrant(run: Run) -> None:
    Path("linked.py").symlink_to(STUBBORN)
    assert "enters twice" in run.refused("tournament", STUBBORN, "./linked.py")


@pytest.mark.parametrize(("option", "value"), [(o, v) for o, values in WHOLE_NUMBERS.items() for v in values])
def test_a_number_that_is_none_or_out_of_range(run: Run, option: str, value: str) -> None:
    line = run.refused("tournament", "call", "fold", option, value)
    assert option.removeprefix("--") in line
    assert value in line


@pytest.mark.parametrize(
    "blinds",
    [
        "0/0",
        "0/2",
        "1/0",
        "2/1",
        "a/b",
        "1",
        "1/2/3",
        "-1/2",
        "1.5/3",
        "",
        "/",
        "1/2147483648",
        f"1/{ENDLESS}",
    ],
)
def test_blinds(run: Run, blinds: str) -> None:
    assert "blind" in run.refused("tournament", "call", "fold", "--blinds", blinds)


@pytest.mark.parametrize(
    "rake", ["-1", "101", "a", "nan", "inf", "1.234", "5/", "5/-1", "5/x", "", f"5/{HUGE}", f"5/{ENDLESS}"]
)
def test_rake(run: Run, rake: str) -> None:
    assert "rake" in run.refused("tournament", "call", "fold", "--rake", rake)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--stack", "9", "--blinds", "5/10"), ("stack 9", "below the big blind of 10")),
        (("--stack", str(2**31 - 1), "--players", "2"), ("stack", "2147483647 chips")),
        (("--ante", "1", "--ante-mode", "none"), ("ante 1",)),
        (("--ante-mode", "all"), ("ante mode all",)),
        (("--ante-mode", "some"), ("--ante-mode", "'some'")),
        (("--betting", "no"), ("--betting", "'no'", "no-limit")),
        (("--design", "swiss"), ("--design", "'swiss'", "rotate")),
        (("--design", "balanced", "--players", "7"), ("balanced", "2 to 6 seats", "7")),
        (("--log", "all"), ("--log", "'all'", "summary")),
        (("--hand", "10"), ("--hand", "--hands")),
        (("--frobnicate",), ("--frobnicate",)),
        (("--hands",), ("--hands", "requires an argument")),
    ],
)
def test_options_that_do_not_fit(run: Run, options: tuple[str, ...], words: tuple[str, ...]) -> None:
    line = run.refused("tournament", "call", "fold", *options)
    assert all(word in line for word in words), line


def test_the_output_folder_is_a_file(run: Run) -> None:
    Path("taken").write_text("mine")
    assert "taken: is a file" in run.refused("tournament", "call", "fold", "--out", "taken")
    assert Path("taken").read_text() == "mine"


def test_the_output_folder_is_not_empty(run: Run) -> None:
    Path("taken").mkdir()
    Path("taken/notes.txt").write_text("mine")
    assert "taken: is not empty" in run.refused("tournament", "call", "fold", "--out", "taken")
    assert Path("taken/notes.txt").read_text() == "mine"


def test_an_empty_output_folder_will_do(run: Run) -> None:
    Path("free").mkdir()
    assert run.json("tournament", "call", "fold", "--hands", 10, "--out", "free")["run"] == "free"


@pytest.mark.parametrize("arguments", [("tournament",), ("tornament",), ("--frobnicate",), ("bots", "x"), ("resume",)])
def test_commands_and_arguments_that_do_not_exist(run: Run, arguments: tuple[str, ...]) -> None:
    assert "holdem-sim" in run.refused(*arguments)


@pytest.mark.parametrize("option", ["--hands", "--threads"])
@pytest.mark.parametrize("value", ["0", "-1", "1.5", "many", HUGE])
def test_resume_takes_sensible_numbers_only(run: Run, option: str, value: str) -> None:
    run.json("tournament", "call", "fold", "--hands", 10, "--out", "done")
    line = run.refused("resume", "done", option, value)
    assert option.removeprefix("--") in line
    assert value in line


def test_resume_does_not_shorten(run: Run) -> None:
    run.json("tournament", "call", "fold", "--hands", 100, "--out", "done")
    assert "hands 50: the run already has 100" in run.refused("resume", "done", "--hands", 50)


@pytest.mark.parametrize("folder", ["nowhere", ".", "file", "file/below"])
def test_resume_of_what_is_no_run_folder(run: Run, folder: str) -> None:
    Path("file").write_text("mine")
    assert f"{folder}: is no run folder" in run.refused("resume", folder)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("AhKs", "AhQd"), ("Ah", "twice")),
        (("AhAh", "QdQc"), ("Ah", "twice")),
        (("AhKs", "QdQc", "--board", "2c 3d Ks"), ("Ks", "twice")),
        (("1OhAs", "QdQc"), ("1OhAs",)),
        (("AhKs", "QdQc", "--board", "1O 2c 3d"), ("'1O'",)),
        (("AhKs", "QdXc"), ("Xc",)),
        (("AhKs", "Qd"), ("hand 2 must be 2 cards, not 1",)),
        (("AhKsQs", "QdQc"), ("hand 1 must be 2 cards, not 3",)),
        (("AhKs",), ("2 and 10 hands",)),
        (("AhKs", "QdQc", "--board", "2c 3d"), ("board", "2")),
        (("AhKs", "QdQc", "--board", "2c 3d 4c 5h 6h 7h"), ("board", "6")),
        (("AhKs", "QdQc", "--samples", "0"), ("samples", "0")),
        (("AhKs", "QdQc", "--samples", "-5"), ("samples", "-5")),
        (("AhKs", "QdQc", "--samples", "1.5"), ("samples", "1.5")),
        (("AhKs", "QdQc", "--samples", HUGE), ("samples", HUGE)),
        (("AhKs", "QdQc", "--samples", "5", "--seed", "-1"), ("seed", "-1")),
        (("AhKs", "QdQc", "--samples", "5", "--seed", HUGE), ("seed", HUGE)),
        ((), ("HAND",)),
    ],
)
def test_equity(run: Run, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    line = run.refused("equity", *arguments)
    assert all(word in line for word in words), line


@pytest.mark.parametrize(
    "arguments",
    [
        ("tournament", "cal", "fold"),
        ("tournament", "call", "fold", "--seed", "-1"),
        ("equity", "AhAh", "KsKd"),
        ("x",),
    ],
)
def test_the_program_itself_exits_with_2_after_one_line(arguments: tuple[str, ...], empty_folder: Path) -> None:
    done = program(*arguments)
    assert done.code == 2
    assert done.error
    assert list(empty_folder.iterdir()) == []


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    done = run()
    assert (done.code, done.out) == (2, "")
    assert "tournament" in done.err


def test_what_is_wrong_is_said_before_anything_is_compiled() -> None:
    """On a fresh machine the compiler's note must not stand before a misspelt name, nor be missing when it compiles."""
    fresh = {"HOLDEM_SIM_CACHE": str(Path("cache").resolve())}
    done = program("tournament", "cal", "fold", **fresh)
    assert done.code == 2
    assert "'cal'" in done.error
    Path("broken.py").write_text("raise RuntimeError('boom')\n")
    done = program("tournament", "./broken.py", "fold", **fresh)
    assert done.code == 2
    assert "boom" in done.error
    done = noted_program("tournament", "call", "fold", "--hands", 10, **fresh)
    assert done.code == 0
    assert done.err.count("compiling") == 1


def test_an_unknown_option_of_the_python_function_is_answered_with_the_nearest() -> None:
    with pytest.raises(holdem_sim.InputError, match=r"tournament: unknown option 'player'; did you mean players\?"):
        holdem_sim.tournament(["call", "fold"], player=3)


def test_settings_left_out_behind_the_colon_are_asked_for(run: Run) -> None:
    assert "bot hard: '' is no setting" in run.refused("tournament", "hard:", "easy")


def test_a_folder_without_a_name_is_refused(run: Run) -> None:
    assert "out: give the name of a folder" in run.refused("tournament", "hard", "easy", "--out", "")
