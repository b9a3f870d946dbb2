"""A library -> candidates -> comparisons, those of before among them -> groups of photos that belong together."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.base.layout import Layout
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
from cbir.duplicates.chosen import Chosen
from cbir.duplicates.grouping import Pair, group, of_causes, without_settled
from cbir.duplicates.hashes import as_words, hash_picture
from cbir.duplicates.judgement import Finding, read_findings, same_picture
from cbir.duplicates.marks import may_be_a_mark, without_marks
from cbir.duplicates.names import FilesBehind
from cbir.duplicates.proof import PROOF_VERSION, Prover, ToCompare
from cbir.duplicates.records import ON_ITS_WAY, DuplicateTables, PhotoRow, Said, go_together
from cbir.duplicates.stacking import STACKED, stacked
from cbir.images import DecodeOptions, decode_thumbnail
from cbir.matching import MatchOptions
from cbir.state import IndexReader, unlocked_write
from cbir.workers import WorkerPool

Progress = Callable[[int, int], None]
"""Told of pairs done and of pairs in all."""
_KEEP_AFTER = 200  # comparisons: what a killed run loses at most
_MAX_STACKED = (
    5000  # photos of which thumbnails are read for hashes, where a search for duplicates has not done so
)
_OFFLINE = "Its drive is not connected, so it was not compared."


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
        cancelled: Callable[[], bool] = lambda: False,
    ) -> DuplicateReport:
        """Find groups; comparisons are kept, so that the next time only what is new is compared.

        keep : folders whose photos are kept, the first before all

        Raises Cancelled, and CbirError where a folder has no photos here.
        """
        with self._reader.catalog() as catalog:
            tables = catalog.table(DuplicateTables)
            rows, known, said = tables.photos(), tables.compared(PROOF_VERSION), tables.verdicts()
        chosen = Chosen(rows, search)
        pairs = {
            (pair.first.fingerprint, pair.second.fingerprint): pair
            for pair in self.candidates(chosen, cancelled)
        }
        fresh = [pair for key, pair in pairs.items() if key not in known]
        findings = read_findings({key: known[key] for key in pairs if key in known})
        left, skipped = self._compare(fresh, findings, progress, cancelled)
        groups = self._groups(chosen, without_marks(findings), said, search.judged, keep)
        return DuplicateReport(
            groups=of_causes(groups, search.causes),
            photos=len(chosen.asked),
            compared=len(fresh) - left,
            compared_before=len(pairs) - len(fresh),
            left=left,
            skipped=skipped,
        )

    def stacks(self, photos: Sequence[PhotoId]) -> tuple[tuple[PhotoId, ...], ...]:
        """Near-duplicates among photos, each stack under the first of it. Compares nothing."""
        with self._reader.catalog() as catalog:
            tables = catalog.table(DuplicateTables)
            found = {row.photo: row for row in tables.photos_of(photos)}
            rows = [found[photo] for photo in dict.fromkeys(photos) if photo in found]
            contents = {row.fingerprint for row in rows}
            compared = _causes(tables, contents)
            said = tables.verdicts()
        different = (frozenset((one.kept, one.other)) for one in said if one.verdict == "different")
        return stacked(rows, self._hashes(rows[:_MAX_STACKED]), compared, different)

    # --- candidates

    def candidates(self, chosen: Chosen, cancelled: Callable[[], bool] = lambda: False) -> list[ToCompare]:
        """Pairs of contents that may belong together, the one with the smaller fingerprint first.

        Those that most speaks for come first, as somebody may stop before all are compared.
        """
        rows = chosen.contents
        if not rows:
            return []
        asked = chosen.asked_contents
        found: dict[tuple[int, int], int | None] = {}
        for _, _, first, second in _same_pixels(rows, asked):
            found[first, second] = 0
        hashes = self._hashes(rows)
        with_hash = np.array([at for at, row in enumerate(rows) if row.fingerprint in hashes], np.intp)
        asked_set = np.zeros(len(rows), bool)
        asked_set[asked] = True
        if len(with_hash):
            table = as_words([hashes[rows[at].fingerprint] for at in with_hash])
            near = near_hashes(table, np.flatnonzero(asked_set[with_hash]), self._options)
            for first, second, _, view in near.tolist():
                found.setdefault((int(with_hash[first]), int(with_hash[second])), int(view))
        documents = np.array([row.document for row in rows], np.int64)
        with self._reader.snapshot() as snapshot:
            shared = sharing_words(snapshot.index, documents, asked, self._options, cancelled)
        for first, second, _ in shared[np.argsort(-shared[:, 2], kind="stable")].tolist():
            if (second, first) not in found:
                found.setdefault((first, second), None)
        return [
            pair
            for (first, second), view in found.items()
            if chosen.may_pair(first, second)
            for pair in [_in_order(rows[first], rows[second], view)]
            if not go_together(pair.first, pair.second)
        ]

    def _hashes(self, rows: Sequence[PhotoRow]) -> dict[str, bytes]:
        """Of each content that has a thumbnail; those that are new are kept where the library can be written to."""
        with self._reader.catalog() as catalog:
            hashes = catalog.table(DuplicateTables).hashes()
        missing = [row.fingerprint for row in rows if row.fingerprint not in hashes]
        if not missing:
            return hashes
        with ThreadPoolExecutor() as threads:  # OpenCV releases the interpreter's lock
            made = dict(one for one in threads.map(self._hash, missing, chunksize=64) if one is not None)
        try:
            with unlocked_write(self._layout) as catalog, catalog.transaction():
                catalog.table(DuplicateTables).add_hashes(made)
        except CbirError:  # a library on a read-only drive: it is done again the next time
            pass
        return hashes | made

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
        """Compare pairs and keep what was found as it comes. How many it did not come to, and what could not be."""
        online = self._reader.online()
        skipped: dict[Path, Skipped] = {}
        here: list[ToCompare] = []
        done: list[tuple[ToCompare, Finding | None]] = []
        for pair in pairs:
            away = [
                row
                for row in (pair.first, pair.second)
                if self._reader.is_below_away(row.file.parent, online)
            ]
            if away:
                skipped.update({row.file: Skipped(path=row.file, reason=_OFFLINE) for row in away})
            else:
                here.append(pair)
        if not here:
            return 0, tuple(skipped.values())
        number = 0
        documents = {row.document for pair in here for row in (pair.first, pair.second)}
        with self._reader.catalog() as catalog:
            places = catalog.photos.of_documents(documents)
        prover = Prover(
            self._reader.current_index(),
            places,
            self._workers(),
            self._limits,
            self._matching,
        )
        for number, (pair, found) in enumerate(prover.compare(here, cancelled), 1):
            if isinstance(found, Skipped):
                skipped[found.path] = found
            else:
                done.append((pair, found))
            if len(done) >= _KEEP_AFTER:
                self._keep(done, findings)
                done = []
            progress(number, len(here))
        self._keep(done, findings)
        return len(here) - number, tuple(skipped.values())

    def _keep(
        self,
        done: Sequence[tuple[ToCompare, Finding | None]],
        findings: dict[tuple[str, str], Finding],
    ) -> None:
        rows = []
        for pair, found in done:
            key = (pair.first.fingerprint, pair.second.fingerprint)
            rows.append((*key, found.cause if found else "", found.to_json() if found else ""))
            if found is not None:
                findings[key] = found
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
        said: Sequence[Said],
        judged: bool,
        keep: Sequence[Path],
    ) -> tuple[DuplicateGroup, ...]:
        by_content = chosen.by_content
        pairs: dict[Pair, Finding] = {}
        for (first, second), finding in findings.items():
            for one, other in itertools.product(by_content.get(first, ()), by_content.get(second, ())):
                if chosen.rows_may_pair(one, other):
                    pairs[PhotoId(one.photo), PhotoId(other.photo)] = finding
        for same in by_content.values():
            for one, other in itertools.combinations(same, 2):
                if chosen.rows_may_pair(one, other):
                    size = other.width, other.height
                    pairs[PhotoId(one.photo), PhotoId(other.photo)] = same_picture(size, identical=True)
        files = self._files({photo for pair in pairs for photo in pair}, chosen)
        pairs = _of_files(pairs, chosen, files)
        verdicts = _verdicts(pairs, chosen.by_id, said)
        photos = self._photos({photo for pair in pairs for photo in pair}, chosen, files)
        groups = group(photos, pairs, keep=keep, verdicts=verdicts)
        # What was settled still is in its group, so that it comes up beside no other copy instead.
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
        made = {}
        for photo in ids:
            row, known = chosen.by_id[photo], metadata[photo]
            made[photo] = LibraryPhoto(
                photo=photo,
                path=row.file,
                fingerprint=row.fingerprint,
                size=(row.width, row.height),
                bytes=row.bytes,
                format=row.format,
                modified_ns=row.mtime_ns,
                taken_at=row.taken_at,
                has_camera=row.has_camera,
                rating=known.rating if known else None,
                keywords=known.keywords if known else (),
                companion=photo in companions,
                offline=self._reader.is_below_away(row.file.parent, online),
                facts=_facts(known) if known else 0,
                other_names=tuple(name.file for name in files.names(row) if name.photo != photo),
                shares_file=files.is_shared(row),
            )
        return made


def _facts(metadata: Metadata) -> int:
    """How many things a photo's metadata say that it would be a pity to lose."""
    told = (metadata.title, metadata.caption, metadata.latitude is not None, metadata.places, metadata.camera)
    return sum(map(bool, (*told, (metadata.rating or 0) > 0, metadata.taken_at))) + len(metadata.keywords)


