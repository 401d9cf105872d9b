"""README.md's code is run: the Python blocks, the bot file, every holdem-sim command."""

from __future__ import annotations

import re
import shlex
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
BOT = next(text for text in PYTHON if "@kernel_bot" in text)


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mybot.py").write_text(BOT, "utf-8")


def test_python_blocks_run(capsys: pytest.CaptureFixture[str]) -> None:
    for text in PYTHON:
        if text is not BOT:
            exec(compile(text, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "straight, ace high" in printed
    assert "flop" in printed


def test_the_bot_is_ten_lines_and_plays(capsys: pytest.CaptureFixture[str]) -> None:
    code = [line for line in BOT.splitlines() if line.strip()]
    assert len(code) <= 10
    assert _run(["tournament", "./mybot.py", "easy", "--hands", "1000", "--seed", "1"]) == 0
    assert "mybot" in capsys.readouterr().out


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
