"""A player who seldom bets: calls cheaply, and bets only what is hard to beat."""

from typing import Any

from holdem_sim.contract import CHECK_CALL, PREFLOP, check_or_fold, kernel_bot, raise_to_pot
from holdem_sim.evaluator.features import made_share, starting_share


@kernel_bot()
def decide(observation: Any, key: Any, params: Any, memory: Any) -> Any:
    if observation["street"] == PREFLOP:
        share = starting_share(observation["hole"])
        if share > 0.97:
            return raise_to_pot(observation, 1, 1)
        return CHECK_CALL if share > 0.3 and observation["raises"] < 2 else check_or_fold(observation)
    share, _ = made_share(observation["hole"], observation["board"], observation["street"] + 2)
    if share > 0.95:
        return raise_to_pot(observation, 1, 1)
    return check_or_fold(observation) if share < 0.8 else CHECK_CALL
