"""A place in the program -> the test files that are most likely to notice a fault there, nearest first.

A test file is near if its name has the words of the module's name or of a module that imports it, if it imports either,
directly or by a package's door, and if it lies in the folder that mirrors the module's. After the files nearest to the
module come others with the rarest words of the function around the place.
"""

import ast
import math
import re
from collections import Counter
from functools import cache
from pathlib import Path

from tests.planting.faults import ROOT

FILES, RELATED = 10, 8  # of tests for a module, and for a function; a fault that none notices is a survivor
FIRST = 4  # of either, before the others
_SAME_NAME, _NAME_OF_USER, _IMPORTS, _USES, _SAME_FOLDER, _SAME_ROOM = 10, 4, 5, 2, 2, 1


def modules():
    """Paths of all modules of the program, in the order of their names."""
    found = [*(ROOT / "cbir").rglob("*.py"), *(ROOT / "app" / "cbir_app").rglob("*.py")]
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in found))


@cache
def nearest(module):
    """Test files for a module."""
    name = _dotted(module)
    path = Path(module.replace("app/cbir_app/", "app/"))
    users = [module, *(other for other in modules() if name in _imported(other))]

    def nearness(test):
        folder = Path(test).parent.relative_to("tests")
        imported = _imported(test)
        return (
            (folder.parts[0] == path.parts[0])
            * max(
                _SAME_NAME * _likeness(module, test),
                *(_NAME_OF_USER * _likeness(user, test) for user in users),
            )
            + _IMPORTS * (name in imported)
            + _USES * any(_dotted(user) in imported for user in users[1:])
            + _SAME_FOLDER * (folder == path.parent)
            + _SAME_ROOM * (folder.parts[:2] == path.parent.parts[:2])
            - len(imported) / 1000  # of two that are as near, the one that imports less
        )

    return tuple(sorted(_test_files(), key=nearness, reverse=True)[:FILES])


def _likeness(module, test):
    """The share of the words of both names that are the same."""
    own, other = _words(module), _words(test)
    return len(own & other) / len(own | other)


def _words(path):
    path = Path(path)
    name = path.parent.name if path.name == "__init__.py" else path.stem
    return {word.removesuffix("s") for word in name.removeprefix("test_").split("_")}


@cache
def _test_files():
    folders = (ROOT / "tests" / "cbir", ROOT / "tests" / "app")
    return tuple(
        path.relative_to(ROOT).as_posix() for folder in folders for path in folder.rglob("test_*.py")
    )


def _dotted(module):
    path = Path(module.removeprefix("app/")).with_suffix("")
    return ".".join(path.parent.parts if path.name == "__init__" else path.parts)


@cache
def _path(name):
    """The file of a dotted name, None if it is not a module of the program."""
    base = ROOT / ("app" if name.startswith("cbir_app") else "") / name.replace(".", "/")
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.is_file():
            return path.relative_to(ROOT).as_posix()
    return None


@cache
def _imported(path):
    """Dotted names of the program's modules that a file imports; names taken through a door count for their module."""
    if path is None:
        return frozenset()
    found = set()
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names if _path(alias.name))
        elif isinstance(node, ast.ImportFrom) and node.module and _path(node.module):
            found.add(node.module)
            for alias in node.names:
                found.add(_behind_door(node.module, alias.name))
    return frozenset(found)


@cache
def _behind_door(package, name):
    """The module that a package's door takes a name from, else the package."""
    if _path(f"{package}.{name}"):
        return f"{package}.{name}"
    door = _path(package)
    if door and door.endswith("__init__.py"):
        for node in ast.parse((ROOT / door).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom) and node.module and name in {a.name for a in node.names}:
                return node.module
    return package


def nearest_to(module, line):
    """Test files for a line of a module."""
    near = nearest(module)
    words = _vocabulary(_function_around(module, line))

    def likeness(test):
        own = _tokens(test)
        return sum(_rarity(word) for word in words & own) / math.sqrt(len(own))

    tree = near[0].split("/")[1]
    others = [test for test in _test_files() if test not in near and test.split("/")[1] == tree]
    others.sort(key=likeness, reverse=True)
    return (*near[:FIRST], *others[:FIRST], *near[FIRST:], *others[FIRST:RELATED])


def _function_around(module, line):
    """The source of the innermost function around a line, or of the statement on import."""
    source = (ROOT / module).read_text(encoding="utf-8")
    around = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.stmt)
        and node.lineno <= line <= (node.end_lineno or 0)
        and not isinstance(node, ast.ClassDef)
    ]
    functions = [node for node in around if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return ast.get_source_segment(source, (functions or around)[-1]) or ""


def _vocabulary(text):
    return {word.removesuffix("s") for word in re.findall(r"[a-z]{3,}", text.lower())}


@cache
def _tokens(test):
    return _vocabulary((ROOT / test).read_text(encoding="utf-8"))


@cache
def _rarity(word):
    files = _counts()[word]
    return math.log(len(_test_files()) / files) if files else 0.0


@cache
def _counts():
    return Counter(word for test in _test_files() for word in _tokens(test))
