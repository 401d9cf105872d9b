"""What a finished run says, in every format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

Array = np.ndarray[Any, Any]
HalfWidth = Callable[[float, float, int], "float | None"]
"""(sum over blocks, sum of squares, blocks) -> half width of the 95 % interval of the mean."""


@dataclass(frozen=True)
class Outcome:
    """A finished run before it is summed up: ``blocks``, ``style`` (one record a bot), the format's own ``sums``.

    ``half_width`` belongs to the stop rule; ``stop``: for a run with one, the rule, the bound hit, after how many
    blocks. ``hands`` played; ``digest`` identifies the result; ``seconds`` is wall time.
    """

    labels: list[str]
    blocks: Array
    style: Array
    sums: dict[str, list[Any]]
    hands: int
    digest: str
    run: Path
    seconds: float
    half_width: HalfWidth
    stop: dict[str, Any] | None = None


class Result(Protocol):
    """A format's result: it becomes the JSON object of its command (INTERFACE); ``run`` is the folder."""

    @property
    def run(self) -> Path: ...

    def to_json(self) -> dict[str, Any]: ...
