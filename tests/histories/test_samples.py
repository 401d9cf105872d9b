"""Real hands as rooms and tools write them (samples/README.md) are read as an independent importer read them."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from holdem_sim.histories import acpc, phh, pokerstars
from holdem_sim.histories.recorded import RecordedHand, Refusal
from tests.histories.expected import OPEN, SAMPLES, expected_hands

REFUSED = {
    "refuse_CancelledHand": "the hand was cancelled",
    "refuse_RunItTwice1": "run more than once",
    "refuse_PotLimitOmaha": "not Texas hold'em: Omaha Pot Limit",
    "refuse_CapNoLimitHoldem": "cap game",
    "phua-xuan-2019": "'NS' (no-limit short-deck hold'em)",
}
FILES = sorted([*SAMPLES.glob("stars/*.txt"), *SAMPLES.glob("phh/*.phh"), *SAMPLES.glob("acpc/*.log")])
READERS = {".phh": phh.read, ".txt": pokerstars.read, ".log": acpc.read}


def read(path: Path) -> Iterator[RecordedHand | Refusal]:
    return READERS[path.suffix](path)


def told(hand: RecordedHand) -> dict[str, Any]:
    return {field.name: getattr(hand, field.name) for field in dataclasses.fields(hand) if field.name not in OPEN}


@pytest.mark.parametrize("path", [path for path in FILES if path.stem not in REFUSED], ids=lambda path: path.stem)
def test_sample_reads_as_expected(path: Path) -> None:
    hands = list(read(path))
    wanted = expected_hands(path.stem)
    assert [hand for hand in hands if isinstance(hand, Refusal)] == []
    assert [told(hand) for hand in hands if isinstance(hand, RecordedHand)] == [told(hand) for hand in wanted]


@pytest.mark.parametrize("name", REFUSED)
def test_what_we_do_not_play_is_refused_with_the_reason(name: str) -> None:
    (path,) = [path for path in FILES if path.stem == name]
    (refusal,) = read(path)
    assert isinstance(refusal, Refusal)
    assert REFUSED[name] in refusal.reason
    assert (refusal.file, refusal.line) == (str(path), 1)


def test_there_are_all_samples() -> None:
    assert len(FILES) == 59
