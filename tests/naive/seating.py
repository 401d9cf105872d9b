"""Breaking and balancing of tables the slow way: who sits where, as a dict of seats a table.

The rule is written in holdem_sim.simulate.seating; this is its twin.
"""

from dataclasses import dataclass, field

Table = dict[int, int]
"""seat -> entry"""


@dataclass
class Tournament:
    """``tables`` by number, ``big``: the seat of the last big blind of each (-1: none yet), ``chips`` by entry."""

    seats: int
    tables: list[Table]
    big: list[int]
    chips: dict[int, int]
    buy_ins: dict[int, int] = field(default_factory=dict)

    def go_on(self) -> None:
        """Those without chips leave; then tables are broken and balanced."""
        for table in self.tables:
            for seat in [seat for seat, entry in table.items() if self.chips[entry] == 0]:
                del table[seat]
        left = sum(map(len, self.tables))
        needed = -(-left // self.seats)
        for number in range(len(self.tables) - 1, needed - 1, -1):
            while self.tables[number]:
                self._move(number, needed)
        while True:
            sizes = [len(table) for table in self.tables[:needed]]
            if max(sizes) - min(sizes) < 2:
                return
            self._move(sizes.index(max(sizes)), needed)

    def _move(self, source: int, needed: int) -> None:
        sizes = [len(table) for table in self.tables[:needed]]
        to = sizes.index(min(sizes))
        behind = [(self.big[source] + 1 + i) % self.seats for i in range(self.seats)]
        seat = next(seat for seat in behind if seat in self.tables[source])
        behind = [(self.big[to] + 1 + i) % self.seats for i in range(self.seats)]
        empty = next(seat for seat in behind if seat not in self.tables[to])
        self.tables[to][empty] = self.tables[source].pop(seat)
