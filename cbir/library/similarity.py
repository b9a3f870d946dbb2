"""The similarity map of a library: stored embeddings -> a place for each content, and groups with names.

A first update arranges all photos. Later ones place new photos beside those that they resemble, and move no other one.
After the library has grown by a quarter, or has another model, all are arranged anew, from the places that they had.
"""

from __future__ import annotations

import hashlib
import io
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cbir.base.cores import one_blas_thread
from cbir.base.errors import Cancelled, CbirError, ModelNotInstalled
from cbir.base.layout import Layout
from cbir.base.storage import make_private_folder, write_atomically
from cbir.base.types import PhotoId, SimilarityMap, SimilarityReport
from cbir.catalog import Arrangement, NewGroup, Place, SimilarityTable
from cbir.embeddings import InstalledModel
from cbir.library.lifetime import Lifetime
from cbir.search import SemanticEngine, name_groups
from cbir.state import IndexReader, Snapshot, unlocked_write
from cbir.vectors import PlaneGroups, PlaneOptions, VectorIndex, group_places, lay_out, place_among

VERSION = 1
"""Version of the arrangement. A new version arranges all photos again, from the places that they had."""
MOST_ARRANGED = 50_000  # contents arranged together; the others are placed among them
_GROWN = 1.25  # times the contents of an arrangement, after which all are arranged anew
_AT_ONCE = 2048  # new contents placed together
_KEEP_EVERY_S = 5.0  # the most of an arrangement that a killed run loses

Plane = NDArray[np.float64]


class _Contents(NamedTuple):
    """Contents with an embedding, in the order of their fingerprints, which is as good as random"""

    fingerprints: list[str]
    documents: NDArray[np.int64]


