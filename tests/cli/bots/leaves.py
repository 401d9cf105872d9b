"""Tries to end the process, or cannot say what is wrong."""

import sys

from holdem_sim.contract import Observation, Parameter, python_bot


class Untold(Exception):
    def __str__(self) -> str:
        raise ValueError


class Alien(BaseException):
    pass


WAYS = (Untold, Alien, KeyboardInterrupt, GeneratorExit)
PARAMETERS = (Parameter("way", 0, 0, len(WAYS), "how"),)


@python_bot(parameters=PARAMETERS)
def decide(observation: Observation) -> int:
    if observation.can_raise:
        if observation.params.way == len(WAYS):
            sys.exit("I give up")
        raise WAYS[observation.params.way]
    return observation.call()
