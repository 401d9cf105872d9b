"""Every test of the command line runs in an empty folder of its own, with the hand loop compiled."""

from pathlib import Path

import pytest

import holdem_sim
from tests.cli.running import Run


@pytest.fixture(scope="session", autouse=True)
def compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Later on nothing has to be said about compiling."""
    folder = tmp_path_factory.mktemp("compiled")
    holdem_sim.tournament(["call", "fold"], players=2, hands=2, out=folder / "tournament")
    holdem_sim.match(["call", "fold"], matches=2, hands=1, out=folder / "match")
    holdem_sim.sit_and_go(["call", "fold"], tournaments=1, out=folder / "sit-and-go")
    holdem_sim.multi_table(["call", "fold"], tournaments=1, entries=3, players=2, out=folder / "multi-table")


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return here


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


@pytest.fixture
def small_shards(monkeypatch: pytest.MonkeyPatch) -> int:
    """Hands of a shard in this test, instead of some hundred thousand."""
    hands = 500
    monkeypatch.setattr("holdem_sim.experiment.config.SHARD_HANDS", hands)
    return hands
