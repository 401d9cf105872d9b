"""What both hand loops do at each step of a match: the next hand, an action, the end of a hand, and what is counted.

A table in play is four records: OBSERVATION, HIDDEN, FORCED, and its PROGRESS. The loops differ only in who is asked.
The rules of a hand are those of its level: ``rules[level_at(setup, hand)]``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holdem_sim._jit import bit_count, kernel
from holdem_sim.contract.action import CHECK_CALL, FOLD
from holdem_sim.contract.observation import PREFLOP, SEATS
from holdem_sim.game.betting import apply
from holdem_sim.game.button import first_button, move_button
from holdem_sim.game.dealing import BURNS_AND_BOARD, shuffle
from holdem_sim.game.hand import set_stakes, settle, sit_down, start_hand
from holdem_sim.game.posting import force, seats_with_chips
from holdem_sim.game.table import bit, holds, index, several
from holdem_sim.players.ask import ILLEGAL
from holdem_sim.simulate.columns import FAULTS, STOP, STRICT

_FOLD, _CHECK, _CALL, _RAISE, _STREET, _ZERO = (ord(c) for c in "fkcr/0")

PROGRESS = np.dtype(
    [
        ("match", np.int64),  # place in the shard's list of matches; -1: this table is done
        ("begun", np.int64),  # 1: the players of the match have sat down
        ("hand", np.int64),  # number of the hand in its match; -1: none yet
        ("button", np.int64),  # seats of the last hand; the button and
        ("small", np.int64),  # ... the small blind may be dead
        ("big", np.int64),  # -1: no hand yet
        ("bought", np.int64, (SEATS,)),  # rebuys so far
        ("chips", np.int64),  # at the table when the hand began
        ("decided", np.int64),  # masks: seats that acted before the flop,
        ("paid_in", np.int64),  # ... that put chips in voluntarily,
        ("raised", np.int64),  # ... that raised
        ("tell", np.int64),  # mask: seats still to hear how the hand ended
        ("running", np.int64),  # 1: a hand is being played
    ],
    align=True,
)


@kernel
def start_match(progress: Any, setup: Any, rules: Any, observation: Any) -> Any:
    """Seat everybody with a full stack; no hand has begun."""
    sit_down(observation, rules, setup["seats"])
    for seat in range(setup["seats"]):
        observation["stacks"][seat] = setup["stack"]
    if setup["rebuys"]:
        for seat in range(setup["seats"]):
            progress["bought"][seat] = 0
    progress["begun"] = 1
    progress["hand"] = -1
    progress["big"] = -1


@kernel
def level_at(setup: Any, hand: Any) -> Any:
    """Number of the level, from 0, that ``hand`` is played at; the last one stays."""
    if setup["levels"] == 1:
        return 0
    return min(hand // setup["level_hands"], setup["levels"] - 1)


@kernel
def _buy_again(progress: Any, setup: Any, observation: Any) -> Any:
    """A new stack for every seat that is out, or short, and may still buy one."""
    for seat in range(setup["seats"]):
        if observation["stacks"][seat] <= setup["rebuy_at"] and progress["bought"][seat] < setup["rebuys"]:
            observation["stacks"][seat] += setup["stack"]
            progress["bought"][seat] += 1


@kernel(inline=True)
def start_next_hand(
    progress: Any, setup: Any, rules: Any, match: Any, observation: Any, hidden: Any, forced: Any
) -> Any:
    """Begin the match's next hand, by the ``rules`` of its level; False when it has no more."""
    hand = progress["hand"] + 1
    if hand >= setup["until"]:
        return False
    if not setup["carry"]:
        for seat in range(setup["seats"]):
            observation["stacks"][seat] = setup["stack"]
    elif setup["rebuys"] and hand > 0 and hand < setup["rebuy_levels"] * setup["level_hands"]:
        _buy_again(progress, setup, observation)
    alive = seats_with_chips(observation)
    if not several(alive):
        return False
    if progress["big"] < 0:
        first_button(progress, alive)
    else:
        move_button(progress, alive, setup["dead_button"])
    if setup["levels"] > 1:
        set_stakes(observation, rules)
    progress["hand"] = hand
    progress["decided"] = 0
    progress["paid_in"] = 0
    progress["raised"] = 0
    observation["hand"] = hand
    observation["hands_left"] = setup["hands"] - 1 - hand
    force(forced, rules, alive, progress["button"], progress["small"], progress["big"])
    shuffle(hidden, 2 * bit_count(alive) + BURNS_AND_BOARD, setup["seed"], match["deal"], hand)
    progress["chips"] = _chips(observation)
    start_hand(observation, hidden, rules, forced)
    return True


