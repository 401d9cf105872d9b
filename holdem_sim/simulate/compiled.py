"""The compiled loop: match after match in one kernel that calls kernel bots by their addresses.

It is compiled once for every line-up and runs without the GIL.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.contract.action import check_or_fold
from holdem_sim.contract.bot import RAISED, call_kernel_bot
from holdem_sim.contract.observation import OBSERVATION, PREFLOP, SEATS
from holdem_sim.game.betting import is_legal
from holdem_sim.game.hand import advance
from holdem_sim.game.rules import RULES
from holdem_sim.game.table import FORCED, HIDDEN, holds, index
from holdem_sim.players.ask import EXCEPTION, ILLEGAL
from holdem_sim.rng import bot_key
from holdem_sim.simulate.columns import (
    ACTIONS,
    BROKEN,
    ENTRANT,
    FAULT,
    MATCH,
    NEXT_MATCH,
    ROW,
    ROWS,
    SETUP,
    STOP,
    STYLE,
)
from holdem_sim.simulate.steps import (
    PROGRESS,
    end_hand,
    level_at,
    note_fault,
    show_end,
    start_match,
    start_next_hand,
    take_action,
    write_action,
)


@kernel(
    signature=types.void(
        array_of(SETUP),
        array_of(RULES),
        array_of(MATCH),
        array_of(ENTRANT),
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
        array_of(PROGRESS),
    )
)
def play(
    setups: Any,
    all_rules: Any,
    matches: Any,
    entrants: Any,
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
    progresses: Any,
) -> None:
    """Play ``matches`` in order; write a row a hand, the actions' text, style counts and faults.

    The last four arrays are the table; longer than 1, every match has a table of its own, and players who sit there.
    ``memory`` is one row of bytes per seat and table, at ``memory_address``. Returns when there is no room for another
    row, and goes on when called again with more. ``control``: see ``columns``. An action is text: f fold, k check,
    c call, r60 raise to 60, / next street.
    """
    setup = setups[0]
    log = setup["log"]
    one = observations.size == 1
    for t in range(observations.size):  # a table's records are looked up here: in the loop of matches it costs 5 %
        observation = observations[t]
        hidden = hiddens[t]
        forced = forceds[t]
        progress = progresses[t]
        for m in range(max(t, control[NEXT_MATCH]), matches.size if one else t + 1):
            control[NEXT_MATCH] = m
            if control[STOP]:
                return
            match = matches[m]
            if not progress["begun"]:
                start_match(progress, setup, all_rules[0], observation)
                for seat in range(setup["seats"]):
                    for i in range(memory.shape[1]):
                        memory[t * SEATS + seat, i] = 0
            while True:
                if control[ROWS] == rows.size:
                    return
                rules = all_rules[level_at(setup, progress["hand"] + 1)]
                if not start_next_hand(progress, setup, rules, match, observation, hidden, forced):
                    break
                street = np.int64(PREFLOP)
                at = control[ACTIONS]
                while True:
                    if not advance(observation, hidden):
                        break
                    seat = index(observation["seat"])
                    number = index(match["entrant"][seat])
                    entrant = entrants[number]
                    key = np.uint64(0)
                    if entrant["stochastic"]:
                        key = bot_key(
                            setup["seed"], match["stream"], progress["hand"], seat, observation["action_count"]
                        )
                    address = memory_address + (t * SEATS + seat) * memory.shape[1]
                    action = call_kernel_bot(entrant["address"], observation, key, entrant["params"], address)
                    own = style[number]
                    if not is_legal(observation, action):
                        kind = EXCEPTION if action == RAISED else ILLEGAL
                        note_fault(events, control, match, observation, own, kind, action)
                        action = check_or_fold(observation)
                    now = observation["street"]
                    paid = take_action(progress, observation, hidden, own, action)
                    if log:
                        at = write_action(actions, at, now - street, action, paid)
                        street = now
                row = rows[control[ROWS]]
                fine = end_hand(progress, setup, rules, match, observation, hidden, style, row)
                row["actions_end"] = at
                control[ACTIONS] = at
                control[ROWS] += 1
                if not fine:
                    control[BROKEN] = control[ROWS]
                    control[STOP] = 1
                for seat in range(setup["seats"]):
                    number = index(match["entrant"][seat])
                    entrant = entrants[number]
                    if entrant["memory"] and holds(observation["dealt"], seat):
                        show_end(observation, hidden, seat)
                        address = memory_address + (t * SEATS + seat) * memory.shape[1]
                        said = call_kernel_bot(
                            entrant["address"], observation, np.uint64(0), entrant["params"], address
                        )
                        if said == RAISED:
                            own = style[number]
                            note_fault(events, control, match, observation, own, EXCEPTION, said)
                if control[STOP]:
                    return
            progress["begun"] = 0
    control[NEXT_MATCH] = matches.size
