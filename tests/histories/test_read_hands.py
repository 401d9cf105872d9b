"""``holdem_sim.read_hands``: which reader, and the frame."""

import gzip
import json
import shutil
from pathlib import Path

import pandas as pd
import pytest

import holdem_sim
from holdem_sim.errors import InputError
from holdem_sim.histories.recorded import RecordedHand
from tests.histories.sample import SAMPLE, hands, records


def test_the_frame_has_a_row_a_hand_and_seat() -> None:
    read = holdem_sim.read_hands(SAMPLE)
    frame = read.frame
    assert len(read) == 500
    assert list(read) == [read[at] for at in range(500)] == list(hands())
    assert len(frame) == sum(len(hand.stacks) for hand in read)
    assert frame.groupby("hand")["payoff"].sum().eq(0).all()
    assert frame.groupby("hand", sort=False)["stack"].agg(tuple).tolist() == [hand.stacks for hand in read]
    raked = frame.dropna(subset=["payoff_after_rake"]).groupby("hand")["payoff_after_rake"].sum()
    assert {at: -total for at, total in raked.items()} == {at: hand.rake for at, hand in enumerate(read) if hand.rake}
    assert frame["hole"].isna().sum() == sum(hand.hole_cards.count(None) for hand in read)
    first = frame.iloc[0]
    assert (first["id"], first["hole"], first["position"]) == (records()[0]["id"], records()[0]["hole_cards"][0], "BTN")
    assert first["board"].replace(" ", "") == "".join(records()[0]["board"])


def _positions(wanted: str) -> list[list[str]]:
    frame = holdem_sim.read_hands(SAMPLE).frame
    at = [number for number, hand in enumerate(hands()) if wanted in hand.tags]
    return [frame.loc[frame["hand"] == number, "position"].tolist() for number in at]


def test_positions() -> None:
    assert all(names == ["BTN", "BB"] for names in _positions("heads_up"))
    assert ["SB", "BB", "UTG", "HJ", "CO", "BTN"] in _positions("six_handed")
    for names in _positions("button_on_empty_seat"):
        assert names[:2] == ["SB", "BB"]
        assert "BTN" not in names
    for names in _positions("no_small_blind_posted"):
        assert names[0] == "BB"
        assert names[-1] == "BTN"


def test_an_empty_file_gives_an_empty_frame(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    path.touch()
    read = holdem_sim.read_hands(path)
    assert (len(read), read.refused) == (0, ())
    assert isinstance(read.frame, pd.DataFrame)
    assert (len(read.frame), str(read.frame["payoff"].dtype)) == (0, "Int64")


@pytest.mark.parametrize("name", ["hands.jsonl", "HANDS.JSONL", "hands.jsonl.gz", "hands.json", "hands", "hands.gz"])
@pytest.mark.parametrize("zipped", [False, True])
def test_json_lines_under_any_name(tmp_path: Path, name: str, zipped: bool) -> None:
    line = json.dumps(records()[0]).encode()
    path = tmp_path / name
    path.write_bytes(gzip.compress(line) if zipped else line)
    (hand,) = holdem_sim.read_hands(str(path))
    assert isinstance(hand, RecordedHand)
    assert hand.id == records()[0]["id"]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    unknown = tmp_path / "table.csv"
    unknown.write_text("a,b\n1,2\n")
    for path, reason in (
        (tmp_path / "none.jsonl", "No such file"),
        (tmp_path, "directory"),
        (unknown, "no hand history"),
    ):
        with pytest.raises(InputError, match=reason) as raised:
            holdem_sim.read_hands(path)
        assert str(path) in str(raised.value)


@pytest.mark.parametrize(
    "content", [gzip.compress(b"PokerStars Hand #1:", mtime=0), b"\x1f\x8bnot gzip"], ids=["text", "damaged"]
)
def test_gzipped_files_of_other_formats_are_refused_as_a_whole(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "hands.txt.gz"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"hands.txt.gz: of gzipped files only JSON Lines are read; unpack it first"):
        holdem_sim.read_hands(path)


def test_reading_does_not_hold_the_file_open(tmp_path: Path) -> None:
    path = tmp_path / "copy.jsonl.gz"
    shutil.copy(SAMPLE, path)
    holdem_sim.read_hands(path)
    path.unlink()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"bb_seat": 2**31}, "big blind 2147483648: must be a seat"),
        ({"button": 9}, "button 9: "),
        ({"stacks": []}, "0 players"),
        ({"payoffs_after_rake": [1, 1]}, "payoffs after rake sum to 2, the rake is 0"),
    ],
)
def test_a_hand_that_cannot_be_dealt_is_refused_and_the_frame_is_without_it(
    tmp_path: Path, changes: dict[str, object], reason: str
) -> None:
    record = next(record for record in records() if len(record["stacks"]) == 2)
    if "stacks" in changes:
        rows = ("antes", "blinds_posted", "dead_posted", "hole_cards", "payoffs", "final_stacks", "shown")
        changes = {name: [] for name in (*rows, "stacks", "payoffs_after_rake")} | {"n_players": 0}
    path = tmp_path / "hands.jsonl"
    lines = (record, {**record, **changes, "id": "odd"}, record)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    read = holdem_sim.read_hands(path)
    (refusal,) = read.refused
    assert (refusal.id, refusal.file, refusal.line) == ("odd", str(path), 2)
    assert refusal.reason.startswith(reason)
    assert (len(read), len(read.frame)) == (2, 4)
