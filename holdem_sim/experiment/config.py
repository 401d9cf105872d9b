"""What a user asks for, checked: the configuration of a run, and back from its manifest."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from holdem_sim.errors import InputError, RunError
from holdem_sim.experiment.stopping import stop_rule
from holdem_sim.game.rules import MOST_CHIPS, Rules
from holdem_sim.players.load import locate
from holdem_sim.records.manifest import check_folder
from holdem_sim.simulate.schedule import DESIGNS

MOST_HANDS = 2**40
MOST_SEEDS = 2**63
MOST_BLOCK_HANDS = 2_000_000
SHARD_HANDS = 131_072
LOGS = ("hands", "summary")


@dataclass(frozen=True)
class TournamentConfig:
    """A tournament: every bot against every other, stacks reset before each hand.

    ``bots``: BOT specs; ``hands``: hands in all, replays included; ``session``: hands of a match (for bots with
    memory); ``log``: "hands" keeps every hand, "summary" only the counts; ``stop``: a rule of
    ``experiment.stopping`` that may end it before ``hands``; ``gauntlet``: the first bot sits at every table, once;
    ``shard_hands``: about how many hands a shard has (it shapes the digest). Raises InputError naming the option.
    """

    bots: tuple[str, ...]
    rules: Rules
    hands: int = 100_000
    players: int = 4
    stack: int = 200
    design: str = "rotate"
    session: int = 1
    seed: int = 0
    log: str = "hands"
    strict: bool = False
    stop: str = "hands"
    gauntlet: bool = False
    shard_hands: int = field(default_factory=lambda: SHARD_HANDS)

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise InputError("a tournament needs at least two bots")
        _whole("hands", self.hands, 1, MOST_HANDS)
        _whole("players", self.players, 2, 10)
        _whole("stack", self.stack, 1, MOST_CHIPS)
        _whole("session", self.session, 1, 10_000)
        _whole("shard_hands", self.shard_hands, 1, MOST_BLOCK_HANDS)
        _whole("seed", self.seed, 0, MOST_SEEDS - 1)
        for name, value, known in (("design", self.design, DESIGNS), ("log", self.log, LOGS)):
            if value not in known:
                raise InputError(f"{name} {value!r}: must be one of {', '.join(known)}")
        stop_rule(self.stop, len(self.bots))
        if self.stack < self.rules.big_blind:
            raise InputError(f"stack {self.stack}: is below the big blind of {self.rules.big_blind}")
        if self.stack * self.players > MOST_CHIPS:
            raise InputError(
                f"stack {self.stack}: {self.players} of them are more than the {MOST_CHIPS} chips a table can hold"
            )

    def to_dict(self) -> dict[str, Any]:
        """These settings as JSON holds them."""
        return {"format": "tournament", **asdict(self), "bots": list(self.bots)}

    @staticmethod
    def from_dict(config: dict[str, Any]) -> TournamentConfig:
        """The settings of a manifest. RunError when they are none."""
        try:
            fields = {name: value for name, value in config.items() if name != "format"}
            return TournamentConfig(**{**fields, "bots": tuple(fields["bots"]), "rules": Rules(**fields["rules"])})
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise RunError(f"the manifest's config is damaged: {error}") from None


def tournament_config(
    bots: Sequence[str],
    *,
    hands: int = 100_000,
    players: int = 4,
    stack: int = 200,
    blinds: str | Sequence[int] = (1, 2),
    ante: int = 0,
    ante_mode: str | None = None,
    betting: str = "no-limit",
    rake: str | float = 0,
    design: str = "rotate",
    session: int = 1,
    seed: int | None = None,
    log: str = "hands",
    strict: bool = False,
    stop: str = "hands",
    gauntlet: str | None = None,
) -> TournamentConfig:
    """A TournamentConfig from options as they are typed: blinds "1/2" or (1, 2), rake "5/3" (percent/cap) or 5.

    ``gauntlet``: this bot, in ``bots`` or not, against all the others: it sits at every table, and once.
    ``stop``: hands, ci=50, sprt=0:50 or cs=0, in mbb/hand. Without ``seed`` one is drawn; without ``ante_mode`` an
    ante is paid by all.
    """
    small, big = _blinds(blinds)
    percent, cap = _rake(rake)
    try:
        rules = Rules(
            betting=betting,
            small_blind=small,
            big_blind=big,
            ante=ante,
            ante_mode=ante_mode or ("all" if ante else "none"),
            rake=percent,
            rake_cap=cap,
        )
    except ValueError as error:
        raise InputError(str(error)) from None
    if isinstance(bots, str):
        raise InputError("bots: give a list of bots, not one text")
    entrants = tuple(str(bot) for bot in bots)
    if gauntlet is not None:
        entrants = (gauntlet, *(bot for bot in entrants if bot != gauntlet))
    return TournamentConfig(
        bots=entrants,
        rules=rules,
        hands=hands,
        players=players,
        stack=stack,
        design=design,
        session=session,
        seed=secrets.randbelow(MOST_SEEDS) if seed is None else seed,
        log=log,
        strict=strict,
        stop=stop,
        gauntlet=gauntlet is not None,
    )


def check_request(bots: Sequence[str], threads: int | None = None, out: str | Path | None = None) -> None:
    """Refuse with InputError what can be refused before anything is compiled: unknown bots, threads, the folder."""
    thread_count(threads)
    for bot in bots:
        locate(bot)
    if out is not None:
        if not str(out):
            raise InputError("out: give the name of a folder")
        check_folder(Path(out))


def thread_count(threads: int | None) -> int:
    """``threads``, by default the processors this process may use. InputError when below 1."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return _whole("threads", threads, 1, 1024)


def _blinds(blinds: str | Sequence[int]) -> tuple[int, int]:
    if not isinstance(blinds, str):
        try:
            small, big = blinds
        except (TypeError, ValueError):
            raise InputError(f"blinds {blinds!r}: give small and big blind, like 1/2") from None
        return small, big
    match = re.fullmatch(r"([0-9]{1,30})/([0-9]{1,30})", blinds.strip())
    if match is None:
        raise InputError(f"blinds {blinds!r}: give small and big blind in whole chips, like 1/2")
    return int(match[1]), int(match[2])


def _rake(rake: str | float) -> tuple[float, int | None]:
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(?:/([0-9]{1,30}))?", str(rake).strip().replace("%", ""))
    if match is None:
        raise InputError(f"rake {rake!r}: give PERCENT or PERCENT/CAP, like 5 or 2.5/3")
    return float(match[1]), None if match[2] is None else int(match[2])


def _whole(name: str, value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"{name} {value!r}: must be a whole number")
    if not least <= value <= most:
        raise InputError(f"{name} {value}: must be from {least} to {most}")
    return value
