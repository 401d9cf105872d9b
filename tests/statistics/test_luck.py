"""Luck of the cards: exact against slow twins, of mean zero, and out of the win rates without moving them."""

from functools import cache
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import t as student

import holdem_sim
from holdem_sim import analysis
from holdem_sim.analysis.luck.hands import luck_of_hands
from holdem_sim.analysis.luck.moments import CHIPS, EXPECTED, FOLDS
from holdem_sim.analysis.luck.runouts import SAMPLES
from holdem_sim.analysis.luck.table import (
    add_up,
    adjusted_estimates,
    hands_to_separate,
    luck_table,
    moments_of_hands,
    ratio,
)
from holdem_sim.analysis.luck.variates import PLAIN, VARIATES
from holdem_sim.cards import NO_CARD, parse_cards
from holdem_sim.cli.luck import luck_json, print_luck
from holdem_sim.errors import InputError, RunError
from holdem_sim.evaluator.batch import rank_rows
from holdem_sim.evaluator.preflop import BOARDS, heads_up_clash, heads_up_counts
from holdem_sim.evaluator.preflop_build import count_pairs, pairs_of_hands
from holdem_sim.evaluator.tables import STRENGTHS
from holdem_sim.game.rules import Rules
from holdem_sim.players.load import load_entrants
from holdem_sim.records.rows import LoggedHands, read_rows
from holdem_sim.simulate.columns import ROW
from holdem_sim.simulate.schedule import Schedule
from holdem_sim.simulate.shards import Game, Shard, play_shard
from tests.naive import luck as naive

Array = np.ndarray[Any, Any]

TRIO = ("easy", "medium", "hard")
WILD = ("raise:percent=30", "random", "hard", "call")
STRUCTURES: list[dict[str, Any]] = [
    {},
    {"rake": 5.0, "rake_cap": 7, "ante": 1, "ante_mode": "all"},
    {"betting": "pot-limit", "ante": 3, "ante_mode": "big_blind"},
    {"betting": "fixed-limit", "rake": 2.5, "no_flop_no_drop": False},
]


def played(
    bots: tuple[str, ...], seats: int, blocks: int, *, seed: int = 0, design: str = "rotate", **options: Any
) -> Shard:
    entrants = load_entrants(bots)
    schedule = Schedule(len(entrants), seats, design, seed)
    rules = Rules(**options.pop("rules", {}))
    game = Game(rules, schedule, tuple(e.bot for e in entrants), tuple(e.settings for e in entrants), **options)
    shard = play_shard(game, 0, blocks * schedule.block)
    assert shard is not None
    return shard


def of_hands(shard: Shard, column: str) -> Array:
    """A column of the matches, hand by hand."""
    return np.ascontiguousarray(shard.matches[column][shard.rows["match"] - shard.matches["match"][0]])


def logged(shard: Shard, seats: int) -> LoggedHands:
    entrants = np.ascontiguousarray(of_hands(shard, "entrant")[:, :seats])
    return LoggedHands(shard.rows, of_hands(shard, "deal"), entrants, shard.actions)


def luck_of(shard: Shard, seats: int, seed: int = 0, **rules: Any) -> tuple[Array, Array]:
    expected, luck, bad = luck_of_hands(logged(shard, seats), Rules(**rules).record(), seed)
    assert bad is None
    return expected, luck


def moments_of(shard: Shard, seats: int, bots: int, seed: int = 0) -> Array:
    return moments_of_hands(logged(shard, seats), Rules().record(), seed, bots)


def as_logged(shard: Shard, row: int, seats: int, rules: dict[str, Any]) -> naive.LoggedHand:
    own = shard.rows[row]
    start = shard.rows[row - 1]["actions_end"] if row else 0
    options = {name: value for name, value in rules.items() if name != "rake"}
    return naive.LoggedHand(
        stacks=[int(chips) for chips in own["stacks"][:seats]],
        button=int(own["button"]),
        hole={s: [int(c) for c in own["hole"][s]] for s in range(seats) if own["stacks"][s] > 0},
        board=[int(card) for card in own["board"] if card != NO_CARD],
        actions=bytes(shard.actions[start : own["actions_end"]]).decode(),
        rules={**options, "rake_bp": round(rules.get("rake", 0) * 100)},
    )


