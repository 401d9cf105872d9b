"""The normalised hands of samples/expected as records."""

import json
from pathlib import Path
from typing import Any

from holdem_sim.cards import parse_cards
from holdem_sim.histories.recorded import RecordedAction, RecordedHand, RecordedPot

SAMPLES = Path(__file__).parent / "samples"
BETTING = {"NL": "no-limit", "PL": "pot-limit", "FL": "fixed-limit"}
ANTE_MODES = {None: "none", "uniform": "all", "bb": "big_blind"}
OPEN = ("id", "names", "unit", "tags", "extra", "file", "line")
"""Fields of a record that the normalised hands do not tell."""


def expected_hands(name: str) -> list[RecordedHand]:
    """The hands that the sample ``name`` should give."""
    return [to_record(hand) for hand in json.loads((SAMPLES / "expected" / f"{name}.json").read_text())]


def to_record(hand: dict[str, Any]) -> RecordedHand:
    """One normalised hand."""
    return RecordedHand(
        id="",
        betting=BETTING[hand["limit"]],
        small_blind=hand["small_blind"],
        big_blind=hand["big_blind"],
        stacks=tuple(hand["stacks"]),
        blinds=tuple(hand["blinds_posted"]),
        actions=tuple(
            RecordedAction(one["seat"], one["street"], one["type"], one["to"], one.get("allin", False))
            for one in hand["actions"]
        ),
        button=hand["button"],
        antes=tuple(hand["antes"]),
        ante_mode=ANTE_MODES[hand["ante_mode"]],
        dead=tuple(hand["dead_posted"]),
        hole_cards=tuple(None if text is None else two_cards(text) for text in hand["hole_cards"]),
        board=tuple(parse_cards(" ".join(hand["board"]))),
        first_to_act=hand["first_to_act_preflop"],
        payoffs=tuple(hand["payoffs"]),
        payoffs_after_rake=None if hand["payoffs_after_rake"] is None else tuple(hand["payoffs_after_rake"]),
        rake=hand["rake"],
        returned={int(seat): chips for seat, chips in hand["uncalled_returned"].items()},
        pots=tuple(RecordedPot(pot["amount"], tuple(pot["eligible"]), tuple(pot["winners"])) for pot in hand["pots"]),
        shown=tuple(hand["shown"]),
    )


def two_cards(text: str) -> tuple[int, int]:
    """A hole of two cards."""
    first, second = parse_cards(text)
    return first, second
