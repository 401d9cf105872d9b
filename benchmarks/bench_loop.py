"""Hands a second of the two loops on one thread, beside other simulators."""

from __future__ import annotations

import pytest

from benchmarks.games import SIMPLE, BatchGame, decisions, game_of, played, player
from benchmarks.meter import Meter
from benchmarks.peer_engines import ENGINES, Engine
from benchmarks.peers import excused

REFERENCE = "easy medium hard"
LINE_UPS = {
    "call 6": ("call", 6),
    "random 6": ("random", 6),
    "call 2": ("call", 2),
    "random 2": ("random", 2),
    "reference 6": (REFERENCE, 6),
    "reference 2": ("hard medium", 2),
}
SEATS = range(2, 11)
BATCH_HANDS = 30_000
"""So that nearly always some thousand tables are in play, as in a run."""


@pytest.mark.parametrize("row", LINE_UPS)
def bench_compiled(meter: Meter, row: str) -> None:
    meter.rate_of(row, player(game_of(*LINE_UPS[row])))


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
@pytest.mark.parametrize("row", ["call 6", "random 6", "call 2", "random 2"])
def bench_peer(meter: Meter, row: str, engine: Engine) -> None:
    style, seats = LINE_UPS[row]
    with excused(engine.name):
        meter.rate_of(row, engine.load(seats, style), who=engine.name, note=engine.note)


def bench_batch_kernel(meter: Meter) -> None:
    meter.rate_of("batch kernel", player(game_of(REFERENCE, 6, kind=BatchGame)), least=BATCH_HANDS)


def bench_batch_numpy(meter: Meter) -> None:
    meter.rate_of("batch numpy", player(game_of(f"{SIMPLE}:as_numpy", 6)), least=BATCH_HANDS)


def bench_batch_python(meter: Meter) -> None:
    bot = f"{SIMPLE}:as_python"
    hands = BATCH_HANDS // 5
    count = decisions(played(game_of(bot, 6, log=True), hands))
    play = player(game_of(bot, 6))
    meter.rate("batch python", lambda: play(hands), count)


@pytest.mark.parametrize("log", [False, True], ids=["summary", "hands"])
@pytest.mark.parametrize("seats", SEATS)
def bench_seats(meter: Meter, seats: int, log: bool) -> None:
    """The loop alone: with ``log`` it also writes cards, stacks and actions, but no file."""
    meter.rate_of(f"seats: {seats} {'hands' if log else 'summary'}", player(game_of(REFERENCE, seats, log)))
