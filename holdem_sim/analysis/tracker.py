"""Style as trackers define it, counted from the log: the actions' text goes through the rules kernels once more.

Per bot and position, each statistic a count of an opportunity (a hand gives at most one of each, but for the acts
after the flop, which are all counted):

- VPIP: put chips in voluntarily (call, bet, raise) before the flop / hands with a decision before the flop.
- PFR: raised before the flop / the same hands.
- 3-bet: made the second raise before the flop / decisions facing exactly one raise, another's, with a raise allowed.
- fold to 3-bet: folded / decisions of the first raiser facing exactly two raises before the flop.
- c-bet: bet the flop / decisions on the flop, nobody having bet it, of who raised last before the flop.
- fold to c-bet: folded / decisions facing a c-bet that nobody has raised.
- AF: bets and raises / calls, after the flop. AFq: bets and raises / bets, raises, calls and folds, after the flop.
- WTSD: went to showdown / hands in which it saw the flop (an all-in before the flop sees it).
- W$SD: net chips above 0 / showdowns.

The *street reached* is the last one a seat saw, "showdown" when it got there. Source: STATISTICS.md, Style. Twin:
tests.naive.tracker
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.analysis.style_counts import COUNTS, SPREADS, STATISTICS, as_counts, block_of, close_block
from holdem_sim.contract.action import CHECK_CALL, FOLD
from holdem_sim.contract.observation import FLOP, OBSERVATION, PREFLOP, SEATS
from holdem_sim.contract.positions import position_names
from holdem_sim.errors import RunError
from holdem_sim.game.betting import apply
from holdem_sim.game.hand import advance, sit_down, start_hand
from holdem_sim.game.posting import forced_by_rules, seats_with_chips
from holdem_sim.game.rules import RULES, Rules
from holdem_sim.game.table import COUNT, FORCED, HIDDEN, bit, holds, next_in
from holdem_sim.records.arrays import Arrays

Array = np.ndarray[Any, Any]

REACHED = ("preflop", "flop", "turn", "river", "showdown")
SHOWDOWN = 4

_F, _C, _K, _R, _STREET, _ZERO = (ord(c) for c in "fckr/0")
_UNREADABLE = np.int64(-2)


def positions(players: int) -> list[str]:
    """The names of positions at a table of ``players`` and at the smaller ones it may become, in table order."""
    names = [position_names(count) for count in range(players, 1, -1)]
    return list(dict.fromkeys(name for of_table in names for name in of_table))


def _places(players: int) -> Array:
    """[seats dealt in, place from the left of the button] -> number in ``positions(players)``."""
    places = np.zeros((SEATS + 1, SEATS), np.int64)
    known = positions(players)
    for count in range(2, players + 1):
        places[count, :count] = [known.index(name) for name in position_names(count)]
    return places


def track(
    rules: Rules,
    players: int,
    hands: Arrays,
    counts: Array,
    spreads: Array | None = None,
    groups: Array | None = None,
) -> tuple[Array, Array]:
    """Add ``hands`` of whole blocks to ``counts`` and ``spreads``; returns position and street reached of every seat.

    ``counts``: COUNTS (groups, positions), ``spreads``: SPREADS (groups, positions + 1, STATISTICS), the last column of
    all positions; ``groups``: int16 (hands, seats), whose counts those of a seat are, by default its bot's. Returned
    are int8 (hands, seats), numbers in ``positions(players)`` and REACHED, −1 for seats not dealt in. RunError when
    the text of a hand is none that these rules allow.
    """
    shape = hands.bots.shape
    position, reached = np.full(shape, -1, np.int8), np.full(shape, -1, np.int8)
    if spreads is None:
        spreads = np.zeros((counts.shape[0], counts.shape[1] + 1, len(STATISTICS)), SPREADS)
    block = block_of(*counts.shape)
    bad = _track(
        rules.record(),
        _places(players),
        hands.deal,
        hands.button,
        hands.bots if groups is None else groups,
        hands.stacks,
        hands.payoffs,
        hands.ends,
        hands.actions,
        as_counts(block),
        block,
        counts.view(np.int64).reshape(block.shape),
        spreads,
        np.zeros((2, block.shape[2] + 1), np.int64),
        position,
        reached,
        np.zeros(1, OBSERVATION),
        np.zeros(1, HIDDEN),
        np.zeros(1, FORCED),
    )
    if bad >= 0:
        text = hands.actions[hands.ends[bad] : hands.ends[bad + 1]].tobytes().decode("ascii", "replace")
        raise RunError(f"the hand log is damaged: {text!r} on deal {hands.deal[bad]} cannot be played by the rules")
    return position, reached


@kernel
def _next_action(actions: Any, at: Any, end: Any) -> Any:
    """The action at ``at``, and where the next one begins; marks of streets are skipped."""
    while at < end and actions[at] == _STREET:
        at += 1
    if at >= end:
        return _UNREADABLE, at
    code = actions[at]
    at += 1
    if code == _F:
        return np.int64(FOLD), at
    if code in (_C, _K):
        return np.int64(CHECK_CALL), at
    amount = np.int64(0)
    while at < end and _ZERO <= actions[at] <= _ZERO + 9:
        amount = 10 * amount + np.int64(actions[at] - _ZERO)
        at += 1
    return (amount if code == _R and amount > 0 else _UNREADABLE), at


@kernel
def _add_masks(own: Any, seat: Any, masks: Any) -> Any:
    """One to every field of a hand's masks that hold ``seat``; in the order of ``_track``."""
    own["preflop"] += (masks[0] >> seat) & 1
    own["vpip"] += (masks[1] >> seat) & 1
    own["pfr"] += (masks[2] >> seat) & 1
    own["could_three_bet"] += (masks[3] >> seat) & 1
    own["three_bet"] += (masks[4] >> seat) & 1
    own["faced_three_bet"] += (masks[5] >> seat) & 1
    own["folded_to_three_bet"] += (masks[6] >> seat) & 1
    own["could_c_bet"] += (masks[7] >> seat) & 1
    own["c_bet"] += (masks[8] >> seat) & 1
    own["faced_c_bet"] += (masks[9] >> seat) & 1
    own["folded_to_c_bet"] += (masks[10] >> seat) & 1


