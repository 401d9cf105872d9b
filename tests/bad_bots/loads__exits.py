"""Its file ends the process.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check loads.
"""

import os

os._exit(3)
