"""PHH: the fields of the format, ours, decimals, and what is refused."""

import dataclasses
import re
from pathlib import Path
from typing import Any

import pytest

from holdem_sim.histories import phh
from holdem_sim.histories.recorded import RecordedHand, Refusal
from tests.histories.random_play import bare, play

HAND = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 100]
actions = [
  "d dh p1 AhKh", "d dh p2 ????", "d dh p3 9c9d # a pair",
  "p3 cbr 6", "p1 cc", "p2 f", "d db Jc3d5c", "p1 cc", "p3 cbr 8", "p1 cc",
  "d db 2s", "p1 cc", "p3 cc", "d db 2d", "p1 cc", "p3 cc", "p1 sm -", "p3 sm 9c9d",
]
"""


def test_a_hand(tmp_path: Path) -> None:
    hand = phh.parse_hand(HAND, "5")
    assert (hand.id, hand.betting, hand.unit, hand.names) == ("5", "no-limit", "chips", ())
    assert (hand.payoffs, hand.shown, hand.hole_cards[1]) == ((-14, -2, 16), (True, False, True), None)
    assert (hand.button, hand.first_to_act, hand.small_blind, hand.ante_mode) == (2, 2, 1, "none")


def test_many_hands_with_a_bad_one_between(tmp_path: Path) -> None:
    path = tmp_path / "many.phhs"
    path.write_text(f"# three hands\n\n[1]\n{HAND}\n[2]\nvariant = \n\n['x']\n{HAND}")
    first, second, third = phh.read(path)
    assert isinstance(first, RecordedHand)
    assert isinstance(second, Refusal)
    assert isinstance(third, RecordedHand)
    assert (first.id, second.id, third.id) == ("1", "2", "x")
    assert (first.line, second.line, third.line) == (3, 15, 18)
    assert "not TOML" in second.reason


@pytest.mark.parametrize(
    ("changes", "unit", "stack"),
    [
        ({"[200, 200, 100]": "[200.00, 200.00, 100.00]", "variant": 'currency = "USD"\nvariant'}, "1/100 USD", 20_000),
        ({"[200, 200, 100]": "[200.0, 200, 100]"}, "1/10 chips", 2000),
        ({"variant": "finishing_stacks = [192.5, 198, 109.5]\nvariant"}, "1/2 chips", 400),
        ({"variant": 'currency = "EUR"\nvariant'}, "EUR", 200),
        ({"p3 cbr 6": "p3 cbr 6.25"}, "1/100 chips", 20_000),
    ],
)
def test_decimals_become_parts(changes: dict[str, str], unit: str, stack: int) -> None:
    text = HAND
    for old, new in changes.items():
        text = text.replace(old, new)
    hand = phh.parse_hand(text)
    assert (hand.unit, hand.stacks[0]) == (unit, stack)
    assert phh.parse_hand(phh.format_hand(hand)) == hand


def test_finishing_stacks_tell_payoffs_and_rake() -> None:
    assert phh.parse_hand("finishing_stacks = [187, 197, 116]\n" + HAND).payoffs == (-13, -3, 16)
    raked = phh.parse_hand("finishing_stacks = [186, 198, 115]\n" + HAND)
    assert (raked.rake, raked.payoffs, raked.payoffs_after_rake) == (1, (-14, -2, 16), (-14, -2, 15))
    assert phh.parse_hand("finishing_stacks = [186.333333, 198, 115.666667]\n" + HAND).payoffs == (-14, -2, 16)


def test_pot_limit_is_a_private_extension_that_says_so() -> None:
    hand = dataclasses.replace(phh.parse_hand(HAND), betting="pot-limit")
    text = phh.format_hand(hand)
    assert 'variant = "PT"' in text
    assert "_note" in text
    assert "private extension" in text
    assert phh.parse_hand(text) == hand


@pytest.mark.parametrize(
    "changes",
    [
        {"button": None},
        {"shown": (True, True, True)},
        {"tags": ("a", "b c")},
        {"names": ("Zoë", 'quote " and \\ back', "'''\t\x7f")},
        {"extra": {"seats": (4, 6, 2), "event": "Main", "engine": "x 1", "bots": ("a", "b"), "deal": 7, "luck": True}},
        {"extra": {"two words": 1}},
        {"id": "007"},
        {"id": "hand of the year"},
        {"unit": "1/2 chips"},
        {"unit": "1/100 USD"},
        {"unit": "USD"},
    ],
)
def test_own_fields_bring_everything_back(changes: dict[str, Any]) -> None:
    hand = dataclasses.replace(phh.parse_hand(HAND), **changes)
    assert phh.parse_hand(phh.format_hand(hand)) == hand


@pytest.mark.parametrize("posts", ["[1, 2, 2]\n_dead = [0, 0, 1]", "[2, 0, 0]\n_small_blind = 1", "[1, 2, 4]"])
def test_posts_out_of_turn_come_back(posts: str) -> None:
    hand = phh.parse_hand(HAND.replace("[1, 2, 0]", posts).replace("[0, 0, 0]", "[0, 0, 1]"))
    assert hand.blinds[2] + hand.blinds[0] > 1
    assert hand.extra == {}
    assert phh.parse_hand(phh.format_hand(hand)) == hand


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"NT"', '"PO"', "variant 'PO' (pot-limit Omaha)"),
        ('"NT"', '"XX"', "variant 'XX': read are NT, FT, PT"),
        ('variant = "NT"\n', "", "variant None"),
        ("p3 cbr 6", "p3 cbr 2", "'p3 cbr 2': seat 2 raises to 2 where 2 was bet"),
        ("p3 cbr 6", "p3 cbr 101", "with 0 bet and 100 behind"),
        ("p3 cbr 6", "p3 cbr six", "no amount"),
        ("p3 cbr 6", "p4 cbr 6", "'p4' is no player p1..p3"),
        ("p3 cbr 6", "p3 sd AhKh", "is no action of hold'em"),
        ("p2 f", 'p2 f", "p2 f', "acts after folding"),
        ("Jc3d5c", "Jc3d", "2 board cards"),
        ("Jc3d5c", "Jc3dAh", "the card Ah stands twice"),
        ("AhKh", "Ah??", "half known"),
        ("AhKh", "AhKhQh", "3 hole cards"),
        ("sm 9c9d", "sm 9c9h", "was dealt other cards"),
        ('"d db 2d", "p1 cc", "p3 cc", ', "", "showdown with 4 board cards"),
        ('"p1 cc", "p3 cc", "p1 sm', '"p1 cc", "p1 sm', "stops before the betting on the river is over"),
        ("min_bet = 2", "min_bet = true", "min_bet: 'True' is no amount"),
        ("[200, 200, 100]", "[200, 200]", "must be a list of 2 amounts"),
        ("[200, 200, 100]", "[200, 200, -100]", "'-100' is no amount"),
        ("[200, 200, 100]", "[200, 200, 9999999999999999]", "is no amount"),
        ("[0, 0, 0]", "[0, 0, 1e3]", "'1e3' is no amount"),
        ("variant", "finishing_stacks = [200, 200, 200]\nvariant", "hold 100 more than starting_stacks"),
    ],
)
def test_refused(old: str, new: str, reason: str) -> None:
    assert old in HAND
    with pytest.raises(ValueError, match=re.escape(reason)):
        phh.parse_hand(HAND.replace(old, new, 1))


def test_what_a_run_adds_comes_back(tmp_path: Path) -> None:
    hand = play(12)[0]
    assert "_seed = 12" in phh.format_hand(hand)
    assert bare(phh.parse_hand(phh.format_hand(hand))) == hand
