"""A module of the program -> the test files that are most likely to notice a fault in it, nearest first.

A test file is near if its name has the words of the module's name or of a module that imports it, if it imports either,
directly or by a package's door, and if it lies in the folder that mirrors the module's.
"""

import ast
from functools import cache
from pathlib import Path

from tests.planting.faults import ROOT

FILES = 10  # of tests for a module; a fault that none of these notices is a survivor
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
