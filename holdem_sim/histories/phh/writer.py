"""Writing PHH."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from holdem_sim.cards import format_cards
from holdem_sim.errors import InputError
from holdem_sim.histories.amounts import format_amount, split_unit
from holdem_sim.histories.lines import write_texts
from holdem_sim.histories.phh.fields import NO_BUTTON, POT_LIMIT_NOTE, VARIANTS, cut_posts, ours
from holdem_sim.histories.recorded import STREETS, RecordedHand
from holdem_sim.histories.tally import (
    BOARD_CARDS,
    big_blind_seat,
    find_ante_mode,
    last_street,
    live_seats,
    showdown_order,
    shows,
    small_blind_seat,
)

_PUBLIC = frozenset(
    (
        *("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country"),
        *("time", "time_zone", "day", "month", "year", "level", "seat_count", "table", "currency_symbol"),
        *("time_limit", "time_banks"),
    )
)
"""Fields of the format that ``extra`` holds under their own name."""


def format_hand(hand: RecordedHand) -> str:
    """The hand as TOML, without a table header. Raises InputError for what PHH cannot hold."""
    try:
        return "".join(f"{_key(key)} = {_toml(value)}\n" for key, value in _document(hand).items())
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"hand {hand.id}: {error}") from error


def write(hands: Iterable[RecordedHand], path: Path) -> None:
    """Write ``hands`` to ``path``: one to a ``.phh`` file, any number to a ``.phhs`` file.

    Raises InputError for a hand that PHH cannot hold or a second hand in a ``.phh`` file, RunError for the disk.
    """
    write_texts(texts(hands, single=path.suffix == ".phh"), path)


def texts(hands: Iterable[RecordedHand], *, single: bool = False) -> Iterator[str]:
    """What ``write`` writes, piece by piece; ``single``: to a ``.phh`` file, which holds one hand."""
    for number, hand in enumerate(hands, 1):
        if single and number > 1:
            raise InputError("a .phh file holds one hand; name it .phhs for many")
        yield format_hand(hand) if single else f"[{number}]\n{format_hand(hand)}\n"


class _Bare(str):
    """An amount as it stands in TOML."""


def _document(hand: RecordedHand) -> dict[str, object]:
    seats = len(hand.stacks)
    factor, currency = split_unit(hand.unit)
    code = {betting: code for code, betting in VARIANTS.items()}.get(hand.betting)
    if code is None:
        raise InputError(f"hand {hand.id}: PHH has no code for {hand.betting} hold'em")

    def amounts(row: Iterable[int]) -> list[_Bare]:
        return [_Bare(format_amount(amount, factor)) for amount in row]

    dead = hand.dead or (0,) * seats
    antes = [ante + gone for ante, gone in zip(hand.antes or (0,) * seats, dead, strict=True)]
    blinds = list(hand.blinds)
    for seat, nominal in ((small_blind_seat(hand), hand.small_blind), (big_blind_seat(hand), hand.big_blind)):
        if seat is not None and hand.stacks[seat] == antes[seat] + blinds[seat] < antes[seat] + nominal:
            blinds[seat] = nominal
    fields: dict[str, object] = {"variant": code}
    if code == "PT":
        fields["_note"] = POT_LIMIT_NOTE
    fields["ante_trimming_status"] = hand.ante_mode != "big_blind" and not any(dead)
    fields["antes"] = amounts(antes)
    fields["blinds_or_straddles"] = amounts(blinds)
    if code == "FT":
        fields["small_bet"], fields["big_bet"] = amounts((hand.big_blind, 2 * hand.big_blind))
    else:
        (fields["min_bet"],) = amounts((hand.big_blind,))
    fields["starting_stacks"] = amounts(ours(hand.stacks))
    fields["actions"] = list(_actions(hand, factor))
    fields["hand"] = int(hand.id) if re.fullmatch(r"0|[1-9]\d{0,14}", hand.id, re.ASCII) else hand.id
    if hand.names:
        fields["players"] = list(ours(hand.names))
    net = hand.payoffs_after_rake or hand.payoffs
    if net is not None:
        end = (stack + won for stack, won in zip(hand.stacks, net, strict=True))
        fields["finishing_stacks"] = amounts(ours(tuple(end)))
    if currency != "chips":
        fields["currency"] = currency
    for key, value in hand.extra.items():
        if key == "seats" and isinstance(value, tuple) and len(value) == seats:
            fields["seats"] = list(ours(value))
        else:
            fields[key if key in _PUBLIC else f"_{key}"] = value
    return fields | _own_fields(hand, blinds, antes, amounts)


def _own_fields(
    hand: RecordedHand, nominal: Sequence[int], antes: Sequence[int], amounts: Callable[[Iterable[int]], list[_Bare]]
) -> dict[str, object]:
    """What a reader of the standard fields would not come to."""
    seats = len(hand.stacks)
    dead = hand.dead or (0,) * seats
    fields: dict[str, object] = {}
    if split_unit(hand.unit)[0] == 2:
        fields["_unit"] = hand.unit
    if any(dead):
        fields["_dead"] = amounts(dead)
    if cut_posts(hand.stacks, antes, nominal, dead)[1] != hand.blinds:
        fields["_blinds"] = amounts(hand.blinds)
    if hand.small_blind != (nominal[0] if nominal[1] else hand.big_blind // 2):
        (fields["_small_blind"],) = amounts((hand.small_blind,))
    if hand.ante_mode != find_ante_mode(hand.antes or (0,), 1):
        fields["_ante_mode"] = hand.ante_mode
    if hand.big_blind_seat is not None:
        fields["_big_blind_seat"] = hand.big_blind_seat
    if hand.button != (0 if seats == 2 else seats - 1):
        fields["_button"] = NO_BUTTON if hand.button is None else hand.button
    preflop = [action.seat for action in hand.actions if action.street == "preflop"]
    if hand.first_to_act != (preflop[0] if preflop else None):
        fields["_first_to_act"] = NO_BUTTON if hand.first_to_act is None else hand.first_to_act
    live = live_seats(hand)
    if hand.shown is not None and any(flag and (len(live) < 2 or i not in live) for i, flag in enumerate(hand.shown)):
        fields["_shown"] = list(hand.shown)
    if hand.tags:
        fields["_tags"] = list(hand.tags)
    return fields


def _actions(hand: RecordedHand, factor: int) -> Iterator[str]:
    seats = len(hand.stacks)
    player = [f"p{1 + ours(range(seats)).index(seat)}" for seat in range(seats)]
    for seat in ours(range(seats)):
        hole = hand.hole_cards[seat] if hand.hole_cards else None
        yield f"d dh {player[seat]} {format_cards(hole, separator='') if hole else '????'}"
    streets = BOARD_CARDS.index(len(hand.board))
    last = last_street(hand)
    showdown = [_show(hand, seat, player[seat]) for seat in showdown_order(hand)]
    for street, name in enumerate(STREETS[: streets + 1]):
        if street == last + 1 and len(showdown) > 1:
            yield from showdown
        if street:
            cards = hand.board[BOARD_CARDS[street - 1] : BOARD_CARDS[street]]
            yield f"d db {format_cards(cards, separator='')}"
        for action in hand.actions:
            if action.street == name:
                verb = {"fold": "f", "check": "cc", "call": "cc"}.get(action.kind)
                yield f"{player[action.seat]} {verb or 'cbr ' + format_amount(action.to, factor)}"
    if last == streets and len(showdown) > 1:
        yield from showdown


def _show(hand: RecordedHand, seat: int, player: str) -> str:
    if not shows(hand, seat):
        return f"{player} sm"
    hole = hand.hole_cards[seat] if hand.hole_cards else None
    return f"{player} sm {format_cards(hole, separator='') if hole else '-'}"


def _toml(value: object) -> str:
    if isinstance(value, _Bare):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(one) for one in value) + "]"
    raise ValueError(f"PHH cannot hold {str(value)[:40]!r}")


def _key(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key, re.ASCII) else _toml(key)
