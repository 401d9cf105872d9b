"""Experiment files that are wrong: one line with file, line and the nearest key, exit code 2, nothing written."""

from pathlib import Path

import pytest

from tests.cli.running import Run

GOOD = """\
format = "tournament"
bots = ["call", "raise"]
seed = 5

[rules]
stack = 60

[schedule]
players = 2
hands = 20

[run]
log = "summary"
"""


def refused(run: Run, text: str | bytes, *options: str) -> str:
    Path("x.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    line = run.refused("run", "x.toml", *options, "--quiet")
    dry = run.refused("run", "x.toml", *options, "--dry-run")
    assert dry == line
    return line.removeprefix("error: ")


def test_the_good_one_is_good(run: Run) -> None:
    Path("x.toml").write_text(GOOD)
    assert run.json("run", "x.toml")["hands"] == 20


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("stack = 60", "stak = 60", "x.toml, line 6: unknown key 'rules.stak'; did you mean rules.stack?"),
        ("stack = 60", "hands = 60", "x.toml, line 6: unknown key 'rules.hands'; did you mean schedule.hands?"),
        ("seed = 5", "stack = 5", "x.toml, line 3: unknown key 'stack'; did you mean rules.stack?"),
        ("seed = 5", "sed = 5", "x.toml, line 3: unknown key 'sed'; did you mean seed?"),
        ("[rules]", "[rule]", "x.toml, line 5: unknown key 'rule'; did you mean rules?"),
        ("[run]", "[runs]", "x.toml, line 12: unknown key 'runs'; did you mean run?"),
        ("[schedule]", "[shedule]", "x.toml, line 8: unknown key 'shedule'; did you mean schedule?"),
        ("hands = 20", "matches = 20", "x.toml, line 10: unknown key 'schedule.matches'"),
        ("stack = 60", 'stack = "60"', "x.toml, line 6: rules.stack: must be a whole number, not '60'"),
        ("stack = 60", "stack = 60.0", "x.toml, line 6: rules.stack: must be a whole number, not 60.0"),
        ("stack = 60", "stack = true", "x.toml, line 6: rules.stack: must be a whole number, not True"),
        ("stack = 60", "stack = { a = 1 }", "x.toml, line 6: rules.stack: must be a whole number, not a table"),
        ("stack = 60", "blinds = 2", "x.toml, line 6: rules.blinds: must be text or a list"),
        ("seed = 5", "seed = 1.5", "x.toml, line 3: seed: must be a whole number"),
        ('log = "summary"', "strict = 1", "x.toml, line 13: run.strict: must be true or false, not 1"),
        ("stack = 60", "stack = 1", "x.toml, line 6: stack 1: is below the big blind of 2"),
        ("stack = 60", 'blinds = "2/1"', "x.toml, line 6: blinds 2/1: the small blind is above"),
        ("stack = 60", 'betting = "pot"', "x.toml, line 6: betting 'pot': must be one of"),
        ("stack = 60", "ante = 1\nante_mode = 'none'", "x.toml, line 6: ante 1: say who pays it"),
        ("players = 2", "players = 1", "x.toml, line 9: players 1: must be from 2 to 10"),
        ("hands = 20", "hands = 0", "x.toml, line 10: hands 0: must be from 1"),
        ('log = "summary"', "threads = 0", "x.toml, line 13: threads 0: must be from 1"),
        ('log = "summary"', "max_faults = -1", "x.toml, line 13: max_faults -1: must be from 0"),
        ('log = "summary"', 'stop = "soon"', "x.toml, line 13: stop 'soon': give hands, ci=50"),
        ('log = "summary"', 'out = ""', "x.toml, line 13: out: give the name of a folder"),
        ('log = "summary"', 'out = "x.toml"', "output x.toml: is a file"),
        ("seed = 5", "seed = -5", "x.toml, line 3: seed -5: must be from 0"),
        ('"tournament"', '"tornament"', "x.toml, line 1: unknown format 'tornament'; did you mean tournament?"),
        ('"tournament"', "5", "x.toml, line 1: unknown format 5"),
        ('format = "tournament"', "", "x.toml: format is missing: one of tournament, match"),
        ('["call", "raise"]', '["cal", "raise"]', "x.toml, line 2: unknown bot 'cal'; did you mean call"),
        ('["call", "raise"]', '["raise:percnt=1", "call"]', "x.toml, line 2: bot raise: unknown parameter 'percnt'"),
        ('["call", "raise"]', '["call"]', "a tournament needs at least two bots"),
        ('["call", "raise"]', '"call"', "x.toml, line 2: bots: must be a list, each text, not 'call'"),
        ('["call", "raise"]', '["call", "call"]', "call enters twice"),
        ('bots = ["call", "raise"]', "", "x.toml: bots is missing"),
        ("seed = 5", 'name = "a/b"', "x.toml, line 3: name 'a/b': it names a folder"),
        ("seed = 5", "name = 5", "x.toml, line 3: name: must be text, not 5"),
        ("seed = 5", "rules = 5", "is no TOML"),
        ("[rules]", "[rules", "x.toml: is no TOML: "),
        ("stack = 60", "stack = ", "line 6"),
        ("stack = 60", "stack = 60\nstack = 61", "line 7"),
    ],
)
def test_one_thing_wrong(run: Run, old: str, new: str, words: str) -> None:
    assert GOOD.count(old) == 1
    text = GOOD.replace(old, new)
    Path("x.toml").write_text(text)
    line = run.refused("run", "x.toml", "--quiet")
    assert words in line
    assert "x.toml" in line


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        ("[[entrants]]\nbott = 'call'", "x.toml, line 15: unknown key 'bott'; did you mean bot?"),
        ("[[entrants]]\nbot = 'call'\n[[entrants]]\nparameters = {}", "x.toml, line 17: an entrant needs its bot"),
        ("[[entrants]]\nbot = 'call'\nparameters = 5", "x.toml, line 15: parameters: must be a table of numbers"),
        ("[[entrants]]\nbot = 'call'\nparameters = {a = 'x'}", "parameters: must be a table of numbers"),
        ("[[entrants]]\nbot = 'call'\n[[entrants]]\nbot = 'raise'\nparameters = { percnt = 1 }",
         "x.toml, line 17: bot raise: unknown parameter 'percnt'"),
        ("[[entrants]]\nbot = 'call'\n[[entrants]]\nbot = 'rase'", "x.toml, line 17: unknown bot 'rase'"),
        ("[entrants]\nbot = 'call'", "x.toml, line 15: entrants: must be a list, each a table"),
    ],
)  # fmt: skip
def test_entrants(run: Run, tables: str, words: str) -> None:
    Path("x.toml").write_text(GOOD.replace('bots = ["call", "raise"]', "") + "\n" + tables)
    assert words in run.refused("run", "x.toml", "--quiet")


