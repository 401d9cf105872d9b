"""What measured: machine, date, versions, commit, load."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.peers import ROOT, missing, requirements, versions
from holdem_sim._version import ENGINE_VERSION, __version__

PACKAGES = ("numba", "llvmlite", "numpy", "pandas", "pyarrow", "pytest-benchmark")


def machine() -> dict[str, Any]:
    """A JSON object; ``load`` is the average over the last 1, 5 and 15 minutes."""
    memory = re.search(r"MemTotal:\s*(\d+)", _read("/proc/meminfo"))
    model = re.search(r"model name\s*: (.*)", _read("/proc/cpuinfo"))
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "processor": model[1] if model else platform.processor(),
        "llvm_name": _llvm_name(),
        "cores": os.cpu_count(),
        "memory_gb": round(int(memory[1]) / 2**20, 1) if memory else None,
        "system": platform.platform(),
        "python": platform.python_version(),
        "holdem_sim": f"{__version__} (engine version {ENGINE_VERSION})",
        "commit": _git("rev-parse", "--short=12", "HEAD") + ("+" if _git("status", "--porcelain") else ""),
        "packages": versions(PACKAGES),
        "peers": versions(requirement.partition("==")[0] for requirement in requirements()),
        "missing": missing(),
        "load": [round(load, 1) for load in os.getloadavg()],
    }


def _llvm_name() -> str:
    from llvmlite import binding

    return str(binding.get_host_cpu_name())  # tells znver3 where the system says "AMD EPYC"


def _git(*command: str) -> str:
    done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def _read(path: str) -> str:
    return Path(path).read_text() if Path(path).is_file() else ""
