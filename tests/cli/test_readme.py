"""README.md's code is run: the Python blocks, the bot file, every holdem-sim command."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from holdem_sim.cli.main import _run

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
PYTHON = [text for language, text in BLOCKS if language == "python"]
COMMANDS = [
    line[2:]
    for language, text in BLOCKS
    if language == "console"
    for line in text.splitlines()
    if line.startswith("$ ")
]
BOTS = {form: next(text for text in PYTHON if f"@{form}_bot" in text) for form in ("kernel", "batch", "python")}


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for form, text in BOTS.items():
        Path(f"{form}.py").write_text(text, "utf-8")
    shutil.copy("kernel.py", "mybot.py")


def test_python_blocks_run(capsys: pytest.CaptureFixture[str]) -> None:
    for text in PYTHON:
        if text not in BOTS.values():
            exec(compile(text, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "straight, ace high" in printed
    assert "flop" in printed


@pytest.mark.parametrize("form", BOTS)
def test_the_bots_have_ten_lines(form: str) -> None:
    assert len([line for line in BOTS[form].splitlines() if line.strip()]) <= 10


def test_the_bots_are_one_strategy(capsys: pytest.CaptureFixture[str]) -> None:
    digests = set()
    for form in BOTS:
        assert _run(["tournament", f"./{form}.py", "random", "--hands", "3000", "--seed", "1", "--json"]) == 0
        result = json.loads(capsys.readouterr().out)
        assert sum(row["faults"] for row in result["ranking"]) == 0
        digests.add(result["digest"])
    assert len(digests) == 1


def test_commands_run(capsys: pytest.CaptureFixture[str]) -> None:
    ours = [shlex.split(command)[1:] for command in COMMANDS if command.startswith("holdem-sim ")]
    assert len(ours) >= 5
    for arguments in ours:
        assert _run([*arguments, "--quiet"] if arguments[0] in ("tournament", "resume") else arguments) == 0, arguments
        assert capsys.readouterr().out


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for command in COMMANDS:
        if command.startswith("make "):
            assert f"\n{command.split()[1]}:" in makefile
