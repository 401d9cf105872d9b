"""A thread of it ends the process after a while.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check returns.
"""

import os
import threading

from holdem_sim.contract import python_bot

threading.Timer(0.3, os._exit, (0,)).start()


@python_bot()
def decide(observation):
    return observation.call()
