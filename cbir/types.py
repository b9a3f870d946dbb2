"""Types for Python users: the names of `cbir.base.types`. Kept here for one release."""

from cbir.base.types import *  # noqa: F403
