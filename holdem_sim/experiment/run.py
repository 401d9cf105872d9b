"""From a configuration to a finished run folder, through interruptions.

Each shard is played, written, and entered in the manifest with the sums its statistics need; the digest and the
ranking come from the manifest alone. So a run that stopped anywhere goes on and ends with the same bytes.
"""

from __future__ import annotations

import shlex
import time
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from holdem_sim._version import ENGINE_VERSION
from holdem_sim.analysis.blocks import BLOCKS
from holdem_sim.errors import RunError
from holdem_sim.experiment.config import R, RunConfig, thread_count
from holdem_sim.experiment.formats import config_of
from holdem_sim.experiment.progress import Progress, Silent
from holdem_sim.experiment.result import Outcome, Result
from holdem_sim.experiment.stopping import Watch, stop_rule, sums_at_looks
from holdem_sim.players.ask import FAULT_KINDS, ILLEGAL
from holdem_sim.players.load import Entrant
from holdem_sim.records.hands import (
    check_file,
    check_shard,
    hand_table,
    remove_other_shards,
    write_hands,
    write_table,
)
from holdem_sim.records.manifest import (
    MANIFEST,
    RESULTS,
    default_folder,
    make_folder,
    new_manifest,
    now,
    read_manifest,
    run_digest,
    shard_digest,
    sole_player,
    write_json,
)
from holdem_sim.records.places import place_file
from holdem_sim.simulate.columns import STYLE
from holdem_sim.simulate.shards import Game, Shard, StrictFault, compile_loop, in_order, play_shard

Array = np.ndarray[Any, Any]
SECONDS_BETWEEN_MANIFESTS = 2.0


class Interrupted(KeyboardInterrupt):
    """Ctrl-C: what was played is kept; ``command`` goes on with it."""

    def __init__(self, command: str) -> None:
        super().__init__(command)
        self.command = command


