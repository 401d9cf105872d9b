"""It declares no bot.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check loads.
"""


def decide(observation):
    return 0
