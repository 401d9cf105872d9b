"""ACPC logs: the lines ``STATE:hand:betting:cards:values:names`` of the Annual Computer Poker Competition's dealer.

A log line tells neither blinds nor stacks: they come from a game definition. It is the caller's, or stands as comment
lines in the file (``# GAMEDEF`` ... ``# END GAMEDEF``, as our writer puts them), or is the competition's own for that
many players, of the kind that the dealer's first comment or the betting tells. Position 0 is left of the button;
heads-up it is the big blind. No limit counts ``r<N>`` over the whole hand, fixed limit writes ``r``.

A round trip keeps everything of a RecordedHand but ``file``, ``line``, ``tags``, ``unit``, ``extra`` and who showed:
a log has everybody's cards and no word about showing, so all who stay in are taken to show. Where cards are unknown
and there are side pots, ``pots`` is None. An id that is no whole number becomes the running number. Antes, dead
money, straddles, rake and pot limit have no place in a log: writing such a hand is an InputError.
"""

from holdem_sim.histories.acpc.game import Game, competition_game, parse_game
from holdem_sim.histories.acpc.reader import read
from holdem_sim.histories.acpc.writer import format_hand, game_of, texts, write

__all__ = ["Game", "competition_game", "format_hand", "game_of", "parse_game", "read", "texts", "write"]
