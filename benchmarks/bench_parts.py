"""Where a hand's nanoseconds go: the loop's kernels up to one step and no further, one step more each time.

The bots' answers are recorded once and then read back, so the rules can be timed without them on the same hands.
"""

from __future__ import annotations

import shutil
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.bench_loop import LINE_UPS
from benchmarks.games import SIMPLE, decisions, game_of, played
from benchmarks.meter import Meter
from benchmarks.simple_bots import as_numpy
from holdem_sim._jit import array_of, kernel
from holdem_sim.analysis.blocks import BLOCKS, add_blocks
from holdem_sim.contract.bot import BatchBot, call_kernel_bot
from holdem_sim.contract.observation import OBSERVATION, PREFLOP
from holdem_sim.game.betting import is_legal
from holdem_sim.game.dealing import BURNS_AND_BOARD, shuffle
from holdem_sim.game.hand import advance, settle
from holdem_sim.game.rules import RULES
from holdem_sim.game.table import FORCED, HIDDEN
from holdem_sim.players.load import load_entrants
from holdem_sim.records.hands import hand_table, write_hands
from holdem_sim.records.manifest import shard_digest
from holdem_sim.rng import bot_key
from holdem_sim.simulate.columns import ENTRANT, MATCH, ROW, SETUP, STYLE
from holdem_sim.simulate.shards import Game, records_of
from holdem_sim.simulate.steps import PROGRESS, end_hand, start_match, start_next_hand, take_action, write_action

SHUFFLE, START, RULES_ALONE, KEYS, BOTS, SETTLE, ROWS, LOG = range(1, 9)
STEPS = {
    SHUFFLE: "shuffle",
    START: "forced bets, hole cards (start_hand)",
    RULES_ALONE: "decisions: advance, legality, apply",
    KEYS: "keys of chance",
    BOTS: "the bots",
    SETTLE: "settle: strengths, pots",
    ROWS: "the row and the style counts",
    LOG: "cards, stacks and the actions' text",
}
HANDS = 30_000
PARTS = ("call 6", "random 6", "reference 6", "call 2", "reference 2")


@kernel(
    signature=(
        array_of(np.int64),
        array_of(SETUP),
        array_of(RULES),
        array_of(MATCH),
        array_of(ENTRANT),
        array_of(np.uint8),
        array_of(ROW),
        array_of(np.uint8),
        array_of(STYLE),
        array_of(OBSERVATION),
        array_of(HIDDEN),
        array_of(FORCED),
        array_of(PROGRESS),
        array_of(np.int64),
    )
)
def play_up_to(
    cells: Any,
    setups: Any,
    all_rules: Any,
    matches: Any,
    entrants: Any,
    memory: Any,
    rows: Any,
    actions: Any,
    style: Any,
    observations: Any,
    hiddens: Any,
    forceds: Any,
    progresses: Any,
    script: Any,
) -> None:
    """Every hand up to step ``cells[0]``; a sum over what was computed is left in ``cells[1]``.

    The bots' answers are written to ``script`` where they are asked, else read from it. ``cells[2]``: the address of
    ``memory``.
    """
    upto = cells[0]
    total = np.int64(0)
    setup = setups[0]
    rules = all_rules[0]
    observation = observations[0]
    hidden = hiddens[0]
    progress = progresses[0]
    taken = np.int64(0)
    at = np.int64(0)
    for m in range(matches.size):
        match = matches[m]
        start_match(progress, setup, rules, observation)
        if upto == SHUFFLE:
            shuffle(hidden, 2 * setup["seats"] + BURNS_AND_BOARD, setup["seed"], match["deal"], 0)
            total += hidden["deck"][m & 7]
        if upto <= SHUFFLE:
            total += observation["stacks"][0]
            continue
        start_next_hand(progress, setup, rules, match, observation, hidden, forceds[0])
        total += observation["pot"] + hidden["hole"][0, 0]
        if upto == START:
            continue
        street = np.int64(PREFLOP)
        while advance(observation, hidden):
            seat = observation["seat"]
            entrant = entrants[match["entrant"][seat]]
            key = np.uint64(0)
            if upto >= KEYS and entrant["stochastic"]:
                key = bot_key(setup["seed"], match["stream"], progress["hand"], seat, observation["action_count"])
                total += np.int64(key >> np.uint64(40))
            if upto >= BOTS:
                action = call_kernel_bot(entrant["address"], observation, key, entrant["params"], cells[2])
                script[taken] = action
            else:
                action = script[taken]
            taken += 1
            if not is_legal(observation, action):
                total += 1
            now = observation["street"]
            paid = take_action(progress, observation, hidden, style[match["entrant"][seat]], action)
            total += paid
            if upto >= LOG:
                at = write_action(actions, at, now - street, action, paid)
                street = now
        if upto == SETTLE:
            settle(observation, hidden, rules)
            total += observation["payoffs"][0]
        elif upto >= ROWS:
            end_hand(progress, setup, rules, match, observation, hidden, style, rows[m])
            rows[m]["actions_end"] = at
            total += rows[m]["payoffs"][0]
    cells[1] = total


