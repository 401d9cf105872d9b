"""Plays a small run of the compiled loop and prints the SHA-256 of all that it wrote. Run by test_jit_modes."""

import hashlib

from holdem_sim._jit import JIT
from holdem_sim.game.rules import Rules
from holdem_sim.players.load import load_entrants
from holdem_sim.simulate.schedule import Schedule
from holdem_sim.simulate.shards import Game, play_shard


def main() -> None:
    entrants = load_entrants(["random", "raise", "raise:percent=10"])
    schedule = Schedule(len(entrants), 6, "rotate", seed=42)
    digest = hashlib.sha256()
    hands = 0
    for betting in ("no-limit", "pot-limit", "fixed-limit"):
        rules = Rules(betting, ante=1, ante_mode="all", rake=5.0, rake_cap=3)
        bots, settings = tuple(e.bot for e in entrants), tuple(e.settings for e in entrants)
        shard = play_shard(Game(rules, schedule, bots, settings, hands=5, carry=True, stack=80), 0, 30)
        assert shard is not None
        hands += len(shard.rows)
        for array in (shard.matches, shard.rows, shard.actions, shard.style):
            digest.update(array.tobytes())
    print(JIT, hands, digest.hexdigest())


if __name__ == "__main__":
    main()
