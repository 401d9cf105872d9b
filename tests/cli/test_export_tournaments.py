"""``show`` and ``export`` of tournaments: a dead button, several tables, rebuys; numbers and times for trackers."""

import json
import re
import warnings
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pokerkit
import pytest

import holdem_sim
from holdem_sim.experiment.replay import Hands
from holdem_sim.experiment.room_numbers import roman
from holdem_sim.histories.recorded import RecordedHand
from holdem_sim.histories.tally import big_blind_seat
from tests.cli.running import DIVIDES, STUBBORN, Run, manifest
from tests.cli.test_export import in_order
from tests.cli.test_sit_and_go import BOTS, SHORT
from tests.histories.test_pokerkit import canonical, divergence, last_state
from tests.naive import buttons

DEAD = ("--button", "dead")
REBUYS = ("--rebuys", 2, "--rebuy-levels", 2, "--rebuy-at", 40)
RUNS: dict[str, tuple[Any, ...]] = {
    "two": ("sit-and-go", "easy", "random", "--tournaments", 20, *SHORT, *DEAD),
    "four, rebuys, pot limit": ("sit-and-go", *BOTS, "--tournaments", 15, *SHORT, *DEAD, *REBUYS, "--betting",
                                "pot-limit"),
    "six, rebuys": ("sit-and-go", *BOTS, "--players", 6, "--tournaments", 15, *SHORT, *DEAD, *REBUYS),
    "nine, fixed limit": ("sit-and-go", *BOTS, "call", "--players", 9, "--tournaments", 12, *SHORT, *DEAD,
                          "--betting", "fixed-limit"),
    "ten, all forms": ("sit-and-go", "easy", STUBBORN, "call", "random", "--players", 10, "--tournaments", 6, *SHORT,
                       *DEAD, "--stack", 90),
    "tables": ("multi-table", *BOTS, "--entries", 30, "--players", 4, "--tournaments", 6, *SHORT, *REBUYS),
    "tables, dead button": ("multi-table", *BOTS, "call", "--entries", 61, "--players", 9, "--tournaments", 12, *SHORT,
                            *DEAD),
    "tables of two": ("multi-table", *BOTS, "--entries", 7, "--players", 2, "--tournaments", 8, *SHORT, *DEAD,
                      *REBUYS),
    "tables of five, one level": ("multi-table", *BOTS, "--entries", 23, "--players", 5, "--tournaments", 4, *DEAD,
                                  "--levels", "7/20/30", "--stack", 100, "--level-hands", 5),
}  # fmt: skip
NAMED = ("stacks", "blinds", "antes", "dead", "actions", "button", "big_blind_seat", "board", "payoffs", "pots",
         "returned", "shown", "names", "hole_cards", "first_to_act")  # fmt: skip


def folders(run: Run, *arguments: object) -> tuple[str, str]:
    """A run with its log and the same without."""
    logged = run.json(*arguments, "--seed", 11)
    summary = run.json(*arguments, "--seed", 11, "--log", "summary")
    assert logged["digest"] == summary["digest"]
    return logged["run"], summary["run"]


def rows_of(folder: str) -> list[dict[str, Any]]:
    return [
        {str(name): value for name, value in row.items()} for row in holdem_sim.load(folder).hands.to_dict("records")
    ]


def small_blinds(rows: list[dict[str, Any]], seats: int, dead: bool) -> list[int]:
    """The seat of every small blind, by the naive twin, which must find the log's buttons and big blinds too."""
    last: dict[tuple[int, int], buttons.Seats] = {}
    found = []
    for row in rows:
        table = row["match"], row.get("table", 0)
        alive = [seat for seat in range(seats) if row[f"stack_{seat}"]]
        before = last.get(table)
        now = buttons.first(alive, seats) if before is None else buttons.following(before, alive, seats, dead)
        assert (now.button, now.big) == (row["button"], row["big_blind"])
        last[table] = now
        found.append(now.small)
    return found


