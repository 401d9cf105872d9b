"""Dialects of PokerStars text, line by line: what the samples do not show."""

import dataclasses
from pathlib import Path

import pytest

from holdem_sim.cards import parse_cards
from holdem_sim.histories import pokerstars
from holdem_sim.histories.pokerstars.words import hand_words
from holdem_sim.histories.recorded import RecordedHand, Refusal
from tests.histories.random_play import bare

HEAD = "PokerStars Hand #77:  Hold'em No Limit ($0.05/$0.10 USD) - 2024/05/02 19:08:45 ET"
TABLE = "Table 'Deneb V' 6-max Seat #4 is the button"
SEATS = """Seat 1: Ann ($10 in chips)
Seat 2: Bo: b ($9.50 in chips)
Seat 3: Ann collected (x) ($1,000.25 in chips)
Seat 4: Dee ($4 in chips)
Seat 6: Eve ($3 in chips) is sitting out"""
FOLDED = """*** HOLE CARDS ***
Ann collected (x): folds
Dee: folds
Ann: folds
Uncalled bet ($0.05) returned to Bo: b
Bo: b collected $0.10 from pot
Bo: b: doesn't show hand
*** SUMMARY ***
Total pot $0.10 | Rake $0
Seat 1: Ann (small blind) folded before Flop"""
POSTS = """Ann: posts small blind $0.05
Bo: b: posts big blind $0.10"""
CHECKED = """*** FLOP *** [2c 7d Jh]
Ann: checks
Bo: b: checks
Ann collected (x): checks
Dee: checks
*** TURN *** [2c 7d Jh] [5s]
Ann: checks
Bo: b: checks
Ann collected (x): checks
Dee: checks
*** RIVER *** [2c 7d Jh 5s] [9d]
Ann: checks
Bo: b: checks
Ann collected (x): checks
Dee: checks
*** SHOW DOWN ***
Ann: shows [As Ah] (a pair of Aces)
Bo: b: mucks hand
Ann collected (x): mucks hand
Dee: mucks hand"""


def text(*parts: str, head: str = HEAD, table: str = TABLE, seats: str = SEATS) -> str:
    return "\n".join([head, table, seats, *parts]) + "\n"


def read(data: str | bytes, tmp_path: Path) -> list[RecordedHand | Refusal]:
    path = tmp_path / "hands.txt"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return list(pokerstars.read(path))


def one(data: str | bytes, tmp_path: Path) -> RecordedHand:
    (hand,) = read(data, tmp_path)
    assert isinstance(hand, RecordedHand), hand
    return hand


def refusal(data: str | bytes, tmp_path: Path) -> str:
    (found,) = read(data, tmp_path)
    assert isinstance(found, Refusal)
    return f"{found.id} line {found.line}: {found.reason}"


def test_names_that_look_like_lines_and_seats_not_dealt_in(tmp_path: Path) -> None:
    hand = one(text(POSTS, FOLDED), tmp_path)
    assert hand.names == ("Ann", "Bo: b", "Ann collected (x)", "Dee")
    assert hand.stacks == (1000, 950, 100025, 400)
    assert hand.extra["seats"] == (1, 2, 3, 4)
    assert (hand.button, hand.payoffs, hand.returned) == (3, (-5, 5, 0, 0), {1: 5})
    assert (hand.file, hand.line, hand.id) == (str(tmp_path / "hands.txt"), 1, "77")
    assert hand.extra["date"] == "2024/05/02 19:08:45 ET"


def test_dead_and_live_posts_and_straddles(tmp_path: Path) -> None:
    posts = f"{POSTS}\nAnn collected (x): posts small & big blinds $0.15\nDee: posts straddle $0.20"
    calls = """*** HOLE CARDS ***
Ann: calls $0.15
Bo: b: calls $0.10
Ann collected (x): calls $0.10
Dee: checks"""
    end = """Ann collected $0.85 from pot
*** SUMMARY ***
Total pot $0.85 | Rake $0"""
    hand = one(text(posts, calls, CHECKED, end), tmp_path)
    assert (hand.blinds, hand.dead, hand.antes) == ((5, 10, 10, 20), (0, 0, 5, 0), (0, 0, 0, 0))
    assert (hand.first_to_act, [action.to for action in hand.actions[:4]]) == (0, [20, 20, 20, 20])
    assert hand.payoffs == (65, -20, -25, -20)
    assert hand.shown == (True, False, False, False)
    again = one(pokerstars.format_hand(dataclasses.replace(hand, names=("A", "B", "C", "D"))), tmp_path)
    assert bare(again, names=hand.names) == bare(hand)


