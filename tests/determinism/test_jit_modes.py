"""The same bytes with JIT, without it, and with bounds checks; and the checks are really on."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MODES = {"jit": {}, "plain": {"NUMBA_DISABLE_JIT": "1"}, "checked": {"NUMBA_BOUNDSCHECK": "1"}}


def run(mode: str, *arguments: str) -> str:
    """What a new Python prints in this mode; it must exit with 0."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "COV"))}
    environment = plain | MODES[mode] | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@cache
def play_rows(mode: str) -> list[str]:
    return run(mode, str(HERE / "play_rows.py")).split()


@pytest.mark.parametrize(("mode", "jit"), [("plain", "False"), ("checked", "True")])
def test_the_loop_writes_the_same_bytes_in_every_mode(mode: str, jit: str) -> None:
    expected = play_rows("jit")
    assert expected[0] == "True"
    assert int(expected[1]) > 300
    assert play_rows(mode) == [jit, *expected[1:]]


@pytest.mark.parametrize(("mode", "printed"), [("jit", "read on"), ("checked", "raised"), ("plain", "raised")])
def test_an_overrun_raises_under_bounds_checks_whatever_was_compiled_before(mode: str, printed: str) -> None:
    """The unchecked build is in the cache first: a checked run must not take it, nor the reverse."""
    for _ in range(2):
        assert run(mode, str(HERE / "overrun.py")).strip() == printed


@pytest.mark.parametrize("mode", ["plain", "checked"])
def test_kernels_and_twin_agree_in_this_mode(mode: str) -> None:
    command = "from tests.property.test_twin import play_both\nfor i in range(40): play_both((900, i))\nprint('same')"
    assert run(mode, "-c", command).strip() == "same"


@pytest.mark.parametrize("mode", ["plain", "checked"])
def test_chance_is_the_twins_in_this_mode(mode: str) -> None:
    tests = ["tests/unit/test_rng.py", "tests/unit/test_dealing.py"]
    chosen = "vectors or twins" if mode == "checked" else "not fair and not bias"
    assert " passed" in run(mode, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", chosen, *tests)
