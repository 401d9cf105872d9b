"""A kernel that reads past its array, on purpose. Run by test_jit_modes."""

import sys
from typing import Any

import numpy as np

from holdem_sim._jit import kernel


@kernel
def read(values: Any, place: Any) -> Any:
    return values[place]


def main() -> None:
    values = np.arange(8)[:4]
    assert read(values, 3) == 3
    try:
        read(values, 5)
    except IndexError:
        print("raised")
        sys.exit(0)
    print("read on")


if __name__ == "__main__":
    main()
