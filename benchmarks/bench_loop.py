"""Hands per second of the compiled loop, one thread: plain bots, reference bots, with and without the log; and the
same bots in Sit & Gos and in tournaments of several tables.

Run: python benchmarks/bench_loop.py [HANDS]. Prints medians of five runs and the least and most. Quote ratios of
one run only: machines are noisy.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from holdem_sim.experiment.multi_table import multi_table_config
from holdem_sim.experiment.sit_and_go import sit_and_go_config
from holdem_sim.game.rules import Rules
from holdem_sim.players.load import load_entrants
from holdem_sim.records.hands import hand_table, write_hands
from holdem_sim.simulate.schedule import Schedule
from holdem_sim.simulate.shards import Game, play_shard

RUNS = 5
LINE_UPS = (
    ("call", 2),
    ("random", 2),
    ("call", 6),
    ("random", 6),
    ("medium hard", 2),
    ("easy medium hard", 6),
)


def game_of(bots: str, players: int, log: bool) -> Game:
    """A cash game of ``players`` between the named bots, 100 big blinds."""
    names = bots.split()
    entrants = load_entrants(names)
    return Game(
        rules=Rules(),
        schedule=Schedule(len(names), players, "rotate", 1),
        bots=tuple(entrant.bot for entrant in entrants),
        settings=tuple(entrant.settings for entrant in entrants),
        log=log,
    )


def tournaments(bots: str, log: bool) -> dict[str, Game]:
    """Sit & Gos of 6 and tournaments of 90 at tables of 9, by name."""
    options: dict[str, Any] = {"seed": 1, "log": "hands" if log else "summary"}
    configs = sit_and_go_config(bots.split(), players=6, **options), multi_table_config(bots.split(), **options)
    return {config.format: config.game(config.entrants()) for config in configs}


def hands_per_second(game: Game, labels: list[str], hands: int, folder: Path) -> float:
    """One shard of ``hands``, written to ``folder`` when logged."""
    block = game.schedule.block
    begun = time.perf_counter()
    shard = play_shard(game, 0, -(-hands // game.match_hands // block) * block)
    assert shard is not None
    if game.log:
        seats = game.schedule.seats
        table = hand_table(shard.matches, shard.rows, shard.actions, seats, labels, seated=shard.seated)
        write_hands(folder, 0, table, {})
    return len(shard.rows) / (time.perf_counter() - begun)


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 120_000
    print(f"{'bots':18} seats log  M hands/s: median (least - most)")
    with tempfile.TemporaryDirectory() as folder:
        for bots, players in LINE_UPS:
            for log in (False, True):
                game = game_of(bots, players, log)
                hands_per_second(game, bots.split(), 1200, Path(folder))
                speeds = sorted(hands_per_second(game, bots.split(), hands, Path(folder)) / 1e6 for _ in range(RUNS))
                _print(bots, str(players), log, speeds)
        bots = LINE_UPS[-1][0]
        for log in (False, True):
            for name, game in tournaments(bots, log).items():
                hands_per_second(game, bots.split(), 1200, Path(folder))
                speeds = sorted(hands_per_second(game, bots.split(), hands, Path(folder)) / 1e6 for _ in range(RUNS))
                _print(name, str(game.schedule.seats), log, speeds)


def _print(name: str, seats: str, log: bool, speeds: list[float]) -> None:
    spread = f"({speeds[0]:.2f} - {speeds[-1]:.2f})"
    print(f"{name:18} {seats:>5} {'yes' if log else 'no':3}  {statistics.median(speeds):9.2f} {spread}")


if __name__ == "__main__":
    main()
