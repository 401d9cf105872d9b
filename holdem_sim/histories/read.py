"""``read_hands``: the hands of a file in any format we read, one after the other or as a frame."""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, cast

from holdem_sim.cards import format_cards
from holdem_sim.contract.positions import seat_positions
from holdem_sim.errors import InputError
from holdem_sim.histories.checks import check_playable
from holdem_sim.histories.recorded import RecordedHand, Refusal
from holdem_sim.histories.tally import big_blind_seat

if TYPE_CHECKING:
    import pandas as pd

_READERS = {
    "jsonl": "holdem_sim.histories.jsonlines",
    "phh": "holdem_sim.histories.phh",
    "acpc": "holdem_sim.histories.acpc",
    "pokerstars": "holdem_sim.histories.pokerstars",
}
_FORMAT_OF_SUFFIX = {
    ".jsonl": "jsonl",
    ".jsonl.gz": "jsonl",
    ".phh": "phh",
    ".phhs": "phh",
    ".log": "acpc",
    ".txt": "pokerstars",
}
_PEEK = 4096
_GZIP, _GZIP_WINDOW = b"\x1f\x8b", 31


@dataclass(frozen=True)
class RecordedHands:
    """What one file holds: ``hands``, and in ``refused`` what could not be read. Iterates over the hands."""

    hands: tuple[RecordedHand, ...]
    refused: tuple[Refusal, ...]

    def __len__(self) -> int:
        return len(self.hands)

    def __iter__(self) -> Iterator[RecordedHand]:
        return iter(self.hands)

    def __getitem__(self, index: int) -> RecordedHand:
        return self.hands[index]

    @cached_property
    def frame(self) -> pd.DataFrame:
        """One row a hand and seat.

        ``hand`` (index in ``hands``), ``id``, ``seat``, ``position``, ``name``; in chips ``stack`` (before posts),
        ``ante``, ``blind``, ``dead``, ``payoff`` (net, before rake) and ``payoff_after_rake``, missing where the
        record does not say; ``hole`` ("AsKd", missing if unknown), ``shown``, ``board``, ``file``, ``line``.
        """
        import pandas as pd

        columns = list(_ROW_TYPES)
        rows = [row for number, hand in enumerate(self.hands) for row in _rows(number, hand)]
        return pd.DataFrame(rows, columns=columns).astype(_ROW_TYPES)


_ROW_TYPES = {
    "hand": "int64",
    "id": "object",
    "seat": "int64",
    "position": "object",
    "name": "object",
    "stack": "int64",
    "ante": "int64",
    "blind": "int64",
    "dead": "int64",
    "hole": "object",
    "shown": "boolean",
    "payoff": "Int64",
    "payoff_after_rake": "Int64",
    "board": "object",
    "file": "object",
    "line": "int64",
}


def read_hands(path: str | Path) -> RecordedHands:
    """Read the file ``path``: JSON Lines (``.jsonl``, ``.jsonl.gz``), PHH, PokerStars text or an ACPC log.

    The name's ending says which, else the first lines. A hand that cannot be read, or not be dealt as it stands (a
    seat that is none, cards twice), is in ``refused`` and stops nothing. Raises InputError for a file that cannot be
    opened or is of no such kind.
    """
    found = [_dealable(hand) for hand in stream_hands(path)]
    hands = tuple(hand for hand in found if isinstance(hand, RecordedHand))
    return RecordedHands(hands, tuple(hand for hand in found if isinstance(hand, Refusal)))


def stream_hands(path: str | Path) -> Iterator[RecordedHand | Refusal]:
    """The hands and refusals of ``path`` in their order, read as they are asked for; as ``read_hands``.

    Whether the hands can be dealt is not asked: ``verify_hands`` does.
    """
    path = Path(path)
    reader = importlib.import_module(_READERS[_format_of(path)])
    return cast("Iterator[RecordedHand | Refusal]", reader.read(path))


def _dealable(hand: RecordedHand | Refusal) -> RecordedHand | Refusal:
    if isinstance(hand, RecordedHand):
        try:
            check_playable(hand)
        except ValueError as error:
            return Refusal(str(error), hand.id, hand.file, hand.line)
    return hand


def check_readable(path: str | Path) -> None:
    """Raise InputError unless ``path`` can be opened and is of a kind we read."""
    _format_of(Path(path))


def _format_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            start = file.read(_PEEK)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    for suffix, name in _FORMAT_OF_SUFFIX.items():
        if path.name.lower().endswith(suffix):
            return name
    if start[:2] == _GZIP:
        try:
            unpacked = zlib.decompressobj(_GZIP_WINDOW).decompress(start)
        except zlib.error:
            unpacked = b""
        if unpacked.lstrip().startswith(b"{"):
            return "jsonl"
        raise InputError(f"{path}: of gzipped files only JSON Lines are read; unpack it first")
    text = start.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if text.startswith("{"):
        return "jsonl"
    if "STATE:" in text:
        return "acpc"
    if "PokerStars" in text:
        return "pokerstars"
    if "variant" in text and "actions" in text:
        return "phh"
    raise InputError(f"{path}: no hand history known here; give .jsonl, .jsonl.gz, .phh, .phhs, .log (ACPC) or .txt")


def _rows(number: int, hand: RecordedHand) -> Iterator[tuple[object, ...]]:
    seats = len(hand.stacks)
    none = (None,) * seats
    zeros = (0,) * seats
    board = format_cards(hand.board)
    columns = zip(
        range(seats),
        _positions(hand),
        hand.names or ("",) * seats,
        hand.stacks,
        hand.antes or zeros,
        hand.blinds,
        hand.dead or zeros,
        hand.hole_cards or none,
        hand.shown or none,
        hand.payoffs or none,
        hand.payoffs_after_rake or none,
        strict=True,
    )
    for seat, position, name, stack, ante, blind, dead, hole, *results in columns:
        cards = None if hole is None else format_cards(hole, separator="")
        chips = (stack, ante, blind, dead)
        yield (number, hand.id, seat, position, name, *chips, cards, *results, board, hand.file, hand.line)


def _positions(hand: RecordedHand) -> tuple[str, ...]:
    """Position of each seat."""
    positions = seat_positions(len(hand.stacks), big_blind_seat(hand), hand.button is not None)
    return positions[::-1] if len(positions) == 2 else positions
