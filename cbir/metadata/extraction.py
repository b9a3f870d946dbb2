"""Blocks of metadata -> one Metadata, by precedence.

The sidecar comes first, since programs write a person's corrections there; only the orientation is taken from the
picture's own file. After it, a camera's values (time, camera, lens, coordinates) are taken from EXIF, then XMP, then
IPTC; a person's values (rating, keywords, title, caption, places) from XMP, then IPTC, then EXIF. Each value comes
complete from the first source that has it. Keywords are not mixed, so that a removed keyword stays removed.
Metadata Working Group, "Guidelines for handling image metadata" 2.0, chapter 5.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from cbir.base.types import Metadata, distinct_keywords
from cbir.metadata.containers import Blocks, clean, find_blocks
from cbir.metadata.exif import Exif, read_exif
from cbir.metadata.iptc import read_iptc
from cbir.metadata.xmp import read_xmp, xmp_shot_at

EXTRACTOR_VERSION = 2
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
    xmp = _each(read_xmp, [*blocks[0].xmp, *(packet for structure in exif for packet in structure.xmp)])
    iptc = _each(read_iptc, [*blocks[0].iptc, *(records for structure in exif for records in structure.iptc)])
    of_sidecar = _each(read_xmp, [] if sidecar is None else [sidecar])
    return _merge(of_sidecar, exif, xmp, iptc, blocks[0].texts)


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
    texts: dict[str, str],
) -> Metadata:
    recorded = [*beside, *exif, *xmp, *iptc]
    written = [*beside, *xmp, *iptc, *exif]
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
        latitude=latitude,
        longitude=longitude,
        rating=_first((source.rating for source in written), lambda value: value is not None),
        keywords=distinct_keywords(word[:MAX_KEYWORD] for word in keywords)[:MAX_KEYWORDS],
        title=_first(source.title for source in written) or clean(texts.get("Title", "")),
        caption=_first(source.caption for source in written) or clean(texts.get("Description", "")),
        places=places,
        orientation=_first(source.orientation for source in exif)
        or _first(source.orientation for source in xmp),
    )


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
