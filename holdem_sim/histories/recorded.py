"""A recorded hand: one shape for what every format can tell, whoever played it.

Seats are numbered as RULES.md deals: 0 is the first dealt seat left of the button, then clockwise, the button last;
heads-up seat 0 is the small blind and has the button, seat 1 is the big blind. Amounts are integers, in chips or
in ``unit``. What a record does not tell is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

STREETS = ("preflop", "flop", "turn", "river")
KINDS = ("fold", "check", "call", "bet", "raise")


@dataclass(frozen=True)
class RecordedAction:
    """``to``: the seat's live total of this street after the action (blinds count, antes and dead money do not)."""

    seat: int
    street: str
    kind: str
    to: int
    all_in: bool = False


@dataclass(frozen=True)
class RecordedPot:
    """Before rake: chips, the seats that contest it, the seats that won it."""

    amount: int
    eligible: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True)
class RecordedHand:
    """One hand as recorded.

    ``stacks`` are before any post; ``antes``, ``blinds`` (live: straddles and entry posts too) and ``dead`` are what
    each seat posted; ``big_blind_seat`` is who posted the big blind, if the record says so. ``button`` is None when
    nobody dealt in has it. ``hole_cards`` and ``board`` are card numbers (``holdem_sim.cards``). ``payoffs`` (net)
    and ``final_stacks`` are before rake, ``payoffs_after_rake`` after it. ``returned``: uncalled chips by seat.
    ``names`` are the players', ``unit`` says what one chip is ("chips" or "1/100 USD"). ``file`` and ``line`` say
    where the hand was read; ``extra`` keeps what a format knows besides (date, table, seed ...).
    """

    id: str
    betting: str
    small_blind: int
    big_blind: int
    stacks: tuple[int, ...]
    blinds: tuple[int, ...]
    actions: tuple[RecordedAction, ...]
    button: int | None = None
    antes: tuple[int, ...] = ()
    ante_mode: str = "none"
    dead: tuple[int, ...] = ()
    hole_cards: tuple[tuple[int, int] | None, ...] = ()
    board: tuple[int, ...] = ()
    big_blind_seat: int | None = None
    first_to_act: int | None = None
    payoffs: tuple[int, ...] | None = None
    payoffs_after_rake: tuple[int, ...] | None = None
    rake: int = 0
    final_stacks: tuple[int, ...] | None = None
    returned: Mapping[int, int] | None = None
    pots: tuple[RecordedPot, ...] | None = None
    shown: tuple[bool, ...] | None = None
    names: tuple[str, ...] = ()
    unit: str = "chips"
    tags: tuple[str, ...] = ()
    file: str = ""
    line: int = 0
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Refusal:
    """A hand that cannot be read or played: where it stands and why, in words for people."""

    reason: str
    id: str = ""
    file: str = ""
    line: int = 0
