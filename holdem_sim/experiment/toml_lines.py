"""Where a key stands in a TOML text; tomllib reads values but forgets their lines."""

from __future__ import annotations

import re

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_NAME = rf"{_PART}(?:\s*\.\s*{_PART})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_NAME})\s*\]")
_KEY = re.compile(rf"\s*({_NAME})\s*=")
Path = tuple[str | int, ...]


def key_lines(text: str) -> dict[Path, int]:
    """The line, from 1, of every table and key in a TOML ``text``, by path: ("rules", "stack"), ("entrants", 0, "bot").

    Keys within inline tables are not told apart from the key that holds them.
    """
    lines: dict[Path, int] = {}
    table: Path = ()
    counts: dict[Path, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _parts(header[2])
            if header[1] == "[[":
                lines.setdefault(table, number)
                counts[table] = counts.get(table, -1) + 1
                table += (counts[table],)
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            path = table + _parts(key[1])
            for length in range(len(table) + 1, len(path) + 1):
                lines.setdefault(path[:length], number)
    return lines


def line_of(lines: dict[Path, int], path: Path) -> int | None:
    """The line of ``path``, or of the innermost of what holds it that has one."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return None


def _parts(name: str) -> Path:
    return tuple(part.strip("\"'") for part in re.findall(_PART, name))
