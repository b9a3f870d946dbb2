"""Restores photos from the system's trash to their folders and to the library, with their marks.

The program must be able to read the trash. A freedesktop trash (Linux, the BSDs) records the former place of each file
in a .trashinfo; macOS keeps a file under its name. A photo stays in the trash if another file has taken its place.
FreeDesktop.org, "The FreeDesktop.org Trash specification", version 1.0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cbir.base.errors import CbirError
from cbir.base.types import IndexProgress, IndexRequest, PhotoId, RestoreReport, Skipped, Trashed
from cbir.library.trash import put_back

if TYPE_CHECKING:
    from cbir.library.library import Library


def restore_photos(
    library: Library,
    trashed: Sequence[Trashed],
    *,
    progress: Callable[[IndexProgress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> RestoreReport:
    """Move photos back from the trash, index them again, and restore their marks.

    Remaining copies lose the metadata that these photos handed over to them: the index run takes it back, and their
    sidecars get their earlier bytes.
    Raises LibraryLocked if another process is writing. The files are back in their folders by then.
    """
    back, problems = [], []
    for source in trashed:
        if (reason := put_back(source.kept, source.path)) is not None:
            problems.append(Skipped(path=source.path, reason=reason))
            continue
        back.append(source)
        for sidecar, backup in source.sidecars:
            if (reason := put_back(backup, sidecar)) is not None:
                problems.append(Skipped(path=sidecar, reason=reason))
    if not back:
        return RestoreReport(photos=(), problems=tuple(problems))
    sidecars, changed = library.duplicates.return_sidecars([source.path for source in back])
    problems += changed
    folders = list(
        dict.fromkeys([*(source.path.parent for source in back), *(path.parent for path in sidecars)])
    )
    report = library.index(
        IndexRequest(folders=tuple(folders), named=False), progress=progress, cancelled=cancelled
    )
    problems += [skipped for skipped in report.skipped if skipped.path in {source.path for source in back}]
    failed = {problem.path for problem in problems}
    photos: list[PhotoId] = []
    for source in back:
        if source.path not in failed and not report.cancelled:
            try:
                photo = library.find_photos([source.path])
            except CbirError as error:  # for example, its name is excluded by now
                problems.append(Skipped(path=source.path, reason=error.message))
                continue
            library.marks.set_rating(photo, source.marks.rating)
            library.marks.set_pick(photo, source.marks.pick)
            library.marks.set_label(photo, source.marks.label)
            library.marks.set_keywords(photo, add=source.marks.added, remove=source.marks.removed)
            photos += photo
    return RestoreReport(photos=tuple(photos), problems=tuple(problems))
