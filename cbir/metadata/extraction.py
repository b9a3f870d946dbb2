"""Blocks of metadata -> one Metadata, by precedence.

The sidecar comes first, since programs write a person's corrections there; only the orientation is taken from the
picture's own file. After it, a camera's values (time, camera, exposure, coordinates) come from EXIF, then XMP, then
IPTC; a person's values (rating, keywords, people, texts, places) from XMP, then IPTC, then EXIF. Each value comes
complete from the first source that has it. Keywords are not mixed, so that a removed keyword stays removed.
Metadata Working Group, "Guidelines for handling image metadata" 2.0, chapter 5.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from cbir.base.name_dates import date_in_name
from cbir.base.types import Metadata, Moment, NamedRegion, distinct_keywords
from cbir.metadata.containers import Blocks, clean, find_blocks
from cbir.metadata.dates import iso_date
from cbir.metadata.exif import Exif, read_exif
from cbir.metadata.iptc import read_iptc
from cbir.metadata.sidecars import sidecar_for, sidecar_names
from cbir.metadata.videos import at_moment, find_video_blocks, of_video
from cbir.metadata.xmp import read_regions, read_xmp, split_levels, xmp_shot_at

EXTRACTOR_VERSION = 4
"""Version to increase whenever extract() reads more: photos read by an older version are then read again."""

MAX_KEYWORDS = 1000
MAX_KEYWORD = 200  # characters

_MAX_BLOCKS = 8  # of one kind

logger = logging.getLogger(__name__)
Block = TypeVar("Block")
Value = TypeVar("Value")


def extract(data: bytes, sidecar: bytes | None = None) -> Metadata:
    """Read the metadata of a picture file and of its XMP sidecar. Never raises for broken metadata."""
    blocks = _each(find_blocks, [data]) or [Blocks()]
    exif = _each(read_exif, blocks[0].exif)
    previews = _each(find_blocks, [picture for structure in exif for picture in structure.previews])
    exif += _each(read_exif, [structure for inside in previews for structure in inside.exif])
    xmp = _each(read_xmp, [*blocks[0].xmp, *(packet for structure in exif for packet in structure.xmp)])
    iptc = _each(read_iptc, [*blocks[0].iptc, *(records for structure in exif for records in structure.iptc)])
    of_sidecar = _each(read_xmp, [] if sidecar is None else [sidecar])
    return _merge(of_sidecar, exif, xmp, iptc, _of_texts(blocks[0].texts, blocks[0].comments))


def extract_video(file: io.FileIO, moment: Moment) -> Metadata:
    """Read the metadata of an open video file, at a moment of it. Never raises for broken metadata."""
    blocks = find_video_blocks(file)
    written, last = of_video(blocks, date_in_name(moment.video.name))
    metadata = _merge([], [], [written, *_each(read_xmp, blocks.xmp)], [], last)
    return at_moment(replace(metadata, orientation=None), moment.ms)  # its frames are upright


def named_faces(picture: Path, data: bytes) -> tuple[NamedRegion, ...]:
    """Faces that somebody named in another program, in a picture's sidecars or itself: regions of MWG and Microsoft.

    None for a picture that is stored turned or mirrored: programs disagree to which of the two their regions refer.
    Never raises for broken metadata.
    """
    beside = (picture.with_name(name) for name in dict.fromkeys(sidecar_names(picture.name)))
    packets = [packet for path in beside if (packet := sidecar_for(picture, path)) is not None]
    if b"Region" in data:
        packets += (_each(find_blocks, [data]) or [Blocks()])[0].xmp
    packets = [packet for packet in packets if b"Region" in packet]
    if not packets or extract(data).orientation not in (None, 1):
        return ()
    regions = _each(read_regions, packets)
    return next(filter(None, regions), ())


def shot_at(data: bytes) -> str | None:
    """Time of a picture's shot by its own file: ISO 8601, with fractions of a second if it has them.

    None if the file only has the time of its writing, scan or export. Never raises.
    """
    blocks = (_each(find_blocks, [data]) or [Blocks()])[0]
    exif = _each(read_exif, blocks.exif)
    packets = [*blocks.xmp, *(packet for structure in exif for packet in structure.xmp)]
    times = [*(structure.shot_at for structure in exif), *_each(xmp_shot_at, packets)]
    return next((time for time in times if time), None)


def _merge(
    beside: list[Metadata],
    exif: list[Exif],
    xmp: list[Metadata],
    iptc: list[Metadata],
    texts: Metadata,
) -> Metadata:
    recorded = [*beside, *exif, *xmp, *iptc, texts]
    written = [*beside, *xmp, *iptc, *exif, texts]
    latitude, longitude = _first(located(source) for source in recorded) or (None, None)
    keywords: tuple[str, ...] = _first(source.keywords for source in written) or ()
    places: tuple[str, ...] = _first(source.places for source in written) or ()
    make, model = _first(_camera(source) for source in recorded) or (None, None)
    return Metadata(
        taken_at=_first(source.taken_at for source in recorded)
        or _first(source.changed_at for source in exif),
        make=make,
        model=model,
        lens=_first(source.lens for source in recorded),
        iso=_first(source.iso for source in recorded),
        aperture=_first(source.aperture for source in recorded),
        exposure_s=_first(source.exposure_s for source in recorded),
        focal_mm=_first(source.focal_mm for source in recorded),
        focal_35mm=_first(source.focal_35mm for source in recorded),
        flash=_first((source.flash for source in recorded), lambda value: value is not None),
        latitude=latitude,
        longitude=longitude,
        rating=_first((source.rating for source in written), lambda value: value is not None),
        pick=_first((source.pick for source in written), lambda value: value is not None),
        keywords=_distinct(split_levels(keywords)),
        people=_distinct(_first(source.people for source in written) or ()),
        title=_first(source.title for source in written),
        headline=_first(source.headline for source in written),
        caption=_first(source.caption for source in written),
        comment=_first(source.comment for source in written),
        creator=_first(source.creator for source in written),
        copyright=_first(source.copyright for source in written),
        label=_first(source.label for source in written),
        places=places,
        places_shown=_distinct(_first(source.places_shown for source in written) or ()),
        orientation=_first(source.orientation for source in exif)
        or _first(source.orientation for source in xmp),
    )


def _distinct(words: Iterable[str]) -> tuple[str, ...]:
    return distinct_keywords(word[:MAX_KEYWORD] for word in words)[:MAX_KEYWORDS]


def _of_texts(texts: Mapping[str, str], comments: Sequence[str]) -> Metadata:
    """A PNG's own texts, PNG 3.0, 11.3.3.1, and comments of JPEG, GIF and PPM."""
    by_keyword = {keyword.lower(): text for keyword, text in reversed(tuple(texts.items()))}

    def text(keyword: str) -> str | None:
        return clean(by_keyword.get(keyword.lower(), ""))

    remarks = [remark for raw in comments if (remark := clean(raw)) and not _is_of_program(remark)]
    comment = text("Comment")
    return Metadata(
        taken_at=iso_date(text("Creation Time")),
        title=text("Title"),
        caption=text("Description"),
        creator=text("Author"),
        copyright=text("Copyright"),
        comment="\n".join(remarks) or (None if comment is None or _is_of_program(comment) else comment),
    )


