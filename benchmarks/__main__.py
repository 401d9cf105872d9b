"""Measure and write the tables: ``python -m benchmarks [quick|normal|full]`` (``make bench``).

Installs missing peers into this Python, runs the benchmarks by pytest-benchmark, writes results/benchmarks/ and, but
for quick, benchmarks/RESULTS.md, cost.png and the marked block of README.md. ``--only WORD`` runs what pytest's -k
selects and writes to results/benchmarks/ only; ``--no-install`` takes the peers that are there.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

from benchmarks.mode import MODES
from benchmarks.peers import OUT, REASONS, ROOT, install
from benchmarks.report import publish, report

RAW = OUT / "pytest-benchmark.json"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("mode", nargs="?", default="normal", choices=list(MODES))
    parser.add_argument("--only", metavar="WORD")
    parser.add_argument("--no-install", action="store_true")
    asked = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    RAW.unlink(missing_ok=True)
    REASONS.unlink(missing_ok=True)
    if not asked.no_install:
        install()
    command = [sys.executable, "-m", "pytest", "benchmarks", "-qs", "-p", "no:cacheprovider", "-W", "ignore"]
    command += ["-o", "python_files=bench_*.py", "-o", "python_functions=bench_*", f"--benchmark-json={RAW}"]
    command += ["--benchmark-quiet", "--benchmark-columns=median", "-rs", *(["-k", asked.only] if asked.only else [])]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "HOLDEM_BENCH": asked.mode}, check=False)
    if not RAW.is_file():
        return done.returncode
    print(report(RAW, asked.mode))
    if asked.mode != "quick" and not asked.only and done.returncode == 0:
        publish()
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
