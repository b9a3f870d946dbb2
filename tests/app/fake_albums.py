"""The fake engine's albums: kept, counted and corrected, with what a test says is new."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cbir.base.types import Album, AlbumCount, AlbumPhotos, PhotoId, asked_for
from cbir.service import (
    AlbumsAnswer,
    AlbumsRequest,
    CorrectAlbumAnswer,
    CorrectAlbumRequest,
    Failure,
)


@dataclass
class FakeAlbums:
    """new : of each album's photos, by its name. photos : that are counted. refuse : why nothing is kept"""

    albums: tuple[Album, ...] = ()
    said: dict[str, dict[PhotoId, bool]] = field(default_factory=dict)
    new: dict[str, tuple[int, ...]] = field(default_factory=dict)
    photos: int = 3
    refuse: str = ""

    def answer(self, request):
        """Answer what is this part's business, None for the rest."""
        match request:
            case AlbumsRequest():
                if self.refuse and (request.keep or request.removed):
                    return Failure(message=self.refuse)
                kept = {album.id: album for album in (*self.albums, *request.keep)}
                self.albums = tuple(album for album in kept.values() if album.id not in request.removed)
                return AlbumsAnswer(albums=self.albums)
            case CorrectAlbumRequest():
                if self.refuse:
                    return Failure(message=self.refuse)
                said = self.said.setdefault(request.album, {})
                before = tuple((photo, said.get(photo)) for photo, _ in request.corrections)
                for photo, inside in request.corrections:
                    if inside is None:
                        said.pop(photo, None)
                    else:
                        said[photo] = inside
                return CorrectAlbumAnswer(before=before)
        return None

    def count(self, request):
        return AlbumCount(photos=self.photos, new=len(self.new.get(self._name(request.album), ())))

    def opened(self, request, found, every):
        """A search result as an album returns it. every : photos, some of them put in by hand"""
        said = self.said.get(request.album, {})
        pictured = any(term.text is None for term in request.terms)
        members = {hit.photo for hit in asked_for(found.hits, pictured=pictured)} if request.terms else set()
        members |= {photo for photo, inside in said.items() if inside}
        members -= {photo for photo, inside in said.items() if not inside}
        there = {hit.photo for hit in found.hits}
        added = [hit for hit in every if hit.photo in members - there]
        new = members.intersection(map(PhotoId, self.new.get(self._name(request.album), ())))
        hits = sorted((*found.hits, *added), key=lambda hit: hit.photo not in members)
        hits = [replace(hit, new=True) if hit.photo in new else hit for hit in hits]
        if not request.renewed:
            self.new.pop(self._name(request.album), None)
        return replace(
            found, hits=tuple(hits), album=AlbumPhotos(members=frozenset(members), new=frozenset(new))
        )

    def _name(self, album):
        return next((one.name for one in self.albums if one.id == album), "")
