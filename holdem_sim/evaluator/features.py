"""What a hand is worth before the showdown, from small tables: for bots that must answer in nanoseconds.

A *share* is the part (0.0 to 1.0) of the hands another player could hold that are worse at the moment; ties count
half. It says nothing about what that player did; see bots/hard.py for a way to take that into account.

Source: both tables were counted by dealing at random (six hundred thousand deals per starting hand and equity,
twenty million boards); ``tests/statistics/test_features.py`` counts again. The idea is the "hand strength" of
Billings et al., "The challenge of poker" (2002), looked up by the kind of hand instead of enumerated.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holdem_sim._jit import kernel
from holdem_sim.evaluator.rank import CARD_KEY, CARD_MASK, gather, rank

STARTING_SHARES = np.array(
    [
        (467, 5, 14, 41, 23, 32, 59, 107, 186, 267, 367, 483, 647),
        (101, 592, 50, 95, 68, 77, 86, 143, 225, 318, 406, 516, 686),
        (113, 179, 699, 152, 128, 119, 161, 173, 255, 339, 442, 564, 724),
        (167, 240, 300, 812, 198, 213, 234, 246, 279, 379, 474, 599, 754),
        (137, 204, 273, 348, 886, 291, 309, 330, 357, 424, 525, 629, 739),
        (134, 207, 285, 351, 433, 933, 391, 415, 451, 504, 555, 674, 790),
        (192, 219, 297, 373, 457, 537, 968, 492, 543, 579, 638, 706, 822),
        (261, 303, 324, 397, 463, 549, 617, 975, 608, 662, 715, 778, 852),
        (345, 385, 400, 436, 510, 588, 668, 733, 980, 763, 802, 861, 908),
        (430, 460, 498, 534, 570, 623, 695, 772, 843, 984, 834, 879, 923),
        (531, 573, 585, 614, 653, 680, 748, 816, 873, 893, 989, 899, 940),
        (620, 656, 692, 730, 745, 784, 808, 867, 917, 929, 946, 993, 955),
        (769, 796, 828, 846, 840, 870, 890, 914, 949, 961, 964, 971, 998),
    ]
)
"""Thousandths of the 1,326 starting hands that are worse. Ranks 2 to A down and across; suited below the diagonal.

Ordered by the sum of two all-in equities: against one random hand and against three."""

(
    LOW_CARDS,  # nothing, or the board plays
    QUEEN_HIGH,  # or jack high; the board's own pairs do not count
    KING_HIGH,
    ACE_HIGH,
    LOW_PAIR,  # three or more ranks of the board above it
    THIRD_PAIR,
    SECOND_PAIR,
    TOP_PAIR,  # kicker ten or lower
    TOP_PAIR_GOOD_KICKER,
    OVERPAIR,
    TWO_PAIR,  # both hole cards paired
    TRIPS,  # one hole card, two of the board
    SET,  # a pocket pair and one of the board
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,  # or better
) = range(16)

CALM, PAIRED, THREE_SUITED, FOUR_CONNECTED = range(4)
"""What a board threatens: nothing much; a pair; three of a suit; four to a flush or straight. The worst counts."""

MADE_SHARES = np.array(
    [
        [  # flop, by threat and kind of hand
            (139, 346, 459, 546, 602, 682, 803, 910, 943, 948, 982, 982, 992, 990, 992, 999),
            (170, 434, 578, 690, 690, 753, 832, 846, 883, 898, 974, 974, 974, 990, 990, 992),
            (129, 325, 429, 512, 573, 644, 763, 869, 906, 911, 942, 942, 953, 948, 987, 999),
            (129, 325, 429, 512, 573, 644, 763, 869, 906, 911, 942, 942, 953, 948, 987, 999),
        ],
        [  # turn
            (115, 281, 368, 436, 553, 671, 781, 881, 910, 910, 959, 959, 980, 989, 989, 999),
            (148, 370, 490, 584, 631, 702, 785, 840, 875, 884, 838, 964, 964, 972, 972, 957),
            (116, 286, 375, 446, 522, 642, 744, 832, 864, 865, 912, 926, 941, 947, 982, 995),
            (96, 141, 232, 301, 393, 487, 575, 656, 672, 698, 725, 726, 744, 895, 848, 995),
        ],
        [  # river
            (91, 218, 281, 328, 486, 643, 744, 835, 861, 855, 926, 926, 964, 987, 987, 999),
            (144, 312, 413, 491, 575, 652, 754, 824, 856, 863, 794, 949, 949, 947, 947, 924),
            (109, 251, 329, 393, 482, 614, 713, 792, 820, 825, 857, 908, 925, 935, 962, 944),
            (141, 120, 190, 241, 342, 459, 537, 608, 623, 638, 678, 696, 726, 870, 846, 992),
        ],
    ]
)
"""Thousandths of another player's hands that are worse than yours. What cannot be dealt repeats a neighbour."""

