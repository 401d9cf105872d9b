"""Stop rules on played hands of equal bots: how often they cry wolf, and that the interval printed covers."""

import numpy as np
import pytest

from holdem_sim.analysis.blocks import BLOCKS, block_means
from holdem_sim.experiment.stopping import StopRule, stop_rule, sums_at_looks
from holdem_sim.game.rules import Rules
from holdem_sim.players.load import load_entrants
from holdem_sim.simulate.schedule import Schedule
from holdem_sim.simulate.shards import Game, play_shard

BIG_BLIND = 2
BLOCKS_MOST = 3_000


def first_bound(rule: StopRule, seed: int) -> tuple[str | None, np.void]:
    """The bound that two random bots hit, and the first one's sums there (at the cap when none)."""
    entrants = load_entrants(["random", "random"])
    bots, settings = tuple(e.bot for e in entrants), tuple(e.settings for e in entrants)
    game = Game(Rules(), Schedule(2, 2, "rotate", seed), bots, settings, stack=40, log=False)
    shard = play_shard(game, 0, 2 * BLOCKS_MOST)
    assert shard is not None
    whole, looks = sums_at_looks(shard.matches, shard.rows, 2, 2, 0, 2, True)
    for _, part in looks:
        sums = np.array([tuple(row) for row in part], BLOCKS)
        bound = rule.bound(sums, BIG_BLIND)
        if bound is not None:
            return bound, sums[0]
    return None, whole[0]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["cs=0", "ci=400"])
def test_equal_bots_at_every_look(text: str) -> None:
    """400 seeds: cs=0 stops in at most 5 % of them; the interval printed covers 0 in 95 %; 4 standard errors 4.4 %."""
    rule = stop_rule(text, 2)
    stopped = covered = 0
    for seed in range(400):
        bound, own = first_bound(rule, seed)
        _, total, squares = block_means(own)
        width = rule.half_width(2)(float(total), float(squares), int(own["blocks"]))
        assert width is not None
        stopped += bound is not None
        covered += abs(own["chips"] / own["hands"]) <= width
    if text == "cs=0":
        assert stopped / 400 < 0.05
        assert covered == 400 - stopped
    else:
        assert stopped > 300
        assert covered / 400 == pytest.approx(0.95, abs=0.044)


@pytest.mark.slow
def test_sprt_decides_for_nothing_when_there_is_nothing() -> None:
    """Equal bots: a win rate of 800 mbb/hand is accepted in at most 5 % of 200 seeds, and 4 standard errors."""
    rule = stop_rule("sprt=0:800", 2)
    bounds = [first_bound(rule, seed)[0] or "none" for seed in range(1000, 1200)]
    upper = sum(bound.startswith("upper") for bound in bounds)
    lower = sum(bound.startswith("lower") for bound in bounds)
    assert upper / 200 < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 200)
    assert lower > 100


def sums_of(*rows: tuple[float, float]) -> np.ndarray[tuple[int], np.dtype[np.void]]:
    """400 blocks a bot of this mean and standard deviation, in big blinds."""
    sums = np.zeros(len(rows), BLOCKS)
    for own, (mean, deviation) in zip(sums, rows, strict=True):
        mean, deviation = mean * BIG_BLIND, deviation * BIG_BLIND
        own["blocks"], own["hands"], own["hands_squared"] = 400, 400, 400
        own["chips"] = own["chips_hands"] = round(400 * mean)
        own["chips_squared"] = 399 * deviation**2 + 400 * mean**2
    return sums


def test_every_rule_says_which_bound() -> None:
    clear, vague = sums_of((2, 5), (-2, 5)), sums_of((0.1, 5), (-0.1, 5))
    assert stop_rule("hands", 2).bound(clear, BIG_BLIND) is None
    assert stop_rule("cs=0", 2).bound(clear, BIG_BLIND) == "every confidence sequence excludes 0 mbb/hand"
    assert stop_rule("cs=0", 2).bound(vague, BIG_BLIND) is None
    assert stop_rule("ci=500", 2).bound(vague, BIG_BLIND) == "every interval within ± 500 mbb/hand"
    assert stop_rule("ci=490", 2).bound(vague, BIG_BLIND) is None  # 1.966 * 5 / 20 = 0.4915
    upper = stop_rule("sprt=0:1000", 2).bound(clear, BIG_BLIND)
    lower = stop_rule("sprt=0:1000", 2).bound(clear[::-1].copy(), BIG_BLIND)
    assert upper == "upper bound, for 1000 mbb/hand of the first bot"
    assert lower == "lower bound, for 0 mbb/hand of the first bot"


def test_all_bots_must_be_clear_and_share_the_error() -> None:
    two, three = stop_rule("cs=0", 2), stop_rule("cs=0", 3)
    assert three.bound(sums_of((2, 5), (-2, 5), (0, 5)), BIG_BLIND) is None
    assert three.half_width(3)(0, 1000, 400) > two.half_width(2)(0, 1000, 400)  # type: ignore[operator]


def test_no_rule_looks_before_200_blocks() -> None:
    early = sums_of((2, 5), (-2, 5))
    early["blocks"] = 199
    for text in ("cs=0", "ci=100000", "sprt=0:50"):
        assert stop_rule(text, 2).bound(early, BIG_BLIND) is None
