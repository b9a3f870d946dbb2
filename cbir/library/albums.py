"""Searches that are kept -> their photos now: what is found, with what a person put in, without what they took out.

An album is what its search shows above the fold, as the window searches, so it follows as photos come, go and change;
corrections are laid over it whenever it is opened. They live in the catalog, and so in its backups, and need no lock.
A photo that leaves the library takes them along, and brings them back: they wait for its content, as marks do.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path

from cbir.base.errors import CbirError, DiskFull, ImageUnreadable, ModelNotInstalled, PhotoGone, QueryUnusable
from cbir.base.layout import Layout
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
_COPIED_PX = 1280  # of a picture that an album keeps: more than is compared
_MAX_WORDED = 10_000  # hits of a sentence; what names and filters choose has no limit


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
        """Every album, the oldest first. Raises CbirError where the searches of a program before cannot be read."""
        kept = self._take_over_searches()
        with self._reader.catalog() as catalog:
            return [*kept, *catalog.table(AlbumTable).all()]

    def find(self, name: str) -> Album:
        """An album by its name, capitals or not, or by its id. Raises CbirError where there is none, or several."""
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
                raise CbirError(f'{len(fitting)} albums are called "{name}". Name one by its id: {ids}')
        raise CbirError(f'There is no album "{name}". To see which there are, run: cbir album list')

    def keep(self, albums: Sequence[Album], *, removed: Sequence[str] = ()) -> None:
        """Keep albums by their ids, new or changed ones, and take others away; possible while photos are indexed.

        A picture that the library knows is kept as its photo, so that it is found wherever that is moved to; of any
        other one a copy is kept, since what was dropped from a browser or a desktop is soon gone.
        Raises CbirError where a name cannot be written.
        """
        for name in (*(name for album in albums for name in (album.name, album.id)), *removed):
            if any("\ud800" <= sign <= "\udfff" for sign in name):
                raise CbirError(f"The name of an album is text; {name!a} is in no encoding known here.")
        self._take_over_searches()
        known = [replace(album, terms=tuple(map(self._lasting, album.terms))) for album in albums]
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            table = catalog.table(AlbumTable)
            table.add(known)
            table.remove(removed)

    def said(self, album: str) -> dict[PhotoId, bool]:
        """The photos that a hand put into an album (True) or took out, as far as the library has them."""
        with self._reader.catalog() as catalog:
            said = catalog.table(AlbumTable).said(album)
            there = catalog.photos.find_all(list(said))
        return {photo: inside for photo, inside in said.items() if photo in there}

    def taken_out(self, album: str) -> list[Path]:
        """Where the photos are that a hand took out."""
        outside = [photo for photo, inside in self.said(album).items() if not inside]
        with self._reader.catalog() as catalog:
            return sorted(found.path for found in catalog.photos.find_all(outside).values())

    def correct(self, album: str, said: Mapping[PhotoId, bool | None]) -> dict[PhotoId, bool | None]:
        """Put photos into an album (True) or take them out; None leaves them to its search again.

        Returns what was said of them before. Raises CbirError where a photo is not in the library: then nothing is
        said.
        """
        self._one(album)
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            table = catalog.table(AlbumTable)
            before = table.said(album)
            if any(
                inside is not None and catalog.files.of_photo(photo) is None for photo, inside in said.items()
            ):
                raise CbirError("This photo is no longer in the library.")
            table.say(album, said)
        return {photo: before.get(photo) for photo in said}

    def search(
        self,
        album: str,
        options: SearchOptions = SearchOptions(),  # noqa: B008 (frozen)
        *,
        cancelled: Callable[[], bool] = lambda: False,
        on_partial: Callable[[SearchResult], None] | None = None,
        renewed: bool = False,
    ) -> SearchResult:
        """The photos of an album, those that were found first, and what is less likely after them.

        options : `listed` and `backwards`, and `top` of what is less likely; the rest is the album's own
        renewed : it is still open: what was new when it was opened still is
        Where the search cannot be done, such as with a picture that is gone, what was put in by hand is there with a
        note. Raises what a search does where nothing was, and CbirError where there is no such album.
        """
        return self._search(self._one(album), options, cancelled, on_partial, renewed=renewed)[0]

    def count(self, album: str, *, cancelled: Callable[[], bool] = lambda: False) -> AlbumCount:
        """How many photos are in an album, and are new. Of one that was never opened nothing is: from now on it is.

        Raises what a search does.
        """
        kept = self._one(album)
        inside, whole = self._listed(kept), True
        if inside is None:
            found, whole = self._search(kept, SearchOptions(top=0), cancelled, None)
            assert found.album is not None
            inside = found.album
        if whole:
            self._note_seen(album, inside.members, first=True)
        return AlbumCount(photos=len(inside.members), new=len(inside.new))

    def note_opened(self, album: str, photos: Iterable[PhotoId]) -> None:
        """Its photos were looked at: none of them is new from now on. In a library that is read-only all stay so."""
        self._note_seen(album, photos, first=False)

    # --- inside ---

    def _listed(self, album: Album) -> AlbumPhotos | None:
        """What is in an album that the catalog alone knows, by ids: a million photos are not read to be counted."""
        if not album.searches or album.has_picture:
            return None
        try:
            found = self._search_service.listed(album.terms, _options_of(album, SearchOptions()))
        except _CANNOT_SEARCH:
            return None
        if found is None:
            return None
        said = self.said(album.id)
        members = set(map(PhotoId, found.tolist())).difference(said)
        members.update(photo for photo, is_in in said.items() if is_in)
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

    def _one(self, album: str) -> Album:
        for known in self.all():
            if known.id == album:
                return known
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
        """What is in an album, and whether it was searched for."""
        said = self.said(album.id)
        inside = [photo for photo, is_in in said.items() if is_in]
        outside = frozenset(said).difference(inside)

        def tell(part: SearchResult) -> None:
            if on_partial is not None:
                on_partial(without_photos(part, outside))

        found, whole = (
            SearchResult(hits=(), took_ms=Timings(), searched=self._reader.current_index().photos),
            True,
        )
        if album.searches:
            try:
                wanted = _options_of(album, options)
                found = self._search_service.search(album.terms, wanted, cancelled, tell)
            except _CANNOT_SEARCH as error:
                if not inside:
                    raise
                note = f"{error} Only the photos that were put into this album by hand are shown."
                found, whole = replace(found, notes=(note,)), False
        if isinstance(found.hits, Listing):
            found = self._corrected_listing(found, album, options, inside, outside)
            members = frozenset(PhotoId(photo) for photo in found.hits.photos.tolist())  # type: ignore[attr-defined]
        else:
            found, members = self._corrected_hits(found, album, inside, outside, most=options.top)
        new = self._new(album, members, renewed=renewed)
        return replace(_marked_new(found, new), album=AlbumPhotos(members=members, new=new)), whole

    def _corrected_hits(
        self,
        found: SearchResult,
        album: Album,
        inside: Sequence[PhotoId],
        outside: frozenset[PhotoId],
        *,
        most: int,
    ) -> tuple[SearchResult, frozenset[PhotoId]]:
        """Members first: found ones, then those that only a hand put in; then at most `most` of the rest."""
        chosen = {hit.photo for hit in asked_for(found.hits, pictured=album.has_picture)}
        members = (chosen | set(inside)) - outside
        first = [hit for hit in found.hits if hit.photo in members]
        rest = [hit for hit in found.hits if hit.photo not in members]
        added = self._hits_of([photo for photo in inside if photo not in {hit.photo for hit in first}])
        hits = tuple(
            replace(hit, rank=rank) for rank, hit in enumerate([*first, *added, *rest[:most]], start=1)
        )
        return replace(found, hits=hits), frozenset(hit.photo for hit in hits if hit.photo in members)

    def _corrected_listing(
        self,
        found: SearchResult,
        album: Album,
        options: SearchOptions,
        inside: Sequence[PhotoId],
        outside: frozenset[PhotoId],
    ) -> SearchResult:
        """The photos in the order of the listing; those that a hand put in stand where they belong in it."""
        found = without_photos(found, outside)
        assert isinstance(found.hits, Listing)
        missing = set(inside).difference(found.hits.photos.tolist())
        if not missing:
            return found
        order = _options_of(album, options).listed or "date"
        ids = [PhotoId(photo) for photo in found.hits.photos.tolist()]
        with explain_disk_trouble(self._layout.folder), self._reader.catalog() as catalog:
            ids = catalog.full_text.placed(
                ids,
                sorted(missing),
                order=order,
                backwards=options.backwards,
                ranked=any(term.text for term in album.terms),
            )
            listing = replace(catalog.photos.listing(ids), evidence=found.hits.evidence)
        return replace(found, hits=self._with_offline(listing), total=len(listing))

    def _hits_of(self, photos: Sequence[PhotoId]) -> list[Hit]:
        """Hits that nothing but a hand brought."""
        with self._reader.catalog() as catalog:
            listing = catalog.photos.listing(photos)
        return [replace(hit, engines=()) for hit in self._with_offline(listing)]

    def _with_offline(self, listing: Listing) -> Listing:
        online = self._reader.online()
        return listing.with_offline(lambda name: self._reader.is_below_away(Path(name), online))

    def _lasting(self, term: Term) -> Term:
        """A term with the photo that its file is, else with a copy of the picture, or of the part that is framed."""
        if term.path is None:
            return term
        found = self._reader.find_path(term.path)
        if found is not None:
            return replace(term, path=None, photo=found.photo)
        try:
            seen = self._previews.picture(None, term.path, None, term.region, _COPIED_PX, lambda: False)
        except CbirError:
            return term  # whoever opens the album is told what is wrong with it
        height, width = seen.pixels.shape[:2]
        copy = encode_thumbnail(Image(pixels=seen.pixels, full_size=seen.full_size), _COPIED_PX)
        region = None if term.region is None else (0.0, 0.0, float(width), float(height))
        return replace(term, path=None, data=copy, region=region)

    def _note_seen(self, album: str, photos: Iterable[PhotoId], *, first: bool) -> None:
        """First : only where it was never opened"""
        with self._reader.catalog() as catalog:
            table = catalog.table(AlbumTable)
            if (first and table.opened(album)) or not os.access(self._layout.folder, os.W_OK):
                return
            seen = table.seen(album)
        with (
            contextlib.suppress(DiskFull),  # it stays new, and the album is shown all the same
            unlocked_write(self._layout) as catalog,
            catalog.transaction(),
        ):
            catalog.table(AlbumTable).note_opened(album, set(photos).difference(seen))

    def _take_over_searches(self) -> list[Album]:
        """Make albums of what a program before saved; where the library cannot be written to they are returned."""
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
        file.unlink(missing_ok=True)  # what was written is on the disk by now
        return []


def _options_of(album: Album, options: SearchOptions) -> SearchOptions:
    """As the window searches for the same."""
    listed: ListOrder | None = None if album.has_picture else options.listed or "date"
    return SearchOptions(
        top=_MAX_PICTURED if album.has_picture else _MAX_WORDED,
        engine=album.engine,
        filters=album.filters,
        listed=listed,
        backwards=options.backwards,
        look_again=True,
    )


def _marked_new(found: SearchResult, new: frozenset[PhotoId]) -> SearchResult:
    if not new:
        return found
    if isinstance(found.hits, Listing):
        return replace(found, hits=replace(found.hits, new=new))
    return replace(
        found, hits=tuple(replace(hit, new=True) if hit.photo in new else hit for hit in found.hits)
    )
