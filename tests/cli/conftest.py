"""Every test of the command line runs in an empty folder of its own, with the hand loop compiled."""

from pathlib import Path

import pytest

import holdem_sim.experiment.run  # noqa: F401  # compiles the loop: later on nothing is said about it
from tests.cli.running import Run


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
