"""``holdem-sim run FILE``: the same run as the command's, named, changed by --set, with bots as tables."""

import json
from pathlib import Path

import pytest

import holdem_sim
from holdem_sim.cli.main import cli
from holdem_sim.experiment.formats import FORMATS
from tests.cli.running import BOTS, Run, manifest

TOURNAMENT = """\
format = "tournament"
seed = 5
bots = ["call", "raise", "random"]

[rules]
blinds = [2, 5]
stack = 60
ante = 1
ante_mode = "big_blind"
betting = "pot-limit"
rake = 2.5

[schedule]
players = 3
hands = 300
design = "balanced"
session = 2

[run]
log = "summary"
max_faults = 7
threads = 1
"""
TYPED = ("tournament", "call", "raise", "random", "--seed", 5, "--blinds", "2/5", "--stack", 60, "--ante", 1,
         "--ante-mode", "big_blind", "--betting", "pot-limit", "--rake", 2.5, "--players", 3, "--hands", 300,
         "--design", "balanced", "--session", 2, "--log", "summary", "--max-faults", 7)  # fmt: skip


def write(text: str, name: str = "mine.toml") -> str:
    Path(name).write_text(text, "utf-8")
    return name


def same(first: dict[str, object], second: dict[str, object]) -> bool:
    """Whether two results are alike, but for the time, the folder and the name."""
    return all(first[key] == second[key] for key in first if key not in ("seconds", "run", "name"))


def test_the_file_plays_what_the_command_plays(run: Run) -> None:
    from_file = run.json("run", write(TOURNAMENT))
    typed = run.json(*TYPED)
    assert same(typed, from_file)
    assert manifest(str(typed["run"]))["config"] == manifest(from_file["run"])["config"]


@pytest.mark.parametrize("format_name", FORMATS)
def test_what_is_left_out_has_the_commands_default(run: Run, format_name: str) -> None:
    size = ("hands", 60) if format_name == "tournament" else ("matches", 8)
    if not any(parameter.name == size[0] for parameter in cli.commands[format_name].params):
        size = ("tournaments", 2)
    typed = run.json(format_name, "call", "fold", "--seed", 5, f"--{size[0]}", size[1])
    file = write(f'format = "{format_name}"\nbots = ["call", "fold"]\nseed = 5\nschedule.{size[0]} = {size[1]}')
    from_file = run.json("run", file)
    assert manifest(from_file["run"])["config"] == manifest(typed["run"])["config"]


def test_the_json_is_the_formats_with_the_name(run: Run) -> None:
    result = run.json("run", write(TOURNAMENT))
    assert list(result) == ["name", "ranking", "seed", "hands", "digest", "run", "engine_version", "seconds"]
    assert result["name"] == "mine"
    assert Path(result["run"]).parent == Path("results/mine")
    assert manifest(result["run"])["name"] == "mine"
    assert json.loads((Path(result["run"]) / "results.json").read_text()) == result
    named = run.json("run", write(f'name = "the-name"\n{TOURNAMENT}'))
    assert Path(named["run"]).parent == Path("results/the-name")


def test_seed_out_and_set_go_before_the_file(run: Run) -> None:
    file = write(TOURNAMENT)
    result = run.json("run", file, "--seed", 9, "--out", "here", "--set", "rules.stack=80", "--set", "players = 4",
                      "--set", "betting=no-limit", "--set", "blinds=1/2", "--set", "schedule.session=1",
                      "--threads", 2)  # fmt: skip
    assert (result["seed"], result["run"]) == (9, "here")
    config = manifest("here")["config"]
    assert (config["stack"], config["players"], config["session"], config["seed"]) == (80, 4, 1, 9)
    assert config["rules"]["betting"] == "no-limit"
    assert (config["rules"]["small_blind"], config["rules"]["big_blind"]) == (1, 2)
    assert config["design"] == "balanced"


