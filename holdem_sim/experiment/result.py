"""What a finished tournament says."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd


@dataclass(frozen=True)
class TournamentResult:
    """``ranking``: a frame, best first (``holdem_sim.analysis.ranking``); ``run``: the folder; ``hands`` played.

    ``digest`` identifies the result: same bots, options and seed give the same. ``seconds`` is wall time.
    ``stop``: for a run with a stop rule, the rule, the bound hit and after how many blocks (``stopping.Watch``).
    """

    ranking: pd.DataFrame
    seed: int
    hands: int
    digest: str
    run: Path
    engine_version: int
    seconds: float
    stop: dict[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """The JSON object of the command (INTERFACE: tournament); numbers that do not exist are null."""
        rows = [
            {key: None if isinstance(value, float) and math.isnan(value) else value for key, value in row.items()}
            for row in self.ranking.to_dict("records")
        ]
        return {
            "ranking": json.loads(json.dumps(rows)),
            "seed": self.seed,
            "hands": self.hands,
            "digest": self.digest,
            "run": str(self.run),
            "engine_version": self.engine_version,
            "seconds": round(self.seconds, 3),
            **({} if self.stop is None else {"stop": self.stop}),
        }
