"""Every file in experiments/ runs, with few hands, and stands in the README, whose example is good TOML."""

import re
import tomllib
from pathlib import Path

import pytest

from holdem_sim.experiment.file import read_experiment
from holdem_sim.experiment.formats import FORMATS
from tests.cli.running import ROOT, Run

FOLDER = ROOT / "experiments"
FILES = sorted(FOLDER.glob("*.toml"))
README = (FOLDER / "README.md").read_text("utf-8")
FEW = {"hands": 120, "matches": 8, "tournaments": 4, "session": 2}
SHORT_MATCH = {"match": {"hands": 5}}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_runs_with_few_hands(run: Run, file: Path) -> None:
    experiment = read_experiment(file)
    few = FEW | SHORT_MATCH.get(experiment.format, {})
    changes = [f"--set={option}={few[option]}" for option in experiment.options if option in few]
    done = run("run", file, *changes, "--json", "--quiet")
    assert done.code == (1 if experiment.format == "difficulty" and not done.json["holds"] else 0), done.err
    assert done.json["name"] == file.stem
    assert Path(done.json["run"]).parent == Path("results") / file.stem


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_says_what_it_asks_has_a_seed_and_can_be_planned(run: Run, file: Path) -> None:
    assert file.read_text("utf-8").startswith("# ")
    assert "seed" in tomllib.loads(file.read_text("utf-8"))
    assert run.json("run", file, "--dry-run")["hands"] > 100_000


def test_the_readme_names_every_file_and_no_other() -> None:
    assert re.findall(r"^\| `(.*)\.toml`", README, re.M) != []
    assert set(re.findall(r"^\| `(.*)\.toml`", README, re.M)) == {file.stem for file in FILES}


def test_the_readmes_examples_are_read_as_they_stand(run: Run) -> None:
    example, sweep, *leagues = re.findall(r"```toml\n(.*?)```", README, re.S)
    Path("x.toml").write_text(example + leagues[0])
    assert read_experiment("x.toml").league == {"shape": "round-robin", "line_up": 2}
    Path("x.toml").write_text(example + sweep)
    assert len(run.json("run", "x.toml", "--dry-run")["runs"]) == 6


def test_there_is_a_file_for_every_format() -> None:
    assert {read_experiment(file).format for file in FILES} == {*FORMATS, "difficulty"}
