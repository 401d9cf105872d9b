"""Luck hand by hand: logged hands are replayed through the rules, and chance is weighed where it fell."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from holdem_sim._jit import array_of, kernel
from holdem_sim.analysis.luck.runouts import (
    CLASH,
    EQUITY,
    KINDS,
    MOST_BOARDS,
    RUNOUTS,
    STAGES,
    count_strengths,
    count_wins,
    find_worth,
)
from holdem_sim.analysis.luck.variates import EVENT, POT, PROSPECT, STREET_VARIATES, STREETS, VARIATES, WEIGHTS
from holdem_sim.cards import NO_CARD
from holdem_sim.contract.action import CHECK_CALL, FOLD
from holdem_sim.contract.observation import OBSERVATION, PREFLOP, RIVER, SEATS
from holdem_sim.game.betting import apply, is_legal
from holdem_sim.game.hand import advance, settle, sit_down, start_hand
from holdem_sim.game.posting import forced_by_rules
from holdem_sim.game.pots import pay_out
from holdem_sim.game.rules import RULES
from holdem_sim.game.table import COUNT, FORCED, HIDDEN, LOWEST, bit, holds, next_in
from holdem_sim.records.rows import LoggedHands
from holdem_sim.rng import SAMPLE, draw
from holdem_sim.simulate.columns import ROW

Array = np.ndarray[Any, Any]

_FOLD, _CHECK, _CALL, _RAISE, _STREET, _ZERO = (ord(c) for c in "fkcr/0")
_NO_ACTION = np.int64(-2)
_SHIFT = np.uint64(32)
_CARDS = 52
_FIRST_VARIATE = np.array([0, *STREET_VARIATES])


def luck_of_hands(
    hands: LoggedHands,
    rules: Array,
    seed: int,
    first: int = 0,
    last: int | None = None,
    *,
    events: Array | None = None,
    weigh: bool = True,
) -> tuple[Array, Array, int | None]:
    """(expected, luck, bad) of the hands ``first`` to ``last`` (not included). ``rules``: RULES (1,).

    ``expected``, float64 (n, seats), chips: the payoff, or if the betting was over with board cards to come its mean
    over all runouts of the cards in nobody's hand. ``luck``, float64 (n, VARIATES, seats), chips: the control
    variates (``variates``). Random boards are f(``seed``, deal, hand). ``bad``: the first hand that does not replay
    to what was logged; what follows it is not filled. ``events``: EVENT (n, STREETS), zeros, to be filled; without
    ``weigh`` ``luck`` stays 0. Twin: tests.naive.luck
    """
    last = len(hands.rows) if last is None else last
    seats = hands.entrants.shape[1]
    expected = np.zeros((last - first, seats))
    luck = np.zeros((last - first, VARIATES, seats))
    table = np.zeros(1, OBSERVATION), np.zeros(1, HIDDEN), np.zeros(1, FORCED), np.zeros(1, RUNOUTS)
    strengths = np.zeros((STAGES + 1, SEATS, MOST_BOARDS), np.int16)
    worth = np.zeros((2, KINDS, SEATS))
    if events is None:
        events = np.zeros((last - first, STREETS), EVENT)
    rows, deals = hands.rows[first:last], hands.deals[first:last]
    start = int(hands.rows[first - 1]["actions_end"]) if first else 0
    with np.errstate(over="ignore"):
        scratch = *table, strengths, worth
        found = weigh, events, expected, luck
        done = _luck_of_hands(rows, hands.actions, start, deals, rules, seats, np.uint64(seed), *scratch, *found)
    return expected, luck, None if done == len(rows) else first + int(done)


@kernel
def _dealt(row: Any, seats: Any) -> Any:
    mask = np.int64(0)
    for seat in range(seats):
        if row["stacks"][seat] > 0:
            mask |= bit(seat)
    return mask


@kernel
def _cards_are_sound(row: Any, seats: Any) -> Any:
    """Has every seat that was dealt in two cards, and is no card there twice?"""
    seen = np.uint64(0)
    one = np.uint64(1)
    for i in range(2 * seats + 5):
        on_board = i >= 2 * seats
        if not on_board and row["stacks"][i >> 1] == 0:
            continue
        card = row["board"][i - 2 * seats] if on_board else row["hole"][i >> 1, i & 1]
        if card >= _CARDS:
            if on_board:
                continue
            return False
        if seen >> np.uint64(card) & one:
            return False
        seen |= one << np.uint64(card)
    return True


@kernel
def _sit(observation: Any, row: Any, seats: Any) -> Any:
    for seat in range(seats):
        observation["stacks"][seat] = row["stacks"][seat]
        observation["bets"][seat] = 0
        observation["invested"][seat] = 0


@kernel
def _stack_deck(hidden: Any, row: Any, first_seat: Any, dealt: Any) -> Any:
    """Put the logged cards where dealing will find them: hole cards one at a time, a burnt card before a street."""
    deck = hidden["deck"]
    players = COUNT[dealt]
    seat = first_seat
    for position in range(players):
        seat = next_in(dealt, seat)
        deck[position] = row["hole"][seat, 0]
        deck[players + position] = row["hole"][seat, 1]
        seat += 1
    for i in range(5):
        burnt = 1 if i < 3 else i - 1
        deck[2 * players + burnt + i] = row["board"][i]


@kernel
def _are_new(runouts: Any, row: Any) -> Any:
    """Are the hand's cards others than those counted last?"""
    seats = runouts["seats"]
    if _dealt(row, seats) != runouts["dealt"]:
        return True
    for seat in range(seats):
        for i in range(2):
            if holds(runouts["dealt"], seat) and row["hole"][seat, i] != runouts["hole"][seat, i]:
                return True
    for i in range(5):
        card, counted = row["board"][i], runouts["board"][i]
        if card != NO_CARD and counted != NO_CARD and card != counted:
            return True
    return False


