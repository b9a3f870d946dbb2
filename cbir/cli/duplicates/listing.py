"""Groups of duplicates -> lines for a person and a program, and one JSON object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from cbir.base.types import (
    CAUSES,
    Copy,
    DuplicateGroup,
    DuplicateReport,
    LibraryPhoto,
    Received,
    Region,
    TrashPlan,
)
from cbir.cli.console import result, say
from cbir.cli.received import received_in_words

_MANY_FREED = 1e6


def print_groups(report: DuplicateReport) -> None:
    """Print a line for the photo to keep, and under it a line for each copy: cause, path, size, detail and reasons.

    If no copy is suggested for the trash, the first line does not recommend a photo to keep.
    """
    for group in report.groups:
        suggested = any(copy.is_suggested for copy in group.copies)
        first = "keep" if suggested else "photo"
        result("\t".join([first, str(group.kept.path), _size(group.kept), *_other_names(group.kept)]))
        for copy in group.copies:
            result("\t".join([copy.cause, str(copy.photo.path), _size(copy.photo), *_details(copy)]))
    causes = Counter(copy.cause for group in report.groups for copy in group.copies)
    counted = ", ".join(f"{causes[cause]} {cause}" for cause in CAUSES if causes[cause])
    groups = f"{len(report.groups)} group{'s' if len(report.groups) > 1 else ''}"
    taken = f"The copies take {size_in_words(report.bytes_to_free)}."
    say(f"{groups}: {counted}. {taken}" if report.groups else "No duplicates found.")
    for skipped in report.skipped:
        say(f"skipped {skipped.path}: {skipped.reason}")


def print_plan(plan: TrashPlan) -> None:
    """Print the contents of a trash plan."""
    for photo in plan.photos:
        result("\t".join(["trash", str(photo.path), _size(photo)]))
    for handover in plan.receives:
        words = received_in_words(handover.received)
        result("\t".join(["receives", str(handover.path), f"from {handover.received.source}", *words]))
    for file in plan.beside:
        say(f"stays {file.path}: {file.reason}")
    for file in plan.last:
        say(f"last copy {file.path}: {file.reason}")
    for file in plan.stays:
        say(f"stays {file.path}: {file.reason}")


def plan_json(plan: TrashPlan) -> dict[str, object]:
    """Return the JSON object of `cbir duplicates --trash --dry-run`."""
    return {
        "trash": [_photo_json(photo) for photo in plan.photos],
        "bytes": plan.bytes,
        "receives": [
            {
                "path": str(handover.path),
                "from": str(handover.received.source),
                **_received_json(handover.received),
            }
            for handover in plan.receives
        ],
        **{
            name: [{"path": str(file.path), "reason": file.reason} for file in files]
            for name, files in (("last", plan.last), ("stays", plan.stays), ("beside", plan.beside))
        },
    }


def _received_json(received: Received) -> dict[str, object]:
    entry = {name: value for name, value in asdict(received).items() if value not in (None, (), 0)}
    del entry["source"]
    return entry


def groups_json(report: DuplicateReport) -> dict[str, object]:
    """Return the JSON object of `cbir duplicates`."""
    return {
        "photos": report.photos,
        "compared": report.compared,
        "known": report.compared_before,
        "bytes_to_free": report.bytes_to_free,
        "groups": [_group_json(group) for group in report.groups],
        "skipped": [{"path": str(photo.path), "reason": photo.reason} for photo in report.skipped],
    }


def size_in_words(count: int) -> str:
    return f"{count / 1e6:,.1f} MB" if count >= _MANY_FREED else f"{count / 1e3:,.0f} KB"


def copies_of(groups: Sequence[DuplicateGroup]) -> Iterator[tuple[DuplicateGroup, Copy]]:
    return ((group, copy) for group in groups for copy in group.copies)


def _group_json(group: DuplicateGroup) -> dict[str, object]:
    return {
        "keep": _photo_json(group.kept),
        "copies": [
            {
                **_photo_json(copy.photo),
                "cause": copy.cause,
                "detail": copy.detail,
                "box": copy.box,
                "box_in": None if copy.box is None else "keep" if copy.inside else "copy",
                "outline": copy.outline,
                "why": list(copy.why),
                "against": list(copy.against),
                "suggested": copy.is_suggested,
                "verdict": copy.verdict,
            }
            for copy in group.copies
        ],
    }


def _photo_json(photo: LibraryPhoto) -> dict[str, object]:
    return {
        "path": str(photo.path),
        "fingerprint": photo.fingerprint,
        "width": photo.size[0],
        "height": photo.size[1],
        "bytes": photo.bytes,
        "format": photo.format,
        "taken_at": photo.taken_at,
        "offline": photo.offline,
        "other_names": [str(name) for name in photo.other_names],
        "bytes_to_free": photo.bytes_to_free,
    }


def _size(photo: LibraryPhoto) -> str:
    return f"{photo.size[0]} x {photo.size[1]}\t{size_in_words(photo.bytes)}"


def _other_names(photo: LibraryPhoto) -> Iterator[str]:
    return (f"also {name}" for name in photo.other_names)


def _details(copy: Copy) -> Iterator[str]:
    yield from _other_names(copy.photo)
    if copy.detail:
        yield copy.detail
    if copy.box is not None:
        yield f"{_box(copy.box)} of the {'other' if copy.inside else 'copy'}"
    if copy.why:
        yield f"the other {', '.join(copy.why)}"
    if copy.against:
        yield f"no suggestion: this one {', '.join(copy.against)}"
    if copy.verdict:
        yield f"you said: {copy.verdict}"


def _box(box: Region) -> str:
    x, y, width, height = (round(value) for value in box)
    return f"{width} x {height} at {x}, {y}"
