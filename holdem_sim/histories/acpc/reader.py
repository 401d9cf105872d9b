"""Reading ACPC logs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from holdem_sim.cards import check_distinct, parse_cards
from holdem_sim.histories.acpc.game import Game, GamesOfFile, ours
from holdem_sim.histories.amounts import make_unit, parse_amount
from holdem_sim.histories.lines import MOST_LINE, read_lines
from holdem_sim.histories.recorded import RecordedHand, RecordedPot, Refusal
from holdem_sim.histories.tally import Hole, Tally, award, best_hands

_STATE = re.compile(r"STATE:(\d{1,18}):([^:]*):([^:]*):([^:]*):(.*)", re.ASCII)
_MOVE = re.compile(r"f|c|r(\d*)|/", re.ASCII)
_HALVES = re.compile(r"\.50*(?:\||$)", re.ASCII)


def read(path: Path, game: Game | None = None) -> Iterator[RecordedHand | Refusal]:
    """The hands of a log, one at a time; ``game`` is the game they were played by, if the file does not tell.

    Raises InputError when the file cannot be read.
    """
    source = GamesOfFile(game)
    for number, text in read_lines(path):
        state = None
        try:
            if text is None:
                raise ValueError(f"a line longer than {MOST_LINE:,} bytes")
            text = text.strip()
            if not text or text.startswith(("#", ";")):
                source.comment(text.lstrip("#; "))
                continue
            if text.startswith("SCORE"):
                continue
            state = _STATE.fullmatch(text)
            if state is None:
                raise ValueError(f"{text[:40]!r} is no STATE line")
            hand = _parse(state, source)
        except ValueError as error:
            yield Refusal(" ".join(str(error).split())[:300], state[1] if state else "", str(path), number)
        else:
            yield replace(hand, file=str(path), line=number)


def _parse(state: re.Match[str], source: GamesOfFile) -> RecordedHand:
    id, betting, cards, values, names = state.groups()
    players = names.split("|")
    seats = len(players)
    if not 2 <= seats <= 10:
        raise ValueError(f"{seats} players: a table has 2 to 10")
    factor = 2 if _HALVES.search(values) else 1  # the dealer splits odd chips in halves
    game = source.game(seats, betting).times(factor)
    order = ours(range(seats))
    stacks, nominal = ours(game.stacks), ours(game.blinds)
    blinds = tuple(map(min, nominal, stacks))
    small_blind, big_blind = nominal[0], max(nominal)
    if game.betting == "fixed-limit":
        big_blind = game.raise_size[0]
    tally = Tally(stacks, blinds, big_blind)
    _bet(tally, betting, order, game, factor)
    holes, board = _cards(cards, order)
    tally.end(len(board))
    check_distinct([*board, *(card for hole in holes if hole for card in hole)])
    payoffs = _values(values, seats, factor)
    for seat in set(range(seats)) - tally.live:
        if payoffs[seat] != -tally.put[seat]:
            raise ValueError(
                f"{players[order[seat]]} folded after {tally.put[seat]} chips and is said to win {payoffs[seat]}:"
                " the values do not fit the game definition"
            )
    returned = tally.uncalled()
    return RecordedHand(
        id=id,
        betting=game.betting,
        small_blind=small_blind,
        big_blind=big_blind,
        stacks=stacks,
        blinds=blinds,
        actions=tuple(tally.actions),
        button=0 if seats == 2 else seats - 1,
        antes=(0,) * seats,
        dead=(0,) * seats,
        hole_cards=holes,
        board=board,
        first_to_act=tally.first_to_act,
        payoffs=payoffs,
        returned=returned,
        pots=_pots(tally, returned, holes, board, payoffs),
        shown=tuple(seat in tally.live and len(tally.live) > 1 and hole is not None for seat, hole in enumerate(holes)),
        names=tuple(players[position] for position in order),
        unit=make_unit(factor, "chips"),
    )


def _bet(tally: Tally, betting: str, order: Sequence[int], game: Game, factor: int) -> None:
    """Play the betting: whose turn it is follows from the order of positions."""
    at = game.first_player
    before = [0] * len(order)  # chips put in on earlier streets, by canonical seat
    full_bet = tally.price
    i = 0
    while i < len(betting):
        move = _MOVE.match(betting, i)
        if move is None:
            raise ValueError(f"{betting[i : i + 10]!r} is no betting")
        i = move.end()
        if move[0] == "/":
            tally.deal(tally.street + 1 if tally.street < 3 else 3)
            before = list(tally.put)
            at, full_bet = 0, 0
            continue
        turns = [order[(at + step) % len(order)] for step in range(len(order))]
        able = [seat for seat in turns if seat in tally.live and tally.behind[seat]]
        if not able or len(tally.live) < 2:
            raise ValueError(f"betting {betting[:40]!r} goes on when nobody can act")
        seat = able[0]
        if move[0] == "f":
            tally.fold(seat)
        elif move[0] == "c":
            tally.check_call(seat)
        elif game.betting == "fixed-limit":
            if move[1]:
                raise ValueError(f"{move[0][:12]}: fixed limit has no amounts")
            size = game.raise_size[tally.street]
            to = min(full_bet + size, tally.bets[seat] + tally.behind[seat])
            full_bet = to if 2 * (to - full_bet) >= size else full_bet
            tally.raise_to(seat, to)
        elif not move[1]:
            raise ValueError("a raise without its amount in no limit")
        else:
            tally.raise_to(seat, parse_amount(move[1], factor) - before[seat])
        at = order.index(seat) + 1


def _cards(text: str, order: Sequence[int]) -> tuple[tuple[Hole, ...], tuple[int, ...]]:
    holes, *streets = text.split("/")
    hands = [parse_cards(cards) for cards in holes.split("|")]
    if len(hands) != len(order) or any(len(cards) not in (0, 2) for cards in hands):
        raise ValueError(f"{holes[:60]!r} are not the hole cards of {len(order)} players")
    board = [parse_cards(cards) for cards in streets]
    if [len(cards) for cards in board] != [3, 1, 1][: len(board)]:
        raise ValueError(f"{text[:80]!r}: a board is dealt as 3, 1 and 1 cards")
    known = tuple((hands[at][0], hands[at][1]) if hands[at] else None for at in order)
    return known, tuple(card for cards in board for card in cards)


def _values(text: str, seats: int, factor: int) -> tuple[int, ...]:
    words = text.split("|")
    try:
        values = [(-1 if word.startswith("-") else 1) * parse_amount(word.removeprefix("-"), factor) for word in words]
    except ValueError as error:
        raise ValueError(f"values: {error}") from error
    if len(values) != seats:
        raise ValueError(f"{len(values)} values for {seats} players")
    if sum(values):
        raise ValueError(f"the values sum to {sum(values)}, not 0")
    return ours(values)


def _pots(
    tally: Tally, returned: dict[int, int], holes: Sequence[Hole], board: Sequence[int], payoffs: Sequence[int]
) -> tuple[RecordedPot, ...] | None:
    """The pots; their winners by the cards, or by the values where cards are unknown and there is one pot."""
    layers = tally.layers(returned)
    if len(tally.live) == 1 or all(holes[seat] for seat in tally.live):
        return award(layers, lambda contestants: best_hands(contestants, holes, board))
    won = tuple(s for s in sorted(tally.live) if payoffs[s] + tally.put[s] - returned.get(s, 0) > 0)
    return award(layers, lambda contestants: won) if len(layers) == 1 else None