@kernel
def _take_up(runouts: Any, row: Any, chance: Any) -> Any:
    seats = runouts["seats"]
    runouts["dealt"] = _dealt(row, seats)
    runouts["chance"] = chance
    for seat in range(seats):
        runouts["hole"][seat, 0] = row["hole"][seat, 0]
        runouts["hole"][seat, 1] = row["hole"][seat, 1]
    for i in range(5):
        runouts["board"][i] = NO_CARD
    for stage in range(STAGES):
        runouts["boards"][stage] = 0


@kernel
def _add_board(runouts: Any, row: Any) -> Any:
    for i in range(5):
        if row["board"][i] != NO_CARD:
            runouts["board"][i] = row["board"][i]


@kernel
def _replay(
    observation: Any,
    hidden: Any,
    actions: Any,
    start: Any,
    end: Any,
    runouts: Any,
    strengths: Any,
    worth: Any,
    weigh: Any,
    events: Any,
    luck: Any,
) -> Any:
    """Play the logged actions, write ``events``, ``luck``; returns the last decision's street, -1: one is not legal."""
    seats = observation["seats"]
    dealt, big_blind = observation["dealt"], observation["big_blind"]
    after = worth[1]
    if weigh:
        find_worth(runouts, strengths, PREFLOP, dealt, after)
    for seat in range(seats):
        if weigh and holds(dealt, seat):
            luck[EQUITY, seat] = big_blind * (after[EQUITY, seat] - 1.0 / COUNT[dealt])
            luck[CLASH, seat] = big_blind * after[CLASH, seat]
    street = np.int64(PREFLOP)
    raiser, raises = np.int64(-1), np.int64(0)
    at = start
    while advance(observation, hidden):
        now = observation["street"]
        if now > street:
            if runouts["board"][now + 1] == NO_CARD:
                return -1
            event = events[now - 1]
            event["pot"], event["raiser"], event["raises"] = observation["pot"], raiser, raises
            raises = np.int64(0)
            if weigh:
                _weigh(observation, runouts, strengths, street, worth, luck)
            street = now
        action, at = _next_action(actions, at, end)
        if action == _NO_ACTION or not is_legal(observation, action):
            return -1
        if action > 0:
            raiser = np.int64(observation["seat"])
            raises += 1
        apply(observation, hidden, action)
    return street if at == end else -1


@kernel
def _weigh(observation: Any, runouts: Any, strengths: Any, street: Any, worth: Any, luck: Any) -> Any:
    """Write the variates of the card that just fell; ``street``: the one before."""
    before, after = worth[0], worth[1]
    now = observation["street"]
    find_worth(runouts, strengths, street, observation["in_hand"], before)
    find_worth(runouts, strengths, now, observation["in_hand"], after)
    pot = np.float64(observation["pot"])
    prospect = np.sqrt(pot * _can_still_be_bet(observation))
    for kind in range(KINDS):
        place = _FIRST_VARIATE[now] + kind * WEIGHTS
        for seat in range(observation["seats"]):
            change = after[kind, seat] - before[kind, seat]
            luck[place + POT, seat] = pot * change
            luck[place + PROSPECT, seat] = prospect * change


@kernel
def _can_still_be_bet(observation: Any) -> Any:
    """The second largest stack of those who can act: what one of them can put in and be called."""
    most = second = np.int64(0)
    for seat in range(observation["seats"]):
        if holds(observation["can_act"], seat):
            chips = observation["stacks"][seat]
            second = max(second, min(most, chips))
            most = max(most, chips)
    return second


