"""From a configuration to a finished run folder, through interruptions.

Each shard is played, written, and entered in the manifest with the sums its statistics need; the digest and the
ranking come from the manifest alone. So a run that stopped anywhere goes on and ends with the same bytes.
"""

from __future__ import annotations

import shlex
import time
import traceback
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from holdem_sim._version import ENGINE_VERSION
from holdem_sim.analysis.blocks import BLOCKS
from holdem_sim.analysis.ranking import ranking
from holdem_sim.errors import InputError, RunError
from holdem_sim.experiment.config import MOST_BLOCK_HANDS, TournamentConfig, thread_count
from holdem_sim.experiment.hero import HeroSchedule
from holdem_sim.experiment.progress import Progress, Silent
from holdem_sim.experiment.result import TournamentResult
from holdem_sim.experiment.stopping import StopRule, Watch, stop_rule, sums_at_looks
from holdem_sim.players.ask import FAULT_KINDS, ILLEGAL
from holdem_sim.players.load import Entrant, check_distinct, load_entrants
from holdem_sim.records.hands import check_shard, hand_table, remove_other_shards, write_hands
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
from holdem_sim.simulate.columns import STYLE
from holdem_sim.simulate.schedule import Schedule
from holdem_sim.simulate.shards import Game, StrictFault, in_order, new_control, play_shard

Array = np.ndarray[Any, Any]
SECONDS_BETWEEN_MANIFESTS = 2.0
NAME = "tournament"


class Interrupted(KeyboardInterrupt):
    """Ctrl-C: what was played is kept; ``command`` goes on with it."""

    def __init__(self, command: str) -> None:
        super().__init__(command)
        self.command = command


