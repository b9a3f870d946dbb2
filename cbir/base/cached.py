"""A property that is computed once per object."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

_Value = TypeVar("_Value")
_MISSING: Any = object()


class cached_property(Generic[_Value]):  # noqa: N801  (used as a decorator, as functools.cached_property)
    """Compute a property once per object, in one thread; the value is stored in the object's `__dict__`.

    Before Python 3.12 functools.cached_property has one lock for all objects of a class: a search by words would wait
    while another search decodes its picture. This one has a lock per object, and takes none once the value is stored.
    """

    def __init__(self, compute: Callable[[Any], _Value]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name, self._lock = name, f"{name} lock"

    @overload
    def __get__(self, instance: None, owner: type) -> cached_property[_Value]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> _Value: ...

    def __get__(self, instance: object | None, owner: type) -> cached_property[_Value] | _Value:
        if instance is None:
            return self
        values = instance.__dict__
        try:
            with values.setdefault(self._lock, threading.RLock()):
                value = values.get(self._name, _MISSING)
                if value is _MISSING:
                    value = values[self._name] = self._compute(instance)
        finally:
            values.pop(self._lock, None)  # so that the object can be pickled
        result: _Value = value
        return result
