"""The slow twin of ``holdem_sim.analysis``: block sums, straight from a run's seats.

Written from STATISTICS.md alone; takes rows as plain tuples and shares no code with the kernels.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass
class NaiveSums:
    """What a bot did in a run: ``blocks`` holds (chips, hands) of its blocks, in order of the deals."""

    hands: int
    chips: int
    squares: int
    blocks: list[tuple[int, int]]


def block_sums(seats: Iterable[tuple[int, str, int]]) -> dict[str, NaiveSums]:
    """(deal, bot, net chips) of every hand and seat -> the sums of each bot. A block: all hands on a deal."""
    payoffs: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for deal, bot, payoff in seats:
        payoffs[bot][deal].append(payoff)
    sums = {}
    for bot, blocks in payoffs.items():
        every = [payoff for block in blocks.values() for payoff in block]
        own = [(sum(blocks[deal]), len(blocks[deal])) for deal in sorted(blocks)]
        sums[bot] = NaiveSums(len(every), sum(every), sum(payoff * payoff for payoff in every), own)
    return sums


@dataclass
class NaiveStyle:
    """Counts of a bot: hands with a decision before the flop, of these VPIP and PFR; acts after the flop."""

    preflop: int = 0
    vpip: int = 0
    pfr: int = 0
    aggressive: int = 0
    calls: int = 0


def style_of(hands: Iterable[tuple[list[str], list[tuple[int, int, str]]]]) -> dict[str, NaiveStyle]:
    """(bots by seat, [(street 0..3, seat, act)]) of every hand -> style; an act is f, k, c or r."""
    style: dict[str, NaiveStyle] = defaultdict(NaiveStyle)
    for bots, acts in hands:
        for seat, bot in enumerate(bots):
            own = style[bot]
            before = [act for street, who, act in acts if street == 0 and who == seat]
            after = [act for street, who, act in acts if street > 0 and who == seat]
            own.preflop += bool(before)
            own.vpip += "c" in before or "r" in before
            own.pfr += "r" in before
            own.aggressive += after.count("r")
            own.calls += after.count("c")
    return dict(style)