def start(
    config: TournamentConfig,
    *,
    out: str | Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> TournamentResult:
    """Play a tournament into a new run folder ``out`` (default: results/tournament/...).

    Nothing is written before bots and options have been checked. Raises InputError, RunError, Interrupted.
    """
    threads = thread_count(threads)
    entrants = load_entrants(config.bots)
    check_distinct(entrants)
    game = game_of(config, entrants)
    folder = default_folder(NAME, config.seed) if out is None else Path(out)
    make_folder(folder)
    stored = {**config.to_dict(), "bots": [entrant.spec for entrant in entrants]}
    manifest = new_manifest(NAME, stored, config.seed, {entrant.label: entrant.source for entrant in entrants})
    with sole_player(folder):
        return _play(folder, manifest, config, entrants, game, threads, progress or Silent())


def resume(
    run: str | Path, *, hands: int | None = None, threads: int | None = None, progress: Progress | None = None
) -> TournamentResult:
    """Go on with a stopped run, or extend a finished one to ``hands``; damaged or missing shards are played again.

    Raises InputError, RunError (another engine version or an edited bot would mix results), Interrupted.
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
        config = TournamentConfig.from_dict(manifest["config"])
        if hands is not None:
            if hands < config.hands:
                raise InputError(f"hands {hands}: the run already has {config.hands}; give more, to extend it")
            config = replace(config, hands=hands)
            manifest["config"] = config.to_dict()
        entrants = load_entrants(config.bots)
        for entrant, (label, source) in zip(entrants, manifest["sources"].items(), strict=False):
            if entrant.source != source:
                raise RunError(f"{folder}: the file of bot {label} has changed since the run began; play it anew")
        return _play(folder, manifest, config, entrants, game_of(config, entrants), threads, progress or Silent())


def game_of(config: TournamentConfig, entrants: Sequence[Entrant]) -> Game:
    """The tournament that ``config`` asks for, ready to play. InputError when a block would be too long."""
    kind = HeroSchedule if config.gauntlet else Schedule
    schedule = kind(len(entrants), config.players, config.design, config.seed)
    if schedule.block * config.session > MOST_BLOCK_HANDS:
        raise InputError(
            f"session {config.session}: a block of {schedule.block} matches would be more than {MOST_BLOCK_HANDS} hands"
        )
    return Game(
        rules=config.rules,
        schedule=schedule,
        bots=tuple(entrant.bot for entrant in entrants),
        settings=tuple(entrant.settings for entrant in entrants),
        stack=config.stack,
        hands=config.session,
        log=config.log == "hands",
        strict=config.strict,
        shard_hands=config.shard_hands,
    )


def block_count(config: TournamentConfig, game: Game) -> int:
    """Whole blocks that hold at least ``config.hands`` hands."""
    return -(-config.hands // (game.schedule.block * game.hands))


def _play(
    folder: Path,
    manifest: dict[str, Any],
    config: TournamentConfig,
    entrants: Sequence[Entrant],
    game: Game,
    threads: int,
    progress: Progress,
) -> TournamentResult:
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

    def work(shard: tuple[int, int], control: Array) -> dict[str, Any] | None:
        return _play_one(folder, game, labels, index_of[shard], shard, control, watch.rule)

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
    progress.begin(matches * game.hands, behind())
    try:
        shards = [] if watch.stopped(ranges, done) else missing
        with closing(in_order(work, shards, threads, lambda running: progress.at(behind() + running))) as entries:
            for entry in entries:
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
                last = _play_one(folder, game, labels, len(ranges) - 1, ranges[-1], new_control(), watch.rule)
                done |= {ranges[-1]: last} if last else {}
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
    result = TournamentResult(
        ranking=ranking(
            labels,
            *_sums(labels, [done[shard] for shard in ranges]),
            config.rules.big_blind,
            watch.rule.half_width(len(labels)),
        ),
        seed=config.seed,
        hands=behind(),
        digest=manifest["digest"],
        run=folder,
        engine_version=ENGINE_VERSION,
        seconds=time.monotonic() - begun,
        stop=None if watch.rule.kind == "hands" else watch.to_json(),
    )
    if missing or not (folder / RESULTS).is_file():
        write_json(folder / RESULTS, result.to_json())
    return result


def _play_one(
    folder: Path, game: Game, labels: list[str], index: int, shard: tuple[int, int], control: Array, rule: StopRule
) -> dict[str, Any] | None:
    """Play, write and sum up one shard: its entry in the manifest."""
    played = play_shard(game, *shard, control)
    if played is None:
        return None
    seats, size = game.schedule.seats, game.schedule.block
    blocks, looks = sums_at_looks(played.matches, played.rows, seats, len(labels), shard[0] // size, size)
    sha256 = shard_digest(played.rows, seats)
    file = None
    if game.log:
        table = hand_table(played.matches, played.rows, played.actions, seats, labels)
        identity = {"sha256": sha256, "seed": str(game.schedule.seed), "first_match": str(shard[0])}
        file = write_hands(folder, index, table, identity)
    return {
        "file": file,
        "first_match": shard[0],
        "last_match": shard[1] - 1,
        "rows": len(played.rows),
        "sha256": sha256,
        "blocks": blocks.tolist(),
        **({} if rule.kind == "hands" else {"looks": looks}),
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


def _strict_message(stopped: StrictFault, config: TournamentConfig, labels: list[str]) -> str:
    fault, error = stopped.fault, stopped.error
    rules = config.rules
    cap = "" if rules.rake_cap is None else f"/{rules.rake_cap}"
    what = FAULT_KINDS[fault["kind"]] + (f" {fault['action']}" if fault["kind"] == ILLEGAL else "")
    if error is not None:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        what += f" {type(error).__name__}: {error} ({frame.filename}, line {frame.lineno})"
    return (
        f"bot {labels[fault['entrant']]}: {what} at seat {fault['seat']}, hand {fault['hand']} of match"
        f" {fault['match']}; again: holdem-sim tournament {shlex.join(config.bots)} --players {config.players}"
        f" --stack {config.stack} --blinds {rules.small_blind}/{rules.big_blind} --betting {rules.betting}"
        f" --ante {rules.ante} --ante-mode {rules.ante_mode} --rake {rules.rake}{cap} --design {config.design}"
        f" --session {config.session} --hands {config.hands} --seed {config.seed} --strict"
    )
