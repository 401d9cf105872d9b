"""Who sits where in a tournament of several tables: the draw, eliminations, rebuys, breaking and balancing.

The rule, in the spirit of the Tournament Directors Association's (rules on balancing and breaking tables):

- Entries draw seats; tables differ by at most one player. All tables play a hand, then all the next, so levels
  advance together, and what happens between two hands happens everywhere at once.
- Breaking: when fewer tables would hold everybody, the highest-numbered one is broken, until the rest is needed. Its
  players leave from the one left of its big blind on, each for the table with the fewest players.
- Balancing: while two tables differ by more than one player, the player who would be the next big blind leaves the
  fullest table for the one with the fewest. Of equal tables the lowest-numbered is meant.
- Who comes takes the worst position: the first empty seat after the big blind, which is the next to be the big blind.
  He is dealt in at once (``game.button`` says how the button takes that).
- The last table is the final table; it is not drawn anew. There is no hand-for-hand play beside this: every hand is.
"""

from __future__ import annotations

from typing import Any

from holdem_sim._jit import kernel
from holdem_sim.contract.observation import SEATS
from holdem_sim.game.hand import sit_down
from holdem_sim.rng import SEATING, permute
from holdem_sim.simulate.columns import STILL_IN


@kernel
def draw_seats(
    setup: Any,
    rules: Any,
    tournament: Any,
    order: Any,
    words: Any,
    places: Any,
    matches: Any,
    who: Any,
    observations: Any,
) -> Any:
    """Seat the entries of one tournament. ``order``, as long as ``places``, and ``words`` (16 uint64) are overwritten.

    Entry e of tournament t is bot (t * entries + e) mod bots, as ``places`` says already.
    """
    entries = order.size
    tables = matches.size
    for e in range(entries):
        order[e] = e
    permute(order, entries, entries, words, setup["seed"], SEATING, tournament, 0)
    for t in range(tables):
        number = tournament * tables + t
        matches[t]["match"] = number
        matches[t]["deal"] = number
        matches[t]["stream"] = number
        sit_down(observations[t], rules, setup["seats"])
        for seat in range(SEATS):
            who[t, seat] = -1
    for i in range(entries):
        t, seat = i % tables, i // tables
        e = order[i]
        who[t, seat] = e
        matches[t]["entrant"][seat] = places[e]["entrant"]
        observations[t]["stacks"][seat] = setup["stack"]


@kernel
def settle_round(setup: Any, hand: Any, places: Any, who: Any, observations: Any, hiddens: Any, progresses: Any) -> Any:
    """After ``hand`` at all tables of a tournament: who is out, who buys again; returns how many are left."""
    left = 0
    rebuys = hand + 1 < setup["rebuy_levels"] * setup["level_hands"]
    for t in range(observations.size):
        stacks = observations[t]["stacks"]
        for seat in range(setup["seats"]):
            e = who[t, seat]
            if e < 0:
                continue
            own = places[e]
            if progresses[t]["hand"] == hand:
                own["hands"] += 1
                if rebuys and stacks[seat] <= setup["rebuy_at"] and own["buy_ins"] <= setup["rebuys"]:
                    stacks[seat] += setup["stack"]
                    own["buy_ins"] += 1
                elif stacks[seat] == 0:
                    own["last_hand"] = hand
                    own["stack"] = hiddens[t]["start_stacks"][seat]
                    who[t, seat] = -1
            left += stacks[seat] > 0
    return left


@kernel
def end_tournament(places: Any, who: Any, observations: Any) -> Any:
    """Who is left is still in, with his chips; the tables are closed."""
    for t in range(observations.size):
        for seat in range(SEATS):
            if who[t, seat] >= 0:
                places[who[t, seat]]["last_hand"] = STILL_IN
                places[who[t, seat]]["stack"] = observations[t]["stacks"][seat]
                observations[t]["stacks"][seat] = 0
                who[t, seat] = -1


@kernel
def seat_players(setup: Any, left: Any, matches: Any, who: Any, memory: Any, observations: Any, progresses: Any) -> Any:
    """Break and balance the tables of a tournament with ``left`` players. Twin: tests.naive.seating"""
    seats = setup["seats"]
    needed = (left + seats - 1) // seats
    for i in range(who.shape[0] - needed):
        broken = who.shape[0] - 1 - i
        while _players(who, broken, seats) > 0:
            _move(seats, broken, _fewest(who, needed, seats), matches, who, memory, observations, progresses)
    while True:
        fullest, fewest = _fullest(who, needed, seats), _fewest(who, needed, seats)
        if _players(who, fullest, seats) - _players(who, fewest, seats) < 2:
            break
        _move(seats, fullest, fewest, matches, who, memory, observations, progresses)


@kernel
def _move(
    seats: Any, table: Any, to: Any, matches: Any, who: Any, memory: Any, observations: Any, progresses: Any
) -> Any:
    """The next big blind of ``table`` takes the worst position of table ``to``, with chips and memory."""
    seat = _after(who, table, progresses[table]["big"], seats, True)
    empty = _after(who, to, progresses[to]["big"], seats, False)
    who[to, empty] = who[table, seat]
    who[table, seat] = -1
    matches[to]["entrant"][empty] = matches[table]["entrant"][seat]
    observations[to]["stacks"][empty] = observations[table]["stacks"][seat]
    observations[table]["stacks"][seat] = 0
    for i in range(memory.shape[2]):
        memory[to, empty, i] = memory[table, seat, i]


@kernel
def _after(who: Any, table: Any, big: Any, seats: Any, taken: Any) -> Any:
    """The first seat clockwise after the big blind that is ``taken``, or empty."""
    for i in range(seats):
        seat = (big + 1 + i) % seats
        if (who[table, seat] >= 0) == taken:
            return seat
    return 0


@kernel
def _players(who: Any, table: Any, seats: Any) -> Any:
    count = 0
    for seat in range(seats):
        count += who[table, seat] >= 0
    return count


@kernel
def _fewest(who: Any, tables: Any, seats: Any) -> Any:
    """Of the first ``tables`` the one with the fewest players."""
    found = 0
    for t in range(1, tables):
        if _players(who, t, seats) < _players(who, found, seats):
            found = t
    return found


@kernel
def _fullest(who: Any, tables: Any, seats: Any) -> Any:
    found = 0
    for t in range(1, tables):
        if _players(who, t, seats) > _players(who, found, seats):
            found = t
    return found
