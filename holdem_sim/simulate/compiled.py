"""The compiled loop: match after match in one kernel that calls kernel bots through function pointers.

The loop is compiled once for every line-up: bots come in a tuple of fixed length. It runs without the GIL.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.contract.action import CHECK_CALL, FOLD, check_or_fold
from holdem_sim.contract.bot import KERNEL_SIGNATURE
from holdem_sim.contract.observation import OBSERVATION, PREFLOP
from holdem_sim.game.betting import apply, is_legal
from holdem_sim.game.dealing import BURNS_AND_BOARD, shuffle
from holdem_sim.game.hand import advance, settle, sit_down, start_hand
from holdem_sim.game.posting import forced_by_rules, seats_with_chips
from holdem_sim.game.rules import RULES
from holdem_sim.game.table import COUNT, FORCED, HIDDEN, LOWEST, bit, holds, next_in
from holdem_sim.rng import bot_key
from holdem_sim.simulate.columns import (
    ACTIONS,
    BROKEN,
    ENTRANT,
    EXCEPTION,
    FAULT,
    FAULTS,
    ILLEGAL,
    MATCH,
    ROW,
    ROWS,
    SETUP,
    STOP,
    STRICT,
    STYLE,
)

SLOTS = 32
"""Most different bot kernels in one run."""

RAISED = -(1 << 62)
_FOLD, _CHECK, _CALL, _RAISE, _STREET, _ZERO = (ord(c) for c in "fkcr/0")

_BOTS = types.UniTuple(types.FunctionType(KERNEL_SIGNATURE), SLOTS)


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
def _ask(bots: Any, slot: Any, observation: Any, key: Any, params: Any, memory: Any) -> Any:
    action = np.int64(RAISED)
    try:
        action = bots[slot](observation, key, params, memory)
    except Exception:
        action = np.int64(RAISED)
    return action


@kernel
def _write(actions: Any, at: Any, code: Any) -> Any:
    if at < actions.size:
        actions[at] = code
    return at + 1


@kernel
def _write_action(actions: Any, at: Any, action: Any, paid: Any) -> Any:
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
def _count_style(style: Any, match: Any, dealt: Any, decided: Any, paid_in: Any, raised: Any, seats: Any) -> Any:
    for seat in range(seats):
        if holds(dealt, seat):
            own = style[match["entrant"][seat]]
            own["hands"] += 1
            own["preflop"] += (decided >> seat) & 1
            own["vpip"] += (paid_in >> seat) & 1
            own["pfr"] += (raised >> seat) & 1


@kernel
def _note_fault(events: Any, control: Any, match: Any, observation: Any, style: Any, kind: Any, action: Any) -> Any:
    seat = observation["seat"]
    entrant = match["entrant"][seat]
    own = style[entrant]
    if kind == EXCEPTION:
        own["exceptions"] += 1
    else:
        own["illegal"] += 1
    count = control[FAULTS]
    if count < events.size:
        event = events[count]
        event["match"] = match["match"]
        event["hand"] = observation["hand"]
        event["seat"] = seat
        event["entrant"] = entrant
        event["kind"] = kind
        event["action"] = action
    control[FAULTS] = count + 1
    if control[STRICT]:
        control[STOP] = 1


@kernel
def _write_row(row: Any, match: Any, observation: Any, hidden: Any, log: Any, actions_end: Any) -> Any:
    row["match"] = match["match"]
    row["hand"] = observation["hand"]
    row["rake"] = hidden["rake"]
    row["button"] = observation["button"]
    row["actions_end"] = actions_end
    for seat in range(observation["seats"]):
        row["payoffs"][seat] = observation["payoffs"][seat]
    if log:
        row["shown"] = hidden["shown"]
        for seat in range(observation["seats"]):
            row["stacks"][seat] = hidden["start_stacks"][seat]
            row["hole"][seat, 0] = hidden["hole"][seat, 0]
            row["hole"][seat, 1] = hidden["hole"][seat, 1]
        for i in range(5):
            row["board"][i] = observation["board"][i]


@kernel
def _chips(observation: Any) -> Any:
    chips = np.int64(0)
    for seat in range(observation["seats"]):
        chips += observation["stacks"][seat]
    return chips


@kernel
def _tell(bots: Any, entrant: Any, observation: Any, hidden: Any, seat: Any, memory: Any) -> Any:
    """The call at the end of a hand: street OVER, the history and the shown cards; the answer is ignored."""
    observation["seat"] = seat
    observation["hole"][0] = hidden["hole"][seat, 0]
    observation["hole"][1] = hidden["hole"][seat, 1]
    observation["to_call"] = 0
    observation["min_raise_to"] = 0
    observation["max_raise_to"] = 0
    _ask(bots, entrant["slot"], observation, np.uint64(0), entrant["params"], memory)


@kernel(
    signature=types.void(
        array_of(SETUP),
        array_of(RULES),
        array_of(MATCH),
        array_of(ENTRANT),
        _BOTS,
        array_of(np.uint8, 2),
        types.int64,
        array_of(ROW),
        array_of(np.uint8),
        array_of(STYLE),
        array_of(FAULT),
        array_of(np.int64),
        array_of(OBSERVATION),
        array_of(HIDDEN),
        array_of(FORCED),
    )
)
def play(
    setups: Any,
    all_rules: Any,
    matches: Any,
    entrants: Any,
    bots: Any,
    memory: Any,
    memory_address: Any,
    rows: Any,
    actions: Any,
    style: Any,
    events: Any,
    control: Any,
    observations: Any,
    hiddens: Any,
    forceds: Any,
) -> None:
    """Play ``matches`` in order; write a row a hand, the actions' text, style counts and faults.

    ``memory`` is one row of bytes per seat, at ``memory_address``. The last three arrays, of length 1, are the
    table. ``control``: see ``columns``. An action is text: f fold, k check, c call, r60 raise to 60, / next street.
    """
    setup = setups[0]
    rules = all_rules[0]
    observation = observations[0]
    hidden = hiddens[0]
    forced = forceds[0]
    seats = setup["seats"]
    log = setup["log"]
    for m in range(matches.size):
        if control[STOP]:
            break
        match = matches[m]
        sit_down(observation, rules, seats)
        for seat in range(seats):
            observation["stacks"][seat] = setup["stack"]
            for i in range(memory.shape[1]):
                memory[seat, i] = 0
        for hand in range(setup["hands"]):
            if not setup["carry"]:
                for seat in range(seats):
                    observation["stacks"][seat] = setup["stack"]
            alive = seats_with_chips(observation)
            if COUNT[alive] < 2:
                break
            button = next_button(observation) if hand > 0 else LOWEST[alive]
            observation["hand"] = hand
            observation["hands_left"] = setup["hands"] - 1 - hand
            forced_by_rules(forced, observation, rules, button)
            shuffle(hidden, 2 * COUNT[alive] + BURNS_AND_BOARD, setup["seed"], match["deal"], hand)
            before = _chips(observation)
            start_hand(observation, hidden, rules, forced)
            street = np.int64(PREFLOP)
            decided = paid_in = raised = np.int64(0)
            at = control[ACTIONS]
            while advance(observation, hidden):
                seat = observation["seat"]
                entrant = entrants[match["entrant"][seat]]
                key = np.uint64(0)
                if entrant["stochastic"]:
                    key = bot_key(setup["seed"], match["stream"], hand, seat, observation["action_count"])
                address = memory_address + seat * memory.shape[1]
                action = np.int64(RAISED)
                try:  # as in _ask, which costs 17 ns a decision more
                    action = bots[entrant["slot"]](observation, key, entrant["params"], address)
                except Exception:
                    action = np.int64(RAISED)
                if not is_legal(observation, action):
                    kind = EXCEPTION if action == RAISED else ILLEGAL
                    _note_fault(events, control, match, observation, style, kind, action)
                    action = check_or_fold(observation)
                now = observation["street"]
                paid = apply(observation, hidden, action)
                own = style[match["entrant"][seat]]
                if now == PREFLOP:
                    decided |= bit(seat)
                    if paid > 0:
                        paid_in |= bit(seat)
                    if action > 0:
                        raised |= bit(seat)
                elif action > 0:
                    own["aggressive"] += 1
                elif paid > 0:
                    own["calls"] += 1
                if log:
                    while street < now:
                        at = _write(actions, at, _STREET)
                        street += 1
                    at = _write_action(actions, at, action, paid)
            settle(observation, hidden, rules)
            _count_style(style, match, observation["dealt"], decided, paid_in, raised, seats)
            control[ACTIONS] = at
            count = control[ROWS]
            if _chips(observation) + hidden["rake"] != before:
                control[BROKEN] = count + 1
                control[STOP] = 1
            _write_row(rows[count], match, observation, hidden, log, at)
            control[ROWS] = count + 1
            for seat in range(seats):
                entrant = entrants[match["entrant"][seat]]
                if entrant["memory"] and holds(observation["dealt"], seat):
                    _tell(bots, entrant, observation, hidden, seat, memory_address + seat * memory.shape[1])
