"""Hits in the formats of other programs: files to drag and to paste."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QUrl

from cbir.base.types import Hit

PHOTOS = "application/x-cbir-photos"
"""Ids of photos, for a drag from the results into the query of the same window."""


def name_within(hit: Hit) -> str:
    """The name of a photo in a library on another computer, relative to its indexed folder."""
    return "/".join(hit.path.parts[2:]) or hit.path.name  # after the root, and the name of the service


def files_mime(hits: Sequence[Hit]) -> QMimeData:
    """Return hits for other programs: files, and their paths as text."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(hit.path)) for hit in hits if not hit.offline])
    data.setText("\n".join(str(hit.path) for hit in hits))
    data.setData(PHOTOS, ",".join(str(hit.photo) for hit in hits).encode())
    return data