def test_bots_and_entrants_at_once(run: Run) -> None:
    assert "line 14: give bots or [[entrants]], not both" in refused(run, GOOD + "[[entrants]]\nbot = 'call'")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("[sweep]\nstak = [1]", "x.toml, line 15: unknown key 'sweep.stak'; did you mean sweep.stack?"),
        ("[sweep]\nthreads = [1]", "x.toml, line 15: unknown key 'sweep.threads'"),
        ("[sweep]\nante = 1", "x.toml, line 15: sweep.ante: must be a list of values, not 1"),
        ("[sweep]\nante = []", "x.toml, line 15: sweep.ante: must be a list of values"),
        ("[sweep]\nante = [1, 'x']", "x.toml, line 15: sweep.ante: must be a whole number, not 'x'"),
        ("[sweep]\nante = [1, 1]", "x.toml, line 15: sweep.ante: a value stands twice"),
        ("[sweep]\nrules.ante = [1, -1]", "x.toml, line 15: "),
        ("[sweep]\nstack = [50]", "x.toml, line 6: stack is swept: give it in [sweep] only"),
        ("[sweep]\nbots = [['call', 'fold']]", "x.toml, line 2: bots is swept"),
        ("[sweep]\nante = [0, 1]\n[league]\nline_up = 2", "x.toml, line 16: a file holds a sweep or a league"),
        ("[league]\nshape = 'cup'", "x.toml, line 15: unknown shape 'cup'; known: round-robin"),
        ("[league]\nshape = 'gauntled'", "did you mean gauntlet?"),
        ("[league]\nshpe = 'gauntlet'", "x.toml, line 15: unknown key 'league.shpe'; did you mean league.shape?"),
        ("[league]\nline_up = 3", "x.toml, line 15: line_up 3: must be from 2 to the 2 bots"),
        ("[league]\nline_up = '2'", "x.toml, line 15: league.line_up: must be a whole number"),
    ],
)
def test_sweeps_and_leagues(run: Run, more: str, words: str) -> None:
    assert words in refused(run, GOOD + more)


