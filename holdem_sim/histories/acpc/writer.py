"""Writing ACPC logs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from holdem_sim.cards import format_cards
from holdem_sim.errors import InputError
from holdem_sim.histories.acpc.game import Game, ours
from holdem_sim.histories.lines import write_texts
from holdem_sim.histories.recorded import STREETS, RecordedHand
from holdem_sim.histories.tally import BOARD_CARDS, big_blind_seat

_NUMBER = re.compile(r"0|[1-9]\d{0,17}", re.ASCII)


def format_hand(hand: RecordedHand, number: int = 0) -> str:
    """The STATE line of a hand, with ``number`` where its id is none. Raises InputError for what ACPC cannot hold."""
    game = game_of(hand)
    seats = len(hand.stacks)
    order = ours(range(seats))
    streets = BOARD_CARDS.index(len(hand.board))
    bets, before = list(hand.blinds), [0] * seats
    rounds = []
    for name in STREETS[: streets + 1]:
        words = ""
        for action in hand.actions:
            if action.street != name:
                continue
            if action.kind in ("fold", "check", "call"):
                words += "f" if action.kind == "fold" else "c"
            else:
                words += "r" if game.betting == "fixed-limit" else f"r{before[action.seat] + action.to}"
            bets[action.seat] = action.to
        rounds.append(words)
        before = [old + new for old, new in zip(before, bets, strict=True)]
        bets = [0] * seats
    holes = [hand.hole_cards[seat] if hand.hole_cards else None for seat in order]
    cards = "|".join(format_cards(hole, separator="") if hole else "" for hole in holes)
    for street in range(1, streets + 1):
        cards += "/" + format_cards(hand.board[BOARD_CARDS[street - 1] : BOARD_CARDS[street]], separator="")
    if hand.payoffs is None:
        raise InputError(f"hand {hand.id}: its payoffs are not known")
    values = "|".join(str(hand.payoffs[seat]) for seat in order)
    id = hand.id if _NUMBER.fullmatch(hand.id) else str(number)
    return f"STATE:{id}:{'/'.join(rounds)}:{cards}:{values}:{'|'.join(_names(hand))}\n"


def game_of(hand: RecordedHand) -> Game:
    """The game definition that a hand was played by. Raises InputError for what ACPC has no words for."""
    seats = len(hand.stacks)
    faults = (
        (hand.betting not in ("no-limit", "fixed-limit"), f"{hand.betting} betting"),
        (any(hand.antes) or hand.ante_mode != "none", "antes"),
        (any(hand.dead), "dead money"),
        (bool(hand.rake), "a rake"),
        (hand.button is None, "a button on an empty seat"),
        (big_blind_seat(hand) != 1, "a dead small blind, or players between it and the button"),
        (any(hand.blinds[2:]), "straddles or entry posts"),
    )
    nominal = (hand.small_blind, hand.big_blind, *[0] * (seats - 2))
    posted = tuple(map(min, nominal, hand.stacks))
    missing = hand.blinds[:2] != posted[:2] and not any(hand.antes)
    for wrong, what in (*faults, (missing, "blinds other than the small and the big one in full")):
        if wrong:
            raise InputError(f"hand {hand.id}: an ACPC log cannot hold {what}")
    limit = hand.betting == "fixed-limit"
    big = hand.big_blind
    sizes = (big, big, 2 * big, 2 * big) if limit else (0, 0, 0, 0)
    return Game(hand.betting, ours(hand.stacks), ours(nominal), sizes)


def _names(hand: RecordedHand) -> list[str]:
    names = hand.names or tuple(f"seat{seat + 1}" for seat in range(len(hand.stacks)))
    for name in names:
        if not name or re.search(r"[|:\s\x00-\x1f]", name.replace(" ", "")) or name != name.strip():
            raise InputError(f"hand {hand.id}: an ACPC log cannot hold the name {name!r} ('|', ':', line breaks)")
    return [names[seat] for seat in ours(range(len(names)))]


def write(hands: Iterable[RecordedHand], path: Path) -> None:
    """Write a log: a game definition where it changes, a STATE line a hand, the SCORE of all.

    Raises InputError for a hand that ACPC cannot hold, RunError for the disk.
    """
    write_texts(texts(hands), path)


def texts(hands: Iterable[RecordedHand]) -> Iterator[str]:
    """What ``write`` writes, piece by piece."""
    game: Game | None = None
    total: Counter[str] = Counter()
    for number, hand in enumerate(hands):
        before, game = game, game_of(hand)
        if game != before:
            yield "".join(f"# {line}\n" for line in game.lines())
        yield format_hand(hand, number)
        for name, net in zip(_names(hand), ours(hand.payoffs or ()), strict=True):
            total[name] += net
    if total:
        yield f"SCORE:{'|'.join(map(str, total.values()))}:{'|'.join(total)}\n"
