"""Other simulators, behind one small window: 100 big blinds, everybody calls, or acts at random.

At random: fold, check or call, and raise equally likely, each raise-to too, as ``bots/random.py``; OpenSpiel's own
random bot takes every legal action (each raise-to is one) for equally likely and so is soon all-in.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from benchmarks.meter import Play

STACK = 200


@dataclass(frozen=True)
class Engine:
    """``load(seats, style)``, style "call" or "random", imports the package and gives its ``Play``."""

    name: str
    load: Callable[[int, str], Play]
    note: str = ""


@contextmanager
def quiet() -> Iterator[None]:
    """Let foreign code, compiled code too, print into nothing."""
    sys.stdout.flush()
    kept, nothing = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nothing)


def _open_spiel(seats: int, style: str) -> Play:
    spiel = import_module("pyspiel")
    blinds = [2, 1] if seats == 2 else [1, 2] + [0] * (seats - 2)
    game = spiel.load_game(
        "universal_poker",
        {
            "betting": "nolimit",
            "bettingAbstraction": "fullgame",
            "numPlayers": seats,
            "numRounds": 4,
            "blind": " ".join(map(str, blinds)),
            "firstPlayer": "2 1 1 1" if seats == 2 else "3 1 1 1",
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": "0 3 1 1",
            "stack": " ".join([str(STACK)] * seats),
        },
    )
    if style == "call":
        policy = spiel.PreferredActionPolicy([1])  # check or call
        bots = [spiel.make_policy_bot(game, seat, seat + 1, policy) for seat in range(seats)]
    else:
        bots = [spiel.make_uniform_random_bot(seat, seat + 1) for seat in range(seats)]

    def play(hands: int) -> float:
        total = 0.0
        for hand in range(hands):
            total += sum(map(abs, spiel.evaluate_bots(game.new_initial_state(), bots, hand)))
        return total

    return play


def _pokers(seats: int, style: str) -> Play:
    package = import_module("pokers")
    state_of, action, kinds = package.State.from_seed, package.Action, package.ActionEnum
    check, call = action(kinds.Check), action(kinds.Call)
    rng = random.Random(1)

    def choose(state: Any) -> Any:
        legal = state.legal_actions
        kind = legal[0]
        if style == "random":
            kind = rng.choice(legal)
            if kind == kinds.Raise:  # its amount is what is added to the price
                own = state.players_state[state.current_player]
                most = int(own.stake - (state.min_bet - own.bet_chips))
                return action(kinds.Raise, rng.randint(min(2, most), most)) if most > 0 else call
            if kind == kinds.Fold:
                return action(kinds.Fold)
        return check if kinds.Check in legal else call

    def play(hands: int) -> float:
        total = 0.0
        for hand in range(hands):
            state = state_of(seats, hand % seats, 1.0, 2.0, float(STACK), hand)
            while not state.final_state:
                state = state.apply_action(choose(state))
            total += sum(abs(player.reward) for player in state.players_state)
        return total

    def play_quietly(hands: int) -> float:
        with quiet():  # it prints every showdown
            return play(hands)

    return play_quietly


def _pokerfast(seats: int, style: str) -> Play:
    package = import_module("pokerfast")
    rng = random.Random(1)
    chips = {"small_blind": 1, "big_blind": 2, "min_stack": STACK, "max_stack": STACK}

    def act(hand: Any) -> None:
        space = hand.get_action_space()
        kinds = ["call"]
        if style == "random":
            kinds += [kind for kind in ("fold", "min_bet") if kind in space]
        kind = rng.choice(kinds) if style == "random" else "call"
        if kind == "fold":
            hand.fold()
        elif kind == "min_bet":
            hand.bet_or_raise(rng.randint(space["min_bet"], space["max_bet"]))
        elif "check" in space:
            hand.check()
        else:
            hand.call()

    def play(hands: int) -> float:
        total = 0.0
        for _ in range(hands):
            hand = package.FastHand(player_count=seats, rng=rng, **chips)
            while not hand.done:
                act(hand)
            total += sum(map(abs, hand.state.payoffs))
        return total

    return play


def _rlcard(seats: int, style: str) -> Play:
    package = import_module("rlcard")
    env = package.make("no-limit-holdem", config={"seed": 1, "game_num_players": seats})
    rng = random.Random(1)

    class Agent:
        use_raw = False

        def eval_step(self, state: Any) -> tuple[int, dict[str, Any]]:
            legal = list(state["legal_actions"])
            if style == "call":
                return 1 if 1 in legal else legal[0], {}
            return rng.choice(legal), {}

    env.set_agents([Agent() for _ in range(seats)])

    def play(hands: int) -> float:
        total = 0.0
        for _ in range(hands):
            _, payoffs = env.run(is_training=False)
            total += float(abs(payoffs).sum())
        return total

    return play


def _pokerkit(seats: int, style: str) -> Play:
    package = import_module("pokerkit")
    automatic = tuple(package.Automation)
    rng = random.Random(1)

    def act(state: Any) -> None:
        kinds = ["call"]
        if style == "random":
            if state.can_fold():
                kinds.append("fold")
            if state.can_complete_bet_or_raise_to():
                kinds.append("raise")
        kind = rng.choice(kinds) if style == "random" else "call"
        if kind == "fold":
            state.fold()
        elif kind == "raise":
            low = state.min_completion_betting_or_raising_to_amount
            state.complete_bet_or_raise_to(rng.randint(low, state.max_completion_betting_or_raising_to_amount))
        else:
            state.check_or_call()

    def play(hands: int) -> float:
        total = 0.0
        for _ in range(hands):
            state = package.NoLimitTexasHoldem.create_state(automatic, True, 0, (1, 2), 2, STACK, seats)
            while state.status:
                act(state)
            total += sum(map(abs, state.payoffs))
        return total

    return play


ENGINES = (
    Engine("OpenSpiel", _open_spiel, "bots in C++"),
    Engine("pokers", _pokers, "Rust, bots in Python"),
    Engine("pokerfast", _pokerfast),
    Engine("rlcard", _rlcard, "random: of its four or five abstract actions"),
    Engine("pokerkit", _pokerkit),
)