def start(
    config: RunConfig[R],
    *,
    name: str | None = None,
    out: str | Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> R:
    """Play ``config`` into a new run folder ``out`` (default: results/<name>/...), by default named after its format.

    Nothing is written before bots and options have been checked. Raises InputError, RunError, Interrupted.
    """
    threads = thread_count(threads)
    entrants = config.entrants()
    game = config.game(entrants)
    name = name or config.format
    folder = default_folder(name, config.seed) if out is None else Path(out)
    make_folder(folder)
    stored = {**config.to_dict(), "bots": [entrant.spec for entrant in entrants]}
    manifest = new_manifest(name, stored, config.seed, {entrant.label: entrant.source for entrant in entrants})
    with sole_player(folder):
        return _play(folder, manifest, config, entrants, game, threads, progress or Silent())


def start_part(config: RunConfig[R], **options: Any) -> R:
    """``start`` one run of an experiment that cannot be gone on with: Ctrl-C names no command that would."""
    try:
        return start(config, **options)
    except Interrupted:
        raise KeyboardInterrupt from None


def resume(
    run: str | Path,
    *,
    hands: int | None = None,
    matches: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Go on with a stopped run, or extend a finished one to ``hands`` (a match: to ``matches``).

    Damaged or missing shards are played again. Raises InputError, RunError (another engine version or an edited bot
    would mix results), Interrupted.
    """
    folder = Path(run)
    threads = thread_count(threads)
    read_manifest(folder)  # what is no run folder is refused before it is held
    with sole_player(folder):
        manifest = read_manifest(folder)
        if manifest["engine_version"] != ENGINE_VERSION:
            raise RunError(
                f"{folder}: was begun with engine version {manifest['engine_version']}, this is {ENGINE_VERSION}; the"
                " results would mix: play it anew"
            )
        config = config_of(manifest).longer(hands, matches)
        manifest["config"] = config.to_dict()
        entrants = config.entrants()
        for entrant, (label, source) in zip(entrants, manifest["sources"].items(), strict=False):
            if entrant.source != source:
                raise RunError(f"{folder}: the file of bot {label} has changed since the run began; play it anew")
        result: Result = _play(folder, manifest, config, entrants, config.game(entrants), threads, progress or Silent())
        return result


def block_count(config: RunConfig[R], game: Game) -> int:
    """Whole blocks that hold at least the matches asked for."""
    return -(-config.least_matches // game.schedule.block)


def _play(
    folder: Path,
    manifest: dict[str, Any],
    config: RunConfig[R],
    entrants: Sequence[Entrant],
    game: Game,
    threads: int,
    progress: Progress,
) -> R:
    labels = [entrant.label for entrant in entrants]
    watch = Watch(stop_rule(config.stop, len(labels)), len(labels), config.rules.big_blind)
    blocks = block_count(config, game)
    if manifest.get("stop"):
        blocks = min(blocks, manifest["stop"]["blocks"])
    matches = blocks * game.schedule.block
    ranges = game.shards(matches)
    done = _whole_shards(folder, manifest, game)
    done = {shard: done[shard] for shard in ranges if shard in done}
    missing = [shard for shard in ranges if shard not in done]
    index_of = {shard: index for index, shard in enumerate(ranges)}

    writers = ThreadPoolExecutor(threads)

    def work(shard: tuple[int, int], control: Array) -> Callable[[], dict[str, Any]] | None:
        """Play a shard; what is returned waits for its entry. Another thread writes its hands."""
        played = play_shard(game, *shard, control)
        if played is None:
            return None
        write = partial(_write, folder, config, game, labels, index_of[shard], shard, played)
        if game.log:
            return writers.submit(write).result
        entry = write()
        return lambda: entry

    def keep_what_fits() -> None:
        """On a full disk the last shards make room for the manifest that names the others."""
        while True:
            try:
                return keep()
            except RunError:
                if not done:
                    return None
                file = done.pop(max(done))["file"]
                if file:
                    (folder / file).unlink(missing_ok=True)

    def keep() -> None:
        entries = [done[shard] for shard in ranges if shard in done]
        manifest["shards"] = entries
        manifest["faults"] = _faults(labels, entries)
        write_json(folder / MANIFEST, manifest)

    if missing:
        manifest["finished"] = None
        manifest.pop("digest", None)
        keep()
        (folder / RESULTS).unlink(missing_ok=True)

    def behind() -> int:
        return sum(entry["rows"] for entry in done.values())

    begun = written = time.monotonic()
    try:
        if missing:
            compile_loop(game)
            begun = written = time.monotonic()
        progress.begin(matches * game.match_hands, behind())
        shards = [] if watch.stopped(ranges, done) else missing
        shards_played = in_order(work, shards, threads, lambda running: progress.at(behind() + running))
        with writers, closing(shards_played) as entries_to_come:
            for entry_of_next in entries_to_come:
                entry = entry_of_next()
                done[entry["first_match"], entry["last_match"] + 1] = entry
                progress.at(behind())
                if watch.stopped(ranges, done):
                    break
                if time.monotonic() - written > SECONDS_BETWEEN_MANIFESTS:
                    keep()
                    written = time.monotonic()
        if watch.bound is not None:
            manifest["stop"] = watch.to_json()
            ranges = game.shards(watch.blocks * game.schedule.block)
            if ranges[-1] not in done:
                played = play_shard(game, *ranges[-1])
                assert played is not None
                done[ranges[-1]] = _write(folder, config, game, labels, len(ranges) - 1, ranges[-1], played)
            done = {shard: done[shard] for shard in ranges}
            remove_other_shards(folder, done.values())
    except StrictFault as fault:
        keep()
        raise RunError(_strict_message(fault, config, labels)) from None
    except KeyboardInterrupt:
        keep()
        raise Interrupted(resume_command(folder)) from None
    except (RunError, OSError) as error:
        keep_what_fits()
        raise RunError(f"{error}; what was played is kept: {resume_command(folder)}") from None
    finally:
        progress.end()
    manifest["digest"] = run_digest(done[shard] for shard in ranges)
    manifest["finished"] = manifest["finished"] or now()
    keep()
    entries = [done[shard] for shard in ranges]
    sums, style = _sums(labels, entries)
    result = config.result(
        Outcome(
            labels=labels,
            blocks=sums,
            style=style,
            sums={name: [entry["sums"][name] for entry in entries] for name in entries[0]["sums"]},
            hands=behind(),
            digest=manifest["digest"],
            run=folder,
            seconds=time.monotonic() - begun,
            half_width=watch.rule.half_width(len(labels)),
            stop=None if watch.rule.kind == "hands" else watch.to_json(),
        )
    )
    if missing or not (folder / RESULTS).is_file():
        name = {} if manifest["name"] == config.format else {"name": manifest["name"]}
        write_json(folder / RESULTS, {**name, **result.to_json()})
    return result


def _write(
    folder: Path,
    config: RunConfig[R],
    game: Game,
    labels: list[str],
    index: int,
    shard: tuple[int, int],
    played: Shard,
) -> dict[str, Any]:
    """Write and sum up one shard: its entry in the manifest."""
    seats, size = game.schedule.seats, game.schedule.block
    watched = config.stop != "hands"
    if played.seated is None:
        blocks, looks = sums_at_looks(played.matches, played.rows, seats, len(labels), shard[0] // size, size, watched)
    else:  # players change tables: win rates by hand have no meaning here
        blocks, looks = np.zeros(len(labels), BLOCKS), []
    sha256 = shard_digest(played.rows, seats)
    file = None
    if game.log:
        table = hand_table(
            played.matches, played.rows, played.actions, seats, labels, game.structure is not None, played.seated
        )
        identity = {"sha256": sha256, "seed": str(game.schedule.seed), "first_match": str(shard[0])}
        file = write_hands(folder, index, table, identity)
    places = config.places(played, labels)
    if places is not None:
        write_table(folder, place_file(index), places, {"sha256": sha256})
    return {
        "file": file,
        **({} if places is None else {"places": place_file(index)}),
        "first_match": shard[0],
        "last_match": shard[1] - 1,
        "rows": len(played.rows),
        "sha256": sha256,
        "blocks": blocks.tolist(),
        **({"looks": looks} if watched else {}),
        "sums": config.sums(played, labels),
        "style": [[np.asarray(item).tolist() for item in own.item()] for own in played.style],
        "first_faults": [dict(zip(fault.dtype.names, fault.tolist(), strict=True)) for fault in played.faults[:10]],
    }


def resume_command(folder: Path) -> str:
    """What to type to go on with a run."""
    return f"holdem-sim resume {shlex.quote(str(folder))}"


def _whole_shards(folder: Path, manifest: dict[str, Any], game: Game) -> dict[tuple[int, int], dict[str, Any]]:
    """The manifest's shards whose files are there and whole."""
    whole = {}
    for entry in manifest["shards"]:
        try:
            if game.log:
                check_shard(folder, entry)
            if "places" in entry:
                check_file(folder / entry["places"], entry["sha256"])
        except RunError:
            continue
        whole[entry["first_match"], entry["last_match"] + 1] = entry
    return whole


def _sums(labels: list[str], entries: Sequence[dict[str, Any]]) -> tuple[Array, Array]:
    """Block sums and style counts of all shards, added in order."""
    blocks, style = np.zeros(len(labels), BLOCKS), np.zeros(len(labels), STYLE)
    for entry in entries:
        for total, name in ((blocks, "blocks"), (style, "style")):
            part = np.array([tuple(row) for row in entry[name]], total.dtype)
            for field in total.dtype.names or ():
                total[field] += part[field]
    return blocks, style


def _faults(labels: list[str], entries: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """For each bot that faulted: how often, by kind, and the first occasions."""
    _, style = _sums(labels, entries)
    faults: dict[str, Any] = {}
    for number, label in enumerate(labels):
        counts = dict(zip(FAULT_KINDS, style[number]["faults"].tolist(), strict=True))
        if any(counts.values()):
            own = [fault for entry in entries for fault in entry["first_faults"] if fault["entrant"] == number]
            faults[label] = {**counts, "first": own[:10]}
    return faults


def _strict_message(stopped: StrictFault, config: RunConfig[R], labels: list[str]) -> str:
    fault, error = stopped.fault, stopped.error
    what = FAULT_KINDS[fault["kind"]] + (f" {fault['action']}" if fault["kind"] == ILLEGAL else "")
    if error is not None:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        said = traceback.format_exception_only(error)[-1].split()  # also what cannot be turned into text
        what += f" {' '.join(said)[:200]} ({frame.filename}, line {frame.lineno})"
    return (
        f"bot {labels[fault['entrant']]}: {what} at seat {fault['seat']}, hand {fault['hand']} of match"
        f" {fault['match']}; again: {config.command()} --strict"
    )
