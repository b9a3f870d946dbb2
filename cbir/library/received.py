"""Metadata that photos received from copies in the trash: written into XMP sidecars on request, and removed again.

The catalog stores all of them first. It keeps each sidecar's old bytes until the copy comes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from cbir.base.layout import Layout
from cbir.base.storage import replace_content
from cbir.base.types import Metadata, PhotoId, Received, Skipped
from cbir.catalog import Catalog, WrittenSidecar, digest_of
from cbir.duplicates import PhotoRow
from cbir.library.belongings import shares_its_name
from cbir.metadata import Property, XmpUnclear, edit_sidecar, read_sidecar
from cbir.state import unlocked_write


def write_received(catalog: Catalog, sources: Sequence[Path], staying: Iterable[PhotoRow]) -> list[Skipped]:
    """Write metadata that photos received from files into their sidecars. Returns the failures."""
    problems = []
    for row in staying:
        photo = PhotoId(row.photo)
        metadata = catalog.metadata.of(photo)
        for received in metadata.received if metadata is not None else ():
            if received.source not in sources or metadata is None:
                continue
            values = _values(received, metadata)
            if not values:
                continue
            try:
                edit = edit_sidecar(row.file, values, shared=shares_its_name(row.file))
                # stored first: a written sidecar without a record could not be restored
                with catalog.transaction():
                    written = WrittenSidecar(path=edit.path, before=edit.before, digest=digest_of(edit.after))
                    catalog.handed_over.note_sidecar(photo, received.source, written)
                edit.write()
            except XmpUnclear as error:
                problems.append(Skipped(path=row.file, reason=f"Its sidecar was left as it is: {error}."))
            except OSError as error:
                reason = f"Its sidecar cannot be written: {error.strerror or error}."
                problems.append(Skipped(path=row.file, reason=reason))
    return problems


def return_sidecars(layout: Layout, sources: Sequence[Path]) -> tuple[list[Path], list[Skipped]]:
    """Restore the sidecars that received values of files to their content before.

    Returns the restored ones, and those that were changed since and stay as they are.
    """
    with unlocked_write(layout) as catalog:
        written = catalog.handed_over.sidecars(sources)
    returned, problems = [], []
    for sidecar in written:
        now = read_sidecar(sidecar.path)
        if now == sidecar.before:
            continue
        if now is None or digest_of(now) != sidecar.digest:
            reason = "It was changed since, so it keeps what it received."
            problems.append(Skipped(path=sidecar.path, reason=reason))
            continue
        try:
            if sidecar.before is None:
                sidecar.path.unlink()
            else:
                replace_content(sidecar.path, sidecar.before)
        except OSError as error:
            reason = f"Its sidecar cannot be written: {error.strerror or error}."
            problems.append(Skipped(path=sidecar.path, reason=reason))
        else:
            returned.append(sidecar.path)
    return returned, problems


def _values(received: Received, metadata: Metadata) -> Mapping[Property, tuple[str, ...]]:
    """Sidecar values for received metadata, as they count in the catalog."""
    values: dict[Property, tuple[str, ...]] = {}
    if received.title:
        values["dc:title"] = (metadata.title or received.title,)
    if received.caption:
        values["dc:description"] = (metadata.caption or received.caption,)
    if received.keywords:
        values["dc:subject"] = metadata.keywords
    if received.rating is not None and metadata.rating is not None:
        values["xmp:Rating"] = (str(metadata.rating),)
    if received.taken_at and metadata.taken_at == received.taken_at:
        values["exif:DateTimeOriginal"] = (received.taken_at,)
    if received.latitude is not None and received.longitude is not None:
        values["exif:GPSLatitude"] = (_degrees(received.latitude, "NS"),)
        values["exif:GPSLongitude"] = (_degrees(received.longitude, "EW"),)
    if received.places:
        values["Iptc4xmpCore:Location"] = (", ".join(received.places),)
    return values


def _degrees(value: float, signs: str) -> str:
    """`38,42.5N`. XMP part 2, 2.6: GPSCoordinate"""
    whole, part = divmod(abs(value) * 60, 60)
    return f"{whole:.0f},{part:.8f}{signs[value < 0]}"