@cache
def boards_of_48() -> Array:
    return np.fromiter(chain.from_iterable(combinations(range(48), 5)), np.uint8).reshape(-1, 5)


def on_all_boards(one: list[int], other: list[int]) -> tuple[int, int, float]:
    """(wins, losses, mean of the loser's strength, less than 0 where ``one`` loses) by ranking every board."""
    deck = np.array([card for card in range(52) if card not in (*one, *other)], np.uint8)
    boards = deck[boards_of_48()]
    first, second = np.zeros((2, len(boards)), np.int64)
    for hole, strengths in ((one, first), (other, second)):
        rank_rows(np.hstack([boards, np.tile(np.array(hole, np.uint8), (len(boards), 1))]), strengths)
    clash = np.where(first > second, second, np.where(second > first, -first, 0)).mean() / STRENGTHS
    return int((first > second).sum()), int((second > first).sum()), float(clash)


def test_the_preflop_table_is_exact() -> None:
    _, hands = pairs_of_hands()
    chosen = np.random.default_rng(1).choice(len(hands), 5, replace=False)
    for a, b, c, d in [*hands[chosen].tolist(), *(parse_cards(t) for t in ("AsAhAdAc", "2c7d7c2d", "KhKdKsQs"))]:
        wins, losses, clash = on_all_boards([a, b], [c, d])
        assert heads_up_counts(a, b, c, d) == (wins, losses)
        assert heads_up_counts(d, c, a, b) == (losses, wins)
        assert heads_up_clash(a, b, c, d) == -heads_up_clash(d, c, b, a)
        assert heads_up_clash(a, b, c, d) == pytest.approx(clash, abs=1e-7)


def test_the_preflop_table_is_what_is_built() -> None:
    places, hands = pairs_of_hands()
    for place in np.random.default_rng(2).choice(len(places), 5, replace=False):
        wins, ties, clash = count_pairs(hands[place : place + 1])
        a, b, c, d = hands[place].tolist()
        assert heads_up_counts(a, b, c, d) == (wins[0], BOARDS - wins[0] - ties[0])
        assert heads_up_clash(a, b, c, d) == np.float32(clash[0])


