"""Laws of tournaments with rising blinds: chips, buttons, blinds, places and prizes; held to naive twins."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from holdem_sim._jit import JIT
from holdem_sim.analysis.finishes import find_places
from holdem_sim.simulate.structure import Structure
from tests.naive import buttons, places
from tests.property.test_loop import replay
from tests.property.tournaments import BOTS, STACK, STRUCTURES, by_tournament, game_of, play

EVERY = pytest.mark.parametrize("name", STRUCTURES)
SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 6, 10])
SHARES = {2: [10_000], 3: [7001, 2999], 4: [6500, 3500], 6: [5000, 3000, 2000], 10: [3333, 3333, 3334]}


def alive_in(row: Any, seats: int) -> list[int]:
    return [seat for seat in range(seats) if row["stacks"][seat] > 0]


@EVERY
@SEATS
def test_chips_are_constant_but_for_buy_ins_and_one_seat_has_them_all_in_the_end(name: str, seats: int) -> None:
    structure = STRUCTURES[name]
    bought_again = 0
    for hands in by_tournament(play(game_of(structure, seats), 600)):
        bought = [0] * seats
        chips = np.full(seats, STACK)
        for row in hands:
            new = row["stacks"][:seats] - chips
            for seat in np.flatnonzero(new):
                assert new[seat] == STACK
                assert chips[seat] <= structure.rebuy_at
                bought[seat] += 1
            period = structure.rebuy_levels * structure.level_hands
            if 0 < row["hand"] < period:
                may = [seat for seat in range(seats) if chips[seat] <= structure.rebuy_at]
                assert all(new[seat] == STACK or bought[seat] == structure.rebuys for seat in may)
            else:
                assert not new.any()
            assert row["payoffs"].sum() == 0
            chips = (row["stacks"] + row["payoffs"])[:seats]
            assert chips.sum() == STACK * (seats + sum(bought))
        assert (chips > 0).sum() == 1
        assert [row["hand"] for row in hands] == list(range(len(hands)))
        assert max(bought) <= structure.rebuys
        bought_again += sum(bought)
    assert (bought_again > 0) == (structure.rebuys > 0) or not JIT


@EVERY
@SEATS
def test_button_and_blinds_go_by_the_rule_and_the_big_blind_always_advances(name: str, seats: int) -> None:
    structure = STRUCTURES[name]
    dead = Counter[str]()
    for hands in by_tournament(play(game_of(structure, seats), 600)):
        last = None
        for row in hands:
            alive = alive_in(row, seats)
            if last is None:
                now = buttons.first(alive, seats)
            else:
                now = buttons.following(last, alive, seats, structure.dead_button)
                assert now.big != last.big
                if structure.dead_button:
                    assert now.big == buttons.clockwise(alive, last.big, seats)[0]
            assert (row["button"], row["big_blind"]) == (now.button, now.big)
            dead["button"] += now.button not in alive
            dead["small"] += now.small not in alive
            last = now
    assert (dead["button"] > 0) == (dead["small"] > 0) == (structure.dead_button and seats > 3) or not JIT


@EVERY
@SEATS
def test_every_entry_has_one_place_and_the_prizes_sum_to_the_pool(name: str, seats: int) -> None:
    shard = play(game_of(STRUCTURES[name], seats), 2000)
    buy_in, shares = 7, SHARES[seats]
    found = find_places(shard.matches, shard.rows, seats, STACK, buy_in, shares).reshape(-1, seats)
    ties = 0
    for own, hands in zip(found, by_tournament(shard), strict=True):
        covered = [
            p for place in set(own["place"]) for p in range(place, place + own["shared"][own["place"] == place][0])
        ]
        assert sorted(covered) == list(range(1, seats + 1))
        assert own["prize"].sum() == buy_in * own["buy_ins"].sum()
        ties += int((own["shared"] > 1).any())
        expected = places.of_tournament(hands, seats, STACK, buy_in, shares)
        for key in ("place", "shared", "prize", "buy_ins", "hands"):
            assert own[key].tolist() == [entry[key] for entry in expected], key
    assert ties > 0 or seats == 2 or not JIT


@pytest.mark.parametrize("betting", ["no-limit", "pot-limit", "fixed-limit"])
@pytest.mark.parametrize("name", ["moving", "rebuys"])
def test_every_hand_is_played_by_the_rules_of_its_level(name: str, betting: str) -> None:
    """The naive twin posts, deals and pays each logged hand; short blinds and antes are all-in and play on."""
    seats, structure = 4, STRUCTURES[name]
    game = game_of(structure, seats, betting=betting)
    assert game.structure is not None
    shard = play(game, 60)
    start = short = seen = 0
    for row in shard.rows:
        text = bytes(shard.actions[start : row["actions_end"]]).decode()
        start = int(row["actions_end"])
        level = min(int(row["hand"]) // structure.level_hands, len(game.structure.levels) - 1)
        rules = game.structure.levels[level]
        match = shard.matches[row["match"] - shard.matches["match"][0]]
        naive = replay(rules, row, seats, int(match["deal"]), text)
        assert naive.over
        assert row["payoffs"][:seats].tolist() == naive.payoffs
        big = int(row["big_blind"])
        if row["stacks"][big] < rules.big_blind:
            short += 1
            seen += row["payoffs"][big] > 0
        assert {seat: tuple(row["hole"][seat].tolist()) for seat in naive.dealt} == naive.hole
    assert short > seen > 0 or not JIT


def test_bots_that_only_fold_end_too() -> None:
    game = game_of(Structure(STRUCTURES["moving"].levels, 3), 2)
    always = replace(game, bots=(game.bots[BOTS.index("fold")],) * len(BOTS))
    for hands in by_tournament(play(always, 50)):
        assert ((hands[-1]["stacks"] + hands[-1]["payoffs"]) > 0).sum() == 1


def test_places_of_two_out_in_one_hand() -> None:
    """Seats 1 and 2 go out together with equal stacks, then seat 3, against seat 0: 51, 30, 15 and 4 units are paid."""
    game = game_of(STRUCTURES["moving"], 4)
    matches = game.schedule.matches(0, 1)
    rows = play(game, 1).rows[:3].copy()
    rows["match"] = 0
    rows["hand"] = [0, 1, 2]
    rows["stacks"] = 0
    rows["payoffs"] = 0
    for row, stacks, payoffs in zip(
        rows,
        ([100, 100, 100, 100], [100, 100, 100, 100], [300, 0, 0, 100]),
        ([0, 0, 0, 0], [200, -100, -100, 0], [100, 0, 0, -100]),
        strict=True,
    ):
        row["stacks"][:4] = stacks
        row["payoffs"][:4] = payoffs
    found = find_places(matches, rows, 4, 100, 25, [5000, 3000, 1501, 499])
    assert found["place"].tolist() == [1, 3, 3, 2]
    assert found["shared"].tolist() == [1, 2, 2, 1]
    assert found["prize"].tolist() == [51, 10, 9, 30]
    rows["stacks"][1, :4] = [50, 150, 100, 100]
    rows["stacks"][0, :4] = [100, 100, 100, 100]
    rows["payoffs"][0, :4] = [-50, 50, 0, 0]
    rows["payoffs"][1, :4] = [250, -150, -100, 0]
    found = find_places(matches, rows, 4, 100, 25, [5000, 3000, 1501, 499])
    assert found["place"].tolist() == [1, 3, 4, 2]
    assert found["prize"].tolist() == [51, 15, 4, 30]
