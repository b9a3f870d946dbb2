"""Duplicates of one library: found, judged by a person, and moved to the trash when that was said and asked.

What a person says is kept at once, by content, and moves nothing. A plan says what would go and of what no copy would
stay; only what was said, is in the plan and has not changed since it was indexed ever goes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from cbir.base.disk_room import require_room
from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.types import (
    DuplicateReport,
    DuplicateSearch,
    Judged,
    LibraryPhoto,
    Metadata,
    PhotoId,
    Skipped,
    TrashPlan,
    TrashReport,
    Verdict,
)
from cbir.catalog import Catalog, PhotoFile, change_keywords
from cbir.duplicates import ON_ITS_WAY, DuplicateTables, Finder, PhotoRow, Said
from cbir.library.lifetime import LibraryOptions
from cbir.library.trash import trash_photos, why_not
from cbir.state import IndexReader, unlocked_write
from cbir.workers import WorkerPool

KEEP_SETTING = "duplicates_keep"  # folders whose photos are kept, as JSON
_GONE = "This photo is no longer in the library."


class LibraryDuplicates:
    """The duplicates of one library; methods may be called from several threads."""

    def __init__(
        self, layout: Layout, reader: IndexReader, workers: Callable[[], WorkerPool], options: LibraryOptions
    ) -> None:
        self._layout, self._reader = layout, reader
        self._finder = Finder(
            layout, reader, workers, limits=options.indexing.limits, matching=options.matching
        )

    def find(
        self,
        search: DuplicateSearch = DuplicateSearch(),  # noqa: B008 (frozen)
        *,
        progress: Callable[[int, int], None] = lambda done, total: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> DuplicateReport:
        """Groups of photos that belong together, each with its cause. What was compared before is known.

        progress : told of pairs compared and of pairs in all. Without folders to keep, those that were set count.
        Raises Cancelled, and CbirError where a folder has no photos here.
        """
        return self._finder.find(
            search, keep=search.keep or self.kept_folders(), progress=progress, cancelled=cancelled
        )

    def stacks(self, photos: Sequence[PhotoId]) -> tuple[tuple[PhotoId, ...], ...]:
        """Near-duplicates among photos, each stack under the first of it: what was proven, and what looks the same.

        Photos that are not in the library are in none.
        """
        return self._finder.stacks(photos)

    def kept_folders(self) -> tuple[Path, ...]:
        """The folders whose photos are kept, the first before all."""
        with self._reader.catalog() as catalog:
            text = catalog.settings.get(KEEP_SETTING)
        return tuple(map(Path, json.loads(text))) if text else ()

    def keep_folders(self, folders: Sequence[Path]) -> None:
        """Set the folders whose photos are kept from now on."""
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            catalog.settings.set(KEEP_SETTING, json.dumps([str(one) for one in folders]) if folders else None)

    # --- what a person says

    def say(self, judged: Iterable[Judged]) -> None:
        """Keep what a person said of pairs, all or nothing. Raises CbirError where a photo is not in the library."""
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            tables = catalog.table(DuplicateTables)
            said = list(judged)
            rows = {row.photo: row for row in tables.photos_of(two for one in said for two in _both(one))}
            for one in said:
                if one.kept not in rows or one.other not in rows:
                    raise CbirError(_GONE)
                kept, other = rows[one.kept], rows[one.other]
                tables.unsay(_both_ways(kept, other))
                if one.verdict is not None:
                    tables.say([_said(kept, other, one.verdict)])

    # --- the trash

    def plan_trash(self, also: Sequence[Judged] = ()) -> TrashPlan:
        """What was said to go and can, what of it is a last copy, and what cannot go.

        also : what may be said next, as a plan to ask about; then that alone is in the plan
        """
        with self._reader.catalog() as catalog:
            tables = catalog.table(DuplicateTables)
            rows = {row.photo: row for row in tables.photos_of(two for one in also for two in _both(one))}
            said = [
                _said(rows[one.kept], rows[one.other], one.verdict) for one in also if one.verdict is not None
            ]
            return self._plan(tables, said or tables.verdicts())

    def trash(self, photos: Sequence[PhotoId], *, last: bool = False, marks: bool = False) -> TrashReport:
        """Move photos to the system's trash, of those that were said to go and can, and no others.

        last : also those of which no other copy stays. marks : what stays gets the stars and keywords of what goes
        """
        plan = self.plan_trash()
        held = set() if last else {one.path for one in plan.last}
        going = {
            photo.photo: kept
            for photo, kept in zip(plan.photos, plan.kept, strict=True)
            if photo.path not in held
        }
        chosen = [photo for photo in dict.fromkeys(photos) if photo in going]
        refused = [
            one for one in (*plan.stays, *(plan.last if not last else ())) if one.path in self._paths(photos)
        ]
        require_room(self._layout.folder)
        with unlocked_write(self._layout) as catalog:
            if marks:
                self._inherit([(kept, photo) for photo in chosen for kept in going[photo]])
            reports = [_trash(catalog, photo) for photo in catalog.table(DuplicateTables).photos_of(chosen)]
        problems = [problem for report in reports for problem in report.problems]
        return TrashReport(
            photos=sum(report.photos for report in reports),
            problems=(*problems, *refused),
            trashed=tuple(one for report in reports for one in report.trashed),
        )

    def _paths(self, photos: Sequence[PhotoId]) -> set[Path]:
        with self._reader.catalog() as catalog:
            return {found.path for found in catalog.photos.find_all(photos).values()}

    def _inherit(self, pairs: Sequence[tuple[PhotoId, PhotoId]]) -> None:
        """Give what stays the stars and keywords that it lacks of what goes."""
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            for kept, gone in pairs:
                known, lost = catalog.metadata.of(kept) or Metadata(), catalog.metadata.of(gone) or Metadata()
                of_file, marks = catalog.metadata.of_file(kept) or Metadata(), catalog.marks.of(kept)
                marks = change_keywords(of_file, marks, lost.keywords, ())
                if lost.rating and not known.rating:
                    marks = replace(marks, rating=lost.rating)
                catalog.marks.set(kept, marks)

    def _trouble(self, rows: Iterable[PhotoRow]) -> dict[int, str]:
        """Of photos whose file is not there as it was indexed: the reason."""
        online = self._reader.online()
        reasons = {}
        for row in rows:
            if self._reader.is_below_away(row.file.parent, online):
                reasons[row.photo] = "Its drive is not connected. Connect it and try again."
            elif (reason := why_not(row.file, row.bytes, row.mtime_ns)) is not None:
                reasons[row.photo] = reason
        return reasons

    def _plan(
        self,
        tables: DuplicateTables,
        said: Sequence[Said],
    ) -> TrashPlan:
        by_content = _by_content(tables, {two for one in said for two in (one.kept, one.other)})
        going: dict[int, PhotoRow] = {}
        instead: dict[int, set[str]] = {}  # contents that were said to stay in its place
        for one in said:
            if one.verdict == "trash" and (named := _said_of(one, by_content)) is not None:
                going[named.photo] = named
                instead.setdefault(named.photo, {named.fingerprint}).add(one.kept)
        companions = {row.photo: tables.companions(row) for row in going.values()}
        by_content |= _by_content(tables, {one.fingerprint for some in companions.values() for one in some})
        for row in list(going.values()):
            for companion in companions[row.photo]:
                others = [same for same in by_content[companion.fingerprint] if same.photo != companion.photo]
                if any(same.photo not in going for same in others):
                    going.setdefault(companion.photo, companion)
                    instead.setdefault(companion.photo, {companion.fingerprint})
        staying = [
            row
            for contents in instead.values()
            for content in contents
            for row in by_content.get(content, ())
            if row.photo not in going
        ]
        trouble = self._trouble([*going.values(), *staying])
        for photo, row in going.items():
            if photo not in trouble and not os.access(row.file.parent, os.W_OK):
                trouble[photo] = (
                    "Its folder cannot be written to, so it stays: the drive or the folder is read-only."
                )
        photos, kept, last, stays = [], [], [], []
        for photo, row in going.items():
            if photo in trouble:
                stays.append(Skipped(path=row.file, reason=trouble[photo]))
                continue
            there = [
                other
                for content in sorted(instead[photo], key=lambda one: one == row.fingerprint)
                for other in by_content.get(content, ())
                if other.photo not in going and other.photo not in trouble
            ]
            photos.append(_photo(row))
            # A verdict names what stays by its content: which of its files a person looked at is not known.
            kept.append(tuple(PhotoId(one.photo) for one in there if one.fingerprint == there[0].fingerprint))
            if not there:
                last.append(
                    Skipped(path=row.file, reason=_why_last(row, instead[photo], by_content, going, trouble))
                )
        return TrashPlan(
            photos=tuple(photos),
            bytes=sum(photo.bytes for photo in photos),
            last=tuple(last),
            stays=tuple(stays),
            kept=tuple(kept),
        )


def _why_last(
    row: PhotoRow,
    contents: set[str],
    by_content: dict[str, list[PhotoRow]],
    going: dict[int, PhotoRow],
    trouble: dict[int, str],
) -> str:
    others = [
        other for content in contents for other in by_content.get(content, ()) if other.photo != row.photo
    ]
    away = [other for other in others if other.photo in trouble and other.photo not in going]
    if away:
        return f"The photo that would stay, {away[0].file.name}, cannot be read: {trouble[away[0].photo]}"
    return "No copy of it would stay."


def _trash(catalog: Catalog, photo: PhotoRow) -> TrashReport:
    """Move one photo. Whenever this stops, what was said of it holds for this file, and for none that comes later."""
    tables = catalog.table(DuplicateTables)
    away = f"{ON_ITS_WAY}{photo.place}"

    def unsay(_file: PhotoFile) -> None:
        tables.unsay([one for one in tables.verdicts() if one.verdict == "trash" and one.place == away])

    with catalog.transaction():
        tables.set_out(photo.place)
    report = trash_photos(catalog, [PhotoId(photo.photo)], let_go=unsay)
    if not report.photos:
        with catalog.transaction():
            tables.set_out(photo.place, back=True)
    return report


def _said(kept: PhotoRow, other: PhotoRow, verdict: Verdict) -> Said:
    by_place = verdict == "trash" or kept.fingerprint == other.fingerprint
    return Said(
        kept=kept.fingerprint,
        other=other.fingerprint,
        verdict=verdict,
        place=other.place if by_place else "",
    )


def _both(one: Judged) -> tuple[PhotoId, PhotoId]:
    return one.kept, one.other


def _by_content(tables: DuplicateTables, fingerprints: set[str]) -> dict[str, list[PhotoRow]]:
    found: dict[str, list[PhotoRow]] = {}
    for row in tables.photos_with(fingerprints):
        found.setdefault(row.fingerprint, []).append(row)
    return found


def _both_ways(one: PhotoRow, other: PhotoRow) -> list[Said]:
    """All that may have been said of two photos."""
    return [
        Said(kept=one.fingerprint, other=other.fingerprint, verdict="both", place=place)
        for place in ("", *(f"{way}{row.place}" for row in (one, other) for way in ("", ON_ITS_WAY)))
    ]


def _said_of(said: Said, by_content: dict[str, list[PhotoRow]]) -> PhotoRow | None:
    """The photo that is to go, where it is there."""
    place = said.place.removeprefix(ON_ITS_WAY)
    return next((row for row in by_content.get(said.other, []) if row.place == place), None)


def _photo(row: PhotoRow) -> LibraryPhoto:
    return LibraryPhoto(
        photo=PhotoId(row.photo),
        path=row.file,
        fingerprint=row.fingerprint,
        size=(row.width, row.height),
        bytes=row.bytes,
        format=row.format,
        modified_ns=row.mtime_ns,
        taken_at=row.taken_at,
        has_camera=row.has_camera,
    )
