"""``holdem-sim export``: every format read back, held against the rules and the log."""

import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pandas as pd
import pokerkit
import pytest

import holdem_sim
from holdem_sim.experiment import replay
from holdem_sim.experiment.export import player_names
from holdem_sim.histories import phh
from holdem_sim.histories.recorded import RecordedHand
from tests.cli.running import Run, environment
from tests.histories.test_pokerkit import canonical, divergence, last_state

FILES = {"phh": "hands.phhs", "pokerstars": "hands.txt", "acpc": "hands.log"}
SIXTH = ("easy", "random", "hard", "medium", "call", "raise")
GAMES = {
    "two": ("tournament", "easy", "random", "--players", 2, "--hands", 120),
    "three, ante": ("tournament", "random", "hard", "easy", "--players", 3, "--hands", 120, "--ante", 1),
    "four, pot limit": ("tournament", *SIXTH[:4], "--players", 4, "--hands", 120, "--betting", "pot-limit"),
    "five, fixed limit": ("tournament", *SIXTH[:5], "--players", 5, "--hands", 120, "--betting", "fixed-limit"),
    "six, rake": ("tournament", *SIXTH, "--players", 6, "--hands", 120, "--rake", "5/4"),
    "nine, big blind's ante": ("tournament", *SIXTH, "--players", 9, "--hands", 120, "--ante", 3,
                               "--ante-mode", "big_blind"),
    "ten, short": ("tournament", *SIXTH, "--players", 10, "--hands", 120, "--stack", 7),
    "odd blinds": ("tournament", "easy", "random", "--players", 2, "--hands", 120, "--blinds", "3/7", "--stack", 90,
                   "--betting", "fixed-limit"),
    "match": ("match", *SIXTH, "--matches", 12, "--hands", 30, "--stack", 30),
    "match, limit": ("match", "random", "easy", "hard", "--matches", 12, "--hands", 30, "--stack", 20,
                     "--betting", "fixed-limit"),
    "match, antes and rake": ("match", "random", "easy", "easy", "--matches", 12, "--hands", 30, "--stack", 20,
                              "--ante", 1, "--rake", "10", "--betting", "pot-limit"),
    "sessions": ("tournament", "adaptive", "easy", "random", "--players", 3, "--hands", 200, "--session", 20),
}  # fmt: skip
NOT_IN_ACPC = {"three, ante": "antes", "four, pot limit": "pot-limit betting", "six, rake": "a rake",
               "nine, big blind's ante": "antes", "match, antes and rake": "pot-limit betting"}  # fmt: skip


def in_order(row: Any, players: int) -> list[int]:
    """The log's seats in the order of a RecordedHand."""
    clockwise = [(row["button"] + 1 + i) % players for i in range(players)]
    dealt = [seat for seat in clockwise if row[f"stack_{seat}"] > 0]
    return dealt[::-1] if len(dealt) == 2 else dealt


def compare(hand: RecordedHand, row: Any, players: int) -> None:
    """A hand that was read against its row of the log."""
    seats = in_order(row, players)
    assert hand.stacks == tuple(row[f"stack_{seat}"] for seat in seats)
    assert (hand.payoffs_after_rake or hand.payoffs) == tuple(row[f"payoff_{seat}"] for seat in seats)
    assert hand.rake == row["rake"]
    holes = [holdem_sim.cards.format_cards(hole or (), separator="") for hole in hand.hole_cards]
    assert holes == [row[f"hole_{seat}"] for seat in seats]
    assert holdem_sim.cards.format_cards(hand.board, separator="") == row["board"]
    bots = [row[f"bot_{seat}"] for seat in seats]
    assert len(set(hand.names)) == len(bots)
    for name, bot in zip(hand.names, bots, strict=True):
        assert name == bot or (name.startswith(f"{bot}#") and bots.count(bot) > 1)


