"""A library, or a part of it -> candidates -> comparisons, new and stored -> groups of photos that belong together."""

from __future__ import annotations

import itertools
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.messages import Message
from cbir.base.types import (
    DuplicateGroup,
    DuplicateReport,
    DuplicateSearch,
    LibraryPhoto,
    Metadata,
    PhotoId,
    Skipped,
    Verdict,
)
from cbir.duplicates.candidates import CandidateOptions, near_hashes, sharing_words
from cbir.duplicates.grouping import Pair, group, of_causes, without_settled
from cbir.duplicates.hashes import as_words, hash_picture
from cbir.duplicates.judgement import Finding, may_be_a_mark, read_findings, same_picture, without_marks
from cbir.duplicates.names import FilesBehind
from cbir.duplicates.proof import PROOF_VERSION, Prover, ToCompare
from cbir.duplicates.records import ON_ITS_WAY, RAW, DuplicateTables, PairVerdict, PhotoRow, go_together
from cbir.duplicates.stacking import STACKED, stacked
from cbir.images import DecodeOptions, decode_thumbnail
from cbir.matching import MatchOptions
from cbir.state import IndexReader, unlocked_write
from cbir.workers import WorkerPool


class Chosen:
    """The photos of a library, and the photos that a search covers."""

    def __init__(self, rows: Sequence[PhotoRow], search: DuplicateSearch) -> None:
        self._search = search
        self.by_id = {row.photo: row for row in rows}
        self.covered = [row for row in rows if self._is_covered(row)]
        if search.folder is not None and not any(_is_below(row, search.folder) for row in rows):
            raise CbirError("The library has no photos in {0}. Add them with: {add}", search.folder)
        if search.against is not None and not any(_is_below(row, search.against) for row in rows):
            raise CbirError("The library has no photos in {0}. Add them with: {add}", search.against)
        self.by_content: dict[str, list[PhotoRow]] = defaultdict(list)
        for row in rows:
            self.by_content[row.fingerprint].append(row)
        self.contents = sorted((same[0] for same in self.by_content.values()), key=lambda row: row.document)
        covered = {row.fingerprint for row in self.covered}
        self.covered_contents: NDArray[np.intp] = np.array(
            [at for at, row in enumerate(self.contents) if row.fingerprint in covered], np.intp
        )

    def _is_covered(self, row: PhotoRow) -> bool:
        search = self._search
        if search.folder is not None and not _is_below(row, search.folder):
            return False
        if search.after is not None and (row.taken_at is None or row.taken_at < search.after):
            return False
        return search.before is None or (row.taken_at is not None and row.taken_at < search.before)

    def may_pair(self, first: int, second: int) -> bool:
        """True if two contents form a pair that the search covers, by any file of each."""
        first_files, second_files = (self.by_content[self.contents[at].fingerprint] for at in (first, second))
        return any(self.rows_may_pair(a, b) for a, b in itertools.product(first_files, second_files))

    def rows_may_pair(self, first: PhotoRow, second: PhotoRow) -> bool:
        if not any(self._is_covered(row) for row in (first, second)) or go_together(first, second):
            return False
        against = self._search.against
        if against is None:
            return True
        return any(
            self._is_covered(a) and _is_below(b, against) for a, b in ((first, second), (second, first))
        )

    @property
    def companions(self) -> set[int]:
        """Photos with a raw file or a JPEG of the same name beside them."""
        by_name: dict[tuple[str, str], list[PhotoRow]] = defaultdict(list)
        for row in self.by_id.values():
            by_name[row.root, str(PurePosixPath(row.path).with_suffix(""))].append(row)
        return {
            row.photo
            for rows_of_name in by_name.values()
            if len(rows_of_name) > 1
            and any(row.format in RAW for row in rows_of_name)
            and any(row.format not in RAW for row in rows_of_name)
            for row in rows_of_name
        }


def _is_below(row: PhotoRow, folder: Path) -> bool:
    return row.file.is_relative_to(folder)


