"""Ratings, keywords and judgements that the user gives to photos.

They are stored in the catalog, and therefore in its backups. Writing them needs no lock, so photos can be rated during
an index run. If a photo leaves the library, its marks and judgements are stored by its content, and return with it.

Marks take precedence over the files' own metadata. On request they are also written into XMP sidecars. The photos' own
files are only read.
"""

from __future__ import annotations

import json
import time
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cbir.base.drives import folder_is_there
from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.messages import Message
from cbir.base.types import (
    JudgedQuery,
    KeywordSuggestion,
    LearnedOrder,
    MarkReport,
    Marks,
    Metadata,
    NamedRegion,
    PhotoId,
    Placed,
    Received,
    Skipped,
    Term,
    distinct_keywords,
    moment_of,
)
from cbir.catalog import Catalog, Handover, change_keywords, note_on, read_circle, through_step
from cbir.library.belongings import shares_its_name
from cbir.metadata import (
    MAX_KEYWORD,
    NOT_PICKED,
    PICKED,
    NamedFaces,
    Property,
    XmpUnclear,
    clean,
    write_sidecar,
)
from cbir.search import ORDER_SETTING, SearchService, as_setting, stored_order
from cbir.state import IndexReader, read_term, term_entry, unlocked_write

RIGHT, WRONG = 1, 0


class Judgements:
    """The judgements of one library; methods may be called from several threads."""

    def __init__(self, layout: Layout, reader: IndexReader) -> None:
        self._layout = layout
        self._reader = reader

    def set(
        self, terms: Sequence[Term], labels: Sequence[str], photos: Sequence[PhotoId], right: bool | None
    ) -> None:
        """Judge photos right or wrong for a search; None takes that back. labels : a text for each term

        Raises CbirError if there are no terms, or a photo is not in the library.
        """
        if not terms:
            raise CbirError("Search for something first: a photo is right or wrong for a search.")
        grade = None if right is None else RIGHT if right else WRONG
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            if any(catalog.files.of_photo(photo) is None for photo in photos):
                raise CbirError("This photo is no longer in the library.")
            catalog.judgements.set(_key(terms), json.dumps(list(labels)), photos, grade)

    def of(self, terms: Sequence[Term]) -> dict[PhotoId, bool]:
        """The judged photos of one search."""
        with self._reader.catalog() as catalog:
            return {photo: grade > WRONG for photo, grade in catalog.judgements.of(_key(terms)).items()}

    def all(self) -> list[JudgedQuery]:
        """Every search with a judged hit, the oldest first."""
        with self._reader.catalog() as catalog:
            stored = [
                (tuple(map(read_term, json.loads(terms))), tuple(json.loads(labels)), grades)
                for terms, labels, grades in catalog.judgements.all()
            ]
            photos = {photo for _, _, grades in stored for photo in grades}
            photos |= {term.photo for terms, _, _ in stored for term in terms if term.photo is not None}
            paths = {photo: record.path for photo, record in catalog.photos.find_all(sorted(photos)).items()}
        return [
            JudgedQuery(
                terms=terms,
                labels=labels,
                grades=tuple((paths[photo], grade) for photo, grade in grades.items() if photo in paths),
                own=next((paths.get(term.photo) for term in terms if term.photo is not None), None),
            )
            for terms, labels, grades in stored
        ]

    def order(self) -> LearnedOrder | None:
        """The order of hits that judgements taught; None if there is none. See learned_order.py."""
        with self._reader.catalog() as catalog:
            return stored_order(catalog.settings.all())

    def keep_order(self, order: LearnedOrder | None) -> None:
        """Search with a learned order from now on; None forgets it."""
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            catalog.settings.set(ORDER_SETTING, None if order is None else as_setting(order))

    def use_order(self, on: bool) -> LearnedOrder:
        """Switch the learned order on or off. Raises CbirError if there is none."""
        order = self.order()
        if order is None:
            raise CbirError("No order was learned yet. Learn one first: {0}", "cbir evaluate --learn")
        self.keep_order(replace(order, on=on))
        return replace(order, on=on)


def _key(terms: Sequence[Term]) -> str:
    """Key text of a search, the same for equal terms."""
    return json.dumps([term_entry(term) for term in terms], sort_keys=True)


