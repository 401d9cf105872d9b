"""ACPC logs: whose turn it is, what r<N> counts, where the game comes from."""

import dataclasses
from pathlib import Path

import pytest

from holdem_sim.histories import acpc
from holdem_sim.histories.recorded import RecordedHand, Refusal
from tests.histories.random_play import bare

HEADS_UP = "STATE:3:cr300c/cr600c/cc/r1800f:AsKs|7c2d/2h5d9c/Jd/3s:600|-600:big|small"


def read(text: str, tmp_path: Path, game: acpc.Game | None = None) -> list[RecordedHand | Refusal]:
    path = tmp_path / "match.log"
    path.write_text(text)
    return list(acpc.read(path, game))


def one(text: str, tmp_path: Path, game: acpc.Game | None = None) -> RecordedHand:
    (hand,) = read(text, tmp_path, game)
    assert isinstance(hand, RecordedHand), hand
    return hand


def test_heads_up_the_button_is_position_one_and_amounts_count_over_the_hand(tmp_path: Path) -> None:
    hand = one(HEADS_UP, tmp_path)
    assert (hand.names, hand.blinds, hand.stacks) == (("small", "big"), (50, 100), (20_000, 20_000))
    assert [(a.seat, a.kind, a.to) for a in hand.actions] == [
        (0, "call", 100),
        (1, "raise", 300),
        (0, "call", 300),
        (1, "check", 0),
        (0, "bet", 300),
        (1, "call", 300),
        (1, "check", 0),
        (0, "check", 0),
        (1, "bet", 1200),
        (0, "fold", 0),
    ]
    assert (hand.payoffs, hand.returned, hand.button, hand.line) == ((-600, 600), {1: 1200}, 0, 1)
    assert acpc.format_hand(hand) == HEADS_UP + "\n"


def test_run_out_after_an_all_in(tmp_path: Path) -> None:
    line = "STATE:0:r19686r20000c///:5d5c|9hQd/8dAs8s/4h/6d:20000|-20000:a|b"
    hand = one(line, tmp_path)
    assert [(a.seat, a.to, a.all_in) for a in hand.actions] == [(0, 19686, False), (1, 20000, True), (0, 20000, True)]
    assert hand.shown == (True, True)
    assert acpc.format_hand(hand) == line + "\n"


def test_limit_raises_have_the_size_of_the_street(tmp_path: Path) -> None:
    comment = "# name/game/hands/seed 3p.limit holdem.limit.3p.game 1000 0\n"
    line = "STATE:0:rfrrc/cc/rrc/rrrrc:5d5c|9hQd|8dAs/8s4h6d/5s/Js:-5|-160|165:a|b|c"
    hand = one(comment + line, tmp_path)
    assert [a.to for a in hand.actions if a.kind in ("bet", "raise")] == [20, 30, 40, 20, 40, 20, 40, 60, 80]
    assert (hand.betting, hand.small_blind, hand.big_blind, hand.line) == ("fixed-limit", 5, 10, 2)
    assert acpc.format_hand(hand) == line + "\n"


def test_the_dealers_comment_tells_limit_from_no_limit(tmp_path: Path) -> None:
    line = "STATE:0:cc/cc/cc/cc:5d5c|9hQd/8s4h6d/Ks/Jc:{0}|-{0}:a|b"
    limit = one("# holdem.limit.2p.reverse_blinds.game\n" + line.format(10), tmp_path)
    assert (limit.betting, limit.blinds) == ("fixed-limit", (5, 10))
    assert one("# holdem.nolimit.2p.reverse_blinds.game\n" + line.format(100), tmp_path).blinds == (50, 100)


def test_a_game_definition_of_the_caller_and_of_the_file(tmp_path: Path) -> None:
    game = acpc.Game("no-limit", (500, 40, 300), (5, 10, 0))
    line = "STATE:9:r300cc/c/c/:AsAd|7c2d|9hTh/2h5d9c/Jd/3s:"
    with_game = one(f"{line}340|-40|-300:a|b|c".replace("/c/c/", "///"), tmp_path, game)
    assert (with_game.stacks, with_game.payoffs, with_game.returned) == ((500, 40, 300), (340, -40, -300), {})
    acpc.write([with_game], tmp_path / "match.log")
    text = (tmp_path / "match.log").read_text()
    assert [bare(hand) for hand in acpc.read(tmp_path / "match.log") if isinstance(hand, RecordedHand)] == [
        bare(with_game)
    ]
    assert text.splitlines()[-1] == "SCORE:340|-40|-300:a|b|c"
    assert acpc.parse_game(game.lines()[1:]) == game
    limit = acpc.competition_game(2, limit=True)
    assert acpc.parse_game(limit.lines()) == limit
    broken = text.replace("numSuits = 4", "numSuits = 1")
    first, second = read(broken, tmp_path)
    assert isinstance(first, Refusal)
    assert isinstance(second, Refusal)
    assert "numsuits 1 is not Texas hold'em" in first.reason
    assert "game definition" in second.reason


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("600|-600", "600|-500", "the values sum to 100"),
        ("600|-600", "600.333333|-600.333333", "finer than 1/1"),
        ("600|-600", "300|-300", "do not fit the game definition"),
        ("r1800f", "r1800", "stops before the betting on the river is over"),
        ("r1800f", "r500f", "raises to -100"),
        ("r1800f", "rf", "without its amount"),
        ("r1800f", "x", "'x' is no betting"),
        ("r1800f", "r1800ff", "nobody can act"),
        ("cr300c/", "cr300/", "before the betting is over"),
        ("AsKs|7c2d", "AsKs|AsKd", "the card As stands twice"),
        ("AsKs|7c2d", "AsKs", "hole cards of 2 players"),
        ("2h5d9c/Jd", "2h5d/9cJd", "3, 1 and 1"),
        ("big|small", "big", "1 players"),
        ("STATE:3", "STATE:x", "is no STATE line"),
        (":600|-600", "", "is no STATE line"),
    ],
)
def test_refused(old: str, new: str, reason: str, tmp_path: Path) -> None:
    assert old in HEADS_UP
    first, second = read(f"{HEADS_UP.replace(old, new)}\n{HEADS_UP}\n", tmp_path)
    assert isinstance(first, Refusal)
    assert reason in first.reason
    assert (first.line, isinstance(second, RecordedHand)) == (1, True)


def test_unknown_cards_and_names_without_number(tmp_path: Path) -> None:
    hand = one(HEADS_UP.replace("AsKs", ""), tmp_path)
    assert hand.hole_cards[1] is None
    assert "STATE:5:" in acpc.format_hand(dataclasses.replace(hand, id="x"), 5)


def test_an_odd_chip_split_in_halves_doubles_every_amount(tmp_path: Path) -> None:
    line = "STATE:256:rfrrc/crrc/cc/rrrrc:8cAs|5s6c|AdQd/2c5h4c/3c/6s:-5|2.5|2.5:p2|p3|p1"
    hand = one(line, tmp_path)
    assert (hand.unit, hand.payoffs, hand.blinds, hand.big_blind) == ("1/2 chips", (-10, 5, 5), (10, 20, 0), 20)
    assert hand.stacks == (20_000,) * 3
    big = "STATE:100:cr9579r19429cf/cr19578c/cr19933r20000c/:Jd8d|6h8c|8h2c/Qh3sAh/3h/5c:-9579|4789.5|4789.5:a|b|c"
    assert one(big, tmp_path).payoffs == (-19158, 9579, 9579)