_OF_PROGRAMS = re.compile(
    r"""(?ix) \s* (?:
        creator: | created \s (?:with|by) | file \s written \s by | optimi[sz]ed \s (?:by|with|using)
        | compressed \s by | processed \s by | edited \s with | made \s with | gif(?:smos)?builder | ezgif | lavc\d
        | lead \s technologies | intel\(r\) \s jpeg | applemark | handmade \s software | u-?lead | xv \s version
        | software: | jpeg \s encoder | gd-jpeg | adobe_cm | imagemagick | \W*$
    )"""
)
"""Beginnings of the comments that programs leave in every picture that they write."""


def _is_of_program(comment: str) -> bool:
    return _OF_PROGRAMS.match(comment) is not None


def _first(values: Iterable[Value | None], good: Callable[[Value | None], bool] = bool) -> Value | None:
    return next((value for value in values if good(value)), None)


def located(source: Metadata) -> tuple[float, float] | None:
    if source.latitude is None or source.longitude is None:
        return None
    return source.latitude, source.longitude


def _camera(source: Metadata) -> tuple[str | None, str | None] | None:
    """Make and model from one source, as values from two sources would name no camera."""
    return None if source.make is None and source.model is None else (source.make, source.model)


def _each(read: Callable[[bytes], Block], blocks: Iterable[bytes]) -> list[Block]:
    """Read every block, without those whose reader fails."""
    results = []
    for block in list(blocks)[:_MAX_BLOCKS]:
        try:
            results.append(read(block))
        except Exception:  # broken metadata must not keep a picture out of the index
            logger.debug("A block of metadata could not be read", exc_info=True)
    return results
