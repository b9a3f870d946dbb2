"""Saved searches -> their photos now: the hits, plus photos that a person put in, minus photos that they took out.

An album has the hits that the window shows above the fold for its search, so it follows as photos come, go and
change. Corrections are applied whenever it is opened. They are stored in the catalog, and so in its backups, and need
no lock. A photo that leaves the library takes them along, and brings them back: they wait for its content, as marks
do.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path

from cbir.base.errors import CbirError, DiskFull, ImageUnreadable, ModelNotInstalled, PhotoGone, QueryUnusable
from cbir.base.layout import Layout
from cbir.base.messages import Message
from cbir.base.types import (
    Album,
    AlbumCount,
    AlbumPhotos,
    Hit,
    Image,
    Listing,
    ListOrder,
    PhotoId,
    SearchOptions,
    SearchResult,
    Term,
    Timings,
    asked_for,
    without_photos,
)
from cbir.images import encode_thumbnail
from cbir.library.previews import Previews
from cbir.search import SearchService
from cbir.state import AlbumTable, IndexReader, explain_disk_trouble, read_searches, unlocked_write

_CANNOT_SEARCH = (QueryUnusable, ImageUnreadable, ModelNotInstalled, PhotoGone)
_MAX_PICTURED = 200  # hits of a picture: as many as the matcher verifies
_COPIED_PX = 1280  # stored size of an album's query picture: more than is compared
_MAX_WORDED = 10_000  # hits of a sentence; hits of names and filters have no limit


class Albums:
    """The albums of one library; methods may be called from several threads."""

    def __init__(
        self, layout: Layout, reader: IndexReader, search_service: SearchService, previews: Previews
    ) -> None:
        self._layout = layout
        self._reader = reader
        self._search_service = search_service
        self._previews = previews

    def all(self) -> list[Album]:
        """Every album, the oldest first. Raises CbirError if the searches of an earlier version cannot be read."""
        legacy = self._take_over_searches()
        with self._reader.catalog() as catalog:
            return [*legacy, *catalog.table(AlbumTable).all()]

    def find(self, name: str) -> Album:
        """An album by its id or name, ignoring case. Raises CbirError if there is none, or several."""
        albums = self.all()
        folded = name.casefold().strip()
        for fitting in (
            [album for album in albums if name in (album.id, album.name)],
            [album for album in albums if album.name.casefold() == folded],
        ):
            if len(fitting) == 1:
                return fitting[0]
            if fitting:
                ids = ", ".join(album.id for album in fitting)
                raise CbirError(
                    '{0} albums are called "{1}". Name one by its id: {2}', len(fitting), name, ids
                )
        raise CbirError('There is no album "{0}". List all albums with: cbir album list', name)

    def keep(self, albums: Sequence[Album], *, removed: Sequence[str] = ()) -> None:
        """Store new or changed albums by their ids, and remove others; possible while photos are indexed.

        A query picture in the library is stored as its photo, so that it survives moves. Any other picture is copied,
        as files dropped from a browser or a desktop are soon gone.
        Raises CbirError if a name cannot be stored.
        """
        for name in (*(name for album in albums for name in (album.name, album.id)), *removed):
            if any("\ud800" <= sign <= "\udfff" for sign in name):
                raise CbirError(
                    "The name of an album is text; {0} is in no encoding known here.", ascii(name)
                )
        self._take_over_searches()
        lasting_albums = [replace(album, terms=tuple(map(self._lasting, album.terms))) for album in albums]
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            table = catalog.table(AlbumTable)
            table.add(lasting_albums)
            table.remove(removed)

    def corrections(self, album: str) -> dict[PhotoId, bool]:
        """A person's corrections of an album: photos of the library put in (True) or taken out (False)."""
        with self._reader.catalog() as catalog:
            corrections = catalog.table(AlbumTable).corrections(album)
            present = catalog.photos.find_all(list(corrections))
        return {photo: inside for photo, inside in corrections.items() if photo in present}

    def taken_out(self, album: str) -> list[Path]:
        """Paths of the photos that a person took out."""
        outside = [photo for photo, inside in self.corrections(album).items() if not inside]
        with self._reader.catalog() as catalog:
            return sorted(record.path for record in catalog.photos.find_all(outside).values())

    def correct(self, album: str, corrections: Mapping[PhotoId, bool | None]) -> dict[PhotoId, bool | None]:
        """Put photos into an album (True) or take them out (False); None leaves them to its search again.

        Returns their corrections before. Raises CbirError if a photo is not in the library; nothing is changed then.
        """
        self._album(album)
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            table = catalog.table(AlbumTable)
            before = table.corrections(album)
            if any(
                inside is not None and catalog.files.of_photo(photo) is None
                for photo, inside in corrections.items()
            ):
                raise CbirError("This photo is no longer in the library.")
            table.say(album, corrections)
        return {photo: before.get(photo) for photo in corrections}

    def search(
        self,
        album: str,
        options: SearchOptions = SearchOptions(),  # noqa: B008 (frozen)
        *,
        cancelled: Callable[[], bool] = lambda: False,
        on_partial: Callable[[SearchResult], None] | None = None,
        renewed: bool = False,
    ) -> SearchResult:
        """The photos of an album, search hits first, and then the less likely hits.

        options : `listed`, `backwards` and `people`, and `top` for the less likely hits; the rest is the album's own
        renewed : the album is still open, so photos that were new when it was opened are still new
        If the search cannot be done, for example because its picture is gone, the result has the photos put in by hand
        and a note. Without such photos it raises as a search does. Raises CbirError if there is no such album.
        """
        return self._search(self._album(album), options, cancelled, on_partial, renewed=renewed)[0]

    def count(
        self,
        album: str,
        *,
        cancelled: Callable[[], bool] = lambda: False,
        people: bool = True,
        positions: bool = True,
    ) -> AlbumCount:
        """Number of photos in an album, and of new ones. An album that was never opened has no new photos until now.

        people, positions : see SearchOptions. Raises as a search does.
        """
        options = SearchOptions(top=0, people=people, positions=positions)
        stored_album = self._album(album)
        inside, whole = self._listed(stored_album, options), True
        if inside is None:
            result, whole = self._search(stored_album, options, cancelled, None)
            assert result.album is not None
            inside = result.album
        if whole:
            self._note_seen(album, inside.members, first=True)
        return AlbumCount(photos=len(inside.members), new=len(inside.new))

    def note_opened(self, album: str, photos: Iterable[PhotoId]) -> None:
        """Mark photos of an album as seen, so that they are no longer new. A read-only library does not store this."""
        self._note_seen(album, photos, first=False)

    # --- inside ---

    def _listed(self, album: Album, options: SearchOptions) -> AlbumPhotos | None:
        """Contents of an album that the catalog alone can list, by ids, so that counting a million photos is cheap."""
        if not album.searches or album.has_picture:
            return None
        try:
            documents = self._search_service.listed(album.terms, options_of(album, options))
        except _CANNOT_SEARCH:
            return None
        if documents is None:
            return None
        corrections = self.corrections(album.id)
        members = set(map(PhotoId, documents.tolist())).difference(corrections)
        members.update(photo for photo, is_in in corrections.items() if is_in)
        return AlbumPhotos(members=frozenset(members), new=self._new(album, members, renewed=False))

    def _new(self, album: Album, members: Set[PhotoId], *, renewed: bool) -> frozenset[PhotoId]:
        with self._reader.catalog() as catalog:
            table = catalog.table(AlbumTable)
            opened = table.opened(album.id)
            if not opened:
                return frozenset()
            return frozenset(
                members - table.seen(album.id, not_at=opened if renewed and opened > 1 else None)
            )

    def _album(self, album: str) -> Album:
        for candidate in self.all():
            if candidate.id == album:
                return candidate
        raise CbirError("This album was removed meanwhile.")

    def _search(
        self,
        album: Album,
        options: SearchOptions,
        cancelled: Callable[[], bool],
        on_partial: Callable[[SearchResult], None] | None,
        *,
        renewed: bool = False,
    ) -> tuple[SearchResult, bool]:
        """Contents of an album; and True unless its search could not be done."""
        corrections = self.corrections(album.id)
        inside = [photo for photo, is_in in corrections.items() if is_in]
        outside = frozenset(corrections).difference(inside)

        def tell(part: SearchResult) -> None:
            if on_partial is not None:
                on_partial(without_photos(part, outside))

        result, whole = (
            SearchResult(hits=(), took_ms=Timings(), searched=self._reader.current_index().photos),
            True,
        )
        if album.searches:
            try:
                album_options = options_of(album, options)
                result = self._search_service.search(album.terms, album_options, cancelled, tell)
            except _CANNOT_SEARCH as error:
                if not inside:
                    raise
                note = Message("{0} Only the photos that were put into this album by hand are shown.", error)
                result, whole = replace(result, notes=(note,)), False
        if isinstance(result.hits, Listing):
            result = self._corrected_listing(result, album, options, inside, outside)
            members = frozenset(PhotoId(photo) for photo in result.hits.photos.tolist())  # type: ignore[attr-defined]
        else:
            result, members = self._corrected_hits(result, album, inside, outside, most=options.top)
        new = self._new(album, members, renewed=renewed)
        return replace(_marked_new(result, new), album=AlbumPhotos(members=members, new=new)), whole

    def _corrected_hits(
        self,
        result: SearchResult,
        album: Album,
        inside: Sequence[PhotoId],
        outside: frozenset[PhotoId],
        *,
        most: int,
    ) -> tuple[SearchResult, frozenset[PhotoId]]:
        """Members first: hits, then photos put in only by hand. Then at most `most` of the other hits."""
        chosen = {hit.photo for hit in asked_for(result.hits, pictured=album.has_picture)}
        members = (chosen | set(inside)) - outside
        first = [hit for hit in result.hits if hit.photo in members]
        rest = [hit for hit in result.hits if hit.photo not in members]
        added = self._hits_of([photo for photo in inside if photo not in {hit.photo for hit in first}])
        hits = tuple(
            replace(hit, rank=rank) for rank, hit in enumerate([*first, *added, *rest[:most]], start=1)
        )
        return replace(result, hits=hits), frozenset(hit.photo for hit in hits if hit.photo in members)

    def _corrected_listing(
        self,
        result: SearchResult,
        album: Album,
        options: SearchOptions,
        inside: Sequence[PhotoId],
        outside: frozenset[PhotoId],
    ) -> SearchResult:
        """The corrected listing. Photos put in by hand appear at their place in its order."""
        result = without_photos(result, outside)
        assert isinstance(result.hits, Listing)
        missing = set(inside).difference(result.hits.photos.tolist())
        if not missing:
            return result
        order = options_of(album, options).listed or "date"
        ids = [PhotoId(photo) for photo in result.hits.photos.tolist()]
        with explain_disk_trouble(self._layout.folder), self._reader.catalog() as catalog:
            ids = catalog.full_text.placed(
                ids,
                sorted(missing),
                order=order,
                backwards=options.backwards,
                ranked=any(term.text for term in album.terms),
            )
            listing = replace(catalog.photos.listing(ids), evidence=result.hits.evidence)
        return replace(result, hits=self._with_offline(listing), total=len(listing))

    def _hits_of(self, photos: Sequence[PhotoId]) -> list[Hit]:
        """Hits for photos that only a person put in."""
        with self._reader.catalog() as catalog:
            listing = catalog.photos.listing(photos)
        return [replace(hit, engines=()) for hit in self._with_offline(listing)]

    def _with_offline(self, listing: Listing) -> Listing:
        online = self._reader.online()
        return listing.with_offline(lambda name: self._reader.is_below_away(Path(name), online))

    def _lasting(self, term: Term) -> Term:
        """The term with the photo of its file. Otherwise with a copy of the picture, or of its framed part."""
        if term.path is None:
            return term
        record = self._reader.find_path(term.path)
        if record is not None:
            return replace(term, path=None, photo=record.photo)
        try:
            picture = self._previews.picture(None, term.path, None, term.region, _COPIED_PX, lambda: False)
        except CbirError:
            return term  # opening the album reports the problem
        height, width = picture.pixels.shape[:2]
        copy = encode_thumbnail(Image(pixels=picture.pixels, full_size=picture.full_size), _COPIED_PX)
        region = None if term.region is None else (0.0, 0.0, float(width), float(height))
        return replace(term, path=None, data=copy, region=region)

    def _note_seen(self, album: str, photos: Iterable[PhotoId], *, first: bool) -> None:
        """Store photos as seen. first : only if the album was never opened"""
        with self._reader.catalog() as catalog:
            table = catalog.table(AlbumTable)
            if (first and table.opened(album)) or not os.access(self._layout.folder, os.W_OK):
                return
            known_photos = table.seen(album)
        with (
            contextlib.suppress(DiskFull),  # the photos stay new, and the album is still shown
            unlocked_write(self._layout) as catalog,
            catalog.transaction(),
        ):
            catalog.table(AlbumTable).note_opened(album, set(photos).difference(known_photos))

    def _take_over_searches(self) -> list[Album]:
        """Make albums of the searches of an earlier version; returns them if the library cannot be written to."""
        file = self._layout.searches
        if not file.is_file():
            return []
        albums = read_searches(file)
        if not os.access(self._layout.folder, os.W_OK):
            return albums
        try:
            with unlocked_write(self._layout) as catalog, catalog.transaction():
                catalog.table(AlbumTable).add_missing(albums)
        except DiskFull:
            return albums
        file.unlink(missing_ok=True)  # the albums are on the disk by now
        return []


def options_of(album: Album, options: SearchOptions) -> SearchOptions:
    """The options with which the window searches for the same."""
    listed: ListOrder | None = None if album.has_picture else options.listed or "date"
    return SearchOptions(
        top=_MAX_PICTURED if album.has_picture else _MAX_WORDED,
        engine=album.engine,
        filters=album.filters,
        listed=listed,
        backwards=options.backwards,
        look_again=True,
        people=options.people,
        positions=options.positions,
        own=True,  # a photo that an album was made with belongs to it
    )


def _marked_new(result: SearchResult, new: frozenset[PhotoId]) -> SearchResult:
    if not new:
        return result
    if isinstance(result.hits, Listing):
        return replace(result, hits=replace(result.hits, new=new))
    return replace(
        result, hits=tuple(replace(hit, new=True) if hit.photo in new else hit for hit in result.hits)
    )
