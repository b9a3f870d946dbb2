"""An installation on this computer -> findings: each part that works or does not, with a sentence.

examine() tries each part in a worker process, as the program uses it. window_library_gap() names the packages that a
window lacks on a bare Linux, before Qt aborts the process for lack of them.
"""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.service.self_test.examination import examine
    from cbir.service.self_test.system_libraries import window_library_gap

__getattr__ = lazy_door(
    __name__,
    {
        "examination": ("examine",),
        "system_libraries": ("window_library_gap",),
    },
)
