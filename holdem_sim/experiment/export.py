"""Hands of a run in the formats of ``holdem_sim.histories``: one to look at, or many in a file.

Players are called as their bots. A bot that sits more than once at a table is called bot#1, bot#2 there, by seat; in
tournaments of several tables everybody is called bot#entry, whatever table he comes to.
Where a format cannot hold a name, what it cannot hold becomes ``_`` (in ACPC ``:`` and ``|``, in PokerStars text
brackets and ``: ``, everywhere what cannot be printed), and names that would then be the same get ``~2``, ``~3``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from holdem_sim.errors import InputError, RunError
from holdem_sim.experiment.progress import Progress, Silent
from holdem_sim.experiment.replay import Hands, Row, Seen
from holdem_sim.experiment.room_numbers import RoomNumbers
from holdem_sim.experiment.where import parse_where
from holdem_sim.histories import acpc, phh, plain, pokerstars
from holdem_sim.histories.from_log import from_log
from holdem_sim.histories.lines import write_texts
from holdem_sim.histories.recorded import RecordedHand
from holdem_sim.players.load import numbered


@dataclass(frozen=True)
class Format:
    """How hands are written one by one and many in a row, what no name may hold; ``room``: with a room's numbers."""

    hand: Callable[[RecordedHand], str]
    texts: Callable[[Iterable[RecordedHand]], Iterator[str]]
    not_in_names: str = r"(?!)"
    room: bool = False


FORMATS = {
    "text": Format(plain.format_hand, plain.texts),
    "phh": Format(phh.format_hand, phh.texts),
    "pokerstars": Format(pokerstars.format_hand, pokerstars.texts, r"[\[\]]|: ", room=True),
    "acpc": Format(acpc.format_hand, acpc.texts, r"[:|]"),
}


def format_named(name: str) -> Format:
    """InputError for a format that we do not write."""
    if name not in FORMATS:
        raise InputError(f"format {name!r}: must be one of {', '.join(FORMATS)}")
    return FORMATS[name]


class Records:
    """The hands of a run as records, with the bots' names as ``format`` can hold them."""

    def __init__(self, hands: Hands, format: Format) -> None:
        self._hands = hands
        self._names = player_names(hands.labels, format.not_in_names)
        self._room = RoomNumbers(hands.manifest, hands.config) if format.room else None

    @property
    def renamed(self) -> dict[str, str]:
        """The bots that are called otherwise."""
        return {label: name for label, name in self._names.items() if label != name}

    def of(self, seen: Seen) -> RecordedHand:
        """RunError when the row is not what the rules make of its cards and actions."""
        row, config = seen.row, self._hands.config
        seats = range(config.seats)
        bots = ["" if row.get(f"entry_{seat}", 0) is None else row[f"bot_{seat}"] for seat in seats]
        extra: dict[str, object] = {
            "max_seats": config.seats,
            "seed": config.seed,
            "match": row["match"],
            "hand": row["hand"],
            "deal": row["deal"],
            "bots": bots,
            "engine": self._hands.manifest["engine_version"],
            **({"table": row["table"]} if "table" in row else {}),
            **(self._room.extra(seen) if self._room else {}),
        }
        id = self._room.hand(seen) if self._room else seen.id
        names = self._seated(row, bots)
        try:
            return from_log(row, config.rules_at(row["hand"]), config.seats, id=id, names=names, extra=extra)
        except ValueError as error:
            raise RunError(f"hand {seen.id}: is not what the rules make of its actions: {error}") from None

    def _seated(self, row: Row, bots: Sequence[str]) -> list[str]:
        """A name for each seat, all different where somebody sits."""
        if "table" in row:
            return [bot and f"{self._names[bot]}#{row[f'entry_{seat}']}" for seat, bot in enumerate(bots)]
        return numbered([self._names[bot] for bot in bots], self._names.values())


def player_names(labels: Iterable[str], not_in_names: str) -> dict[str, str]:
    """Names for the bots: printable, without what the pattern ``not_in_names`` finds, all different."""
    names: dict[str, str] = {}
    for label in labels:
        printable = "".join(letter if letter.isprintable() else "_" for letter in label)
        name = plain_name = re.sub(not_in_names, "_", printable).strip() or "_"
        again = 1
        while name in names.values():
            again += 1
            name = f"{plain_name}~{again}"
        names[label] = name
    return names


