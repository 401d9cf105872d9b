"""Game definitions of the ACPC: the stakes that its log lines leave out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from holdem_sim.histories.amounts import parse_amount

MOST_GAME_LINES = 100

_KIND = re.compile(r"holdem\.(nolimit|limit)\.", re.ASCII)


@dataclass(frozen=True)
class Game:
    """A game definition: ``stacks`` and ``blinds`` in chips by ACPC position, first left of the button.

    Heads-up position 0 is the big blind. ``raise_size``: fixed limit, chips on each of the four streets.
    """

    betting: str
    stacks: tuple[int, ...]
    blinds: tuple[int, ...]
    raise_size: tuple[int, int, int, int] = (0, 0, 0, 0)

    @property
    def first_player(self) -> int:
        """The position that acts first before the flop."""
        return 1 if len(self.stacks) == 2 else 2 % len(self.stacks)

    def times(self, factor: int) -> Game:
        """The same game in chips of one ``factor``-th."""
        first, second, third, fourth = (factor * size for size in self.raise_size)
        stacks, blinds = (tuple(factor * chips for chips in row) for row in (self.stacks, self.blinds))
        return replace(self, stacks=stacks, blinds=blinds, raise_size=(first, second, third, fourth))

    def lines(self) -> list[str]:
        """The definition as the dealer's game files write it."""
        first = f"{self.first_player + 1} 1 1 1"
        limit = self.betting == "fixed-limit"
        sizes = [f"raiseSize = {_words(self.raise_size)}", "maxRaises = 3 4 4 4"] if limit else []
        return [
            "GAMEDEF",
            "limit" if limit else "nolimit",
            f"numPlayers = {len(self.stacks)}",
            "numRounds = 4",
            f"stack = {_words(self.stacks)}",
            f"blind = {_words(self.blinds)}",
            *sizes,
            f"firstPlayer = {first}",
            "numSuits = 4",
            "numRanks = 13",
            "numHoleCards = 2",
            "numBoardCards = 0 3 1 1",
            "END GAMEDEF",
        ]


def competition_game(players: int, *, limit: bool) -> Game:
    """What the competition played: 5/10 limit with stacks that never run out (10,000 here), or 50/100 and 20,000."""
    small, big, stack = (5, 10, 10_000) if limit else (50, 100, 20_000)
    blinds = (big, small) if players == 2 else (small, big, *[0] * (players - 2))
    sizes = (big, big, 2 * big, 2 * big) if limit else (0, 0, 0, 0)
    return Game("fixed-limit" if limit else "no-limit", (stack,) * players, blinds, sizes)


def parse_game(lines: Iterable[str]) -> Game:
    """A game definition from its lines. Raises ValueError for a game that is not hold'em as we play it."""
    fields: dict[str, list[int]] = {}
    betting = ""
    for line in lines:
        key, _, value = (part.strip() for part in line.partition("="))
        if key.lower() in ("limit", "nolimit"):
            betting = "fixed-limit" if key.lower() == "limit" else "no-limit"
        elif value:
            fields[key.lower()] = [parse_amount(word) for word in value.split()]
    for name, wanted in (("numrounds", [4]), ("numsuits", [4]), ("numranks", [13]), ("numholecards", [2])):
        if fields.get(name, wanted) != wanted:
            raise ValueError(f"game definition: {name} {_words(fields[name])} is not Texas hold'em")
    if fields.get("numboardcards", [0, 3, 1, 1]) != [0, 3, 1, 1]:
        raise ValueError("game definition: numBoardCards is not that of Texas hold'em")
    players = fields.get("numplayers", [0])[0]
    if not 2 <= players <= 10 or not betting:
        raise ValueError("game definition: it must tell limit or nolimit and numPlayers from 2 to 10")
    blinds = (fields.get("blind", []) + [0] * players)[:players]
    stacks = fields.get("stack", [10_000] * players if betting == "fixed-limit" else [])
    sizes = fields.get("raisesize", [])
    if len(stacks) != players or not any(blinds) or (betting == "fixed-limit" and len(sizes) != 4):
        raise ValueError("game definition: stack, blind or raiseSize is missing")
    first, second, third, fourth = sizes or (0, 0, 0, 0)
    game = Game(betting, tuple(stacks), tuple(blinds), (first, second, third, fourth))
    order = [game.first_player + 1, 1, 1, 1]
    if fields.get("firstplayer", order) != order:
        raise ValueError(f"game definition: firstPlayer must be {_words(order)} for {players} players")
    return game


class GamesOfFile:
    """The game definition in force, as the comments of a file tell it."""

    def __init__(self, game: Game | None) -> None:
        self._given = game
        self._told: Game | None = None
        self._fault = ""
        self._lines: list[str] | None = None
        self._limit: bool | None = None

    def comment(self, text: str) -> None:
        """A comment line; ValueError for a game definition that we cannot play."""
        if text == "GAMEDEF":
            self._lines = []
        elif text == "END GAMEDEF" and self._lines is not None:
            lines, self._lines = self._lines, None
            self._told, self._fault = None, "the game definition before it is not understood"
            self._told, self._fault = parse_game(lines), ""
        elif self._lines is not None:
            self._lines.append(text)
            if len(self._lines) > MOST_GAME_LINES:
                self._lines = None
                raise ValueError(f"a game definition of more than {MOST_GAME_LINES} lines")
        elif match := _KIND.search(text):
            self._limit = match[1] == "limit"

    def game(self, players: int, betting: str) -> Game:
        """The game of a hand; its betting tells the kind where nothing else does."""
        if self._fault and self._given is None:
            raise ValueError(self._fault)
        game = self._given or self._told
        if game is None:
            if "r" in betting:
                self._limit = re.search(r"r\d", betting) is None
            game = competition_game(players, limit=bool(self._limit))
        if len(game.stacks) != players:
            raise ValueError(f"{players} players where the game definition has {len(game.stacks)}")
        return game


def ours(row: Sequence[int]) -> tuple[int, ...]:
    """Canonical seats from ACPC positions and back: they differ heads-up only."""
    return (row[1], row[0]) if len(row) == 2 else tuple(row)


def _words(row: Iterable[int]) -> str:
    return " ".join(map(str, row))
