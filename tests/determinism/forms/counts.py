"""A bot that answers nonsense unless it remembers every hand of its tournament."""

from typing import Any

import numpy as np

from holdem_sim.contract import CHECK_CALL, OVER, kernel_bot, record_at

MEMORY = np.dtype([("seen", np.int64)], align=True)


@kernel_bot(memory=MEMORY)
def decide(observation: Any, key: Any, params: Any, memory: Any) -> Any:
    own = record_at(memory, MEMORY)
    if observation["street"] == OVER:
        own["seen"] += 1
        return CHECK_CALL
    return CHECK_CALL if own["seen"] == observation["hand"] else -7
