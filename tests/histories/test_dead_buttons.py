"""Hands with a dead button or a dead small blind, or players between the two: records, formats there and back."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from holdem_sim.errors import InputError
from holdem_sim.game.posting import Posts
from holdem_sim.game.stepper import Hand
from holdem_sim.histories import acpc, phh, plain, pokerstars
from holdem_sim.histories.from_play import from_play
from holdem_sim.histories.recorded import RecordedHand
from holdem_sim.histories.tally import big_blind_by_posts, big_blind_seat, small_blind_seat
from holdem_sim.histories.verify import verify_hands
from tests.histories.random_play import Played, bare, play_out, random_rules
from tests.histories.test_round_trips import kept_by_pokerstars

FEW, MANY = range(400), range(10_000, 20_000)


def play_dead(number: int) -> Played:
    """A random hand of three or more players with its blinds as ``game.button`` may leave them."""
    rng = np.random.default_rng(number)
    rules = random_rules(rng, rake=False)
    seats = int(rng.integers(4, 11))
    deepest = int(rng.choice([1, 2, 6, 30])) * rules.big_blind
    stacks = [int(chips) if rng.random() < 0.6 else 0 for chips in rng.integers(1, deepest + 1, seats)]
    first = int(rng.integers(seats))
    for seat in (first, (first + 1) % seats, (first + 2) % seats):
        stacks[seat] = stacks[seat] or int(rng.integers(1, deepest + 1))
    alive = [seat for seat in range(seats) if stacks[seat]]
    big = int(rng.choice(alive))
    before = [(big - i) % seats for i in range(1, seats)]
    last = next(seat for seat in before if stacks[seat])
    small = int(rng.choice(before[: before.index(last) + 1]))
    behind = before[before.index(small) + 1 :]
    button = behind[min(int(rng.choice([0, 0, 0, 1, 2])), len(behind) - 1)] if behind else small
    blinds = [0] * seats
    blinds[small] = rules.small_blind if stacks[small] else 0
    blinds[big] = rules.big_blind
    antes = [rules.ante if rules.ante_mode == "all" and chips else 0 for chips in stacks]
    dead = [rules.ante if rules.ante_mode == "big_blind" and seat == big else 0 for seat in range(seats)]
    hand = Hand(rules, stacks=stacks, seed=number, posts=Posts(blinds, big, button, antes, dead))
    actions = play_out(rng, hand)
    names = [f"bot {chr(65 + seat)}" for seat in range(seats)]
    extra = {"table": "holdem_sim 1", "date": "2026/11/30 12:00:00 ET"}
    record = from_play(hand, button, actions, id=str(number + 1), names=names, extra=extra)
    place = {seat: i for i, seat in enumerate(s for s in ((button + 1 + i) % seats for i in range(seats)) if stacks[s])}
    assert (record.button, big_blind_seat(record)) == (place.get(button), place[big])
    assert record.extra.get("button_seat") == (None if button in place else button + 1)
    return record, hand


def go_round(numbers: range, folder: Path) -> None:
    hands = [play_dead(number)[0] for number in numbers]
    phh.write(hands, folder / "hands.phhs")
    back = list(phh.read(folder / "hands.phhs"))
    assert [bare(hand) for hand in back if isinstance(hand, RecordedHand)] == hands
    pokerstars.write(hands, folder / "hands.txt")
    again = list(pokerstars.read(folder / "hands.txt"))
    assert len(again) == len(hands)
    for one, hand in zip(again, hands, strict=True):
        assert isinstance(one, RecordedHand), one
        assert bare(one) == kept_by_pokerstars(hand), hand.id
    for verdicts in (verify_hands(hands), verify_hands(back), verify_hands(again)):
        assert [verdict.reason for verdict in verdicts if verdict.outcome != "agrees"] == []


def test_there_and_back(tmp_path: Path) -> None:
    go_round(FEW, tmp_path)


@pytest.mark.slow
def test_there_and_back_10_000_hands(tmp_path: Path) -> None:
    go_round(MANY, tmp_path)


def test_the_hands_are_of_every_kind() -> None:
    hands = [play_dead(number)[0] for number in FEW]
    assert sum(hand.button is None for hand in hands) > 20
    assert sum(big_blind_seat(hand) == 0 for hand in hands) > 20
    assert sum(big_blind_seat(hand) > 1 for hand in hands) > 20
    assert sum(big_blind_seat(hand) == 1 and not hand.blinds[0] for hand in hands) > 20
    assert sum(big_blind_seat(hand) == 0 and hand.blinds[0] < hand.big_blind for hand in hands) > 5
    assert sum(big_blind_seat(hand) != big_blind_by_posts(hand) for hand in hands) > 20


def test_acpc_refuses_what_it_has_no_words_for() -> None:
    refused = 0
    for hand in (play_dead(number)[0] for number in FEW):
        if hand.button is None or big_blind_seat(hand) != 1 or not hand.blinds[0]:
            with pytest.raises(InputError, match="an ACPC log cannot hold"):
                acpc.format_hand(hand)
            refused += 1
    assert refused > 100


@pytest.mark.parametrize("number", range(60))
def test_plain_text_names_the_blinds(number: int) -> None:
    hand, _ = play_dead(number)
    lines = [line.split() for line in plain.format_hand(hand).splitlines()]
    big, small = big_blind_seat(hand), small_blind_seat(hand)
    seats = lines[2 : 2 + len(hand.stacks)]
    assert [seat for seat, words in enumerate(seats) if words[0] == "BB"] == [big]
    assert [seat for seat, words in enumerate(seats) if words[0] == "SB"] == list(range(big))
    assert [words[0] for words in seats].count("BTN") == (hand.button is not None)
    posts = [" ".join(words) for words in lines if "posts" in words]
    assert sum("the small blind" in words for words in posts) == (small is not None and hand.blinds[small] > 0)
    assert sum("the big blind" in words for words in posts) == (hand.blinds[big] > 0)
    assert not any("a live blind" in words for words in posts)


@pytest.mark.parametrize(
    ("seats", "button"),
    [((2, 3, 5), 1), ((1, 3, 5), 6), ((3, 5, 1), 2), ((5, 2, 3), 4), ((2**31, 1, 2), 3), ((1, 2, 2**31), 2**31 + 1)],
)
def test_a_dead_button_without_its_seat_gets_the_lowest_that_fits(seats: tuple[int, ...], button: int) -> None:
    number = next(n for n in FEW if len(play_dead(n)[0].stacks) == 3)
    hand = replace(play_dead(number)[0], button=None, extra={"seats": seats})
    assert f"Seat #{button} is the button\n" in pokerstars.format_hand(hand)
