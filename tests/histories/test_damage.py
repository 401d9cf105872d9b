"""Damaged files: what is whole is read, the rest refused in one clear line; no traceback, no hang, little memory."""

import tracemalloc
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdem_sim.errors import InputError
from holdem_sim.game.rules import Rules
from holdem_sim.histories import acpc, phh, pokerstars
from holdem_sim.histories.lines import MOST_HAND, MOST_LINE
from holdem_sim.histories.recorded import RecordedHand, Refusal
from tests.histories.expected import SAMPLES
from tests.histories.random_play import bare, play

FORMATS: dict[str, ModuleType] = {"phhs": phh, "txt": pokerstars, "log": acpc}
HANDS = [play(number, Rules(str(betting), 1, 2))[0] for number, betting in ((1, "no-limit"), (2, "fixed-limit"))]


def text_of(ending: str, hands: list[RecordedHand] = HANDS) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"hands.{ending}"
        FORMATS[ending].write(hands, path)
        return path.read_bytes()


WHOLE = {ending: text_of(ending) for ending in FORMATS}
LAST = {ending: text_of(ending, HANDS[:1]) for ending in FORMATS}
REAL = sorted(path.read_bytes() for path in SAMPLES.glob("stars/*.txt"))


def read(ending: str, data: bytes) -> list[RecordedHand | Refusal]:
    """What the reader says of ``data``; whatever it is, refusals are one line with a place and a reason."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"hands.{ending}"
        path.write_bytes(data)
        found = list(FORMATS[ending].read(path))
        for one in found:
            assert isinstance(one, RecordedHand | Refusal)
            assert (one.file, one.line >= 1) == (str(path), True)
            if isinstance(one, Refusal):
                assert one.reason.strip()
                assert "\n" not in one.reason
                assert len(one.reason) <= 300
    return found


def check_the_hand_after_it_is_read(ending: str, data: bytes) -> None:
    """One bad hand never stops a file."""
    found = read(ending, data + b"\n\n\n" + LAST[ending])
    last = found[-1]
    assert isinstance(last, RecordedHand)
    assert last.actions == HANDS[0].actions
    assert last.payoffs == HANDS[0].payoffs


@st.composite
def damaged(draw: st.DrawFn, ending: str) -> bytes:
    data: bytes = draw(st.sampled_from([WHOLE[ending], *(REAL if ending == "txt" else ())]))
    for _ in range(draw(st.integers(1, 4))):
        lines = data.split(b"\n")
        match draw(st.sampled_from(["cut", "shuffle", "drop", "double", "bytes", "insert", "digit"])):
            case "cut":
                data = data[: draw(st.integers(0, len(data)))]
            case "shuffle":
                start = draw(st.integers(0, max(len(lines) - 2, 0)))
                end = draw(st.integers(start, len(lines)))
                data = b"\n".join(lines[:start] + draw(st.permutations(lines[start:end])) + lines[end:])
            case "drop":
                at = draw(st.integers(0, len(lines) - 1))
                data = b"\n".join(lines[:at] + lines[at + draw(st.integers(1, 3)) :])
            case "double":
                at = draw(st.integers(0, len(lines) - 1))
                data = b"\n".join(lines[: at + 1] + lines[at:])
            case "bytes":
                at = draw(st.integers(0, len(data)))
                data = data[:at] + draw(st.binary(min_size=1, max_size=4)) + data[at + draw(st.integers(0, 4)) :]
            case "insert":
                at = draw(st.integers(0, len(data)))
                data = data[:at] + draw(st.text(max_size=20)).encode() + data[at:]
            case "digit":
                places = [i for i, byte in enumerate(data) if chr(byte).isdigit()]
                if places:
                    at = draw(st.sampled_from(places))
                    data = data[:at] + draw(st.sampled_from([b"9", b"0", b"-1", b"1.5", b"1e9"])) + data[at + 1 :]
    return data


@given(damaged("phhs"))
@settings(max_examples=150, deadline=None)
def test_damaged_phh(data: bytes) -> None:
    check_the_hand_after_it_is_read("phhs", data)


@given(damaged("txt"))
@settings(max_examples=150, deadline=None)
def test_damaged_pokerstars(data: bytes) -> None:
    check_the_hand_after_it_is_read("txt", data)


@given(damaged("log"))
@settings(max_examples=150, deadline=None)
def test_damaged_acpc(data: bytes) -> None:
    check_the_hand_after_it_is_read("log", data)


@given(st.sampled_from(sorted(FORMATS)), st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
@settings(max_examples=150, deadline=None)
def test_anything_at_all(ending: str, data: bytes) -> None:
    assert not any(isinstance(one, RecordedHand) for one in read(ending, data))


KEYS = ["variant", "antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions", "players", "seats", "hand"]
OWN = ["_dead", "_blinds", "_small_blind", "_ante_mode", "_button", "_first_to_act", "_shown", "_tags", "_unit"]
VALUES = ["true", "-1", "1.5", "nan", "inf", "1e400", "[]", "[1]", "[[1], 2]", "{a = 1}", '""', '"PT"', "07:32:00"]
VALUES += ["9" * 4000, "9" * 5000, "[1, 2, 3]", "[true, false]", '["x", "y"]', "1979-05-27T07:32:00Z", "1_0", "0x7f"]


@given(st.sampled_from([*KEYS, *OWN, "finishing_stacks", "currency", "winnings"]), st.sampled_from(VALUES))
@settings(max_examples=300, deadline=None)
def test_phh_fields_of_any_kind(key: str, value: str) -> None:
    lines = [line for line in phh.format_hand(HANDS[0]).splitlines() if not line.startswith(f"{key} =")]
    (one,) = read("phhs", "\n".join([*lines, f"{key} = {value}"]).encode())
    if key in ("variant", "blinds_or_straddles", "starting_stacks", "actions") and value != '"PT"':
        assert isinstance(one, Refusal)


@pytest.mark.parametrize("ending", FORMATS)
def test_a_line_of_100_megabytes(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"hands.{ending}"
    head, tail = WHOLE[ending], LAST[ending]
    with path.open("wb") as file:
        file.write(head)
        file.seek(100_000_000, 1)
        file.write(b"\n" + tail)
    tracemalloc.start()
    found = list(FORMATS[ending].read(path))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    refused = [one for one in found if isinstance(one, Refusal)]
    assert [f"longer than {MOST_LINE:,} bytes" in one.reason for one in refused] == [True]
    assert isinstance(found[-1], RecordedHand)
    assert peak < 4_000_000


@pytest.mark.parametrize("ending", ["phhs", "txt"])
def test_a_hand_of_many_lines(ending: str) -> None:
    lines = b"# nothing\n" * (MOST_HAND // 10 + 10)
    found = read(ending, WHOLE[ending] + lines + b"\n" + LAST[ending])
    assert [f"longer than {MOST_HAND:,} bytes" in one.reason for one in found if isinstance(one, Refusal)] == [True]
    assert isinstance(found[-1], RecordedHand)


@pytest.mark.parametrize(
    "nest",
    [
        "a = " + "[" * 30_000,
        "a = " + "[" * 500 + "]" * 500,
        "a = " + "{a=" * 20_000,
        "a = " + "[{a=" * 60 + "1" + "}]" * 60,
        ".".join("a" * 30_000) + " = 1",
        "x = {" + " . ".join(["'a'"] * 8_000) + " = 1}",
        "a" * 60_000 + " = 1",
        "a" + " " * 60_000 + "= 1",
        "\n".join("[" * 60 for _ in range(1000)),
    ],
)
def test_deep_toml(nest: str) -> None:
    (refusal,) = read("phhs", f'variant = "NT"\n{nest}\n'.encode())
    assert isinstance(refusal, Refusal)
    check_the_hand_after_it_is_read("phhs", nest.encode())


@pytest.mark.parametrize(
    "line",
    [
        "Table '" + "' " * 30_000,
        "Seat 1: " + "(1 " * 20_000,
        "Seat 1: " + "9" * 60_000,
        "*** " + "[" * 60_000,
        "A: raises " + "1," * 30_000,
    ],
)
def test_long_lines_of_pokerstars(line: str) -> None:
    head = HANDS[0]
    text = pokerstars.format_hand(head).splitlines()
    found = read("txt", "\n".join([*text[:2], line, *text[2:]]).encode())
    assert [type(one) for one in found] == [Refusal]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for form in FORMATS.values():
        for path in (tmp_path / "no.file", tmp_path):
            with pytest.raises(InputError, match="cannot read"):
                list(form.read(path))


def test_whole_files_are_read_whole() -> None:
    for ending in FORMATS:
        hands = read(ending, WHOLE[ending])
        assert [bare(hand).actions for hand in hands if isinstance(hand, RecordedHand)] == [h.actions for h in HANDS]
