"""It looks at the system's clock.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check effects.
"""

import time

from holdem_sim.contract import python_bot


@python_bot()
def decide(observation):
    return observation.call() if time.thread_time_ns() >= 0 else observation.fold()