def test_a_folder_in_the_file(run: Run) -> None:
    assert run.json("run", write(f'{TOURNAMENT}out = "there"'))["run"] == "there"
    assert run.json("run", "mine.toml", "--set", "run.out=elsewhere")["run"] == "elsewhere"


def test_a_number_set_where_a_text_belongs_and_a_byte_order_mark(run: Run) -> None:
    text = f"\ufeff{TOURNAMENT}".replace('"tournament"', '"sit-and-go"').partition("[rules]")[0]
    result = run.json("run", write(text), "--set", "tournaments=1", "--set", "players=4", "--set", "prizes=100")
    assert result["prizes"] == [400]


def test_without_a_seed_one_is_drawn_and_stored(run: Run) -> None:
    file = write(TOURNAMENT.replace("seed = 5\n", ""))
    seeds = [run.json("run", file)["seed"] for _ in range(2)]
    assert seeds[0] != seeds[1]


def test_entrants_as_tables(run: Run) -> None:
    text = TOURNAMENT.replace('bots = ["call", "raise", "random"]', "")
    tables = """
        [[entrants]]
        bot = "raise"
        parameters = { percent = 150 }
        [[entrants]]
        bot = "raise"
        [[entrants]]
        bot = "hard:aggression=1.5"
        """
    result = run.json("run", write(text + tables))
    typed = run.json("tournament", "raise:percent=150", "raise", "hard:aggression=1.5", *TYPED[4:])
    assert same(typed, result)
    changed = run.json("run", "mine.toml", "--set", 'bots=["call", "fold", "raise"]')
    assert {row["bot"] for row in changed["ranking"]} == {"call", "fold", "raise"}


def test_a_bots_file_is_beside_the_experiment_and_with_set_where_one_is(run: Run) -> None:
    stubborn = (BOTS / "stubborn.py").read_text()
    Path("deep").mkdir()
    Path("deep/mine.py").write_text(stubborn)
    file = write('format = "match"\nbots = ["./mine.py:answer=0", "call"]\nschedule.matches = 2', "deep/x.toml")
    inside = run.json("run", file)
    assert inside["bots"][0]["bot"] == "mine:answer=0"
    assert "there is no such file" in run.refused("run", file, "--set", 'bots=["./mine.py", "call"]')
    assert run.json("run", file, "--set", 'bots=["deep/mine.py", "call"]')["bots"][0]["bot"] == "mine"


def test_a_stop_rule_and_a_match_in_files(run: Run) -> None:
    stop = 'format = "tournament"\nbots = ["easy", "hard"]\nseed = 4\nrun.stop = "ci=900"\n'
    schedule = "[schedule]\nplayers = 2\nhands = 20_000"
    result = run.json("run", write(stop + schedule))
    typed = run.json("tournament", "easy", "hard", "--seed", 4, "--stop", "ci=900", "--players", 2, "--hands", 20_000)
    assert same(typed, result)
    match = run.json("run", write('format = "match"\nbots = ["call", "call"]\nschedule.matches = 4', "m.toml"))
    assert [row["bot"] for row in match["bots"]] == ["call#1", "call#2"]


def test_difficulty_in_a_file_has_the_commands_result_and_exit_code(run: Run) -> None:
    text = """
        format = "difficulty"
        bots = ["hard", "easy"]
        seed = 3
        [schedule]
        players = [2]
        hands = 400
        least = 1
        """
    done = run("run", write(text), "--json", "--quiet")
    assert done.code == 1
    typed = run(
        "difficulty", "hard", "easy", "--seed", 3, "--players", 2, "--hands", 400, "--least", 1, "--json", "--quiet"
    )
    assert same(typed.json, done.json)
    assert Path(done.json["run"]).parent == Path("results/mine")


def test_the_table_is_the_formats(run: Run) -> None:
    done = run("run", write(TOURNAMENT), "--quiet")
    assert done.code == 0
    assert all(word in done.out for word in ("bb/100", "95 % interval", "digest", "results in results/mine/"))


