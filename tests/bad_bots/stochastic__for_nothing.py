"""It says stochastic and never looks at its key.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check stochastic.
"""

from holdem_sim.contract import python_bot


@python_bot(stochastic=True)
def decide(observation):
    return observation.call()
