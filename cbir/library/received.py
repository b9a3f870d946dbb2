"""What photos received from copies in the trash -> their XMP sidecars, on request, and out of them again.

The catalog has it first, and all of it. A sidecar is kept as it was, byte for byte, until the copy comes back.
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
    """Write what photos received of some files into their sidecars. Returns what could not be written."""
    problems = []
    for row in staying:
        photo = PhotoId(row.photo)
        metadata = catalog.metadata.of(photo)
        for gift in metadata.received if metadata is not None else ():
            if gift.source not in sources or metadata is None:
                continue
            values = _values(gift, metadata)
            if not values:
                continue
            try:
                edit = edit_sidecar(row.file, values, shared=shares_its_name(row.file))
                # noted first: a sidecar that was written and not noted could not be what it was again
                with catalog.transaction():
                    written = WrittenSidecar(path=edit.path, before=edit.before, digest=digest_of(edit.after))
                    catalog.handed_over.note_sidecar(photo, gift.source, written)
                edit.write()
            except XmpUnclear as error:
                problems.append(Skipped(path=row.file, reason=f"Its sidecar was left as it is: {error}."))
            except OSError as error:
                reason = f"Its sidecar cannot be written: {error.strerror or error}."
                problems.append(Skipped(path=row.file, reason=reason))
    return problems


def return_sidecars(layout: Layout, sources: Sequence[Path]) -> tuple[list[Path], list[Skipped]]:
    """Make the sidecars that received values of some files what they were before.

    Returns those that are, and those that were changed since, and stay.
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


def _values(gift: Received, metadata: Metadata) -> Mapping[Property, tuple[str, ...]]:
    """What a sidecar says of a gift, as it counts in the catalog."""
    values: dict[Property, tuple[str, ...]] = {}
    if gift.title:
        values["dc:title"] = (metadata.title or gift.title,)
    if gift.caption:
        values["dc:description"] = (metadata.caption or gift.caption,)
    if gift.keywords:
        values["dc:subject"] = metadata.keywords
    if gift.rating is not None and metadata.rating is not None:
        values["xmp:Rating"] = (str(metadata.rating),)
    if gift.taken_at and metadata.taken_at == gift.taken_at:
        values["exif:DateTimeOriginal"] = (gift.taken_at,)
    if gift.latitude is not None and gift.longitude is not None:
        values["exif:GPSLatitude"] = (_degrees(gift.latitude, "NS"),)
        values["exif:GPSLongitude"] = (_degrees(gift.longitude, "EW"),)
    if gift.places:
        values["Iptc4xmpCore:Location"] = (", ".join(gift.places),)
    return values


def _degrees(value: float, signs: str) -> str:
    """`38,42.5N`. XMP part 2, 2.6: GPSCoordinate"""
    whole, part = divmod(abs(value) * 60, 60)
    return f"{whole:.0f},{part:.8f}{signs[value < 0]}"
