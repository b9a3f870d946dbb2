"""An installation, on this computer -> what of it works and what does not, in words.

examine() tries each part for what the program needs of it, in a process of its own. window_library_gap() names the
packages that a window lacks on a bare Linux, before Qt ends the process over them.
"""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.diagnosis.examination import examine
    from cbir.diagnosis.system_libraries import window_library_gap

__getattr__ = lazy_door(
    __name__,
    {
        "examination": ("examine",),
        "system_libraries": ("window_library_gap",),
    },
)