_JACK, _KING, _ACE = 1 << 9, 1 << 11, 1 << 12
_TRIPS, _STRAIGHT, _FLUSH, _FULL_HOUSE = 4996, 5854, 5864, 7141  # the least strength of each
_RANKS = np.uint64(0x1FFF)
_THREE, _FOUR = np.uint64(0x2222), np.uint64(0x1111)  # added to a key: they set the flush bit of 3, 4 cards
_FLUSH_BITS = np.uint64(0x8888)


@kernel
def starting_share(hole: Any) -> Any:
    """The share of a starting hand; ``hole``: two card numbers."""
    first, second = np.int64(hole[0]), np.int64(hole[1])
    high, low = max(first, second) >> 2, min(first, second) >> 2
    if (first ^ second) & 3:
        return STARTING_SHARES[low, high] / 1000.0
    return STARTING_SHARES[high, low] / 1000.0


@kernel
def made_share(hole: Any, board: Any, count: Any) -> Any:
    """The share of ``hole`` on the first ``count`` (3 to 5) cards of ``board``, and its outs.

    Outs: how many cards would make it a straight or a flush that the board alone does not.
    """
    board_key, board_mask = gather(board, 0, count)
    mask = board_mask | CARD_MASK[hole[0]] | CARD_MASK[hole[1]]
    key = board_key + CARD_KEY[hole[0]] + CARD_KEY[hole[1]]
    strength = rank(key, mask)
    on_board = _ranks_of(board_mask)
    waiting = _straight_with(on_board)  # ranks that make a straight on the board
    kind = LOW_CARDS
    if count < 5 or strength > rank(board_key, board_mask):
        kind = _kind(strength, _ranks_of(CARD_MASK[hole[0]] | CARD_MASK[hole[1]]), on_board)
    outs = 0
    if count < 5 and strength < _STRAIGHT:
        outs = 4 * _bits(_straight_with(_ranks_of(mask)) & ~waiting)
        four = (key + _FOUR) & _FLUSH_BITS & ~(board_key + _FOUR)
        if four:
            outs += 9 - outs // 4
    return MADE_SHARES[count - 3, _threat(board_key, on_board, waiting, count), kind] / 1000.0, outs


@kernel
def _kind(strength: Any, mine: Any, on_board: Any) -> Any:
    """LOW_CARDS .. FULL_HOUSE, from the strength and the ranks (bit 0 the deuce) of the hole cards and the board."""
    if strength >= _STRAIGHT:
        if strength >= _FULL_HOUSE:
            return FULL_HOUSE
        return FLUSH if strength >= _FLUSH else STRAIGHT
    paired = mine & on_board
    if mine & (mine - 1) == 0:
        return SET if paired else _kind_of_pair(mine, on_board, OVERPAIR)
    if paired & (paired - 1):
        return TWO_PAIR
    if paired:
        if strength >= _TRIPS:
            return TRIPS
        top_pair = TOP_PAIR_GOOD_KICKER if mine ^ paired >= _JACK else TOP_PAIR
        return _kind_of_pair(paired, on_board ^ paired, top_pair)
    if mine >= _KING:
        return ACE_HIGH if mine >= _ACE else KING_HIGH
    return QUEEN_HIGH if mine >= _JACK else LOW_CARDS


@kernel
def _kind_of_pair(pair: Any, others: Any, best: Any) -> Any:
    """The kind of a pair (one bit) by how many ranks of the board, ``others``, are above it."""
    above = _bits(others & -pair)
    return best if above == 0 else max(TOP_PAIR - above, LOW_PAIR)


@kernel
def _threat(board_key: Any, on_board: Any, waiting: Any, count: Any) -> Any:
    if waiting or (board_key + _FOUR) & _FLUSH_BITS:
        return FOUR_CONNECTED
    if (board_key + _THREE) & _FLUSH_BITS:
        return THREE_SUITED
    return PAIRED if _bits(on_board) < count else CALM


@kernel
def _straight_with(ranks: Any) -> Any:
    """The ranks (a mask; bit 0 the deuce) that make a straight with four of ``ranks``, already held or not."""
    low = ranks << 1 | ranks >> 12  # bit 0 the ace below the deuce
    pairs = low & low >> 1
    first = pairs >> 1 & pairs >> 3  # the four cards above this one are there
    second = low & low >> 2 & pairs >> 3
    third = pairs & pairs >> 3
    fourth = pairs & low >> 2 & low >> 4
    fifth = pairs & pairs >> 2
    made = (first | second << 1 | third << 2 | fourth << 3 | fifth << 4) & 0x3FFF
    return made >> 1 | (made & 1) << 12


@kernel
def _ranks_of(mask: Any) -> Any:
    """int64: the ranks (bit 0 the deuce) in the mask of some cards."""
    return np.int64((mask | mask >> np.uint64(16) | mask >> np.uint64(32) | mask >> np.uint64(48)) & _RANKS)


@kernel
def _bits(mask: Any) -> Any:
    """How many bits of ``mask`` (int64, not negative) are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
