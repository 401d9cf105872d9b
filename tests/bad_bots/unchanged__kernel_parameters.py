"""It learns by turning its own parameter up.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check unchanged.
"""

from holdem_sim.contract import Parameter, kernel_bot, record_at, record_type

PARAMETERS = (Parameter("price", 10, 0, 1000, "greatest call, in chips"),)
PARAMS = record_type(PARAMETERS)


@kernel_bot(parameters=PARAMETERS)
def decide(observation, key, params, memory):
    settings = record_at(params, PARAMS)
    settings["price"] = (settings["price"] + 7) % 1000
    return 0 if observation["to_call"] <= settings["price"] else -1