@pytest.mark.parametrize(
    ("line", "blinds", "dead"),
    [
        ("Dee: posts big blind $0.10", (5, 10, 0, 10), (0, 0, 0, 0)),
        ("Dee: posts small blind $0.05", (5, 10, 0, 0), (0, 0, 0, 5)),
        ("Dee: posts dead blind $0.05", (5, 10, 0, 0), (0, 0, 0, 5)),
        ("Dee: posts $0.20", (5, 10, 0, 20), (0, 0, 0, 0)),
        ("Dee: straddle $0.20", (5, 10, 0, 20), (0, 0, 0, 0)),
    ],
)
def test_posts(line: str, blinds: tuple[int, ...], dead: tuple[int, ...], tmp_path: Path) -> None:
    pot = sum(dead) + 15 + max(blinds[3], 0)
    fold = "\n".join(f"{name}: folds" for name in ("Ann collected (x)", "Ann", "Bo: b"))
    if blinds[3] == 0:
        fold = FOLDED.split("Uncalled")[0].removeprefix("*** HOLE CARDS ***\n").strip()
    back = max(blinds[3] - 10, 0) if blinds[3] else 5
    winner = "Dee" if blinds[3] else "Bo: b"
    uncalled = f"Uncalled bet (${back / 100:.2f}) returned to {winner}\n" if back else ""
    end = f"{uncalled}{winner} collected ${(pot - back) / 100:.2f} from pot\n*** SUMMARY ***\n"
    end += f"Total pot ${(pot - back) / 100:.2f} | Rake $0"
    hand = one(text(POSTS, line, "*** HOLE CARDS ***", fold, end), tmp_path)
    assert (hand.blinds, hand.dead) == (blinds, dead)


@pytest.mark.parametrize(
    ("stakes", "unit", "factor"),
    [
        ("$0.05/$0.10 USD", "1/100 USD", 100),
        ("$0.05/$0.10", "1/100 USD", 100),
        ("€0.05/€0.10 EUR", "1/100 EUR", 100),
        ("€0.05/€0.10", "1/100 EUR", 100),
        ("£0.05/£0.10 GBP", "1/100 GBP", 100),
        ("$0.05/$0.10 CAD", "1/100 CAD", 100),
        ("$0.05/$0.10 - Ante $0.02 USD", "1/100 USD", 100),
        ("5/10", "chips", 1),
    ],
)
def test_currencies(stakes: str, unit: str, factor: int, tmp_path: Path) -> None:
    sign = stakes[0] if not stakes[0].isdigit() else ""
    data = text(POSTS, FOLDED, head=HEAD.replace("$0.05/$0.10 USD", stakes))
    if not sign:
        data = data.replace("$0.05", "5").replace("$0.10", "10").replace("$9.50", "950").replace("$1,000.25", "100,025")
        data = data.replace("6-max", "6-max (Play Money)")
    hand = one(data.replace("$", sign), tmp_path)
    assert (hand.unit, hand.small_blind, hand.big_blind, hand.stacks[1]) == (unit, 5, 10, 950)
    assert hand.stacks[0] == 10 * factor
    assert bare(one(pokerstars.format_hand(dataclasses.replace(hand, names=tuple("ABCD"))), tmp_path)).unit == unit


def test_windows_file_with_a_byte_order_mark(tmp_path: Path) -> None:
    data = text(POSTS, FOLDED).replace("\n", "\r\n").replace("Dee", "Dée")
    assert one(b"\xef\xbb\xbf" + data.encode(), tmp_path).names[3] == "Dée"
    assert one(data.replace("\r\n", "\r").encode(), tmp_path).names[3] == "Dée"
    assert one(data.replace("$", "€").replace("USD", "EUR").encode("cp1252"), tmp_path).unit == "1/100 EUR"


def test_a_session_file_with_a_banner_and_chat(tmp_path: Path) -> None:
    chat = """Dee said, "folds: *** FLOP *** [2c 7d Jh]"
Eve: is sitting out
Fay joins the table at seat #5
Dee has timed out"""
    data = (
        "*********** # 1 **************\n"
        + text(POSTS, chat, FOLDED)
        + "\n\n*********** # 2 *****\n"
        + text(POSTS, FOLDED)
    )
    first, second = read(data, tmp_path)
    assert isinstance(first, RecordedHand)
    assert isinstance(second, RecordedHand)
    assert (first.line, second.line) == (2, 28)
    assert bare(first) == bare(second)