@kernel(
    signature=types.int64(
        array_of(RULES),
        array_of(np.int64, 2),
        array_of(np.int64),
        array_of(np.int8),
        array_of(np.int16, 2),
        array_of(np.int32, 2),
        array_of(np.int32, 2),
        array_of(np.int32),
        array_of(np.uint8),
        array_of(COUNTS, 2),
        array_of(np.int64, 3),
        array_of(np.int64, 3),
        array_of(SPREADS, 3),
        array_of(np.int64, 2),
        array_of(np.int8, 2),
        array_of(np.int8, 2),
        array_of(OBSERVATION),
        array_of(HIDDEN),
        array_of(FORCED),
    )
)
def _track(
    all_rules: Any,
    places: Any,
    deals: Any,
    buttons: Any,
    groups: Any,
    stacks: Any,
    payoffs: Any,
    ends: Any,
    actions: Any,
    counts: Any,
    block: Any,
    totals: Any,
    spreads: Any,
    scratch: Any,
    positions: Any,
    reached: Any,
    observations: Any,
    hiddens: Any,
    forceds: Any,
) -> Any:
    """See ``track``; returns the first hand that cannot be read, else −1. The last three arrays are the table.

    ``counts`` and ``block`` are the same memory, the block at hand; ``totals``, ``spreads``, ``scratch``: see
    ``close_block``.
    """
    rules, observation, hidden, forced = all_rules[0], observations[0], hiddens[0], forceds[0]
    seats = groups.shape[1]
    sit_down(observation, rules, seats)
    for row in range(groups.shape[0]):
        if row > 0 and deals[row] != deals[row - 1]:
            close_block(block, totals, spreads, scratch)
        for seat in range(seats):
            observation["stacks"][seat] = stacks[row, seat]
        dealt = seats_with_chips(observation)
        if COUNT[dealt] < 2:
            return row
        forced_by_rules(forced, observation, rules, buttons[row])
        start_hand(observation, hidden, rules, forced)
        seat = hidden["first_seat"]
        for place in range(COUNT[dealt]):
            seat = next_in(dealt, seat)
            positions[row, seat] = places[COUNT[dealt], place]
            counts[groups[row, seat], positions[row, seat]]["hands"] += 1
            seat += 1
        decided = paid_in = raised = np.int64(0)
        could_three = three = faced_three = folded_three = np.int64(0)
        could_c = c_bet = faced_c = folded_c = saw_flop = np.int64(0)
        raises = bets = street = np.int64(0)
        opener = aggressor = np.int64(-1)
        continued = False
        at, end = ends[row], ends[row + 1]
        while advance(observation, hidden):
            seat = observation["seat"]
            street = observation["street"]
            action, at = _next_action(actions, at, end)
            if action == _UNREADABLE or (action == FOLD and observation["to_call"] == 0):
                return row
            if action > 0 and not observation["min_raise_to"] <= action <= observation["max_raise_to"]:
                return row
            me = bit(seat)
            own = counts[groups[row, seat], positions[row, seat]]
            if street == PREFLOP:
                decided |= me
                if raises == 1 and opener != seat and observation["max_raise_to"] > 0:
                    could_three |= me
                    if action > 0:
                        three |= me
                if raises == 2 and opener == seat:
                    faced_three |= me
                    if action == FOLD:
                        folded_three |= me
                if action > 0:
                    raised |= me
                    raises += 1
                    aggressor = seat
                    if raises == 1:
                        opener = seat
            else:
                if saw_flop == 0:
                    saw_flop = observation["in_hand"]
                if street == FLOP:
                    if bets == 0 and seat == aggressor:
                        could_c |= me
                        if action > 0:
                            c_bet |= me
                            continued = True
                    elif bets == 1 and continued:
                        faced_c |= me
                        if action == FOLD:
                            folded_c |= me
                    if action > 0:
                        bets += 1
                if action > 0:
                    own["aggressive"] += 1
                elif action == FOLD:
                    own["folds"] += 1
            if action == FOLD:
                reached[row, seat] = street
            paid = apply(observation, hidden, action)
            if paid > 0:
                if street == PREFLOP:
                    paid_in |= me
                elif action == CHECK_CALL:
                    own["calls"] += 1
        if at < end:
            return row
        live = observation["in_hand"]
        shown_down = COUNT[live] > 1
        if shown_down and saw_flop == 0:
            saw_flop = live
        masks = (
            decided, paid_in, raised, could_three, three, faced_three, folded_three, could_c, c_bet, faced_c, folded_c,
        )  # fmt: skip
        for seat in range(seats):
            if not holds(dealt, seat):
                continue
            own = counts[groups[row, seat], positions[row, seat]]
            _add_masks(own, seat, masks)
            own["saw_flop"] += (saw_flop >> seat) & 1
            if holds(live, seat):
                reached[row, seat] = SHOWDOWN if shown_down else street
                if shown_down:
                    own["showdown"] += 1
                    own["won_showdown"] += payoffs[row, seat] > 0
    close_block(block, totals, spreads, scratch)
    return -1
