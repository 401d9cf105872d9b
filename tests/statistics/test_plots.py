"""Pictures say their unit and show the intervals of the tables; the notebooks run on small runs."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.container import ErrorbarContainer

import holdem_sim
from holdem_sim import analysis

NOTEBOOKS = Path(__file__).parents[2] / "experiments" / "notebooks"
BOTS = ["easy", "medium", "hard"]


@pytest.fixture(autouse=True)
def _no_screen() -> Iterator[None]:
    before = matplotlib.get_backend()
    pyplot.switch_backend("agg")
    yield
    pyplot.close("all")
    pyplot.switch_backend(before)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> holdem_sim.Run:
    folder = tmp_path_factory.mktemp("runs") / "run"
    holdem_sim.tournament(BOTS, hands=3600, seed=91, out=folder)
    return holdem_sim.load(folder)


def bars(axes: Any) -> list[Any]:
    """The error bars' (low, high) ends of each container, in the direction of y."""
    found = [container for container in axes.containers if isinstance(container, ErrorbarContainer)]
    return [np.array([segment[:, 1] for segment in container.lines[2][-1].get_segments()]) for container in found]


def test_positions_show_the_intervals_of_the_table(run: holdem_sim.Run) -> None:
    axes = analysis.plot_positions(run)
    table = analysis.win_rate(run, ["bot", "position"])
    for bot, ends in zip(BOTS, bars(axes), strict=True):
        own = table[table["bot"] == bot]
        assert ends[:, 0] == pytest.approx((own["mbb_per_hand"] - own["half_width"]).to_numpy())
        assert ends[:, 1] == pytest.approx((own["mbb_per_hand"] + own["half_width"]).to_numpy())
    assert [label.get_text() for label in axes.get_xticklabels()] == list(dict.fromkeys(table["position"]))
    assert "mbb/hand" in axes.get_ylabel()


def test_winnings_end_within_their_band(run: holdem_sim.Run) -> None:
    axes = analysis.plot_winnings(run)
    curve = analysis.bankroll(run)
    for bot, line, band in zip(BOTS, axes.get_lines(), axes.collections, strict=False):
        own = curve[curve["bot"] == bot].iloc[-1]
        assert np.asarray(line.get_ydata())[-1] == pytest.approx(own["big_blinds"])
        edge = np.asarray(band.get_paths()[0].vertices)
        last = edge[edge[:, 0] == own["hands"]][:, 1]
        assert last.max() - last.min() == pytest.approx(2 * own["half_width"])
    assert "big blinds" in axes.get_ylabel()


def test_the_heat_map_writes_every_pair_with_its_interval(run: holdem_sim.Run) -> None:
    axes = analysis.plot_matrix(run)
    table = analysis.matrix(run)
    assert len(axes.texts) == len(table) == 6
    texts = {tuple(map(int, text.get_position())): text.get_text() for text in axes.texts}
    for row in table.to_dict("records"):
        text = texts[BOTS.index(row["opponent"]), BOTS.index(row["bot"])]
        assert f"{row['mbb_per_hand']:+.0f}" in text
        assert f"± {row['half_width']:.0f}" in text
        assert ("*" in text) == bool(row["mark"])
    assert axes.get_title().startswith("Half the difference at the same tables, mbb/hand")


def test_one_block_has_no_intervals_and_no_nan(tmp_path: Path) -> None:
    holdem_sim.tournament(["fold", "hard"], players=2, hands=2, seed=92, out=tmp_path / "run")
    run = holdem_sim.load(tmp_path / "run")
    assert all(text.get_text().endswith("± -") for text in analysis.plot_matrix(run).texts)
    legend = analysis.plot_style(run).get_legend()
    assert legend is not None
    assert all("AF -," in text.get_text() for text in legend.texts)


def test_the_scatter_of_styles_has_bars_both_ways(run: holdem_sim.Run) -> None:
    axes = analysis.plot_style(run)
    table = analysis.style(run)
    for row, ends in zip(table.to_dict("records"), bars(axes), strict=True):
        assert ends[0] == pytest.approx([row["pfr"] - row["pfr_half_width"], row["pfr"] + row["pfr_half_width"]])
    assert "%" in axes.get_xlabel()
    assert "%" in axes.get_ylabel()


@pytest.mark.parametrize("name", ["plot_positions", "plot_winnings", "plot_matrix", "plot_style"])
def test_every_picture_says_hands_and_intervals_and_draws_where_it_is_told(run: holdem_sim.Run, name: str) -> None:
    _, axes = pyplot.subplots()
    assert getattr(analysis, name)(run, axes) is axes
    assert "3,600 hands" in axes.get_title()
    assert "95 % intervals" in axes.get_title()


@pytest.mark.parametrize(
    ("name", "small"),
    [
        ("win_rates", {"hands": 1200}),
        ("difficulty", {"hands": 600, "players": [2, 6]}),
    ],
)
def test_the_notebooks_run(name: str, small: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cell by cell in this process, the cell of parameters followed by smaller ones."""
    monkeypatch.chdir(tmp_path)
    notebook = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text("utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert sum("parameters" in cell["metadata"].get("tags", []) for cell in cells) == 1
    names: dict[str, Any] = {}
    for cell in cells:
        exec(compile("".join(cell["source"]), f"{name}.ipynb", "exec"), names)
        if "parameters" in cell["metadata"].get("tags", []):
            names.update(small)
        assert cell["outputs"] == []
    assert len(pyplot.get_fignums()) >= 3