def test_more_of_leagues(run: Run) -> None:
    assert "a bot enters twice" in refused(run, GOOD.replace("raise", "call") + "[league]")
    three = GOOD.replace('"raise"', '"raise", "fold"')
    knock_out = "[league]\nshape = 'knock-out'\nline_up = 3"
    assert "line_up 3: a knock-out is played two by two" in refused(run, three + knock_out)
    gauntlet = GOOD.replace("players = 2", "gauntlet = 'call'")
    assert "line 9: gauntlet: a league has its own" in refused(run, gauntlet + "[league]")


@pytest.mark.parametrize("more", ["[sweep]\nante = [0]", "[league]"])
def test_difficulty_alone(run: Run, more: str) -> None:
    text = f'format = "difficulty"\nbots = ["easy", "hard"]\n{more}'
    assert "line 1: format difficulty takes neither" in refused(run, text)


def test_levels_and_prizes(run: Run) -> None:
    text = 'format = "sit-and-go"\nbots = ["easy", "hard"]\n[schedule]\n'
    assert "line 4: schedule.levels: must be text or a list, each text or a list, not 5" in refused(
        run, text + "levels = 5"
    )
    assert "line 4: schedule.prizes: must be text or a list, each a number" in refused(run, text + "prizes = ['x']")
    assert "line 4: prizes " in refused(run, text + "prizes = [50, 60]")
    assert "unknown key 'schedule.hands'" in refused(run, text + "hands = 5")


def test_difficulty_options(run: Run) -> None:
    text = 'format = "difficulty"\nbots = ["easy", "hard"]\n[schedule]\n'
    assert "line 4: schedule.players: must be a list, each a whole number" in refused(run, text + "players = 2")
    assert "line 4: players 1: must be from 2" in refused(run, text + "players = [1]")
    assert "line 4: least 'x': give bb/100" in refused(run, text + 'least = "x"')
    assert "unknown key 'schedule.design'" in refused(run, text + 'design = "rotate"')


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("rules.stak=5", "--set rules.stak: unknown key 'rules.stak'; did you mean rules.stack?"),
        ("stak=5", "--set stak: unknown key 'stak'; did you mean rules.stack?"),
        ("stack=a", "--set rules.stack: rules.stack: must be a whole number, not 'a'"),
        ("stack=1", "--set rules.stack: stack 1: is below the big blind"),
        ("stack", "--set 'stack': write KEY=VALUE"),
        ("=5", "--set '=5': write KEY=VALUE"),
        ("sweep.stak=[5]", "--set sweep.stak: unknown key 'sweep.stak'; did you mean sweep.stack?"),
        ("sweep.stack=[5]", "x.toml, line 6: stack is swept"),
        ("bots=[]", "a tournament needs at least two bots"),
        ("bots=['cal', 'fold']", "--set bots: unknown bot 'cal'"),
        ("bots=['call', 'hard:agression=1']", "--set bots: bot hard: unknown parameter 'agression'; did you mean aggr"),
        ("players=11", "--set schedule.players: players 11: must be from 2 to 10"),
        ("league.shape=cup", "--set league.shape: unknown shape 'cup'"),
        ("sweep=5", "--set sweep: unknown key 'sweep'"),
        ("log=5", "--set run.log: log '5': must be"),
    ],
)
def test_set(run: Run, change: str, words: str) -> None:
    assert words in refused(run, GOOD, "--set", change)


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("nowhere.toml", "experiment nowhere.toml: there is no such file"),
        ("folder", "experiment folder: is a folder"),
        ("binary.toml", "experiment binary.toml: is no UTF-8 text"),
        ("x" * 300, "cannot be read: File name too long"),
    ],
)
def test_what_is_no_file(run: Run, file: str, words: str) -> None:
    Path("folder").mkdir()
    Path("binary.toml").write_bytes(b"a = '\xff'")
    assert words in run.refused("run", file)


def test_the_folder_is_taken(run: Run) -> None:
    Path("taken").mkdir()
    Path("taken/notes").write_text("mine")
    Path("x.toml").write_text(GOOD)
    assert "taken: is not empty" in run.refused("run", "x.toml", "--out", "taken")
