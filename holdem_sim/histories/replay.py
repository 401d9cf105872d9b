"""The replay of recorded hands in one kernel: the rules' kernels act, the record says what should have happened."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.cards import NO_CARD
from holdem_sim.contract.action import CHECK_CALL
from holdem_sim.contract.action import FOLD as FOLD_ACTION
from holdem_sim.contract.observation import OBSERVATION, PREFLOP, SEATS
from holdem_sim.game.betting import apply, is_legal
from holdem_sim.game.hand import advance, settle, sit_down, start_hand
from holdem_sim.game.rules import RULES
from holdem_sim.game.table import COUNT, FORCED, HIDDEN, bit, holds

UNKNOWN = -1
"""In place of a count or an amount: the record does not say."""

TAPE = np.dtype(
    [
        ("seats", np.int64),
        ("actions", np.int64),
        ("board_cards", np.int64),
        ("first_to_act", np.int64),  # preflop, or UNKNOWN
        ("stacks", np.int64, (SEATS,)),
        ("hole", np.int64, (SEATS, 2)),  # NO_CARD: unknown
        ("board", np.int64, (5,)),
        ("returned_known", np.int64),
        ("returned", np.int64, (SEATS,)),
        ("pots", np.int64),  # how many, or UNKNOWN
        ("pot_amount", np.int64, (SEATS,)),
        ("pot_eligible", np.int64, (SEATS,)),  # masks
        ("pot_winners", np.int64, (SEATS,)),
        ("payoffs_known", np.int64),
        ("payoffs", np.int64, (SEATS,)),
        ("final_known", np.int64),
        ("final_stacks", np.int64, (SEATS,)),
    ],
    align=True,
)
"""A recorded hand in numbers."""

ACT = np.dtype(
    [(name, np.int64) for name in ("seat", "street", "kind", "to", "all_in")],
    align=True,
)

FINDING = np.dtype(
    [
        ("code", np.int64),
        ("at", np.int64),  # action, pot or seat, by the code; from 0
        ("recorded", np.int64),
        ("ours", np.int64),
        ("open_folds", np.int64),
        ("mucked", np.int64),  # seats that reached showdown with unknown cards
    ],
    align=True,
)

FOLD, CHECK, CALL, BET, RAISE = range(5)

(
    AGREES,
    BELOW_MINIMUM,
    CARDS_UNKNOWN,
    STREET,
    ACTOR,
    FIRST_TO_ACT,
    CHECK_OWES,
    CALL_OF_NOTHING,
    BET_OVER_BET,
    RAISE_OF_NOTHING,
    NO_RAISE_ALLOWED,
    NOT_ABOVE,
    ABOVE_MAXIMUM,
    AMOUNT,
    ALL_IN,
    ACTIONS_MISSING,
    ACTIONS_LEFT,
    BOARD,
    RETURNED,
    POT_COUNT,
    POT_AMOUNT,
    POT_ELIGIBLE,
    POT_WINNERS,
    PAYOFF,
    FINAL_STACK,
) = range(25)


@kernel
def _arrange(tape: Any, first_seat: Any, deck: Any) -> Any:
    """Put the known cards where the rules deal them from, any others in between."""
    seats = tape["seats"]
    for i in range(52):
        deck[i] = NO_CARD
    taken = np.int64(0)
    for position in range(seats):
        seat = (first_seat + position) % seats
        for i in range(2):
            card = tape["hole"][seat, i]
            if card != NO_CARD:
                deck[position + i * seats] = card
                taken |= bit(card)
    for i in range(tape["board_cards"]):
        burnt = 1 + max(i - 2, 0)
        card = tape["board"][i]
        deck[2 * seats + burnt + i] = card
        taken |= bit(card)
    free = 0
    for i in range(52):
        if deck[i] == NO_CARD:
            while holds(taken, free):
                free += 1
            deck[i] = free
            free += 1


@kernel
def _find(finding: Any, code: Any, at: Any, recorded: Any, ours: Any) -> Any:
    finding["code"] = code
    finding["at"] = at
    finding["recorded"] = recorded
    finding["ours"] = ours


@kernel
def _objection(observation: Any, act: Any, finding: Any, at: Any) -> Any:
    """Is the recorded act, by the seat to act, none that it may do? Then the finding says why."""
    kind, to = act["kind"], act["to"]
    to_call, price = observation["to_call"], observation["current_bet"]
    code = AGREES
    ours = np.int64(0)
    if kind == CHECK and to_call > 0:
        code, ours = CHECK_OWES, to_call
    elif kind == CALL and to_call == 0:
        code = CALL_OF_NOTHING
    elif kind == BET and price > 0:
        code, ours = BET_OVER_BET, price
    elif kind == RAISE and price == 0:
        code = RAISE_OF_NOTHING
    elif kind >= BET and not is_legal(observation, to):
        low, high = observation["min_raise_to"], observation["max_raise_to"]
        if to <= price:
            code, ours = NOT_ABOVE, price
        elif high == 0:
            code = NO_RAISE_ALLOWED
        elif to < low:
            code, ours = BELOW_MINIMUM, low
        else:
            code, ours = ABOVE_MAXIMUM, high
    if code == AGREES:
        return False
    _find(finding, code, at, to, ours)
    return True


@kernel
def _act_out(observation: Any, hidden: Any, tape: Any, acts: Any, finding: Any) -> Any:
    """Play the recorded acts; True if the whole betting agrees."""
    at = 0
    while advance(observation, hidden):
        seat = observation["seat"]
        if at == acts.size:
            _find(finding, ACTIONS_MISSING, at, 0, seat)
            return False
        act = acts[at]
        if act["street"] != observation["street"]:
            _find(finding, STREET, at, act["street"], observation["street"])
            return False
        if act["seat"] != seat:
            _find(finding, ACTOR, at, act["seat"], seat)
            return False
        if at == 0 and act["street"] == PREFLOP and tape["first_to_act"] not in (UNKNOWN, seat):
            _find(finding, FIRST_TO_ACT, at, tape["first_to_act"], seat)
            return False
        if _objection(observation, act, finding, at):
            return False
        if act["kind"] == FOLD:
            if observation["to_call"] == 0:
                finding["open_folds"] += 1
            apply(observation, hidden, FOLD_ACTION)
        elif act["kind"] <= CALL:
            apply(observation, hidden, CHECK_CALL)
        else:
            apply(observation, hidden, act["to"])
        if act["to"] != observation["bets"][seat]:
            _find(finding, AMOUNT, at, act["to"], observation["bets"][seat])
            return False
        all_in = np.int64(observation["stacks"][seat] == 0)
        if act["all_in"] != all_in:
            _find(finding, ALL_IN, at, act["all_in"], all_in)
            return False
        at += 1
    if at < acts.size:
        _find(finding, ACTIONS_LEFT, at, acts[at]["seat"], 0)
        return False
    dealt = np.int64(0)
    while dealt < 5 and observation["board"][dealt] != NO_CARD:
        dealt += 1
    if dealt != tape["board_cards"]:
        _find(finding, BOARD, 0, tape["board_cards"], dealt)
        return False
    return True


@kernel
def _muck(observation: Any, hidden: Any, tape: Any, finding: Any) -> Any:
    """At a showdown, seats with unknown cards muck."""
    in_hand = observation["in_hand"]
    hidden["mucked"] = 0
    if COUNT[in_hand] > 1:
        for seat in range(tape["seats"]):
            if holds(in_hand, seat) and tape["hole"][seat, 0] == NO_CARD:
                hidden["mucked"] |= bit(seat)
    finding["mucked"] = hidden["mucked"]


@kernel
def _compare(observation: Any, hidden: Any, tape: Any, finding: Any) -> Any:
    """Hold the settled hand against the record: returned chips, pots, payoffs, stacks."""
    seats = tape["seats"]
    pots = hidden["pot_count"]
    for i in range(pots):
        contestants = hidden["pot_contestants"][i]
        if COUNT[contestants] > 1 and contestants & ~hidden["mucked"] == 0:
            return _find(finding, CARDS_UNKNOWN, i, 0, 0)
    if tape["returned_known"]:
        for seat in range(seats):
            if tape["returned"][seat] != hidden["returned"][seat]:
                return _find(finding, RETURNED, seat, tape["returned"][seat], hidden["returned"][seat])
    if tape["pots"] != UNKNOWN:
        if tape["pots"] != pots:
            return _find(finding, POT_COUNT, 0, tape["pots"], pots)
        for i in range(pots):
            if tape["pot_amount"][i] != hidden["pot_amount"][i]:
                return _find(finding, POT_AMOUNT, i, tape["pot_amount"][i], hidden["pot_amount"][i])
            if tape["pot_eligible"][i] != hidden["pot_contestants"][i]:
                return _find(finding, POT_ELIGIBLE, i, tape["pot_eligible"][i], hidden["pot_contestants"][i])
            if tape["pot_winners"][i] != hidden["pot_winners"][i]:
                return _find(finding, POT_WINNERS, i, tape["pot_winners"][i], hidden["pot_winners"][i])
    if tape["payoffs_known"]:
        for seat in range(seats):
            if tape["payoffs"][seat] != observation["payoffs"][seat]:
                return _find(finding, PAYOFF, seat, tape["payoffs"][seat], observation["payoffs"][seat])
    if tape["final_known"]:
        for seat in range(seats):
            if tape["final_stacks"][seat] != observation["stacks"][seat]:
                return _find(finding, FINAL_STACK, seat, tape["final_stacks"][seat], observation["stacks"][seat])
    return None


@kernel(
    signature=types.void(
        array_of(TAPE),
        array_of(RULES),
        array_of(FORCED),
        array_of(ACT),
        array_of(FINDING),
        array_of(OBSERVATION),
        array_of(HIDDEN),
    )
)
def replay(tapes: Any, rules: Any, forced: Any, acts: Any, findings: Any, observations: Any, hiddens: Any) -> None:
    """Replay every tape and write its finding: AGREES, or the first thing that does not.

    ``acts`` are those of all tapes, one after the other. The last two arrays, of length 1, are the table; nothing in
    ``rules`` takes rake. Cards unknown at showdown are mucked and lose.
    """
    observation, hidden = observations[0], hiddens[0]
    first = np.int64(0)
    for i in range(tapes.size):
        tape, finding = tapes[i], findings[i]
        last = first + tape["actions"]
        sit_down(observation, rules[i], tape["seats"])
        for seat in range(tape["seats"]):
            observation["stacks"][seat] = tape["stacks"][seat]
        _arrange(tape, forced[i]["first_seat"], hidden["deck"])
        start_hand(observation, hidden, rules[i], forced[i])
        finding["open_folds"] = 0
        finding["mucked"] = 0
        _find(finding, AGREES, 0, 0, 0)
        if _act_out(observation, hidden, tape, acts[first:last], finding):
            _muck(observation, hidden, tape, finding)
            settle(observation, hidden, rules[i])
            _compare(observation, hidden, tape, finding)
        first = last
