"""The one place that imports numba's compiler: the kernel decorator, record types and the cache folder.

Every kernel releases the GIL, is cached on disk, checks division, and keeps IEEE arithmetic, so that a result
is the same on every machine. With ``NUMBA_DISABLE_JIT=1`` kernels are the plain Python functions they wrap.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import re
import tempfile
import threading
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, overload

import numba
import numpy as np
import platformdirs
from numba import types
from numba.core import event
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic as numba_intrinsic
from numba.extending import overload as numba_overload

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

F = TypeVar("F", bound=Callable[..., Any])
Signature = Any

PACKAGE = Path(__file__).resolve().parent
_IMPORT = re.compile(
    r"^\s*(?:from\s+(holdem_sim[\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+(holdem_sim[\w.]*))", re.M
)
# numba's own annotations differ from release to release
intrinsic: Any = numba_intrinsic
overload_kernel: Any = numba_overload
JIT = not numba.config.DISABLE_JIT
_one_at_a_time = threading.RLock()


@overload
def kernel(function: F, /) -> F: ...
@overload
def kernel(*, signature: Signature = None, inline: bool = False) -> Callable[[F], F]: ...
def kernel(function: F | None = None, /, *, signature: Signature = None, inline: bool = False) -> F | Callable[[F], F]:
    """Compile ``function`` (nogil, cached on disk, no fastmath, Python's division errors).

    Give ``signature`` only at the borders: bot kernels and kernels called from Python. It is compiled for, and for
    nothing else, at the first call: importing a module compiles nothing. ``inline`` puts the code into every caller:
    for what a loop does at each step.
    """
    if function is None:
        return lambda inner: _compile(inner, signature, inline)
    return _compile(function, None, False)


def _compile(function: F, signature: Signature, inline: bool) -> F:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename)))
    try:
        decorate = numba.njit(nogil=True, cache=True, error_model="python", forceinline=inline)
        compiled: F = decorate(function)
    finally:
        numba.config.CACHE_DIR = before
    if signature is not None and JIT:
        _compile_at_first_call(compiled, signature)
    return compiled


def _compile_at_first_call(dispatcher: Any, signature: Signature) -> None:
    def first_call(*arguments: Any) -> Any:
        """What numba then calls with the arguments."""
        for given, wanted in zip(map(numba.typeof, arguments), _arguments(signature), strict=True):
            if dispatcher.typingctx.can_convert(given, wanted) is None:
                raise TypeError(f"{dispatcher.py_func.__name__}: takes {wanted}, not {given}")
        compile_now(dispatcher, signature)
        return dispatcher.overloads[_arguments(signature)].entry_point

    dispatcher._compile_for_args = first_call
    dispatcher.signature_to_compile = signature


def compile_now(dispatcher: Any, signature: Signature) -> None:
    """Compile a kernel for its ``signature``, if that has not been done; it then takes no other."""
    if not JIT:
        return
    with _one_at_a_time:
        if _arguments(signature) not in dispatcher.overloads:
            dispatcher.compile(signature)
            dispatcher.__dict__.pop("_compile_for_args", None)
            dispatcher.disable_compile()


def _arguments(signature: Signature) -> Any:
    """The types of the arguments; a signature may be these alone, without the type of the result."""
    return signature if isinstance(signature, tuple) else signature.args


def prepare(function: Callable[..., Any]) -> None:
    """Compile a kernel with a signature now, so that its first call takes no longer than the others."""
    if JIT:
        compiled: Any = function
        compile_now(compiled, compiled.signature_to_compile)


def when_compiling(say: Callable[[], None]) -> None:
    """Call ``say`` once, when a kernel is next compiled, not taken from the cache."""

    class Once(event.Listener):  # type: ignore[misc]
        def on_start(self, _: Any) -> None:
            event.unregister("numba:compile", self)
            say()

        def on_end(self, _: Any) -> None:
            """Of no interest."""

    event.register("numba:compile", Once())


def cache_folder(source: Path) -> Path:
    """Folder of compiled kernels for the code file ``source``.

    numba notices a change in the kernel's own file only. The key therefore covers every source of this package that
    ``source`` imports, directly or not, numba's version and the bounds check, and for a file outside the package (a
    bot) all .py files beside it with what they import.
    """
    source = source.resolve()
    files = (
        (source,)
        if source.is_relative_to(PACKAGE)
        else tuple(sorted({source, *filter(Path.is_file, source.parent.glob("*.py"))}))
    )
    flags = f"{numba.__version__} {np.__version__} {numba.config.BOUNDSCHECK}"
    return _writable_root() / hashlib.sha256(f"{_digest(files)} {flags}".encode()).hexdigest()[:20]


@cache
def _writable_root() -> Path:
    root = Path(os.environ.get("HOLDEM_SIM_CACHE", platformdirs.user_cache_dir("holdem_sim")))
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        return Path(tempfile.mkdtemp(prefix="holdem_sim-"))


@cache
def _digest(files: tuple[Path, ...]) -> str:
    """Over ``files`` and all sources of this package that they import, directly or not."""
    reached = list(files)
    for path in reached:
        reached.extend(found for found in _imported(path) if found not in reached)
    digest = hashlib.sha256()
    for path in sorted(reached):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def _imported(path: Path) -> tuple[Path, ...]:
    """The sources of this package that the text of ``path`` imports."""
    modules = set()
    for module, names, plain in _IMPORT.findall(path.read_text("utf-8", "replace")):
        modules.add(module or plain)
        modules.update(f"{module}.{name}" for name in re.findall(r"\w+", names))
    files = (PACKAGE.joinpath(*module.split(".")[1:]) for module in modules)
    return tuple(
        source for file in files for source in (file.with_suffix(".py"), file / "__init__.py") if source.is_file()
    )


def plain_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """The Python function behind a kernel, calling the Python functions behind the kernels that it calls."""
    python: Callable[..., Any] = _plain(function, {})
    return python


def _plain(function: Any, made: dict[Any, Any]) -> Any:
    source = getattr(function, "py_func", None)
    if source is None:
        return function
    if source not in made:
        names = dict(source.__globals__)
        made[source] = FunctionType(source.__code__, names, source.__name__, source.__defaults__, source.__closure__)
        for name in source.__code__.co_names:
            if name in names:
                names[name] = _plain(names[name], made)
    return made[source]


def record(dtype: np.dtype[Any]) -> Any:
    """The numba type of one record of an aligned structured dtype."""
    return numba.from_dtype(dtype)


def array_of(dtype: Any, dimensions: int = 1) -> Any:
    """The numba type of a C-contiguous array of ``dtype`` (a numpy dtype, structured or plain)."""
    return types.Array(numba.from_dtype(np.dtype(dtype)), dimensions, "C")


def address_of(function: Callable[..., Any], signature: Signature) -> int:
    """The machine address of a kernel compiled with ``signature``, for a ``caller``; keep ``function`` alive."""
    if not JIT:
        _functions[id(function)] = function
        return id(function)
    compiled: Any = function
    compile_now(compiled, signature)
    result = compiled.overloads[signature.args]
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


def caller(signature: Signature, failed: int) -> Any:
    """A function (address, four arguments) that calls the kernel there; it returns ``failed`` when the kernel raises.

    What calls by address compiles once for all kernels. numba's own function types, unpacked whenever a kernel is
    entered, would cost some 100 us each, and a try block around the call more than the call.
    """

    def call_plain(address: int, *arguments: Any) -> Any:
        try:
            return _functions[int(address)](*arguments)
        except Exception:
            return failed

    @intrinsic  # type: ignore[untyped-decorator]
    def call(typingctx: Any, address: Any, first: Any, second: Any, third: Any, fourth: Any) -> Any:
        def codegen(context: Any, builder: Any, own: Any, values: Any) -> Any:
            convention = context.call_conv
            pointer = convention.get_function_type(signature.return_type, signature.args).as_pointer()
            cast = [
                context.cast(builder, value, given, wanted)
                for value, given, wanted in zip(values[1:], own.args[1:], signature.args, strict=True)
            ]
            status, result = convention.call_function(
                builder, builder.inttoptr(values[0], pointer), signature.return_type, signature.args, cast
            )
            return builder.select(status.is_error, context.get_constant(signature.return_type, failed), result)

        return signature.return_type(address, first, second, third, fourth), codegen

    return call if JIT else call_plain


_functions: dict[int, Callable[..., Any]] = {}


def bit_count(mask: int) -> int:
    """How many bits of ``mask`` (int64, not negative) are set."""
    return int(mask).bit_count()


def lowest_bit(mask: int) -> int:
    """The number of the lowest bit set in ``mask`` (int64, positive)."""
    return (int(mask) & -int(mask)).bit_length() - 1


@intrinsic  # type: ignore[untyped-decorator]
def _bit_count_native(typingctx: Any, mask: Any) -> Any:
    return types.int64(mask), lambda context, builder, own, values: builder.ctpop(values[0])


@intrinsic  # type: ignore[untyped-decorator]
def _lowest_bit_native(typingctx: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: Any, own: Any, values: Any) -> Any:
        return builder.cttz(values[0], context.get_constant(types.boolean, True))

    return types.int64(mask), codegen


@overload_kernel(bit_count)
def _bit_count(mask):  # type: ignore[no-untyped-def]
    return lambda mask: _bit_count_native(np.int64(mask))


@overload_kernel(lowest_bit)
def _lowest_bit(mask):  # type: ignore[no-untyped-def]
    return lambda mask: _lowest_bit_native(np.int64(mask))


def _rarely_called() -> None:
    """Stands first in a kernel that is seldom needed: it stays out of line, away from the registers of its callers."""


@intrinsic  # type: ignore[untyped-decorator]
def _rarely_called_native(typingctx: Any) -> Any:
    def codegen(context: Any, builder: Any, own: Any, values: Any) -> Any:
        for attribute in ("cold", "noinline"):
            builder.function.attributes.add(attribute)
        return context.get_dummy_value()

    return types.none(), codegen


rarely_called = _rarely_called_native if JIT else _rarely_called


def record_at(address: int, dtype: np.dtype[Any]) -> Any:
    """The record of ``dtype`` that starts at memory ``address``: a view, in kernels and in Python alike.

    Whoever passes the address keeps the memory alive. In kernels ``dtype`` must be a global.
    """
    memory = (ctypes.c_char * dtype.itemsize).from_address(int(address))
    return np.frombuffer(memory, dtype=dtype)[0]  # type: ignore[call-overload]


@intrinsic  # type: ignore[untyped-decorator]
def _record_from_address(typingctx: Any, address: Any, dtype: Any) -> Any:
    of = dtype.dtype

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(of))

    return of(address, dtype), codegen


@overload_kernel(record_at)
def _record_at(address, dtype):  # type: ignore[no-untyped-def]  # numba compares bare signatures
    return lambda address, dtype: _record_from_address(address, dtype)
