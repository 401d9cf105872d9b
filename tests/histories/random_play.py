"""Random legal play on the kernels, as records: every structure, ragged stacks, both kinds of ante, 2 to 10 seats."""

import dataclasses
from typing import Any

import numpy as np

from holdem_sim.contract import CHECK_CALL, FOLD
from holdem_sim.game.rules import Rules
from holdem_sim.game.stepper import Hand
from holdem_sim.histories.from_play import from_play
from holdem_sim.histories.recorded import RecordedHand

Played = tuple[RecordedHand, Hand]


def random_rules(rng: np.random.Generator, *, antes: bool = True, rake: bool = True) -> Rules:
    """Stakes of any kind; ``antes`` and ``rake`` say whether there may be some."""
    big = int(rng.choice([2, 3, 5, 10, 20]))
    mode = str(rng.choice(["none", "all", "big_blind"])) if antes else "none"
    return Rules(
        str(rng.choice(["no-limit", "no-limit", "pot-limit", "fixed-limit"])),
        int(rng.integers(1, big + 1)),
        big,
        0 if mode == "none" else int(rng.integers(1, 2 * big)),
        mode,
        rake=float(rng.choice([0, 0, 0, 5, 50])) if rake else 0.0,
        rake_cap=int(rng.integers(0, 9)) if rng.random() < 0.5 else None,
    )


def play(seed: int, rules: Rules | None = None, seats: int | None = None, **known: Any) -> Played:
    """One random hand with its record; ``rules``, ``seats`` and ``stack`` (chips, each the same) may be fixed."""
    rng = np.random.default_rng(seed)
    rules = rules or random_rules(rng)
    seats = seats or int(rng.integers(2, 11))
    deepest = int(rng.choice([2, 6, 30, 100])) * rules.big_blind
    stacks = [int(chips) for chips in rng.integers(1, deepest + 1, seats)]
    if rng.random() < 0.2:
        stacks = [chips if rng.random() < 0.6 else 0 for chips in stacks]
        stacks[0], stacks[-1] = max(stacks[0], 1), max(stacks[-1], 1)
    if "stack" in known:
        stacks = [int(known["stack"])] * seats
    button = int(rng.choice([seat for seat in range(seats) if stacks[seat]]))
    hand = Hand(rules, stacks=stacks, button=button, seed=seed)
    actions = play_out(rng, hand)
    names = [f"bot {chr(65 + seat)} (v1.{seat})" for seat in range(seats)]
    extra = {"table": "holdem_sim 1", "date": "2026/11/30 12:00:00 ET", "seed": seed}
    return from_play(hand, button, actions, id=str(seed + 1), names=names, extra=extra), hand


def play_out(rng: np.random.Generator, hand: Hand) -> list[tuple[int, int]]:
    """Play ``hand`` to its end at random, in a random temper; the actions, each with its seat."""
    temper = rng.dirichlet([0.2, 1.5, 0.5, 0.3, 0.3])
    actions: list[tuple[int, int]] = []
    while not hand.over:
        action = _choose(rng, hand, temper)
        actions.append((hand.actor or 0, action))
        if action == FOLD:
            hand.fold()
        elif action == CHECK_CALL:
            hand.check_call()
        else:
            hand.raise_to(action)
    return actions


def _choose(rng: np.random.Generator, hand: Hand, temper: np.ndarray[Any, Any]) -> int:
    """A legal action; ``temper`` is how often to fold, call, raise the least, the most, something between."""
    kind = int(rng.choice(5, p=temper))
    low, high = hand.min_raise_to, hand.max_raise_to
    if kind == 0 and hand.can_fold:
        return FOLD
    if kind <= 1 or low is None or high is None:
        return CHECK_CALL
    return (low, high, int(rng.integers(low, high + 1)))[kind - 2]


def bare(hand: RecordedHand, **changes: Any) -> RecordedHand:
    """``hand`` without what only says where it was read, and with ``changes``."""
    return dataclasses.replace(hand, **{"file": "", "line": 0, **changes})
