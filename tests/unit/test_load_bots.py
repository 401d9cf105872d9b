"""Bots by name, path and module, with their settings."""

from pathlib import Path

import numpy as np
import pytest

from holdem_sim.contract import KernelBot, Parameter
from holdem_sim.errors import InputError
from holdem_sim.players.load import bot_names, bot_summary, check_distinct, load_entrants, locate, split_spec

BOT = '''"""A bot for tests."""
from holdem_sim.contract import Parameter, kernel_bot

PARAMETERS = (
    Parameter("size", 3, 1, 9, "how much, in chips"),
    Parameter("share", 0.5, 0.0, 1.0, "how much of the pot"),
)


@kernel_bot(parameters=PARAMETERS)
def decide(observation, key, params, memory):
    return 0
'''


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(BOT)
    return path


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("call", ("call", "")),
        ("raise:percent=20", ("raise", "percent=20")),
        ("./a/b.py:x=1,y=2", ("./a/b.py", "x=1,y=2")),
        ("module.sub:attr", ("module.sub:attr", "")),
        ("module.sub:attr:x=1", ("module.sub:attr", "x=1")),
    ],
)
def test_a_bot_is_a_source_and_its_settings(spec: str, parts: tuple[str, str]) -> None:
    assert split_spec(spec) == parts


def test_a_built_in_bot_by_name() -> None:
    (entrant,) = load_entrants(["raise"])
    assert (entrant.label, entrant.spec) == ("raise", "raise")
    assert isinstance(entrant.bot, KernelBot)
    assert entrant.settings["percent"].tolist() == [50]
    assert len(entrant.source) == 64


def test_settings_override_defaults_and_are_part_of_the_name(mine: Path) -> None:
    plain, sized, both = load_entrants([str(mine), f"{mine}:size=4", f"{mine}:share=1,size=2"])
    assert plain.label == "mine"
    assert (plain.settings["size"][0], plain.settings["share"][0]) == (3, 0.5)
    assert sized.label == "mine:size=4"
    assert (sized.settings["size"][0], sized.settings["share"][0]) == (4, 0.5)
    assert both.label == "mine:share=1.0,size=2"
    assert (both.settings["size"][0], both.settings["share"][0]) == (2, 1.0)
    assert plain.bot.decide is sized.bot.decide is both.bot.decide


