"""PHH, the poker hand history format: TOML, one hand a ``.phh`` file, many a ``.phhs`` file (tables ``[1]``, ...).

Read are no-limit (NT) and fixed-limit (FT) hold'em and our private PT for pot limit, for which PHH has no code.
Players stand in dealing order, p1 left of the button; heads-up p1 is the big blind and p2 the button, while antes and
blinds stay written small blind first. Amounts with decimals become integers: 0.50 is 50 of the unit 1/100.

Fields that begin with ``_`` are ours. They say what the standard ones cannot, and only where a reader would not come
to it by itself: dead money, shown cards of folded hands, a button on an empty seat ... A round trip keeps everything
of a RecordedHand but ``file`` and ``line``; of ``extra`` text, numbers, truth values and lists of them.
"""

from holdem_sim.histories.phh.reader import parse_hand, read
from holdem_sim.histories.phh.writer import format_hand, texts, write

__all__ = ["format_hand", "parse_hand", "read", "texts", "write"]
