"""A catalog and its segments of numbers that are drawn, without a picture: made in milliseconds."""

import numpy as np

from cbir.base.layout import Layout, new_segment_name
from cbir.base.types import DocumentId, PhotoFeatures
from cbir.catalog import NewDocument, SegmentRow
from cbir.embeddings import part_keys, parts_made_by
from cbir.matching import FeatureStore, FeatureStoreBuilder
from cbir.vectors import write_vector_segment
from cbir.visual_words import PostingsSegment, SegmentBuilder
from tests.cbir.stage_data import draw_words
from tests.cbir.vector_data import unit_vectors
from tests.new_catalog import new_catalog

WORDS = 30
CODEBOOK = "c0deb00c" * 4
MODEL = "a0de1" * 4
DIMENSION = 8


class DrawnLibrary:
    """Photos come by the batch, as an index run writes them; each batch has postings and features of its own."""

    def __init__(self, folder):
        self.layout = Layout(folder)
        folder.mkdir()
        self.catalog = new_catalog(self.layout.catalog)
        self.root = self.catalog.roots.add(folder / "photos")
        self._rng = np.random.default_rng(0)

    def add(self, count, *, codebook=CODEBOOK, options="o", signed=False):
        """Photos that are searchable; their paths are the numbers of their documents."""
        first = self.catalog.documents.next_id()
        documents = [DocumentId(first + at) for at in range(count)]
        store = FeatureStoreBuilder(words=WORDS, codebook=codebook, options=options, signed=signed)
        postings = SegmentBuilder(words=WORDS, codebook=codebook)
        new = []
        for document in documents:
            drawn = draw_words(self._rng, int(self._rng.integers(3, 12)), WORDS)
            n = len(drawn.words)
            features = PhotoFeatures(
                words=drawn.words,
                codes=self._rng.integers(0, 256, (n, 32), dtype=np.uint8),
                xy=np.zeros((n, 2), np.float32),
                sigma=np.ones(n, np.float32),
                angle=np.zeros(n, np.float32),
                size=(document, 3),
                signatures=drawn.signatures if signed else None,
            )
            postings.add(document, drawn.words, drawn.signatures)
            new.append(
                NewDocument(
                    root=self.root.id,
                    path=f"{document}.jpg",
                    size=1,
                    mtime_ns=1,
                    fingerprint=f"{document:032x}",
                    format="JPEG",
                    width=4,
                    height=3,
                    document=document,
                    store_row=store.add(features),
                )
            )
        names = new_segment_name(), new_segment_name()
        store.write(self.layout.features(names[0]))
        postings.write(self.layout.postings(names[1]))
        with self.catalog.transaction():
            for name, kind in zip(names, ("features", "postings"), strict=True):
                self.catalog.segments.add(
                    SegmentRow(name=name, kind=kind, codebook=codebook, options=options, documents=count)
                )
            self.catalog.documents.add(new, store=names[0], postings=names[1])
        return documents

    def embed(self, documents, *, model=MODEL, parts=False):
        """Embeddings of some photos, or of the parts of each, as a segment of their own. Returns its name."""
        keys = np.array(documents, np.int64)
        keys, made_by = (part_keys(keys), parts_made_by(model)) if parts else (keys, model)
        name = new_segment_name()
        vectors = unit_vectors(len(keys), DIMENSION, seed=int(keys[0]))
        write_vector_segment(self.layout.vectors(made_by, name), keys, vectors, model=made_by)
        with self.catalog.transaction():
            self.catalog.segments.add(
                SegmentRow(
                    name=name,
                    kind="vectors",
                    codebook=made_by,
                    options="grid" if parts else "",
                    documents=len(keys),
                )
            )
        return name

    def remove(self, *documents):
        with self.catalog.transaction():
            self.catalog.files.remove(self.root, [f"{document}.jpg" for document in documents])

    def listed(self, kind):
        return sorted(self.catalog.segments.all(kind), key=lambda row: row.documents)

    def on_disk(self, kind):
        folder = {"postings": "postings", "features": "features", "vectors": "vectors/*"}[kind]
        return {path.name for path in self.layout.folder.glob(f"{folder}/*")}

    def postings(self, row):
        return PostingsSegment.open(self.layout.postings(row.name))

    def features(self):
        """The record of every document, wherever it lies now."""
        return {
            document: FeatureStore.open(self.layout.features(row.name)).record(at)
            for row in self.listed("features")
            for document, at in self.catalog.documents.in_store(row.name)
        }
