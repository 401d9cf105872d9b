"""``Hand``: one hand, one action at a time, over the same kernels that play millions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.cards import TEXT, check_distinct, format_cards, parse_cards
from holdem_sim.contract.action import CHECK_CALL, FOLD
from holdem_sim.contract.observation import OBSERVATION, OVER, SEATS
from holdem_sim.game.betting import apply, is_legal
from holdem_sim.game.dealing import shuffle
from holdem_sim.game.hand import advance, settle, sit_down, start_hand
from holdem_sim.game.posting import Posts, forced_by_rules
from holdem_sim.game.rules import MOST_CHIPS, RULES, Rules
from holdem_sim.game.table import FORCED, HIDDEN

STREETS = ("preflop", "flop", "turn", "river", "over")

Cards = str | Sequence[str] | Sequence[int]

_TABLE = (array_of(OBSERVATION), array_of(HIDDEN), array_of(RULES))


@kernel(signature=types.void(array_of(HIDDEN), types.uint64))
def _shuffle(hidden: Any, seed: Any) -> None:
    shuffle(hidden[0], 52, seed, 0, 0)


@kernel(signature=types.void(*_TABLE, array_of(FORCED), types.int64, types.int64, types.boolean))
def _start(observation: Any, hidden: Any, rules: Any, forced: Any, seats: Any, button: Any, posted: Any) -> None:
    table = observation[0]
    stacks = table["stacks"].copy()
    sit_down(table, rules[0], seats)
    for seat in range(seats):
        table["stacks"][seat] = stacks[seat]
    if not posted:
        forced_by_rules(forced[0], table, rules[0], button)
    start_hand(table, hidden[0], rules[0], forced[0])


@kernel(signature=types.boolean(*_TABLE))
def _advance(observation: Any, hidden: Any, rules: Any) -> Any:
    if advance(observation[0], hidden[0]):
        return True
    settle(observation[0], hidden[0], rules[0])
    return False


@kernel(signature=types.boolean(array_of(OBSERVATION), array_of(HIDDEN), types.int64, types.boolean))
def _act(observation: Any, hidden: Any, action: Any, open_folds: Any) -> Any:
    if not (is_legal(observation[0], action) or (open_folds and action == FOLD)):
        return False
    apply(observation[0], hidden[0], action)
    return True


@dataclass(frozen=True)
class Pot:
    """One pot at the end: chips after rake, the seats that contested it, those that won it."""

    amount: int
    contestants: tuple[int, ...]
    winners: tuple[int, ...]


class Hand:
    """One hand of hold'em. Seats are the indices of ``stacks`` (chips), clockwise; a stack of 0 is not dealt in.

    ``hole_cards``: per seat text, card numbers or None; ``board``: the five cards to come, or fewer. Cards not
    given, burnt ones included, are drawn by ``seed``. Raises ValueError for anything that cannot be dealt.

    For replays: ``posts`` instead of those of the rules (then ``button`` is theirs), ``mucked`` seats that lose at
    showdown whatever they hold, ``open_folds`` to allow a fold with nothing to pay.
    """

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        stacks: Sequence[int],
        button: int = 0,
        hole_cards: Sequence[Cards | None] | None = None,
        board: Cards = "",
        seed: int = 0,
        posts: Posts | None = None,
        mucked: Iterable[int] = (),
        open_folds: bool = False,
    ) -> None:
        if not isinstance(rules, Rules | None):
            raise ValueError(f"rules {rules!r}: must be holdem_sim.Rules(...)")
        for name, value in (("button", button), ("seed", seed)):
            if isinstance(value, bool) or not isinstance(value, int | np.integer):
                raise ValueError(f"{name} {value!r}: must be a whole number")
        self.rules = rules or Rules()
        _check_stacks(stacks)
        if posts is not None:
            _check_posts(posts, len(stacks))
            button = posts.button
        elif not (0 <= button < len(stacks) and stacks[button] > 0):
            raise ValueError(f"button {button}: must be a seat with chips, 0..{len(stacks) - 1}")
        if not 0 <= seed < 2**63:
            raise ValueError(f"seed {seed}: must be from 0 to 2^63 - 1")
        self._observation = np.zeros(1, OBSERVATION)
        self._hidden = np.zeros(1, HIDDEN)
        seats = self._seats = len(stacks)
        self._forced = np.zeros(1, FORCED) if posts is None else posts.record(seats, self.rules.big_blind)
        self._open_folds = open_folds
        self._rules = self.rules.record()
        self._table = self._observation[0]
        self._secret = self._hidden[0]
        self._table["stacks"][: len(stacks)] = stacks
        self._secret["deck"][:] = _arrange(stacks, button, hole_cards, board, seed)
        self._secret["mucked"] = sum(1 << seat for seat in set(mucked))
        with np.errstate(over="ignore"):
            _start(self._observation, self._hidden, self._rules, self._forced, seats, button, posts is not None)
            _advance(self._observation, self._hidden, self._rules)

    @property
    def observation(self) -> Any:
        """What the seat to act sees: a copy of the OBSERVATION record."""
        return self._observation[0].copy()

    @property
    def posts(self) -> Posts:
        """What the hand began with, as far as the stacks went."""
        forced = self._forced[0]
        posted: dict[str, list[int]] = {"ante": [], "blind": [], "dead": []}
        for seat in range(self._seats):
            left = int(self._secret["start_stacks"][seat])
            for kind, chips in posted.items():
                chips.append(min(int(forced[kind][seat]), left))
                left -= chips[-1]
        return Posts(
            posted["blind"],
            int(forced["big_blind_seat"]),
            int(forced["button"]),
            posted["ante"],
            posted["dead"],
            int(forced["first_to_act"]),
        )

    @property
    def over(self) -> bool:
        """Has the hand ended?"""
        return int(self._table["street"]) == OVER

    @property
    def actor(self) -> int | None:
        """The seat to act; None when the hand is over."""
        return None if self.over else int(self._table["seat"])

    @property
    def street(self) -> str:
        """ "preflop", "flop", "turn", "river" or "over"."""
        return STREETS[int(self._table["street"])]

    @property
    def board(self) -> str:
        """The board cards dealt so far, like "2c 7d 9h"."""
        return format_cards([int(c) for c in self._table["board"] if c < 52])

    @property
    def hole_cards(self) -> list[str | None]:
        """Each seat's two cards; None for a seat that was not dealt in."""
        dealt = int(self._table["dealt"])
        return [
            format_cards(self._secret["hole"][seat], separator="") if dealt >> seat & 1 else None
            for seat in range(self._seats)
        ]

    @property
    def pot(self) -> int:
        """Every chip in the middle, this round's bets and antes included (after the end: what was contested)."""
        return int(self._table["pot"])

    @property
    def stacks(self) -> list[int]:
        """Chips behind, per seat; after the end with what was won."""
        return self._per_seat("stacks")

    @property
    def bets(self) -> list[int]:
        """Chips of this betting round, per seat."""
        return self._per_seat("bets")

    @property
    def invested(self) -> list[int]:
        """Chips put in over the hand, per seat; after the end without what came back uncalled."""
        return self._per_seat("invested")

    @property
    def to_call(self) -> int:
        """What a call costs the seat to act, at most its stack. 0 when over."""
        return 0 if self.over else int(self._table["to_call"])

    @property
    def can_fold(self) -> bool:
        """Is there something to pay, or are open folds allowed?"""
        return self.to_call > 0 or (self._open_folds and not self.over)

    @property
    def min_raise_to(self) -> int | None:
        """Least legal raise-to amount (the whole stack when that is less than the minimum); None: no raise."""
        return self._raise("min_raise_to")

    @property
    def max_raise_to(self) -> int | None:
        """Greatest legal raise-to amount; None when no raise is allowed."""
        return self._raise("max_raise_to")

    @property
    def payoffs(self) -> list[int]:
        """Net chips per seat once the hand is over; they sum to minus the rake. Zeros before."""
        return self._per_seat("payoffs")

    @property
    def rake(self) -> int:
        """Chips taken by the house."""
        return int(self._secret["rake"]) if self.over else 0

    @property
    def returned(self) -> list[int]:
        """Uncalled chips that came back, per seat."""
        return [int(chips) for chips in self._secret["returned"][: self._seats]]

    @property
    def pots(self) -> list[Pot]:
        """The pots, main pot first, once the hand is over; empty before."""
        if not self.over:
            return []
        columns = ("pot_amount", "pot_contestants", "pot_winners")
        rows = zip(*(self._secret[name][: self._secret["pot_count"]] for name in columns), strict=True)
        return [Pot(int(amount), _seats_in(seats), _seats_in(winners)) for amount, seats, winners in rows]

    @property
    def shown(self) -> tuple[int, ...]:
        """The seats that had to show their cards."""
        return _seats_in(self._secret["shown"]) if self.over else ()

    def fold(self) -> None:
        """Fold; ValueError when there is nothing to pay."""
        self._act(FOLD, "fold")

    def check_call(self) -> None:
        """Check, or call (all-in if the stack is short)."""
        self._act(CHECK_CALL, "check or call")

    def raise_to(self, amount: int) -> None:
        """Bet or raise to ``amount``, the seat's total of this round; ValueError outside the legal range."""
        if isinstance(amount, bool) or not isinstance(amount, int | np.integer) or amount <= 0:
            raise ValueError(f"raise to {amount!r}: must be a whole number of chips above 0; {self._legal()}")
        self._act(int(amount), f"raise to {amount}")

    def _act(self, action: int, name: str) -> None:
        if self.over:
            raise ValueError(f"{name}: the hand is over")
        with np.errstate(over="ignore"):
            if action > MOST_CHIPS or not _act(self._observation, self._hidden, action, self._open_folds):
                raise ValueError(f"{name}: not legal for seat {self.actor}; {self._legal()}")
            _advance(self._observation, self._hidden, self._rules)

    def _legal(self) -> str:
        if self.over:
            return "the hand is over"
        call = f"call {self.to_call}" if self.to_call else "check"
        acts = [f"fold, {call}" if self.can_fold else call]
        if self.max_raise_to:
            acts.append(f"raise to {self.min_raise_to}..{self.max_raise_to}")
        return "legal: " + ", ".join(acts)

    def _raise(self, name: str) -> int | None:
        return None if self.over or not self._table["max_raise_to"] else int(self._table[name])

    def _per_seat(self, name: str) -> list[int]:
        return [int(chips) for chips in self._table[name][: self._seats]]