def compare(hand: RecordedHand, row: dict[str, Any], small: int, config: dict[str, Any]) -> None:
    """A hand that was read against its row of the log and the seat of its small blind."""
    players = config["players"]
    seats = in_order(row, players)
    place = {seat: i for i, seat in enumerate(seats)}
    assert hand.stacks == tuple(row[f"stack_{seat}"] for seat in seats)
    assert hand.payoffs == tuple(row[f"payoff_{seat}"] for seat in seats)
    assert (hand.button, big_blind_seat(hand)) == (place.get(row["button"]), place[row["big_blind"]])
    assert hand.extra["seats"] == tuple(seat + 1 for seat in seats)
    assert hand.extra.get("button_seat") == (None if row["button"] in place else row["button"] + 1)
    holes = [holdem_sim.cards.format_cards(hole or (), separator="") for hole in hand.hole_cards]
    assert holes == [row[f"hole_{seat}"] for seat in seats]
    antes = hand.antes or (0,) * len(seats)
    for seat, own in place.items():
        nominal = {row["big_blind"]: hand.big_blind, small: hand.small_blind}.get(seat, 0)
        left = hand.stacks[own] - (antes[own] if hand.ante_mode == "all" else 0)
        assert hand.blinds[own] == min(nominal, left)
    assert hand.dead == (0,) * len(seats)
    bots = [row[f"bot_{seat}"] for seat in range(players)]
    for name, seat in zip(hand.names, seats, strict=True):
        if "table" in row:
            assert name == f"{bots[seat]}#{row[f'entry_{seat}']}"
        elif bots.count(bots[seat]) > 1:
            assert name == f"{bots[seat]}#{bots[: seat + 1].count(bots[seat])}"
        else:
            assert name == bots[seat]


@pytest.mark.parametrize("game", RUNS)
def test_every_hand_reads_back_agrees_and_is_the_log(run: Run, game: str) -> None:
    logged, summary = folders(run, *RUNS[game])
    rows, config = rows_of(logged), manifest(logged)["config"]
    small = small_blinds(rows, config["players"], config["button"] == "dead")
    for format, file in (("phh", "hands.phhs"), ("pokerstars", "hands.txt")):
        found = run.json("export", logged, "--format", format, "--out", file)
        assert found == {"hands": len(rows), "format": format, "file": file, "renamed": {}}
        hands = holdem_sim.read_hands(file)
        assert (len(hands), hands.refused) == (len(rows), ())
        fixed = format == "pokerstars" and config["rules"]["betting"] == "fixed-limit"
        for hand, row, seat in zip(hands, rows, small, strict=True):
            if not fixed:  # PokerStars text does not tell that small blind where nobody posts it
                compare(hand, row, seat, config)
        verified = run.json("verify", file)
        assert (verified["agree"], verified["differ"], verified["refused"]) == (len(rows), [], [])
    both = zip(holdem_sim.read_hands("hands.phhs"), holdem_sim.read_hands("hands.txt"), strict=True)
    assert all(getattr(one, name) == getattr(other, name) for one, other in both for name in NAMED)
    assert run("export", summary, "--format", "phh").out == Path("hands.phhs").read_text()
    assert run("export", logged, "--format", "text").out.count("\nResult\n") == len(rows)
    first = len(rows) // 3
    assert run("export", logged, "--format", "phh", "--hands", f"{first}:{first + 2}").out == "".join(
        f"[{place}]\n{run('show', logged, first + place - 1, '--format', 'phh').out}\n" for place in (1, 2)
    )


