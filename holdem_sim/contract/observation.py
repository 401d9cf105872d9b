"""What a bot sees: the public record of its table, as one aligned numpy dtype.

The record IS the table's public state: kernel bots get a pointer to it, batch bots rows of it. The deck and
everyone else's cards live elsewhere (``holdem_sim.game.table``), in memory that no bot is given.

All amounts are chips (int64). A seat is an index 0..9, clockwise; a set of seats is a bit mask (bit s = seat s).
Entries beyond ``seats`` are 0. Amounts called "to" are a seat's total in this betting round.
"""

from __future__ import annotations

import numpy as np

SEATS = 10
"""Most seats at a table: the length of every per-seat array."""

HISTORY = 64
"""How many actions of the hand the record remembers; ``action_count`` counts all."""

PREFLOP, FLOP, TURN, RIVER, OVER = range(5)
NO_LIMIT, POT_LIMIT, FIXED_LIMIT = range(3)

OBSERVATION = np.dtype(
    [
        ("betting", np.int64),  # NO_LIMIT, POT_LIMIT or FIXED_LIMIT
        ("small_blind", np.int64),
        ("big_blind", np.int64),
        ("ante", np.int64),
        ("seats", np.int64),  # seats at the table, 2..10
        ("button", np.int64),  # seat of the button
        ("big_blind_seat", np.int64),
        ("hand", np.int64),  # number of this hand in its match, from 0
        ("hands_left", np.int64),  # hands of the match still to come after this one, at most
        ("street", np.int64),  # PREFLOP .. RIVER; OVER in the call at the end of a hand
        ("seat", np.int64),  # your seat: the one to act
        ("hole", np.uint8, (2,)),  # your cards
        ("board", np.uint8, (5,)),  # NO_CARD (255) where not dealt yet
        ("stacks", np.int64, (SEATS,)),  # behind
        ("bets", np.int64, (SEATS,)),  # in this betting round (blinds count, antes do not)
        ("invested", np.int64, (SEATS,)),  # in this hand so far, antes and this round's bets included
        ("pot", np.int64),  # every chip in the middle, this round's bets and antes included
        ("current_bet", np.int64),  # the total that must be matched in this round
        ("dealt", np.int64),  # mask: seats that were dealt cards
        ("in_hand", np.int64),  # mask: dealt and not folded
        ("can_act", np.int64),  # mask: in the hand with chips behind
        ("to_act", np.int64),  # mask: seats still to act in this round, you among them
        ("to_call", np.int64),  # what a call costs you (at most your stack); 0: you may check, not fold
        ("min_raise_to", np.int64),  # least raise-to amount; 0 when you may not raise
        ("max_raise_to", np.int64),  # greatest raise-to amount; 0 when you may not raise
        ("raises", np.int64),  # full bets and raises of this round; preflop the big blind is the first
        ("action_count", np.int64),  # actions of this hand so far
        ("history_seat", np.int8, (HISTORY,)),  # action i stands at i % HISTORY
        ("history_street", np.int8, (HISTORY,)),
        ("history_action", np.int32, (HISTORY,)),  # -1 fold, 0 check or call, else the raise-to amount
        ("history_paid", np.int32, (HISTORY,)),  # chips the action put in (tells a call from a check)
        ("shown", np.uint8, (SEATS, 2)),  # street OVER: cards shown at showdown; else NO_CARD
        ("payoffs", np.int64, (SEATS,)),  # street OVER: net result of each seat; else 0
    ],
    align=True,
)
