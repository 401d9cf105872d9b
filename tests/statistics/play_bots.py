"""Plays a few hundred hands of the reference bots and prints their SHA-256. Run by test_bots in both modes."""

import hashlib

from holdem_sim._jit import JIT
from tests.statistics.tables import play


def main() -> None:
    digest = hashlib.sha256()
    hands = 0
    for number, betting in enumerate(("no-limit", "pot-limit", "fixed-limit")):
        shard = play(["easy", "medium", "hard", "hard:tilt=0.5"], 4, 24, betting=betting, seed=number)
        hands += len(shard.rows)
        for array in (shard.rows, shard.actions, shard.style):
            digest.update(array.tobytes())
    print(JIT, hands, digest.hexdigest())


if __name__ == "__main__":
    main()