Progress = Callable[[int, int], None]
"""Called with the number of pairs compared and the number of all pairs."""
OnMore = Callable[[DuplicateReport], None]
_FIRST_AFTER_S = 2.0  # a first report while comparing; shorter than a person waits before looking elsewhere
_MOST_SHARE = 0.05  # of the time goes into reports while comparing
_KEEP_AFTER = 200  # comparisons: the most that a killed run loses
_MAX_STACKED = 5000  # photos that are hashed for stacks if no search for duplicates has hashed them
_OFFLINE = Message("Its drive is not connected, so it was not compared.")


class _Pace:
    """Decides when the next report is due during comparisons. Costly reports are rarer."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _FIRST_AFTER_S

    def is_due(self) -> bool:
        return time.monotonic() >= self._next

    @contextmanager
    def measured(self) -> Iterator[None]:
        began = time.monotonic()
        yield
        ended = time.monotonic()
        self._next = ended + max(_FIRST_AFTER_S, (ended - began) / _MOST_SHARE)


class Finder:
    """Finds the duplicates of one library."""

    def __init__(
        self,
        layout: Layout,
        reader: IndexReader,
        workers: Callable[[], WorkerPool],
        *,
        candidates: CandidateOptions = CandidateOptions(),  # noqa: B008 (frozen)
        limits: DecodeOptions = DecodeOptions(),  # noqa: B008 (frozen)
        matching: MatchOptions = MatchOptions(),  # noqa: B008 (frozen)
    ) -> None:
        self._layout, self._reader, self._workers = layout, reader, workers
        self._options, self._limits, self._matching = candidates, limits, matching

    def find(
        self,
        search: DuplicateSearch = DuplicateSearch(),  # noqa: B008 (frozen)
        *,
        keep: Sequence[Path] = (),
        progress: Progress = lambda done, total: None,
        on_more: OnMore = lambda report: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> DuplicateReport:
        """Find groups. Comparisons are stored, so that the next search compares only new pairs.

        keep : folders whose photos are kept, the first with the highest priority
        on_more : called at once with what needs no comparison, such as identical files, and again while more is found

        Raises Cancelled, and CbirError if the library has no photos in a folder.
        """
        with self._reader.catalog() as catalog:
            tables = catalog.table(DuplicateTables)
            rows, compared, verdicts = tables.photos(), tables.compared(PROOF_VERSION), tables.verdicts()
        chosen = Chosen(rows, search)

        def report_of(findings: dict[tuple[str, str], Finding]) -> DuplicateReport:
            groups = self._groups(chosen, without_marks(findings), verdicts, search.judged, keep)
            return DuplicateReport(groups=of_causes(groups, search.causes), photos=len(chosen.covered))

        on_more(report_of(read_findings(compared)))
        pairs = {
            (pair.first.fingerprint, pair.second.fingerprint): pair
            for pair in self.candidates(chosen, cancelled)
        }
        fresh = [pair for key, pair in pairs.items() if key not in compared]
        findings = read_findings({key: compared[key] for key in pairs if key in compared})
        pace = _Pace()

        def on_pair(done: int, total: int) -> None:
            progress(done, total)
            if done < total and pace.is_due():
                with pace.measured():
                    on_more(report_of(findings))

        left, skipped = self._compare(fresh, findings, on_pair, cancelled)
        return replace(
            report_of(findings),
            compared=len(fresh) - left,
            compared_before=len(pairs) - len(fresh),
            left=left,
            skipped=skipped,
        )

    def stacks(self, photos: Sequence[PhotoId]) -> tuple[tuple[PhotoId, ...], ...]:
        """Stacks of near-duplicates among photos, the top photo of each first. Compares nothing."""
        with self._reader.catalog() as catalog:
            tables = catalog.table(DuplicateTables)
            by_photo = {row.photo: row for row in tables.photos_of(photos)}
            rows = [by_photo[photo] for photo in dict.fromkeys(photos) if photo in by_photo]
            contents = {row.fingerprint for row in rows}
            compared = _causes(tables, contents)
            verdicts = tables.verdicts()
        different = (
            frozenset((verdict.kept, verdict.other)) for verdict in verdicts if verdict.verdict == "different"
        )
        return stacked(rows, self._hashes(rows[:_MAX_STACKED]), compared, different)

    # --- candidates

    def candidates(self, chosen: Chosen, cancelled: Callable[[], bool] = lambda: False) -> list[ToCompare]:
        """Pairs of contents that may belong together, the smaller fingerprint first in each.

        The most likely pairs come first, as the person may stop before all are compared.
        """
        rows = chosen.contents
        if not rows:
            return []
        covered = chosen.covered_contents
        views: dict[tuple[int, int], int | None] = {}
        for _, _, first, second in _same_pixels(rows, covered):
            views[first, second] = 0
        hashes = self._hashes(rows)
        with_hash = np.array([at for at, row in enumerate(rows) if row.fingerprint in hashes], np.intp)
        is_covered = np.zeros(len(rows), bool)
        is_covered[covered] = True
        if len(with_hash):
            table = as_words([hashes[rows[at].fingerprint] for at in with_hash])
            near = near_hashes(table, np.flatnonzero(is_covered[with_hash]), self._options)
            for first, second, _, view in near.tolist():
                views.setdefault((int(with_hash[first]), int(with_hash[second])), int(view))
        documents = np.array([row.document for row in rows], np.int64)
        with self._reader.snapshot() as snapshot:
            shared = sharing_words(snapshot.index, documents, covered, self._options, cancelled)
        for first, second, _ in shared[np.argsort(-shared[:, 2], kind="stable")].tolist():
            if (second, first) not in views:
                views.setdefault((first, second), None)
        return [
            pair
            for (first, second), view in views.items()
            if chosen.may_pair(first, second)
            for pair in [_in_order(rows[first], rows[second], view)]
            if not go_together(pair.first, pair.second)
        ]

    def _hashes(self, rows: Sequence[PhotoRow]) -> dict[str, bytes]:
        """Hashes by content, for contents with a thumbnail. New ones are stored if the library can be written to."""
        with self._reader.catalog() as catalog:
            hashes = catalog.table(DuplicateTables).hashes()
        missing = [row.fingerprint for row in rows if row.fingerprint not in hashes]
        if not missing:
            return hashes
        with ThreadPoolExecutor() as threads:  # OpenCV releases the interpreter's lock
            new_hashes = dict(
                entry for entry in threads.map(self._hash, missing, chunksize=64) if entry is not None
            )
        try:
            with unlocked_write(self._layout) as catalog, catalog.transaction():
                catalog.table(DuplicateTables).add_hashes(new_hashes)
        except CbirError:  # a library on a read-only drive: the next search makes them again
            pass
        return hashes | new_hashes

    def _hash(self, fingerprint: str) -> tuple[str, bytes] | None:
        try:
            return fingerprint, hash_picture(
                decode_thumbnail(self._layout.thumbnail(fingerprint).read_bytes())
            )
        except (OSError, CbirError):
            return None

    # --- comparing

    def _compare(
        self,
        pairs: Sequence[ToCompare],
        findings: dict[tuple[str, str], Finding],
        progress: Progress,
        cancelled: Callable[[], bool],
    ) -> tuple[int, tuple[Skipped, ...]]:
        """Compare pairs and store findings as they come. Returns the number of pairs left, and the skipped files."""
        online = self._reader.online()
        skipped: dict[Path, Skipped] = {}
        connected: list[ToCompare] = []
        done: list[tuple[ToCompare, Finding | None]] = []
        for pair in pairs:
            disconnected = [
                row
                for row in (pair.first, pair.second)
                if self._reader.is_below_away(row.file.parent, online)
            ]
            if disconnected:
                skipped.update({row.file: Skipped(path=row.file, reason=_OFFLINE) for row in disconnected})
            else:
                connected.append(pair)
        if not connected:
            return 0, tuple(skipped.values())
        compared = 0
        documents = {row.document for pair in connected for row in (pair.first, pair.second)}
        with self._reader.catalog() as catalog:
            places = catalog.photos.of_documents(documents)
        prover = Prover(
            self._reader.current_index(),
            places,
            self._workers(),
            self._limits,
            self._matching,
        )
        for compared, (pair, outcome) in enumerate(prover.compare(connected, cancelled), 1):
            if isinstance(outcome, Skipped):
                skipped[outcome.path] = outcome
            else:
                done.append((pair, outcome))
            if len(done) >= _KEEP_AFTER:
                self._keep(done, findings)
                done = []
            progress(compared, len(connected))
        self._keep(done, findings)
        return len(connected) - compared, tuple(skipped.values())

    def _keep(
        self,
        done: Sequence[tuple[ToCompare, Finding | None]],
        findings: dict[tuple[str, str], Finding],
    ) -> None:
        rows = []
        for pair, finding in done:
            key = (pair.first.fingerprint, pair.second.fingerprint)
            rows.append((*key, finding.cause if finding else "", finding.to_json() if finding else ""))
            if finding is not None:
                findings[key] = finding
        if not rows:
            return
        try:
            with unlocked_write(self._layout) as catalog, catalog.transaction():
                catalog.table(DuplicateTables).add_compared(PROOF_VERSION, rows)
        except CbirError:
            pass

    # --- groups

    def _groups(
        self,
        chosen: Chosen,
        findings: Mapping[tuple[str, str], Finding],
        stored: Sequence[PairVerdict],
        judged: bool,
        keep: Sequence[Path],
    ) -> tuple[DuplicateGroup, ...]:
        by_content = chosen.by_content
        pairs: dict[Pair, Finding] = {}
        for (first, second), finding in findings.items():
            for first_row, second_row in itertools.product(
                by_content.get(first, ()), by_content.get(second, ())
            ):
                if chosen.rows_may_pair(first_row, second_row):
                    pairs[PhotoId(first_row.photo), PhotoId(second_row.photo)] = finding
        for group_rows in by_content.values():
            for first_row, second_row in itertools.combinations(group_rows, 2):
                if chosen.rows_may_pair(first_row, second_row):
                    size = second_row.width, second_row.height
                    pairs[PhotoId(first_row.photo), PhotoId(second_row.photo)] = same_picture(
                        size, identical=True
                    )
        files = self._files({photo for pair in pairs for photo in pair}, chosen)
        pairs = _of_files(pairs, chosen, files)
        verdicts = _verdicts(pairs, chosen.by_id, stored)
        photos = self._photos({photo for pair in pairs for photo in pair}, chosen, files)
        groups = group(photos, pairs, keep=keep, verdicts=verdicts)
        # Settled copies are grouped too: otherwise they would appear beside another copy.
        return groups if judged else without_settled(groups)

    def _files(self, photos: set[PhotoId], chosen: Chosen) -> FilesBehind:
        """The files behind photos, and their other names in the library."""
        online = self._reader.online()
        contents = {chosen.by_id[photo].fingerprint for photo in photos}
        rows = (row for content in contents for row in chosen.by_content[content])
        return FilesBehind(row for row in rows if not self._reader.is_below_away(row.file.parent, online))

    def _photos(self, ids: set[PhotoId], chosen: Chosen, files: FilesBehind) -> dict[PhotoId, LibraryPhoto]:
        online = self._reader.online()
        with self._reader.catalog() as catalog:
            metadata = {photo: catalog.metadata.of(photo) for photo in ids}
        companions = chosen.companions
        library_photos = {}
        for photo in ids:
            row, details = chosen.by_id[photo], metadata[photo]
            library_photos[photo] = replace(
                row.as_photo(),
                rating=details.rating if details else None,
                pick=details is not None and details.flag == "pick",
                keywords=details.keywords if details else (),
                companion=photo in companions,
                offline=self._reader.is_below_away(row.file.parent, online),
                facts=_facts(details) if details else 0,
                other_names=tuple(name.file for name in files.names(row) if name.photo != photo),
                shares_file=files.is_shared(row),
            )
        return library_photos


def _facts(metadata: Metadata) -> int:
    """Number of metadata values that are worth preserving."""
    values = (
        metadata.title,
        metadata.headline,
        metadata.caption,
        metadata.creator,
        metadata.copyright,
        metadata.label,
        metadata.latitude is not None,
        metadata.places,
        metadata.camera,
    )
    stated = sum(map(bool, (*values, (metadata.rating or 0) > 0, metadata.taken_at)))
    return stated + len(metadata.keywords) + len(metadata.people)


def _of_files(pairs: Mapping[Pair, Finding], chosen: Chosen, files: FilesBehind) -> dict[Pair, Finding]:
    """Pairs of files. If a file has several names, only its first name takes part."""
    by_files: dict[Pair, Finding] = {}
    for (first_photo, second_photo), finding in pairs.items():
        first, second = (files.photo(chosen.by_id[photo]) for photo in (first_photo, second_photo))
        if first != second and (second, first) not in by_files:
            by_files.setdefault((first, second), finding)
    return by_files


def _causes(tables: DuplicateTables, contents: Iterable[str]) -> dict[frozenset[str], str]:
    """Causes of the compared pairs among contents; "" if a pair shares nothing, or nothing but a mark."""
    compared = tables.compared(PROOF_VERSION, contents)
    findings = read_findings(compared)
    if any(finding.cause in STACKED and may_be_a_mark(finding) for finding in findings.values()):
        findings = without_marks(read_findings(tables.compared(PROOF_VERSION)))
    return {frozenset(pair): findings[pair].cause if pair in findings else "" for pair in compared}


def _in_order(row: PhotoRow, other: PhotoRow, view: int | None) -> ToCompare:
    if row.fingerprint <= other.fingerprint:
        return ToCompare(first=row, second=other, view=view)
    # the inverse view: a quarter turn one way is undone by a quarter turn the other way
    back = {5: 6, 6: 5}.get(view, view) if view is not None else None
    return ToCompare(first=other, second=row, view=back)


def _same_pixels(rows: Sequence[PhotoRow], covered: NDArray[np.intp]) -> Iterator[tuple[str, str, int, int]]:
    """Pairs of contents with the same pixels: each content with the first one, and with all that the search covers."""
    by_pixels: dict[str, list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        if row.pixels:
            by_pixels[row.pixels].append(at)
    covered_rows = set(covered.tolist())
    for pixels, rows_of_pixels in by_pixels.items():
        for first, second in itertools.combinations(rows_of_pixels, 2):
            if (first in covered_rows or second in covered_rows) and (
                first == rows_of_pixels[0] or second == rows_of_pixels[0] or len(rows_of_pixels) < 12
            ):
                yield pixels, rows[first].fingerprint, first, second


def _verdicts(
    pairs: Mapping[Pair, Finding], rows: Mapping[int, PhotoRow], stored: Sequence[PairVerdict]
) -> dict[Pair, Verdict]:
    """A person's verdicts on pairs, the kept photo first in each."""
    by_content = {(row.kept, row.other, row.place.removeprefix(ON_ITS_WAY)): row.verdict for row in stored}
    verdicts: dict[Pair, Verdict] = {}
    for pair in pairs:
        for keeper, other in (pair, pair[::-1]):
            first, second = rows[keeper], rows[other]
            key = first.fingerprint, second.fingerprint
            verdict = by_content.get((*key, second.place)) or by_content.get((*key, ""))
            if verdict is not None:
                verdicts[keeper, other] = verdict
    return verdicts
