"""500 real hands that nobody on this project wrote (licences/README.md), and small changes to them."""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

from holdem_sim.histories.read import read_hands
from holdem_sim.histories.recorded import RecordedHand
from holdem_sim.histories.verify import Verdict, verify_hands

SAMPLE = Path(__file__).parent / "hands_sample.jsonl.gz"


@cache
def records() -> list[dict[str, Any]]:
    """The lines as JSON objects."""
    with gzip.open(SAMPLE) as file:
        return [json.loads(line) for line in file]


@cache
def hands() -> tuple[RecordedHand, ...]:
    """The lines as hands."""
    return read_hands(SAMPLE).hands


def legal_hands() -> list[RecordedHand]:
    """Those that the rules allow."""
    return [hand for hand in hands() if hand.extra["strict_legal"]]


def verdict(hand: RecordedHand) -> Verdict:
    """The verdict of one hand."""
    (found,) = verify_hands([hand])
    return found
