"""Duplicates of one library: search, a person's verdicts, and moves to the trash on request.

A verdict is stored at once, by content, and moves nothing. A plan lists the photos that would go,
and among them the last copies. A photo only goes if it has a verdict, is in the plan, and has not changed since it was
indexed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cbir.base.disk_room import require_room
from cbir.base.drives import Volumes
from cbir.base.errors import CbirError
from cbir.base.file_identity import is_link
from cbir.base.layout import Layout
from cbir.base.messages import Message
from cbir.base.types import (
    DuplicateReport,
    DuplicateSearch,
    HandOver,
    Judged,
    LibraryPhoto,
    PhotoId,
    Received,
    Skipped,
    TrashPlan,
    TrashReport,
    Verdict,
)
from cbir.catalog import Catalog, HandedOverTable, Handover, PhotoFile
from cbir.duplicates import ON_ITS_WAY, DuplicateTables, FilesBehind, Finder, PairVerdict, PhotoRow
from cbir.library.belongings import Listings, beside, return_sidecars, write_received
from cbir.library.lifetime import LibraryOptions
from cbir.library.trash import Remaining, trash_photos, why_not
from cbir.state import IndexReader, as_known, unlocked_write
from cbir.workers import WorkerPool

KEEP_SETTING = "duplicates_keep"  # folders whose photos are kept, as JSON
_GONE = Message("This photo is no longer in the library.")


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
        on_more: Callable[[DuplicateReport], None] = lambda report: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> DuplicateReport:
        """Groups of photos that belong together, each with its cause. Pairs compared before are not compared again.

        progress : called with the number of pairs compared and of all pairs
        on_more : called at once with what needs no comparison, such as identical files, and again while more is found
        Without folders to keep, the stored ones
        count. Raises Cancelled, and CbirError if the library has no photos in a folder.
        """
        with self._reader.catalog() as catalog:
            roots, volumes = catalog.roots.all(), Volumes.now()
        keep = [as_known(folder, roots, volumes) for folder in search.keep or self.kept_folders()]
        folder, against = (
            path and as_known(path, roots, volumes) for path in (search.folder, search.against)
        )
        search = replace(search, folder=folder, against=against)
        return self._finder.find(search, keep=keep, progress=progress, on_more=on_more, cancelled=cancelled)

    def stacks(self, photos: Sequence[PhotoId]) -> tuple[tuple[PhotoId, ...], ...]:
        """Stacks of near-duplicates among photos, the top photo of each first: proven pairs and near-equal pictures.

        Photos that are not in the library are in no stack.
        """
        return self._finder.stacks(photos)

    def kept_folders(self) -> tuple[Path, ...]:
        """The folders whose photos are kept, the first with the highest priority."""
        with self._reader.catalog() as catalog:
            text = catalog.settings.get(KEEP_SETTING)
        return tuple(map(Path, json.loads(text))) if text else ()

    def keep_folders(self, folders: Sequence[Path]) -> None:
        """Store the folders whose photos are kept from now on."""
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            catalog.settings.set(
                KEEP_SETTING, json.dumps([str(folder) for folder in folders]) if folders else None
            )

    # --- verdicts

    def say(self, judged: Iterable[Judged]) -> None:
        """Store verdicts on pairs, all or none. Raises CbirError if a photo is not in the library."""
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            tables = catalog.table(DuplicateTables)
            verdicts = list(judged)
            rows = {
                row.photo: row
                for row in tables.photos_of(two for verdict in verdicts for two in _both(verdict))
            }
            for verdict in verdicts:
                if verdict.kept not in rows or verdict.other not in rows:
                    raise CbirError(_GONE)
                keeper, other = rows[verdict.kept], rows[verdict.other]
                tables.unsay(_both_ways(keeper, other))
                if verdict.verdict is not None:
                    tables.say([_verdict(keeper, other, verdict.verdict)])

    # --- the trash

    def plan_trash(self, also: Sequence[Judged] = ()) -> TrashPlan:
        """Plan of the photos that can go by their verdicts, with last copies and photos that cannot go.

        also : possible verdicts, for a plan to ask about; if given, the plan has only these
        Raises CbirError if a photo of these is not in the library.
        """
        with self._reader.catalog() as catalog:
            tables = catalog.table(DuplicateTables)
            rows = {
                row.photo: row for row in tables.photos_of(two for verdict in also for two in _both(verdict))
            }
            if not rows.keys() >= {two for verdict in also for two in _both(verdict)}:
                raise CbirError(_GONE)
            verdicts = [
                _verdict(rows[verdict.kept], rows[verdict.other], verdict.verdict)
                for verdict in also
                if verdict.verdict is not None
            ]
            return trash_plan(tables, verdicts or tables.verdicts(), self._trouble, catalog.handed_over)

    def trash(self, photos: Sequence[PhotoId], *, last: bool = False, sidecar: bool = False) -> TrashReport:
        """Move photos to the system's trash, but only photos that are in the plan.

        The remaining copies receive the metadata of the others: see TrashPlan.receives.

        last : also photos that leave no other copy. sidecar : also write received metadata into XMP sidecars
        """
        plan = self.plan_trash()
        held_back = set() if last else {skipped.path for skipped in plan.last}
        going = {
            photo.photo: copies
            for photo, copies in zip(plan.photos, plan.kept, strict=True)
            if photo.path not in held_back
        }
        chosen = [photo for photo in dict.fromkeys(photos) if photo in going]
        refused = [
            skipped
            for skipped in (*plan.stays, *(plan.last if not last else ()))
            if skipped.path in self._paths(photos)
        ]
        require_room(self._layout.folder)
        with unlocked_write(self._layout) as catalog:
            tables = catalog.table(DuplicateTables)
            staying = {
                row.photo: row for row in tables.photos_of(copy for photo in chosen for copy in going[photo])
            }
            # Links first: without its file a link looks like a broken one.
            rows = sorted(tables.photos_of(chosen), key=lambda row: not is_link(row.file))
            reports = [
                _trash(catalog, row, [staying[copy] for copy in going[PhotoId(row.photo)] if copy in staying])
                for row in rows
            ]
            problems = [problem for report in reports for problem in report.problems]
            if sidecar:
                trashed_paths = {trashed.path for report in reports for trashed in report.trashed}
                problems += write_received(
                    catalog, [row.file for row in rows if row.file in trashed_paths], staying.values()
                )
        return TrashReport(
            photos=sum(report.photos for report in reports),
            problems=(*problems, *refused),
            trashed=tuple(trashed for report in reports for trashed in report.trashed),
            notes=tuple(note for report in reports for note in report.notes),
        )

    def return_sidecars(self, sources: Sequence[Path]) -> tuple[list[Path], list[Skipped]]:
        """Restore sidecars to their content before they received values of files that are back now.

        Returns the restored ones, and those that were changed since and stay as they are.
        """
        return return_sidecars(self._layout, sources)

    def _paths(self, photos: Sequence[PhotoId]) -> set[Path]:
        with self._reader.catalog() as catalog:
            return {record.path for record in catalog.photos.find_all(photos).values()}

    def _trouble(self, rows: Iterable[PhotoRow]) -> dict[int, Message]:
        """The reason, by photo, for each photo whose file is gone or differs from the indexed one."""
        online = self._reader.online()
        reasons = {}
        for row in rows:
            if self._reader.is_below_away(row.file.parent, online):
                reasons[row.photo] = Message("Its drive is not connected. Connect it and try again.")
            elif (reason := why_not(row.file, row.bytes, row.mtime_ns)) is not None:
                reasons[row.photo] = reason
        return reasons


def trash_plan(
    tables: DuplicateTables,
    verdicts: Sequence[PairVerdict],
    trouble_of: Callable[[Iterable[PhotoRow]], dict[int, Message]],
    handed_over: HandedOverTable | None = None,
) -> TrashPlan:
    """Plan of the photos that go by verdicts. trouble_of : photos whose files are not as they were indexed, and why"""
    by_content = _by_content(
        tables, {content for verdict in verdicts for content in (verdict.kept, verdict.other)}
    )
    going: dict[int, PhotoRow] = {}
    instead: dict[int, set[str]] = {}  # contents that stay in its place, by verdict
    for verdict in verdicts:
        if verdict.verdict == "trash" and (named := _photo_of(verdict, by_content)) is not None:
            going[named.photo] = named
            instead.setdefault(named.photo, {named.fingerprint}).add(verdict.kept)
    companions = {row.photo: tables.companions(row) for row in going.values()}
    by_content |= _by_content(
        tables, {row.fingerprint for beside_photo in companions.values() for row in beside_photo}
    )
    for row in list(going.values()):
        for companion in companions[row.photo]:
            others = [same for same in by_content[companion.fingerprint] if same.photo != companion.photo]
            if any(same.photo not in going for same in others):
                going.setdefault(companion.photo, companion)
                instead.setdefault(companion.photo, {companion.fingerprint})
    instead = _with_stand_ins(instead, going, by_content)
    staying = [
        row
        for contents in instead.values()
        for content in contents
        for row in by_content.get(content, ())
        if row.photo not in going
    ]
    trouble = trouble_of([*going.values(), *staying])
    for photo, row in going.items():
        if photo not in trouble and not os.access(row.file.parent, os.W_OK):
            trouble[photo] = Message(
                "Its folder cannot be written to, so it stays: the drive or the folder is read-only."
            )
    files = FilesBehind({row.photo: row for rows in by_content.values() for row in rows}.values())
    photos, keepers, last, stays = [], [], [], []
    freed: set[PhotoId] = set()
    for photo, row in going.items():
        if photo in trouble:
            stays.append(Skipped(path=row.file, reason=trouble[photo]))
            continue
        copies = [
            other
            for content in sorted(instead[photo], key=lambda content: (content == row.fingerprint, content))
            for other in by_content.get(content, ())
            if other.photo not in going and other.photo not in trouble and not files.is_same_file(row, other)
        ]
        if (reason := _why_one_file(row, copies, files, instead[photo], going)) is not None:
            stays.append(Skipped(path=row.file, reason=reason))
            continue
        shared = files.photo(row) in freed or files.is_shared(row, going.values())
        photos.append(replace(row.as_photo(), shares_file=shared))
        if not shared:
            freed.add(files.photo(row))
        # A verdict names the kept content, not which of its files the person saw.
        keepers.append(
            tuple(PhotoId(copy.photo) for copy in copies if copy.fingerprint == copies[0].fingerprint)
        )
        if not copies:
            last.append(
                Skipped(path=row.file, reason=_why_last(row, instead[photo], by_content, going, trouble))
            )
    rows_by_id = {PhotoId(row.photo): row for rows in by_content.values() for row in rows}
    receives = _receives(handed_over, photos, keepers, rows_by_id)
    return TrashPlan(
        photos=tuple(photos),
        bytes=sum(photo.bytes_to_free for photo in photos),
        last=tuple(last),
        stays=tuple(stays),
        kept=tuple(keepers),
        receives=receives,
        beside=_beside(photos, [[rows_by_id[copy].file for copy in copies] for copies in keepers]),
    )


def _receives(
    handed_over: HandedOverTable | None,
    photos: Sequence[LibraryPhoto],
    keepers: Sequence[Sequence[PhotoId]],
    rows: Mapping[PhotoId, PhotoRow],
) -> tuple[HandOver, ...]:
    """Metadata that the remaining photos will receive, in the order in which the others go."""
    so_far: dict[PhotoId, list[Received]] = {}
    receives: list[HandOver] = []
    if handed_over is None:
        return ()
    for photo, stays in zip(photos, keepers, strict=True):
        for stay in stays:
            before = so_far.setdefault(stay, [])
            for offer in handed_over.offers(photo.photo, stay, before):
                before.append(offer.received)
                receives.append(HandOver(photo=stay, path=rows[stay].file, received=offer.received))
    return tuple(receives)


def _beside(photos: Sequence[LibraryPhoto], keepers: Sequence[Sequence[Path]]) -> tuple[Skipped, ...]:
    """Files that stay beside the photos that go, each file once."""
    going = {photo.path for photo in photos}
    staying: dict[Path, Skipped] = {}
    listings = Listings()
    for photo, copies in zip(photos, keepers, strict=True):
        for skipped in beside(photo.path, going=going, copies=copies, listings=listings)[1]:
            staying.setdefault(skipped.path, skipped)
    return tuple(staying.values())


def _with_stand_ins(
    instead: Mapping[int, set[str]],
    going: Mapping[int, PhotoRow],
    by_content: Mapping[str, Sequence[PhotoRow]],
) -> dict[int, set[str]]:
    """The contents that stay for each photo. If one of these goes too, the contents in its place count for both."""
    full: dict[int, set[str]] = {}
    for photo, contents in instead.items():
        reached, queue = set[str](), list(contents)
        while queue:
            if (content := queue.pop()) not in reached:
                reached.add(content)
                stand_ins = (row.photo for row in by_content.get(content, ()) if row.photo in going)
                queue += [further for other in stand_ins for further in instead.get(other, ())]
        full[photo] = reached
    return full


def _why_one_file(
    row: PhotoRow, copies: Sequence[PhotoRow], files: FilesBehind, contents: set[str], going: Container[int]
) -> Message | None:
    """Reason for which a photo stays because of another name of its file; None if it may go. copies : that stay"""
    others = [name for name in files.names(row) if name.photo not in going and name.photo != row.photo]
    if not copies and (same := [name for name in others if name.fingerprint in contents]):
        return Message("It is the same file as {0}: there is nothing to free, and it stays.", same[0].file)
    if not is_link(row.file) and (links := [name for name in others if is_link(name.file)]):
        return Message("It stays, since {0} is a link to it and would be broken.", links[0].file)
    return None


def _why_last(
    row: PhotoRow,
    contents: set[str],
    by_content: dict[str, list[PhotoRow]],
    going: dict[int, PhotoRow],
    trouble: dict[int, Message],
) -> Message:
    others = [
        other for content in contents for other in by_content.get(content, ()) if other.photo != row.photo
    ]
    away = [other for other in others if other.photo in trouble and other.photo not in going]
    if away:
        return Message(
            "The photo that would stay, {0}, cannot be read: {1}", away[0].file.name, trouble[away[0].photo]
        )
    return Message("No copy of it would be left.")


def _trash(catalog: Catalog, photo: PhotoRow, staying: Sequence[PhotoRow]) -> TrashReport:
    """Move one photo. If this is interrupted at any point, its verdict holds for this file and for no later one.

    staying : the photos that stay in its place; empty for a last copy
    """
    tables = catalog.table(DuplicateTables)
    away = f"{ON_ITS_WAY}{photo.place}"

    def let_go(file: PhotoFile) -> None:
        # An index run that saw the file, and ended meanwhile, has taken the handover back.
        for handover in handovers:
            catalog.handed_over.give(handover)
        places = {away, f"{file.root.id}/{file.path}"}
        tables.unsay(
            [
                verdict
                for verdict in tables.verdicts()
                if verdict.verdict == "trash" and verdict.place in places
            ]
        )

    if catalog.files.of_photo(PhotoId(photo.photo)) is None:
        return TrashReport(photos=1)  # it went with another name of its file
    handovers: list[Handover] = []
    with catalog.transaction():
        tables.set_out(photo.place)
        for row in staying:
            handovers += catalog.handed_over.offers(PhotoId(photo.photo), PhotoId(row.photo))
        for handover in handovers:
            catalog.handed_over.give(handover)
    remaining = [Remaining(file=row.file, fingerprint=row.fingerprint) for row in staying]
    instead_of = {PhotoId(photo.photo): remaining} if remaining else {}
    report = trash_photos(catalog, [PhotoId(photo.photo)], let_go=let_go, instead_of=instead_of)
    if not report.photos:
        with catalog.transaction():
            tables.set_out(photo.place, back=True)
            if handovers:
                catalog.handed_over.take_back(photo.file, PhotoId(photo.photo))
    return report


def _verdict(keeper: PhotoRow, other: PhotoRow, verdict: Verdict) -> PairVerdict:
    by_place = verdict == "trash" or keeper.fingerprint == other.fingerprint
    return PairVerdict(
        kept=keeper.fingerprint,
        other=other.fingerprint,
        verdict=verdict,
        place=other.place if by_place else "",
    )


def _both(judged: Judged) -> tuple[PhotoId, PhotoId]:
    return judged.kept, judged.other


def _by_content(tables: DuplicateTables, fingerprints: set[str]) -> dict[str, list[PhotoRow]]:
    rows_by_content: dict[str, list[PhotoRow]] = {}
    for row in tables.photos_with(fingerprints):
        rows_by_content.setdefault(row.fingerprint, []).append(row)
    return rows_by_content


def _both_ways(first: PhotoRow, second: PhotoRow) -> list[PairVerdict]:
    """All possible verdicts on two photos, to delete."""
    return [
        PairVerdict(kept=first.fingerprint, other=second.fingerprint, verdict="both", place=place)
        for place in ("", *(f"{way}{row.place}" for row in (first, second) for way in ("", ON_ITS_WAY)))
    ]


def _photo_of(verdict: PairVerdict, by_content: dict[str, list[PhotoRow]]) -> PhotoRow | None:
    """The photo that is to go, if the library has it."""
    place = verdict.place.removeprefix(ON_ITS_WAY)
    return next((row for row in by_content.get(verdict.other, []) if row.place == place), None)
