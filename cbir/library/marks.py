"""Photos -> the rating and keywords that the user gives them.

Marks live in the catalog, win over what files say, and need no lock: photos can be rated while an index run goes on.
On request marks are written into XMP sidecars too. The photos' own files are only looked at.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.presence import folder_is_there
from cbir.base.types import KeywordSuggestion, MarkReport, Marks, Metadata, PhotoId, Skipped
from cbir.catalog import Catalog, change_keywords
from cbir.images import PICTURE_SUFFIXES
from cbir.library.judgements import Judgements
from cbir.metadata import MAX_KEYWORD, Property, XmpUnclear, clean, write_sidecar
from cbir.search import SearchService
from cbir.state import IndexReader, unlocked_write

LOWEST_RATING, HIGHEST_RATING = -1, 5  # XMP part 2, 2.2: -1 is rejected
_SidecarValues = Mapping[Property, tuple[str, ...]]


class PhotoMarks:
    """The marks of one library's photos; methods may be called from several threads.

    judgements : which photos are right for which search
    """

    def __init__(self, layout: Layout, reader: IndexReader, search_service: SearchService) -> None:
        self._layout = layout
        self._reader = reader
        self._search_service = search_service
        self.judgements = Judgements(layout, reader)

    def of(self, photos: Sequence[PhotoId]) -> list[Marks]:
        """What was set here for photos, in their order; Library.metadata has it together with what files say."""
        with self._reader.catalog() as catalog:
            return [catalog.marks.of(photo) for photo in photos]

    def set_rating(
        self, photos: Sequence[PhotoId], rating: int | None, *, sidecar: bool = False
    ) -> MarkReport:
        """Give photos a rating: 0 to 5 stars, -1 for rejected, None for what their files say.

        sidecar : write it into their XMP sidecars too
        Raises CbirError where there is no such rating, or a photo is not in the library: then nothing is set.
        """
        if rating is not None and not LOWEST_RATING <= rating <= HIGHEST_RATING:
            raise CbirError(f"{rating} is no rating. A rating is 0 to 5 stars, or -1 for a rejected photo.")
        report = self._mark(photos, lambda known, marks: replace(marks, rating=rating))
        if not sidecar:
            return report
        return self._write_sidecars(photos, _rating_of, report)

    def set_keywords(
        self,
        photos: Sequence[PhotoId],
        *,
        add: Sequence[str] = (),
        remove: Sequence[str] = (),
        sidecar: bool = False,
    ) -> MarkReport:
        """Add keywords to photos and remove others, of their files' too. Capitals make no difference.

        sidecar : write all their keywords into their XMP sidecars too
        Raises CbirError for what is no keyword, or where a photo is not in the library: then nothing is set.
        """
        added, removed = [_keyword(text) for text in add], [_keyword(text) for text in remove]
        report = self._mark(photos, lambda known, marks: change_keywords(known, marks, added, removed))
        if not sidecar:
            return report
        return self._write_sidecars(photos, _keywords_of, report)

    def suggest(
        self,
        photos: Sequence[PhotoId],
        *,
        top: int = 8,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> tuple[KeywordSuggestion, ...]:
        """Keywords that fit what photos show, at most `top`, by the model that answers sentences; nothing is written.

        First those that fit most of the photos. Raises ModelNotInstalled where no model has seen photos, and Cancelled.
        """
        return self._search_service.suggest_keywords(photos, top=top, cancelled=cancelled)

    def _mark(self, photos: Sequence[PhotoId], change: Callable[[Metadata, Marks], Marks]) -> MarkReport:
        """Change the marks of photos, of all or of none. change : given what the file says, and the marks"""
        distinct = list(dict.fromkeys(photos))
        before, after = [], []
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            for photo in distinct:
                if catalog.files.of_photo(photo) is None:
                    raise CbirError("This photo is no longer in the library.")
                known = catalog.metadata.of_file(photo) or Metadata()
                before.append(catalog.marks.of(photo))
                after.append(change(known, before[-1]))
                catalog.marks.set(photo, after[-1])
        return MarkReport(photos=len(distinct), before=tuple(before), after=tuple(after))

    def _write_sidecars(
        self,
        photos: Sequence[PhotoId],
        values: Callable[[Catalog, PhotoId], _SidecarValues],
        report: MarkReport,
    ) -> MarkReport:
        """Let sidecars say what the catalog says.

        Another thread or process may set something else meanwhile, and write it before this one: so each is looked
        at again after it was written, and whoever wrote last leaves what was set last.
        """
        problems = []
        written = 0
        for photo in dict.fromkeys(photos):
            put: _SidecarValues | None = None
            while (wanted := self._wanted_sidecar(photo, values)) is not None and wanted[1] != put:
                file, put = wanted
                if (reason := _write_one(file, put)) is not None:
                    problems.append(Skipped(path=file, reason=reason))
                    break
            else:
                written += put is not None
        return replace(report, sidecars=written, problems=tuple(problems))

    def _wanted_sidecar(
        self, photo: PhotoId, values: Callable[[Catalog, PhotoId], _SidecarValues]
    ) -> tuple[Path, _SidecarValues] | None:
        """A photo's file and what its sidecar should say now; None where the photo was removed a moment ago."""
        with self._reader.catalog() as catalog:
            file = catalog.files.of_photo(photo)
            return None if file is None else (file.file, values(catalog, photo))


def _rating_of(catalog: Catalog, photo: PhotoId) -> _SidecarValues:
    rating = catalog.marks.of(photo).rating
    return {"xmp:Rating": () if rating is None else (str(rating),)}


def _keywords_of(catalog: Catalog, photo: PhotoId) -> _SidecarValues:
    known = catalog.metadata.of(photo)
    return {"dc:subject": () if known is None else known.keywords}


def _write_one(picture: Path, values: _SidecarValues) -> str | None:
    """Write a picture's sidecar; a sentence on why that did not work."""
    try:
        if not folder_is_there(picture.parent) or not picture.is_file():
            return "The file is not there now, so no sidecar was written beside it."
        write_sidecar(picture, values, shared=_shares_its_name(picture))
    except XmpUnclear as error:
        return f"Its sidecar was left as it is: {error}."
    except OSError as error:
        return f"Its sidecar cannot be written: {error.strerror or error}."
    return None


def _shares_its_name(picture: Path) -> bool:
    """Another picture has the same name but for the suffix, as a raw file beside its JPEG."""
    with os.scandir(picture.parent) as entries:
        names = [Path(entry.name) for entry in entries]
    return any(
        name.stem == picture.stem and name.name != picture.name and name.suffix.lower() in PICTURE_SUFFIXES
        for name in names
    )


def _keyword(text: str) -> str:
    keyword = clean(unicodedata.normalize("NFC", text))
    if keyword is None or not any(char.isalnum() for char in keyword):
        raise CbirError(f"{text!r} is no keyword: it has no letter or digit in it.")
    if len(keyword) > MAX_KEYWORD:
        raise CbirError(f"A keyword has at most {MAX_KEYWORD} characters.")
    return keyword
