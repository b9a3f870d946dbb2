"""A typed word -> words of the library's names and metadata that mean the same, in any language of the model.

The built-in model's text tower gives each word a vector; words whose vectors are near mean the same. The vectors are
stored beside those of photos, after an index run and while an older library is open. A search reads them, and encodes
the typed words alone.
"""

from __future__ import annotations

import hashlib
import io
import logging
import math
import threading
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled, CbirError
from cbir.base.folding import fold
from cbir.base.layout import Layout
from cbir.base.storage import make_private_folder, write_atomically
from cbir.catalog import Catalog
from cbir.embeddings import InstalledModel
from cbir.search.meaning.semantic_engine import SemanticEngine
from cbir.search.query import wait_for_encoding

log = logging.getLogger(__name__)

MOST_WORDS = 3000  # of a library, the commonest: 2 MB, and ten seconds once
_BATCH_SIZE = 16  # words encoded at a time; a search waits for at most one batch
_LEAST = 0.87  # cosine of the nearest word, if it means the same; see docs/models.md
_LEAST_OTHERS, _BEHIND = 0.8, 0.13  # cosine of further ones, at most so far behind the nearest
_MOST_ALIKE = 12  # words for a typed one

_Vectors = NDArray[np.float32]


class WordMeanings:
    """The vectors of one library's words. Its methods may be called from several threads."""

    def __init__(self, layout: Layout, engine: SemanticEngine) -> None:
        self._layout, self._engine = layout, engine
        self._lock = threading.Lock()
        self._opened: tuple[tuple[str, int], _Words] | None = None
        self._alike: dict[tuple[str, str], tuple[str, ...]] = {}

    def update(self, model: InstalledModel, catalog: Catalog, stopped: Callable[[], bool]) -> None:
        """Encode the words that are new, and store them. If it is stopped or fails, the next update goes on."""
        if not model.info.built_in:
            return
        try:
            before = _read(self._file(model))
            spelled = {fold(word): word for word in before.words}
            words = catalog.vocabulary.common(MOST_WORDS, spelled)
            vectors = dict(zip(before.words, before.vectors, strict=True))
            new = [word for word in words if word not in vectors]
            if not new and set(words) == vectors.keys():
                return
            vectors |= zip(new, self._encode(model, new, stopped), strict=True)
            stored = io.BytesIO()
            np.savez(
                stored,
                words=np.array(words, np.str_),
                vectors=np.stack([vectors[word] for word in words]).astype(np.float16),
            )
            make_private_folder(self._file(model).parent)
            write_atomically(self._file(model), stored.getvalue())
        except Cancelled:
            return
        except (CbirError, OSError) as error:
            log.info("The meanings of words wait: %s", error)

    def knows(self, model: InstalledModel) -> bool:
        """True if the words of a library have been encoded. Only the built-in model has a line between meanings."""
        return model.info.built_in and self._file(model).exists()

    def alike(
        self, model: InstalledModel, words: Sequence[str], vectors: _Vectors
    ) -> dict[str, tuple[str, ...]]:
        """For each typed word, the library's words that mean the same, the nearest first; without words that have none.

        vectors : (n, d) of the typed words
        """
        stored = self._open(model)
        if not len(stored.words) or not len(words):
            return {}
        scores = vectors @ stored.vectors.T
        meanings: dict[str, tuple[str, ...]] = {}
        for word, row in zip(words, scores, strict=True):
            best = np.argsort(-row, kind="stable")[:_MOST_ALIKE]
            same = fold(word)
            nearest = float(row[best[0]])
            least = max(_LEAST_OTHERS, nearest - _BEHIND) if nearest >= _LEAST else math.inf
            others = (stored.words[at] for at in best if row[at] >= least)
            if alike := tuple(other for other in others if fold(other) != same):
                meanings[word] = alike
        with self._lock:
            if len(self._alike) > MOST_WORDS:
                self._alike.clear()
            self._alike |= {(model.info.fingerprint, word): meanings.get(word, ()) for word in words}
        return meanings

    def searched(self, model: InstalledModel) -> Mapping[str, tuple[str, ...]]:
        """The results of alike() for words that were searched for."""
        with self._lock:
            return {
                word: alike for (name, word), alike in self._alike.items() if name == model.info.fingerprint
            }

    def _encode(self, model: InstalledModel, words: Sequence[str], stopped: Callable[[], bool]) -> _Vectors:
        rows = [np.zeros((0, model.info.dimension), np.float32)]
        for start in range(0, len(words), _BATCH_SIZE):
            if stopped():
                raise Cancelled("It was cancelled.")
            batch = self._engine.encode_texts(model, words[start : start + _BATCH_SIZE])
            rows.append(wait_for_encoding(batch, stopped).vectors)
        return np.concatenate(rows)

    def _open(self, model: InstalledModel) -> _Words:
        path = self._file(model)
        try:
            key = (str(path), path.stat().st_mtime_ns)
        except OSError:
            return _NONE
        with self._lock:
            if self._opened is None or self._opened[0] != key:
                self._opened = key, _read(path)
                self._alike.clear()
            return self._opened[1]

    def _file(self, model: InstalledModel) -> Path:
        """The file of a model's words. Text towers that share the vectors of photos differ by their sentences."""
        sentences = self._engine.sentences(model)[:1].tobytes()
        name = hashlib.sha256(sentences).hexdigest()[:16]
        return self._layout.vector_cache(model.info.fingerprint) / f"words-{name}.npz"


class _Words(NamedTuple):
    """words : as they are written. vectors : (n, d)"""

    words: tuple[str, ...]
    vectors: _Vectors


_NONE = _Words((), np.zeros((0, 0), np.float32))


def _read(path: Path) -> _Words:
    """The stored words; none if the file is missing or damaged, as it can be made again."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            return _Words(tuple(stored["words"].tolist()), stored["vectors"].astype(np.float32))
    except (OSError, ValueError, LookupError, zipfile.BadZipFile):
        return _NONE
