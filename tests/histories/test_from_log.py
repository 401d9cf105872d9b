"""Rows of the hand log as records."""

from typing import Any

import pytest

from holdem_sim.cards import format_cards
from holdem_sim.game.rules import Rules
from holdem_sim.histories.from_log import from_log
from holdem_sim.histories.recorded import STREETS, RecordedHand
from tests.histories.random_play import Played, play


def row_of(played: Played) -> tuple[dict[str, Any], Rules, int]:
    """A played hand as the log writes it, its rules, its seats."""
    record, hand = played
    seats = record.extra["seats"]
    assert isinstance(seats, tuple)
    assert record.button is not None
    board = [format_cards([card]) for card in record.board] + [None] * 5
    row: dict[str, Any] = {"button": seats[record.button] - 1, "rake": record.rake, "actions": text_of(record)}
    row["shown"] = sum(1 << seat for seat in hand.shown)
    for seat, (stack, payoff, hole) in enumerate(zip(hand.stacks, hand.payoffs, hand.hole_cards, strict=True)):
        row |= {f"stack_{seat}": stack - payoff, f"payoff_{seat}": payoff, f"hole_{seat}": hole}
    row |= {f"board_{i}": card for i, card in enumerate(board[:5], 1)}
    return row, hand.rules, len(hand.stacks)


def text_of(record: RecordedHand) -> str:
    letters = {"fold": "f", "check": "k", "call": "c"}
    text, street = "", 0
    for action in record.actions:
        now = STREETS.index(action.street)
        text += "/" * (now - street) + letters.get(action.kind, f"r{action.to}")
        street = now
    return text


def test_random_hands_of_every_kind_are_what_was_played() -> None:
    for seed in range(150):
        played = play(seed)
        record = played[0]
        row, rules, players = row_of(played)
        names = [f"bot {chr(65 + seat)} (v1.{seat})" for seat in range(players)]
        extra = {name: record.extra[name] for name in ("table", "date", "seed")}
        assert from_log(row, rules, players, id=record.id, names=names, extra=extra) == record


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        ("payoff_0", 99, "payoffs .* in the log, .* by the rules"),
        ("rake", 5, "rake 5 in the log, 0 by the rules"),
        ("shown", 1, "shown 1 in the log, 0 by the rules"),
        ("actions", "r3ff", "raise to 3: not legal"),
        ("actions", "r6f", "the hand is not over"),
        ("actions", "r6ffk", "check or call: the hand is over"),
        ("button", 7, "button 7"),
        ("board_1", "Ks", "board Ks in the log,  by the rules"),
        ("board_1", "Ah", "the card Ah stands twice"),
    ],
)
def test_a_row_that_the_rules_do_not_allow(column: str, value: object, words: str) -> None:
    row: dict[str, Any] = {"button": 0, "actions": "r6ff", "rake": 0, "shown": 0}
    for seat, (payoff, hole) in enumerate(((3, "AhAd"), (-1, "7c2d"), (-2, "8c3d"))):
        row |= {f"stack_{seat}": 200, f"payoff_{seat}": payoff, f"hole_{seat}": hole}
    row |= {f"board_{i}": None for i in range(1, 6)}
    names = ["a", "b", "c"]
    assert from_log(row, Rules(), 3, id="1", names=names).payoffs == (-1, -2, 3)
    with pytest.raises(ValueError, match=words):
        from_log(row | {column: value}, Rules(), 3, id="1", names=names)
