"""What trackers know hands and tournaments by: numbers that no other run has, times, levels.

Numbers follow from what decides the run's hands, times from when it was started: the same run always gives the same
text, and goes on giving it when it is extended.
"""

from __future__ import annotations

import hashlib
import json
import re
from datetime import datetime, timedelta
from typing import Any

from holdem_sim.errors import InputError
from holdem_sim.experiment.config import MOST_HANDS, RunConfig
from holdem_sim.experiment.freezeout import FreezeoutConfig
from holdem_sim.experiment.replay import Seen

RUN_HANDS = 10**9
"""Numbers set aside for a run; in a longer one they go on into those of others."""
LEAST_RUN, RUNS = 10**8, 9 * 10**8
"""Nine digits stand for the run: a number has 18, and trackers keep it in 64 bits."""
NO_START = datetime(2000, 1, 1)
EASTERN = timedelta(hours=-5)
"""Rooms write Eastern time. Without its summer hour, so that later hands have later times all the year round."""

_LENGTH = {"tournament": "hands", "match": "matches"}
_NO_WEIGHT = ("tournaments", "log", "strict", "max_faults", "stop", "shard_hands")
"""Settings that change none of a run's hands, but perhaps how many there are; ``_LENGTH`` has one more a format."""
_NUMERALS = ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


class RoomNumbers:
    """The numbers and times of the run with ``manifest`` and ``config``."""

    def __init__(self, manifest: dict[str, Any], config: RunConfig[Any]) -> None:
        self._config = config
        skipped = (*_NO_WEIGHT, _LENGTH.get(config.format))
        settings = {name: value for name, value in manifest["config"].items() if name not in skipped}
        decides = json.dumps([manifest["engine_version"], manifest["sources"], settings], sort_keys=True)
        self._first = (LEAST_RUN + _number(decides) % RUNS) * RUN_HANDS
        try:
            self._start = datetime.strptime(str(manifest.get("started")), "%Y-%m-%dT%H:%M:%SZ") + EASTERN
        except ValueError:
            self._start = NO_START

    def hand(self, seen: Seen) -> str:
        """The number of a hand: its last nine digits are that in the run, if it has one there."""
        if seen.number is not None:
            return str(self._first + seen.number)
        return str(LEAST_RUN * RUN_HANDS + _number(f"{self._first} {seen.id}") % (RUNS * RUN_HANDS))

    def in_run(self, name: str) -> str:
        """``name``, or if it is such a number the hand's number in the run. InputError for one of another run."""
        if not re.fullmatch(r"[0-9]{18}", name, re.ASCII):
            return name
        number = int(name) - self._first
        if not 0 <= number < MOST_HANDS:
            raise InputError(f"hand {name}: is not of this run, whose hands are {self._first} and so on")
        return str(number)

    def extra(self, seen: Seen) -> dict[str, object]:
        """What PokerStars text tells besides: date, table and, where places are played for, tournament and level."""
        config, row = self._config, seen.row
        date = self._start + timedelta(seconds=seen.number or 0)
        extra: dict[str, object] = {"date": f"{date:%Y/%m/%d %H:%M:%S} ET", "table": "holdem_sim"}
        if isinstance(config, FreezeoutConfig):
            tournament = self._first + row["match"]
            extra["tournament"] = str(tournament)
            extra["buy_in"] = f"{config.buy_in}+0"
            extra["level"] = roman(config.level_at(row["hand"]) + 1)
            extra["table"] = f"{tournament} {row.get('table', 0) + 1}"
        return extra


def roman(number: int) -> str:
    """``number``, 1 to 399, in Roman numerals."""
    text = ""
    for value, letters in _NUMERALS:
        text += letters * (number // value)
        number %= value
    return text


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big")