def _seats_in(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(SEATS) if int(mask) >> seat & 1)


def _check_stacks(stacks: Sequence[int]) -> None:
    if not 2 <= len(stacks) <= SEATS:
        raise ValueError(f"{len(stacks)} stacks: a table has 2 to {SEATS} seats")
    for seat, stack in enumerate(stacks):
        if isinstance(stack, bool) or not isinstance(stack, int | np.integer) or stack < 0:
            raise ValueError(f"stack {stack!r} of seat {seat}: must be a whole number of chips, 0 or more")
    if sum(stacks) > MOST_CHIPS:
        raise ValueError(f"{sum(stacks)} chips at one table: at most {MOST_CHIPS}")
    if sum(stack > 0 for stack in stacks) < 2:
        raise ValueError("at least two seats need chips")


def _check_posts(posts: Posts, seats: int) -> None:
    for name in ("blinds", "antes", "dead"):
        chips = getattr(posts, name)
        if len(chips) > seats or any(not 0 <= amount <= MOST_CHIPS for amount in chips):
            raise ValueError(f"{name} {list(chips)}: must be chips of at most {seats} seats, 0 or more")
    first = posts.first_to_act or 0
    if not (0 <= posts.big_blind_seat < seats and -1 <= posts.button < seats and 0 <= first <= seats):
        raise ValueError(
            f"big blind {posts.big_blind_seat}, button {posts.button}, first to act {posts.first_to_act}: "
            f"must be seats 0..{seats - 1}"
        )