class Similarity:
    """The similarity map of one library; methods may be called from several threads."""

    def __init__(
        self,
        layout: Layout,
        reader: IndexReader,
        semantic_engine: SemanticEngine,
        lifetime: Lifetime,
        options: PlaneOptions = PlaneOptions(),  # noqa: B008 (frozen)
    ) -> None:
        self._layout, self._reader, self._lifetime = layout, reader, lifetime
        self._semantic_engine = semantic_engine
        self._options = options

    def map(self) -> SimilarityMap:
        """The map as it is stored. Empty before the first update."""
        with self._reader.catalog() as catalog:
            return catalog.table(SimilarityTable).map()

    def photos_of(self, name: str) -> list[PhotoId]:
        """The photos of a group by its name, ignoring case, or by its number: "#12". Raises CbirError."""
        similarity = self.map()
        folded = name.casefold().strip()
        chosen = {
            group.id for group in similarity.groups if folded in (group.name.casefold(), f"#{group.id}")
        }
        chosen |= {group.id for group in similarity.groups if group.parent in chosen}
        if not chosen:
            raise CbirError(
                'There is no group "{0}" on the similarity map. List all groups with: cbir similarity groups',
                name,
            )
        inside = np.isin(similarity.group_of, list(chosen))
        return [PhotoId(photo) for photo in similarity.photos[inside].tolist()]

    def update(
        self,
        *,
        again: bool = False,
        progress: Callable[[int, int], None] = lambda done, total: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> SimilarityReport:
        """Place the photos that have no place yet, and arrange all of them if there is no map, or it is outdated.

        again : arrange all photos anew, and name the groups anew
        progress : called with steps done and all steps. A cancelled update goes on with the next one.
        Raises ModelNotInstalled if no model has embedded a photo.
        """

        def stopped() -> bool:
            return self._lifetime.ended or cancelled()

        is_arranged, placed, left = False, 0, 0
        with self._lifetime.run(), self._reader.snapshot() as snapshot, one_blas_thread():
            model = self._semantic_engine.answering(snapshot)
            if model is None:
                raise ModelNotInstalled(
                    self._semantic_engine.why_none(self._semantic_engine.chosen(snapshot.settings))
                )
            index = self._semantic_engine.index(model, snapshot)
            table = snapshot.catalog.table(SimilarityTable)
            contents = _contents(table, index)
            arrangement, places = table.arrangement(), table.places()
            try:
                if again or _is_outdated(arrangement, model, contents):
                    arranged = self._arrange(snapshot, model, index, contents, places, stopped, progress)
                    placed += sum(fingerprint not in places for fingerprint in arranged)
                    places, is_arranged = arranged, True
                new = [at for at, name in enumerate(contents.fingerprints) if name not in places]
                left = len(new)
                if new:
                    for part in self._place(index, contents, places, new, stopped):
                        placed, left = placed + part, left - part
                        progress(len(new) - left, len(new))
            except Cancelled:
                left = left or len(contents.fingerprints) - len(places)
        similarity = self.map()
        return SimilarityReport(
            arranged=is_arranged,
            placed=placed,
            left=left,
            photos=len(similarity.photos),
            groups=len(similarity.groups),
        )

    def _arrange(
        self,
        snapshot: Snapshot,
        model: InstalledModel,
        index: VectorIndex,
        contents: _Contents,
        places: Mapping[str, Place],
        stopped: Callable[[], bool],
        progress: Callable[[int, int], None],
    ) -> dict[str, Place]:
        """Arrange all photos, or a sample of a large library, and store the map. Returns the places."""
        fingerprints = contents.fingerprints[:MOST_ARRANGED]
        vectors = _unit(index.vectors(contents.documents[:MOST_ARRANGED]))
        unfinished = _Unfinished(self._layout.vector_cache(model.info.fingerprint), fingerprints)
        done, start = unfinished.read()
        if start is None and (start := self._start(fingerprints, vectors, places, stopped)) is not None:
            done = self._options.early

        def on_step(done: int, plane: Plane) -> None:
            unfinished.keep(done, plane)
            progress(done, self._options.iterations)

        plane = lay_out(vectors, self._options, start=start, done=done, on_step=on_step, cancelled=stopped)
        groups = group_places(plane)
        stored, group_of = _named(
            self._semantic_engine, model, snapshot, vectors, fingerprints, groups, stopped
        )
        arranged = [
            Place(fingerprint, x, y, None if group < 0 else group)
            for fingerprint, (x, y), group in zip(fingerprints, plane.tolist(), group_of, strict=True)
        ]
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            table = catalog.table(SimilarityTable)
            before = table.arrangement()
            ids = table.arrange(
                Arrangement(
                    number=1 if before is None else before.number + 1,
                    version=VERSION,
                    model=model.info.fingerprint,
                    contents=len(contents.fingerprints),
                ),
                arranged,
                stored,
            )
        unfinished.remove()
        return {
            place.fingerprint: place._replace(group=None if place.group is None else ids[place.group])
            for place in arranged
        }

    def _start(
        self,
        fingerprints: Sequence[str],
        vectors: NDArray[np.float32],
        places: Mapping[str, Place],
        stopped: Callable[[], bool],
    ) -> Plane | None:
        """The places that photos had, so that the new map resembles the old one; None if most had none."""
        had = np.array([fingerprint in places for fingerprint in fingerprints], bool)
        if had.sum() < max(3, len(had) / 2):
            return None
        start = np.zeros((len(had), 2))
        start[had] = [places[name][1:3] for name in fingerprints if name in places]
        if not had.all():
            start[~had] = place_among(
                vectors[~had], vectors[had], start[had], self._options, cancelled=stopped
            )
        return start

    def _place(
        self,
        index: VectorIndex,
        contents: _Contents,
        places: Mapping[str, Place],
        new: Sequence[int],
        stopped: Callable[[], bool],
    ) -> Iterator[int]:
        """Place new contents among the others, a part at a time. Yields the sizes of the parts."""
        fixed = [at for at, name in enumerate(contents.fingerprints) if name in places][:MOST_ARRANGED]
        vectors = _unit(index.vectors(contents.documents[fixed]))
        around = [places[contents.fingerprints[at]] for at in fixed]
        plane = np.array([(place.x, place.y) for place in around], np.float64).reshape(-1, 2)
        for begin in range(0, len(new), _AT_ONCE):
            part = list(new[begin : begin + _AT_ONCE])
            own = _unit(index.vectors(contents.documents[part]))
            placed = place_among(own, vectors, plane, self._options, cancelled=stopped)
            rows = [
                Place(contents.fingerprints[at], float(x), float(y), _group_at(around, plane, x, y))
                for at, (x, y) in zip(part, placed, strict=True)
            ]
            with unlocked_write(self._layout) as catalog, catalog.transaction():
                catalog.table(SimilarityTable).add(rows)
            yield len(part)


def _contents(table: SimilarityTable, index: VectorIndex) -> _Contents:
    """The contents with an embedding, each once."""
    content_of = table.contents()
    document_of = {
        content_of[document]: document for document in index.documents().tolist() if document in content_of
    }
    fingerprints = sorted(document_of)
    return _Contents(fingerprints, np.array([document_of[name] for name in fingerprints], np.int64))


def _is_outdated(arrangement: Arrangement | None, model: InstalledModel, contents: _Contents) -> bool:
    return (
        arrangement is None
        or (arrangement.version, arrangement.model) != (VERSION, model.info.fingerprint)
        or len(contents.fingerprints) > _GROWN * arrangement.contents
    )


def _named(
    engine: SemanticEngine,
    model: InstalledModel,
    snapshot: Snapshot,
    vectors: NDArray[np.float32],
    fingerprints: Sequence[str],
    groups: PlaneGroups,
    stopped: Callable[[], bool],
) -> tuple[list[NewGroup], list[int]]:
    """The groups to store, large ones first; and the position of each photo's small group, -1 for none."""
    larger = int(groups.parents.max()) + 1 if len(groups.parents) else 0
    small = [np.flatnonzero(groups.of_place == group) for group in range(len(groups.parents))]
    large = [
        np.concatenate([small[group] for group in np.flatnonzero(groups.parents == parent)])
        for parent in range(larger)
    ]
    rows = [*large, *small]
    names = [
        *name_groups(engine, model, snapshot, vectors, large, stopped),
        *name_groups(engine, model, snapshot, vectors, small, stopped),
    ]
    parents = [*[None] * larger, *groups.parents.tolist()]
    stored = []
    for name, parent, members in zip(names, parents, rows, strict=True):
        typical = members[np.argmax(vectors[members] @ vectors[members].mean(axis=0))]
        stored.append(NewGroup(parent, name, fingerprints[typical]))
    return stored, [group + larger if group >= 0 else -1 for group in groups.of_place.tolist()]


def _group_at(around: Sequence[Place], plane: Plane, x: float, y: float) -> int | None:
    """The group of the nearest place."""
    if not around:
        return None
    return around[int(np.argmin(np.square(plane - (x, y)).sum(axis=1)))].group


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, np.finfo(np.float32).tiny), np.float32)


