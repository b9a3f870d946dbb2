"""Wordings for the causes, reasons and photos of duplicates."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cbir.base.types import Cause, Copy, HandOver, LibraryPhoto
from cbir_app.base.language import QT_TR_NOOP, tr, with_reason
from cbir_app.base.wording import OFFLINE, file_size, megapixels, received_values

CAUSES: dict[Cause, str] = {
    "identical": QT_TR_NOOP("Identical files"),
    "same pixels": QT_TR_NOOP("Same picture, other metadata or format"),
    "re-encoded": QT_TR_NOOP("Compressed again or resized"),
    "cropped": QT_TR_NOOP("Cropped"),
    "turned": QT_TR_NOOP("Turned"),
    "edited": QT_TR_NOOP("Edited"),
    "burst": QT_TR_NOOP("Two shots of one scene"),
    "same layout": QT_TR_NOOP("Two documents of one layout"),
    "part": QT_TR_NOOP("They share a part"),
}
_DETAILS = {
    "light": QT_TR_NOOP("light"),
    "colour": QT_TR_NOOP("colour"),
    "a part of it": QT_TR_NOOP("a part of it"),
    "sharpness": QT_TR_NOOP("sharpness"),
    "border": QT_TR_NOOP("border"),
    "mirrored": QT_TR_NOOP("mirrored"),
    "pages": QT_TR_NOOP("pages"),
    "layers": QT_TR_NOOP("layers"),
    "frames": QT_TR_NOOP("frames"),
    "video": QT_TR_NOOP("video"),
    "sound": QT_TR_NOOP("sound"),
    "transparency": QT_TR_NOOP("transparency"),
    "depth map": QT_TR_NOOP("depth map"),
    "gain map": QT_TR_NOOP("HDR gain map"),
    "mattes": QT_TR_NOOP("portrait masks"),
    "deep color": QT_TR_NOOP("finer color steps"),
    "raw data": QT_TR_NOOP("raw data"),
    "original picture": QT_TR_NOOP("original picture inside"),
    "thermal data": QT_TR_NOOP("thermal data"),
    "more pictures": QT_TR_NOOP("more pictures inside"),
    "appended data": QT_TR_NOOP("appended data"),
}
_REASONS = {
    "not cropped": QT_TR_NOOP("not cropped"),
    "original": QT_TR_NOOP("the original"),
    "older": QT_TR_NOOP("the older file"),
    "more pixels": QT_TR_NOOP("more pixels"),
    "not compressed": QT_TR_NOOP("not compressed"),
    "takes less space": QT_TR_NOOP("takes less space"),
    "compressed less": QT_TR_NOOP("compressed less"),
    "has the camera's data": QT_TR_NOOP("has the camera's data"),
    "has its raw file": QT_TR_NOOP("has its raw file"),
    "has stars or keywords": QT_TR_NOOP("has stars or keywords"),
    "says more": QT_TR_NOOP("has more metadata"),
    "date corrected": QT_TR_NOOP("its date was corrected"),
    "picked": QT_TR_NOOP("picked"),
    "not rejected": QT_TR_NOOP("not rejected, as the other is"),
    "differs in a part": QT_TR_NOOP("differs in a part"),
}


def cause(copy: Copy) -> str:
    """The reason why two photos belong together, and their differences."""
    parts = [part for part in copy.detail.split(", ") if part]
    details = ", ".join(
        tr(_DETAILS[part]) if part in _DETAILS else part.removeprefix("by ") for part in parts
    )
    return with_reason(tr(CAUSES[copy.cause]), details) if details else tr(CAUSES[copy.cause])


def why(copy: Copy) -> str:
    """Reasons to keep the other photo; empty if neither is better."""
    return ", ".join(map(_reason, copy.why))


def against(copy: Copy) -> str:
    """Advantages of this copy over the photo that represents its group."""
    return ", ".join(map(_reason, copy.against))


def _reason(reason: str) -> str:
    if reason in _REASONS:
        return tr(_REASONS[reason])
    kind = reason.removeprefix("has ")
    return tr("has more: {content}", content=tr(_DETAILS[kind])) if kind in _DETAILS else reason


def receiving(hand_overs: Iterable[HandOver], gone: Path | None = None) -> list[str]:
    """Sentences about the values that photos receive from deleted ones. gone : from this photo alone"""
    return [
        tr("{file} receives: {values}.", file=hand_over.path.name, values=received_values(hand_over.received))
        for hand_over in hand_overs
        if gone is None or hand_over.received.source == gone
    ]


def facts(photo: LibraryPhoto, beside: Path) -> str:
    """A photo in a line: name, size, bytes and date; its folder if the other photo is in another one."""
    name = photo.path.name if photo.path.parent == beside.parent else str(photo.path)
    parts = [name, megapixels(photo.size), file_size(photo.bytes, digits=2)]
    if photo.taken_at:
        parts.append(photo.taken_at[:16].replace("T", " "))
    if photo.other_names:
        parts.append(tr("%Ln name(s) of this file", "", 1 + len(photo.other_names)))
    if photo.offline:
        parts.append(tr(OFFLINE))
    return " · ".join(parts)
