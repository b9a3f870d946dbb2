"""Results of the library -> plain JSON values without absolute paths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cbir.base.types import Album, Flag, Hit, HitKind, Metadata, PhotoId, SearchResult
from cbir.server.refusals import for_visitors
from cbir.server.served_library import ServedLibrary


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Evidence that a photo shows a picture of the query.

    points : number of matching points. coverage : share of the query that the photo shows. mirrored : true if the
    flipped query matches. outline : the query's border in pixels of the upright photo, four corners; null if unknown
    """

    points: int
    coverage: float
    mirrored: bool
    outline: list[list[float]] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPhoto:
    """A hit. path : relative to the indexed folder. kind, strength : of the evidence, as in the command line's JSON

    proof : same, part or via; null if nothing is proven

    part : x, y, width, height of the part that a sentence fits best. offline : its drive is not connected
    """

    id: int
    name: str
    path: str
    width: int
    height: int
    score: float
    kind: HitKind
    strength: float
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
    """A page of hits. searched : number of photos searched. total : number of matching photos, if known

    notes : sentences for the user
    """

    searched: int
    total: int | None
    verified: int
    took_ms: float
    notes: list[str]
    photos: list[FoundPhoto]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoFacts:
    """Metadata of a photo. rating : 0 to 5, -1 rejected. flag : pick, reject or null"""

    id: int
    name: str
    path: str
    width: int
    height: int
    taken_at: str | None
    camera: str | None
    rating: int | None
    flag: Flag | None
    keywords: list[str]
    title: str | None
    caption: str | None
    latitude: float | None
    longitude: float | None
    town: str | None
    people: list[str]
    headline: str | None
    creator: str | None
    copyright: str | None
    label: str | None
    comment: str | None
    lens: str | None
    iso: int | None
    aperture: float | None
    exposure_s: float | None
    focal_mm: float | None
    focal_35mm: int | None
    flash: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumFacts:
    """An album. searches : true if it follows a search; false if its photos were added by hand"""

    id: str
    name: str
    searches: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryFacts:
    """The contents and limits of this service, and the rights of the caller."""

    photos: int
    engines: list[str]
    writable: bool
    originals: bool
    positions: bool
    max_upload_bytes: int


def search_answer(
    library: ServedLibrary, result: SearchResult, hits: Sequence[Hit], *, positions: bool = True
) -> Found:
    """Convert the result of a search. hits : the requested page. positions : include the names of towns"""
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


def photo_facts(library: ServedLibrary, photo: PhotoId, metadata: Metadata) -> PhotoFacts:
    file = library.files.of(photo)
    (path,) = library.files.below_roots([file.path])
    return PhotoFacts(
        id=photo,
        name=path.rpartition("/")[2],
        path=path,
        width=file.size[0],
        height=file.size[1],
        taken_at=metadata.taken_at,
        camera=metadata.camera or None,
        rating=metadata.rating,
        flag=metadata.flag,
        keywords=list(metadata.keywords),
        title=metadata.title,
        caption=metadata.caption,
        latitude=metadata.latitude,
        longitude=metadata.longitude,
        town=metadata.town,
        people=list(metadata.people),
        headline=metadata.headline,
        creator=metadata.creator,
        copyright=metadata.copyright,
        label=metadata.label,
        comment=metadata.comment,
        lens=metadata.lens,
        iso=metadata.iso,
        aperture=metadata.aperture,
        exposure_s=metadata.exposure_s,
        focal_mm=metadata.focal_mm,
        focal_35mm=metadata.focal_35mm,
        flash=metadata.flash,
    )


def album_facts(album: Album) -> AlbumFacts:
    """Convert an album without its terms and filters, which may name files and folders outside the library."""
    return AlbumFacts(id=album.id, name=album.name, searches=album.searches)


def _photo(hit: Hit, path: str, town: str | None) -> FoundPhoto:
    return FoundPhoto(
        id=hit.photo,
        name=path.rpartition("/")[2],
        path=path,
        width=hit.size[0],
        height=hit.size[1],
        score=float(hit.score),
        kind=hit.kind,
        strength=round(float(hit.strength), 3),
        verified=hit.verified,
        proof=hit.proof,
        strong=hit.strong,
        offline=hit.offline,
        taken_at=hit.taken_at,
        town=town,
        part=None if hit.part is None else [round(float(value), 1) for value in hit.part],
        evidence=[
            Agreement(
                points=int(evidence.inliers),
                coverage=round(float(evidence.coverage), 4),
                mirrored=evidence.mirrored,
                outline=None
                if evidence.outline is None or evidence.via is not None
                else [[round(float(value), 1) for value in corner] for corner in evidence.outline],
            )
            for evidence in hit.evidence
        ],
    )
