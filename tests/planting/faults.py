"""A seed -> faults in the program, as a slip of the hand would write them."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_SUMS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One change of one module.

    old, new : source, of which `old` stands at `start`. tests : files or folders
    number : of the line where it begins. becomes : the text of that line with the fault
    line : its text without, by which it is known when lines above come and go
    """

    what: str
    module: str
    old: str
    new: str
    tests: tuple[str, ...] = ()
    start: int = -1
    number: int = 0
    line: str = ""
    becomes: str = ""

    def plant(self, source):
        start = source.index(self.old) if self.start < 0 else self.start
        if source[start : start + len(self.old)] != self.old:
            raise ValueError(f"{self.module} has changed: {self.what}")
        return source[:start] + self.new + source[start + len(self.old) :]


def draw(module, chance, count):
    """Some faults of a module, by a seed, each of another place."""
    source = (ROOT / module).read_text(encoding="utf-8")
    lines = source.splitlines()
    found = list(_faults(source))
    chance.shuffle(found)
    return [
        Fault(
            what=f"line {number}: {new}",
            module=module,
            old=old,
            new=new,
            start=start,
            number=number,
            line=lines[number - 1].strip(),
            becomes=(source[:start] + new + source[start + len(old) :]).splitlines()[number - 1].strip(),
        )
        for number, start, old, new in found[:count]
    ]


def _faults(source):
    """Each fault: the line, the start of the change, the old text and the new text."""
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line.encode()))
    encoded = source.encode()
    tree = ast.parse(source)
    mute = {id(part) for node in ast.walk(tree) for part in _mute(node)}
    for node in ast.walk(tree):
        changed = None if id(node) in mute else _changed(node)
        if changed is None or not isinstance(node, ast.expr | ast.stmt) or node.end_lineno is None:
            continue
        start = len(encoded[: lines[node.lineno - 1] + node.col_offset].decode())
        end = len(encoded[: lines[node.end_lineno - 1] + (node.end_col_offset or 0)].decode())
        yield node.lineno, start, source[start:end], changed


def _mute(node):
    """Code without effect on answers: annotations, options of dataclasses and compilers, and lines for the log."""
    match node:
        case ast.ClassDef():
            silent = [*node.decorator_list]
        case ast.FunctionDef():
            silent = [*node.decorator_list, node.returns]
        case ast.arg() | ast.AnnAssign():
            silent = [node.annotation]
        case ast.Expr(ast.Call(ast.Attribute(ast.Name("_log")))):
            silent = [node]
        case _:
            return
    for part in silent:
        if part is not None:
            yield from ast.walk(part)


def _changed(node):
    """A node as a slip of the hand would have written it; None where it is left alone."""
    match node:
        case ast.Compare(left, [op], [right]) if type(op) in _COMPARISONS:
            return f"({ast.unparse(ast.Compare(left, [_COMPARISONS[type(op)]()], [right]))})"
        case ast.BoolOp(op, values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            return f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.UnaryOp(ast.Not(), operand):
            return f"({ast.unparse(operand)})"
        case ast.BinOp(left, op, right) if type(op) in _SUMS and not isinstance(
            left, ast.Constant | ast.JoinedStr
        ):
            return f"({ast.unparse(ast.BinOp(left, _SUMS[type(op)](), right))})"
        case ast.Constant(bool() as value):
            return str(not value)
        case ast.Constant(int() as value):
            return str(value + 1)
        case ast.Expr(ast.Call()):
            return "pass"
        case ast.IfExp(test, body, orelse):
            return f"({ast.unparse(ast.IfExp(test, orelse, body))})"
        case ast.Return(value) if value is not None and not isinstance(value, ast.Constant):
            return "return None"
    return None
