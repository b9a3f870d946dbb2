"""A loop in Python -> machine code, by numba and LLVM. Imported only where a loop's code is not kept yet."""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba
import numba.extending

from cbir.base.machine_code import Parameter, functions_in, popcount, target_machine

_LLVM_TYPES = {
    "c_void_p": "ptr",
    "c_long": "i64",
    "c_longlong": "i64",
    "c_float": "float",
    "c_double": "double",
}


def compile_loop(loop: FunctionType, parameters: Sequence[Parameter], symbol: str, *, fused: bool) -> bytes:
    """An object file that has the loop under this name."""
    dispatcher = _Translation(fused=fused).of(loop)
    signature = numba.int64(*map(_numba_type, parameters))
    dispatcher.compile(signature)
    (result,) = dispatcher.overloads.values()
    module = llvm.parse_assembly(result.library.get_llvm_str())
    for function in module.functions:
        if function.name == result.fndesc.llvm_func_name:
            _check_interface(function, parameters)
            function.name = symbol
        elif not function.is_declaration:
            function.linkage = "internal"
        elif not function.name.startswith("llvm.") and llvm.address_of_symbol(function.name) is None:
            # LLVM would end the process when it loads the code.
            raise RuntimeError(f"{loop.__qualname__} needs {function.name} of numba's runtime")
    return bytes(target_machine().emit_object(module))


class _Translation:
    """Functions as numba's dispatchers, which call each other instead of Python's."""

    def __init__(self, *, fused: bool) -> None:
        self._options: dict[str, Any] = {
            "_nrt": False,  # arrays belong to the caller
            "no_cpython_wrapper": True,
            "no_cfunc_wrapper": True,
            "fastmath": {"contract"} if fused else False,
            "error_model": "numpy",
        }
        self._dispatchers: dict[Any, Any] = {popcount: _popcount}

    def of(self, function: FunctionType) -> Any:
        if function not in self._dispatchers:
            names = dict(function.__globals__)
            for name, value in functions_in(function):
                if isinstance(value, FunctionType):
                    names[name] = self.of(value)
            copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
            self._dispatchers[function] = numba.njit(**self._options)(copy)
        return self._dispatchers[function]


@numba.extending.intrinsic
def _popcount(typing_context: Any, x: Any) -> Any:
    """LLVM's ctpop: the bit tricks that it replaces are not recognised."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return numba.types.uint64(numba.types.uint64), generate


def _numba_type(parameter: Parameter) -> Any:
    item = numba.from_dtype(parameter.dtype)
    return numba.types.Array(item, parameter.dimensions, "C") if parameter.dimensions else item


def _check_interface(function: Any, parameters: Sequence[Parameter]) -> None:
    """Compare how numba passes arguments with how they will be passed."""
    expected = ["ptr", "ptr"]
    expected += [_LLVM_TYPES[one.__name__] for parameter in parameters for one in parameter.c_types]
    found = [str(argument.type) for argument in function.arguments]
    if found != expected:
        raise RuntimeError(f"this numba passes arguments as {found}, not as {expected}")
