"""The page of a bot: its file's docstring, by section."""

from __future__ import annotations

import re
from dataclasses import dataclass

SECTIONS = ("Idea", "Source", "Known weakness")


@dataclass(frozen=True)
class Page:
    """``summary``: the docstring's first paragraph; ``sections``: the text after "Idea:" and so on, "" if missing."""

    summary: str
    sections: dict[str, str]


def parse_page(doc: str) -> Page:
    """The page in a docstring: a summary, then lines that begin with a section's name and a colon."""
    parts = re.split(rf"^[ \t]*({'|'.join(SECTIONS)}):", doc, flags=re.M)
    found = dict(zip(parts[1::2], map(_joined, parts[2::2]), strict=True))
    return Page(_joined(parts[0].strip().split("\n\n")[0]), {name: found.get(name, "") for name in SECTIONS})


def _joined(text: str) -> str:
    return " ".join(text.split())
