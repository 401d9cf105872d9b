"""One fault, one failed check: tests/bad_bots/CHECK__what.py fails CHECK and nothing else."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from holdem_sim.cli.main import _run
from holdem_sim.testing import assert_conforms, check_bot
from holdem_sim.testing.kit import PROMISES

FOLDER = Path(__file__).parents[1] / "bad_bots"
BOTS = sorted(FOLDER.glob("*.py"))
QUICK = (
    "loads__exits",
    "returns__kernel_crashes",
    "documented__no_weakness",
    "parameters__illegal_at_its_end",
    "answers__kernel_float",
    "legal__raises_when_it_may_not",
    "unchanged__kernel_writes",
    "repeatable__kernel_random",
    "state__collects",
    "interleaved__one_match_at_a_time",
    "rows__kernel_writes_past_the_end",
    "stochastic__undeclared",
    "effects__kernel_prints",
    "jit__overflows",
    "golden__changed",
)
"""One for every check; the others take long together."""
LIMIT = 2.0
"""Seconds for the decision of a bot that never makes it; the others have the kit's own, however busy the machine."""
GOLDEN = FOLDER / "golden__changed.json"


def options(path: Path) -> dict[str, Any]:
    endless = path.stem.endswith(("loops", "never"))
    return {**({"limit": LIMIT} if endless else {}), "golden": GOLDEN if path.stem.startswith("golden") else None}


def test_there_is_one_for_every_check() -> None:
    assert [name.split("__")[0] for name in QUICK] == list(PROMISES)
    assert {*QUICK} < {path.stem for path in BOTS}
    assert {path.stem.split("__")[0] for path in BOTS} == {*PROMISES}


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=() if path.stem in QUICK else pytest.mark.slow) for path in BOTS],
)
def test_it_fails_exactly_its_check(path: Path) -> None:
    check = path.stem.split("__")[0]
    results = {result.check: result for result in check_bot(str(path), **options(path))}
    assert {name: str(result) for name, result in results.items() if result.status == "failed"}.keys() == {check}
    assert results[check].message


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("answers__batch_nan", marks=pytest.mark.slow),
        "legal__raises_when_it_may_not",
        "parameters__illegal_at_its_end",
        pytest.param("returns__python_loops", marks=pytest.mark.slow),
        pytest.param("state__counts", marks=pytest.mark.slow),
        pytest.param("repeatable__hash", marks=pytest.mark.slow),
        pytest.param("effects__reads_a_file", marks=pytest.mark.slow),
        pytest.param("jit__overflows", marks=pytest.mark.slow),
        pytest.param("golden__changed", marks=pytest.mark.slow),
    ],
)
def test_the_replay_line_shows_it_again(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path, check = FOLDER / f"{name}.py", name.split("__")[0]
    (failed,) = (result for result in check_bot(str(path), only=[check], **options(path)) if result.status == "failed")
    if "--case" in failed.replay:
        assert f"case {failed.replay.split()[-1]}, " in failed.observation
        assert "Observation(" in failed.observation
    command = shlex.split(failed.replay)
    assert command[:3] == ["holdem-sim", "bots", "check"]
    capsys.readouterr()
    limit = options(path).get("limit", 20.0)
    assert _run([*command[1:], "--limit", str(limit), "--json"]) == 1
    (again,) = (result for result in json.loads(capsys.readouterr().out)["checks"] if result["status"] == "failed")
    assert again["check"] == command[command.index("--only") + 1]
    assert again["observation"] == failed.observation


def test_what_cannot_be_said_is_not_said() -> None:
    """Checks that a failed one makes meaningless are not run, and say why."""
    results = {result.check: result for result in check_bot(str(FOLDER / "repeatable__kernel_random.py"))}
    assert (results["rows"].status, results["rows"].message) == ("not run", "needs repeatable")


def test_the_case_of_a_bot_that_does_not_return() -> None:
    path = FOLDER / "returns__kernel_loops.py"
    (failed,) = (result for result in check_bot(str(path), only=["legal"], limit=LIMIT) if result.status == "failed")
    assert "did not answer within" in failed.message
    assert "pot 40," in failed.observation


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("answers__kernel_float", "of type float, no integer"),
        ("answers__raises", "raised ZeroDivisionError"),
        ("legal__raises_when_it_may_not", "legal: fold (-1), call 1 (0)"),
        ("effects__reads_the_clock", "time.time()"),
        ("state__collects", "SEEN"),
        ("parameters__illegal_at_its_end", "at over=9 it answered"),
        ("returns__kernel_crashes", "SIGSEGV"),
    ],
)
def test_the_message_names_the_fault(name: str, words: str) -> None:
    check = name.split("__")[0]
    with pytest.raises(AssertionError) as caught:
        assert_conforms(str(FOLDER / f"{name}.py"), only=[check])
    assert words in str(caught.value)
