"""The system's trash -> photos again: back in their places, in the library, and with the marks that they had.

Only where the trash can be read. A freedesktop trash (Linux, the BSDs) has a .trashinfo for each file, saying where it
was; macOS keeps a file under its name. No file is overwritten: where there is one, the photo stays in the trash.
FreeDesktop.org, "The FreeDesktop.org Trash specification", version 1.0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cbir.base.errors import CbirError
from cbir.base.types import IndexProgress, PhotoId, RestoreReport, Skipped, Trashed
from cbir.library.trash import bring_back

if TYPE_CHECKING:
    from cbir.library.library import Library


def restore_photos(
    library: Library,
    trashed: Sequence[Trashed],
    *,
    progress: Callable[[IndexProgress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> RestoreReport:
    """Bring photos back from the trash, index them again, and give them their marks back.

    Raises LibraryLocked where another process is writing; the files are in their places then.
    """
    back, problems = [], []
    for one in trashed:
        if (reason := bring_back(one.kept, one.path)) is not None:
            problems.append(Skipped(path=one.path, reason=reason))
            continue
        back.append(one)
        for sidecar, kept in one.sidecars:
            if (reason := bring_back(kept, sidecar)) is not None:
                problems.append(Skipped(path=sidecar, reason=reason))
    if not back:
        return RestoreReport(photos=(), problems=tuple(problems))
    folders = list(dict.fromkeys(one.path.parent for one in back))
    report = library.index(folders, named=False, progress=progress, cancelled=cancelled)
    problems += [one for one in report.skipped if one.path in {each.path for each in back}]
    failed = {one.path for one in problems}
    photos: list[PhotoId] = []
    for one in back:
        if one.path not in failed and not report.cancelled:
            try:
                photo = library.find_photos([one.path])
            except CbirError as error:  # such as one whose name is left out by now
                problems.append(Skipped(path=one.path, reason=str(error)))
                continue
            library.marks.set_rating(photo, one.marks.rating)
            library.marks.set_keywords(photo, add=one.marks.added, remove=one.marks.removed)
            photos += photo
    return RestoreReport(photos=tuple(photos), problems=tuple(problems))