def test_a_spec_loads_the_same_bot_again(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(mine.parent)
    (first,) = load_entrants(["./mine.py:size=4"])
    monkeypatch.chdir("/")
    (second,) = load_entrants([first.spec])
    assert first.spec == f"{mine}:size=4"
    assert (first.label, first.settings.tobytes(), first.source) == (
        second.label,
        second.settings.tobytes(),
        second.source,
    )


def test_an_edited_file_is_loaded_anew_and_has_another_source(mine: Path) -> None:
    (before,) = load_entrants([str(mine)])
    mine.write_text(BOT.replace("return 0", "return 1"))
    (after,) = load_entrants([str(mine)])
    assert before.source != after.source
    assert before.bot.decide is not after.bot.decide


def test_bots_of_one_name_are_told_apart_by_their_paths(mine: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "mine.py"
    other.parent.mkdir()
    other.write_text(BOT.replace("return 0", "return 1"))
    labels = [entrant.label for entrant in load_entrants([str(mine), str(other), "call"])]
    assert labels == [str(mine), str(other), "call"]


def test_a_bot_by_module_and_attribute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "house_of_bots.py").write_text(BOT.replace("def decide", "def careful"))
    monkeypatch.chdir(tmp_path)
    (entrant,) = load_entrants(["house_of_bots:careful:size=5"])
    assert entrant.label == "house_of_bots:careful:size=5"
    assert entrant.settings["size"].tolist() == [5]
    with pytest.raises(InputError, match="careless in module house_of_bots: declares no bot"):
        load_entrants(["house_of_bots:careless"])


def test_a_single_bot_of_any_name_is_found_in_a_file_but_not_one_of_two(mine: Path) -> None:
    mine.write_text(BOT.replace("def decide", "def careful"))
    assert load_entrants([str(mine)])[0].label == "mine"
    mine.write_text(BOT.replace("def decide", "def careful") + BOT.replace("def decide", "def wild"))
    with pytest.raises(InputError, match="declares 2 bots"):
        load_entrants([str(mine)])


def test_a_bot_may_import_the_files_beside_it(mine: Path) -> None:
    (mine.parent / "beside_me_in_tests.py").write_text("SIZE = 4\n")
    mine.write_text("from beside_me_in_tests import SIZE\n" + BOT.replace('"size", 3', '"size", SIZE'))
    assert load_entrants([str(mine)])[0].settings["size"].tolist() == [4]


def test_entrants_differ_in_bot_or_settings(mine: Path) -> None:
    check_distinct(load_entrants(["call", "fold", "raise", "raise:percent=20", str(mine), f"{mine}:size=4"]))
    for same in (["call", "fold", "call"], ["raise", "raise:percent=50"], [str(mine), f"{mine}:share=0.5"]):
        with pytest.raises(InputError, match="enters twice"):
            check_distinct(load_entrants(same))


@pytest.mark.parametrize("name", ["cal", "raize", "rando"])
def test_the_nearest_names_are_offered(name: str) -> None:
    nearest = {"cal": "call", "raize": "raise", "rando": "random"}[name]
    with pytest.raises(InputError, match=f"unknown bot '{name}'; did you mean .*{nearest}"):
        locate(name)


def test_locating_a_bot_does_not_run_it(tmp_path: Path) -> None:
    path = tmp_path / "explosive.py"
    path.write_text("raise RuntimeError('boom')\n")
    assert locate(str(path)) == path
    assert locate("some_module:bot") is None
    with pytest.raises(InputError, match="boom"):
        load_entrants([str(path)])


def test_a_failed_file_can_be_mended_and_loaded(mine: Path) -> None:
    mine.write_text("def decide(")
    with pytest.raises(InputError, match=r"mine\.py, line 1: syntax error"):
        load_entrants([str(mine)])
    mine.write_text(BOT)
    assert load_entrants([str(mine)])[0].label == "mine"


@pytest.mark.parametrize("name", bot_names())
def test_every_built_in_bot_says_what_it_is(name: str) -> None:
    (entrant,) = load_entrants([name])
    assert bot_summary(name) == entrant.bot.doc.strip().splitlines()[0]
    for heading in ("Idea:", "Source:", "Known weakness:"):
        assert heading in entrant.bot.doc
    for parameter in entrant.bot.parameters:
        assert parameter.low <= parameter.default <= parameter.high
    defaults = [entrant.settings[parameter.name][0] for parameter in entrant.bot.parameters]
    assert defaults == [parameter.default for parameter in entrant.bot.parameters]


@pytest.mark.parametrize(("text", "value"), [("1", 1), ("9", 9), (" 4 ", 4)])
def test_a_whole_number_is_parsed(text: str, value: int) -> None:
    parsed = Parameter("size", 3, 1, 9, "chips").parse(text)
    assert parsed == value
    assert type(parsed) is int


@pytest.mark.parametrize("text", ["0", "10", "1.5", "x", "", "nan", "1e300"])
def test_what_a_whole_number_refuses(text: str) -> None:
    with pytest.raises(ValueError, match="size"):
        Parameter("size", 3, 1, 9, "chips").parse(text)


@pytest.mark.parametrize("text", ["-0.1", "1.01", "nan", "inf", "half"])
def test_what_a_fraction_refuses(text: str) -> None:
    with pytest.raises(ValueError, match="share"):
        Parameter("share", 0.5, 0.0, 1.0, "of the pot").parse(text)


def test_settings_are_one_aligned_record(mine: Path) -> None:
    settings = load_entrants([str(mine)])[0].settings
    assert settings.shape == (1,)
    assert settings.dtype == np.dtype([("size", np.int64), ("share", np.float64)], align=True)
