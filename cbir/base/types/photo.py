"""A photo: its ids, its pixels, its metadata and the user's marks, with the spellings of a keyword."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NewType, get_args

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


PhotoId = NewType("PhotoId", int)
"""A photo's id: stable for the life of its row in the catalog."""

DocumentId = NewType("DocumentId", int)
"""The id of one version of a photo's content in the indexes: never reused."""

Orientation = Literal["portrait", "landscape", "square"]
Flag = Literal["pick", "reject"]
LABEL_COLORS = ("Red", "Yellow", "Green", "Blue", "Purple")
"""Labels as Lightroom's and Bridge's default sets write them into xmp:Label."""

Color = Literal[
    "black", "white", "grey", "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown"
]
COLORS: tuple[Color, ...] = get_args(Color)
"""The basic colours for which languages have words of their own: Berlin and Kay, "Basic color terms", 1969."""

DateSource = Literal["metadata", "name", "file"]
"""The source of a photo's date: the photo or its sidecar, the name of its file, or the time of its file."""

DATE_SOURCES: tuple[DateSource, ...] = get_args(DateSource)

Region = tuple[float, float, float, float]
"""x, y, width, height in pixels of the upright full-resolution picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """A decoded, upright picture, perhaps smaller than its file.

    pixels : (h, w, 3) uint8, sRGB
    full_size : (width, height) of the upright picture in the file
    """

    pixels: NDArray[np.uint8]
    full_size: tuple[int, int]

    @property
    def scale(self) -> float:
        """Working pixels per full-resolution pixel (along the longer side)."""
        height, width = self.pixels.shape[:2]
        return float(max(width, height)) / max(self.full_size)


CopyFormat = Literal["jpg", "png", "webp", "tif"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyRecipe:
    """A copy of a photo in another format or size.

    side_px : the longer side at most; None keeps all pixels
    quality : 1 to 100, of JPEG and WebP; at 92 no loss is seen
    metadata : include date, texts, keywords and marks. positions : and the place where it was taken
    people : and the names of people. blur_faces : make the faces of those who are not named unrecognisable
    """

    format: CopyFormat
    side_px: int | None = None
    quality: int = 92
    metadata: bool = True
    positions: bool = True
    people: bool = True
    blur_faces: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A picture to show, or a region of one, perhaps smaller than its file.

    pixels : (h, w, 3) uint8, sRGB. full_size : (width, height) of the upright picture or region in the file
    stand_in : the picture is the library's thumbnail, because the photo's file cannot be read
    """

    pixels: NDArray[np.uint8]
    full_size: tuple[int, int]
    stand_in: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """Metadata that a photo receives from another one; empty if the other one has nothing to add.

    source : the path of a copy, before it went to the trash; or, if by_thing, of a photo of the same thing.
        `.` for a position that a person gave
    taken_at : counts if the photo's file has no date
    corrects : the date in the photo's own file that `taken_at` replaces, as long as the file has that date
    albums : names of albums that the photo is added to or removed from. judgements : number of judged searches
    """

    source: Path
    by_thing: bool = False
    title: str | None = None
    headline: str | None = None
    caption: str | None = None
    creator: str | None = None
    copyright: str | None = None
    label: str | None = None
    keywords: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    taken_at: str | None = None
    corrects: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    places: tuple[str, ...] = ()
    rating: int | None = None
    pick: bool | None = None
    albums: tuple[str, ...] = ()
    judgements: int = 0

    @property
    def is_empty(self) -> bool:
        return self == Received(source=self.source)


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """Metadata of a photo's file and its sidecar.

    taken_at : ISO 8601, local time, with the offset from UTC if known; may end after the year, month or day
    dated_by : the source of taken_at, set only by the catalog; otherwise the metadata itself is the source
    latitude, longitude : decimal degrees, north and east positive; both or none
    rating : 0 to 5 stars, -1 rejected. pick : a person picked it; never with a rejection. people : names in it
    comment : of a JPEG or GIF file, or a comment beside a caption. label : a colour or another label of programs
    places : where it was taken: location, city, region, country, if given. places_shown : the same of what it shows
    aperture : f-number. exposure_s : seconds. focal_35mm : the focal length with the same view on 35 mm film
    flash : True if it fired
    orientation : 1 to 8, as in EXIF
    town : near its position, with state or country; set only by the catalog
    received : values, included here or additional, from copies in the trash; set only by the catalog
    """

    taken_at: str | None = None
    make: str | None = None
    model: str | None = None
    lens: str | None = None
    iso: int | None = None
    aperture: float | None = None
    exposure_s: float | None = None
    focal_mm: float | None = None
    focal_35mm: int | None = None
    flash: bool | None = None
    latitude: float | None = None
    longitude: float | None = None
    rating: int | None = None
    pick: bool | None = None
    keywords: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    title: str | None = None
    headline: str | None = None
    caption: str | None = None
    comment: str | None = None
    creator: str | None = None
    copyright: str | None = None
    label: str | None = None
    places: tuple[str, ...] = ()
    places_shown: tuple[str, ...] = ()
    orientation: int | None = None
    dated_by: DateSource | None = None
    town: str | None = None
    received: tuple[Received, ...] = ()

    @property
    def flag(self) -> Flag | None:
        """Pick or reject; None for neither."""
        return "reject" if (self.rating or 0) < 0 else "pick" if self.pick else None

    @property
    def camera(self) -> str:
        """Make and model as one text, the make once; empty if both are unknown."""
        make, model = self.make or "", self.model or ""
        first = make.split(" ")[0].casefold()
        return model if first and model.casefold().startswith(first) else f"{make} {model}".strip()


