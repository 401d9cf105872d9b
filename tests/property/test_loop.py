"""Laws of the compiled loop: chips, buttons and blinds; and its log replayed through the naive twin."""

import re
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from holdem_sim._jit import JIT
from holdem_sim.cards import NO_CARD
from holdem_sim.game.rules import Rules
from holdem_sim.players.load import load_entrants
from holdem_sim.simulate.schedule import Schedule
from holdem_sim.simulate.shards import Game, Shard, play_shard
from tests.naive import philox
from tests.naive.rules import NaiveHand

BETTING = ("no-limit", "pot-limit", "fixed-limit")
BOTS = ("random", "call", "raise", "raise:percent=300")
SEED = 77
DECISIONS = {"f": -1, "k": 0, "c": 0}

Array = np.ndarray[Any, Any]


def play(rules: Rules, seats: int, matches: int, **options: Any) -> Shard:
    entrants = load_entrants(BOTS)
    schedule = Schedule(len(entrants), seats, "independent", SEED)
    bots, settings = tuple(e.bot for e in entrants), tuple(e.settings for e in entrants)
    shard = play_shard(Game(rules, schedule, bots, settings, **options), 0, matches)
    assert shard is not None
    return shard


def dealt(rows: Array, seats: int) -> Array:
    out: Array = rows["stacks"][:, :seats] > 0
    return out


@pytest.mark.parametrize("betting", BETTING)
@pytest.mark.parametrize("seats", range(2, 11))
def test_chips_are_conserved_and_payoffs_sum_to_minus_the_rake(seats: int, betting: str) -> None:
    rules = Rules(betting, ante=1, ante_mode="all" if seats % 2 else "big_blind", rake=2.5, rake_cap=20)
    matches = 2000 if JIT else 5
    for carry, stack in ((False, 200), (True, 60)):
        rows = play(rules, seats, matches, hands=8, carry=carry, stack=stack).rows
        assert len(rows) > matches
        assert (rows["payoffs"].sum(axis=1) == -rows["rake"]).all()
        assert (rows["stacks"] + rows["payoffs"] >= 0).all()
        assert (rows["payoffs"][:, seats:] == 0).all()
        assert (rows["payoffs"][:, :seats][~dealt(rows, seats)] == 0).all()
        assert (rows["rake"] <= 20).all()
        assert rows["rake"].any() or not JIT
        follows = rows["match"][1:] == rows["match"][:-1]
        assert (rows["hand"][1:][follows] == rows["hand"][:-1][follows] + 1).all()
        if carry:
            assert (rows["stacks"][1:] == rows["stacks"][:-1] + rows["payoffs"][:-1])[follows].all()
            starts = rows["stacks"][rows["hand"] == 0]
        else:
            starts = rows["stacks"]
        assert (starts[:, :seats] == stack).all()
        assert (starts[:, seats:] == 0).all()


@pytest.mark.parametrize("betting", BETTING)
def test_no_bot_of_ours_faults(betting: str) -> None:
    shard = play(Rules(betting), 6, 3000 if JIT else 20, hands=3)
    assert shard.fault_count == 0
    assert not shard.style["faults"].any()


@pytest.mark.parametrize("seats", [2, 3, 4, 6, 10])
def test_the_button_moves_to_the_next_seat_with_chips_and_nobody_posts_the_big_blind_twice(seats: int) -> None:
    rows = play(Rules(), seats, 500 if JIT else 30, hands=40, carry=True, stack=40).rows
    buttons_after_three = 0
    for before, now in pairwise(rows):
        old, alive = seats_alive(before, seats), seats_alive(now, seats)
        button = int(now["button"])
        assert button in alive
        if now["hand"] == 0:
            assert button == 0
            continue
        big, last_big = big_blind(alive, button, seats), big_blind(old, int(before["button"]), seats)
        assert big != last_big
        if len(alive) == 2 < len(old):
            buttons_after_three += 1
            assert big == next_of(alive, last_big, seats)
        else:
            assert button == next_of(alive, int(before["button"]), seats)
        if alive == old:
            assert big == next_of(alive, last_big, seats)
    assert (buttons_after_three > 0) == (seats > 2)


def seats_alive(row: Any, seats: int) -> list[int]:
    return [seat for seat in range(seats) if row["stacks"][seat] > 0]


