"""What the hand loops read and write: aligned records, one array per kind, shared by both loops."""

from __future__ import annotations

import numpy as np

from holdem_sim.contract.observation import SEATS
from holdem_sim.players.ask import FAULT_KINDS

SETUP = np.dtype(
    [
        ("seed", np.uint64),
        ("seats", np.int64),
        ("stack", np.int64),  # chips each, at the start of a match or of every hand
        ("hands", np.int64),  # most hands in a match
        ("until", np.int64),  # stop before this hand, to go on later
        ("levels", np.int64),  # how many RULES there are
        ("level_hands", np.int64),  # hands of a level
        ("dead_button", np.int64),  # 1: the button and the small blind may be at an empty seat
        ("rebuys", np.int64),  # most of a seat,
        ("rebuy_levels", np.int64),  # ... in so many levels,
        ("rebuy_at", np.int64),  # ... when it has at most so many chips
        ("carry", np.int64),  # 1: stacks go on from hand to hand; 0: reset before each
        ("log", np.int64),  # 1: cards, stacks and actions are written too
    ],
    align=True,
)

MATCH = np.dtype(
    [
        ("match", np.int64),
        ("deal", np.int64),  # the cards: hand h of the match is f(seed, deal, h)
        ("stream", np.int64),  # the bots' chance
        ("replay", np.int64),
        ("entrant", np.int16, (SEATS,)),  # who sits where
    ],
    align=True,
)

ENTRANT = np.dtype(
    [
        ("address", np.int64),  # of its kernel; 0: a bot of another form
        ("params", np.int64),  # address of its parameter record
        ("stochastic", np.int64),  # 1: it is given a key for each decision; others get 0
        ("memory", np.int64),  # 1: it keeps a memory record and hears how each hand ends
    ],
    align=True,
)

ROW = np.dtype(
    [
        ("match", np.int64),
        ("actions_end", np.int64),  # where this hand's text ends in the actions buffer
        ("payoffs", np.int32, (SEATS,)),
        ("stacks", np.int32, (SEATS,)),  # before the forced bets
        ("hand", np.int32),
        ("rake", np.int32),
        ("shown", np.int16),  # mask of seats
        ("button", np.int8),
        ("big_blind", np.int8),  # seat
        ("hole", np.uint8, (SEATS, 2)),
        ("board", np.uint8, (5,)),
    ],
    align=True,
)

STILL_IN = 1 << 30
"""For a hand: after the last one."""

PLACE = np.dtype(
    [
        ("tournament", np.int64),
        ("deal", np.int64),  # tournaments with the same cards share it
        ("entry", np.int64),  # number of the entry in its tournament; at one table its seat
        ("entrant", np.int64),  # the bot
        ("place", np.int64),  # 1 is the winner; those who share places have the best of them
        ("shared", np.int64),  # entries that share the place, this one included
        ("hands", np.int64),  # dealt in
        ("buy_ins", np.int64),
        ("last_hand", np.int64),  # in which it went out; STILL_IN: never
        ("stack", np.int64),  # at the start of that hand; still in: at the end
        ("prize", np.int64),
    ],
    align=True,
)

STYLE = np.dtype(
    [
        ("hands", np.int64),  # dealt in
        ("preflop", np.int64),  # hands with a decision before the flop
        ("vpip", np.int64),  # of these: put chips in voluntarily before the flop
        ("pfr", np.int64),  # of these: raised before the flop
        ("aggressive", np.int64),  # bets and raises after the flop
        ("calls", np.int64),  # calls after the flop
        ("faults", np.int64, (len(FAULT_KINDS),)),  # answers that were none, by kind; the seat checked or folded
    ],
    align=True,
)

FAULT = np.dtype(
    [
        ("match", np.int64),
        ("hand", np.int64),
        ("decision", np.int64),  # actions of the hand before it
        ("seat", np.int64),
        ("entrant", np.int64),
        ("kind", np.int64),
        ("action", np.int64),  # what the bot answered, if it did
    ],
    align=True,
)

STOP, ROWS, ACTIONS, FAULTS, BROKEN, STRICT, NEXT_MATCH = range(7)
CONTROL_SIZE = 7
"""int64 cells shared with the caller while a loop runs: STOP (set it to end after the current match), rows
written, bytes of actions (may pass the buffer: then play again with a larger one), faults seen, 1 + the row at
which the chips did not add up, whether to stop at the first fault, and the next match to begin: while it is below
the number of matches the compiled loop wants more rows to go on."""
