"""Raise high cards before the flop, call small prices, else check or fold.

Idea: a hand whose lower card is high wins more than its share, so it pays to put chips in before the board comes.
Source: written by `holdem-sim bots new`; the strategy is yours to replace.
Known weakness: never looks at the board, and folds to any large bet.
"""

from holdem_sim.contract import Observation, Parameter, python_bot

PARAMETERS = (
    Parameter("rank", 8, 0, 13, "lowest card of the hands it raises: 0 is a deuce, 12 an ace, 13 never"),
    Parameter("price", 0.35, 0.0, 1.0, "greatest call, as a share of the pot"),
)


@python_bot(parameters=PARAMETERS)
def decide(observation: Observation) -> int:
    if observation.street == "preflop" and min(observation.hole) // 4 >= observation.params.rank:
        return observation.raise_pot()
    if observation.to_call <= observation.params.price * observation.pot:
        return observation.call()
    return observation.fold()