@kernel(inline=True)
def take_action(progress: Any, observation: Any, hidden: Any, own: Any, action: Any) -> Any:
    """Apply a legal action; counts its style in ``own``, the acting bot's STYLE. Returns the chips paid."""
    seat = index(observation["seat"])
    street = observation["street"]
    paid = apply(observation, hidden, action)
    if street == PREFLOP:
        progress["decided"] |= bit(seat)
        if paid > 0:
            progress["paid_in"] |= bit(seat)
        if action > 0:
            progress["raised"] |= bit(seat)
    elif action > 0:
        own["aggressive"] += 1
    elif paid > 0:
        own["calls"] += 1
    return paid


@kernel
def note_fault(events: Any, control: Any, match: Any, observation: Any, own: Any, kind: Any, action: Any) -> Any:
    """Count and write down that the acting bot's answer was none, with its ``kind``; stop a strict run."""
    seat = observation["seat"]
    own["faults"][kind] += 1
    count = control[FAULTS]
    if count < events.size:
        event = events[count]
        event["match"] = match["match"]
        event["hand"] = observation["hand"]
        event["decision"] = observation["action_count"]
        event["seat"] = seat
        event["entrant"] = match["entrant"][seat]
        event["kind"] = kind
        event["action"] = action if kind == ILLEGAL else 0
    control[FAULTS] = count + 1
    if control[STRICT]:
        control[STOP] = 1


@kernel(inline=True)
def end_hand(
    progress: Any, setup: Any, rules: Any, match: Any, observation: Any, hidden: Any, style: Any, row: Any
) -> Any:
    """Settle the hand, count its style, write its row; False when chips were made or lost."""
    settle(observation, hidden, rules)
    seats = setup["seats"]
    for seat in range(seats):
        if holds(observation["dealt"], seat):
            own = style[index(match["entrant"][seat])]
            own["hands"] += 1
            own["preflop"] += (progress["decided"] >> seat) & 1
            own["vpip"] += (progress["paid_in"] >> seat) & 1
            own["pfr"] += (progress["raised"] >> seat) & 1
    row["match"] = match["match"]
    row["hand"] = observation["hand"]
    row["rake"] = hidden["rake"]
    row["button"] = observation["button"]
    row["big_blind"] = observation["big_blind_seat"]
    for seat in range(seats):
        row["payoffs"][seat] = observation["payoffs"][seat]
    if setup["log"] or setup["carry"]:
        for seat in range(seats):
            row["stacks"][seat] = hidden["start_stacks"][seat]
    if setup["log"]:
        row["shown"] = hidden["shown"]
        for seat in range(seats):
            row["hole"][seat, 0] = hidden["hole"][seat, 0]
            row["hole"][seat, 1] = hidden["hole"][seat, 1]
        for i in range(5):
            row["board"][i] = observation["board"][i]
    return _chips(observation) + hidden["rake"] == progress["chips"]


@kernel
def show_end(observation: Any, hidden: Any, seat: Any) -> Any:
    """Make the observation that of the call at the end of a hand, for ``seat``: its cards, nothing to decide."""
    observation["seat"] = seat
    observation["hole"][0] = hidden["hole"][seat, 0]
    observation["hole"][1] = hidden["hole"][seat, 1]
    observation["to_call"] = 0
    observation["min_raise_to"] = 0
    observation["max_raise_to"] = 0


@kernel(inline=True)
def write_action(actions: Any, at: Any, streets: Any, action: Any, paid: Any) -> Any:
    """Write an action's text at ``at``, ``streets`` new streets before it; returns where it ends.

    The text may end beyond the buffer: then it was not written whole.
    """
    for _ in range(streets):
        at = _write(actions, at, _STREET)
    if action == FOLD:
        return _write(actions, at, _FOLD)
    if action == CHECK_CALL:
        return _write(actions, at, _CALL if paid > 0 else _CHECK)
    return _write_amount(actions, _write(actions, at, _RAISE), action)


@kernel
def _write_amount(actions: Any, at: Any, amount: Any) -> Any:
    end = at + 1
    power = np.int64(10)
    while power <= amount:
        power *= 10
        end += 1
    for place in range(end - 1, at - 1, -1):
        _write(actions, place, _ZERO + amount % 10)
        amount //= 10
    return end


@kernel(inline=True)
def _write(actions: Any, at: Any, code: Any) -> Any:
    if at < actions.size:
        actions[np.uint64(at)] = code
    return at + 1


@kernel(inline=True)
def _chips(observation: Any) -> Any:
    chips = np.int64(0)
    for seat in range(observation["seats"]):
        chips += observation["stacks"][seat]
    return chips
