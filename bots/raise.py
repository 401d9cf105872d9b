"""Bet or raise at every turn, by a share of the pot; call when no raise is allowed.

Idea: the maniac; pressure without a look at the cards.
Source: the "always raise" player of the Annual Computer Poker Competition's examples.
Known weakness: anyone who waits for a hand and calls.
"""

from holdem_sim.contract import Parameter, kernel_bot, raise_to_pot, record_at, record_type

PARAMETERS = (Parameter("percent", 50, 0, 1000, "size of each raise, in percent of the pot after the call"),)
PARAMS = record_type(PARAMETERS)


@kernel_bot(parameters=PARAMETERS)
def decide(observation, key, params, memory):
    return raise_to_pot(observation, record_at(params, PARAMS)["percent"], 100)
