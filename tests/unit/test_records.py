"""The hand log and ``load``: what the columns say, that they say it all; the digest by independent code."""

import hashlib
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import holdem_sim
from holdem_sim.errors import InputError, RunError
from holdem_sim.records.hands import HOLES
from tests.naive import blocks

BOTS = ["random", "call", "raise", "raise:percent=200"]
GAMES: dict[str, dict[str, Any]] = {
    "no-limit": {"players": 4, "rake": "5/3", "ante": 1, "session": 2},
    "pot-limit": {
        "players": 6,
        "betting": "pot-limit",
        "ante": 3,
        "ante_mode": "big_blind",
        "blinds": "5/10",
    },
    "fixed-limit": {"players": 3, "betting": "fixed-limit", "rake": 10},
    "heads-up": {"players": 2, "stack": 7},
    "short": {"players": 10, "stack": 9, "blinds": "2/3", "ante": 2},
}
HANDS = 600
SHARD_HANDS = 250
HAND_COLUMNS = ["match", "hand", "deal", "replay", "button"]
SEAT_COLUMNS = [
    "match", "hand", "deal", "replay", "seat", "position", "bot", "stack", "hole", "payoff", "shown", "board",
    "rake", "actions",
]  # fmt: skip
POSITIONS = {
    2: {"BTN", "BB"},
    3: {"BTN", "SB", "BB"},
    4: {"BTN", "SB", "BB", "UTG"},
    6: {"BTN", "SB", "BB", "UTG", "HJ", "CO"},
    10: {"BTN", "SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO"},
}
STREETS = ("preflop", "flop", "turn", "river")
BOARD_CARDS = {0: 0, 1: 3, 2: 4, 3: 5}


@pytest.fixture(scope="module", params=GAMES)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> holdem_sim.Run:
    """A run of some shards, the last one shorter."""
    folder = tmp_path_factory.mktemp("runs") / request.param
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("holdem_sim.experiment.config.SHARD_HANDS", SHARD_HANDS)
        holdem_sim.tournament(BOTS, hands=HANDS, seed=21, out=folder, **GAMES[request.param])
    return holdem_sim.load(folder)


def rules_of(run: holdem_sim.Run) -> holdem_sim.Rules:
    return holdem_sim.Rules(**run.manifest["config"]["rules"])


def rows_of(frame: pd.DataFrame) -> Iterator[Any]:
    return frame.itertuples()


