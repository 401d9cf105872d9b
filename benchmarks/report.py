"""From pytest-benchmark's JSON to the tables: markdown, JSON, plots, and what of it is committed."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from benchmarks.machine import machine
from benchmarks.meter import OURS
from benchmarks.peers import OUT, ROOT
from benchmarks.plots import draw
from benchmarks.targets import ROWS

HERE = ROOT / "benchmarks"
PUBLISHED, PICTURE = HERE / "RESULTS.md", HERE / "cost.png"
START, END = "<!-- make bench writes from here -->", "<!-- to here -->"
EVALUATION = ("one text", "one numbers", "evaluate array", "equity")
ENGINES = ("call 6", "random 6", "call 2", "random 2")
QUOTED = ("evaluate array", "equity", *ENGINES, "reference 6", "reference 2")

Figures = dict[tuple[str, str], dict[str, Any]]


def report(raw: Path, mode: str) -> str:
    """Write results/benchmarks/ from pytest-benchmark's file of a run in ``mode``; returns the markdown."""
    benchmarks = json.loads(raw.read_text())["benchmarks"]
    found = [figure for one in benchmarks for figure in one["extra_info"].get("figures", [])]
    figures: Figures = {(figure["row"], figure["who"]): figure for figure in found}
    about = {"mode": mode, **machine()}
    loads = [figure["load"] for figure in found]
    about["load while measuring"] = [min(loads), max(loads)] if loads else []
    (OUT / "results.json").write_text(json.dumps({"machine": about, "figures": found}, indent=1))
    draw(figures, OUT)
    text = "\n\n".join(filter(None, (_heading(about), *(table(figures) for table in TABLES), _missing(about)))) + "\n"
    (OUT / "results.md").write_text(text)
    (OUT / "readme.md").write_text(_for_the_readme(about, figures))
    return text


def publish() -> None:
    """Copy what is committed: the tables, one picture, and the block of the README that quotes them."""
    shutil.copy(OUT / "results.md", PUBLISHED)
    shutil.copy(OUT / "cost.png", PICTURE)
    readme = ROOT / "README.md"
    text = readme.read_text()
    block = f"{START}\n{(OUT / 'readme.md').read_text()}{END}"
    readme.write_text(re.sub(f"{re.escape(START)}.*?{re.escape(END)}", lambda _: block, text, flags=re.DOTALL))


def _heading(about: dict[str, Any]) -> str:
    packages = ", ".join(f"{name} {version}" for name, version in {**about["packages"], **about["peers"]}.items())
    least, most = about["load while measuring"] or (0, 0)
    return f"""# Speed, as measured by `make bench MODE={about["mode"]}`

{about["date"]}, commit {about["commit"]}, holdem_sim {about["holdem_sim"]}.
{about["processor"]} ({about["llvm_name"]}), {about["cores"]} cores, {about["memory_gb"]} GB, {about["system"]}, Python
{about["python"]}; {packages}. Load average while measuring: {least:.1f} to {most:.1f}.

Medians, and in brackets the least and the most of all rounds. Rates are by CPU time of one thread, which a busy machine
disturbs less; "by the clock" is the same by wall time. Start-up times and ratios of whole runs are by the clock."""


def _targets(figures: Figures) -> str:
    lines = []
    for key, row in ROWS.items():
        figure = figures.get((key, OURS))
        if figure is None:
            continue
        met = row.met(figure["value"])
        target = "" if row.target is None else f"{'≤' if row.small else '≥'} {row.target:g}"
        moonshot = "" if row.moonshot is None else f", moonshot {row.moonshot:g}"
        lines.append(
            [
                row.what,
                target + moonshot,
                f"{_spread(figure, row.scale)} {row.unit}",
                "" if figure["wall"] is None else _number(figure["wall"] / row.scale),
                "" if met is None else "yes" if met else "no",
                f"{figure['load']:.1f}",
                figure["note"],
            ]
        )
    head = ["what", "to reach", "measured", "by the clock", "reached", "load", "note"]
    return _section("What is to be reached", head, lines)


def _beside(title: str, keys: Iterable[str]) -> Callable[[Figures], str]:
    """A table of all who were measured in the rows ``keys``, with ours over theirs."""

    def table(figures: Figures) -> str:
        rows = [key for key in keys if (key, OURS) in figures]
        people = list(dict.fromkeys(who for row, who in figures if row in rows))
        if len(people) < 2:
            return ""
        lines = []
        for who in people:
            note = next((figures[row, who]["note"] for row in rows if (row, who) in figures), "")
            lines.append([who + (f" ({note})" if note else ""), *(_compared(figures, row, who) for row in rows)])
        head = ["", *(f"{ROWS[row].what}, {ROWS[row].unit}" for row in rows)]
        return _section(title, head, lines) + "\n\nIn brackets: how many times faster ours is."

    return table


def _compared(figures: Figures, row: str, who: str) -> str:
    if (row, who) not in figures:
        return ""
    value, ours = figures[row, who]["value"], figures[row, OURS]["value"]
    shown = _number(value / ROWS[row].scale)
    if who == OURS:
        return shown
    faster = value / ours if ROWS[row].small else ours / value
    return f"{shown} ({_number(faster)})"


