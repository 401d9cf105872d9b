"""It writes behind its memory.

Idea: a bot with this one fault, for the test of the conformance kit.
Source: holdem_sim's own tests.
Known weakness: the check rows.
"""

import numpy as np

from holdem_sim.contract import kernel_bot, record_at

MEMORY = np.dtype([("seen", np.int64, (2,))], align=True)


@kernel_bot(memory=MEMORY)
def decide(observation, key, params, memory):
    record_at(memory, MEMORY)["seen"][2] = 0
    return 0