def test_a_hand_is_a_row_with_the_documented_columns(run: holdem_sim.Run) -> None:
    hands, seats = run.hands, range(run.players)
    expected = list(HAND_COLUMNS)
    for seat in seats:
        expected += [f"bot_{seat}", f"stack_{seat}", f"hole_{seat}", f"payoff_{seat}"]
    assert list(hands.columns) == [*expected, "board", "shown", "rake", "actions"]
    assert len(hands) == sum(shard["rows"] for shard in run.shards) >= HANDS
    assert len(run.shards) > 2
    session = run.manifest["config"]["session"]
    assert (hands["match"] == np.arange(len(hands)) // session).all()
    assert (hands["hand"] == np.arange(len(hands)) % session).all()
    assert set(hands["button"]) <= set(seats)


def test_the_files_can_be_read_without_this_package(run: holdem_sim.Run) -> None:
    files = [run.folder / shard["file"] for shard in run.shards]
    assert files == sorted((run.folder / "hands").glob("part-*.parquet"))
    plain = pd.concat([pd.read_parquet(file) for file in files], ignore_index=True)
    for name in ("match", "hand", "deal", "replay", "button", "shown", "rake", "actions"):
        assert plain[name].equals(run.hands[name])
    board = plain[[f"board_{i}" for i in range(1, 6)]].astype(object).fillna("").sum(axis=1)
    assert (board == run.hands["board"]).all()


def test_a_seat_is_a_row_with_the_documented_columns(run: holdem_sim.Run) -> None:
    seats = run.seats
    assert list(seats.columns) == SEAT_COLUMNS
    assert len(seats) == len(run.hands) * run.players
    assert (seats["seat"].to_numpy() == np.tile(np.arange(run.players), len(run.hands))).all()
    assert set(seats["bot"]) == set(BOTS) == set(run.bots)
    assert set(seats["position"]) == POSITIONS[run.players]
    assert (seats["stack"] == run.manifest["config"]["stack"]).all()
    assert seats["payoff"].dtype == np.int64
    per_hand = seats.groupby(["match", "hand"], sort=False)
    assert per_hand["position"].nunique().eq(run.players).all()
    assert seats["hole"].notna().all()


def test_payoffs_sum_to_minus_the_rake(run: holdem_sim.Run) -> None:
    per_hand = run.seats.groupby(["match", "hand"], sort=False)
    assert (per_hand["payoff"].sum() == -per_hand["rake"].first()).all()
    assert run.hands["rake"].gt(0).any() == (run.manifest["config"]["rules"]["rake"] > 0)


def test_every_seat_row_says_what_its_hand_row_says(run: holdem_sim.Run) -> None:
    hands, seats = run.hands, run.seats
    for seat in range(run.players):
        own = seats[seats["seat"] == seat].reset_index(drop=True)
        for name in ("bot", "stack", "hole", "payoff"):
            assert (own[name].astype(object) == hands[f"{name}_{seat}"].astype(object)).all()
        assert (own["shown"] == (hands["shown"].to_numpy() >> seat & 1 == 1)).all()
        assert (own["position"].eq("BTN") == hands["button"].eq(seat)).all()
        for name in ("match", "hand", "deal", "replay", "board", "rake", "actions"):
            assert (own[name] == hands[name]).all()


def test_names_and_cards_are_categories_whatever_the_shard(run: holdem_sim.Run) -> None:
    """Shards hold other cards each: the frames must not fall back to objects when they are put together."""
    assert list(run.seats["hole"].cat.categories) == HOLES
    assert list(run.seats["bot"].cat.categories) == BOTS
    assert isinstance(run.seats["position"].dtype, pd.CategoricalDtype)
    assert isinstance(run.hands["hole_0"].dtype, pd.CategoricalDtype)
    assert isinstance(run.hands["bot_0"].dtype, pd.CategoricalDtype)


def test_no_card_is_dealt_twice(run: holdem_sim.Run) -> None:
    hands = run.hands
    for row in rows_of(hands):
        text = row.board + "".join(getattr(row, f"hole_{seat}") for seat in range(run.players))
        cards = re.findall("..", text)
        assert len(cards) == len(set(cards))
        assert set(cards) <= {rank + suit for rank in "23456789TJQKA" for suit in "cdhs"}


def test_replays_of_a_deal_have_the_same_cards_in_the_same_seats(run: holdem_sim.Run) -> None:
    holes = run.seats.groupby(["deal", "hand", "seat"])["hole"].nunique()
    assert holes.eq(1).all()
    boards = run.hands.groupby(["deal", "hand"])["board"]
    for _, texts in boards:
        assert all(longer.startswith(shorter) for shorter, longer in pairwise(sorted(set(texts), key=len)))
    block = len(run.hands) / run.manifest["config"]["session"] / run.hands["deal"].nunique()
    assert run.hands.groupby("deal")["replay"].nunique().eq(block).all()


def replayed(run: holdem_sim.Run, row: Any) -> tuple[holdem_sim.Hand, list[tuple[int, int, str]]]:
    """The hand of a log row played again from its text, and its acts as (street, seat, letter)."""
    seats = range(run.players)
    hand = holdem_sim.Hand(
        rules_of(run),
        stacks=[int(getattr(row, f"stack_{seat}")) for seat in seats],
        button=int(row.button),
        hole_cards=[getattr(row, f"hole_{seat}") for seat in seats],
        board=row.board,
    )
    acts = []
    for street, text in enumerate(row.actions.split("/")):
        for word in re.findall(r"f|k|c|r\d+", text):
            assert hand.street == STREETS[street]
            assert hand.actor is not None
            acts.append((street, hand.actor, word[0]))
            if word == "f":
                hand.fold()
            elif word in "kc":
                assert (word == "c") == (hand.to_call > 0)
                hand.check_call()
            else:
                hand.raise_to(int(word[1:]))
    return hand, acts


def test_the_log_replays_to_the_same_end(run: holdem_sim.Run) -> None:
    """Every hand, through the stepping API: payoffs, rake, board, who showed, and nothing left to do."""
    raises = 0
    for row in rows_of(run.hands):
        assert re.fullmatch(r"(?:[fkc]|r[1-9]\d*)*(?:/(?:[fkc]|r[1-9]\d*)*){0,3}", row.actions)
        hand, acts = replayed(run, row)
        raises += sum(act == "r" for _, _, act in acts)
        assert hand.over
        assert hand.payoffs == [getattr(row, f"payoff_{seat}") for seat in range(run.players)]
        assert hand.rake == row.rake
        assert hand.board.replace(" ", "") == row.board
        assert hand.shown == tuple(seat for seat in range(run.players) if row.shown >> seat & 1)
    assert raises > 10


def test_style_is_that_of_the_log(run: holdem_sim.Run) -> None:
    hands = []
    for row in rows_of(run.hands):
        bots = [getattr(row, f"bot_{seat}") for seat in range(run.players)]
        hands.append((bots, replayed(run, row)[1]))
    style = blocks.style_of(hands)
    for row in run.results["ranking"]:
        own = style[row["bot"]]
        assert row["vpip"] == (pytest.approx(100 * own.vpip / own.preflop) if own.preflop else None)
        assert row["pfr"] == (pytest.approx(100 * own.pfr / own.preflop) if own.preflop else None)
        assert row["af"] == (pytest.approx(own.aggressive / own.calls) if own.calls else None)


def test_the_digest_is_as_documented(run: holdem_sim.Run) -> None:
    """SHA-256 over the shards' SHA-256s, each over little-endian int64 (match, hand, payoff by seat)."""
    total = hashlib.sha256()
    for shard in run.shards:
        frame = pd.read_parquet(run.folder / shard["file"])
        columns = ["match", "hand", *(f"payoff_{seat}" for seat in range(run.players))]
        own = hashlib.sha256(frame[columns].to_numpy("<i8").tobytes()).digest()
        assert own.hex() == shard["sha256"]
        assert len(frame) == shard["rows"]
        assert (frame["match"].iloc[0], frame["match"].iloc[-1]) == (
            shard["first_match"],
            shard["last_match"],
        )
        total.update(own)
    assert total.hexdigest() == run.manifest["digest"]


def test_where_keeps_rows_and_columns_keeps_columns(run: holdem_sim.Run) -> None:
    seats = run.seats
    won = run.read_seats(columns=["bot", "payoff"], where="payoff > 0 and bot == 'random'")
    expected = seats.loc[(seats["payoff"] > 0) & (seats["bot"] == "random"), ["bot", "payoff"]].reset_index(drop=True)
    pd.testing.assert_frame_equal(won, expected)
    assert 0 < len(won) < len(seats)
    pd.testing.assert_frame_equal(
        run.read_hands(columns=["rake", "match"], where="hand == 0"),
        run.hands.loc[run.hands["hand"] == 0, ["rake", "match"]].reset_index(drop=True),
    )
    pd.testing.assert_frame_equal(run.read_seats(columns=["seat"]), seats[["seat"]])


def test_unknown_columns_and_conditions_are_named(run: holdem_sim.Run) -> None:
    with pytest.raises(InputError, match=r"unknown column 'profit'; columns: match, .*payoff"):
        run.read_seats(columns=["bot", "profit"])
    with pytest.raises(InputError, match=r"where 'profit > 0': .*columns: match, .*payoff"):
        run.read_seats(where="profit > 0")
    with pytest.raises(InputError, match="where 'payoff >'"):
        run.read_seats(where="payoff >")


def test_batches_are_the_frames_a_shard_at_a_time(run: holdem_sim.Run) -> None:
    batches = list(run.hand_batches())
    assert [len(batch) for batch in batches] == [shard["rows"] for shard in run.shards]
    pd.testing.assert_frame_equal(pd.concat(batches, ignore_index=True), run.hands)
    pd.testing.assert_frame_equal(pd.concat(run.seat_batches(), ignore_index=True), run.seats)


def test_a_summary_run_says_that_it_kept_no_hands(tmp_path: Path) -> None:
    result = holdem_sim.tournament(BOTS, hands=100, seed=1, log="summary", out=tmp_path / "run")
    run = holdem_sim.load(result.run)
    assert not run.logged
    assert run.results == result.to_json()
    for name in ("hands", "seats"):
        with pytest.raises(InputError, match="--log summary: its hands were not kept"):
            getattr(run, name)
        with pytest.raises(InputError, match="--log summary: its hands were not kept"):
            getattr(run, f"read_{name}")()


@pytest.mark.parametrize("name", ["nowhere", "."])
def test_what_is_no_run_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="is no run folder"):
        holdem_sim.load(tmp_path / name)


def test_a_damaged_manifest_is_named(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(RunError, match=r"manifest\.json: is damaged"):
        holdem_sim.load(tmp_path)
