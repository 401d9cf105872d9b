"""Its file never ends.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check loads.
"""

while True:
    pass
