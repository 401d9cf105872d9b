"""Laws of tournaments of several tables, from the log alone: seats, chips, buttons, levels, places, prizes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest

from holdem_sim._jit import JIT
from holdem_sim.analysis.finishes import rank
from holdem_sim.simulate import multi_table
from holdem_sim.simulate.shards import Game, Shard
from holdem_sim.simulate.structure import until_someone_wins
from tests.naive import buttons, places
from tests.naive.seating import Tournament
from tests.property.test_loop import replay
from tests.property.tournaments import STACK, STRUCTURES, game_of, play

FIELDS = [(40, 6), (23, 3), (30, 10), (7, 9), (11, 2)]
SHARES = [5000, 3000, 2000]


def field_of(name: str, entries: int, seats: int, kind: type[Game] = Game, **options: Any) -> Game:
    game = game_of(STRUCTURES[name], seats, kind, **options)
    structure = STRUCTURES[name]
    levels = until_someone_wins(structure.levels, entries * STACK * (1 + structure.rebuys))
    structure = replace(structure, levels=levels)
    return replace(game, entries=entries, structure=structure, hands=structure.most_hands)


def tournaments_of(shard: Shard) -> Iterator[tuple[int, list[list[tuple[int, Any, dict[int, int]]]]]]:
    """For each tournament its rounds: (table, row, seat -> entry) of every table that played."""
    assert shard.seated is not None
    tables = shard.seated.tables
    hands = [
        (int(row["match"]) // tables, int(row["hand"]), int(row["match"]) % tables, row, entries)
        for row, entries in zip(shard.rows, shard.seated.entry, strict=True)
    ]
    for number, played in groupby(hands, key=lambda hand: hand[0]):
        yield (
            number,
            [
                [
                    (table, row, {s: int(e) for s, e in enumerate(entries) if e >= 0})
                    for _, _, table, row, entries in same
                ]
                for _, same in groupby(played, key=lambda hand: hand[1])
            ],
        )


@pytest.mark.parametrize("name", STRUCTURES)
@pytest.mark.parametrize(("entries", "seats"), FIELDS)
def test_seats_chips_buttons_and_places_follow_the_rules(name: str, entries: int, seats: int) -> None:
    structure = STRUCTURES[name]
    shard = play(field_of(name, entries, seats), 60)
    assert shard.entries is not None
    ranked = rank(shard.entries, entries, 7, SHARES).reshape(-1, entries)
    moves = 0
    for number, rounds in tournaments_of(shard):
        first = {table: seated for table, _, seated in rounds[0]}
        count = -(-entries // seats)
        alone = set(range(entries)) - {entry for seated in first.values() for entry in seated.values()}
        now = Tournament(
            seats,
            [first.get(table, {0: entry} if (entry := min(alone, default=-1)) >= 0 else {}) for table in range(count)],
            [-1] * count,
            dict.fromkeys(range(entries), STACK),
            dict.fromkeys(range(entries), 1),
        )
        sizes = [len(table) for table in now.tables]
        assert max(sizes) - min(sizes) < 2
        assert sorted(entry for table in now.tables for entry in table.values()) == list(range(entries))
        last: dict[int, buttons.Seats] = {}
        gone: dict[int, tuple[int, int]] = {}
        hands = Counter[int]()
        for hand, round_ in enumerate(rounds):
            assert {table: seated for table, _, seated in round_} == {
                t: seated for t, seated in enumerate(now.tables) if len(seated) > 1
            }
            for table, row, seated in round_:
                assert row["hand"] == hand
                for seat in range(seats):
                    assert row["stacks"][seat] == (now.chips[seated[seat]] if seat in seated else 0)
                alive = sorted(seated)
                known = last.get(table)
                at = (
                    buttons.following(known, alive, seats, structure.dead_button)
                    if known
                    else buttons.first(alive, seats)
                )
                assert (row["button"], row["big_blind"]) == (at.button, at.big)
                assert known is None or at.big != known.big
                last[table] = at
                now.big[table] = at.big
                for seat, entry in seated.items():
                    hands[entry] += 1
                    now.chips[entry] += int(row["payoffs"][seat])
                    if now.chips[entry] == 0:
                        gone[entry] = hand, int(row["stacks"][seat])
                    period = structure.rebuy_levels * structure.level_hands
                    may = now.chips[entry] <= structure.rebuy_at and now.buy_ins[entry] <= structure.rebuys
                    if hand + 1 < period and may:
                        now.chips[entry] += STACK
                        now.buy_ins[entry] += 1
                        gone.pop(entry, None)
            assert sum(now.chips.values()) == STACK * sum(now.buy_ins.values())
            before = {entry: table for table, seated in enumerate(now.tables) for entry in seated.values()}
            if hand + 1 < len(rounds):
                now.go_on()
                after = {entry: table for table, seated in enumerate(now.tables) for entry in seated.values()}
                moves += sum(before[entry] != table for entry, table in after.items())
        assert sorted(now.chips.values())[-2:] == [0, sum(now.chips.values())]
        winner = next(entry for entry, chips in now.chips.items() if chips)
        gone[winner] = len(rounds), now.chips[winner]
        own = ranked[number]
        paid = places.prizes(7 * sum(now.buy_ins.values()), SHARES, entries)
        for entry in range(entries):
            better = sum(other > gone[entry] for other in gone.values())
            together = [other for other in range(entries) if gone[other] == gone[entry]]
            purse = sum(paid[better : better + len(together)])
            prize = purse // len(together) + (together.index(entry) < purse % len(together))
            assert own[entry].tolist()[4:8] == (better + 1, len(together), hands[entry], now.buy_ins[entry])
            assert own[entry]["prize"] == prize
        assert own["prize"].sum() == 7 * own["buy_ins"].sum()
        assert (own["place"] + (own["shared"] - 1) / 2).sum() == entries * (entries + 1) / 2
    assert (moves > 0) == (entries > seats)


def test_every_hand_is_played_by_the_rules_of_its_level() -> None:
    entries, seats = 20, 4
    game = field_of("moving", entries, seats)
    assert game.structure is not None
    shard = play(game, 5)
    start = 0
    for row in shard.rows:
        text = bytes(shard.actions[start : row["actions_end"]]).decode()
        start = int(row["actions_end"])
        level = min(int(row["hand"]) // game.structure.level_hands, len(game.structure.levels) - 1)
        naive = replay(game.structure.levels[level], row, seats, int(row["match"]), text)
        assert naive.over
        assert row["payoffs"][:seats].tolist() == naive.payoffs
        assert {seat: tuple(row["hole"][seat].tolist()) for seat in naive.dealt} == naive.hole
    assert start == len(shard.actions)


def test_bots_enter_equally_often_and_sit_where_their_entries_do() -> None:
    shard = play(field_of("moving", 23, 6), 10)
    assert shard.entries is not None
    assert shard.seated is not None
    often = Counter(shard.entries["entrant"].tolist()).values()
    assert max(often) - min(often) <= 1
    of_entry = shard.entries["entrant"].reshape(-1, 23)
    for row, entrant, entry in zip(shard.rows, shard.seated.entrant, shard.seated.entry, strict=True):
        for seat in range(6):
            if entry[seat] >= 0:
                assert entrant[seat] == of_entry[row["match"] // shard.seated.tables, entry[seat]]


@pytest.mark.skipif(not JIT, reason="a law of sizes that the compiled loop shows")
def test_how_many_play_side_by_side_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = field_of("rebuys", 25, 6)
    one = play(game, 40)
    monkeypatch.setattr(multi_table, "TABLES_AT_ONCE", 5)
    monkeypatch.setattr(multi_table, "TEXT", 1)
    other = play(game, 40)
    for name in ("rows", "actions", "style", "entries"):
        assert (getattr(one, name) == getattr(other, name)).all(), name
    assert (one.seated.entry == other.seated.entry).all()  # type: ignore[union-attr]
