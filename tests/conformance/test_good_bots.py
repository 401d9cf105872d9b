"""What a bot may do passes: tables read when it is loaded, caches, chance from its key, memory, the evaluator."""

from pathlib import Path

import pytest

from holdem_sim.testing import check_bot

FOLDER = Path(__file__).parent / "good_bots"


@pytest.mark.parametrize(
    "spec",
    [
        f"{FOLDER}/python_everything.py",
        pytest.param(f"{FOLDER}/batch_memory.py", marks=pytest.mark.slow),
        "tests.determinism.forms.wary:as_kernel",
        pytest.param("tests.determinism.forms.wary:as_python:raises=0.5", marks=pytest.mark.slow),
    ],
)
def test_it_passes(spec: str) -> None:
    results = check_bot(spec)
    failed = {result.check: str(result) for result in results if result.status == "failed"}
    assert failed.keys() <= ({"documented"} if "wary" in spec else set()), failed
    assert {result.check for result in results if result.status == "not run"} == {"golden"}