def _arrange(
    stacks: Sequence[int],
    button: int,
    hole_cards: Sequence[Cards | None] | None,
    board: Cards,
    seed: int,
) -> np.ndarray[Any, Any]:
    """The deck order (uint8[52]) that deals the given cards; the seed's shuffle fills the rest in its order."""
    given = [_cards(cards, 2, f"seat {seat}") for seat, cards in enumerate(hole_cards or ())]
    if hole_cards is not None and len(given) != len(stacks):
        raise ValueError(f"{len(given)} hole cards for {len(stacks)} stacks: give one entry a seat, None if unknown")
    community = _cards(board, 5, "the board")
    seats = len(stacks)
    order = [(button + 1 + i) % seats for i in range(seats)]
    dealt = [seat for seat in order if stacks[seat] > 0]
    wanted: dict[int, int] = {}
    for seat, cards in enumerate(given):
        if cards and stacks[seat] == 0:
            raise ValueError(f"seat {seat} has cards but no chips")
        for i, card in enumerate(cards):
            wanted[dealt.index(seat) + i * len(dealt)] = card
    flop = 2 * len(dealt) + 1
    for position, card in zip((flop, flop + 1, flop + 2, flop + 4, flop + 6), community, strict=False):
        wanted[position] = card
    check_distinct(wanted.values())
    hidden = np.zeros(1, HIDDEN)
    with np.errstate(over="ignore"):
        _shuffle(hidden, np.uint64(seed))
    used = set(wanted.values())
    rest = iter([int(card) for card in hidden[0]["deck"] if int(card) not in used])
    return np.array([wanted[i] if i in wanted else next(rest) for i in range(52)], np.uint8)


def _cards(cards: Cards | None, most: int, where: str) -> list[int]:
    if cards is None:
        return []
    if isinstance(cards, str):
        numbers = parse_cards(cards)
    elif all(isinstance(card, str) for card in cards):
        numbers = parse_cards(" ".join(map(str, cards)))
    elif all(isinstance(card, int | np.integer) for card in cards):
        numbers = [int(card) for card in cards]
    else:
        raise ValueError(f"cards {cards!r} for {where}: give text like 'AsKd' or card numbers")
    for card in numbers:
        if not 0 <= card < 52:
            raise ValueError(f"card number {card} of {where}: must be 0..51")
    if len(numbers) > most or (most == 2 and len(numbers) != 2):
        text = " ".join(TEXT[card] for card in numbers)
        raise ValueError(f"{where} must have {most} cards, not {len(numbers)} ({text})")
    return numbers
