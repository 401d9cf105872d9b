"""Philox4x32-10 in four lanes: four blocks in the time of one, as LLVM vectors.

The loop vectorizer does not find this by itself. Holds no algorithm of its own: ``rng.philox`` is the same, block by
block, and its twin.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types

from holdem_sim._jit import intrinsic

LANES = 4
MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
KEY_STEPS = 0x9E3779B9, 0xBB67AE85
ROUNDS = 10

_WORD = ir.IntType(64)
_VECTOR = ir.VectorType(_WORD, LANES)


@intrinsic  # type: ignore[untyped-decorator]
def philox_lanes(typingctx: Any, c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> Any:
    """Sixteen words (uint64, below 2^32) for the counters (c0, c1, c2, c3 + lane), lane after lane. For kernels only.

    All arguments are uint64 below 2^32, c3 below 2^32 - 3.
    """
    words = types.UniTuple(types.uint64, 4 * LANES)

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def every(value: int) -> Any:
            return ir.Constant(_VECTOR, [value] * LANES)

        def spread(value: Any) -> Any:
            vector = ir.Constant(_VECTOR, ir.Undefined)
            for lane in range(LANES):
                vector = builder.insert_element(vector, value, ir.Constant(ir.IntType(32), lane))
            return vector

        def low(vector: Any) -> Any:
            return builder.and_(vector, every(0xFFFFFFFF))

        a, b, c, d, x, y = (spread(value) for value in arguments)
        d = builder.add(d, ir.Constant(_VECTOR, list(range(LANES))))
        for _ in range(ROUNDS):
            first = builder.mul(every(MULTIPLIERS[0]), low(a))
            second = builder.mul(every(MULTIPLIERS[1]), low(c))
            a = builder.xor(builder.xor(builder.lshr(second, every(32)), b), x)
            c = builder.xor(builder.xor(builder.lshr(first, every(32)), d), y)
            b, d = low(second), low(first)
            x, y = (low(builder.add(key, every(step))) for key, step in zip((x, y), KEY_STEPS, strict=True))
        values = [
            builder.extract_element(word, ir.Constant(ir.IntType(32), lane))
            for lane in range(LANES)
            for word in (a, b, c, d)
        ]
        return context.make_tuple(builder, words, values)

    return words(c0, c1, c2, c3, k0, k1), codegen