_MONTHS_BACK = frozenset(("02", "03", "04", "09", "10", "11"))


def date_key(taken_at: str) -> str:
    """A sort key of a date as in Metadata: local time, and in an hour that clocks may repeat, the offset first.

    Clocks go back in the night to a Sunday, almost everywhere. Within that hour, a greater offset is an earlier time.
    """
    hour, offset = taken_at[11:13], taken_at[-6:]
    if hour not in _NIGHT or len(taken_at) < 25 or offset[0] not in "+-" or taken_at[5:7] not in _MONTHS_BACK:
        return taken_at
    try:
        weekday = date.fromisoformat(taken_at[:10]).isoweekday() % 7
    except ValueError:
        return taken_at
    if weekday != (6 if hour == "23" else 0):
        return taken_at
    minutes = int(offset[:3]) * 60 + int(offset[0] + offset[4:])
    return f"{taken_at[:13]}~{_MAX_OFFSET - minutes:04}{taken_at[13:]}"


_NIGHT = frozenset(("00", "01", "02", "03", "23"))
_MAX_OFFSET = 840  # minutes


def exposure_time(seconds: float) -> str:
    """Seconds as a camera shows them: `1/250`, `0.5` or `30`."""
    if 0 < seconds < 0.26:
        return f"1/{1 / seconds:.0f}"
    return f"{seconds:.1f}".removesuffix(".0")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordSuggestion:
    """A keyword that fits the contents of photos that do not have it.

    photos : photos that it fits, best first. own : True if another photo of the library has it
    margin : distance above the threshold of a strong hit, in nats, on average over the photos
    """

    word: str
    photos: tuple[PhotoId, ...]
    margin: float
    own: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """Values that the user set for a photo here; they override the file and its sidecar.

    rating : 0 to 5 stars, -1 rejected; None: the file's
    pick, label : None: the file's; False and an empty text: none
    added, removed : keywords in addition to the file's, and keywords of the file that do not count
    stars : of a rejected photo, the rating that counts again once the rejection is taken back; None: the file's
    """

    rating: int | None = None
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    pick: bool | None = None
    label: str | None = None
    stars: int | None = None


def keyword_key(keyword: str) -> str:
    """A key that is equal for all spellings of a keyword. Unicode 15, 3.13, D145: canonical caseless matching."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", keyword).casefold())


def distinct_keywords(keywords: Iterable[str]) -> tuple[str, ...]:
    """Each keyword once, in its first spelling, composed (NFC)."""
    distinct: dict[str, str] = {}
    for keyword in keywords:
        distinct.setdefault(keyword_key(keyword), unicodedata.normalize("NFC", keyword))
    return tuple(distinct.values())
