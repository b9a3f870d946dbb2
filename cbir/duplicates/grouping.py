"""Pairs with their causes -> groups, each around the photo that is most worth keeping.

A group is a star, not a chain: each photo in it was compared with the kept one. Two crops of one photo that share
nothing are in its group, and two photos that merely look like a third are no pair.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cbir.base.types import (
    ASIDE,
    COPIES,
    Cause,
    Copy,
    DuplicateGroup,
    LibraryPhoto,
    PhotoId,
    Verdict,
    date_key,
)
from cbir.duplicates.judgement import Finding

Pair = tuple[PhotoId, PhotoId]
Worth = tuple[float | bool | str, ...]
_MORE_PIXELS = 1.02
LOSSLESS = {"PNG", "TIFF", "BMP", "camera raw", "PPM"}
MADE_OF: tuple[Cause, ...] = ("edited", "turned")
_EQUAL: tuple[Cause, ...] = ("identical", "same pixels")
_OLDER_FIRST = (*_EQUAL, *MADE_OF)  # the file size does not show which is better
_COPIES = frozenset(COPIES)
_KINDS: tuple[frozenset[Cause], ...] = (
    frozenset({"identical"}),  # they need no comparison, and one of them represents all in the other kinds
    _COPIES,
    frozenset({"burst"}),
    frozenset({"same layout"}),
    frozenset({"part"}),
)
_STRENGTH: dict[Cause, int] = {cause: at for at, cause in enumerate((*COPIES, "burst", *ASIDE))}
_REJECTED = -1  # stars


def group(
    photos: Mapping[PhotoId, LibraryPhoto],
    findings: Mapping[Pair, Finding],
    *,
    keep: Sequence[Path] = (),
    verdicts: Mapping[Pair, Verdict] | None = None,
) -> tuple[DuplicateGroup, ...]:
    """Groups, sorted by the space that they free, most first.

    findings : by the ids of the first and the second photo
    keep : folders whose photos are kept, the first with the highest priority
    verdicts : by pair, the kept photo first
    """
    near: dict[PhotoId, dict[PhotoId, Finding]] = defaultdict(dict)
    for (first, second), finding in findings.items():
        sizes = photos[first].size, photos[second].size
        near[second][first] = finding
        near[first][second] = finding.turned_round(*sizes)
    worth = {photo: _worth(photos[photo], others, keep, photos) for photo, others in near.items()}
    groups: list[DuplicateGroup] = []
    identical: dict[PhotoId, list[PhotoId]] = {}  # by the photo that represents them in the other kinds
    for causes in _KINDS:
        represented = {member for members in identical.values() for member in members}
        similar = {
            photo: [
                other
                for other, finding in others.items()
                if finding.cause in causes and other not in represented
            ]
            for photo, others in near.items()
            if photo not in represented
        }
        stars = _stars(similar, worth)
        if causes == {"identical"}:
            identical = dict(stars)
            continue
        if causes == _COPIES:
            identical_only = [
                (keeper, members) for keeper, members in identical.items() if keeper not in dict(stars)
            ]
            stars = [
                *identical_only,
                *((keeper, [*identical.get(keeper, ()), *members]) for keeper, members in stars),
            ]
        groups += [_group(keeper, members, photos, near, verdicts or {}) for keeper, members in stars]
    return tuple(
        sorted(groups, key=lambda duplicates: (-duplicates.bytes_to_free, str(duplicates.kept.path)))
    )


def _stars(
    similar: Mapping[PhotoId, Collection[PhotoId]], worth: Mapping[PhotoId, Worth]
) -> list[tuple[PhotoId, list[PhotoId]]]:
    """Kept photos, the best first, each with the similar photos that are in no better group.

    A photo whose similar photos are all in other groups forms a group with the best of them, led by the better of both.
    """
    open_photos = {photo for photo, others in similar.items() if others}
    stars: dict[PhotoId, list[PhotoId]] = {}
    members_of: dict[PhotoId, list[PhotoId]] = defaultdict(list)
    for keeper in sorted(open_photos, key=lambda photo: worth[photo], reverse=True):
        members = [other for other in similar[keeper] if other in open_photos]
        if keeper in open_photos and members:
            open_photos -= {keeper, *members}
            stars[keeper] = members
    for photo in sorted(open_photos):
        best = max(similar[photo], key=lambda other: worth[other])
        keeper, member = (photo, best) if worth[photo] > worth[best] else (best, photo)
        members_of[keeper].append(member)
    return [*stars.items(), *members_of.items()]


def _group(
    keeper: PhotoId,
    members: Sequence[PhotoId],
    photos: Mapping[PhotoId, LibraryPhoto],
    near: Mapping[PhotoId, Mapping[PhotoId, Finding]],
    verdicts: Mapping[Pair, Verdict],
) -> DuplicateGroup:
    copies = []
    for member in members:
        finding = near[keeper][member]
        copies.append(
            Copy(
                photo=photos[member],
                cause=finding.cause,
                detail=finding.detail,
                box=finding.box,
                inside=finding.first_inside,
                outline=finding.outline,
                why=reasons(photos[keeper], photos[member], finding),
                against=_against(photos[keeper], photos[member], near[member][keeper]),
                verdict=verdicts.get((keeper, member)) or verdicts.get((member, keeper)),
            )
        )
    copies.sort(key=_in_order)
    return DuplicateGroup(kept=photos[keeper], copies=tuple(copies))


def _in_order(copy: Copy) -> tuple[int, str, str]:
    """Sort key: the strongest cause first, shots of a burst as they were taken."""
    time_taken = date_key(copy.photo.taken_at or "") if copy.cause == "burst" else ""
    return _STRENGTH[copy.cause], time_taken, str(copy.photo.path)


def reasons(keeper: LibraryPhoto, other: LibraryPhoto, finding: Finding) -> tuple[str, ...]:
    """Reasons to keep one photo rather than another. finding : of the other photo (first) and the kept one (second)"""
    pixels, others = keeper.size[0] * keeper.size[1], other.size[0] * other.size[1]
    claims: tuple[tuple[str, bool], ...] = (
        ("not cropped", finding.cause == "cropped" and finding.first_inside),
        *((f"has {kind}", True) for kind in finding.second_more),
        ("original", finding.cause == "edited" and keeper.has_camera and not other.has_camera),
        ("older", finding.cause in _OLDER_FIRST and keeper.modified_ns < other.modified_ns),
        ("more pixels", pixels > others * _MORE_PIXELS),
        ("not compressed", keeper.format in LOSSLESS and other.format not in LOSSLESS),
        ("takes less space", finding.cause == "same pixels" and keeper.bytes < 0.9 * other.bytes),
        ("compressed less", finding.cause not in _EQUAL and _is_compressed_less(keeper, other)),
        ("has the camera's data", keeper.has_camera and not other.has_camera),
        ("says more", finding.cause == "same pixels" and keeper.facts > other.facts),
        ("date corrected", finding.cause == "same pixels" and _is_corrected(keeper, other)),
        ("has its raw file", keeper.companion and not other.companion),
        (
            "has stars or keywords",
            bool(_stars_of(keeper) or keeper.keywords) and not (_stars_of(other) or other.keywords),
        ),
        ("picked", keeper.pick and not other.pick),
        ("not rejected", other.rating == _REJECTED and keeper.rating != _REJECTED),
    )
    return tuple(wording for wording, applies in claims if applies)


def _against(keeper: LibraryPhoto, other: LibraryPhoto, finding: Finding) -> tuple[str, ...]:
    """Advantages of the other photo over the kept one; with any, its removal is not suggested.

    Content and a person's rating count. Metadata do not, as they are handed over. Where a part was changed, each photo
    shows something that the other lacks, and nothing in the files says which of them a person wants.
    finding : of the kept photo (first) and the other one (second)
    """
    better = {f"has {kind}" for kind in finding.second_more} | {"not cropped", "not rejected", "picked"}
    if not _is_bordered(finding):
        better.add("more pixels")
    if finding.cause == "re-encoded":
        better |= {"not compressed", "compressed less"}
    advantages = tuple(reason for reason in reasons(other, keeper, finding) if reason in better)
    return (*advantages, "differs in a part") if "a part of it" in finding.detail.split(", ") else advantages


def _stars_of(photo: LibraryPhoto) -> int:
    return max(0, photo.rating or 0)


def _is_compressed_less(photo: LibraryPhoto, other: LibraryPhoto) -> bool:
    pixels, others = photo.size[0] * photo.size[1], other.size[0] * other.size[1]
    return photo.format == other.format and photo.bytes > other.bytes * 1.1 and pixels >= others


def _is_bordered(finding: Finding) -> bool:
    """True if the second photo is the first within a border, or with filled corners after a turn."""
    return finding.cause in MADE_OF and finding.box is not None and finding.first_inside


def _worth(
    photo: LibraryPhoto,
    near: Mapping[PhotoId, Finding],
    keep: Sequence[Path],
    photos: Mapping[PhotoId, LibraryPhoto],
) -> Worth:
    """Sort key of a photo's worth, the strongest criterion first: its content, then its metadata, then its age.

    near : findings of the others (first) and this one (second)
    """
    folder = next((len(keep) - at for at, folder in enumerate(keep) if photo.is_below(folder)), 0)
    copies = {other: finding for other, finding in near.items() if finding.cause in COPIES}
    older = [
        finding.cause for other, finding in copies.items() if photos[other].modified_ns < photo.modified_ns
    ]
    return (
        folder,
        not photo.offline,
        sum(
            finding.first_inside - (not finding.first_inside)
            for finding in copies.values()
            if finding.cause == "cropped"
        ),
        sum(bool(finding.second_more) - bool(finding.first_more) for finding in copies.values()),
        -sum(map(_is_bordered, copies.values())),
        photo.size[0] * photo.size[1],
        photo.rating != _REJECTED,
        photo.pick,
        _compression(photo, copies, photos),
        -_edits(copies),
        photo.companion,
        photo.has_camera,
        -sum(cause in MADE_OF for cause in older),
        not _is_unpacked(photo, copies, photos),
        photo.format in LOSSLESS,
        photo.facts,
        _corrections(photo, copies, photos),
        -sum(cause in _EQUAL for cause in older),
        photo.bytes,
        len(copies),
        len(near),
        photo.rating or 0,
        -len(photo.path.name),  # "IMG_1 (1).jpg" was copied from IMG_1.jpg
        -len(photo.path.parts),
    )


def _compression(
    photo: LibraryPhoto, near: Mapping[PhotoId, Finding], photos: Mapping[PhotoId, LibraryPhoto]
) -> int:
    """Number of copies that were compressed more than this photo, minus the number that were compressed less."""

    def is_better(first: LibraryPhoto, second: LibraryPhoto) -> bool:
        return _is_compressed_less(first, second) or (
            first.format in LOSSLESS and second.format not in LOSSLESS
        )

    others = [photos[other] for other, finding in near.items() if finding.cause == "re-encoded"]
    return sum(is_better(photo, other) - is_better(other, photo) for other in others)


def _corrections(
    photo: LibraryPhoto, near: Mapping[PhotoId, Finding], photos: Mapping[PhotoId, LibraryPhoto]
) -> int:
    """Number of files of the same pixels with a date that was corrected in this one."""
    return sum(
        finding.cause == "same pixels" and _is_corrected(photo, photos[other])
        for other, finding in near.items()
    )


def _is_corrected(photo: LibraryPhoto, other: LibraryPhoto) -> bool:
    """True if a file has another date than an older one."""
    return photo.taken_at != other.taken_at and other.modified_ns < photo.modified_ns


def _is_unpacked(
    photo: LibraryPhoto, near: Mapping[PhotoId, Finding], photos: Mapping[PhotoId, LibraryPhoto]
) -> bool:
    """True if a photo has exactly the pixels of a compressed one: it was made from it and only takes more space."""
    return photo.format in LOSSLESS and any(
        finding.cause == "same pixels" and photos[other].format not in LOSSLESS
        for other, finding in near.items()
    )


def _edits(near: Mapping[PhotoId, Finding]) -> int:
    """Number of edits between a photo and its edited copies. An original differs from each by only one edit."""
    return sum(
        len(
            [
                part
                for part in finding.detail.split(", ")
                if part not in finding.first_more + finding.second_more
            ]
        )
        for finding in near.values()
        if finding.cause in MADE_OF
    )


def of_causes(groups: Sequence[DuplicateGroup], causes: Collection[Cause]) -> tuple[DuplicateGroup, ...]:
    """Groups with only the copies of the given causes."""
    return _with_copies(groups, lambda copy: copy.cause in causes)


def without_settled(groups: Sequence[DuplicateGroup]) -> tuple[DuplicateGroup, ...]:
    """Groups without the copies that a person settled otherwise than for the trash."""
    return _with_copies(groups, lambda copy: copy.verdict in (None, "trash"))


def _with_copies(
    groups: Sequence[DuplicateGroup], is_included: Callable[[Copy], bool]
) -> tuple[DuplicateGroup, ...]:
    reduced = (
        replace(duplicates, copies=tuple(filter(is_included, duplicates.copies))) for duplicates in groups
    )
    return tuple(duplicates for duplicates in reduced if duplicates.copies)
