"""The commands as Python functions, with the same options by name."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdem_sim.errors import InputError
from holdem_sim.experiment.file import read_experiment
from holdem_sim.experiment.freezeout import FreezeoutResult
from holdem_sim.experiment.match import MatchResult, match_config
from holdem_sim.experiment.multi_table import multi_table_config
from holdem_sim.experiment.play import Played, check, play
from holdem_sim.experiment.progress import Progress
from holdem_sim.experiment.repeat import Repetition
from holdem_sim.experiment.repeat import repeat as play_again
from holdem_sim.experiment.run import start
from holdem_sim.experiment.sit_and_go import sit_and_go_config
from holdem_sim.experiment.tournament import TournamentResult, tournament_config

if TYPE_CHECKING:
    from holdem_sim.experiment.compare import Comparison
    from holdem_sim.experiment.difficulty import Difficulty

_OF_TOURNAMENTS = ("log", "stop", "gauntlet", "max_faults")


def tournament(
    bots: Sequence[str],
    *,
    out: str | Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> TournamentResult:
    """Play ``bots`` (BOT specs) against each other; ``result.ranking`` is a frame, ``result.run`` the folder.

    Options, all by name: ``hands``, ``players``, ``stack`` (chips), ``blinds`` ("1/2" or (1, 2)), ``ante``,
    ``ante_mode``, ``betting``, ``rake`` ("PERCENT/CAP" or percent), ``design``, ``session``, ``seed``, ``log``
    ("hands" or "summary"), ``strict``: see ``tournament_config``. Raises InputError for wrong options, RunError
    when playing or writing fails, KeyboardInterrupt (the folder can be resumed).
    """
    _check_names("tournament", options, tournament_config)
    return start(tournament_config(bots, **options), out=out, threads=threads, progress=progress)


def match(
    bots: Sequence[str],
    *,
    out: str | Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> MatchResult:
    """Play matches at one table of ``bots``, stacks carried; ``result.bots`` is a frame, ``result.run`` the folder.

    Options, all by name: ``matches``, ``hands`` (of a match) and those of ``tournament`` but ``session`` and
    ``stop``: see ``match_config``. Raises as ``tournament`` does.
    """
    _check_names("match", options, match_config)
    return start(match_config(bots, **options), out=out, threads=threads, progress=progress)


def sit_and_go(
    bots: Sequence[str],
    *,
    out: str | Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> FreezeoutResult:
    """Play Sit & Gos of ``bots``; ``result.bots`` is a frame, ``load(result.run).places`` has every place.

    Options, all by name: ``tournaments``, ``players``, ``stack``, ``levels`` ("10/20,15/30/5" or tuples of small
    blind, big blind, ante, ante mode), ``level_hands``, ``button`` ("moving" or "dead"), ``buy_in``, ``prizes``
    ("65/35", in percent), ``rebuys``, ``rebuy_levels``, ``rebuy_at``, ``betting``, ``design``, ``seed``, ``log``,
    ``strict``, ``max_faults``: see ``sit_and_go_config``. Raises as ``tournament`` does.
    """
    _check_names("sit_and_go", options, sit_and_go_config)
    return start(sit_and_go_config(bots, **options), out=out, threads=threads, progress=progress)


def multi_table(
    bots: Sequence[str],
    *,
    out: str | Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> FreezeoutResult:
    """Play tournaments of several tables, ``bots`` repeated in turn; results as of ``sit_and_go``.

    Options, all by name: ``entries`` (of a tournament), ``players`` (at a table) and those of ``sit_and_go`` but
    ``design``: see ``multi_table_config``. Raises as ``tournament`` does.
    """
    _check_names("multi_table", options, multi_table_config)
    return start(multi_table_config(bots, **options), out=out, threads=threads, progress=progress)


def compare(a: str, b: str, *, field: str | Sequence[str], **options: Any) -> Comparison:
    """Put ``a``, then ``b``, in one seat against ``field``, on the same deals: ``experiment.compare.compare``.

    Options by name: ``out``, ``threads``, ``progress``, and those of ``tournament`` that make sense (hands: of each of
    the two). Raises InputError for wrong options, RunError.
    """
    _check_names("compare", options, tournament_config, "out", "threads", "progress", without=_OF_TOURNAMENTS)
    from holdem_sim.experiment.compare import compare as swap_heroes  # compiles what tournaments do without

    return swap_heroes(a, b, field=field, **options)


def difficulty(bots: Sequence[str], **options: Any) -> Difficulty:
    """Is each of ``bots``, easiest first, harder than the one before? See ``experiment.difficulty.difficulty``.

    Options by name: ``players`` (table sizes), ``hands`` (of each), ``least`` (bb/100), ``out``, ``threads``,
    ``progress``, and those of ``tournament``. Raises InputError for wrong options, RunError.
    """
    more = ("least", "out", "threads", "progress")
    _check_names("difficulty", options, tournament_config, *more, without=_OF_TOURNAMENTS)
    from holdem_sim.experiment.difficulty import difficulty as test_order

    return test_order(bots, **options)


def run(
    file: str | Path,
    *,
    set: Mapping[str, Any] | None = None,
    seed: int | None = None,
    out: str | Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Played:
    """Play the experiment in ``file`` (TOML, experiments/README.md); ``set``: values instead of its own, by key.

    Gives the result of the format it runs; a sweep's has ``frame``, a league's ``standings`` and ``contests``.
    Raises InputError for what is wrong with the file, RunError, KeyboardInterrupt.
    """
    folder = None if out is None else str(out)
    experiment = read_experiment(file, (set or {}).items(), seed=seed, out=folder, threads=threads)
    check(experiment)
    return play(experiment, progress=progress)


def repeat(run: str | Path, *, threads: int | None = None, progress: Progress | None = None) -> Repetition:
    """Play the finished run in folder ``run`` again; ``result.agrees`` says whether the digests are the same.

    Raises InputError for what is no finished run, RunError.
    """
    return play_again(run, threads=threads, progress=progress)


def _check_names(
    function: str, options: Iterable[str], known: Callable[..., object], *more: str, without: Sequence[str] = ()
) -> None:
    names = [name for name in (*inspect.signature(known).parameters, *more) if name not in ("bots", *without)]
    for name in options:
        if name not in names:
            near = difflib.get_close_matches(name, names, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(names)}"
            raise InputError(f"{function}: unknown option {name!r}; {hint}")
