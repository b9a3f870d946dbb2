"""Photos of the fake engine: their details, pictures and parts that agree."""

import os

import numpy as np

from cbir.base.types import (
    DATE_SOURCES,
    NO_DAY,
    UNDATED,
    Evidence,
    FacetCount,
    Facets,
    Listing,
    Metadata,
    PackedTexts,
)


def metadata_of(photo):
    """The first photo is the oldest; every fourth says nothing of itself."""
    if photo % 4 == 0:
        return None
    return Metadata(
        taken_at=f"20{photo % 100:02}-07-14T18:30:00",
        make="Canon",
        model="EOS 5D" if photo % 2 else "EOS R",
        lens="50 mm",
        latitude=38.7,
        longitude=-9.14,
        rating=photo % 6,
        keywords=("boat", "sea"),
        places=("Lisbon",) if photo == 1 else (),
        town="Lisbon, Portugal",
    )


def facets(library):
    def counts(**photos):
        return tuple(FacetCount(value=name, photos=n) for name, n in photos.items())

    paths = ((library / "Holidays", 24), (library / "Holidays" / "Lisbon", 9))
    folders = tuple(FacetCount(value=str(path), photos=n) for path, n in paths)
    return Facets(
        folders=folders,
        cameras=counts(Canon=14, Fuji=3),
        formats=counts(jpeg=20, png=4),
        ratings=tuple(FacetCount(value=str(n), photos=n) for n in (5, 4, 1, 0)),
        orientations=counts(landscape=20, portrait=4),
        years=tuple(FacetCount(value=str(year), photos=12) for year in (2021, 2019)),
        towns=(FacetCount(value="Lisbon, Portugal", photos=9), FacetCount(value="Porto, Portugal", photos=2)),
    )


def evidence_of(n):
    points = np.random.default_rng(n).uniform((100, 80), (700, 480), (60 - n, 2)).astype(np.float32)
    outline = np.array([[60, 50], [760, 40], [770, 520], [50, 530]], np.float32)
    return Evidence(
        term=0,
        inliers=60 - n,
        coverage=0.8 if n % 2 else 0.2,
        photo_coverage=0.7,
        outline=outline,
        query_xy=points,
        photo_xy=points * np.float32(0.9) + np.float32(20),
    )


def paint(seed, size):
    """Return a picture that can be told from every other: (h, w, 3) uint8."""
    width, height = size
    tint = np.array([60 + seed * 37 % 160, 60 + seed * 71 % 160, 60 + seed * 13 % 160], np.float32)
    ramp = np.linspace(0.6, 1.2, width, dtype=np.float32)[None, :, None]
    return np.repeat(np.clip(tint * ramp, 0, 255).astype(np.uint8), height, axis=0)


def listing_of(hits):
    """The columns of some hits."""
    texts = [
        (os.fsencode(hit.path.name), (hit.taken_at or "").encode(), hit.fingerprint.encode()) for hit in hits
    ]
    folders = list(dict.fromkeys(str(hit.path.parent) for hit in hits))
    known = {folder: at for at, folder in enumerate(folders)}
    towns = list(dict.fromkeys(hit.town for hit in hits if hit.town))
    days = [
        NO_DAY if not hit.taken_at else int(np.datetime64(hit.taken_at[:10], "D").astype(np.int64))
        for hit in hits
    ]
    return Listing(
        photos=np.array([hit.photo for hit in hits], np.int32),
        sizes=np.array([hit.size for hit in hits], np.int32).reshape(-1, 2),
        days=np.array(days, np.int32),
        text_of=np.arange(len(hits), dtype=np.int32),
        folder_of=np.array([known[str(hit.path.parent)] for hit in hits], np.int32),
        dated_by=np.array(
            [UNDATED if hit.dated_by is None else DATE_SOURCES.index(hit.dated_by) for hit in hits], np.uint8
        ),
        town_of=np.array([towns.index(hit.town) if hit.town else -1 for hit in hits], np.int32),
        towns=tuple(towns),
        texts=PackedTexts.of(3, texts),
        folders=tuple(folders),
        offline=frozenset(known[str(hit.path.parent)] for hit in hits if hit.offline),
    )
