"""The difficulty benchmark: is each level harder than the one before, at every table size, by how much, and why?

For each table size one tournament of all the levels; for each two neighbours the paired difference of their win rates
over its blocks, harder less easier, same deals, same tables. One-sided t tests against a least effect, after Holm over
all of them: the order holds when every one is significant at 5 %. Rates are bb/100.

Beside it, ungated: the hero swap of each two neighbours against every level alone (``experiment.compare``), and the
style of the levels against what they promise. All of it comes from the logs of run folders.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np

from holdem_sim.analysis.frames import compare as compare_in
from holdem_sim.analysis.frames import style
from holdem_sim.analysis.intervals import ALPHA
from holdem_sim.analysis.pairs import holm
from holdem_sim.analysis.report import json_numbers
from holdem_sim.errors import InputError, RunError
from holdem_sim.experiment.compare import swap
from holdem_sim.experiment.progress import Progress, Silent
from holdem_sim.experiment.run import start_part
from holdem_sim.experiment.tournament import tournament_config
from holdem_sim.players.load import check_distinct, load_entrants
from holdem_sim.records.load import Run, load
from holdem_sim.records.manifest import MANIFEST, RESULTS, default_folder, make_folder, write_json

NAME = "difficulty"
PLAYERS = (2, 3, 4, 5, 6)
HANDS = 200_000
LEAST = 5.0
"""The least effect, bb/100: a level that wins less more than the one before is not harder."""
AGAINST_SHARE = 5
"""The hero swaps have this fraction of the hands of a table size, each."""

PROMISES: dict[str, tuple[tuple[str, str, float], ...]] = {
    "easy": (("vpip", ">=", 60.0), ("pfr", "<=", 8.0)),
    "hard": (("af", ">=", 2.0), ("raise_share", ">=", 60.0)),
}
"""What the reference bots promise of their style; raise_share: PFR in percent of VPIP. The others promise relations:
each level raises more (PFR) and is more aggressive (AF) than the one before."""


@dataclass(frozen=True)
class Difficulty:
    """``tables``: one a table size: players, pairs, holds, style, against. ``holds``: all of them. ``run``: the folder.

    A pair: easier, harder, bb_per_100 (the difference), half_width (95 %), p (one-sided, of no more than ``least``),
    p_holm, least, holds, hands (of both), blocks.
    """

    tables: list[dict[str, Any]]
    holds: bool
    seed: int
    run: Path

    def to_json(self) -> dict[str, Any]:
        """The JSON object of the command; numbers that do not exist are null."""
        return dict(json_numbers({**vars(self), "run": str(self.run)}))


def difficulty(
    bots: Sequence[str],
    *,
    players: Sequence[int] = PLAYERS,
    hands: int = HANDS,
    least: float | str | Mapping[int, float] = LEAST,
    out: str | Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Difficulty:
    """Test the order of ``bots``, given from easiest to hardest, at tables of each of ``players``.

    ``hands``: of a table size; ``least``: bb/100, for all table sizes or by table size (a mapping, or "2=20,6=5").
    Options as for ``tournament``. Into ``out`` (default: results/difficulty/...) go a run folder a table size,
    players-2 ..., with those of each level against each alone, against-2/0-1 ... (by number, as given), and
    results.json. Raises InputError, RunError.
    """
    progress = progress or Silent()
    configs = [tournament_config(bots, hands=hands, players=seats, **options) for seats in players]
    if not configs:
        raise InputError("players: give at least one table size")
    seed = configs[0].seed
    configs = [replace(config, seed=seed) for config in configs]
    effects = least_effects(least, players)
    entrants = load_entrants(configs[0].bots)
    check_distinct(entrants)
    folder = default_folder(NAME, seed) if out is None else Path(out)
    make_folder(folder)
    for config in configs:
        progress.note(f"{config.players} players ...")
        start_part(config, out=_levels(folder, config.players), threads=threads, progress=progress)
        alone = replace(config, hands=swap_hands(config.hands), gauntlet=True)
        for (i, hero), (j, opponent) in product(enumerate(config.bots), repeat=2):
            start_part(replace(alone, bots=(hero, opponent)), out=_alone(folder, config.players, i, j), threads=threads)
    found = _found(folder, effects, seed)
    write_json(folder / RESULTS, found.to_json())
    return found


def is_difficulty(folder: Path) -> bool:
    """Does ``folder`` hold the runs of a difficulty benchmark that came to its end?"""
    return (folder / RESULTS).is_file() and any(folder.glob(f"players-*/{MANIFEST}"))


def found_again(folder: Path) -> Difficulty:
    """The benchmark whose folder this is, from the logs of its runs; only its least effects are those of its results.

    Raises InputError, RunError.
    """
    try:
        kept = json.loads((folder / RESULTS).read_text("utf-8"))
        effects = {table["players"]: float(table["pairs"][0]["least"]) for table in kept["tables"]}
        seed = int(kept["seed"])
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise RunError(f"{folder / RESULTS}: is damaged ({type(error).__name__}: {error})") from None
    return _found(folder, effects, seed)


def _found(folder: Path, effects: Mapping[int, float], seed: int) -> Difficulty:
    tables = []
    for players, least in effects.items():
        tables.append(_table(load(_levels(folder, players)), least))
        tables[-1]["against"] = _against(folder, players, len(tables[-1]["style"]))
    _judge(tables)
    return Difficulty(tables, all(table["holds"] for table in tables), seed, folder)


def _levels(folder: Path, players: int) -> Path:
    """The run folder of all levels at one table size."""
    return folder / f"players-{players}"


def _alone(folder: Path, players: int, hero: int, opponent: int) -> Path:
    """The run folder of one level against another one in all other seats, both by number."""
    return folder / f"against-{players}" / f"{hero}-{opponent}"


def swap_hands(hands: int) -> int:
    """Hands of each bot in each hero swap, of the ``hands`` of a table size."""
    return max(1, hands // AGAINST_SHARE)


def least_effects(least: float | str | Mapping[int, float], players: Sequence[int]) -> dict[int, float]:
    """The least effect, bb/100, of each table size; those not named have the default. InputError for anything else."""
    if isinstance(least, Mapping):
        named = {int(seats): float(effect) for seats, effect in least.items()}
        return {seats: named.get(seats, LEAST) for seats in players}
    text = str(least).strip()
    if re.fullmatch(r"\d+(\.\d+)?", text):
        return dict.fromkeys(players, float(text))
    if re.fullmatch(r"\d+=\d+(\.\d+)?(,\d+=\d+(\.\d+)?)*", text):
        return least_effects({int(seats): float(effect) for seats, effect in _items(text)}, players)
    raise InputError(f"least {least!r}: give bb/100, or bb/100 by table size like 2=20,6=5")


def _items(text: str) -> list[tuple[str, str]]:
    return [(seats, effect) for seats, _, effect in (item.partition("=") for item in text.split(","))]


def _table(run: Run, least: float) -> dict[str, Any]:
    """The pairs and the style of one table size, from its run."""
    pairs = []
    for easier, harder in pairwise(run.bots):
        found = compare_in(run, harder, easier, least=10 * least)
        pairs.append(
            {
                "easier": easier,
                "harder": harder,
                "bb_per_100": found["mbb_per_hand"] / 10,
                "half_width": found["half_width"] / 10,
                "p": found["p_above"],
                "least": least,
                "hands": int(found["hands"]),
                "blocks": int(found["blocks"]),
            }
        )
    rows = [{str(name): value for name, value in row.items()} for row in style(run).to_dict("records")]
    return {"players": run.players, "pairs": pairs, "style": style_against_promise(rows)}


def _judge(tables: list[dict[str, Any]]) -> None:
    """Write p_holm and holds into the pairs, and holds into the tables."""
    pairs = [pair for table in tables for pair in table["pairs"]]
    for pair, p in zip(pairs, holm(np.array([pair["p"] for pair in pairs], np.float64)), strict=True):
        pair["p_holm"] = float(p)
        pair["holds"] = bool(p <= ALPHA)
    for table in tables:
        table["holds"] = all(pair["holds"] for pair in table["pairs"])


def _against(folder: Path, players: int, levels: int) -> list[dict[str, Any]]:
    """For each two neighbours and each level alone in all other seats: what the harder wins more than the easier."""
    found = []
    for easier, harder in pairwise(range(levels)):
        for opponent in range(levels):
            first, second = (load(_alone(folder, players, hero, opponent)) for hero in (harder, easier))
            pair = swap(first, second, folder)
            found.append(
                {
                    "easier": pair.b.bot,
                    "harder": pair.a.bot,
                    "opponent": pair.field[0],
                    "bb_per_100": pair.mbb_per_hand / 10,
                    "half_width": pair.half_width / 10,
                    "hands": pair.hands,
                    "blocks": pair.blocks,
                }
            )
    return found


def style_against_promise(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of ``analysis.style``, easiest first, with ``promises``: says, value, kept.

    Absolute ones for the reference bots (PROMISES); for every level but the first, more PFR and AF than the one
    before, where that has any.
    """
    for row in rows:
        row["raise_share"] = 100 * row["pfr"] / row["vpip"] if row["vpip"] else float("nan")
    found = []
    for number, row in enumerate(rows):
        promises = [_promise(row, *promise) for promise in PROMISES.get(row["bot"], ())]
        if number:
            before = rows[number - 1]
            promises += [_promise(row, name, ">", before[name]) for name in ("pfr", "af") if not np.isnan(before[name])]
        found.append({**row, "promises": promises})
    return found


def _promise(row: dict[str, Any], name: str, relation: str, bound: float) -> dict[str, Any]:
    value = row[name]
    kept = {">=": value >= bound, "<=": value <= bound, ">": value > bound}[relation]
    words = {"vpip": "VPIP %", "pfr": "PFR %", "af": "AF", "raise_share": "PFR in % of VPIP"}
    return {"says": f"{words[name]} {relation} {bound:.2f}", "value": value, "kept": bool(kept)}
