"""``holdem-sim verify``."""

import gzip
import json
from pathlib import Path

import holdem_sim.histories.replay  # noqa: F401  # compiled here, so that nothing is said about it later
from tests.cli.running import Run

SAMPLE = Path(__file__).parents[1] / "histories" / "hands_sample.jsonl.gz"


def _changed(path: Path) -> str:
    """The sample's first 30 hands, one payoff wrong in line 2, line 3 no JSON; the id of line 2."""
    with gzip.open(SAMPLE, "rt") as file:
        lines = file.read().splitlines()[:30]
    record = json.loads(lines[1])
    record["payoffs"][0] += 5
    path.write_text("\n".join([lines[0], json.dumps(record), "oops", *lines[3:]]))
    return str(record["id"])


def test_the_sample_as_json(run: Run) -> None:
    done = run("verify", SAMPLE, "--json")
    assert (done.code, done.err) == (0, "")
    found = done.json
    assert list(found)[:5] == ["read", "agree", "differ", "refused", "notes"]
    assert (found["read"], found["agree"], found["differ"]) == (500, 492, [])
    assert len(found["refused"]) == 8
    for refused in found["refused"]:
        assert list(refused) == ["id", "file", "line", "reason"]
        assert refused["file"] == str(SAMPLE)
        assert "below the minimum" in refused["reason"]
    assert found["notes"]["open_fold"] == found["tags"]["open_fold"]["agree"] >= 8


def test_the_sample_for_people(run: Run) -> None:
    done = run("verify", SAMPLE)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[-1] == "hands: 500 read, 492 agree, 0 differ, 8 refused"
    assert sum(line.startswith(f"refused  {SAMPLE}:") for line in lines) == 8
    assert any(line.split() == ["undersized_raise", "0", "0", "8"] for line in lines)
    assert any(line.startswith("agree with an open fold: ") for line in lines)


def test_a_difference_is_exit_code_1_and_says_where(run: Run, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.jsonl"
    name = _changed(wrong)
    done = run("verify", SAMPLE, wrong, "--json")
    assert done.code == 1
    found = done.json
    assert (found["read"], found["agree"]) == (530, 520)
    (differ,) = found["differ"]
    assert (differ["id"], differ["file"], differ["line"]) == (name, str(wrong), 2)
    assert differ["reason"].startswith("payoff of seat 0: ")
    assert found["refused"][-1] == {
        "id": "",
        "file": str(wrong),
        "line": 3,
        "reason": "not JSON: Expecting value, character 1 of the line",
    }
    done = run("verify", wrong)
    assert done.code == 1
    assert f"differs  {wrong}:2  {name}  payoff of seat 0: " in done.out
    assert f"refused  {wrong}:3  not JSON" in done.out


def test_a_refused_hand_alone_is_no_failure(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("[]\n")
    done = run("verify", path)
    assert done.code == 0
    assert done.out.endswith("hands: 1 read, 0 agree, 0 differ, 1 refused\n")


def test_files_that_cannot_be_read_are_wrong_input(run: Run, tmp_path: Path) -> None:
    assert "No such file" in run.refused("verify", SAMPLE, tmp_path / "nothing.jsonl")
    odd = tmp_path / "odd.csv"
    odd.write_text("a,b")
    assert "no hand history" in run.refused("verify", odd)
    assert "Missing argument" in run.refused("verify")


def test_a_terminal_gets_no_control_characters(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "evil.jsonl"
    path.write_text(json.dumps({"id": "\x1b[31m\ud800\nred", "tags": ["\x07"]}))
    done = run("verify", path)
    assert done.code == 0
    assert done.out.splitlines()[0] == f"refused  {path}:1  ?[31m??red  the field 'stacks' is missing"
