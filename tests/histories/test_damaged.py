"""Whatever stands in a file: hands and refusals with file, line and reason, never an exception."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from holdem_sim.histories.jsonlines import LONGEST_LINE
from holdem_sim.histories.read import read_hands, stream_hands
from holdem_sim.histories.recorded import RecordedHand, Refusal
from holdem_sim.histories.verify import verify_hands
from tests.histories.sample import records

LINES = [json.dumps(record).encode() for record in records()[:500:60]]


def found(path: Path) -> list[RecordedHand | Refusal]:
    """What is read; that nothing of it breaks the replay either."""
    hands = list(stream_hands(path))
    verdicts = list(verify_hands(hands))
    for hand, verdict in zip(hands, verdicts, strict=True):
        assert (verdict.file, verdict.line) == (hand.file, hand.line) == (str(path), hand.line)
        assert verdict.reason or verdict.outcome == "agrees"
        assert len(verdict.reason) < 400
        if isinstance(hand, Refusal):
            assert hand.reason
            assert hand.line > 0
    return hands


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A file of real hands: cut, bytes changed, put in or taken out, lines shuffled."""
    lines = draw(st.permutations(LINES))
    text = bytearray(b"\n".join(lines[: draw(st.integers(1, 5))]))
    for _ in range(draw(st.integers(1, 8))):
        at = draw(st.integers(0, len(text)))
        kind = draw(st.sampled_from(("cut", "change", "insert", "delete")))
        if kind == "cut":
            del text[at:]
        elif kind == "change" and at < len(text):
            text[at] = draw(st.integers(0, 255))
        elif kind == "insert":
            text[at:at] = draw(
                st.binary(max_size=5) | st.sampled_from([b"\n", b'"', b"{", b"]", b"null", b"-", b"9" * 30])
            )
        else:
            del text[at : at + draw(st.integers(1, 40))]
    return bytes(text)


@given(damaged(), st.booleans())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_damaged_files(tmp_path_factory: pytest.TempPathFactory, content: bytes, zipped: bool) -> None:
    path = tmp_path_factory.getbasetemp() / "damaged.jsonl"
    path.write_bytes(gzip.compress(content) if zipped else content)
    assert len(found(path)) == sum(bool(line.strip()) for line in content.split(b"\n"))


@given(st.binary(max_size=300))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    path.write_bytes(content)
    assert all(isinstance(hand, Refusal) for hand in found(path))


@given(st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_compressed_file_with_damage(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = tmp_path_factory.getbasetemp() / "damaged.jsonl.gz"
    content = bytearray(gzip.compress(b"\n".join(LINES)))
    at = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        del content[at:]
    else:
        content[at] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    found(path)


def test_a_cut_compressed_file_says_where_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl.gz"
    whole = gzip.compress(b"\n".join(json.dumps(record).encode() for record in records()))
    path.write_bytes(whole[: len(whole) // 2])
    *hands, last = found(path)
    assert len(hands) > 50
    assert all(isinstance(hand, RecordedHand) for hand in hands)
    assert isinstance(last, Refusal)
    assert last.line == len(hands) + 1
    assert "damaged" in last.reason


ODD_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 3, 99, 1.5, 1e400, 2**31, 10**30, "", "x", "As", "AsAs", "1e3", "\ud800", {}, {"a": 1}),
    *([], [0], [-1], [None], [True], ["x"], [[]], [{}], [10**30] * 2, [1] * 11, {"0": 10**30}, {"99": 1}, {"x": 1}),
)


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a record, the first two entries of a list only."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _places(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value[:2]):
            yield from _places(inner, (*path, at))


def test_every_field_with_every_odd_value(tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    record = next(record for record in records() if "side_pot" in record["tags"])
    with path.open("w") as file:
        count = 0
        for place in _places(record):
            for value in ODD_VALUES:
                changed = json.loads(json.dumps(record))
                target = changed
                for key in place[:-1]:
                    target = target[key]
                target[place[-1]] = value
                file.write(json.dumps(changed) + "\n")
                count += 1
    assert len(found(path)) == count > 1000


@pytest.mark.parametrize("field", ["limit", "stacks", "small_blind", "big_blind", "blinds_posted", "actions"])
def test_a_missing_field_is_named(tmp_path: Path, field: str) -> None:
    path = tmp_path / "missing.jsonl"
    path.write_text(json.dumps({key: value for key, value in records()[0].items() if key != field}))
    (refusal,) = found(path)
    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.id) == (f"the field '{field}' is missing", records()[0]["id"])


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"\xff\xfe", "not UTF-8"),
        (b"{", "not JSON"),
        (b"[1]", "one JSON object"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"limit": ' + b"9" * 5000 + b"}", "digits"),
        (b"NaN", "one JSON object"),
        (LINES[0].replace(b'"id": "', b'"id": "\\ud800'), "half a character"),
    ],
)
def test_a_line_that_is_no_hand(tmp_path: Path, line: bytes, reason: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(LINES[0] + b"\n" + line + b"\n\n" + LINES[1])
    first, refusal, last = found(path)
    assert isinstance(first, RecordedHand)
    assert isinstance(refusal, Refusal)
    assert isinstance(last, RecordedHand)
    assert reason in refusal.reason
    assert (first.line, refusal.line, last.line) == (1, 2, 4)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"board": ["2c", "2c", "3d"]}, "2c stands twice"),
        ({"hole_cards": ["AsKs", "KsQs"]}, "Ks stands twice"),
        ({"hole_cards": ["AsKs", "QsZs"]}, "'Zs' in 'QsZs' is not a card"),
        ({"board": ["2c", "3d"]}, "2 board cards"),
        ({"blinds_posted": [5, 20_000]}, "seat 1 posts 20000 of 10000"),
        ({"button": 1}, "button 1"),
        ({"stacks": [0, 10_000]}, "stacks 0, 10000"),
        ({"n_players": 3}, "there are 2 stacks"),
        ({"uncalled_returned": {"5": 10}}, "returned to seat 5"),
        ({"rake": 3, "payoffs_after_rake": [1, -1]}, "sum to 0, the rake is 3"),
    ],
)
def test_a_hand_that_cannot_be_dealt(tmp_path: Path, changes: dict[str, Any], reason: str) -> None:
    path = tmp_path / "wrong.jsonl"
    record = records()[0]
    assert record["stacks"] == [10_000, 10_000]
    path.write_text(json.dumps(record | changes))
    (hand,) = found(path)
    (verdict,) = verify_hands([hand])
    assert verdict.outcome == "refused"
    assert reason in verdict.reason
    assert verdict.id == record["id"]


@pytest.mark.parametrize("zipped", [False, True])
def test_a_line_of_a_hundred_megabytes(tmp_path: Path, zipped: bool) -> None:
    path = tmp_path / ("long.jsonl.gz" if zipped else "long.jsonl")
    with gzip.open(path, "wb", compresslevel=1) if zipped else path.open("wb") as file:
        file.write(LINES[0] + b"\n")
        for _ in range(100):
            file.write(b"[" * LONGEST_LINE)
        file.write(b"\n" + LINES[1])
    first, refusal, last = found(path)
    assert isinstance(first, RecordedHand)
    assert isinstance(last, RecordedHand)
    assert isinstance(refusal, Refusal)
    assert (refusal.line, last.line) == (2, 3)
    assert "longer than" in refusal.reason


def test_one_bad_line_stops_nothing(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_bytes(b"\n".join([LINES[0], b"oops", LINES[1]]))
    read = read_hands(path)
    assert len(read) == 2
    assert [refusal.line for refusal in read.refused] == [2]
