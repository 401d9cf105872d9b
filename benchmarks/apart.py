"""One tournament in a process of its own: speed, peak memory, size on disk. Prints a JSON object.

    python -m benchmarks.apart '{"bots": ["hard", "medium"], "hands": 100000, "players": 2}' FOLDER

The options are those of ``holdem_sim.tournament``; what it compiles or loads from the cache is not timed.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WARM_UP = 1_000


@dataclass(frozen=True)
class Run:
    """``wall`` and ``cpu`` seconds, ``peak`` bytes of memory (the kernel's VmHWM), ``disk`` bytes of hand files."""

    hands: int
    wall: float
    cpu: float
    peak: int
    disk: int
    digest: str


def run_apart(folder: Path, **options: Any) -> Run:
    """Play with ``options`` in a new process into the new folder ``folder``."""
    command = [sys.executable, "-m", "benchmarks.apart", json.dumps(options), str(folder)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return Run(**json.loads(done.stdout))


def peak_bytes() -> int:
    """Most memory this process ever had resident. Not ru_maxrss: that begins with the parent's."""
    found = re.search(r"VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text())
    return 1024 * int(found[1]) if found else 0


def main() -> None:
    import holdem_sim

    options, folder = json.loads(sys.argv[1]), Path(sys.argv[2])
    holdem_sim.tournament(**{**options, "hands": WARM_UP}, out=folder.with_name(folder.name + "-warm"))
    wall, cpu = time.perf_counter(), time.process_time()
    result = holdem_sim.tournament(**options, out=folder)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    disk = sum(file.stat().st_size for file in folder.glob("hands/*.parquet"))
    print(json.dumps(asdict(Run(result.hands, wall, cpu, peak_bytes(), disk, result.digest))))


if __name__ == "__main__":
    main()