def _parts(figures: Figures) -> str:
    """Nanoseconds of a hand by step, one column a line-up."""
    found = {row: figure for (row, _), figure in figures.items() if row.startswith("parts of ")}
    if not found:
        return ""
    line_ups = list(dict.fromkeys(_split(row)[0] for row in found))
    steps = list(dict.fromkeys(_split(row)[1] for row in found))
    lines = [[step, *(_nanoseconds(found.get(f"{line_up}: {step}")) for line_up in line_ups)] for step in steps]
    names = [line_up.removeprefix("parts of ") for line_up in line_ups]
    loops = [figures.get((name, OURS)) for name in names]
    lines.append(
        [
            "the whole loop without log, as above",
            *("" if loop is None else f"{1e9 / loop['value']:.0f}" for loop in loops),
        ]
    )
    counts = [figures.get((f"decisions of {name}: a hand", OURS)) for name in names]
    lines.append(["decisions a hand", *("" if count is None else f"{count['value']:.1f}" for count in counts)])
    return _section("Where a hand's nanoseconds go (CPU time)", ["step", *(ROWS[name].what for name in names)], lines)


def _bots(figures: Figures) -> str:
    lines = [[_split(row)[1], f"{figure['value'] * 1e9:.1f}"] for (row, _), figure in _named(figures, "bots")]
    return _section("A decision of a bot", ["bot", "ns"], lines)


def _runs(figures: Figures) -> str:
    lines = []
    for (row, _), figure in _named(figures, "runs"):
        name = _split(row)[1]
        hands, threads, log = name.split()
        cpu, peak = (figures[f"{kind}: {name}", OURS]["value"] for kind in ("runs cpu", "runs peak"))
        rounds = str(figure["rounds"])
        lines.append(
            [f"{int(hands):,}", threads, log, _spread(figure, 1e6), _number(cpu / 1e6), f"{peak / 1e6:.0f}", rounds]
        )
    head = ["hands", "threads", "log", "M hands/s by the clock", "M hands per CPU second", "peak memory, MB", "runs"]
    return _section("Whole runs, hard v medium heads-up", head, lines)


def _seats(figures: Figures) -> str:
    lines: dict[str, list[str]] = {}
    for (row, _), figure in _named(figures, "seats"):
        seats = _split(row)[1].split()[0]
        lines.setdefault(seats, [seats]).append(_spread(figure, 1e6))
    head = ["seats", "M hands/s", "with cards, stacks and actions"]
    return _section("The compiled loop by seats, easy, medium, hard", head, list(lines.values()))


def _pairs(figures: Figures) -> str:
    lines = []
    for (row, _), figure in _named(figures, "pairs"):
        key, _, rest = _split(row)[1].partition(", by CPU")
        lines.append([f"{ROWS[key].what}, by CPU{rest}" if key in ROWS else _split(row)[1], _spread(figure, 1)])
    return _section("Other ratios of whole runs", ["what", "times"], lines)


TABLES: tuple[Callable[[Figures], str], ...] = (
    _targets,
    _beside("Hand evaluation beside other packages", EVALUATION),
    _beside("Simulators, no limit, 100 big blinds, one thread", ENGINES),
    _parts,
    _bots,
    _runs,
    _seats,
    _pairs,
)


def _missing(about: dict[str, Any]) -> str:
    if not about["missing"]:
        return ""
    return "## Not measured\n\n" + "\n".join(f"- {name}: {reason}" for name, reason in about["missing"].items())


def _for_the_readme(about: dict[str, Any], figures: Figures) -> str:
    """The quoted rows: ours, the best peer, the ratio."""
    lines = []
    for key in QUOTED:
        if (key, OURS) not in figures:
            continue
        row, ours = ROWS[key], figures[key, OURS]["value"]
        peers = {who: figure["value"] for (name, who), figure in figures.items() if name == key and who != OURS}
        best = (min if row.small else max)(peers, key=lambda who: peers[who], default=None)
        shown = [row.what, f"{_number(ours / row.scale)} {row.unit}"]
        if best is None:
            lines.append([*shown, "", ""])
        else:
            faster = peers[best] / ours if row.small else ours / peers[best]
            lines.append([*shown, f"{best}: {_number(peers[best] / row.scale)}", _number(faster)])
    low, high = about["load while measuring"] or (0, 0)
    processor = f"{about['processor']} ({about['llvm_name']}), {about['cores']} cores"
    table = _table(["what, one thread", "here", "fastest package from PyPI", "times faster"], lines)
    return f"""{table}

Measured {about["date"][:10]}, commit {about["commit"]}, on {processor}, load {low:.1f} to {high:.1f};
medians by CPU time.
"""


def _named(figures: Figures, name: str) -> list[tuple[tuple[str, str], dict[str, Any]]]:
    return [(key, figure) for key, figure in figures.items() if key[0].startswith(f"{name}: ")]


def _split(row: str) -> tuple[str, str]:
    name, _, rest = row.partition(": ")
    return name, rest


def _nanoseconds(figure: dict[str, Any] | None) -> str:
    return "" if figure is None else f"{figure['value'] * 1e9:.0f}"


def _spread(figure: dict[str, Any], scale: float) -> str:
    middle, least, most = (_number(figure[name] / scale) for name in ("value", "least", "most"))
    return middle if figure["rounds"] == 1 else f"{middle} ({least} – {most})"


def _number(value: float) -> str:
    """Three figures, never as a power of ten."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _section(title: str, head: list[str], lines: list[list[str]]) -> str:
    return f"## {title}\n\n{_table(head, lines)}" if lines else ""


def _table(head: list[str], lines: list[list[str]]) -> str:
    rows = [head, ["---"] * len(head), *lines]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
