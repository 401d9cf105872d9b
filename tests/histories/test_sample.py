"""Real hands agree with the rules' kernels, with their JSON, and with the stepper."""

import gzip
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from holdem_sim.histories.jsonlines import from_json, to_json, write
from holdem_sim.histories.read import read_hands
from holdem_sim.histories.recorded import RecordedHand
from holdem_sim.histories.stepping import replay_hand
from holdem_sim.histories.verify import AGREES, REFUSED, summary_of, verify_hands
from tests.histories.sample import SAMPLE, hands, legal_hands, records

EVERY_TAG = """
    action_not_reopened_by_short_allin all_hole_cards_known allin allin_2plus_players allin_3plus_players ante bb_ante
    board_plays bot_play bust bust_2plus button_on_empty_seat cash dead_blind different_winners_per_pot ends_preflop
    extra_live_post fixed_limit fl_cap_reached fractional_split_scaled full_ring_7plus heads_up home_game no_limit
    no_showdown no_small_blind_posted odd_chip odd_chip_after_rake open_fold pot_limit raise_no_opponent_can_match raked
    short_allin_bet short_allin_raise short_blind short_or_missing_ante showdown showdown_3plus showdown_4plus side_pot
    side_pot_and_split side_pots_2plus six_handed split_3way split_pot straddle three_handed tournament
    uncalled_bet_returned undersized_raise undersized_raise_to_opponent_stack unlimited_stacks_in_source walk
"""

NEEDED = (
    "limit",
    "small_blind",
    "big_blind",
    "stacks",
    "blinds_posted",
    "dead_posted",
    "antes",
    "ante_mode",
    "actions",
    "button",
    "board",
    "hole_cards",
    "first_to_act_preflop",
)


def test_every_hand_agrees_but_those_with_a_raise_below_the_minimum() -> None:
    verdicts = list(verify_hands(hands()))
    assert len(verdicts) == 500
    for hand, verdict in zip(hands(), verdicts, strict=True):
        assert verdict.outcome == (AGREES if hand.extra["strict_legal"] else REFUSED), verdict
        assert verdict.outcome == AGREES or "below the minimum" in verdict.reason


def test_the_sample_has_every_tag_and_may_be_passed_on() -> None:
    assert set(EVERY_TAG.split()) <= {tag for hand in hands() for tag in hand.tags}
    assert {record["redistribute"] for record in records()} == {"yes"}
    assert (SAMPLE.parent / "licences" / "README.md").is_file()


def test_the_summary_counts_by_tag_and_notes_open_folds() -> None:
    summary = summary_of(verify_hands(hands()))
    assert (summary.read, summary.agree, len(summary.refused), summary.differ) == (500, 492, 8, [])
    assert summary.tags["undersized_raise"] == [0, 0, 8]
    assert summary.tags["open_fold"] == [Counter(tag for hand in hands() for tag in hand.tags)["open_fold"], 0, 0]
    assert summary.notes["open_fold"] == summary.tags["open_fold"][0]


def test_a_hand_goes_back_to_the_object_it_came_from() -> None:
    for hand, record in zip(hands(), records(), strict=True):
        assert to_json(hand) == record


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz"])
def test_written_hands_are_read_back(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    named = [replace(hand, names=tuple(f"P{s}" for s in range(len(hand.stacks)))) for hand in hands()[:40]]
    assert write(named, path) == 40
    back = read_hands(path)
    assert back.refused == ()
    assert [replace(hand, file="", line=0) for hand in back] == [replace(hand, file="", line=0) for hand in named]
    assert [hand.line for hand in back] == list(range(1, 41))
    first = path.read_bytes()
    write(named, path)
    assert path.read_bytes() == first
    assert (first[:2] == b"\x1f\x8b") == name.endswith(".gz")


def test_a_hand_without_results_is_replayed_all_the_same() -> None:
    bare = [from_json({key: record[key] for key in NEEDED}) for record in records() if record["strict_legal"]]
    verdicts = list(verify_hands(bare))
    assert {verdict.outcome for verdict in verdicts} == {AGREES}


def test_the_stepper_ends_every_hand_as_recorded() -> None:
    for hand in legal_hands():
        played = replay_hand(hand)
        assert played.over
        assert tuple(played.payoffs) == hand.payoffs
        assert {seat: chips for seat, chips in enumerate(played.returned) if chips} == hand.returned
        pots = [(pot.amount, pot.contestants, pot.winners) for pot in played.pots]
        assert pots == [(pot.amount, pot.eligible, pot.winners) for pot in hand.pots or ()]


def test_a_recorded_hand_can_be_left_and_played_on() -> None:
    hand = next(hand for hand in legal_hands() if len(hand.actions) > 8 and len(hand.stacks) == 6)
    played = replay_hand(hand, 2)
    assert played.actor == hand.actions[2].seat
    while not played.over:
        played.check_call()
    assert sum(played.payoffs) == 0


def test_the_stepper_names_the_action_it_cannot_take() -> None:
    refused = next(hand for hand in hands() if not hand.extra["strict_legal"])
    with pytest.raises(ValueError, match="not legal for seat"):
        replay_hand(refused)
    wrong = replace(legal_hands()[0], actions=legal_hands()[0].actions[1:])
    with pytest.raises(ValueError, match=r"action 1: seat \d acts, but it is the turn of seat \d"):
        replay_hand(wrong)
    twice: RecordedHand = replace(legal_hands()[0], actions=legal_hands()[0].actions * 2)
    with pytest.raises(ValueError, match="the hand is over"):
        replay_hand(twice)


def test_lines_of_the_sample_stand_where_the_hands_say() -> None:
    with gzip.open(SAMPLE) as file:
        lines = file.readlines()
    for hand in hands()[::50]:
        assert json.loads(lines[hand.line - 1])["id"] == hand.id
