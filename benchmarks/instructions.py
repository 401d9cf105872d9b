"""Instructions a hand, by valgrind: on a busy machine counts beat seconds.

    python -m benchmarks.instructions BOTS SEATS [FEWER MORE]

Plays FEWER and MORE hands of the compiled loop under callgrind; the difference in instructions is that of the hands
between, whatever it costs to get there. Takes some minutes. The code is compiled for an x86-64-v3 processor, since
valgrind knows no AVX-512, into a cache of its own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.peers import OUT, ROOT

PLAY = "import sys; from benchmarks.games import *; player(game_of(sys.argv[1], int(sys.argv[2])))(int(sys.argv[3]))"
CACHE = OUT / "instructions-cache"


def instructions(bots: str, seats: str, hands: int) -> int:
    """Instructions of a whole Python process that plays ``hands``."""
    play = [sys.executable, "-c", PLAY, bots, seats]
    names = {
        "NUMBA_CPU_NAME": "x86-64-v3",
        "NUMBA_CPU_FEATURES": "",
        "HOLDEM_SIM_CACHE": str(CACHE),
        "PYTHONHASHSEED": "0",
    }
    environment = {**os.environ, **names, "OPENBLAS_CORETYPE": "Haswell"}
    subprocess.run([*play, "60"], cwd=ROOT, env=environment, check=True)  # compiles
    with tempfile.TemporaryDirectory() as folder:
        counts = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={Path(folder) / 'out'}"]
        done = subprocess.run(
            [*counts, *play, str(hands)], cwd=ROOT, env=environment, check=True, capture_output=True, text=True
        )
    found = re.search(r"Collected : (\d+)", done.stderr)
    if found is None:
        raise RuntimeError(done.stderr[-500:])
    return int(found[1])


def main() -> None:
    bots, seats, *sizes = sys.argv[1:]
    fewer, more = map(int, sizes or ("2000", "102000"))
    few, many = (instructions(bots, seats, hands) for hands in (fewer, more))
    print(f"{bots}, {seats} seats: {(many - few) / (more - fewer):,.0f} instructions a hand")


if __name__ == "__main__":
    main()
