"""At its highest, a parameter leads to illegal raises.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check parameters.
"""

from holdem_sim.contract import Parameter, kernel_bot, record_at, record_type

PARAMETERS = (Parameter("over", 0, 0, 9, "chips beyond the greatest raise"),)
PARAMS = record_type(PARAMETERS)


@kernel_bot(parameters=PARAMETERS)
def decide(observation, key, params, memory):
    if observation["max_raise_to"] == 0:
        return 0
    return observation["max_raise_to"] + record_at(params, PARAMS)["over"]
