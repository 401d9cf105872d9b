"""It remembers its match outside its memory, as if there were one at a time.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check interleaved.
"""

import numpy as np

from holdem_sim.contract import python_bot


class Match:
    """The match that is being played, as long as only one is."""

    raises = 0


def make():
    match = Match()

    def decide(observation):
        seen = observation.memory
        if not seen["begun"]:
            seen["begun"] = 1
            match.raises = 0
        if observation.over:
            return 0
        match.raises += len(observation.history)
        return observation.call() if match.raises % 3 else observation.fold()

    return decide


decide = python_bot(memory=np.dtype([("begun", np.int64)]))(make())
