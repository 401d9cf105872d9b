"""holdem-sim with shards of SHARD_HANDS hands, each entered in the manifest at once: SHARD_HANDS COMMAND ARGS ..."""

import signal
import sys

from holdem_sim.cli.main import main
from holdem_sim.experiment import run
from holdem_sim.simulate import shards

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    shards.SHARD_HANDS = int(sys.argv[1])
    run.SECONDS_BETWEEN_MANIFESTS = 0.0
    main(sys.argv[2:])
