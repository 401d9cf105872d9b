"""Bots that learn within a match: the adaptive bot gains by it, and only by it."""

from pathlib import Path

import numpy as np
import pytest

import holdem_sim
from holdem_sim._jit import JIT

ROCK = str(Path(__file__).parent / "bots" / "rock.py")

pytestmark = pytest.mark.skipif(not JIT, reason="tens of thousands of hands")


def payoffs(folder: Path, bot: str, opponent: str, session: int, hands: int) -> np.ndarray:
    """Chips of ``bot`` in each hand, shape (matches, session), on the same deals whatever the bot."""
    result = holdem_sim.tournament(
        [bot, opponent], players=2, session=session, hands=hands, seed=8, threads=1, out=folder / bot.replace(":", "_")
    )
    seats = holdem_sim.load(result.run).read_seats(["bot", "payoff"])
    own = seats[seats["bot"] != seats["bot"].cat.categories[1]]
    chips: np.ndarray = own["payoff"].to_numpy().reshape(-1, session)
    return chips


def gain(before: np.ndarray, after: np.ndarray) -> tuple[float, float]:
    """Mean difference in chips a hand and its standard error; the unit is a block: both seatings of a match."""
    blocks = (after - before).mean(axis=1).reshape(-1, 2).mean(axis=1)
    return float(blocks.mean()), float(blocks.std(ddof=1) / np.sqrt(len(blocks)))


@pytest.mark.parametrize("opponent", [ROCK, "easy"])
def test_it_gains_against_players_who_seldom_bet(tmp_path: Path, opponent: str) -> None:
    deaf, adaptive = (payoffs(tmp_path, f"adaptive:belief={belief}", opponent, 100, 40_000) for belief in (0.0, 1.0))
    mean, error = gain(deaf, adaptive)
    assert mean > 4 * error
    early, late = (gain(deaf[:, part], adaptive[:, part]) for part in (slice(0, 5), slice(50, 100)))
    assert late[0] > early[0]


def test_with_one_hand_a_match_there_is_nothing_to_learn(tmp_path: Path) -> None:
    """Memory is zeroed at the start of a match: what it believes of strangers is all it has."""
    one = payoffs(tmp_path, "adaptive:prior=1", ROCK, 1, 20_000)
    other = payoffs(tmp_path, "adaptive:prior=1000", ROCK, 1, 20_000)
    assert (one == other).all()
    long = payoffs(tmp_path / "long", "adaptive:prior=1", ROCK, 50, 20_000)
    assert (long != payoffs(tmp_path / "long", "adaptive:prior=1000", ROCK, 50, 20_000)).any()