@kernel
def _next_action(actions: Any, at: Any, end: Any) -> Any:
    """(action, where the text goes on); _NO_ACTION when there is none."""
    while at < end and actions[at] == _STREET:
        at += 1
    if at >= end:
        return _NO_ACTION, at
    code = actions[at]
    at += 1
    if code == _FOLD:
        return np.int64(FOLD), at
    if code in (_CHECK, _CALL):
        return np.int64(CHECK_CALL), at
    amount = np.int64(0)
    while code == _RAISE and at < end and _ZERO <= actions[at] < _ZERO + 10:
        amount = amount * 10 + actions[at] - _ZERO
        at += 1
    return amount if amount > 0 else _NO_ACTION, at


@kernel
def _expect(observation: Any, hidden: Any, runouts: Any, strengths: Any, stage: Any, expected: Any) -> Any:
    """Replace the payoffs of a settled hand, ``expected``, by their mean over the runouts from ``stage``.

    The pots stand as they were formed; each runout is paid out by the rules' own kernel.
    Twin: tests.naive.luck
    """
    seats = observation["seats"]
    live = observation["in_hand"]
    stacks = observation["stacks"]
    _pay(observation, hidden, seats)
    for seat in range(seats):
        expected[seat] -= stacks[seat]
    if COUNT[live] == 2:
        a = LOWEST[live]
        b = LOWEST[live & ~bit(a)]
        a_wins, b_wins, boards = count_wins(runouts, strengths, stage, a, b)
        ties = boards - a_wins - b_wins
        for a_strength, b_strength, ways in ((2, 1, a_wins), (1, 2, b_wins), (1, 1, ties)):
            hidden["strength"][a], hidden["strength"][b] = a_strength, b_strength
            _pay(observation, hidden, seats)
            for seat in range(seats):
                expected[seat] += stacks[seat] * ways / boards
        return
    count_strengths(runouts, strengths, stage)
    boards = runouts["boards"][stage]
    for seat in range(seats):
        stacks[seat] = 0
    for board in range(boards):
        for seat in range(seats):
            hidden["strength"][seat] = strengths[stage, seat, board]
        pay_out(observation, hidden)
    for seat in range(seats):
        expected[seat] += stacks[seat] / boards


@kernel
def _pay(observation: Any, hidden: Any, seats: Any) -> Any:
    """Pay the pots out to empty stacks."""
    for seat in range(seats):
        observation["stacks"][seat] = 0
    pay_out(observation, hidden)


@kernel(
    signature=types.int64(
        array_of(ROW),
        array_of(np.uint8),
        types.int64,
        array_of(np.int64),
        array_of(RULES),
        types.int64,
        types.uint64,
        array_of(OBSERVATION),
        array_of(HIDDEN),
        array_of(FORCED),
        array_of(RUNOUTS),
        array_of(np.int16, 3),
        array_of(np.float64, 3),
        types.boolean,
        array_of(EVENT, 2),
        array_of(np.float64, 2),
        array_of(np.float64, 3),
    )
)
def _luck_of_hands(
    rows: Any,
    actions: Any,
    start: Any,
    deals: Any,
    all_rules: Any,
    seats: Any,
    seed: Any,
    observations: Any,
    hiddens: Any,
    forceds: Any,
    all_runouts: Any,
    strengths: Any,
    worth: Any,
    weigh: Any,
    events: Any,
    expected: Any,
    luck: Any,
) -> Any:
    """``luck_of_hands``; returns how many hands were done before one that does not replay."""
    rules, observation, hidden, forced = all_rules[0], observations[0], hiddens[0], forceds[0]
    runouts = all_runouts[0]
    runouts["seats"] = seats
    sit_down(observation, rules, seats)
    for r in range(rows.size):
        row = rows[r]
        if COUNT[_dealt(row, seats)] < 2 or not _cards_are_sound(row, seats):
            return r
        _sit(observation, row, seats)
        forced_by_rules(forced, observation, rules, row["button"])
        _stack_deck(hidden, row, forced["first_seat"], _dealt(row, seats))
        start_hand(observation, hidden, rules, forced)
        if r == 0 or deals[r] != deals[r - 1] or row["hand"] != rows[r - 1]["hand"] or _are_new(runouts, row):
            w0, w1, _, _ = draw(seed, SAMPLE, np.uint64(deals[r]), row["hand"], 0)
            _take_up(runouts, row, w0 | w1 << _SHIFT)
        _add_board(runouts, row)
        given = actions, start, row["actions_end"], runouts, strengths, worth
        stage = _replay(observation, hidden, *given, weigh, events[r], luck[r])
        start = row["actions_end"]
        if stage < 0 or (COUNT[observation["in_hand"]] > 1 and observation["board"][4] == NO_CARD):
            return r
        settle(observation, hidden, rules)
        if hidden["rake"] != row["rake"]:
            return r
        for seat in range(seats):
            expected[r, seat] = observation["payoffs"][seat]
            if observation["payoffs"][seat] != row["payoffs"][seat]:
                return r
        if stage < RIVER and COUNT[observation["in_hand"]] > 1:
            _expect(observation, hidden, runouts, strengths, stage, expected[r])
    return rows.size
