"""The batch loop gives the compiled loop's bytes, for every form of bot and any number of tables."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from holdem_sim._jit import JIT
from holdem_sim.contract import SEATS, Bot
from holdem_sim.game.rules import Rules
from holdem_sim.players.ask import plain
from holdem_sim.players.load import load_entrants
from holdem_sim.simulate import batch
from holdem_sim.simulate.schedule import Schedule
from holdem_sim.simulate.shards import Game, Shard, play_shard
from tests.determinism.forms import counts, learns, wary
from tests.property.test_multi_table import field_of
from tests.property.tournaments import STRUCTURES
from tests.property.tournaments import game_of as game_of_tournaments

FIXED = Rules("fixed-limit", ante=1, ante_mode="all", rake=5, rake_cap=3)


class Batched(Game):
    """A game that is played in batches whatever its bots are."""

    compiled = False


def game_of(bots: list[Bot], seats: int, kind: type[Game] = Game, rules: Rules | None = None, **options: Any) -> Game:
    schedule = Schedule(len(bots), seats, "rotate", 11)
    return kind(rules or Rules(), schedule, tuple(bots), tuple(bot.settings({}) for bot in bots), **options)


def built_in(*names: str) -> list[Bot]:
    return [entrant.bot for entrant in load_entrants(list(names))]


def play(game: Game, matches: int) -> Shard:
    shard = play_shard(game, 0, matches // game.schedule.block * game.schedule.block)
    assert shard is not None
    return shard


def same(first: Shard, second: Shard) -> None:
    assert len(first.rows) == len(second.rows) > 0
    for name in ("rows", "actions", "style", "faults"):
        one, other = getattr(first, name), getattr(second, name)
        assert one.shape == other.shape, name
        assert (one == other).all(), name
    assert first.fault_count == second.fault_count


@pytest.mark.parametrize(
    ("names", "seats", "rules", "options"),
    [
        (("random", "raise"), 2, None, {}),
        (("easy", "medium", "hard"), 6, None, {}),
        (("random", "call", "raise"), 3, None, {"hands": 10, "carry": True}),
        (("random", "hard"), 9, FIXED, {"hands": 4}),
        (("random", "call"), 2, None, {"log": False}),
    ],
)
@pytest.mark.parametrize("tables", [1, 7, 1024])
def test_kernel_bots(
    names: tuple[str, ...], seats: int, rules: Rules | None, options: dict[str, Any], tables: int
) -> None:
    matches = 600 if JIT else 12
    compiled = play(game_of(built_in(*names), seats, Game, rules, **options), matches)
    same(compiled, play(game_of(built_in(*names), seats, Batched, rules, tables=tables, **options), matches))


@pytest.mark.parametrize("name", STRUCTURES)
@pytest.mark.parametrize("seats", [2, 4, 9])
@pytest.mark.parametrize("tables", [1, 7, 64])
def test_tournaments(name: str, seats: int, tables: int) -> None:
    """Matches of unknown length: both loops must make room as they go."""
    compiled = play(game_of_tournaments(STRUCTURES[name], seats), 200 if JIT else 3)
    batched = game_of_tournaments(STRUCTURES[name], seats, Batched, tables=tables)
    same(compiled, play(batched, 200 if JIT else 3))


@pytest.mark.parametrize("name", ["call", "random", "easy", "medium", "hard", "wary"])
def test_a_kernels_own_function_run_by_the_python_adapter(name: str) -> None:
    bots: list[Bot] = [wary.as_kernel] if name == "wary" else built_in(name)
    opponents = built_in("random", "raise")
    options: dict[str, Any] = {"hands": 5, "carry": True}
    compiled = play(game_of([*bots, *opponents], 3, **options), 30)
    same(compiled, play(game_of([plain(bot) for bot in [*bots, *opponents]], 3, **options), 30))


@pytest.mark.parametrize("form", [wary.as_batch, wary.as_python])
@pytest.mark.parametrize("tables", [1, 50])
@pytest.mark.parametrize("carry", [True, False])
def test_one_strategy_in_every_form(form: Bot, tables: int, carry: bool) -> None:
    others = built_in("random", "hard")
    options: dict[str, Any] = {"hands": 12, "carry": carry, "stack": 60, "log": tables == 1}
    kernel = play(game_of([wary.as_kernel, *others], 4, **options), 60)
    assert kernel.style[0]["hands"] > 100
    same(kernel, play(game_of([form, *others], 4, tables=tables, **options), 60))


def test_forms_mixed_at_one_table() -> None:
    forms: list[Bot] = [wary.as_kernel, wary.as_batch, wary.as_python]
    kernels: list[Bot] = [replace(wary.as_kernel, doc=name) for name in "abc"]
    same(play(game_of(kernels, 3, hands=6), 60), play(game_of(forms, 3, hands=6), 60))


@pytest.mark.parametrize("name", STRUCTURES)
@pytest.mark.parametrize(("entries", "seats"), [(23, 6), (11, 2), (5, 9)])
def test_tournaments_of_several_tables(name: str, entries: int, seats: int) -> None:
    compiled = play(field_of(name, entries, seats), 30 if JIT else 2)
    batched = play(field_of(name, entries, seats, Batched), 30 if JIT else 2)
    same(compiled, batched)
    assert (compiled.entries == batched.entries).all()  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", [Game, Batched])
def test_memory_moves_with_the_player(kind: type[Game]) -> None:
    game = field_of("rebuys", 40, 5, kind)
    shard = play(replace(game, bots=(counts.decide, *game.bots[1:])), 20 if JIT else 1)
    assert shard.style[0]["hands"] > 0
    assert shard.fault_count == 0


def test_one_strategy_in_every_form_in_a_tournament_of_several_tables() -> None:
    shards = []
    for form in (wary.as_kernel, wary.as_batch, wary.as_python):
        game = field_of("short rebuys, dead button", 19, 5)
        bots, settings = (form, *game.bots[1:]), (form.settings({}), *game.settings[1:])
        shards.append(play(replace(game, bots=bots, settings=settings), 6))
    same(shards[0], shards[1])
    same(shards[0], shards[2])


def test_a_bot_of_another_form_in_a_tournament() -> None:
    """Memory lasts for a tournament, also in a loop that ran out of room."""
    shards = []
    for form in (wary.as_kernel, wary.as_batch, wary.as_python):
        game = game_of_tournaments(STRUCTURES["short rebuys, dead button"], 5, tables=9)
        bots, settings = (form, *game.bots[1:]), (form.settings({}), *game.settings[1:])
        shards.append(play(replace(game, bots=bots, settings=settings), 40))
    same(shards[0], shards[1])
    same(shards[0], shards[2])


@pytest.mark.parametrize("form", [learns.batches, learns.pythons])
@pytest.mark.parametrize("answer", [None, "well played", 0.5, -77])
@pytest.mark.parametrize("tables", [1, 50])
def test_at_the_end_of_a_hand_any_answer_will_do_and_memory_is_kept(form: Any, answer: Any, tables: int) -> None:
    others = built_in("random", "call")
    options: dict[str, Any] = {"hands": 8, "carry": False}
    kernel = play(game_of([learns.as_kernel, *others], 3, **options), 60)
    assert kernel.style[0]["pfr"] > 20
    assert kernel.fault_count == 0
    same(kernel, play(game_of([form(answer), *others], 3, tables=tables, **options), 60))


def test_what_a_faulty_kernel_wrote_into_its_memory_stays_in_every_loop() -> None:
    bots = [learns.stumbles, *built_in("random")]
    compiled = play(game_of(bots, 2, hands=8), 40)
    assert compiled.style[0]["faults"][0] > 50
    same(compiled, play(game_of(bots, 2, Batched, hands=8), 40))
    same(compiled, play(game_of([plain(bot) for bot in bots], 2, hands=8), 40))


def test_a_fault_at_the_end_of_a_hand_is_counted_in_every_form() -> None:
    kernel, *others = (play(game_of([bot, *built_in("call")], 2, hands=4), 20) for bot in learns.raises_at_the_end())
    assert kernel.fault_count == kernel.style[0]["faults"][0] == len(kernel.rows)
    for shard in others:
        same(kernel, shard)


def test_bots_with_large_memories_play_at_fewer_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of([wary.as_python, *built_in("call")], 2, hands=3)
    many = play(game, 20)
    tables = []
    ask = batch._ask_policy

    def counted(number: int, policy: Any, kind: Any, memory: Any, *rest: Any) -> None:
        tables.append(len(memory))
        ask(number, policy, kind, memory, *rest)

    monkeypatch.setattr(batch, "_ask_policy", counted)
    monkeypatch.setattr(batch, "MEMORY_OF_TABLES", 3 * SEATS * game.memory_bytes)
    same(many, play(game, 20))
    assert {*tables} == {3}


def test_a_longer_shard_begins_like_a_shorter_one() -> None:
    game = game_of([wary.as_python, *built_in("call")], 2, hands=3)
    short, long = play(game, 20), play(game, 60)
    assert (long.rows[: len(short.rows)] == short.rows).all()
    assert np.array_equal(long.actions[: len(short.actions)], short.actions)
