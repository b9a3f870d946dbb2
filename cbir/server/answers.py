"""What the library says -> what goes out: JSON's plain values, with no absolute path among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cbir.base.types import Album, Hit, Metadata, PhotoId, SearchResult
from cbir.server.refusals import for_visitors
from cbir.server.served_library import ServedLibrary


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Why a photo is believed to show a picture of the query.

    points : that agree. coverage : share of the query that the photo shows. mirrored : the query, flipped
    outline : the query's border in pixels of the upright photo, four corners; null where it is not known
    """

    points: int
    coverage: float
    mirrored: bool
    outline: list[list[float]] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPhoto:
    """path : below the folder that was indexed. proof : same, part or via; null where nothing is proven

    part : x, y, width, height of what a sentence fits best. offline : its drive is not there
    """

    id: int
    name: str
    path: str
    width: int
    height: int
    score: float
    verified: bool
    proof: str | None
    strong: bool
    offline: bool
    taken_at: str | None
    town: str | None
    part: list[float] | None
    evidence: list[Agreement]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """searched : photos. total : that fit in all, where it is known. notes : sentences to be read"""

    searched: int
    total: int | None
    verified: int
    took_ms: float
    notes: list[str]
    photos: list[FoundPhoto]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoFacts:
    """What is known of one photo. rating : 0 to 5, -1 rejected"""

    id: int
    name: str
    path: str
    width: int
    height: int
    taken_at: str | None
    camera: str | None
    rating: int | None
    keywords: list[str]
    title: str | None
    caption: str | None
    latitude: float | None
    longitude: float | None
    town: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumFacts:
    """searches : it follows a search; else its photos were put in by hand"""

    id: str
    name: str
    searches: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryFacts:
    """What this service has, and what whoever asks may do here."""

    photos: int
    engines: list[str]
    writable: bool
    originals: bool
    positions: bool
    max_upload_bytes: int


def found(
    library: ServedLibrary, result: SearchResult, hits: Sequence[Hit], *, positions: bool = True
) -> Found:
    """The answer to a search. hits : the page of them that was asked for. positions : whether towns are named"""
    paths = library.files.below_roots([hit.path for hit in hits])
    return Found(
        searched=result.searched,
        total=result.total,
        verified=result.verified,
        took_ms=round(result.took_ms.total, 1),
        notes=[for_visitors(note) for note in result.notes],
        photos=[
            _photo(hit, path, hit.town if positions else None) for hit, path in zip(hits, paths, strict=True)
        ],
    )


def photo_facts(library: ServedLibrary, photo: PhotoId, known: Metadata) -> PhotoFacts:
    file = library.files.of(photo)
    (path,) = library.files.below_roots([file.path])
    return PhotoFacts(
        id=photo,
        name=path.rpartition("/")[2],
        path=path,
        width=file.size[0],
        height=file.size[1],
        taken_at=known.taken_at,
        camera=known.camera or None,
        rating=known.rating,
        keywords=list(known.keywords),
        title=known.title,
        caption=known.caption,
        latitude=known.latitude,
        longitude=known.longitude,
        town=known.town,
    )


def album_facts(album: Album) -> AlbumFacts:
    """Neither its terms nor its filters: they may name files and folders outside of the library."""
    return AlbumFacts(id=album.id, name=album.name, searches=album.searches)


def _photo(hit: Hit, path: str, town: str | None) -> FoundPhoto:
    return FoundPhoto(
        id=hit.photo,
        name=path.rpartition("/")[2],
        path=path,
        width=hit.size[0],
        height=hit.size[1],
        score=float(hit.score),
        verified=hit.verified,
        proof=hit.proof,
        strong=hit.strong,
        offline=hit.offline,
        taken_at=hit.taken_at,
        town=town,
        part=None if hit.part is None else [round(float(value), 1) for value in hit.part],
        evidence=[
            Agreement(
                points=int(one.inliers),
                coverage=round(float(one.coverage), 4),
                mirrored=one.mirrored,
                outline=None
                if one.outline is None or one.via is not None
                else [[round(float(value), 1) for value in corner] for corner in one.outline],
            )
            for one in hit.evidence
        ],
    )
