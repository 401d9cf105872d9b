"""``holdem-sim bots``, ``equity``, ``--help``; and the wheel, from any folder."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import holdem_sim
from holdem_sim.players.load import bot_names, bot_summary
from tests.cli.running import ROOT, Run, environment, program

PLAIN = ("call", "fold", "raise", "random")


def test_every_bot_is_listed_with_the_first_line_of_its_page(run: Run) -> None:
    done = run("bots")
    assert (done.code, done.err) == (0, "")
    listed = dict(line.split(maxsplit=1) for line in done.out.splitlines())
    assert set(PLAIN) <= set(listed)
    assert list(listed) == bot_names() == sorted(listed)
    assert all(listed[name] == bot_summary(name) for name in listed)
    assert all(len(text) > 10 for text in listed.values())


def test_the_list_as_json(run: Run) -> None:
    done = run("bots", "--json")
    assert done.json == {"bots": [{"bot": name, "summary": bot_summary(name)} for name in bot_names()]}


def test_equity_as_text_and_as_json(run: Run) -> None:
    """Two pairs, counted by hand on the river card to come: queens win with two of 44 cards."""
    board = ("--board", "2c 7d 9h 3s")
    found = run("equity", "AhAd", "QsQc", *board, "--json").json
    assert list(found) == ["equity", "win", "tie", "exact", "boards"]
    assert found["win"] == found["equity"] == pytest.approx([42 / 44, 2 / 44])
    assert (found["tie"], found["exact"], found["boards"]) == ([0, 0], True, 44)
    text = run("equity", "AhAd", "QsQc", *board).out
    assert "95.4545 %" in text
    assert "44 boards, exact" in text


def test_sampled_equity_is_the_seeds(run: Run) -> None:
    options = ("equity", "AhAd", "QsQc", "--samples", 500, "--json", "--seed")
    assert run(*options, 1).out == run(*options, 1).out != run(*options, 2).out
    assert run(*options, 1).json["exact"] is False
    assert run(*options, 1).json["boards"] == 500


def test_the_version_names_package_and_engine(run: Run) -> None:
    expected = f"holdem-sim {holdem_sim.__version__} (engine version {holdem_sim.ENGINE_VERSION})\n"
    assert run("--version").out == expected


@pytest.mark.parametrize("arguments", [("--help",), ("tournament", "--help"), ("bots",)])
def test_help_loads_neither_numba_nor_pandas(arguments: tuple[str, ...]) -> None:
    code = (
        "import sys; from holdem_sim.cli.main import _run; _run(sys.argv[1:]);"
        " print([name for name in ('numba', 'pandas', 'pyarrow') if name in sys.modules], file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"
    assert done.stdout


def test_importing_the_package_compiles_nothing() -> None:
    code = "import sys, holdem_sim; assert 'numba' not in sys.modules; holdem_sim.equity; holdem_sim.load"
    subprocess.run([sys.executable, "-c", code], env=environment(), check=True)


def test_every_name_of_the_package_can_be_had() -> None:
    assert all(getattr(holdem_sim, name) is not None for name in holdem_sim.__all__)
    assert callable(holdem_sim.equity)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = holdem_sim.nonsense


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built wheel, from a copy of the sources, so that nothing is left in them."""
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("hatchling is not installed")
    source = tmp_path_factory.mktemp("source")
    for name in ("holdem_sim", "bots"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "LICENSE", "README.md"):
        shutil.copy(ROOT / name, source)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"],
        cwd=source,
        check=True,
        capture_output=True,
    )
    return next((source / "dist").glob("*.whl"))


def test_the_wheel_brings_the_bots_and_no_package_called_bots(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {name for name in tops if not name.endswith(".dist-info")} == {"holdem_sim"}
    for bot in bot_names():
        assert f"holdem_sim/_bots/{bot}.py" in names
    assert not wheel.name.startswith("holdem_sim-")


def test_the_wheels_bots_play_from_any_folder(wheel: Path, empty_folder: Path) -> None:
    installed = empty_folder.parent / "installed"
    zipfile.ZipFile(wheel).extractall(installed)
    outside = {"PYTHONPATH": str(installed), "NUMBA_DISABLE_JIT": "1"}
    assert program("bots", **outside).out == program("bots").out
    done = program("tournament", "call", "raise:percent=20", "--players", 2, "--hands", 10, "--json", **outside)
    assert done.code == 0, done.err
    assert done.json["hands"] == 10
    assert os.listdir() == ["results"]
    assert json.loads(Path(done.json["run"], "manifest.json").read_text())["config"]["bots"][0] == "call"
