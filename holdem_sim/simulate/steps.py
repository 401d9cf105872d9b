"""What both hand loops do at each step of a match: the next hand, an action, the end of a hand, and what is counted.

A table in play is four records: OBSERVATION, HIDDEN, FORCED, and its PROGRESS. The loops differ only in who is asked.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holdem_sim._jit import kernel
from holdem_sim.contract.action import CHECK_CALL, FOLD
from holdem_sim.contract.observation import PREFLOP
from holdem_sim.game.betting import apply
from holdem_sim.game.dealing import BURNS_AND_BOARD, shuffle
from holdem_sim.game.hand import settle, sit_down, start_hand
from holdem_sim.game.posting import forced_by_rules, seats_with_chips
from holdem_sim.game.table import COUNT, LOWEST, bit, holds, next_in
from holdem_sim.players.ask import ILLEGAL
from holdem_sim.simulate.columns import FAULTS, STOP, STRICT

_FOLD, _CHECK, _CALL, _RAISE, _STREET, _ZERO = (ord(c) for c in "fkcr/0")

PROGRESS = np.dtype(
    [
        ("match", np.int64),  # place in the shard's list of matches; -1: this table is done
        ("hand", np.int64),  # number of the hand in its match; -1: not begun
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
    progress["hand"] = -1


@kernel
def next_button(observation: Any) -> Any:
    """Seat of the next hand's button: the next seat with chips; two left: nobody posts the big blind twice running.

    The seat after the last big blind posts it then, and the other has the button.
    """
    alive = seats_with_chips(observation)
    if COUNT[alive] == 2 and COUNT[observation["dealt"]] > 2:
        big = next_in(alive, observation["big_blind_seat"] + 1)
        return next_in(alive, big + 1)
    return next_in(alive, observation["button"] + 1)


@kernel
def start_next_hand(
    progress: Any, setup: Any, rules: Any, match: Any, observation: Any, hidden: Any, forced: Any
) -> Any:
    """Begin the match's next hand; False when it has no more."""
    hand = progress["hand"] + 1
    if hand >= setup["hands"]:
        return False
    if not setup["carry"]:
        for seat in range(setup["seats"]):
            observation["stacks"][seat] = setup["stack"]
    alive = seats_with_chips(observation)
    if COUNT[alive] < 2:
        return False
    button = next_button(observation) if hand > 0 else LOWEST[alive]
    progress["hand"] = hand
    progress["decided"] = 0
    progress["paid_in"] = 0
    progress["raised"] = 0
    observation["hand"] = hand
    observation["hands_left"] = setup["hands"] - 1 - hand
    forced_by_rules(forced, observation, rules, button)
    shuffle(hidden, 2 * COUNT[alive] + BURNS_AND_BOARD, setup["seed"], match["deal"], hand)
    progress["chips"] = _chips(observation)
    start_hand(observation, hidden, rules, forced)
    return True


@kernel
def take_action(progress: Any, observation: Any, hidden: Any, own: Any, action: Any) -> Any:
    """Apply a legal action; counts its style in ``own``, the acting bot's STYLE. Returns the chips paid."""
    seat = observation["seat"]
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


@kernel
def end_hand(
    progress: Any, setup: Any, rules: Any, match: Any, observation: Any, hidden: Any, style: Any, row: Any
) -> Any:
    """Settle the hand, count its style, write its row; False when chips were made or lost."""
    settle(observation, hidden, rules)
    seats = setup["seats"]
    for seat in range(seats):
        if holds(observation["dealt"], seat):
            own = style[match["entrant"][seat]]
            own["hands"] += 1
            own["preflop"] += (progress["decided"] >> seat) & 1
            own["vpip"] += (progress["paid_in"] >> seat) & 1
            own["pfr"] += (progress["raised"] >> seat) & 1
    row["match"] = match["match"]
    row["hand"] = observation["hand"]
    row["rake"] = hidden["rake"]
    row["button"] = observation["button"]
    for seat in range(seats):
        row["payoffs"][seat] = observation["payoffs"][seat]
    if setup["log"]:
        row["shown"] = hidden["shown"]
        for seat in range(seats):
            row["stacks"][seat] = hidden["start_stacks"][seat]
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


@kernel
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
    at = _write(actions, at, _RAISE)
    digits = 1
    power = np.int64(10)
    while power <= action:
        power *= 10
        digits += 1
    for i in range(digits):
        place = at + digits - 1 - i
        if place < actions.size:
            actions[place] = _ZERO + action % 10
        action //= 10
    return at + digits


@kernel
def _write(actions: Any, at: Any, code: Any) -> Any:
    if at < actions.size:
        actions[at] = code
    return at + 1


@kernel
def _chips(observation: Any) -> Any:
    chips = np.int64(0)
    for seat in range(observation["seats"]):
        chips += observation["stacks"][seat]
    return chips
