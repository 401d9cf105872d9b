"""Tables that compiled kernels share.

numba freezes a global array into the machine code of every kernel that reaches it: for the evaluator's tables
450 kB a kernel, on disk and in the processor's cache. Here the table is a symbol instead, resolved when the code
is loaded, as numba does for its own C functions: one copy in the process, small cached kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import llvmlite.binding
import numba
import numba.core.extending
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types

_numba: Any = numba  # typed in some releases and not in others


def shared_lookup(name: str, table: npt.NDArray[Any]) -> Callable[[Any], Any]:
    """A function ``index -> table[index]`` for kernels and for Python.

    ``table`` is one-dimensional, of numbers, and never changes; ``name`` is its own in the process. Whoever loads
    a cached kernel that uses it has called this with the same ``name``, dtype and length.
    """
    table = np.ascontiguousarray(table)
    size = len(table)
    item = _numba.from_dtype(table.dtype)
    llvmlite.binding.add_symbol(name, table.ctypes.data)

    def symbol(typingctx: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            found = builder.module.globals.get(name)
            if found is None:
                found = ir.GlobalVariable(builder.module, ir.ArrayType(context.get_data_type(item), size), name)
                found.linkage = "external"
                found.global_constant = True
            return builder.bitcast(found, context.get_value_type(signature.return_type))

        return types.CPointer(item)(), codegen

    address = _numba.core.extending.intrinsic(symbol)

    def lookup(index: Any) -> Any:
        return table[index]

    def compiled_lookup(index: Any) -> Any:
        def inner(index: Any) -> Any:
            return _numba.carray(address(), size)[index]

        return inner

    _numba.core.extending.overload(lookup)(compiled_lookup)
    return lookup
