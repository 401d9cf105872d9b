"""Tables of statistics on the terminal, and the numbers in them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def print_table(console: Console, title: str, headings: Sequence[str], rows: list[list[str]]) -> None:
    """A titled table; words to the left, numbers to the right."""
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold")
    words = (
        "bot",
        "position",
        "street reached",
        "opponent",
        "rule",
        "after Holm",
        "harder",
        "than",
        "keeps its promise",
    )
    for heading in headings:
        table.add_column(heading, justify="left" if heading in words else "right", no_wrap=True)
    for row in rows:
        table.add_row(*(escape(cell) for cell in row))
    console.print(table)


def number(value: float | None, form: str) -> str:
    """``value`` as ``form`` says; a dash where there is none."""
    return "-" if value is None or math.isnan(value) else format(value, form)