def test_a_dry_run_plays_nothing_and_says_hands_and_interval(run: Run) -> None:
    file = write(TOURNAMENT)
    before = sorted(Path.cwd().rglob("*"))
    done = run("run", file, "--dry-run")
    assert done.code == 0
    assert all(word in done.out for word in ("nothing is played", "call, raise, random", "300", "95 %", "σ"))
    plan = run.json("run", file, "--dry-run")
    assert plan["hands"] == 300
    assert plan["runs"][0]["half_width"] == pytest.approx(1.96 * 100 * 0.6 * 60 / 5 / 300**0.5)
    assert sorted(Path.cwd().rglob("*")) == before


@pytest.mark.parametrize("stack", [40, 200])
@pytest.mark.parametrize("betting", ["no-limit", "fixed-limit"])
def test_the_interval_to_expect_is_about_the_one_that_comes(run: Run, stack: int, betting: str) -> None:
    """For the widest of the three levels, whose σ it states, within a third."""
    text = f'format = "tournament"\nbots = ["easy", "medium", "hard"]\nseed = 1\nrules.stack = {stack}\n'
    file = write(f'{text}rules.betting = "{betting}"\nschedule.hands = 30_000\nrun.log = "summary"')
    expected = run.json("run", file, "--dry-run")["runs"][0]["half_width"]
    widest = max(row["half_width"] for row in run.json("run", file)["ranking"])
    assert widest == pytest.approx(expected, rel=0.34)


def test_the_interval_to_expect_of_a_match(run: Run) -> None:
    file = write('format = "match"\nbots = ["easy", "medium", "hard"]\nseed = 1\nschedule.matches = 3000')
    expected = run.json("run", file, "--dry-run")["runs"][0]["half_width"]
    widest = max(row["won_half_width"] for row in run.json("run", file)["bots"])
    assert widest == pytest.approx(expected, rel=0.34)


def test_the_interval_to_expect_of_a_sit_and_go(run: Run) -> None:
    """Of copies of one bot, which are as equal as the expectation has it."""
    file = write('format = "sit-and-go"\nbots = ["call", "call", "call"]\nseed = 1\nschedule.tournaments = 300')
    expected = run.json("run", file, "--dry-run")["runs"][0]["half_width"]
    for row in run.json("run", file)["bots"]:
        assert row["roi_half_width"] == pytest.approx(expected, rel=0.2)


def test_the_python_function(run: Run) -> None:
    file = write(TOURNAMENT)
    result = holdem_sim.run(file, set={"rules.stack": 80, "hands": 60}, seed=2, out="here")
    assert same(result.to_json(), run.json("run", file, "--set", "stack=80", "--set", "hands=60", "--seed", 2))
    with pytest.raises(holdem_sim.InputError, match=r"--set rules\.stak: unknown key"):
        holdem_sim.run(file, set={"rules.stak": 80})


def test_a_stopped_run_of_a_file_goes_on_under_its_name(run: Run) -> None:
    first = run.json("run", write(TOURNAMENT), "--out", "here")
    Path("here/results.json").unlink()
    run.json("resume", "here")
    assert json.loads(Path("here/results.json").read_text())["name"] == "mine"
    assert run.json("resume", "here", "--hands", 600)["digest"] != first["digest"]


def test_luck_is_taken_out_as_by_the_command(run: Run) -> None:
    file = write(TOURNAMENT.replace("pot-limit", "no-limit"))
    with_hands = ("--set", "log=hands", "--luck")
    result = run.json("run", file, *with_hands)
    assert result["luck"] == run.json("stats", result["run"], "--luck")["luck"]
    done = run("run", file, *with_hands, "--quiet")
    assert "without luck" in done.out
    assert "log=hands" in run.refused("run", file, "--luck", "--quiet")
    assert "single tournament" in run.refused("run", file, "--luck", "--quiet", "--set", "sweep.strict=[false]")
