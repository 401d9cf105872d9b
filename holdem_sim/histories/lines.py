"""Text files cut into hands, however long or damaged they are: memory is bounded by what one hand may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from holdem_sim.errors import InputError, RunError
from holdem_sim.histories.recorded import RecordedHand, Refusal

MOST_LINE = 1 << 16
"""Most bytes of a line."""

MOST_HAND = 1 << 18
"""Most bytes of a hand."""


class Unreadable(ValueError):
    """Why a hand cannot be read, in words for people; ``line`` is 0 when the whole hand is meant."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.line = line


@dataclass
class Chunk:
    """The lines of one hand (number, text without the line break), or the ``fault`` that made us drop them."""

    line: int
    lines: list[tuple[int, str]] = field(default_factory=list)
    size: int = 0
    fault: str = ""

    def add(self, number: int, text: str | None) -> None:
        """Take one more line; None is a line longer than MOST_LINE."""
        if self.fault:
            return
        self.size += 1 if text is None else len(text) + 1
        if text is None:
            self.fault = f"line {number} is longer than {MOST_LINE:,} bytes"
        elif self.size > MOST_HAND:
            self.fault = f"a hand longer than {MOST_HAND:,} bytes"
        else:
            self.lines.append((number, text))
        if self.fault:
            self.lines.clear()


def read_lines(path: Path) -> Iterator[tuple[int, str | None]]:
    """Numbered lines of a file: UTF-8, else Windows-1252; None for a line longer than MOST_LINE.

    Raises InputError when the file cannot be read.
    """
    try:
        with path.open(encoding="latin-1") as file:  # bytes as they are, but any kind of line break
            number = 0
            while raw := file.readline(MOST_LINE + 1):
                number += 1
                if len(raw) > MOST_LINE and not raw.endswith("\n"):
                    while raw and not raw.endswith("\n"):
                        raw = file.readline(MOST_LINE)
                    yield number, None
                else:
                    yield number, _text(raw.encode("latin-1"))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error


def _text(raw: bytes) -> str:
    raw = raw.removeprefix(b"\xef\xbb\xbf").rstrip(b"\n")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def chunks(path: Path, begins: Callable[[str], object]) -> Iterator[Chunk]:
    """The hands of a file: a new one at every line that ``begins`` accepts; what stands before the first is one too."""
    chunk = Chunk(1)
    for number, text in read_lines(path):
        if text is not None and begins(text):
            if chunk.fault or any(line.strip() for _, line in chunk.lines):
                yield chunk
            chunk = Chunk(number)
        chunk.add(number, text)
    if chunk.fault or any(line.strip() for _, line in chunk.lines):
        yield chunk


def read_chunk(
    chunk: Chunk, path: Path, id: str, parse: Callable[[], RecordedHand | None]
) -> Iterator[RecordedHand | Refusal]:
    """What ``parse`` makes of the chunk, or the refusal that says why it makes nothing."""
    try:
        if chunk.fault:
            raise Unreadable(chunk.fault)
        hand = parse()
        if hand is not None:
            yield hand
    except ValueError as error:
        line = error.line if isinstance(error, Unreadable) else 0
        reason = " ".join(str(error).split())[:300]
        yield Refusal(reason=reason, id=id, file=str(path), line=line or chunk.line)


def write_texts(texts: Iterable[str], path: Path) -> None:
    """Write texts to a file. Raises InputError for text that is no UTF-8, RunError for the disk."""
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            for text in texts:
                file.write(text)
    except UnicodeEncodeError as error:
        raise InputError(f"cannot write {path}: {error.object[error.start : error.end]!r} is no character") from error
    except OSError as error:
        raise RunError(f"cannot write {path}: {error.strerror or error}") from error