def _of_files(pairs: Mapping[Pair, Finding], chosen: Chosen, files: FilesBehind) -> dict[Pair, Finding]:
    """Pairs of files: of one file's names only the first is in any."""
    found: dict[Pair, Finding] = {}
    for (one, other), finding in pairs.items():
        first, second = (files.photo(chosen.by_id[photo]) for photo in (one, other))
        if first != second and (second, first) not in found:
            found.setdefault((first, second), finding)
    return found


def _causes(tables: DuplicateTables, contents: Iterable[str]) -> dict[frozenset[str], str]:
    """Causes of the pairs of some contents that were compared; "" where these share nothing, or nothing but a mark."""
    compared = tables.compared(PROOF_VERSION, contents)
    findings = read_findings(compared)
    if any(finding.cause in STACKED and may_be_a_mark(finding) for finding in findings.values()):
        findings = without_marks(read_findings(tables.compared(PROOF_VERSION)))
    return {frozenset(pair): findings[pair].cause if pair in findings else "" for pair in compared}


def _in_order(one: PhotoRow, other: PhotoRow, view: int | None) -> ToCompare:
    if one.fingerprint <= other.fingerprint:
        return ToCompare(first=one, second=other, view=view)
    # the view that takes it back: a quarter turn one way is undone by one the other way
    back = {5: 6, 6: 5}.get(view, view) if view is not None else None
    return ToCompare(first=other, second=one, view=back)