def test_a_tournament_and_a_zoom_hand_are_written_as_such(tmp_path: Path) -> None:
    head = (
        "PokerStars Hand #77: Tournament #1, $2.00+$0.20 USD Hold'em No Limit - Level IV (5/10) - 2024/05/02 1:08:45 ET"
    )
    plain = text(POSTS, FOLDED, head=head)
    for money, chips in (("$0.05", "5"), ("$0.10", "10"), ("$9.50", "950"), ("$1,000.25", "100025"), ("$0", "0")):
        plain = plain.replace(money + ")", chips + ")").replace(money + "\n", chips + "\n")
        plain = plain.replace(f"{money} ", f"{chips} ")
    hand = one(plain.replace("$10 in", "1000 in").replace("$4 in", "400 in").replace("$3 in", "300 in"), tmp_path)
    assert (hand.unit, hand.extra["tournament"], hand.extra["buy_in"], hand.extra["level"]) == (
        "chips",
        "1",
        "$2.00+$0.20 USD",
        "IV",
    )
    named = dataclasses.replace(hand, names=tuple("ABCD"))
    assert pokerstars.format_hand(named).splitlines()[0] == head
    assert bare(one(pokerstars.format_hand(named), tmp_path)) == bare(named)
    zoom = one(text(POSTS, FOLDED, head=HEAD.replace("Hand", "Zoom Hand")), tmp_path)
    assert zoom.extra["zoom"] is True
    assert pokerstars.format_hand(dataclasses.replace(zoom, names=tuple("ABCD"))).startswith(
        "PokerStars Zoom Hand #77:"
    )


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("Hold'em", "6+ Hold'em", "77 line 1: not Texas hold'em: 6+ Hold'em No Limit"),
        ("No Limit", "Pot Limit Pre-Flop, No Limit Post-Flop", "the betting structure changes after the preflop"),
        ("Hold'em No", "Razz", "not Texas hold'em: Razz"),
        ("Ann: folds", "Hand cancelled", "the hand was cancelled"),
        ("Ann: folds", "Dee cashed out the hand for $1.00", "cashed out"),
        ("Ann: folds", "Ann: bets", "77 line 13: 'bets' is not understood"),
        ("Ann: folds", "Ann: raises $1 to $1.05", "raised over 10"),
        ("Ann: folds", "Ann: calls $0.95", "calls to 100 where 10 was bet"),
        ("Ann: folds", "Ann: checks", "checks with 5 to pay"),
        ("Ann: folds", "Ann: calls $12", "line 13"),
        ("Ann: folds\n", "", "stops before the betting on the preflop is over"),
        ("Ann: folds", "Dee: folds", "line 13: seat 3 acts after folding"),
        ("collected $0.10", "collected $0.09", "collected and rake differ from the pot by 1"),
        ("Total pot $0.10", "Total pot $0.11", "the summary tells a pot of 11, the bets make 10"),
        ("Total pot $0.10 | Rake $0", "", "cut off"),
        ("returned to Bo: b", "returned to Zoe", "'Zoe' has no seat"),
        ("Seat 2: Bo", "Seat 1: Bo", "a seat or a name stands twice"),
        ("Table 'Deneb V' 6-max Seat #4 is the button\n", "", "no line tells the table"),
        ("($0.05/$0.10 USD)", "", "no stakes"),
        ("posts big blind $0.10", "posts big blind $0.1x", "line"),
        ("posts big blind $0.10", "posts big blind $0.105", "finer than 1/100"),
    ],
)
def test_refused(old: str, new: str, reason: str, tmp_path: Path) -> None:
    data = text(POSTS, FOLDED)
    assert old in data
    assert reason in refusal(data.replace(old, new, 1), tmp_path)


def test_other_text_is_no_hand(tmp_path: Path) -> None:
    assert "no PokerStars hand begins here" in refusal("Full Tilt Poker Game #33728803548: Table Pigeon\n", tmp_path)
    assert read("\n\n  \n", tmp_path) == []
    assert [type(found) for found in read("junk\n" + text(POSTS, FOLDED), tmp_path)] == [Refusal, RecordedHand]


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Kd 9c 7h 2s", "high card Ace"),
        ("As Ad 9c 7h 2s", "a pair of Aces"),
        ("As Ad 6c 6h 2s", "two pair, Aces and Sixes"),
        ("6s 6d 6c 7h 2s", "three of a kind, Sixes"),
        ("As 2d 3c 4h 5s", "a straight, Ace to Five"),
        ("5s 6d 7c 8h 9s", "a straight, Five to Nine"),
        ("As Ks 9s 7s 2s", "a flush, Ace high"),
        ("3s 3d 3c Jh Js", "a full house, Threes full of Jacks"),
        ("As Ad Ac Ah 7s", "four of a kind, Aces"),
        ("9s 8s 7s 6s 5s", "a straight flush, Five to Nine"),
        ("As Ks Qs Js Ts", "a Royal Flush"),
    ],
)
def test_words_for_hands(cards: str, words: str) -> None:
    assert hand_words(parse_cards(cards)) == words