def show(run: str | Path, hand: str, format: str = "text", *, symbols: bool = True) -> tuple[Seen, str]:
    """The hand called ``hand`` of ``run``, replayed from the seed (``Hands.see``), and its text.

    ``symbols`` writes A♠ instead of As in the format "text". Raises InputError and RunError.
    """
    form = format_named(format)
    hands = Hands(run)
    seen = hands.see(RoomNumbers(hands.manifest, hands.config).in_run(hand))
    record = Records(hands, form).of(seen)
    if format != "text":
        return seen, form.hand(record)
    row = seen.row
    table = f", table {row['table']}" if "table" in row else ""
    head = f"Seed {hands.config.seed}, match {row['match']}, hand {row['hand']} of it{table}, deal {row['deal']}"
    return seen, f"{head}, replay {row['replay']}\n{plain.format_hand(record, symbols=symbols)}"


class Export:
    """Hands of ``run`` in ``format``: ``hands`` is A:B, as Python slices; all conditions of ``where`` must hold.

    Raises InputError for wrong options. ``count``: hands written so far; ``renamed``: bots called otherwise.
    """

    def __init__(self, run: str | Path, format: str, *, hands: str = ":", where: Sequence[str] = ()) -> None:
        self._format = format_named(format)
        self._hands = Hands(run)
        self._where = parse_where(where, self._hands.labels, self._hands.config.seats)
        self._first, self._last = _range(hands, self._hands.played)
        self._records = Records(self._hands, self._format)
        self.renamed = self._records.renamed
        self.count = 0

    def texts(self, progress: Progress | None = None) -> Iterator[str]:
        """The text, piece by piece. RunError when no hand is as asked, or one cannot be had."""
        return self._format.texts(self._kept(progress or Silent()))

    def write(self, path: str | Path, progress: Progress | None = None) -> None:
        """Write a new file, whole or not at all. InputError when it exists, RunError when it cannot be written."""
        path = Path(path)
        check_new(path)
        progress = progress or Silent()
        single = self._format is FORMATS["phh"] and path.suffix == ".phh"
        texts = phh.texts(self._kept(progress), single=True) if single else self.texts(progress)
        temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        try:
            write_texts(texts, temporary)
            with temporary.open("rb") as file:
                os.fsync(file.fileno())
            temporary.replace(path)
        except OSError as error:
            raise RunError(f"cannot write {path}: {error.strerror or error}") from None
        except RunError as error:
            raise RunError(str(error).replace(str(temporary), str(path))) from None
        finally:
            temporary.unlink(missing_ok=True)

    def _kept(self, progress: Progress) -> Iterator[RecordedHand]:
        progress.begin(self._last - self._first, 0)
        try:
            with closing(self._hands.tables(self._first, self._last)) as tables:
                for at, table in tables:
                    kept = self._where.mask(table).nonzero()[0]
                    for number, row in zip(kept, table.take(kept).to_pylist(), strict=True):
                        hand = self._records.of(Seen(at + int(number), row))
                        progress.at(at + int(number) - self._first)
                        if self._where.keeps(hand):
                            self.count += 1
                            yield hand
        finally:
            progress.end()
        if not self.count:
            raise RunError("no hand is as --where asks: nothing is written")


def check_new(path: Path) -> None:
    """InputError when ``path`` exists or its folder does not."""
    if path.exists() or path.is_symlink():
        raise InputError(f"{path}: exists already; give the name of a new file")
    if not path.parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent}")


def _range(text: str, played: int) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{0,13}):([0-9]{0,13})", text.strip(), re.ASCII)
    if found is None:
        raise InputError(f"hands {text!r}: give A:B, hands A to B - 1, like 0:100, 100: or :100")
    first, last = int(found[1] or 0), min(int(found[2] or played), played)
    if first >= last:
        raise InputError(f"hands {text}: none of the run's {played:,} hands")
    return first, last
