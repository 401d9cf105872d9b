"""It ends the process when it has an ace.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check returns.
"""

import os

from holdem_sim.contract import python_bot


@python_bot()
def decide(observation):
    if "A" in observation.hole_cards:
        os._exit(0)
    return observation.call()
