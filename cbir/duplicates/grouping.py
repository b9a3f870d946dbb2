"""Pairs with their causes -> groups around one photo each, which is the one worth keeping.

A group is a star, not a chain: each photo in it was compared with the one that stands for it. Two crops of one photo
that share nothing are in its group, and two photos that merely look like a third are no pair.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cbir.base.types import COPIES, Cause, Copy, DuplicateGroup, LibraryPhoto, PhotoId, Verdict
from cbir.duplicates.judgement import Finding

Pair = tuple[PhotoId, PhotoId]
LOSSLESS = {"PNG", "TIFF", "BMP", "camera raw", "PPM"}
MADE_OF: tuple[Cause, ...] = ("edited", "turned")
_OLDER_FIRST: tuple[Cause, ...] = (
    "identical",
    "same pixels",
    *MADE_OF,
)  # bytes say nothing of which is better
_STRENGTH: dict[Cause, int] = {cause: at for at, cause in enumerate((*COPIES, "burst", "part"))}


def group(
    photos: Mapping[PhotoId, LibraryPhoto],
    findings: Mapping[Pair, Finding],
    *,
    keep: Sequence[Path] = (),
    verdicts: Mapping[Pair, Verdict] | None = None,
) -> tuple[DuplicateGroup, ...]:
    """Groups, those that free most first.

    findings : by the ids of the first and the second photo. keep : folders whose photos are kept, the first before all
    verdicts : of pairs, the photo that is kept first
    """
    near: dict[PhotoId, dict[PhotoId, Finding]] = defaultdict(dict)
    for (first, second), finding in findings.items():
        sizes = photos[first].size, photos[second].size
        near[second][first] = finding
        near[first][second] = finding.turned_round(*sizes)
    groups = []
    kinds: tuple[set[Cause], ...] = (set(COPIES), {"burst"}, {"part"})
    for causes in kinds:
        left = {
            photo
            for photo, others in near.items()
            if any(finding.cause in causes for finding in others.values())
        }
        order = sorted(left, key=lambda photo: _worth(photos[photo], near[photo], keep, photos), reverse=True)
        for kept in order:
            if kept not in left:
                continue
            members = [
                other for other, finding in near[kept].items() if other in left and finding.cause in causes
            ]
            if not members:  # all of its own went to other groups: it joins the one that it is nearest to
                continue
            left -= {kept, *members}
            groups.append(_group(kept, members, photos, near, verdicts or {}))
        groups += _left_over(left, causes, photos, near, verdicts or {})
    return tuple(sorted(groups, key=lambda one: (-one.bytes_to_free, str(one.kept.path))))


def _left_over(
    left: set[PhotoId],
    causes: set[Cause],
    photos: Mapping[PhotoId, LibraryPhoto],
    near: Mapping[PhotoId, Mapping[PhotoId, Finding]],
    verdicts: Mapping[Pair, Verdict],
) -> list[DuplicateGroup]:
    """Photos whose only likes are in groups of others: each is shown beside the best of its own."""
    beside: dict[PhotoId, list[PhotoId]] = defaultdict(list)
    for photo in sorted(left):
        likes = [other for other, finding in near[photo].items() if finding.cause in causes]
        beside[min(likes, key=lambda other: _STRENGTH[near[photo][other].cause])].append(photo)
    return [_group(kept, members, photos, near, verdicts) for kept, members in beside.items()]


def _group(
    kept: PhotoId,
    members: Sequence[PhotoId],
    photos: Mapping[PhotoId, LibraryPhoto],
    near: Mapping[PhotoId, Mapping[PhotoId, Finding]],
    verdicts: Mapping[Pair, Verdict],
) -> DuplicateGroup:
    copies = []
    for member in members:
        finding = near[kept][member]
        copies.append(
            Copy(
                photo=photos[member],
                cause=finding.cause,
                detail=finding.detail,
                box=finding.box,
                inside=finding.first_inside,
                outline=finding.outline,
                why=reasons(photos[kept], photos[member], finding),
                verdict=verdicts.get((kept, member)) or verdicts.get((member, kept)),
            )
        )
    copies.sort(key=lambda copy: (_STRENGTH[copy.cause], str(copy.photo.path)))
    return DuplicateGroup(kept=photos[kept], copies=tuple(copies))


def reasons(kept: LibraryPhoto, other: LibraryPhoto, finding: Finding) -> tuple[str, ...]:
    """Why one photo rather than another. finding : of the other (first) and the kept one (second)"""
    pixels, others = kept.size[0] * kept.size[1], other.size[0] * other.size[1]
    said: tuple[tuple[str, bool], ...] = (
        ("not cropped", finding.cause == "cropped" and finding.first_inside),
        ("original", finding.cause == "edited" and kept.has_camera and not other.has_camera),
        ("older", finding.cause in _OLDER_FIRST and kept.modified_ns < other.modified_ns),
        ("more pixels", pixels > others * 1.02),
        ("not compressed", kept.format in LOSSLESS and other.format not in LOSSLESS),
        ("takes less space", finding.cause == "same pixels" and kept.bytes < 0.9 * other.bytes),
        (
            "compressed less",
            kept.format == other.format and kept.bytes > other.bytes * 1.1 and pixels >= others,
        ),
        ("has the camera's data", kept.has_camera and not other.has_camera),
        ("has its raw file", kept.companion and not other.companion),
        (
            "has stars or keywords",
            bool(kept.rating or kept.keywords) and not (other.rating or other.keywords),
        ),
    )
    return tuple(words for words, so in said if so)


def _worth(
    photo: LibraryPhoto,
    near: Mapping[PhotoId, Finding],
    keep: Sequence[Path],
    photos: Mapping[PhotoId, LibraryPhoto],
) -> tuple[float | bool | str, ...]:
    """What makes a photo worth keeping, the strongest first."""
    folder = next((len(keep) - at for at, folder in enumerate(keep) if photo.is_below(folder)), 0)
    held = sum(not f.first_inside for f in near.values() if f.cause == "cropped")
    holding = sum(f.first_inside for f in near.values() if f.cause == "cropped")
    return (
        folder,
        not photo.offline,
        holding - held,
        -_edits(near),
        photo.companion,
        photo.has_camera,
        -_made_of(photo, near, photos),
        photo.size[0] * photo.size[1],
        not _is_unpacked(photo, near, photos),
        photo.format in LOSSLESS,
        photo.bytes,
        len(near),
        photo.rating or 0,
        -len(photo.path.name),  # "IMG_1 (1).jpg" was copied from IMG_1.jpg
        -len(photo.path.parts),
    )


def _is_unpacked(
    photo: LibraryPhoto, near: Mapping[PhotoId, Finding], photos: Mapping[PhotoId, LibraryPhoto]
) -> bool:
    """Whether a photo has the very pixels of a compressed one: it was made from that, and only takes more space."""
    return photo.format in LOSSLESS and any(
        finding.cause == "same pixels" and photos[other].format not in LOSSLESS
        for other, finding in near.items()
    )


def _edits(near: Mapping[PhotoId, Finding]) -> int:
    """How much differs between a photo and its edited copies: an original differs from each by one edit alone."""
    edits = 0
    for finding in near.values():
        if finding.cause in MADE_OF:
            edits += len(finding.detail.split(","))
            # What has a border, or corners filled after a turn, holds the other.
            edits += 2 * (finding.box is not None and finding.first_inside)
    return edits


def _made_of(
    photo: LibraryPhoto, near: Mapping[PhotoId, Finding], photos: Mapping[PhotoId, LibraryPhoto]
) -> int:
    """How many older files this photo may be made of. It may be the larger file, and is no better for that."""
    return sum(
        finding.cause in _OLDER_FIRST and photos[other].modified_ns < photo.modified_ns
        for other, finding in near.items()
    )


def of_causes(groups: Sequence[DuplicateGroup], causes: Collection[Cause]) -> tuple[DuplicateGroup, ...]:
    """Groups with the copies of some causes alone."""
    return _with_copies(groups, lambda copy: copy.cause in causes)


def without_settled(groups: Sequence[DuplicateGroup]) -> tuple[DuplicateGroup, ...]:
    """Groups without what a person said to leave as it is."""
    return _with_copies(groups, lambda copy: copy.verdict in (None, "trash"))


def _with_copies(
    groups: Sequence[DuplicateGroup], wanted: Callable[[Copy], bool]
) -> tuple[DuplicateGroup, ...]:
    kept = (replace(one, copies=tuple(filter(wanted, one.copies))) for one in groups)
    return tuple(one for one in kept if one.copies)
