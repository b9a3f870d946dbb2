"""Loops in Python -> machine code, kept in a file for this computer -> calls that need no numba.

numba compiles a loop once (loop_compiler). From then on its machine code is loaded by llvmlite alone, in milliseconds:
importing numba and having it find its own cache takes half a second and 40 MB, in every process that has loops.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import threading
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from numpy.typing import DTypeLike

from cbir.base.machine_code import (
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
from cbir.base.waits import waiting

__all__ = ["X86", "Loop", "array", "compiled", "look_at_tile", "popcount"]


def compiled(*parameters: Parameter | DTypeLike, fused: bool = False) -> Callable[[Any], Loop]:
    """Have a function of arrays and numbers compiled. It returns an integer, may raise nothing and makes no array.

    parameters : what each is, see Parameter; a type alone is that of a number: int64, float32 or float64
    fused : multiply and add become one instruction where the processor has it
    Functions that it calls by a global name are compiled with it, for the types that they are called with.
    """
    listed = tuple(one if isinstance(one, Parameter) else array(one, 0) for one in parameters)
    return lambda function: Loop(function, listed, fused=fused)


class Loop:
    """A function whose machine code is loaded, or made, at its first call; several threads may call it."""

    def __init__(self, function: FunctionType, parameters: tuple[Parameter, ...], *, fused: bool) -> None:
        if function.__code__.co_argcount != len(parameters):
            raise TypeError(f"{function.__name__} has not {len(parameters)} parameters")
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
        """What its machine code is called: by all that decides what that is."""
        return self.name_for(*processor())

    def name_for(self, *machine: str) -> str:
        """What its machine code for a processor is called; without one, what all of them have in common."""
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
        """Load its machine code ahead of its first call."""
        with self._lock:
            if self._call is None:
                c_types = [c_type for parameter in self.parameters for c_type in parameter.c_types]
                prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *c_types)
                self._call = prototype(shipped_code(self.name_for()) or self._own_code())
        return self._call

    def _own_code(self) -> int:
        """The address of code that this computer made at some time, or makes now."""
        symbol = self.symbol
        code = read_kept(symbol)
        if code is None:
            with waiting("compiling"), one_compiles(symbol):
                code = read_kept(symbol) or self._compile(symbol)
        return load_code(symbol, code)

    def _compile(self, symbol: str) -> bytes:
        """Compile it and keep the code at once: whatever ends this process costs one loop."""
        from cbir.base.loop_compiler import compile_loop

        code = compile_loop(self.function, self.parameters, symbol, fused=self.fused)
        keep(symbol, code)
        return code


def _content(function: FunctionType) -> Iterator[object]:
    """What a function does, with all that it calls."""
    yield function.__code__.co_code
    yield function.__code__.co_consts
    for name, value in functions_in(function):
        yield name
        if isinstance(value, FunctionType):
            yield from _content(value)
        elif isinstance(value, int | float):
            yield value