def _same_pixels(rows: Sequence[PhotoRow], asked: NDArray[np.intp]) -> Iterator[tuple[str, str, int, int]]:
    """Contents of the same pixels, each with the first of them and with those that were asked for."""
    by_pixels: dict[str, list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        if row.pixels:
            by_pixels[row.pixels].append(at)
    wanted = set(asked.tolist())
    for pixels, same in by_pixels.items():
        for first, second in itertools.combinations(same, 2):
            if (first in wanted or second in wanted) and (
                first == same[0] or second == same[0] or len(same) < 12
            ):
                yield pixels, rows[first].fingerprint, first, second


def _verdicts(
    pairs: Mapping[Pair, Finding], rows: Mapping[int, PhotoRow], said: Sequence[Said]
) -> dict[Pair, Verdict]:
    """What was said of pairs, the photo that is kept first."""
    by_content = {(one.kept, one.other, one.place.removeprefix(ON_ITS_WAY)): one.verdict for one in said}
    found: dict[Pair, Verdict] = {}
    for pair in pairs:
        for kept, other in (pair, pair[::-1]):
            first, second = rows[kept], rows[other]
            key = first.fingerprint, second.fingerprint
            verdict = by_content.get((*key, second.place)) or by_content.get((*key, ""))
            if verdict is not None:
                found[kept, other] = verdict
    return found
