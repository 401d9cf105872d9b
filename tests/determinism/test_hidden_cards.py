"""What a bot is given does not depend on cards that it may not see."""

from typing import Any

import numpy as np
import pytest

from holdem_sim._jit import JIT
from holdem_sim.cards import NO_CARD
from holdem_sim.contract import HISTORY, OBSERVATION
from holdem_sim.game.betting import apply
from holdem_sim.game.hand import advance, settle, sit_down, start_hand
from holdem_sim.game.posting import forced_by_rules
from holdem_sim.game.rules import Rules
from holdem_sim.game.table import FORCED, HIDDEN

HANDS = 60 if JIT else 10
BOARD_CARDS = (0, 3, 4, 5)  # in sight on each street


class Table:
    """The two records of a hand on a given deck, new ones or those of a hand before; the button is seat 0."""

    def __init__(self, rules: Rules, stacks: list[int], deck: Any, before: "Table | None" = None) -> None:
        self.seen: Any = before.seen if before else np.zeros(1, OBSERVATION)[0]
        self.hidden: Any = before.hidden if before else np.zeros(1, HIDDEN)[0]
        self.forced: Any = before.forced if before else np.zeros(1, FORCED)[0]
        self.rules = rules.record()[0]
        sit_down(self.seen, self.rules, len(stacks))
        self.seen["stacks"][: len(stacks)] = stacks
        self.hidden["deck"][:] = deck
        forced_by_rules(self.forced, self.seen, self.rules, 0)
        start_hand(self.seen, self.hidden, self.rules, self.forced)

    def observation(self) -> bytes | None:
        """The bytes the seat to act is given; None when the betting is over."""
        return self.seen.tobytes() if advance(self.seen, self.hidden) else None


def visible(seats: int, seat: int, street: int) -> list[int]:
    """Deck positions of the cards that ``seat`` may see: its own and the board so far, no burnt card."""
    place = (seat - 1) % seats
    flop = 2 * seats + 1
    board = [flop, flop + 1, flop + 2, flop + 4, flop + 6]
    return [place, seats + place, *board[: BOARD_CARDS[street]]]


def random_action(rng: np.random.Generator, seen: Any) -> int:
    low, high = int(seen["min_raise_to"]), int(seen["max_raise_to"])
    if high and rng.random() < 0.25:
        return int(rng.integers(low, min(high, 2 * low) + 1))
    return -1 if seen["to_call"] and rng.random() < 0.1 else 0


def repeat(rules: Rules, stacks: list[int], deck: Any, actions: list[int]) -> bytes | None:
    """The observation after ``actions`` on another deck."""
    table = Table(rules, stacks, deck)
    for action in actions:
        assert table.observation() is not None
        apply(table.seen, table.hidden, action)
    return table.observation()


@pytest.mark.parametrize("number", range(HANDS))
def test_an_observation_does_not_change_with_the_hidden_cards(number: int) -> None:
    rng = np.random.default_rng([31, number])
    seats = int(rng.integers(2, 11))
    rules = Rules(("no-limit", "pot-limit", "fixed-limit")[number % 3], ante=1, ante_mode="all")
    stacks = [int(chips) for chips in rng.integers(20, 300, seats)]
    deck = rng.permutation(52)
    table = Table(rules, stacks, deck)
    actions: list[int] = []
    while (given := table.observation()) is not None:
        seat, street = int(table.seen["seat"]), int(table.seen["street"])
        open_to = visible(seats, seat, street)
        assert table.seen["hole"].tolist() == deck[open_to[:2]].tolist()
        board = deck[open_to[2:]].tolist()
        assert table.seen["board"].tolist() == board + [NO_CARD] * (5 - len(board))
        for name in ("stacks", "bets", "invested", "payoffs"):
            assert not table.seen[name][seats:].any()
        secret = [place for place in range(52) if place not in open_to]
        for _ in range(3):
            other = deck.copy()
            other[secret] = rng.permutation(deck[secret])
            assert repeat(rules, stacks, other, actions) == given
        for place in open_to:  # and each card in sight does show
            other = deck.copy()
            other[[place, secret[-1]]] = deck[[secret[-1], place]]
            assert repeat(rules, stacks, other, actions) != given
        actions.append(random_action(rng, table.seen))
        apply(table.seen, table.hidden, actions[-1])


@pytest.mark.parametrize("number", range(HANDS))
def test_a_hand_does_not_see_what_the_table_held_before_it(number: int) -> None:
    """Also by other rules, and a smaller table after a larger."""
    rng = np.random.default_rng([33, number])
    used: Table | None = None
    for mode, ante, seats in (("all", 3, 10), ("big_blind", 3, int(rng.integers(2, 11))), ("none", 0, 5)):
        betting = ("no-limit", "pot-limit", "fixed-limit")[number % 3]
        rules = Rules(betting, ante=ante, ante_mode=mode, rake=5.0 if ante else 0.0)
        stacks = [int(chips) for chips in rng.integers(5, 100, seats)]
        deck = rng.permutation(52)
        fresh, used = Table(rules, stacks, deck), Table(rules, stacks, deck, used)
        while (given := fresh.observation()) is not None:
            assert used.observation() == given
            action = random_action(rng, fresh.seen)
            apply(fresh.seen, fresh.hidden, action)
            apply(used.seen, used.hidden, action)
        assert used.observation() is None
        with np.errstate(over="ignore"):
            settle(fresh.seen, fresh.hidden, fresh.rules)
            settle(used.seen, used.hidden, used.rules)
        pots = int(fresh.hidden["pot_count"])
        for name in ("payoffs", "stacks", "shown", "invested"):
            assert used.seen[name].tolist() == fresh.seen[name].tolist()
        for name in ("shown", "rake", "pot_count", "returned"):
            mine, others = np.atleast_1d(used.hidden[name]), np.atleast_1d(fresh.hidden[name])
            assert mine[:seats].tolist() == others[:seats].tolist()
        for name in ("pot_amount", "pot_contestants", "pot_winners"):
            assert used.hidden[name][:pots].tolist() == fresh.hidden[name][:pots].tolist()


def test_a_hand_longer_than_the_history_leaves_nothing_to_the_next() -> None:
    deck = np.random.default_rng(34).permutation(52)
    used = Table(Rules(), [1000, 1000], deck)
    while used.observation() is not None:
        apply(used.seen, used.hidden, int(used.seen["min_raise_to"]))
    assert used.seen["action_count"] > 2 * HISTORY
    with np.errstate(over="ignore"):
        settle(used.seen, used.hidden, used.rules)
    again = Table(Rules(), [1000, 1000], deck, used)
    assert again.observation() == Table(Rules(), [1000, 1000], deck).observation()


@pytest.mark.parametrize("number", range(HANDS))
def test_after_the_hand_only_shown_cards_are_in_the_record(number: int) -> None:
    rng = np.random.default_rng([32, number])
    seats = int(rng.integers(2, 11))
    table = Table(Rules(), [100] * seats, rng.permutation(52))
    while table.observation() is not None:
        apply(table.seen, table.hidden, random_action(rng, table.seen))
    with np.errstate(over="ignore"):
        settle(table.seen, table.hidden, table.rules)
    for seat in range(10):
        shown = int(table.hidden["shown"]) >> seat & 1
        cards = table.hidden["hole"][seat].tolist() if shown else [NO_CARD] * 2
        assert table.seen["shown"][seat].tolist() == cards
