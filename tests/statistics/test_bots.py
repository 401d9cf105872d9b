"""The reference bots: their order, their style, and that they are legal and deterministic."""

from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import holdem_sim
from holdem_sim._jit import JIT
from tests.determinism.test_jit_modes import run
from tests.statistics.tables import play

Table = dict[str, dict[str, Any]]
EASIEST_FIRST = ["random", "easy", "medium", "hard"]
STANDARD_ERRORS = 4 / 1.96
"""Four standard errors, in half widths of the 95 % interval."""

compiled = pytest.mark.skipif(not JIT, reason="tens of thousands of hands")


def tournament(folder: Path, bots: list[str], players: int, hands: int, **options: Any) -> Table:
    """The ranking's rows by bot; printed too (seen with pytest -s or -rA)."""
    out = folder / "-".join([*bots, str(players), *map(str, options.values())]).replace(":", "_")
    result = holdem_sim.tournament(
        bots, players=players, hands=hands, seed=42, log="summary", threads=1, out=out, **options
    )
    print(f"\n{players} players, {result.hands} hands in {result.seconds:.1f} s\n{result.ranking.round(1).to_string()}")
    return {row["bot"]: row for row in result.to_json()["ranking"]}


def check_order(table: Table, easiest_first: list[str], half_widths: float) -> None:
    """Each next bot wins more, and their intervals, ``half_widths`` times as wide, are apart."""
    assert sum(row["faults"] for row in table.values()) == 0
    for easier, harder in pairwise(easiest_first):
        gap = table[harder]["bb_per_100"] - table[easier]["bb_per_100"]
        width = table[harder]["half_width"] + table[easier]["half_width"]
        if len(table) == 2:
            width /= 2  # one's loss is the other's gain: the gap is twice either win rate
            gap /= 2
        assert gap > half_widths * width, (easier, harder, gap, width)


def check_style(table: Table, players: int) -> None:
    easy, medium, hard = table["easy"], table["medium"], table["hard"]
    assert easy["vpip"] >= 60
    assert easy["pfr"] <= 8
    assert easy["pfr"] < medium["pfr"] < hard["pfr"]
    assert easy["af"] < medium["af"] < hard["af"]
    assert hard["pfr"] >= 0.6 * hard["vpip"]
    assert hard["af"] >= 2
    if players == 6:
        assert 18 <= hard["vpip"] <= 32
        assert hard["vpip"] < medium["vpip"] < easy["vpip"]


@compiled
@pytest.mark.parametrize("pair", list(combinations(EASIEST_FIRST, 2)), ids="-".join)
def test_the_harder_bot_wins_heads_up(pair: tuple[str, str], tmp_path: Path) -> None:
    check_order(tournament(tmp_path, list(pair), 2, 60_000), list(pair), STANDARD_ERRORS)


@compiled
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_easy_medium_and_hard_are_in_order_and_in_style(players: int, tmp_path: Path) -> None:
    table = tournament(tmp_path, EASIEST_FIRST[1:], players, 60_000)
    check_order(table, EASIEST_FIRST[1:], STANDARD_ERRORS)
    check_style(table, players)


@pytest.mark.slow
@compiled
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("bots", [EASIEST_FIRST, EASIEST_FIRST[1:]], ids=["with random", "three"])
def test_order_and_style_in_a_million_hands(players: int, bots: list[str], tmp_path: Path) -> None:
    table = tournament(tmp_path, bots, players, 1_000_000)
    check_order(table, bots, 1.0)
    if bots[0] != "random":
        check_style(table, players)


@pytest.mark.slow
@compiled
@pytest.mark.parametrize("pair", list(combinations(EASIEST_FIRST, 2)), ids="-".join)
def test_the_harder_bot_wins_a_million_hands_heads_up(pair: tuple[str, str], tmp_path: Path) -> None:
    check_order(tournament(tmp_path, list(pair), 2, 1_000_000), list(pair), STANDARD_ERRORS)


@compiled
@pytest.mark.parametrize("rules", [{"betting": "fixed-limit"}, {"betting": "pot-limit"}, {"ante": 1}, {"stack": 20}])
def test_the_order_holds_in_other_games(rules: dict[str, Any], tmp_path: Path) -> None:
    for players in (2, 6):
        table = tournament(tmp_path, EASIEST_FIRST[1:], players, 60_000, **rules)
        check_order(table, EASIEST_FIRST[1:], STANDARD_ERRORS)


@compiled
def test_more_aggression_raises_more(tmp_path: Path) -> None:
    tables = [
        tournament(tmp_path, ["easy", "medium", f"hard:aggression={value}"], 6, 20_000)[f"hard:aggression={value}"]
        for value in (0.0, 0.5, 0.8, 1.2, 1.6, 2.2, 3.0)
    ]
    assert tables[0]["pfr"] == tables[0]["af"] == 0
    for less, more in pairwise(tables):
        assert less["pfr"] < more["pfr"]
        assert less["af"] < more["af"]


@compiled
@pytest.mark.parametrize(
    ("bot", "parameter", "values", "column"),
    [
        ("hard", "tilt", (0.0, 0.3, 0.6, 1.0), "vpip"),
        ("medium", "looseness", (0.3, 0.6, 0.9, 1.4), "vpip"),
        ("easy", "looseness", (0.3, 0.6, 0.8, 1.0), "vpip"),
        ("medium", "caution", (0.4, 0.2, 0.0, -0.2), "calls"),
        ("easy", "stubbornness", (0.2, 0.5, 0.7, 0.9), "calls"),
    ],
)
def test_a_looser_setting_plays_or_calls_more(
    bot: str, parameter: str, values: tuple[float, ...], column: str, tmp_path: Path
) -> None:
    rates = []
    for value in values:
        spec = f"{bot}:{parameter}={value}"
        if column == "calls":
            style = play([spec, "random", "raise"], 3, 3000).style[0]
            rates.append(style["calls"] / style["hands"])
        else:
            rates.append(tournament(tmp_path, [spec, "random", "call"], 3, 9_000)[spec][column])
    assert all(less < more for less, more in pairwise(rates)), rates


def test_no_bot_is_ever_illegal_at_any_table() -> None:
    generator = np.random.default_rng(1)
    hands = 0
    for number in range(250 if JIT else 2):
        seats = int(generator.integers(2, 11))
        mode = ("none", "all", "big_blind")[generator.integers(3)]
        small = int(generator.integers(1, 6))
        big = int(generator.integers(small, 4 * small + 1))
        extremes = [
            f"hard:aggression={generator.uniform(0, 3)},tilt={generator.uniform(0, 1)}",
            "medium:caution=-1",
        ]
        shard = play(
            ["easy", "medium", "hard", "random", "raise", *extremes],
            seats,
            40 if JIT else 2,
            stack=int(big * 300 ** generator.uniform(0, 1)),
            seed=number,
            betting=("no-limit", "pot-limit", "fixed-limit")[number % 3],
            small_blind=small,
            big_blind=big,
            ante_mode=mode,
            ante=0 if mode == "none" else int(generator.integers(1, big + 1)),
        )
        assert shard.fault_count == 0, shard.faults
        hands += len(shard.rows)
    assert not JIT or hands > 50_000


def test_bots_play_the_same_without_jit() -> None:
    script = ("-m", "tests.statistics.play_bots")
    compiled_run, plain_run = run("jit", *script).split(), run("plain", *script).split()
    assert (compiled_run[0], plain_run[0]) == ("True", "False")
    assert int(plain_run[1]) > 300
    assert compiled_run[1:] == plain_run[1:]
