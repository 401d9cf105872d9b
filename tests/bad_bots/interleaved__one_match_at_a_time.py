"""It remembers its match outside its memory, as if there were one at a time.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check interleaved.
"""

import numpy as np

from holdem_sim.contract import python_bot


def running():
    """The actions seen in the match that is being played, as long as only one is; None begins another."""
    count = 0
    while True:
        more = yield count
        count = 0 if more is None else count + more


def make():
    match = running()
    next(match)

    def decide(observation):
        seen = observation.memory
        if not seen["begun"]:
            seen["begun"] = 1
            match.send(None)
        if observation.over:
            return 0
        count = match.send(len(observation.history))
        return observation.call() if count % 3 else observation.fold()

    return decide


decide = python_bot(memory=np.dtype([("begun", np.int64)]))(make())
