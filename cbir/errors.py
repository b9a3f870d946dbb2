"""Errors for Python users: the names of `cbir.base.errors`. Kept here for one release."""

from cbir.base.errors import *  # noqa: F403
