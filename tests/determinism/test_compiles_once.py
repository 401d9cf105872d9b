"""A new bot compiles itself and what it calls; a new line-up compiles nothing."""

from itertools import permutations
from pathlib import Path

from numba.core import event

from holdem_sim.game.rules import Rules
from holdem_sim.players.load import load_entrants
from holdem_sim.simulate.schedule import Schedule
from holdem_sim.simulate.shards import Game, play_shard

BOT = '''"""Raises to {size}."""
from holdem_sim.contract import clip_raise, kernel_bot


@kernel_bot()
def decide(observation, key, params, memory):
    return clip_raise(observation, {size})
'''


def play_with(bots: list[str]) -> set[str]:
    """The modules of what was compiled to play ``bots``."""
    with event.install_recorder("numba:compile") as recorder:
        entrants = load_entrants(bots)
        settings = tuple(entrant.settings for entrant in entrants)
        schedule = Schedule(len(bots), 2, "rotate", 1)
        shard = play_shard(Game(Rules(), schedule, tuple(entrant.bot for entrant in entrants), settings), 0, 60)
        assert shard is not None
    return {done.data["dispatcher"].py_func.__module__.split("_new_")[0] for _, done in recorder.buffer}


def test_a_new_bot_compiles_what_it_calls_and_a_new_line_up_nothing(tmp_path: Path) -> None:
    play_with(["call", "raise", "random"])
    for number in range(2):
        (tmp_path / f"new_{number}.py").write_text(BOT.format(size=5 + number))
    mine = [str(tmp_path / f"new_{number}.py") for number in range(2)]
    compiled = play_with(["call", *mine])
    assert "holdem_sim_bot" in compiled
    assert not any(module.startswith(("holdem_sim.simulate", "holdem_sim.game")) for module in compiled)
    for line_up in permutations(["call", "raise", "random", *mine], 3):
        assert play_with(list(line_up)) == set()
