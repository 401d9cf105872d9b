"""It keeps the pots that it has seen in a queue.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check state.
"""

from collections import deque

from holdem_sim.contract import python_bot

POTS: deque[int] = deque(maxlen=9)


@python_bot()
def decide(observation):
    POTS.append(observation.pot)
    return observation.call()
