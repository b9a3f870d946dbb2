"""Loops in Python -> machine code, stored in a file for this computer -> calls that need no numba.

numba compiles a loop once (compiler.py). Afterwards, llvmlite alone loads its machine code, in milliseconds.
Importing numba with its own cache would take half a second and 40 MB in every process that uses loops.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import threading
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from types import FunctionType
from typing import Any

from numpy.typing import DTypeLike

from cbir.base.errors import CbirError
from cbir.base.extras import how_to_repair
from cbir.base.liveness import waiting
from cbir.loops.machine_code import (
    X86,
    Parameter,
    array,
    functions_in,
    keep,
    load_code,
    look_at_tile,
    one_compiles,
    popcount,
    processor,
    read_kept,
    shipped_code,
)

__all__ = ["X86", "Loop", "array", "compiled", "look_at_tile", "popcount"]


def compiled(*parameters: Parameter | DTypeLike, fused: bool = False) -> Callable[[Any], Loop]:
    """Compile a function of arrays and numbers. It must return an integer, raise nothing and create no array.

    parameters : types of the arguments, see Parameter; a bare dtype means a number: int64, float32 or float64
    fused : multiply and add become one instruction if the processor has it
    Functions that it calls by a global name are compiled with it, for the types of their arguments.
    """
    listed = tuple(
        parameter if isinstance(parameter, Parameter) else array(parameter, 0) for parameter in parameters
    )
    return lambda function: Loop(function, listed, fused=fused)


class Loop:
    """A function whose machine code is loaded or compiled at its first call; several threads may call it."""

    def __init__(self, function: FunctionType, parameters: tuple[Parameter, ...], *, fused: bool) -> None:
        if function.__code__.co_argcount != len(parameters):
            raise TypeError(f"{function.__name__} does not have {len(parameters)} parameters")
        functools.update_wrapper(self, function)
        self.function = function
        self.parameters = parameters
        self.fused = fused
        self._lock = threading.Lock()
        self._call: Callable[..., int] | None = None

    def __call__(self, *arguments: Any) -> int:
        call = self._call or self.load()
        values = [
            value
            for parameter, given in zip(self.parameters, arguments, strict=True)
            for value in parameter.values(given)
        ]
        result = ctypes.c_int64()
        status = call(ctypes.byref(result), ctypes.byref(ctypes.c_void_p()), *values)
        if status:
            raise RuntimeError(f"{self.function.__qualname__} ended with {status}")
        return result.value

    @property
    def symbol(self) -> str:
        """The name of its machine code, derived from everything that determines the code."""
        return self.name_for(*processor())

    def name_for(self, *machine: str) -> str:
        """The name of its machine code for a processor; without `machine`, the name common to all processors."""
        digest = hashlib.blake2b(digest_size=12)
        for part in (
            *machine,
            self.fused,
            *map(str, self.parameters),
            *_content(self.function),
        ):
            digest.update(repr(part).encode())
        return f"{self.function.__module__}.{self.function.__qualname__}-{digest.hexdigest()}"

    def load(self) -> Callable[..., int]:
        """Load the machine code before the first call."""
        with self._lock:
            if self._call is None:
                c_types = [c_type for parameter in self.parameters for c_type in parameter.c_types]
                prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *c_types)
                self._call = prototype(shipped_code(self.name_for()) or self._own_code())
        return self._call

    def _own_code(self) -> int:
        """The address of code compiled by this computer, earlier or now."""
        if find_spec("llvmlite") is None:
            raise CbirError("This installation lacks a compiled loop. {0}", how_to_repair("all"))
        symbol = self.symbol
        code = read_kept(symbol)
        if code is None:
            with waiting("compiling"), one_compiles(symbol):
                code = read_kept(symbol) or self._compile(symbol)
        return load_code(symbol, code)

    def _compile(self, symbol: str) -> bytes:
        """Compile it and store the code at once, so that a sudden end of the process costs one loop at most."""
        from cbir.loops.compiler import compile_loop

        code = compile_loop(self.function, self.parameters, symbol, fused=self.fused)
        keep(symbol, code)
        return code


def _content(function: FunctionType) -> Iterator[object]:
    """The code and constants of a function and of all functions that it calls."""
    yield function.__code__.co_code
    yield function.__code__.co_consts
    for name, value in functions_in(function):
        yield name
        if isinstance(value, FunctionType):
            yield from _content(value)
        elif isinstance(value, int | float):
            yield value
