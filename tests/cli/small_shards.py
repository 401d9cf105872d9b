"""SHARD_HANDS COMMAND ARGS: holdem-sim with shards of so many hands, each entered in the manifest at once.

It takes its time, so that a signal finds it playing.
"""

import signal
import sys
import time
from pathlib import Path
from unittest.mock import patch

from holdem_sim.cli.main import main
from holdem_sim.experiment import config, run
from holdem_sim.records.manifest import write_json


def slowly(path: Path, value: object) -> None:
    write_json(path, value)
    time.sleep(0.01)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.SHARD_HANDS = int(sys.argv[1])
    run.SECONDS_BETWEEN_MANIFESTS = 0.0
    with patch.object(run, "write_json", slowly):
        main(sys.argv[2:])
