"""RULES.md, "Scope": replays may be given posts; pots that play by the rules never makes."""

from typing import Any

import numpy as np

from holdem_sim.contract import OBSERVATION
from holdem_sim.game.betting import apply
from holdem_sim.game.hand import advance, settle, sit_down, start_hand
from holdem_sim.game.posting import forced_by_rules
from holdem_sim.game.rules import Rules
from holdem_sim.game.table import FORCED, HIDDEN

Record = Any


def start(stacks: list[int], **posts: Any) -> tuple[Record, Record]:
    """A table with its button at 0 and these fields of FORCED instead of the rules'; no card is shuffled."""
    observation, hidden, forced = np.zeros(1, OBSERVATION)[0], np.zeros(1, HIDDEN)[0], np.zeros(1, FORCED)[0]
    rules = Rules().record()[0]
    sit_down(observation, rules, len(stacks))
    observation["stacks"][: len(stacks)] = stacks
    forced_by_rules(forced, observation, rules, 0)
    for name, chips in posts.items():
        if isinstance(chips, list):
            forced[name][: len(chips)] = chips
        else:
            forced[name] = chips
    hidden["deck"] = np.arange(52)
    start_hand(observation, hidden, rules, forced)
    return observation, hidden


def finish(observation: Record, hidden: Record, actions: list[int]) -> list[int]:
    """The seats asked."""
    asked = []
    with np.errstate(over="ignore"):
        while advance(observation, hidden):
            asked.append(int(observation["seat"]))
            apply(observation, hidden, actions.pop(0))
        settle(observation, hidden, Rules().record()[0])
    assert not actions
    return asked


def pots(hidden: Record) -> list[tuple[int, int]]:
    """Amounts, and contestants as masks."""
    count = int(hidden["pot_count"])
    return list(zip(hidden["pot_amount"][:count].tolist(), hidden["pot_contestants"][:count].tolist(), strict=True))


def test_a_straddle_is_the_price_and_has_the_option() -> None:
    observation, hidden = start([200] * 4, blind=[0, 1, 2, 4], price=4, increment=2, first_to_act=4)
    assert advance(observation, hidden)
    assert (observation["seat"], observation["to_call"], observation["min_raise_to"]) == (0, 4, 6)
    asked = finish(observation, hidden, [0] * 16)
    assert asked == [0, 1, 2, 3, *[1, 2, 3, 0] * 3]
    assert pots(hidden) == [(16, 0b1111)]


def test_a_dead_blind_is_no_part_of_a_call() -> None:
    observation, hidden = start([200] * 4, blind=[0, 1, 2, 2], dead=[0, 0, 0, 1], first_to_act=3)
    assert (observation["pot"], observation["bets"][3], observation["invested"][3]) == (6, 2, 3)
    assert advance(observation, hidden)
    assert (observation["seat"], observation["to_call"], observation["min_raise_to"]) == (3, 0, 4)
    finish(observation, hidden, [0] * 16)
    assert pots(hidden) == [(9, 0b1111)]


def test_ante_then_blind_then_dead_money_from_a_short_stack() -> None:
    observation, hidden = start([200, 200, 9, 200], ante=[3, 3, 3, 3], blind=[0, 1, 2, 0], dead=[0, 0, 7, 0])
    assert observation["invested"][:4].tolist() == [3, 4, 9, 3]
    assert (observation["bets"][2], observation["stacks"][2], hidden["contested"][2]) == (2, 0, 5)


def test_a_missing_small_blind_is_nobodys() -> None:
    observation, hidden = start([200] * 3, blind=[0, 0, 2])
    assert finish(observation, hidden, [-1, -1]) == [0, 1]
    assert observation["payoffs"][:3].tolist() == [0, 0, 0]
    assert hidden["returned"][2] == 2


def test_the_button_may_be_nobodys() -> None:
    observation, hidden = start([200] * 3, button=-1)
    assert observation["button"] == -1
    assert finish(observation, hidden, [0] * 12) == [0, 1, 2, *[1, 2, 0] * 3]


def test_a_layer_with_no_contestant_joins_the_pot_below() -> None:
    """Seat 0 folds a post of 20; the live seats are all-in for 8 and 5."""
    observation, hidden = start([200, 8, 5], blind=[20, 0, 5], price=40, first_to_act=0)
    assert finish(observation, hidden, [-1, 0]) == [0, 1]
    assert hidden["returned"][:3].tolist() == [0, 0, 0]
    assert pots(hidden) == [(15, 0b110), (3 + 3 + 12, 0b010)]


def test_a_pot_of_dead_money_alone_is_contested_by_all_live_seats() -> None:
    observation, hidden = start([200] * 3, blind=[0, 0, 0], dead=[1, 2, 4], price=0)
    assert finish(observation, hidden, [0] * 12) == [0, 1, 2, *[1, 2, 0] * 3]
    assert pots(hidden) == [(7, 0b111)]
    assert sum(observation["payoffs"]) == 0
