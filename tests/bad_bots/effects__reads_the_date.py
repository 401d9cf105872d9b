"""It plays by the calendar.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check effects.
"""

from datetime import datetime

from holdem_sim.contract import python_bot


@python_bot()
def decide(observation):
    return observation.call() if datetime.now().year > 2000 else observation.fold()
