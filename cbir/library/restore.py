"""The system's trash -> photos again: back in their places, in the library, and with the marks that they had.

Only where the trash can be read. A freedesktop trash (Linux, the BSDs) has a .trashinfo for each file, saying where it
was; macOS keeps a file under its name. No file is overwritten: where there is one, the photo stays in the trash.
FreeDesktop.org, "The FreeDesktop.org Trash specification", version 1.0.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cbir.base.errors import CbirError
from cbir.base.storage import flush_folder
from cbir.base.types import IndexProgress, PhotoId, RestoreReport, Skipped, Trashed

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
        if (reason := _bring_back(one.kept, one.path)) is not None:
            problems.append(Skipped(path=one.path, reason=reason))
            continue
        back.append(one)
        for sidecar, kept in one.sidecars:
            if (reason := _bring_back(kept, sidecar)) is not None:
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


def _bring_back(kept: Path, path: Path) -> str | None:
    """Move one file out of the trash; a sentence on why that did not work."""
    if os.path.lexists(path):
        return "There is another file in its place now, so it stays in the trash."
    if not kept.is_file():
        return "It is no longer in the trash."
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(kept, path)
        flush_folder(path.parent)
        (kept.parent.parent / "info" / f"{kept.name}.trashinfo").unlink(missing_ok=True)
    except OSError as error:
        return f"It cannot be moved back, and stays in the trash ({error.strerror or error})."
    return None
