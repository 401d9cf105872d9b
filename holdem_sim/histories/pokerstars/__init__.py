"""PokerStars text, the format that trackers import: cash games, play money, tournaments, Zoom; hold'em only.

Money is read exactly: in a cash game one chip is 1/100 of the currency, otherwise it is a chip. Seats without cards
(sitting out, moved from another table) are left out. Chat and the coming and going at a table are passed over.

Written, a hand of unit "chips" is a play-money cash game, one of unit "1/100 USD" a cash game for dollars, and one
with ``extra["tournament"]`` a hand of that tournament. Every seat whose cards are known gets a "Dealt to" line.
A round trip keeps all of a RecordedHand but ``file``, ``line``, ``tags`` and of ``extra`` all but the keys in
``KEPT``, and except that: an id that is no whole number becomes one made from its text; missing names become
"Seat 1" ...; a big blind's ante that its stack could not pay at all is no ante; in fixed limit a small blind that was
not posted in full is taken to be half the big blind.
"""

from holdem_sim.histories.pokerstars.money import KEPT
from holdem_sim.histories.pokerstars.reader import read
from holdem_sim.histories.pokerstars.writer import format_hand, texts, write

__all__ = ["KEPT", "format_hand", "read", "texts", "write"]