def next_of(alive: list[int], after: int, seats: int) -> int:
    return min(alive, key=lambda seat: (seat - after - 1) % seats)


def big_blind(alive: list[int], button: int, seats: int) -> int:
    first = next_of(alive, button, seats)
    return first if len(alive) == 2 else next_of(alive, first, seats)


def test_a_match_ends_when_one_seat_has_all_the_chips() -> None:
    rows = play(Rules(), 3, 200 if JIT else 20, hands=200, carry=True, stack=20).rows
    last = np.append(rows["match"][1:] != rows["match"][:-1], True)
    has_all = ((rows["stacks"] + rows["payoffs"]) > 0).sum(axis=1) == 1
    ended_early = last & (rows["hand"] < 199)
    assert has_all.any()
    assert last[has_all].all()
    assert has_all[ended_early].all()


REPLAYED = [
    (2, Rules(), 100),
    (3, Rules("pot-limit", 1, 3, ante=2, ante_mode="all", rake=5.0), 40),
    (6, Rules("no-limit", 5, 10, ante=10, ante_mode="big_blind", rake=2.5, rake_cap=3), 150),
    (6, Rules("fixed-limit", 1, 2, cap_heads_up=False), 25),
    (10, Rules("no-limit", 1, 2, rake=10.0, no_flop_no_drop=False), 60),
]


@pytest.mark.parametrize(("seats", "rules", "stack"), REPLAYED)
def test_the_log_replays_through_the_naive_twin(seats: int, rules: Rules, stack: int) -> None:
    shard = play(rules, seats, 60 if JIT else 5, hands=6, carry=True, stack=stack)
    hands, preflop, vpip, pfr, aggressive, calls = (np.zeros(len(BOTS), int) for _ in range(6))
    start = 0
    for row in shard.rows:
        match = shard.matches[row["match"] - shard.matches["match"][0]]
        text = bytes(shard.actions[start : row["actions_end"]]).decode()
        start = int(row["actions_end"])
        naive = replay(rules, row, seats, int(match["deal"]), text)
        assert naive.over
        assert row["payoffs"][:seats].tolist() == naive.payoffs
        assert row["rake"] == naive.rake
        assert {seat for seat in range(seats) if row["shown"] >> seat & 1} == naive.shown
        assert row["board"].tolist() == naive.board + [NO_CARD] * (5 - len(naive.board))
        assert {seat: tuple(row["hole"][seat].tolist()) for seat in naive.dealt} == naive.hole
        for seat in naive.dealt:
            bot = match["entrant"][seat]
            own = [(street, action, paid) for who, street, action, paid in naive.history if who == seat]
            hands[bot] += 1
            preflop[bot] += any(street == 0 for street, _, _ in own)
            vpip[bot] += any(street == 0 and paid > 0 for street, _, paid in own)
            pfr[bot] += any(street == 0 and action > 0 for street, action, _ in own)
            aggressive[bot] += sum(street > 0 and action > 0 for street, action, _ in own)
            calls[bot] += sum(street > 0 and action == 0 and paid > 0 for street, action, paid in own)
    assert start == len(shard.actions)
    for name, counted in zip(
        ("hands", "preflop", "vpip", "pfr", "aggressive", "calls"),
        (hands, preflop, vpip, pfr, aggressive, calls),
        strict=True,
    ):
        assert shard.style[name].tolist() == counted.tolist(), name


def replay(rules: Rules, row: Any, seats: int, deal: int, text: str) -> NaiveHand:
    """The hand that the log describes, each letter held to what it must mean."""
    naive = NaiveHand(
        row["stacks"][:seats].tolist(),
        int(row["button"]),
        philox.deck(SEED, deal, int(row["hand"])),
        rules.small_blind,
        rules.big_blind,
        rules.ante,
        rules.ante_mode,
        rules.betting,
        rules.cap_heads_up,
        round(rules.rake * 100),
        rules.rake_cap,
        rules.no_flop_no_drop,
    )
    street = 0
    for word in re.findall(r"r\d+|[fkc/]", text):
        if word == "/":
            street += 1
            continue
        assert street == naive.street
        if word[0] != "r":
            assert word == "k" if naive.to_call == 0 else word in "fc"
        naive.act(DECISIONS[word] if word in DECISIONS else int(word[1:]))
    assert "".join(re.findall(r"r\d+|[fkc/]", text)) == text
    return naive
