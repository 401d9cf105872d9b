"""What `make bench` says of its figures: reached or not, and how many times faster."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks import peers, report
from benchmarks.bench_parts import stepper
from benchmarks.games import decisions, game_of, played
from benchmarks.meter import Figure, Meter, calibrated
from benchmarks.mode import MODES
from benchmarks.targets import ROWS


def figure(row: str, who: str, value: float) -> dict[str, Any]:
    return {"row": row, "who": who, "value": value, "least": value, "most": value, "rounds": 5, "wall": value} | {
        "load": 1.0,
        "note": "",
    }


def test_the_loop_that_times_the_parts_of_a_hand_plays_the_same_hands() -> None:
    game = game_of("easy hard", 3)
    stepper(game, 300, decisions(played(replace(game, log=True), 300)))  # compares payoffs and actions


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The report on a rate that is reached and a time that is not, with a peer for each."""
    pytest.importorskip("matplotlib")
    found = [
        figure("call 6", "holdem_sim", 2e6),
        figure("call 6", "slow", 5e5),
        figure("equity", "holdem_sim", 0.020),
        figure("equity", "quick", 0.004),
        figure("call 2", "alone", 1e5),
        figure("runs: 100000 1 summary", "holdem_sim", 1e6),
        figure("runs cpu: 100000 1 summary", "holdem_sim", 1e6),
        figure("runs peak: 100000 1 summary", "holdem_sim", 3e8),
    ]
    raw = tmp_path / "raw.json"
    raw.write_text(json.dumps({"benchmarks": [{"extra_info": {"figures": found}}, {"extra_info": {}}]}))
    monkeypatch.setattr(report, "OUT", tmp_path)
    return report.report(raw, "quick")


def test_a_target_is_a_least_for_rates_and_a_most_for_times_and_sizes() -> None:
    assert ROWS["call 6"].met(1.5e6)
    assert not ROWS["call 6"].met(1.49e6)
    assert ROWS["equity"].met(0.012)
    assert not ROWS["equity"].met(0.0121)
    assert ROWS["equity table"].met(1.0) is None


def test_the_report_says_what_is_reached_and_how_many_times_faster(written: str, tmp_path: Path) -> None:
    lines = written.splitlines()
    assert "MODE=quick" in lines[0]
    reached = next(line for line in lines if line.startswith("| compiled loop, call, six-handed"))
    assert "≥ 1.5" in reached
    assert "| 2 (2 – 2) M hands/s | 2 | yes |" in reached
    assert "| 20 (20 – 20) ms | 20 | no |" in written
    assert "| slow | 0.5 (4) |" in lines
    assert "| quick | 4 (0.2) |" in lines
    assert "| 100,000 | 1 | summary |" in written
    assert "slow: 0.5 | 4 |" in (tmp_path / "readme.md").read_text()
    assert (tmp_path / "cost.png").stat().st_size > 1000


def test_publishing_changes_only_the_marked_block(
    written: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"before\n{report.START}\nold\n{report.END}\nafter\n")
    for name, path in (("ROOT", tmp_path), ("PUBLISHED", tmp_path / "R.md"), ("PICTURE", tmp_path / "p.png")):
        monkeypatch.setattr(report, name, path)
    report.publish()
    text = readme.read_text()
    assert text.startswith(f"before\n{report.START}\n| what")
    assert text.endswith(f"{report.END}\nafter\n")
    assert "old" not in text
    assert (tmp_path / "R.md").read_text() == written


def test_a_play_is_made_as_large_as_the_time_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("benchmarks.meter.cpu_seconds", lambda: clock[0])

    def play(size: int) -> float:
        clock[0] += 0.001 * size
        return 0.0

    assert calibrated(play, 1.0) == 1000


def test_only_rows_of_the_table_are_filed() -> None:
    class Benchmark:
        extra_info: dict[str, Any] = {}  # noqa: RUF012

    meter = Meter(Benchmark(), MODES["quick"])
    with pytest.raises(ValueError, match="no row"):
        meter.file("cal 6", [1.0])
    meter.file("call 6", [3.0, 1.0, 2.0])
    assert Figure(**Benchmark.extra_info["figures"][0]).value == 2.0


def test_a_peer_that_fails_costs_its_own_row_and_the_first_reason_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "OUT", tmp_path)
    monkeypatch.setattr(peers, "REASONS", tmp_path / "peers.json")
    peers.note({"built": "no compiler"})
    for name in ("built", "broken"):
        with pytest.raises(pytest.skip.Exception), peers.excused(name):
            raise OSError("does not load")
    assert peers.missing() == {"built": "no compiler", "broken": "OSError: does not load"}
