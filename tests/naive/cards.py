"""Hand ranks the slow way: every five of the cards, the best one counts.

A card is an int 0..51 = rank * 4 + suit; rank 0 is the deuce and 12 the ace; suits are c, d, h, s.
Strengths are tuples: higher is better, equal is a tie.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

RANKS = "23456789TJQKA"
SUITS = "cdhs"

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)

CATEGORY_OF_COUNTS = {
    (1, 1, 1, 1, 1): HIGH_CARD,
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): TRIPS,
    (3, 2): FULL_HOUSE,
    (4, 1): QUADS,
}

Strength = tuple[int, tuple[int, ...]]


def strength(cards: Iterable[int]) -> Strength:
    """The best five of five, six or seven cards: "using two, one or no hole cards"."""
    cards = list(cards)
    if not 5 <= len(cards) <= 7:
        raise ValueError(f"a hand has 5 to 7 cards, not {len(cards)}")
    if len(set(cards)) < len(cards) or not set(cards) <= set(range(52)):
        raise ValueError(f"a duplicate or unknown card in {cards}")
    return max(five_strength(five) for five in combinations(cards, 5))


def category(cards: Iterable[int]) -> int:
    """0 high card .. 8 straight flush ("nine categories; royal flush is the top straight flush")."""
    return strength(cards)[0]


def five_strength(five: tuple[int, ...]) -> Strength:
    """Category, then the ranks that break ties: the most frequent first, then the highest."""
    groups = sorted(((n, rank) for rank, n in Counter(card // 4 for card in five).items()), reverse=True)
    counts = tuple(n for n, _ in groups)
    ranks = tuple(rank for _, rank in groups)
    flush = len({card % 4 for card in five}) == 1
    top = straight_top(ranks)
    if top is not None:
        return (STRAIGHT_FLUSH if flush else STRAIGHT), (top,)
    return (FLUSH if flush else CATEGORY_OF_COUNTS[counts]), ranks


def straight_top(ranks: tuple[int, ...]) -> int | None:
    """The top rank of a straight: "A-2-3-4-5 is the lowest straight; no wrap-around"."""
    if ranks == (12, 3, 2, 1, 0):
        return 3
    if len(ranks) == 5 and ranks[0] - ranks[4] == 4:
        return ranks[0]
    return None


def parse(text: str) -> list[int]:
    """Cards from text such as "As Td", for tests."""
    return [RANKS.index(word[0]) * 4 + SUITS.index(word[1]) for word in text.split()]
