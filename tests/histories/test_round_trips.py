"""Record -> text -> record: random hands of every kind come back as they were, chips, cards and payoffs."""

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from holdem_sim.errors import InputError, RunError
from holdem_sim.game.rules import Rules
from holdem_sim.histories import acpc, phh, plain, pokerstars
from holdem_sim.histories.recorded import RecordedHand
from holdem_sim.histories.tally import big_blind_by_posts, big_blind_seat, complete, live_seats, small_blind_seat
from tests.histories.random_play import bare, play, random_rules

FEW, MANY = range(500), range(10_000, 20_000)


def cents(hand: RecordedHand) -> RecordedHand:
    """Every second hand played for money."""
    return dataclasses.replace(hand, unit="1/100 EUR") if int(hand.id) % 2 else hand


def tagged(hand: RecordedHand) -> RecordedHand:
    return cents(dataclasses.replace(hand, tags=("bot_play",)))


def kept_by_pokerstars(hand: RecordedHand) -> RecordedHand:
    """What PokerStars text can hold of ``hand`` (its docstring says what it cannot)."""
    small = hand.small_blind
    seat = small_blind_seat(hand)
    full = seat is not None and hand.blinds[seat] == small < hand.stacks[seat] - hand.antes[seat]
    if hand.betting == "fixed-limit" and not full:
        small = max(hand.big_blind // 2, 1)
    mode = hand.ante_mode if any(hand.antes) else "none"
    extra = {key: value for key, value in hand.extra.items() if key in pokerstars.KEPT}
    extra["max_seats"] = max(len(hand.stacks), *seat_numbers(hand))
    kept = bare(hand, small_blind=small, ante_mode=mode, tags=(), extra=extra, big_blind_seat=None)
    big = big_blind_seat(hand)
    return kept if big == big_blind_by_posts(kept) else bare(kept, big_blind_seat=big)


def seat_numbers(hand: RecordedHand) -> tuple[int, ...]:
    numbers = hand.extra["seats"]
    assert isinstance(numbers, tuple)
    return numbers


def kept_by_acpc(hand: RecordedHand) -> RecordedHand:
    """What an ACPC log can hold of ``hand``: everybody still in shows, and nothing but the game is told."""
    live = live_seats(hand)
    shown = tuple(seat in live and len(live) > 1 for seat in range(len(hand.stacks)))
    return bare(hand, shown=shown, tags=(), extra={}, unit="chips")


def random_hands(numbers: Iterable[int], *, acpc_only: bool = False) -> list[RecordedHand]:
    hands = []
    for number in numbers:
        rules = random_rules(np.random.default_rng(number), antes=False, rake=False) if acpc_only else None
        if rules is None or rules.betting != "pot-limit":
            hands.append(tagged(play(number, rules)[0]))
    return hands


def go_round(hands: list[RecordedHand], path: Path, form: ModuleType, kept: Callable[[RecordedHand], Any]) -> None:
    form.write(hands, path)
    back = list(form.read(path))
    assert len(back) == len(hands)
    for hand, again in zip(hands, back, strict=True):
        assert bare(again) == kept(hand), f"hand {hand.id}"
        assert (again.file, again.line > 0) == (str(path), True)


def test_phh(tmp_path: Path) -> None:
    go_round(random_hands(FEW), tmp_path / "hands.phhs", phh, bare)


def test_pokerstars(tmp_path: Path) -> None:
    go_round(random_hands(FEW), tmp_path / "hands.txt", pokerstars, kept_by_pokerstars)


def test_acpc(tmp_path: Path) -> None:
    go_round(random_hands(FEW, acpc_only=True), tmp_path / "hands.log", acpc, kept_by_acpc)


@pytest.mark.slow
def test_phh_10_000_hands(tmp_path: Path) -> None:
    go_round(random_hands(MANY), tmp_path / "hands.phhs", phh, bare)


@pytest.mark.slow
def test_pokerstars_10_000_hands(tmp_path: Path) -> None:
    go_round(random_hands(MANY), tmp_path / "hands.txt", pokerstars, kept_by_pokerstars)


@pytest.mark.slow
def test_acpc_10_000_hands(tmp_path: Path) -> None:
    go_round(random_hands(range(10_000, 24_000), acpc_only=True), tmp_path / "hands.log", acpc, kept_by_acpc)


def test_the_hands_are_of_every_kind() -> None:
    met: Counter[str] = Counter()
    for number in FEW:
        hand, _ = play(number)
        pots = hand.pots or ()
        met[hand.betting] += 1
        met[f"antes {hand.ante_mode}"] += 1
        met[f"{len(hand.stacks)} seats"] += 1
        met["side pot"] += len(pots) > 1
        met["split pot"] += any(len(pot.winners) > 1 for pot in pots)
        met["odd chip"] += any(pot.amount % len(pot.winners) > 0 for pot in pots)
        met["all-in"] += any(action.all_in for action in hand.actions)
        met["all-in by a post"] += any(
            map(int.__eq__, hand.stacks, map(sum, zip(hand.antes, hand.blinds, strict=True)))
        )
        met["returned"] += bool(hand.returned)
        met["rake"] += hand.rake > 0
        met["mucked"] += len(live_seats(hand)) > sum(hand.shown or ()) > 0
        met["folded out"] += len(live_seats(hand)) == 1
        met["nobody acts"] += not hand.actions
    kinds = 3 + 3 + 9 + 10
    assert len(met) == kinds
    assert {kind for kind in met if met[kind] < 3} == set()


@pytest.mark.parametrize("number", range(60))
def test_a_record_tells_what_the_table_paid(number: int) -> None:
    hand, table = play(number)
    seats = [place - 1 for place in seat_numbers(hand)]
    net = hand.payoffs_after_rake or hand.payoffs or ()
    assert [net[i] for i in range(len(seats))] == [table.payoffs[seat] for seat in seats]
    assert sum(table.payoffs) == sum(net) == -hand.rake
    assert sum(pot.amount for pot in hand.pots or ()) == sum(pot.amount for pot in table.pots) + table.rake
    _, pots, returned = complete(dataclasses.replace(hand, pots=None, returned=None, shown=None))
    assert (pots, returned) == (hand.pots, hand.returned)


@pytest.mark.parametrize("number", range(40))
def test_plain_text_tells_names_cards_and_results(number: int, tmp_path: Path) -> None:
    hand, _ = play(number)
    text = plain.format_hand(hand, symbols=False)
    lines = text.splitlines()
    result = lines[lines.index("Result") + 1 :]
    for name, net, line in zip(hand.names, hand.payoffs_after_rake or hand.payoffs or (), result, strict=True):
        assert name in line
        assert line.split()[-1] == (f"+{net}" if net > 0 else str(net))
    assert sum(line.startswith(("Flop", "Turn", "River")) for line in lines) == max(len(hand.board) - 2, 0)
    assert sum(" folds" in line for line in lines) == sum(action.kind == "fold" for action in hand.actions)
    plain.write([hand, hand], tmp_path / "hands.txt")
    assert (tmp_path / "hands.txt").read_text().count(plain.format_hand(hand)) == 2


def test_what_a_format_cannot_hold_is_said() -> None:
    hand = play(3)[0]
    cases: list[tuple[ModuleType, dict[str, Any], str]] = [
        (acpc, {"betting": "pot-limit"}, "pot-limit betting"),
        (acpc, {"antes": (1,) * 6, "ante_mode": "all"}, "antes"),
        (acpc, {"dead": (1, 0, 0, 0, 0, 0)}, "dead money"),
        (acpc, {"rake": 1}, "a rake"),
        (acpc, {"blinds": (4, 14, 18, 0, 0, 0)}, "straddles"),
        (acpc, {"blinds": (0, 14, 0, 0, 0, 0)}, "blinds other than"),
        (acpc, {"button": None}, "button on an empty seat"),
        (acpc, {"payoffs": None}, "payoffs"),
        (acpc, {"names": ("a", "b", "c", "d", "e|f", "g")}, "'e|f'"),
        (pokerstars, {"names": ("a", "b", "c", "d", "e", "e")}, "same name"),
        (pokerstars, {"names": ("a", "b", "c", "d", "e: f", "g")}, "'e: f'"),
        (pokerstars, {"names": ("a", "b", "c", "d", "e\nf", "g")}, "line break"),
        (pokerstars, {"names": ("a", "b", "c", "d", "e [f]", "g")}, "brackets"),
        (pokerstars, {"unit": "1/2 chips"}, "1/2 chips"),
        (pokerstars, {"extra": {"table": "a\nb"}}, "table"),
        (pokerstars, {"extra": {"seats": (6, 5, 4, 3, 2, 1)}}, "clockwise"),
        (pokerstars, {"betting": "spread"}, "spread"),
        (pokerstars, {"payoffs": (5, 5, 5, 5, 5, 5)}, "the payoff of seat 1"),
        (phh, {"betting": "spread"}, "spread"),
        (phh, {"extra": {"object": object()}}, "object"),
        (plain, {"board": (), "pots": None}, "board cards"),
    ]
    for form, changes, words in cases:
        with pytest.raises(InputError, match="hand 4") as error:
            form.format_hand(dataclasses.replace(hand, **changes))
        assert words in str(error.value), (form.__name__, changes)
        assert "\n" not in str(error.value)


def test_one_hand_to_a_phh_file(tmp_path: Path) -> None:
    hand = play(1)[0]
    phh.write([hand], tmp_path / "one.phh")
    assert [bare(again) for again in phh.read(tmp_path / "one.phh") if isinstance(again, RecordedHand)] == [hand]
    with pytest.raises(InputError, match="one hand"):
        phh.write([hand, hand], tmp_path / "two.phh")


@pytest.mark.parametrize("form", [acpc, phh, plain, pokerstars])
def test_what_cannot_be_written_is_said(form: ModuleType, tmp_path: Path) -> None:
    hand = play(1, Rules())[0]
    with pytest.raises(RunError, match="cannot write"):
        form.write([hand], tmp_path / "no folder" / "hands.txt")
    names = ("\ud800", *hand.names[1:])
    with pytest.raises(InputError, match="no character"):
        form.write([dataclasses.replace(hand, names=names)], tmp_path / "hands.txt")
