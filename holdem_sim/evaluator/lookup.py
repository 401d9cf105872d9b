"""Tables that compiled kernels share.

numba freezes a global array into the machine code of every kernel that reaches it: 450 kB a kernel for the
evaluator's tables, on disk and in the processor's cache. Here the table is a symbol instead, resolved when the
code is loaded, as numba does for its own C functions: one copy in the process, small cached kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import llvmlite.binding
import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core.extending import intrinsic, overload


def shared_lookup(name: str, table: npt.NDArray[Any]) -> Callable[[Any], Any]:
    """A function ``index -> table[index]`` for kernels and for Python.

    ``table`` is one-dimensional, of numbers, and never changes; ``name`` is its own in the process. Whoever loads
    a cached kernel that uses it has called this with the same ``name``, ``dtype`` and length.
    """
    table = np.ascontiguousarray(table)
    size = len(table)
    item = numba.from_dtype(table.dtype)
    llvmlite.binding.add_symbol(name, table.ctypes.data)

    @intrinsic  # type: ignore[untyped-decorator]
    def address(typingctx: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            symbol = builder.module.globals.get(name)
            if symbol is None:
                kind = ir.ArrayType(context.get_data_type(item), size)
                symbol = ir.GlobalVariable(builder.module, kind, name)
                symbol.linkage = "external"
                symbol.global_constant = True
            return builder.bitcast(symbol, context.get_value_type(signature.return_type))

        return types.CPointer(item)(), codegen

    def lookup(index: Any) -> Any:
        return table[index]

    @overload(lookup)  # type: ignore[untyped-decorator]
    def compiled(index: Any) -> Any:
        def inner(index: Any) -> Any:  # numba wants the same annotations here
            return numba.carray(address(), size)[index]

        return inner

    return lookup
