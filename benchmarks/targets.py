"""The rows of the table: what is measured, in which unit, and what is to be reached."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """``scale``: what one of ``unit`` is in plain units (seconds, bytes, things a second).

    ``target`` and ``moonshot`` are in ``unit``: the least of a rate; if ``small`` is better, the most. No ``target``:
    shown for comparison only.
    """

    what: str
    unit: str
    scale: float
    target: float | None
    moonshot: float | None = None
    small: bool = False

    def met(self, value: float) -> bool | None:
        """Is ``value`` (plain units) as good as the target? None when there is none."""
        if self.target is None:
            return None
        return value <= self.target * self.scale if self.small else value >= self.target * self.scale


def _least(what: str, unit: str, target: float, moonshot: float | None = None) -> Row:
    return Row(what, unit, {"M": 1e6, "k": 1e3, "%": 0.01}.get(unit[0], 1.0), target, moonshot)


def _most(what: str, unit: str, scale: float, target: float | None, moonshot: float | None = None) -> Row:
    return Row(what, unit, scale, target, moonshot, small=True)


ROWS = {
    "random sevens": _least("random 7-card hands, in a kernel", "M hands/s", 150, 190),
    "evaluate array": _least("random 7-card hands, `evaluate(array)`, range checked", "M hands/s", 120),
    "all sevens": _least("all 133,784,560 7-card hands in order", "M hands/s", 480, 600),
    "one board": _least("six hands on one board", "M evaluations/s", 320),
    "one text": _least("one hand from Python, as text", "M hands/s", 0.3),
    "one numbers": _least("one hand from Python, as numbers (peers: their own cards)", "M hands/s", 0.6),
    "equity": _most("exact AhKs v QdQc", "ms", 1e-3, 12, 5),
    "equity table": _most("exact AhKs v QdQc, from the shipped table", "ns", 1e-9, None),
    "call 6": _least("compiled loop, call, six-handed", "M hands/s", 1.5, 2.2),
    "random 6": _least("compiled loop, random, six-handed", "M hands/s", 1.7, 2.2),
    "call 2": _least("compiled loop, call, heads-up", "M hands/s", 4),
    "random 2": _least("compiled loop, random, heads-up", "M hands/s", 5),
    "reference 6": _least("easy, medium, hard, six-handed", "M hands/s", 0.8),
    "reference 2": _least("hard v medium, heads-up", "M hands/s", 2),
    "log 6": _least("easy, medium, hard: speed with `--log hands` over without", "%", 60),
    "log 2": _least("hard v medium: speed with `--log hands` over without", "%", 60),
    "batch kernel": _least("batch loop, kernel bots, six-handed", "M hands/s", 0.6),
    "batch numpy": _least("batch loop, numpy bots, six-handed", "M hands/s", 0.2),
    "batch python": _least("batch loop, Python bots, six-handed", "k decisions/s", 25),
    "two threads": _least("two threads over one, wall time", "times", 1.8),
    "two threads cpu": _most("two threads over one, CPU time a hand", "times", 1, 1.05),
    "memory summary": _most("peak memory, `--log summary`", "MB", 1e6, 400),
    "memory hands": _most("peak memory, `--log hands`", "MB", 1e6, 800),
    "disk": _most("disk, a heads-up hand with board and actions", "bytes", 1, 24),
    "cold start": _most("cold start (empty cache) to the end of the first hands", "s", 1, 20),
    "warm tournament": _most("warm tournament of 10,000 hands, whole command", "s", 1, 2.5),
    "help": _most("`holdem-sim --help`", "s", 1, 0.25),
}