@settings(max_examples=200, deadline=None)
@given(st.permutations(range(52)), st.permutations(range(4)))
def test_the_preflop_table_does_not_see_which_suit_is_which(deck: list[int], suits: list[int]) -> None:
    renamed = [card // 4 * 4 + suits[card % 4] for card in deck[:4]]
    assert heads_up_counts(*deck[:4]) == heads_up_counts(*renamed)
    assert heads_up_clash(*deck[:4]) == heads_up_clash(*renamed)


@pytest.mark.parametrize("rules", STRUCTURES)
@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_luck_sums_to_zero_over_seats_and_expected_chips_to_minus_the_rake(seats: int, rules: dict[str, Any]) -> None:
    shard = played(WILD, seats, 40, hands=5, carry=True, stack=50, rules=rules)
    expected, luck = luck_of(shard, seats, **rules)
    assert np.abs(luck.sum(axis=2)).max() < 1e-9
    assert expected.sum(axis=1) == pytest.approx(-shard.rows["rake"], abs=1e-9)
    out = shard.rows["stacks"][:, :seats] == 0
    assert (expected[out] == 0).all()
    assert (np.swapaxes(luck, 1, 2)[out] == 0).all()
    assert (np.abs(luck).max(axis=(0, 2)) > 0).all()


@pytest.mark.parametrize(
    ("seats", "stack", "rules", "hands"), [(2, 30, 1, 6), (3, 40, 1, 10), (4, 25, 2, 10), (6, 20, 3, 15)]
)
def test_luck_is_the_twins(seats: int, stack: int, rules: int, hands: int) -> None:
    """Uneven stacks carried on: side pots, antes, odd chips, rake, folded hands as dead cards."""
    structure = STRUCTURES[rules]
    shard = played(WILD, seats, 2, hands=10, carry=True, stack=stack, seed=2, rules=structure)
    expected, luck = luck_of(shard, seats, seed=3, **structure)
    deals = of_hands(shard, "deal")
    replaced = 0
    for row in np.random.default_rng(4).permutation(len(shard.rows))[:hands]:
        hand = as_logged(shard, row, seats, structure)
        boards = naive.drawn_boards(SAMPLES, 3, int(deals[row]), int(shard.rows[row]["hand"]))
        heads_up = None
        if len(hand.hole) == 2:
            low, high = sorted(hand.hole)
            wins, losses, clash = on_all_boards(hand.hole[low], hand.hole[high])
            boards = naive.outcomes(wins, losses, BOARDS - wins - losses)
            heads_up = [[0.0] * seats, [0.0] * seats]
            heads_up[0][low], heads_up[1][low] = 0.5 + (wins - losses) / BOARDS / 2, clash / 2
            heads_up[0][high], heads_up[1][high] = 0.5 - (wins - losses) / BOARDS / 2, -clash / 2
        assert luck[row] == pytest.approx(naive.luck(hand, boards, heads_up), abs=1e-6)
        assert expected[row] == pytest.approx(np.array(naive.expected(hand, boards), float), abs=1e-9)
        replaced += bool((expected[row] != shard.rows[row]["payoffs"][:seats]).any())
    assert replaced > 0


def test_all_ins_on_the_turn_by_hand() -> None:
    """A side pot, and a folded hand whose cards are dead: 40 rivers are left, 7 hearts among them, not 9."""
    hand = naive.LoggedHand(
        stacks=[100, 60, 30, 100],
        button=3,
        hole={0: parse_cards("AcAd"), 1: parse_cards("KcKd"), 2: parse_cards("9h8h"), 3: parse_cards("6h5h")},
        board=parse_cards("2h 3h Jc Qs 4c"),
        actions="r4ccc/kkkk/r96ccf",
    )
    # a main pot of 3 * 30 and the 4 of the folder, a side pot of 60 between seats 0 and 1; 40 come back to seat 0
    flush_or_straight, kings, black_king = 7 + 3, 2, 1
    rows = np.zeros(1, ROW)
    rows["stacks"][0, :4], rows["button"] = hand.stacks, hand.button
    for seat, cards in hand.hole.items():
        rows["hole"][0, seat] = cards
    rows["board"], rows["actions_end"] = hand.board, len(hand.actions)
    rows["payoffs"][0, :4] = 94, -60, -30, -4
    actions = np.frombuffer(hand.actions.encode(), np.uint8).copy()
    hands = LoggedHands(rows, np.zeros(1, np.int64), np.zeros((1, 4), np.int16), actions)
    expected, _, bad = luck_of_hands(hands, Rules().record(), 0)
    assert bad is None
    wins_main = {0: 40 - flush_or_straight - black_king, 1: black_king, 2: flush_or_straight}
    wins_side = {0: 40 - kings, 1: kings}
    for seat, put_in in enumerate((60, 60, 30, 4)):
        won = (94 * wins_main.get(seat, 0) + 60 * wins_side.get(seat, 0)) / 40
        assert expected[0, seat] == pytest.approx(won - put_in, abs=1e-9)


@pytest.mark.parametrize(("seats", "blocks"), [(2, 60_000), (3, 20_000), (6, 16_000)])
def test_luck_has_mean_zero_whatever_came_before(seats: int, blocks: int) -> None:
    """By seat and bot: both were chosen before the card fell. 4 standard errors; some 80 to 500 numbers."""
    shard = played(TRIO, seats, blocks, seed=5, design="independent")
    _, luck = luck_of(shard, seats, seed=5)
    entrants = of_hands(shard, "entrant")[:, :seats]
    for number in range(VARIATES):
        for seat in range(seats):
            for bot in range(len(TRIO)):
                own = luck[entrants[:, seat] == bot, number, seat]
                own = own[own != 0]
                assert len(own) > 200
                assert abs(own.mean()) < 4 * own.std(ddof=1) / np.sqrt(len(own))


@pytest.mark.parametrize(
    ("bots", "seats", "design"), [(("hard", "easy"), 2, "rotate"), (TRIO, 3, "independent"), (TRIO, 6, "rotate")]
)
def test_adjusted_and_plain_means_agree_over_many_seeds(bots: tuple[str, ...], seats: int, design: str) -> None:
    """Runs so small that a bias by fitting the weights would show: 200 seeds, 4 standard errors."""
    off, plain, adjusted = [], [], []
    for seed in range(200):
        moments = moments_of(played(bots, seats, 40, seed=seed, design=design), seats, len(bots), seed)
        plain.append([ratio(add_up(moments[:, bot]), CHIPS).mean for bot in range(len(bots))])
        adjusted.append([own.mean for own in adjusted_estimates(moments)])
        off.append(np.subtract(adjusted[-1], plain[-1]))
    errors = np.std(off, axis=0, ddof=1) / np.sqrt(len(off))
    assert (errors > 0).all()
    assert (np.abs(np.mean(off, axis=0)) < 4 * errors).all()
    assert (np.std(adjusted, axis=0) < np.std(plain, axis=0)).all()


@pytest.mark.parametrize("design", ["independent", "rotate"])
def test_the_adjusted_interval_of_equal_bots_covers_zero_19_times_in_20(design: str) -> None:
    """A/A: two random bots, each with its own chance. 4 standard errors of 1,000 seeds are 2.8 %."""
    covered = 0
    for seed in range(1000):
        shard = played(("random", "random"), 2, 100, seed=seed, design=design, stack=20)
        own = adjusted_estimates(moments_of(shard, 2, 2, seed))[0]
        covered += abs(own.mean) <= student.ppf(0.975, 99) * own.error
    assert covered / 1000 == pytest.approx(0.95, abs=0.028)


@pytest.mark.parametrize(
    ("seats", "design", "blocks"),
    [(2, "rotate", 400), (2, "rotate", 3000), (3, "rotate", 400), (3, "independent", 3000)],
)
def test_adjusted_win_rates_are_the_twins(seats: int, design: str, blocks: int) -> None:
    """With few blocks by the plain variates alone."""
    bots = TRIO[:seats]
    shard = played(bots, seats, blocks, seed=6, design=design)
    expected, luck = luck_of(shard, seats, seed=6)
    used = PLAIN if blocks < 1500 else range(VARIATES)
    frame = pd.DataFrame(
        {
            "deal": np.repeat(of_hands(shard, "deal"), seats),
            "bot": of_hands(shard, "entrant")[:, :seats].ravel(),
            "chips": expected.ravel(),
            **{str(number): luck[:, number].ravel() for number in used},
        }
    )
    by_bot: dict[str, dict[int, Array]] = {str(bot): {} for bot in range(seats)}
    means = frame.groupby(["deal", "bot"]).mean()
    for (deal, bot), block in zip(means.index, means.to_numpy(), strict=True):
        by_bot[str(bot)][int(deal)] = block
    twin = naive.adjusted(by_bot, FOLDS)
    for number, own in enumerate(adjusted_estimates(moments_of(shard, seats, seats, seed=6))):
        values = twin[str(number)]
        hands = 1 if design == "independent" else seats
        assert own.mean == pytest.approx(values.mean(), abs=1e-6)
        assert own.error == pytest.approx(values.std(ddof=1) / np.sqrt(len(values)), rel=1e-6)
        assert own.sigma == pytest.approx(values.std(ddof=1) * np.sqrt(hands), rel=1e-6)


def test_blocks_of_unequal_length_are_weighed_by_their_hands() -> None:
    """Matches that end when a bot is broke: chips over hands, with the error of a ratio (jackknife as judge)."""
    shard = played(("hard", "easy"), 2, 300, seed=7, hands=20, carry=True, stack=30)
    moments = moments_of(shard, 2, 2)
    own = ratio(add_up(moments[:, 0]), EXPECTED)
    expected, _ = luck_of(shard, 2)
    seat_of = np.argmax(of_hands(shard, "entrant")[:, :2] == 0, axis=1)
    chips = np.bincount(of_hands(shard, "deal"), expected[np.arange(len(seat_of)), seat_of])
    hands = np.bincount(of_hands(shard, "deal"))
    assert hands.std() > 0
    left_out = (chips.sum() - chips) / (hands.sum() - hands)
    jackknife = np.sqrt(((left_out - left_out.mean()) ** 2).sum() * (len(hands) - 1) / len(hands))
    assert own.mean == pytest.approx(chips.sum() / hands.sum(), abs=1e-9)
    assert own.error == pytest.approx(jackknife, rel=0.02)


@pytest.mark.parametrize(("bots", "players", "options"), [(TRIO, 2, {}), (TRIO, 4, {"session": 3, "rake": "5/3"})])
def test_the_table_of_a_run(tmp_path: Path, bots: tuple[str, ...], players: int, options: dict[str, Any]) -> None:
    """Plain columns are the ranking's, and threads do not matter."""
    result = holdem_sim.tournament(
        list(bots), players=players, hands=6000, blinds="5/10", stack=800, seed=8, out=tmp_path / "run", **options
    )
    run = holdem_sim.load(tmp_path / "run")
    table = luck_table(run, threads=1)
    pd.testing.assert_frame_equal(table, luck_table(run, threads=3))
    by_bot = table.set_index("bot")
    for row in result.ranking.to_dict("records"):
        own = by_bot.loc[row["bot"]]
        assert (own["hands"], own["blocks"]) == (row["hands"], row["blocks"])
        assert own["bb_per_100"] == pytest.approx(row["bb_per_100"], abs=1e-6)
        assert own["half_width"] == pytest.approx(row["half_width"], rel=1e-6)
        assert own["adjusted_half_width"] < own["half_width"]
        seats = run.read_seats(where=f"bot == {row['bot']!r}")
        assert own["sigma_raw"] == pytest.approx(seats["payoff"].std() / 10, rel=1e-9)
        assert own["rho_design"] == pytest.approx((own["sigma_design"] / own["sigma_raw"]) ** 2)
        assert own["hand_worth"] == pytest.approx((own["sigma_raw"] / own["sigma_adjusted"]) ** 2)
    if not options:
        assert np.average(table["adjusted_bb_per_100"], weights=table["hands"]) == pytest.approx(0, abs=1e-6)


def test_a_log_reads_back_as_the_rows_that_were_played(tmp_path: Path) -> None:
    holdem_sim.tournament(list(TRIO), players=4, hands=3000, seed=9, out=tmp_path / "run")
    run = holdem_sim.load(tmp_path / "run")
    read = [read_rows(run.folder / shard["file"], 4, run.bots) for shard in run.shards]
    shard = played(TRIO, 4, run.shards[-1]["last_match"] // 4 // 3 + 1, seed=9)
    assert sum(len(part.rows) for part in read) == len(shard.rows)
    assert read[0].actions.tobytes() == shard.actions.tobytes()
    assert (read[0].deals == of_hands(shard, "deal")).all()
    assert (read[0].entrants == of_hands(shard, "entrant")[:, :4]).all()
    for name in ROW.names or ():
        if name == "big_blind":  # logged only where the button may be dead
            continue
        mine, own = read[0].rows[name], shard.rows[name]
        dealt = slice(0, 4) if mine.ndim > 1 and name != "board" else slice(None)
        assert (mine[:, dealt] == own[:, dealt]).all() if mine.ndim > 1 else (mine == own).all()


def test_a_run_without_hands_is_refused(tmp_path: Path) -> None:
    holdem_sim.tournament(["call", "random"], players=2, hands=100, seed=1, log="summary", out=tmp_path / "run")
    with pytest.raises(InputError, match="hands were not kept"):
        luck_table(holdem_sim.load(tmp_path / "run"))


def test_a_run_whose_blinds_rise_is_refused(tmp_path: Path) -> None:
    holdem_sim.sit_and_go(["call", "random"], players=2, tournaments=2, seed=1, out=tmp_path / "run")
    with pytest.raises(InputError, match="blinds rise"):
        analysis.luck_table(holdem_sim.load(tmp_path / "run"))


@pytest.mark.parametrize("what", ["payoff", "action", "card", "twice", "missing"])
def test_hands_that_do_not_replay_are_named(what: str) -> None:
    shard = played(("hard", "call"), 2, 50, seed=10)
    rows, actions = shard.rows.copy(), shard.actions.copy()
    row = int(np.flatnonzero(rows["shown"] > 0)[3])
    start = rows[row - 1]["actions_end"]
    if what == "payoff":
        rows[row]["payoffs"][0] += 1
    elif what == "action":
        actions[start] = ord("x")
    elif what == "card":
        rows[row]["hole"][0, 0] = NO_CARD
    elif what == "twice":
        rows[row]["board"][0] = rows[row]["hole"][1, 1]
    else:
        rows[row]["board"][4] = NO_CARD
    whole = logged(shard, 2)
    hands = LoggedHands(rows, whole.deals, whole.entrants, actions)
    assert luck_of_hands(hands, Rules().record(), 0)[2] == row
    with pytest.raises(RunError, match=f"^hand 0 of match {row} does not replay to what was logged$"):
        moments_of_hands(hands, Rules().record(), 0, 2)


def test_hands_to_separate_are_those_of_the_formula() -> None:
    """STATISTICS.md: 154k, 346k, 615k hands for 50 mbb/hand."""
    assert [round(hands_to_separate(sigma, 50) or 0, -3) for sigma in (10, 15, 20)] == [154_000, 346_000, 615_000]
    assert hands_to_separate(float("nan"), 50) is None


def test_the_table_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    holdem_sim.tournament(["hard", "easy"], players=2, hands=2000, seed=11, out=tmp_path / "run")
    table = luck_table(holdem_sim.load(tmp_path / "run"))
    print_luck(table)
    text = capsys.readouterr().out
    assert "of a run as long as this" in text
    for row in table.to_dict("records"):
        for shown in ("bb_per_100", "adjusted_bb_per_100"):
            assert f"{row[shown]:+.2f}" in text
        for shown in ("half_width", "adjusted_half_width", "sigma_raw", "sigma_adjusted", "hand_worth"):
            assert f" {row[shown]:.2f}" in text
    assert luck_json(table) == [pytest.approx(row) for row in table.to_dict("records")]


def test_one_block_has_a_rate_and_no_interval(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    holdem_sim.tournament(["hard", "easy"], players=2, hands=2, seed=12, out=tmp_path / "run")
    table = luck_table(holdem_sim.load(tmp_path / "run"))
    assert table["bb_per_100"].notna().all()
    assert table[["half_width", "adjusted_half_width", "sigma_design", "hand_worth"]].isna().all(axis=None)
    print_luck(table)
    assert "± -" in capsys.readouterr().out


LADDER = [
    (("hard", "medium"), 2, 0.75, 0.25),
    (("hard", "easy"), 2, 0.5, 0.15),
    (TRIO, 6, 1.3, 0.45),
]


@pytest.mark.slow
@pytest.mark.parametrize(("bots", "players", "design", "adjusted"), LADDER)
def test_the_variance_ladder(
    tmp_path: Path, bots: tuple[str, ...], players: int, design: float, adjusted: float
) -> None:
    """Every step down, on the reference bots, and how far (STATISTICS.md; where the design falls short, as measured).

    Mirroring hard against medium leaves .69, not .5: the two answer the same cards too differently. Six-handed two
    copies of a bot sit at one table, and what they win together varies more than two plain hands.
    """
    holdem_sim.tournament(list(bots), players=players, hands=300_000, seed=13, out=tmp_path / "run")
    table = luck_table(holdem_sim.load(tmp_path / "run"))
    print(table[["bot", "rho_design", "rho_all_in", "rho_adjusted"]].round(3))
    assert (table["rho_design"] < design).all()
    assert (table["rho_all_in"] < table["rho_design"] * 1.1).all()
    assert (table["rho_adjusted"] < adjusted).all()
    assert (table["adjusted_half_width"] < table["half_width"]).all()
    off = (table["adjusted_bb_per_100"] - table["bb_per_100"]).abs()
    assert (off < 4 * table["half_width"] / 1.96).all()