@pytest.mark.parametrize("game", GAMES)
def test_every_format_reads_back_agrees_and_is_the_log(run: Run, game: str) -> None:
    folder = run.json(*GAMES[game], "--seed", 7)["run"]
    log = holdem_sim.load(folder)
    for format, file in FILES.items():
        if format == "acpc" and game in NOT_IN_ACPC:
            words = run.refused("export", folder, "--format", format, "--out", file)
            assert f"an ACPC log cannot hold {NOT_IN_ACPC[game]}" in words
            continue
        found = run.json("export", folder, "--format", format, "--out", file)
        assert found == {"hands": len(log.hands), "format": format, "file": file, "renamed": {}}
        hands = holdem_sim.read_hands(file)
        assert hands.refused == ()
        first = int(hands[0].id) if format == "pokerstars" else 0
        assert [hand.id for hand in hands] == [str(first + number) for number in range(len(log.hands))]
        for hand, row in zip(hands, log.hands.to_dict("records"), strict=True):
            compare(hand, row, log.players)
        verified = run.json("verify", file)
        assert (verified["agree"], verified["differ"], verified["refused"]) == (len(hands), [], [])
    assert run("export", folder, "--format", "text").out.count("\nResult\n") == len(log.hands)


@pytest.mark.parametrize("game", ["two", "nine, big blind's ante", "match", "sessions"])
def test_a_run_without_a_log_exports_the_same(run: Run, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """Whatever the size of the pieces in which hands are read and replayed."""
    logged = run.json(*GAMES[game], "--seed", 8)["run"]
    summary = run.json(*GAMES[game], "--seed", 8, "--log", "summary")["run"]
    whole = run("export", logged, "--format", "phh")
    assert (whole.code, whole.err) == (0, "")
    for hands_at_a_time in (1, 37):
        monkeypatch.setattr(replay, "BATCH", hands_at_a_time)
        for folder in (logged, summary):
            assert run("export", folder, "--format", "phh").out == whole.out
    assert run("export", summary, "--format", "phh", "--hands", "41:43").out == "".join(
        f"[{place}]\n{run('show', summary, number, '--format', 'phh').out}\n" for place, number in ((1, 41), (2, 42))
    )


def test_pieces_of_a_run_in_shards(run: Run, small_shards: int) -> None:
    folder = run.json("tournament", "easy", "random", "--players", 2, "--hands", 1800, "--seed", 3)["run"]
    whole = run("export", folder, "--format", "pokerstars").out
    assert whole == "".join(
        run("export", folder, "--format", "pokerstars", "--hands", piece).out for piece in (":499", "499:1501", "1501:")
    )
    assert run("export", folder, "--format", "pokerstars", "--hands", "0:99999").out == whole


@pytest.mark.parametrize("game", ["two", "three, ante", "five, fixed limit", "six, rake", "match"])
def test_pokerkit_reads_our_phh_and_pays_the_same(run: Run, game: str) -> None:
    folder = run.json(*GAMES[game], "--seed", 9)["run"]
    run.json("export", folder, "--format", "phh", "--out", "hands.phhs")
    hands = holdem_sim.read_hands("hands.phhs")
    with Path("hands.phhs").open("rb") as file, warnings.catch_warnings():
        warnings.simplefilter("error")
        histories = list(pokerkit.HandHistory.load_all(file))
    assert len(histories) == len(hands)
    compared = 0
    for hand, history in zip(hands, histories, strict=True):
        assert canonical(history.players) == hand.names
        if not divergence(hand):
            assert canonical(last_state(history).payoffs) == hand.payoffs, phh.format_hand(hand)
            compared += 1
    assert compared > 30


def expected(seats: pd.DataFrame, query: str) -> set[tuple[int, int]]:
    """(match, hand) of the hands with a seat for which ``query`` holds."""
    return set(seats.query(query)[["match", "hand"]].itertuples(index=False, name=None))


@pytest.mark.parametrize(
    ("where", "query"),
    [
        (["bot=hard"], "bot == 'hard'"),
        (["bot=hard", "position=btn"], "bot == 'hard' and position == 'BTN'"),
        (["position=UTG", "payoff>=20"], "position == 'UTG' and payoff >= 20"),
        (["bot = easy", "payoff < -30"], "bot == 'easy' and payoff < -30"),
        (["showdown=yes"], "shown"),
        (["street=river", "payoff!=0", "bot=medium"], "board.str.len() == 10 and payoff != 0 and bot == 'medium'"),
        (["street=preflop"], "board == ''"),
    ],
)
def test_where(run: Run, where: list[str], query: str) -> None:
    options = ("tournament", *SIXTH[:4], "fold", "--players", 4, "--hands", 400, "--seed", 4)
    folder = run.json(*options)["run"]
    summary = run.json(*options, "--log", "summary")["run"]
    conditions = [word for one in where for word in ("--where", one)]
    found = expected(holdem_sim.load(folder).seats, query)
    texts = run("export", folder, "--format", "phh", *conditions).out
    assert run("export", summary, "--format", "phh", *conditions).out == texts
    Path("some.phhs").write_text(texts)
    hands = holdem_sim.read_hands("some.phhs")
    assert {(hand.extra["match"], hand.extra["hand"]) for hand in hands} == found
    assert 0 < len(hands) == len(found)


def test_where_no_showdown_and_pots(run: Run) -> None:
    folder = run.json("tournament", *SIXTH, "--players", 5, "--hands", 400, "--seed", 4)["run"]

    def numbers(*conditions: str) -> set[str]:
        words = [word for one in conditions for word in ("--where", one)]
        Path("some.phhs").write_text(run("export", folder, "--format", "phh", *words).out)
        return {hand.id for hand in holdem_sim.read_hands("some.phhs")}

    everything = {str(number) for number in range(len(holdem_sim.load(folder).hands))}
    assert numbers("showdown=no") == everything - numbers("showdown=yes")
    Path("all.phhs").write_text(run("export", folder, "--format", "phh").out)
    pots = {hand.id: sum(pot.amount for pot in hand.pots or ()) for hand in holdem_sim.read_hands("all.phhs")}
    assert numbers("pot>50", "pot<=300") == {id for id, pot in pots.items() if 50 < pot <= 300} != set()


ODD = ["a [b]: c|d", "x (button)", "y: raises 3 to 5", "a (b)_ c_d", "(5 in chips)", "ü#1"]


def test_names_that_a_format_cannot_hold(run: Run) -> None:
    source = Path(holdem_sim.__file__).parents[1] / "bots" / "easy.py"
    for name in ODD:
        Path(f"{name}.py").write_text(source.read_text())
    bots = [f"./{name}.py" for name in ODD] + ["hard:aggression=1.5", "hard:aggression=1.25,tilt=0.5"]
    folder = run.json("match", *bots, "--matches", 8, "--hands", 12, "--stack", 60, "--seed", 2)["run"]
    log = holdem_sim.load(folder).hands.to_dict("records")
    for format, file in FILES.items():
        done = run("export", folder, "--format", format, "--out", file)
        assert done.code == 0
        notes = done.err.splitlines()
        assert len(notes) == {"phh": 0, "pokerstars": 2, "acpc": 4}[format]
        renamed = dict(note.removeprefix("bot ").split(" is called ") for note in notes)
        hands = holdem_sim.read_hands(file)
        assert len(hands) == len(log)
        for hand, row in zip(hands, log, strict=True):
            bots_of_hand = [row[f"bot_{seat}"] for seat in in_order(row, 8)]
            assert list(hand.names) == [renamed.get(bot, bot) for bot in bots_of_hand]
        assert run.json("verify", file)["agree"] == len(log)
    assert "hard_aggression=1.5" in renamed.values()


@pytest.mark.parametrize("format", ["phh", "pokerstars", "acpc"])
def test_a_bot_called_as_one_that_sits_twice(run: Run, format: str) -> None:
    Path("call#1.py").write_text((Path(holdem_sim.__file__).parents[1] / "bots" / "call.py").read_text())
    options = ("--players", 3, "--hands", 30, "--seed", 1)
    folder = run.json("tournament", "call", "./call#1.py", *options)["run"]
    run.json("export", folder, "--format", format, "--out", FILES[format])
    names = {tuple(sorted(hand.names)) for hand in holdem_sim.read_hands(FILES[format])}
    assert names == {("call#1", "call#2", "call#3"), ("call", "call#1#1", "call#1#2")}


def test_renamed_bots_stay_apart() -> None:
    assert player_names(["a:b", "a|b", "a_b", "a_b~2"], r"[:|]") == {
        "a:b": "a_b",
        "a|b": "a_b~2",
        "a_b": "a_b~3",
        "a_b~2": "a_b~2~2",
    }
    assert player_names([" x\n", "\ud800", "  "], r"(?!)") == {" x\n": "x_", "\ud800": "_", "  ": "_~2"}


def test_bad_input(run: Run) -> None:
    folder = run.json("tournament", "easy", "hard", "--players", 2, "--hands", 20, "--seed", 1)["run"]
    export = ("export", folder, "--format", "phh")
    for option, words in (
        ("bott=hard", "unknown key 'bott'; did you mean bot or pot?"),
        ("bot=hrad", "unknown bot 'hrad'; did you mean hard?"),
        ("position=SB", "unknown position 'SB'; did you mean BB?"),
        ("position=HJ", "known: BB, BTN"),
        ("street=rivre", "did you mean river?"),
        ("showdown=maybe", "did you mean yes?"),
        ("showdown=1", "known: yes, no"),
        ("bot", "give KEY=VALUE; keys: bot, position"),
        ("", "give KEY=VALUE"),
        ("pot>many", "pot is compared with a whole number"),
        ("bot!=hard", "write bot=hard"),
    ):
        assert words in run.refused(*export, "--where", option)
    assert "no hand is as --where asks" in run.refused(*export, "--where", "pot>9999", "--out", "x.phhs", code=1)
    for hands in ("x", "5", "1-3", "-3:", "1:2:3"):
        assert "give A:B" in run.refused(*export, f"--hands={hands}")
    for hands in ("20:", "5:5", "7:3"):
        assert "none of the run's 20 hands" in run.refused(*export, "--hands", hands)
    assert "is no run folder" in run.refused("export", "nowhere", "--format", "phh")
    assert "Invalid value for '--format'" in run.refused("export", folder, "--format", "pkr")
    assert "Missing option '--format'" in run.refused("export", folder)
    assert "--json: give --out too" in run.refused(*export, "--json")
    assert "there is no folder" in run.refused(*export, "--out", "no/where.phhs")
    assert "holds one hand; name it .phhs" in run.refused(*export, "--out", "x.phh")
    Path("there.phhs").write_text("mine")
    assert "exists already" in run.refused(*export, "--out", "there.phhs")
    assert Path("there.phhs").read_text() == "mine"
    assert run(*export, "--hands", "3:4", "--out", "x.phh").out == "1 hands in x.phh\n"
    assert Path("x.phh").read_text() == run("show", folder, 3, "--format", "phh").out


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_breaks_off_leaves_nothing(run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    folder = run.json("tournament", "easy", "hard", "--players", 2, "--hands", 20, "--seed", 1)["run"]
    before = sorted(Path.cwd().rglob("*"))

    def full(*_: object) -> None:
        raise error

    monkeypatch.setattr("os.fsync", full)
    done = run("export", folder, "--format", "phh", "--out", "x.phhs")
    assert done.code == (1 if isinstance(error, OSError) else 130)
    assert len(done.err.strip().splitlines()) == 1
    assert sorted(Path.cwd().rglob("*")) == before


def test_an_edited_bot_does_not_matter_to_a_log(run: Run) -> None:
    bot = Path("mine.py")
    bot.write_text((Path(holdem_sim.__file__).parents[1] / "bots" / "call.py").read_text())
    options = ("tournament", "./mine.py", "easy", "--players", 2, "--hands", 20, "--seed", 1)
    folder = run.json(*options)["run"]
    summary = run.json(*options, "--log", "summary")["run"]
    before = run("export", folder, "--format", "acpc").out
    bot.write_text(bot.read_text() + "\n# edited\n")
    assert "has changed since the run was played" in run.refused("export", summary, "--format", "acpc", code=1)
    bot.unlink()
    assert run("export", folder, "--format", "acpc").out == before


def test_a_log_that_the_rules_do_not_allow(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = run.json("tournament", "call", "easy", "--players", 2, "--hands", 20, "--seed", 1)["run"]
    tables = replay.Hands.tables

    def wrong(self: replay.Hands, first: int, last: int) -> Any:
        for at, table in tables(self, first, last):
            place = table.column_names.index("payoff_0")
            yield at, table.set_column(place, "payoff_0", [[5] * len(table)])

    monkeypatch.setattr(replay.Hands, "tables", wrong)
    assert "hand 0: is not what the rules make of its actions: payoffs [5, " in run.refused(
        "export", folder, "--format", "phh", "--out", "x.phhs", code=1
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device that is always full")
@pytest.mark.parametrize(
    "arguments", [("bots",), ("export", "run", "--format", "phh", "--quiet"), ("show", "run", "0")]
)
def test_a_full_standard_output_is_said(run: Run, arguments: tuple[str, ...]) -> None:
    run("tournament", "fold", "call", "--players", 2, "--hands", 4000, "--seed", 1, "--out", "run", "--quiet")
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "holdem_sim.cli.main", *arguments]
        done = subprocess.run(command, env=environment(), stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "error: cannot write to standard output: No space left on device\n")


def test_the_formats_are_told_in_one_line(run: Run) -> None:
    assert "\t" not in run("export", "nothing").error