def stepper(game: Game, hands: int, most_decisions: int) -> Callable[[int], Callable[[], float]]:
    """For a step, the work of playing ``hands`` up to it."""
    setup, rules, entrants = records_of(game)
    memory = np.zeros(game.memory_bytes, np.uint8)
    arrays = (
        setup,
        rules,
        game.schedule.matches(0, hands),
        entrants,
        memory,
        np.zeros(hands, ROW),
        np.zeros(8 * most_decisions, np.uint8),
        np.zeros(len(game.bots), STYLE),
        *(np.zeros(1, dtype) for dtype in (OBSERVATION, HIDDEN, FORCED, PROGRESS)),
        np.zeros(most_decisions, np.int64),
    )
    cells = np.zeros(3, np.int64)
    cells[2] = memory.ctypes.data

    def up_to(step: int) -> Callable[[], float]:
        def work() -> float:
            setup["log"] = step >= LOG
            cells[0] = step
            with np.errstate(over="ignore"):
                play_up_to(cells, *arrays)
            return float(cells[1])

        return work

    up_to(LOG)()  # writes the script
    shard = played(replace(game, log=True), hands)
    assert (arrays[5]["payoffs"] == shard.rows["payoffs"]).all()
    assert bytes(arrays[6][: len(shard.actions)]) == bytes(shard.actions)
    return up_to


@pytest.mark.parametrize("row", PARTS)
def bench_kernels(meter: Meter, row: str) -> None:
    """The steps in turn, round after round, so that a noisy minute hits all of them."""
    bots, seats = LINE_UPS[row]
    count = decisions(played(game_of(bots, seats, log=True), HANDS))
    up_to = stepper(game_of(bots, seats), HANDS, count)
    works = {step: up_to(step) for step in (0, *STEPS)}
    spent: dict[int, list[float]] = {step: [] for step in works}

    def one_round() -> float:
        total = 0.0
        for step, work in works.items():
            begun = time.thread_time()
            total += work()
            spent[step].append((time.thread_time() - begun) / HANDS)
        return total

    meter.times(one_round, 3 * meter.mode.rounds)
    medians = {step: statistics.median(values) for step, values in spent.items()}
    for step, what in STEPS.items():
        before = medians[step - 1] if step > SHUFFLE else medians[0]
        meter.file(f"parts of {row}: {what}", [medians[step] - before])
    meter.file(f"decisions of {row}: a hand", [count / HANDS])


@pytest.mark.parametrize("row", ["reference 6", "reference 2"])
def bench_records(meter: Meter, row: str, tmp_path: Path) -> None:
    """What a run does with a shard besides playing it."""
    bots, seats = LINE_UPS[row]
    game = game_of(bots, seats, log=True)
    hands = game.shard_matches
    shard = played(game, hands)
    labels = bots.split()
    table = hand_table(shard.matches, shard.rows, shard.actions, seats, labels)
    works: dict[str, Callable[[], float]] = {
        "schedule": lambda: float(game.schedule.matches(0, hands)["deal"].sum()),
        "block sums": lambda: _block_sums(shard.matches, shard.rows, seats, len(labels)),
        "digest (SHA-256)": lambda: float(int(shard_digest(shard.rows, seats)[:8], 16)),
        "log: rows to columns": lambda: float(
            hand_table(shard.matches, shard.rows, shard.actions, seats, labels).nbytes
        ),
        "log: parquet file": lambda: float(len(write_hands(tmp_path, 0, table, {}))),
    }
    spent: dict[str, list[float]] = {what: [] for what in works}

    def one_round() -> float:
        total = 0.0
        for what, work in works.items():
            begun = time.process_time()
            total += work()
            spent[what].append((time.process_time() - begun) / hands)
        return total

    meter.times(one_round)
    for what, values in spent.items():
        meter.file(f"parts of {row}: {what}", values[-meter.mode.rounds :])
    shutil.rmtree(tmp_path, ignore_errors=True)


def _block_sums(matches: Any, rows: Any, seats: int, bots: int) -> float:
    blocks = np.zeros(bots, BLOCKS)
    add_blocks(matches, rows, seats, blocks)
    return float(blocks["squares"].sum())


@pytest.mark.parametrize("bot", ["call", "random", "easy", "medium", "hard", "adaptive"])
def bench_bot(meter: Meter, bot: str) -> None:
    """A decision of one bot, asked over an array of real observations."""
    entrant = load_entrants([bot])[0]
    seen = observations_of(240)  # few enough for the processor's second cache
    memory = np.zeros(4096, np.uint8)
    arguments = getattr(entrant.bot, "address"), entrant.settings.ctypes.data, memory.ctypes.data  # noqa: B009

    def work(times: int) -> float:
        with np.errstate(over="ignore"):
            return float(sum(ask(seen, *arguments) for _ in range(times)))

    meter.cpu_of(f"bots: {bot}", work, each=len(seen))


@kernel
def ask(seen: Any, address: Any, params: Any, memory: Any) -> Any:
    total = 0
    for i in range(seen.size):
        total += call_kernel_bot(address, seen[i], np.uint64(i) * np.uint64(0x9E3779B97F4A7C15), params, memory)
    return total


def observations_of(hands: int) -> np.ndarray[Any, Any]:
    """What six simple bots saw at every decision of some hands, OBSERVATION (n,)."""
    seen: list[Any] = []

    def noting(observations: Any, keys: Any, params: Any, memory: Any) -> Any:
        seen.append(observations)
        return as_numpy.decide(observations, keys, params, memory)

    played(replace(game_of(f"{SIMPLE}:as_numpy", 6), bots=(BatchBot(noting),)), hands)
    return np.concatenate(seen)
