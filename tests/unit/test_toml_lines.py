"""Lines of keys in TOML, against the keys that tomllib finds."""

import tomllib
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from holdem_sim.experiment.toml_lines import Path, key_lines, line_of

TEXT = """\
# a comment with key = 1
name = "x"
"odd key" = 1

[rules]
stack = 5
blinds.small = 1

[[entrants]]
bot = "hard"
parameters = { aggression = 1.2 }
[[entrants]]
  bot = 'easy'
[sweep.rules]
stack = [
  20,
  50,
]
"""


def test_tables_keys_dotted_keys_and_arrays_of_tables() -> None:
    lines = key_lines(TEXT)
    assert lines["name",] == 2
    assert lines["odd key",] == 3
    assert lines["rules",] == 5
    assert lines["rules", "stack"] == 6
    assert lines["rules", "blinds"] == lines["rules", "blinds", "small"] == 7
    assert lines["entrants",] == lines["entrants", 0] == 9
    assert lines["entrants", 0, "bot"] == 10
    assert lines["entrants", 1] == 12
    assert lines["entrants", 1, "bot"] == 13
    assert lines["sweep", "rules", "stack"] == 15


def test_what_stands_within_is_found_where_its_holder_is() -> None:
    lines = key_lines(TEXT)
    assert line_of(lines, ("entrants", 0, "parameters", "aggression")) == 11
    assert line_of(lines, ("nowhere",)) is None


def paths(value: Any, before: Path = ()) -> Iterator[Path]:
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*before, key)
        if isinstance(inner, dict) or (isinstance(inner, list) and inner and isinstance(inner[0], dict)):
            yield from paths(inner, (*before, key))


NAMES = st.text("abz_-09", min_size=1, max_size=4)


@given(st.lists(st.tuples(NAMES, st.booleans(), st.lists(NAMES, unique=True, max_size=3)), max_size=6))
def test_every_key_has_the_line_it_was_written_in(tables: list[tuple[str, bool, list[str]]]) -> None:
    kinds: dict[str, bool] = {}
    written: list[str] = []
    for name, array, keys in tables:
        if name in kinds and not (kinds[name] and array):
            continue
        kinds[name] = array
        written += ["", f"[[{name}]]" if array else f"[ {name} ]", *(f'{key}= "[{name}]"' for key in keys)]
    text = "\n".join(written)
    lines = key_lines(text)
    for path in paths(tomllib.loads(text)):
        own = written[lines[path] - 1]
        last = path[-1] if isinstance(path[-1], str) else str(path[-2])
        assert own.startswith((f"{last}=", f"[{last}", f"[[{last}", f"[ {last}"))
