"""What a bot may do passes: tables read when it is loaded, caches, chance from its key, memory, the evaluator."""

import sys
from pathlib import Path

import pytest

from holdem_sim.testing import assert_conforms, check_bot

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


def test_a_bot_may_be_called_like_a_module_of_pythons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])  # as an installed command has it
    (tmp_path / "json.py").write_text((FOLDER / "batch_memory.py").read_text())
    assert_conforms("./json.py", only=["loads", "returns"])


def test_a_thread_left_behind_does_not_keep_the_kit(tmp_path: Path) -> None:
    path = tmp_path / "busy.py"
    wait = "import threading\nthreading.Thread(target=threading.Event().wait).start()\n"
    text = (FOLDER / "batch_memory.py").read_text()
    path.write_text(text.replace("import numpy as np\n", f"import numpy as np\n{wait}"))
    assert_conforms(str(path), only=["loads", "returns"])
