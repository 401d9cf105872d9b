"""The schedule of one bot against a field."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations

import numpy as np

from holdem_sim.errors import InputError
from holdem_sim.simulate.schedule import LARGEST_BLOCK, Ints, Schedule


class HeroSchedule(Schedule):
    """A Schedule in which entrant 0, the hero, sits at every table once and the others share the other seats.

    Raises InputError when the field has too many line-ups for one block.
    """

    @cached_property
    def line_ups(self) -> Ints | None:
        """All line-ups of a block, shape (line-ups, seats)."""
        every, extra = divmod(self.seats - 1, self.entrants - 1)
        others = range(1, self.entrants)
        full = (0, *tuple(others) * every)
        line_ups = [full + more for more in combinations(others, extra)]
        if len(line_ups) * len(self.seatings) > LARGEST_BLOCK:
            raise InputError(
                f"field of {len(others)} bots: makes {len(line_ups)} line-ups at {self.seats} seats; give fewer"
            )
        return np.array(line_ups, np.int64)