@pytest.mark.parametrize("game", ["six, rebuys", "tables", "tables, dead button", "tables of two"])
def test_logged_and_summary_runs_show_the_same(run: Run, small_shards: int, game: str) -> None:
    logged, summary = folders(run, *RUNS[game])
    rows = rows_of(logged)
    assert len(manifest(logged)["shards"]) > 1 or len(rows) < 2 * small_shards
    for number in {0, 1, len(rows) // 3, len(rows) // 2 + 1, len(rows) - 1}:
        row = rows[number]
        name = f"{row['match']}:{row['hand']}" + (f":{row['table']}" if "table" in row else "")
        table = f", table {row['table']}" if "table" in row else ""
        shown = run("show", logged, number)
        assert (shown.code, shown.err) == (0, "")
        assert f"match {row['match']}, hand {row['hand']} of it{table}, deal {row['deal']}" in shown.out
        for again in (("show", logged, name), ("show", summary, number), ("show", summary, name)):
            assert run(*again).out == shown.out, again
        found = run.json("show", summary, name, "--format", "phh")
        assert (found["hand"], found["match"], found["hand_of_match"]) == (number, row["match"], row["hand"])
        assert found.get("table") == row.get("table")


def test_pokerkit_reads_our_phh_and_pays_the_same(run: Run) -> None:
    folder = run.json(*RUNS["tables, dead button"], "--seed", 4)["run"]
    run.json("export", folder, "--format", "phh", "--out", "hands.phhs")
    compared: Counter[tuple[str, int]] = Counter()
    with Path("hands.phhs").open("rb") as file, warnings.catch_warnings():
        warnings.simplefilter("error")
        histories = pokerkit.HandHistory.load_all(file)
        for hand, history in zip(holdem_sim.read_hands("hands.phhs"), histories, strict=True):
            if not divergence(hand):
                assert canonical(last_state(history).payoffs) == hand.payoffs, hand.id
                compared["button" if hand.button is None else "", big_blind_seat(hand)] += 1
    assert set(compared) >= {("", 0), ("", 1), ("", 2), ("button", 0), ("button", 1)}


def kinds_of(rows: list[dict[str, Any]], small: list[int], seats: int) -> dict[str, int]:
    """A hand of each kind that a dead button, several tables and short stacks bring about."""
    found: dict[str, int] = {}
    before: dict[tuple[int, int], list[Any]] = {}
    for number, (row, seat) in enumerate(zip(rows, small, strict=True)):
        dealt = in_order(row, seats)
        entries = [row[f"entry_{s}"] if row[f"stack_{s}"] else None for s in range(seats)]
        table = row["match"], row["table"]
        moved = {entry for entry in entries if entry is not None} - set(before.get(table, entries))
        before[table] = entries
        some = {
            "dead small blind": not row[f"stack_{seat}"],
            "dead button": not row[f"stack_{row['button']}"],
            "both dead": not row[f"stack_{seat}"] and not row[f"stack_{row['button']}"],
            "just after a move": bool(moved),
            "somebody between button and small blind": len(dealt) > 2 and row["big_blind"] in dealt[2:],
            "somebody before a dead small blind": dealt[1:2] == [row["big_blind"]] and not row[f"stack_{seat}"],
            "heads-up": len(dealt) == 2,
            "all-in by the ante": row["hand"] in range(4, 8) and any(row[f"stack_{s}"] <= 5 for s in dealt),
            "a short big blind": row[f"stack_{row['big_blind']}"] < 20,
            "a short big blind without a small one": row[f"stack_{row['big_blind']}"] < 20 and not row[f"stack_{seat}"],
        }
        for kind, is_so in some.items():
            if is_so:
                found.setdefault(kind, number)
    assert set(found) == set(some)
    return found


def test_hands_of_every_kind(run: Run) -> None:
    options = ("multi-table", *BOTS, "call", "--entries", 61, "--players", 9, "--tournaments", 40, *SHORT, *DEAD)
    folder = run.json(*options, "--seed", 9)["run"]
    rows = rows_of(folder)
    small = small_blinds(rows, 9, True)
    for kind, number in kinds_of(rows, small, 9).items():
        shown = [run("show", folder, number, "--format", format) for format in ("text", "phh", "pokerstars", "acpc")]
        assert [one.code for one in shown[:3]] == [0, 0, 0], kind
        row = rows[number]
        dealt = in_order(row, 9)
        usual = dealt[:2] == [small[number], row["big_blind"]] and row[f"stack_{row['button']}"] > 0
        assert shown[3].code == (0 if usual and row["hand"] < 4 else 2)  # later levels have antes
        if shown[3].code:
            assert "an ACPC log cannot hold" in shown[3].error
        posts = [line for line in shown[2].out.splitlines() if ": posts small blind " in line]
        is_dead = not row[f"stack_{small[number]}"]
        assert len(posts) == (not is_dead)
        assert f"Seat #{row['button'] + 1} is the button" in shown[2].out
        assert sum(" the small blind " in line for line in shown[0].out.splitlines()) == (not is_dead)


def test_where_knows_positions_of_a_dead_button_and_all_bots_asked_for(run: Run) -> None:
    logged, summary = folders(run, *RUNS["tables, dead button"])
    seats = holdem_sim.load(logged).seats
    keys = ["match", "hand", "table"]

    def hands(query: str) -> set[tuple[int, ...]]:
        return set(seats.query(query)[keys].itertuples(index=False, name=None))

    def exported(*conditions: str) -> set[tuple[object, ...]]:
        words = [word for one in conditions for word in ("--where", one)]
        text = run("export", logged, "--format", "phh", *words).out
        assert run("export", summary, "--format", "phh", *words).out == text
        Path("some.phhs").write_text(text)
        return {tuple(hand.extra[key] for key in keys) for hand in holdem_sim.read_hands("some.phhs")}

    easy, hard = hands("bot == 'easy'"), hands("bot == 'hard'")
    assert exported("bot=easy", "bot=hard") == easy & hard != easy
    assert exported("bot=easy", "position=BTN") == hands("bot == 'easy' and position == 'BTN'")
    assert exported("position=BB", "payoff>200") == hands("position == 'BB' and payoff > 200") != set()
    either = hands("(bot == 'easy' or bot == 'hard') and payoff > 300")
    assert exported("bot=easy", "bot=hard", "payoff>300") == either & easy & hard != set()
    words = ("--where", "position=BTN", "--where", "position=SB")
    assert "no hand is as --where asks" in run.refused(
        "export", logged, "--format", "phh", "--out", "x", *words, code=1
    )


def test_names_of_hands_at_several_tables(run: Run) -> None:
    logged, summary = folders(run, *RUNS["tables"])
    rows = rows_of(logged)
    last = max(row["hand"] for row in rows if row["match"] == 2)
    for folder in (logged, summary):
        assert "hand 2:0: tables 0, 1, 2, 3, 4, 5, 6, 7 played it; give one more number, like 2:0:0" in run.refused(
            "show", folder, "2:0"
        )
        assert "hand 2:0:8: that hand was played at tables 0, 1, 2, 3" in run.refused("show", folder, "2:0:8")
        assert run("show", folder, f"2:{last}").out == run("show", folder, f"2:{last}:0").out
        assert "that hand was played at table 0" in run.refused("show", folder, f"2:{last}:3")
        assert f"match 2 ended after {last + 1} of its " in run.refused("show", folder, f"2:{last + 1}:0")
        assert "of matches 0 to 5" in run.refused("show", folder, "6:0:0")
        assert f"the run has {len(rows)} hands" in run.refused("show", folder, len(rows))
        for word in ("2:", "2:0:", "2:0:0:0", "2:0:x"):
            assert "MATCH:HAND, like 17 or 3:0; with several tables MATCH:HAND:TABLE" in run.refused(
                "show", folder, word
            )
    few = ("multi-table", "easy", "random", "--entries", 3, "--players", 9, "--tournaments", 2, *SHORT)
    for folder in folders(run, *few):
        assert "hand 0 of it, table 0" in run("show", folder, "1:0").out
        assert run("show", folder, "1:0:0").out == run("show", folder, "1:0").out
        assert "hand 1:0:1: that hand was played at table 0" in run.refused("show", folder, "1:0:1")
    one = run.json("sit-and-go", "easy", "random", "--tournaments", 2, "--seed", 1, *SHORT)["run"]
    assert run.refused("show", one, "0:0:0").endswith("give its number in the run or MATCH:HAND, like 17 or 3:0")


def test_the_tournament_in_which_a_strict_run_stopped(run: Run) -> None:
    options = ("multi-table", DIVIDES, "call", "--entries", 9, "--players", 3, "--tournaments", 40, *SHORT, *DEAD)
    assert run(*options, "--seed", 1, "--strict", "--out", "r").code == 1
    assert manifest("r")["shards"] == []
    for format in ("text", "phh", "pokerstars"):
        shown = run("show", "r", "0:1:2", "--format", format)
        assert (shown.code, shown.err) == (0, "")
    assert "Hand 0:1:2: " in run("show", "r", "0:1:2").out
    assert "give one more number, like 0:1:0" in run.refused("show", "r", "0:1")
    assert "match 0 ended after " in run.refused("show", "r", "0:9999:0")


def test_a_bot_that_has_changed(run: Run) -> None:
    bot = Path("mybot.py")
    source = (Path(holdem_sim.__file__).parents[1] / "bots" / "call.py").read_text()
    bot.write_text(source)
    options = ("multi-table", f"./{bot}", "easy", "--entries", 9, "--players", 3, "--tournaments", 2, *SHORT, *DEAD)
    logged, summary = folders(run, *options)
    before = run("show", logged, "1:0:2").out
    assert "small blind" in before
    bot.write_text(source.replace("CHECK_CALL\n", "FOLD\n").replace("import CHECK_CALL", "import FOLD"))
    assert "may not be the same: the file of bot mybot has changed" in run.refused("show", summary, "1:0:2", code=1)
    words = run.refused("show", logged, "1:0:2", code=1)
    assert "(match 1, hand 0 of it, table 2): its replay differs from the log in " in words


def first_lines(text: str) -> list[re.Match[str]]:
    lines = [line for line in text.splitlines() if line.startswith("PokerStars Hand")]
    pattern = re.compile(r"PokerStars Hand #(\d{18}): (?:Tournament #(\d{18}), (\S+))? ?Hold'em No Limit (?:- Level "
                         r"([IVXLC]+) )?\((\d+)/(\d+)\) - (\d{4}/\d\d/\d\d \d\d:\d\d:\d\d) ET")  # fmt: skip
    found = [pattern.fullmatch(line) for line in lines]
    assert all(found)
    return [match for match in found if match]


def test_numbers_times_tables_and_levels_for_trackers(run: Run) -> None:
    folder = run.json(*RUNS["tables"], "--seed", 5, "--buy-in", 25)["run"]
    rows = rows_of(folder)
    text = run("export", folder, "--format", "pokerstars").out
    assert run("export", folder, "--format", "pokerstars").out == text
    heads = first_lines(text)
    numbers = [int(head[1]) for head in heads]
    assert numbers == list(range(numbers[0], numbers[0] + len(rows)))
    assert numbers[0] % 10**9 == 0
    start = datetime.strptime(manifest(folder)["started"], "%Y-%m-%dT%H:%M:%SZ") - timedelta(hours=5)
    tables = re.findall(r"^Table '(\d+) (\d+)' 4-max Seat #\d is the button$", text, re.MULTILINE)
    levels = ["10/20", "30/60", *(f"{50 * 2**n}/{100 * 2**n}" for n in range(20))]
    for number, (head, row, table) in enumerate(zip(heads, rows, tables, strict=True)):
        assert int(head[2]) == numbers[0] + row["match"]
        assert head[3] == "25+0"
        assert table == (head[2], str(row["table"] + 1))
        assert head[4] == roman(row["hand"] // 4 + 1)
        assert f"{head[5]}/{head[6]}" == levels[row["hand"] // 4]
        assert datetime.strptime(head[7], "%Y/%m/%d %H:%M:%S") == start + timedelta(seconds=number)
    for number in (0, len(rows) - 1):
        assert run("show", folder, numbers[number]).out == run("show", folder, number).out
    foreign = run.json("match", "easy", "random", "--matches", 3, "--seed", 5)["run"]
    assert f"hand {numbers[1]}: is not of this run" in run.refused("show", foreign, numbers[1])


def test_numbers_are_those_of_the_hands_whatever_else_changes(run: Run) -> None:
    """Another seed, bot or stake has other numbers; more hands, no log or another folder the same."""

    def first(*arguments: object) -> str:
        folder = run.json(*arguments)["run"]
        return first_lines(run("export", folder, "--format", "pokerstars", "--hands", "0:1").out)[0][1]

    plain = ("tournament", "easy", "random", "--players", 2)
    match = ("match", "easy", "random")
    sit_and_go = ("sit-and-go", "easy", "random", *SHORT)
    numbers: Counter[str] = Counter()
    for same in (
        [(*plain, "--hands", 20, "--seed", 1), (*plain, "--hands", 40, "--seed", 1, "--log", "summary", "--strict")],
        [(*plain, "--hands", 20, "--seed", 2)],
        [(*plain, "--hands", 20, "--seed", 1, "--stack", 100)],
        [("tournament", "easy", "hard", "--players", 2, "--hands", 20, "--seed", 1)],
        [(*match, "--matches", 4, "--seed", 1), (*match, "--matches", 8, "--seed", 1, "--max-faults", 3)],
        [(*match, "--matches", 4, "--hands", 11, "--seed", 1)],
        [(*sit_and_go, "--tournaments", 2, "--seed", 1), (*sit_and_go, "--tournaments", 3, "--seed", 1)],
        [(*sit_and_go, "--tournaments", 2, "--seed", 1, *DEAD)],
    ):
        found = {first(*arguments) for arguments in same}
        assert len(found) == 1
        numbers.update(found)
    assert set(numbers.values()) == {1}
    assert len(numbers) == 8


def test_a_manifest_that_tells_no_start(run: Run) -> None:
    folder = run.json("match", "easy", "random", "--matches", 3, "--seed", 5)["run"]
    for started in (None, "yesterday", 7):
        value = manifest(folder)
        value["started"] = started
        (Path(folder) / "manifest.json").write_text(json.dumps(value))
        heads = first_lines(run("export", folder, "--format", "pokerstars", "--hands", "0:3").out)
        assert [head[7] for head in heads] == [f"2000/01/01 00:00:0{i}" for i in range(3)]


def test_roman_numerals() -> None:
    found = {1: "I", 4: "IV", 9: "IX", 14: "XIV", 40: "XL", 99: "XCIX", 149: "CXLIX", 388: "CCCLXXXVIII"}
    assert {number: roman(number) for number in found} == found


def test_small_blinds_do_not_depend_on_the_pieces_in_which_a_log_is_read(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged, _ = folders(run, *RUNS["tables, dead button"])
    expected = small_blinds(rows_of(logged), 9, True)
    for size in (1, 7, 100_000):
        monkeypatch.setattr("holdem_sim.experiment.replay.BATCH", size)
        hands = Hands(logged)
        found = [seat for _, table in hands.tables(0, hands.played) for seat in table["small_blind"].to_pylist()]
        assert found == expected