LOWEST_RATING, HIGHEST_RATING = -1, 5  # XMP part 2, 2.2: -1 is rejected
_SidecarValues = Mapping[Property, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _SidecarChange:
    """Values and named faces for the sidecar of a picture."""

    picture: Path
    values: _SidecarValues
    faces: NamedFaces | None


class PhotoMarks:
    """The marks of one library's photos; methods may be called from several threads.

    judgements : of photos as right or wrong for a search
    """

    def __init__(self, layout: Layout, reader: IndexReader, search_service: SearchService) -> None:
        self._layout = layout
        self._reader = reader
        self._search_service = search_service
        self.judgements = Judgements(layout, reader)

    def of(self, photos: Sequence[PhotoId]) -> list[Marks]:
        """The marks of photos, in their order. Library.metadata has them merged with the files' metadata."""
        with self._reader.catalog() as catalog:
            return [catalog.marks.of(photo) for photo in photos]

    def set_rating(
        self, photos: Sequence[PhotoId], rating: int | None, *, sidecar: bool = False
    ) -> MarkReport:
        """Give photos a rating: 0 to 5 stars, -1 for rejected, None for the rating of their files.

        sidecar : write it into their XMP sidecars too
        A rejected photo's stars count again once the rejection is taken back.
        Raises CbirError if there is no such rating, or a photo is not in the library. Nothing is set then.
        """
        if rating is not None and not LOWEST_RATING <= rating <= HIGHEST_RATING:
            raise CbirError(
                "{0} is not a rating. A rating is 0 to 5 stars, or -1 for a rejected photo.", rating
            )

        def change(metadata: Metadata, marks: Marks) -> Marks:
            if rating != LOWEST_RATING:
                return replace(marks, rating=rating, stars=None)
            stars = marks.stars if marks.rating == LOWEST_RATING else marks.rating
            return _not_picked(metadata, replace(marks, rating=rating, stars=stars))

        return self._mark(photos, change, _rating_of if sidecar else None)

    def set_pick(self, photos: Sequence[PhotoId], pick: bool | None, *, sidecar: bool = False) -> MarkReport:
        """Pick photos, which takes back a rejection, or not; None leaves it to their files.

        sidecar : write it into their XMP sidecars too
        Raises CbirError if a photo is not in the library. Nothing is set then.
        """

        def change(metadata: Metadata, marks: Marks) -> Marks:
            marks = replace(marks, pick=pick)
            return _not_rejected(metadata, marks) if pick else marks

        return self._mark(photos, change, _flag_of if sidecar else None)

    def unflag(self, photos: Sequence[PhotoId], *, sidecar: bool = False) -> MarkReport:
        """Make photos neither picks nor rejects. Others stay as they are.

        A rejected photo has its earlier stars again; if its file says rejected and it had none, it has no stars then.
        sidecar : write it into the sidecars of the photos that changed
        Raises CbirError if a photo is not in the library. Nothing is changed then.
        """

        def change(metadata: Metadata, marks: Marks) -> Marks:
            return _not_rejected(metadata, _not_picked(metadata, marks))

        return self._mark(photos, change, _flag_of if sidecar else None, only_changed=True)

    def set_label(self, photos: Sequence[PhotoId], label: str | None, *, sidecar: bool = False) -> MarkReport:
        """Give photos a colour label, or any text; an empty one for none, None for the label of their files.

        sidecar : write it into their XMP sidecars too
        Raises CbirError for a text that is no label, or if a photo is not in the library. Nothing is set then.
        """
        text = label and _label(label)
        return self._mark(photos, lambda _, marks: replace(marks, label=text), _label_of if sidecar else None)

    def set_keywords(
        self,
        photos: Sequence[PhotoId],
        *,
        add: Sequence[str] = (),
        remove: Sequence[str] = (),
        sidecar: bool = False,
    ) -> MarkReport:
        """Add keywords to photos and remove others, also keywords of their files. Case makes no difference.

        sidecar : write all their keywords into their XMP sidecars too
        Raises CbirError for a text that is no keyword, or if a photo is not in the library. Nothing is set then.
        """
        added, removed = [_keyword(text) for text in add], [_keyword(text) for text in remove]

        def change(metadata: Metadata, marks: Marks) -> Marks:
            return change_keywords(metadata, marks, added, removed)

        return self._mark(photos, change, _keywords_of if sidecar else None)

    def place(self, photos: Sequence[PhotoId], latitude: float, longitude: float) -> Placed:
        """Give photos without a position one, in degrees. Photos with a position keep theirs.

        It is kept in the catalog, and moves and returns with the photo. A position that the file gets later counts
        instead.
        Raises CbirError if a photo is not in the library, or the position is not on earth. Nothing is set then.
        """
        if not (abs(latitude) <= 90 and abs(longitude) <= 180):
            raise CbirError(
                "{0} is nowhere on earth: latitudes go from -90 to 90, longitudes from -180 to 180.",
                f"{latitude:g},{longitude:g}",
            )
        step = time.time_ns() // 1000  # exact in JSON
        placed = []
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            for photo in dict.fromkeys(photos):
                file = catalog.files.of_photo(photo)
                if file is None:
                    raise CbirError("This photo is no longer in the library.")
                metadata = catalog.metadata.of_file(photo)
                if metadata is None or metadata.latitude is not None:
                    continue
                received = Received(source=Path(), by_thing=True, latitude=latitude, longitude=longitude)
                catalog.handed_over.give(
                    Handover(
                        photo=photo,
                        goes=photo,
                        received=received,
                        fingerprint=file.fingerprint,
                        through=through_step(step),
                    )
                )
                placed.append(photo)
        return Placed(step=step, photos=tuple(placed))

    def place_at(self, photos: Sequence[PhotoId], text: str) -> tuple[Placed, Message | None]:
        """Give photos a position in text, such as "38.72,-9.14" or "Lisbon": its middle. See place().

        Returns a note beside it if another town of that name could be meant. Raises QueryUnusable for an unknown town.
        """
        circle = read_circle(text)
        return self.place(photos, circle.latitude, circle.longitude), note_on(text)

    def take_back(self, step: int) -> int:
        """Take back positions that were given at once. Returns the number of photos. step : of Placed"""
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            return catalog.handed_over.take_back_step(step)

    def write_people(self, photos: Sequence[PhotoId]) -> MarkReport:
        """Write the names that were confirmed for faces into XMP sidecars, beside the names that the photos have.

        Each name also gets the place of its face, as a region of the Metadata Working Group. Photos that are stored
        turned or mirrored get the name alone, because programs disagree on whether a region refers to the stored or
        to the upright picture.
        Nothing takes the names out again: they are text of the photos from then on.
        """
        distinct = list(dict.fromkeys(photos))
        report = MarkReport(photos=len(distinct))
        return self._write_sidecars(distinct, _people_of, report, _faces_of)

    def suggest(
        self,
        photos: Sequence[PhotoId],
        *,
        top: int = 8,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> tuple[KeywordSuggestion, ...]:
        """Keywords that fit the contents of photos, at most `top`, by the model that answers sentences.

        Keywords that fit most of the photos come first. Nothing is stored.
        Raises ModelNotInstalled if no model has embedded photos, and Cancelled.
        """
        return self._search_service.suggest_keywords(photos, top=top, cancelled=cancelled)

    def _mark(
        self,
        photos: Sequence[PhotoId],
        change: Callable[[Metadata, Marks], Marks],
        values: Callable[[Catalog, PhotoId], _SidecarValues] | None,
        *,
        only_changed: bool = False,
    ) -> MarkReport:
        """Change the marks of all photos, or of none.

        change : called with the file's metadata and the marks. values : for the sidecars; None writes none
        only_changed : write the sidecars of changed photos alone
        """
        distinct = list(dict.fromkeys(photos))
        before, after = [], []
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            for photo in distinct:
                if catalog.files.of_photo(photo) is None:
                    raise CbirError("This photo is no longer in the library.")
                metadata = catalog.metadata.of_file(photo) or Metadata()
                before.append(catalog.marks.of(photo))
                after.append(change(metadata, before[-1]))
                catalog.marks.set(photo, after[-1])
        report = MarkReport(photos=len(distinct), before=tuple(before), after=tuple(after))
        if values is None:
            return report
        changes = zip(distinct, before, after, strict=True)
        return self._write_sidecars(
            [photo for photo, old, new in changes if old != new or not only_changed], values, report
        )

    def _write_sidecars(
        self,
        photos: Sequence[PhotoId],
        values: Callable[[Catalog, PhotoId], _SidecarValues],
        report: MarkReport,
        faces: Callable[[Catalog, PhotoId], NamedFaces | None] = lambda catalog, photo: None,
    ) -> MarkReport:
        """Write the catalog's values into sidecars.

        Another thread or process may set other values meanwhile, and write them before this one. Each photo is
        therefore checked again after its sidecar was written, so that the last writer leaves the last values.
        """
        problems = []
        sidecars = 0
        for photo in dict.fromkeys(photos):
            last: _SidecarChange | None = None
            while (change := self._change_of(photo, values, faces)) not in (None, last):
                assert change is not None
                last = change
                if (reason := _write_change(change)) is not None:
                    problems.append(Skipped(path=change.picture, reason=reason))
                    break
            else:
                sidecars += last is not None
        return replace(report, sidecars=sidecars, problems=tuple(problems))

    def _change_of(
        self,
        photo: PhotoId,
        values: Callable[[Catalog, PhotoId], _SidecarValues],
        faces: Callable[[Catalog, PhotoId], NamedFaces | None],
    ) -> _SidecarChange | None:
        """The values for a photo's sidecar; None if the photo was removed a moment ago."""
        with self._reader.catalog() as catalog:
            file = catalog.files.of_photo(photo)
            if file is None:
                return None
            return _SidecarChange(
                picture=file.file, values=values(catalog, photo), faces=faces(catalog, photo)
            )


def _not_rejected(metadata: Metadata, marks: Marks) -> Marks:
    if (metadata.rating if marks.rating is None else marks.rating) != LOWEST_RATING:
        return marks
    stars = 0 if marks.stars is None and metadata.rating == LOWEST_RATING else marks.stars
    return replace(marks, rating=stars, stars=None)


def _not_picked(metadata: Metadata, marks: Marks) -> Marks:
    if not (metadata.pick if marks.pick is None else marks.pick):
        return marks
    return replace(marks, pick=False if metadata.pick else None)


def _rating_of(catalog: Catalog, photo: PhotoId) -> _SidecarValues:
    """The rating; also the flag, if the photo has one here: a rejection takes back a pick."""
    marks = catalog.marks.of(photo)
    rating: _SidecarValues = {"xmp:Rating": () if marks.rating is None else (str(marks.rating),)}
    return rating if marks.pick is None and marks.rating != LOWEST_RATING else {**rating, **_pick_of(marks)}


def _flag_of(catalog: Catalog, photo: PhotoId) -> _SidecarValues:
    """The flag and the rating, which has the rejection."""
    marks = catalog.marks.of(photo)
    return {"xmp:Rating": () if marks.rating is None else (str(marks.rating),), **_pick_of(marks)}


def _pick_of(marks: Marks) -> _SidecarValues:
    return {"digiKam:PickLabel": () if marks.pick is None else PICKED if marks.pick else NOT_PICKED}


def _label_of(catalog: Catalog, photo: PhotoId) -> _SidecarValues:
    label = catalog.marks.of(photo).label
    return {"xmp:Label": (label,) if label else ()}


def _people_of(catalog: Catalog, photo: PhotoId) -> _SidecarValues:
    metadata = catalog.metadata.of(photo)
    stated = () if metadata is None else metadata.people
    confirmed = catalog.people.confirmed_in([photo])[photo]
    return {"Iptc4xmpExt:PersonInImage": distinct_keywords([*stated, *confirmed])}


def _faces_of(catalog: Catalog, photo: PhotoId) -> NamedFaces | None:
    """The confirmed faces of a photo, as shares of its sides; None for one that is stored turned or mirrored."""
    record, metadata = catalog.photos.find(photo), catalog.metadata.of(photo)
    if record is None or metadata is None or metadata.orientation not in (None, 1):
        return None
    width, height = record.width, record.height
    regions = tuple(
        NamedRegion(name=face.name, box=(left / width, top / height, across / width, down / height))
        for face in catalog.people.of_photos([photo])[photo]
        for left, top, across, down in (face.box,)
        if face.name
    )
    return NamedFaces(regions=regions, size=(width, height))


def _keywords_of(catalog: Catalog, photo: PhotoId) -> _SidecarValues:
    metadata = catalog.metadata.of(photo)
    return {"dc:subject": () if metadata is None else metadata.keywords}


def _write_change(change: _SidecarChange) -> Message | None:
    """Write a picture's sidecar. Returns a sentence with the reason if that fails."""
    picture = change.picture
    if moment_of(picture) is not None:
        return Message("A moment of a video has no sidecar: its marks are kept in the library.")
    try:
        if not folder_is_there(picture.parent) or not picture.is_file():
            return Message("The file is not there now, so no sidecar was written beside it.")
        write_sidecar(picture, change.values, shared=shares_its_name(picture), faces=change.faces)
    except XmpUnclear as error:
        return Message("Its sidecar was left as it is: {0}.", error)
    except OSError as error:
        return Message("Its sidecar cannot be written: {0}.", error.strerror or error)
    return None


def _keyword(text: str) -> str:
    keyword = clean(unicodedata.normalize("NFC", text))
    if keyword is None or not any(char.isalnum() for char in keyword):
        raise CbirError("{0} is not a keyword: it has no letter or digit.", repr(text))
    if len(keyword) > MAX_KEYWORD:
        raise CbirError("A keyword has at most {0} characters.", MAX_KEYWORD)
    return keyword


def _label(text: str) -> str:
    label = clean(unicodedata.normalize("NFC", text))
    if label is None or not any(char.isalnum() for char in label):
        raise CbirError("{0} is not a label: it has no letter or digit.", repr(text))
    if len(label) > MAX_KEYWORD:
        raise CbirError("A label has at most {0} characters.", MAX_KEYWORD)
    return label
