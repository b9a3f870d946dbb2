"""A package's door that loads a module when one of its names is first used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_door(package: str, modules: Mapping[str, tuple[str, ...]]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package (PEP 562), so that importing the package imports none of its modules.

    modules : each module's path below the package, and the names that the package exports from it
    """
    homes = {name: f"{package}.{module}" for module, names in modules.items() for name in names}

    def load(name: str) -> Any:
        if name == "__all__":  # used by `import *`
            return list(homes)
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return load
