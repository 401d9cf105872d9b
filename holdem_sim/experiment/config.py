"""What a user asks for, checked: what every format has in common, and back from a run's manifest."""

from __future__ import annotations

import os
import re
import secrets
import shlex
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

import pyarrow as pa

from holdem_sim.errors import InputError, RunError
from holdem_sim.experiment.result import Outcome, Result
from holdem_sim.game.rules import MOST_CHIPS, Rules
from holdem_sim.players.load import Entrant, locate
from holdem_sim.records.manifest import check_folder
from holdem_sim.simulate.schedule import DESIGNS, Schedule
from holdem_sim.simulate.shards import Game, Shard

MOST_HANDS = 2**40
MOST_SEEDS = 2**63
MOST_BLOCK_HANDS = 2_000_000
MOST_MATCH_HANDS = 10_000
SHARD_HANDS = 131_072
LOGS = ("hands", "summary")

R = TypeVar("R", bound=Result)


@dataclass(frozen=True)
class RunConfig(ABC, Generic[R]):
    """What decides a run, whatever its format.

    ``bots``: BOT specs; ``stack``: chips of everybody; ``design``: how deals are replayed (``simulate.schedule``);
    ``log``: "hands" keeps every hand, "summary" only the counts; ``max_faults``: a bot with more of them has forfeited
    (None: never); ``stop``: a rule of ``experiment.stopping`` that may end the run early; ``shard_hands``: about how
    many hands a shard has (it shapes the digest). Raises InputError naming the option.
    """

    bots: tuple[str, ...]
    rules: Rules
    stack: int = 200
    design: str = "rotate"
    seed: int = 0
    log: str = "hands"
    strict: bool = False
    max_faults: int | None = None
    stop: str = "hands"
    shard_hands: int = field(default_factory=lambda: SHARD_HANDS)

    format: ClassVar[str]
    carry: ClassVar[bool]

    def __post_init__(self) -> None:
        whole("stack", self.stack, 1, MOST_CHIPS)
        whole("shard_hands", self.shard_hands, 1, MOST_BLOCK_HANDS)
        whole("seed", self.seed, 0, MOST_SEEDS - 1)
        if self.max_faults is not None:
            whole("max_faults", self.max_faults, 0, MOST_HANDS)
        for name, value, known in (("design", self.design, DESIGNS), ("log", self.log, LOGS)):
            if value not in known:
                raise InputError(f"{name} {value!r}: must be one of {', '.join(known)}")
        if self.stack < self.rules.big_blind:
            raise InputError(f"stack {self.stack}: is below the big blind of {self.rules.big_blind}")
        if self.stack * self.seats > MOST_CHIPS:
            raise InputError(
                f"stack {self.stack}: {self.seats} of them are more than the {MOST_CHIPS} chips a table can hold"
            )

    @property
    @abstractmethod
    def seats(self) -> int:
        """Seats at the table."""

    @property
    @abstractmethod
    def match_hands(self) -> int:
        """Most hands of a match."""

    @property
    def most_hands(self) -> int:
        """No match has more hands, if somebody knows better than ``match_hands``."""
        return self.match_hands

    def rules_at(self, hand: int) -> Rules:
        """The rules that ``hand`` of a match is played by."""
        return self.rules

    @property
    def tables(self) -> int:
        """Tables of a match at its start."""
        return 1

    @property
    def dead_button(self) -> bool:
        """May the button and the small blind be at an empty seat?"""
        return False

    @property
    @abstractmethod
    def least_matches(self) -> int:
        """Matches asked for; whole blocks are played."""

    @abstractmethod
    def entrants(self) -> list[Entrant]:
        """Load the bots. Raises InputError for what cannot enter this format."""

    @abstractmethod
    def sums(self, shard: Shard, labels: list[str]) -> dict[str, list[Any]]:
        """What the result needs of a shard beside its block sums and style, by name, as JSON lists."""

    def places(self, shard: Shard, labels: list[str]) -> pa.Table | None:
        """The places of a shard's tournaments (``records.places``), in a format that has places."""
        return None

    @abstractmethod
    def result(self, outcome: Outcome) -> R:
        """The result from the sums of all shards."""

    @abstractmethod
    def longer(self, hands: int | None, matches: int | None) -> Self:
        """This run, longer. Raises InputError when it would not be."""

    @abstractmethod
    def own_options(self) -> str:
        """The command line's options that only this format has."""

    def command(self) -> str:
        """What to type to play this run."""
        rules = self.rules
        cap = "" if rules.rake_cap is None else f"/{rules.rake_cap}"
        return (
            f"holdem-sim {self.format} {shlex.join(self.bots)} {self.own_options()}"
            f" --stack {self.stack} --blinds {rules.small_blind}/{rules.big_blind} --betting {rules.betting}"
            f" --ante {rules.ante} --ante-mode {rules.ante_mode} --rake {rules.rake}{cap} --design {self.design}"
            f" --seed {self.seed}"
        )

    def schedule(self, bots: int) -> Schedule:
        """Who plays whom."""
        return Schedule(bots, self.seats, self.design, self.seed)

    def game(self, entrants: Sequence[Entrant]) -> Game:
        """What the hand loops play."""
        schedule = self.schedule(len(entrants))
        if schedule.block * self.match_hands > MOST_BLOCK_HANDS:
            raise InputError(
                f"{self.match_hands} hands a match: a block of {schedule.block} matches would be more than"
                f" {MOST_BLOCK_HANDS} hands"
            )
        return Game(
            rules=self.rules,
            schedule=schedule,
            bots=tuple(entrant.bot for entrant in entrants),
            settings=tuple(entrant.settings for entrant in entrants),
            stack=self.stack,
            hands=self.match_hands,
            carry=self.carry,
            log=self.log == "hands",
            strict=self.strict,
            shard_hands=self.shard_hands,
        )

    def to_dict(self) -> dict[str, Any]:
        """These settings as JSON holds them."""
        return {"format": self.format, "players": self.seats, **asdict(self), "bots": list(self.bots)}

    @classmethod
    def from_dict(cls, config: dict[str, Any]) -> Self:
        """The settings of a manifest. RunError when they are none."""
        try:
            given = {name: config[name] for name in (own.name for own in fields(cls)) if name in config}
            return cls(**{**given, "bots": tuple(given["bots"]), "rules": Rules(**given["rules"])})
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise RunError(f"the manifest's config is damaged: {error}") from None


def rules_and_seed(
    *,
    blinds: str | Sequence[int] = (1, 2),
    ante: int = 0,
    ante_mode: str | None = None,
    betting: str = "no-limit",
    rake: str | float = 0,
    seed: int | None = None,
) -> dict[str, Any]:
    """``rules`` and ``seed`` from options as they are typed: blinds "1/2" or (1, 2), rake "5/3" (percent/cap) or 5.

    Without ``seed`` one is drawn; without ``ante_mode`` an ante is paid by all.
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
    return {"rules": rules, "seed": secrets.randbelow(MOST_SEEDS) if seed is None else seed}


def bot_specs(bots: Sequence[str]) -> tuple[str, ...]:
    """``bots`` as a tuple of texts; InputError for one text."""
    if isinstance(bots, str):
        raise InputError("bots: give a list of bots, not one text")
    return tuple(str(bot) for bot in bots)


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
    return whole("threads", threads, 1, 1024)


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


def whole(name: str, value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"{name} {value!r}: must be a whole number")
    if not least <= value <= most:
        raise InputError(f"{name} {value}: must be from {least} to {most}")
    return value
