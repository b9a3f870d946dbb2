"""A loop in Python -> machine code, by numba and LLVM. Imported only if a loop's code is not stored yet."""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba
import numba.extending
from llvmlite import ir
from numba.core import cgutils

from cbir.loops.machine_code import X86, Parameter, functions_in, look_at_tile, popcount, target_machine

_LLVM_TYPES = {
    "c_void_p": "ptr",
    "c_long": "i64",
    "c_longlong": "i64",
    "c_float": "float",
    "c_double": "double",
}


def compile_loop(loop: FunctionType, parameters: Sequence[Parameter], symbol: str, *, fused: bool) -> bytes:
    """Compile a loop. Returns an object file that contains it under `symbol`."""
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
    """Numba's dispatchers of functions; they call each other instead of the Python functions."""

    def __init__(self, *, fused: bool) -> None:
        self._options: dict[str, Any] = {
            "_nrt": False,  # arrays belong to the caller
            "no_cpython_wrapper": True,
            "no_cfunc_wrapper": True,
            "fastmath": {"contract"} if fused else False,
            "error_model": "numpy",
        }
        self._dispatchers: dict[Any, Any] = {popcount: _popcount, look_at_tile: _look_at_tile}

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
    """LLVM's ctpop: LLVM does not recognise the equivalent bit tricks."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return numba.types.uint64(numba.types.uint64), generate


_LABEL = 0xFFF  # the bits with the number of the block
_ROWS, _COLUMNS = 4, 2  # of vectors: their sums fit in registers
_I32, _I64 = ir.IntType(32), ir.IntType(64)
_VECTOR = ir.VectorType(_I32, 8)


@numba.extending.intrinsic
def _look_at_tile(typing_context: Any, rows: Any, columns: Any, block: Any, offsets: Any, least: Any) -> Any:
    """Generate code whose steps add two products to each sum; LLVM does not derive that from a loop over numbers."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes, block = _VECTOR.count, arguments[2]
        arrays = [
            context.make_array(kind)(context, builder, argument)
            for kind, argument in zip(signature.args, arguments, strict=True)
            if isinstance(kind, numba.types.Array)
        ]

        def vector(number: int, at: Any) -> Any:
            return builder.bitcast(builder.gep(arrays[number].data, [at]), _VECTOR.as_pointer())

        count = builder.extract_value(arrays[0].shape, 1)
        begin = builder.mul(block, _I64(_COLUMNS * lanes))
        nothing = ir.Constant(_VECTOR, None)
        sums = [
            cgutils.alloca_once_value(builder, nothing)  # type: ignore[no-untyped-call]
            for _ in range(_ROWS * _COLUMNS)
        ]
        with cgutils.for_range(builder, count) as loop:
            start = builder.add(builder.mul(begin, count), builder.mul(loop.index, _I64(_COLUMNS * lanes)))
            others = [
                builder.load(vector(1, builder.add(start, _I64(column * lanes))), align=4)
                for column in range(_COLUMNS)
            ]
            for number, place in enumerate(sums):
                at = builder.add(builder.mul(_I64(number // _COLUMNS), count), loop.index)
                row = _repeated(builder, builder.load(builder.gep(arrays[0].data, [at])))
                more = _add_pairs(builder, others[number % _COLUMNS], row)
                builder.store(builder.add(builder.load(place), more), place)
        label = _repeated(builder, builder.trunc(block, _I32))
        for number, place in enumerate(sums):
            offset = vector(2, builder.add(begin, _I64(number % _COLUMNS * lanes)))
            left = builder.sub(builder.load(offset, align=4), builder.load(place))
            left = builder.or_(builder.and_(left, ir.Constant(_VECTOR, [~_LABEL] * lanes)), label)
            for rank in range(2):
                best_at = vector(3, _I64((rank * len(sums) + number) * lanes))
                best = builder.load(best_at, align=4)
                less = builder.icmp_signed("<", left, best)
                builder.store(builder.select(less, left, best), best_at, align=4)
                left = builder.select(less, best, left)
        return _I64(0)

    return numba.int64(rows, columns, block, offsets, least), generate


def _repeated(builder: Any, number: Any) -> Any:
    """A vector that repeats one number."""
    undefined = ir.Constant(_VECTOR, ir.Undefined)
    vector = builder.insert_element(undefined, number, _I32(0))
    return builder.shuffle_vector(vector, undefined, ir.Constant(_VECTOR, None))


def _add_pairs(builder: Any, left: Any, right: Any) -> Any:
    """Multiply vectors whose elements hold two int16 each, and add the two products of each element."""
    halves = ir.VectorType(ir.IntType(16), 2 * _VECTOR.count)
    left, right = builder.bitcast(left, halves), builder.bitcast(right, halves)
    if not X86:
        wide = ir.VectorType(_I32, halves.count)
        products = builder.mul(builder.sext(left, wide), builder.sext(right, wide))
        return builder.add(*(_part(builder, products, range(odd, wide.count, 2)) for odd in (0, 1)))
    # Every x86-64 has this instruction. LLVM joins two into a longer one and fuses the addition if the processor can.
    four, eight = ir.VectorType(_I32, 4), ir.VectorType(ir.IntType(16), 8)
    kind = ir.FunctionType(four, [eight, eight])
    multiply = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
        builder.module, kind, "llvm.x86.sse2.pmadd.wd"
    )
    low, high = (
        builder.call(multiply, [_part(builder, factor, range(start, start + 8)) for factor in (left, right)])
        for start in (0, 8)
    )
    return builder.shuffle_vector(low, high, ir.Constant(_VECTOR, [*range(8)]))


def _part(builder: Any, vector: Any, lanes: range) -> Any:
    mask = ir.Constant(ir.VectorType(_I32, len(lanes)), [*lanes])
    return builder.shuffle_vector(vector, ir.Constant(vector.type, ir.Undefined), mask)


def _numba_type(parameter: Parameter) -> Any:
    element = numba.from_dtype(parameter.dtype)
    return numba.types.Array(element, parameter.dimensions, "C") if parameter.dimensions else element


def _check_interface(function: Any, parameters: Sequence[Parameter]) -> None:
    """Compare numba's way of passing arguments with ours. Raises RuntimeError if they differ."""
    expected = ["ptr", "ptr"]
    expected += [_LLVM_TYPES[c_type.__name__] for parameter in parameters for c_type in parameter.c_types]
    actual = [str(argument.type) for argument in function.arguments]
    if actual != expected:
        raise RuntimeError(f"this numba passes arguments as {actual}, not as {expected}")
