"""Conditions on hands, as ``holdem-sim export --where`` takes them: KEY=VALUE, for numbers also KEY>VALUE and the like.

All of several conditions must hold. ``position`` and ``payoff`` are of a seat: together they ask for one seat with all
of them, that of the ``bot`` asked for. Of several bots each must be dealt in, and any of them may have that seat.
"""

from __future__ import annotations

import difflib
import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from holdem_sim.contract.positions import position_names, position_table
from holdem_sim.errors import InputError
from holdem_sim.histories.recorded import STREETS, RecordedHand

Array = np.ndarray[Any, Any]

KEYS = ("bot", "position", "payoff", "street", "showdown", "pot")
"""A bot dealt in; where it, or anybody, sat; its net chips; the last street dealt; yes or no; chips before rake."""

_NUMBERS = ("payoff", "pot")
_COMPARE: dict[str, Callable[[Any, int], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_CONDITION = re.compile(r"\s*(\w*)\s*(!=|<=|>=|=|<|>)\s*(.*?)\s*", re.DOTALL)
_BOARD_CARDS = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}


@dataclass(frozen=True)
class Condition:
    """``key`` of KEYS, the sign between, a text or a number."""

    key: str
    sign: str
    value: str | int

    def holds(self, found: Any) -> Any:
        """Of one value, or of an array of them."""
        return _COMPARE[self.sign](found, self.value)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Where:
    """All ``conditions`` on the hands of a run at a table of ``players`` seats."""

    conditions: tuple[Condition, ...]
    players: int

    def mask(self, table: pa.Table) -> Array:
        """Which rows of ``table`` (``holdem_sim.records.hands``) are as asked but for the pot, bool (hands,)."""
        seats = range(self.players)
        dealt = np.stack([np.asarray(table[f"stack_{seat}"]) > 0 for seat in seats], axis=1)
        kept = np.ones(len(table), bool)
        fitting = dealt.copy()
        bots = np.zeros_like(dealt)
        for condition in self.conditions:
            match condition.key:
                case "bot":
                    own = (
                        np.stack([np.asarray(_is(table[f"bot_{seat}"], condition.value)) for seat in seats], 1) & dealt
                    )
                    kept &= own.any(axis=1)
                    bots |= own
                case "position":
                    big_blind = np.asarray(table["big_blind"]) if "big_blind" in table.column_names else None
                    fitting &= condition.holds(position_table(dealt, np.asarray(table["button"]), big_blind))
                case "payoff":
                    payoffs = np.stack([np.asarray(table[f"payoff_{seat}"]) for seat in seats], axis=1)
                    fitting &= condition.holds(payoffs)
                case "street":
                    cards = sum(np.asarray(pc.is_valid(table[f"board_{i}"])).astype(int) for i in range(1, 6))
                    kept &= cards == {name: count for count, name in _BOARD_CARDS.items()}[str(condition.value)]
                case "showdown":
                    kept &= (np.asarray(table["shown"]) != 0) == (condition.value == "yes")
        if any(condition.key == "bot" for condition in self.conditions):
            fitting &= bots
        return np.asarray(kept & fitting.any(axis=1))

    def keeps(self, hand: RecordedHand) -> bool:
        """Is the pot of a hand that ``mask`` lets pass as asked?"""
        pot = sum(one.amount for one in hand.pots or ())
        return all(condition.holds(pot) for condition in self.conditions if condition.key == "pot")


def _is(column: pa.ChunkedArray, label: object) -> pa.Array:
    return pc.equal(column.cast(pa.string()), label).combine_chunks()


def parse_where(texts: Sequence[str], bots: Sequence[str], players: int) -> Where:
    """Conditions as they are typed. InputError, naming the nearest, for an unknown key, bot, position or word."""
    return Where(tuple(_condition(text, bots, players) for text in texts), players)


def _condition(text: str, bots: Sequence[str], players: int) -> Condition:
    found = _CONDITION.fullmatch(text)
    if found is None:
        raise InputError(f"where {text!r}: give KEY=VALUE; keys: {', '.join(KEYS)}")
    key, sign, value = found.groups()
    _one_of(text, "key", key, KEYS)
    if key in _NUMBERS:
        if not re.fullmatch(r"[-+]?[0-9]{1,12}", value, re.ASCII):
            raise InputError(f"where {text!r}: {key} is compared with a whole number of chips")
        return Condition(key, sign, int(value))
    if sign != "=":
        raise InputError(f"where {text!r}: write {key}={value}; only {' and '.join(_NUMBERS)} are compared otherwise")
    positions = {name: None for count in range(players, 1, -1) for name in position_names(count)}
    words = {"bot": bots, "position": tuple(positions), "street": STREETS, "showdown": ("yes", "no")}[key]
    if key == "position":
        value = value.upper()
    _one_of(text, key, value, words)
    return Condition(key, sign, value)


def _one_of(text: str, what: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        near = difflib.get_close_matches(value, known, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(known)}"
        raise InputError(f"where {text!r}: unknown {what} {value!r}; {hint}")
