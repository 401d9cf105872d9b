"""It learns by turning its own parameter up.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check unchanged.
"""

from holdem_sim.contract import Parameter, python_bot

PARAMETERS = (Parameter("price", 10, 0, 1000, "greatest call, in chips"),)


@python_bot(parameters=PARAMETERS)
def decide(observation):
    observation.params.price = (observation.params.price + 7) % 1000
    return observation.call() if observation.to_call <= observation.params.price else observation.fold()
