"""Photos that belong together, with the causes and a person's verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from cbir.base.types.library import Skipped
from cbir.base.types.photo import PhotoId, Received, Region

Cause = Literal[
    "identical", "same pixels", "re-encoded", "cropped", "turned", "edited", "burst", "same layout", "part"
]
"""The cause that two photos belong together.

identical : the same bytes. same pixels : other metadata or another container. re-encoded : or resized
cropped : one is a part of the other. turned : or mirrored. edited : light, colour, text or a border
burst : two shots of one scene. same layout : two documents whose ink differs. part : they share a part
"""
CAUSES: tuple[Cause, ...] = get_args(Cause)
COPIES: tuple[Cause, ...] = CAUSES[:6]
"""Causes of copies: of one exposure, one photo is enough. Other causes connect separate photos."""
ASIDE: tuple[Cause, ...] = CAUSES[7:]
"""Causes that are listed only on request, because they rarely need action."""

Verdict = Literal["different", "both", "trash"]
"""A person's verdict on a pair: not a duplicate, keep both, or trash the second and keep the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A person's verdict on two photos. verdict : None withdraws it"""

    kept: PhotoId
    other: PhotoId
    verdict: Verdict | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryPhoto:
    """A photo with the data by which duplicates are judged.

    modified_ns : last change of its file, since 1970. companion : it has a raw file or JPEG as companion
    facts : number of metadata values, such as a title or a position
    other_names : other paths of the same file in the library, for example through links and mounts
    shares_file : another name of the file would remain, so that trashing it frees nothing
    """

    photo: PhotoId
    path: Path
    fingerprint: str
    size: tuple[int, int]
    bytes: int
    format: str
    modified_ns: int = 0
    taken_at: str | None = None
    has_camera: bool = False
    rating: int | None = None
    pick: bool = False
    keywords: tuple[str, ...] = ()
    companion: bool = False
    offline: bool = False
    facts: int = 0
    other_names: tuple[Path, ...] = ()
    shares_file: bool = False

    @property
    def bytes_to_free(self) -> int:
        return 0 if self.shares_file else self.bytes

    def is_below(self, folder: Path) -> bool:
        """True if any name of the file is in the folder."""
        return any(path.is_relative_to(folder) for path in (self.path, *self.other_names))


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """A photo that belongs to the photo to keep in its group, called the other one here.

    cause : its relation to the other one. detail : such as "mirrored" or "light"; empty if the cause says it all
    box : the part of the larger picture that the smaller shows, in pixels of the larger. inside : this is the smaller
    outline : this copy's corners in pixels of the other one, clockwise from the top left; None: unknown
    why : reasons to keep the other one. verdict : a person's verdict on the pair
    against : advantages of this copy over the other one; with any, nothing is suggested
    """

    photo: LibraryPhoto
    cause: Cause
    detail: str = ""
    box: Region | None = None
    inside: bool = True
    outline: tuple[tuple[float, float], ...] | None = None
    why: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    verdict: Verdict | None = None

    @property
    def is_suggested(self) -> bool:
        """True if trashing this copy is suggested."""
        return self.cause not in ASIDE and not self.against


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateGroup:
    """The best photo and its proven copies, each compared with that photo."""

    kept: LibraryPhoto
    copies: tuple[Copy, ...]

    @property
    def bytes_to_free(self) -> int:
        """Disk space of the copies suggested for the trash, without separate photos such as bursts."""
        copies = (copy for copy in self.copies if copy.cause in COPIES and copy.is_suggested)
        return sum(copy.photo.bytes_to_free for copy in copies)


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateSearch:
    """A request to find duplicates. folder, against : compare the photos below these two folders; None: all photos

    after, before : ISO dates; a photo of the pair was taken on or after, and before. causes : to report
    keep : folders whose photos are kept in preference, before the rules by name; the strongest first
    judged : also pairs with a person's verdict
    """

    folder: Path | None = None
    against: Path | None = None
    after: str | None = None
    before: str | None = None
    causes: tuple[Cause, ...] = CAUSES
    keep: tuple[Path, ...] = ()
    judged: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateReport:
    """Groups of duplicates, those that free most space first.

    compared : pairs compared in this run. compared_before : pairs with a stored result from earlier runs
    left : pairs that were not compared because the run was stopped
    skipped : photos that could not be compared, for example on a disconnected drive
    """

    groups: tuple[DuplicateGroup, ...]
    photos: int
    compared: int = 0
    compared_before: int = 0
    left: int = 0
    skipped: tuple[Skipped, ...] = ()

    @property
    def bytes_to_free(self) -> int:
        return sum(group.bytes_to_free for group in self.groups)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """A photo that stays, and the metadata that it will receive from a trashed copy."""

    photo: PhotoId
    path: Path
    received: Received


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashPlan:
    """The effect of trashing photos, to show to a person first.

    photos : to trash. bytes : that they free. last : photos among them without a remaining copy that is readable now
    stays : photos that cannot be trashed, with the reasons. kept : for each of `photos`, the remaining photo, and every
        other remaining file with the same content
    receives : metadata that remaining photos will receive. beside : files beside the photos, such as videos, that are
        not trashed, with the reasons
    """

    photos: tuple[LibraryPhoto, ...]
    bytes: int
    last: tuple[Skipped, ...] = ()
    stays: tuple[Skipped, ...] = ()
    kept: tuple[tuple[PhotoId, ...], ...] = ()
    receives: tuple[HandOver, ...] = ()
    beside: tuple[Skipped, ...] = ()
