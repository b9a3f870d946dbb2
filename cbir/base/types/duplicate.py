"""Photos that belong together, why, and what a person said of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from cbir.base.types.library import Skipped
from cbir.base.types.photo import PhotoId, Received, Region

Cause = Literal[
    "identical", "same pixels", "re-encoded", "cropped", "turned", "edited", "burst", "same layout", "part"
]
"""Why two photos belong together.

identical : the same bytes. same pixels : other metadata or another container. re-encoded : or resized
cropped : one is a part of the other. turned : or mirrored. edited : light, colour, text or a border
burst : two shots of one scene. same layout : two documents whose ink differs. part : they share a part
"""
CAUSES: tuple[Cause, ...] = get_args(Cause)
COPIES: tuple[Cause, ...] = CAUSES[:6]
"""Causes of copies: one exposure, of which one photo is enough. The others are photos of their own."""
ASIDE: tuple[Cause, ...] = CAUSES[7:]
"""Causes that are listed only where they are asked for: hardly ever is anything done about them."""

Verdict = Literal["different", "both", "trash"]
"""What a person said of a pair: not a duplicate, keep both, or trash the second and keep the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What a person said of two photos; verdict : None takes it back."""

    kept: PhotoId
    other: PhotoId
    verdict: Verdict | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryPhoto:
    """A photo as duplicates are judged by.

    modified_ns : when its file was written last, since 1970. companion : a raw file or JPEG goes with it
    facts : how many things its metadata say, such as a title or a position
    other_names : the library's other names of the same file, as through links and mounts
    shares_file : a name of the file stays where it goes, so that it frees nothing
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
        """Whether the file is in a folder, by any of its names."""
        return any(path.is_relative_to(folder) for path in (self.path, *self.other_names))


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """A photo beside the one that stands for its group.

    cause : what it is to that one. detail : such as "mirrored" or "light"; empty where the cause says all
    box : where the smaller lies in the larger, in pixels of the larger. inside : this copy is the smaller
    outline : where this copy's corners lie in the other, in the other's pixels, from top left round; None: unknown
    why : reasons to keep the other rather than this one. verdict : what a person said of the two
    against : what this one has before the other, so that nothing is suggested
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
        """Whether it is suggested to keep the other one rather than this."""
        return self.cause not in ASIDE and not self.against


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateGroup:
    """One photo and what was proven to belong to it, each compared with that one photo. It is the better copy."""

    kept: LibraryPhoto
    copies: tuple[Copy, ...]

    @property
    def bytes_to_free(self) -> int:
        """What the copies take on the disk that are suggested to go; those that are photos of their own apart."""
        copies = (copy for copy in self.copies if copy.cause in COPIES and copy.is_suggested)
        return sum(copy.photo.bytes_to_free for copy in copies)


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateSearch:
    """What to look for. folder, against : the photos of one below, compared with those of the other; None: all

    after, before : ISO dates; a photo of the pair was taken on or after, and before. causes : to be told
    keep : folders whose photos are kept first, then the rules by name, the strongest first
    judged : pairs of which a person said something, too
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
    """Groups, those that free most first. compared : pairs looked at now. known : pairs of which that was known

    left : pairs that were not looked at, as it was stopped
    skipped : photos that could not be compared, such as those on a drive that is not there
    """

    groups: tuple[DuplicateGroup, ...]
    photos: int
    compared: int = 0
    known: int = 0
    left: int = 0
    skipped: tuple[Skipped, ...] = ()

    @property
    def bytes_to_free(self) -> int:
        return sum(group.bytes_to_free for group in self.groups)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """A photo that stays, and what it will receive of one that goes."""

    photo: PhotoId
    path: Path
    received: Received


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashPlan:
    """What would go to the trash, and what a person should know before.

    photos : that go. bytes : what they free. last : those of them of which no copy stays where it can be read now
    stays : what cannot go, and why. kept : for each of `photos`, the photo that stays in its place, and every file of
        the same content that stays as well
    receives : what those that stay will receive. beside : files beside the photos that stay, such as a video, and why
    """

    photos: tuple[LibraryPhoto, ...]
    bytes: int
    last: tuple[Skipped, ...] = ()
    stays: tuple[Skipped, ...] = ()
    kept: tuple[tuple[PhotoId, ...], ...] = ()
    receives: tuple[HandOver, ...] = ()
    beside: tuple[Skipped, ...] = ()