class _Unfinished:
    """The places of an arrangement that is not finished, in a file, so that a killed run goes on."""

    def __init__(self, folder: Path, fingerprints: Sequence[str]) -> None:
        self._file = folder / "similarity.npz"
        self._digest = hashlib.sha256("\n".join([str(VERSION), *fingerprints]).encode()).hexdigest()
        self._kept_at = time.monotonic()

    def read(self) -> tuple[int, Plane | None]:
        """The number of iterations done, and the places; 0 and None if they belong to other photos, or are damaged."""
        try:
            with np.load(self._file, allow_pickle=False) as stored:
                if str(stored["digest"]) == self._digest:
                    return int(stored["done"]), stored["places"].astype(np.float64)
        except (OSError, ValueError, LookupError, zipfile.BadZipFile):
            pass
        return 0, None

    def keep(self, done: int, places: Plane) -> None:
        """Store the places, every few seconds."""
        if time.monotonic() - self._kept_at < _KEEP_EVERY_S:
            return
        written = io.BytesIO()
        np.savez(written, digest=np.array(self._digest), done=np.array(done), places=places)
        make_private_folder(self._file.parent)
        write_atomically(self._file, written.getvalue(), durable=False)
        self._kept_at = time.monotonic()

    def remove(self) -> None:
        self._file.unlink(missing_ok=True)
