"""The parts of the catalog in a snapshot: owners of segments, documents that are gone, parts let go."""

from types import SimpleNamespace

import numpy as np
import pytest

from cbir.catalog import SegmentRow
from cbir.state import MappedIndex, snapshot
from cbir.state.snapshot import OpenSegments
from tests.cbir.library.maintenance.drawn_library import CODEBOOK, MODEL, WORDS, DrawnLibrary

OTHER = "0b" * 16


@pytest.fixture(name="drawn")
def _drawn(tmp_path):
    drawn = DrawnLibrary(tmp_path / "library")
    yield drawn
    drawn.catalog.close()


class NamedCodebook:
    """The part of a codebook that its index needs."""

    def __init__(self, name):
        self.name = name

    def __len__(self):
        return WORDS


def load(
    drawn,
    before=None,
    opened=None,
    remote=None,
):
    codebook = NamedCodebook
    return MappedIndex.load(drawn.catalog, opened or OpenSegments(drawn.layout), codebook, before, remote)


def test_embeddings_of_parts_are_told_from_those_of_photos_and_both_go_by_name(drawn):
    with drawn.catalog.transaction():
        for name, model, options in (
            *(("c", MODEL, ""), ("a", MODEL, ""), ("b", OTHER, "")),
            *(("e", OTHER, "grid"), ("d", OTHER, "grid")),
        ):
            drawn.catalog.segments.add(
                SegmentRow(name=name, kind="vectors", codebook=model, options=options, documents=1)
            )
    loaded = load(drawn)
    names = [
        {model: [row.name for row in rows] for model, rows in kind.items()}
        for kind in (loaded.vectors, loaded.parts)
    ]
    assert names == [{MODEL: ["a", "c"], OTHER: ["b"]}, {OTHER: ["d", "e"]}]
    assert list(loaded.vectors) == sorted(loaded.vectors)


def test_documents_are_listed_only_where_there_are_embeddings(drawn):
    documents = drawn.add(2)
    first = load(drawn)
    assert (first.photos, first.live.tolist()) == (2, [])
    drawn.embed(documents)
    second = load(drawn, first)
    assert second.live.tolist() == documents
    drawn.remove(*documents)
    third = load(drawn, second)
    assert (third.photos, third.live.tolist()) == (0, [])
    documents = drawn.add(1)
    assert load(drawn, third).live.tolist() == documents


def test_each_codebook_has_an_index_of_its_own_segments_without_its_own_dead(drawn, monkeypatch):
    made = []
    monkeypatch.setattr(
        snapshot, "InvertedIndex", lambda segments, **about: made.append({"segments": segments, **about})
    )
    dead = {}
    for codebook in (CODEBOOK, OTHER):
        drawn.add(2, codebook=codebook)
        dead[codebook], _ = drawn.add(2, codebook=codebook)
        drawn.remove(dead[codebook])
    opened = OpenSegments(drawn.layout)
    loaded = load(drawn, opened=opened)
    assert loaded.codebooks == (OTHER, CODEBOOK)
    assert [getattr(codebook, "name", "") for codebook, _ in loaded.indexes] == [OTHER, CODEBOOK]
    for name, index in zip((OTHER, CODEBOOK), made, strict=True):
        assert [segment.codebook for segment in index["segments"]] == [name, name]
        assert index["deleted"].tolist() == [dead[name]]
        assert index["words"] == WORDS
        (words,) = index["deleted_words"]
        assert len(words) == len(set(words.tolist())) > 0


def test_what_left_the_index_is_let_go_and_what_stays_is_kept_open(drawn):
    (gone, *_), kept = drawn.add(2), drawn.add(2)
    opened = OpenSegments(drawn.layout)
    first, second = (
        [row.name for row in drawn.catalog.segments.all(kind)] for kind in ("features", "postings")
    )
    features, postings = (
        [get(name) for name in names] for get, names in ((opened.features, first), (opened.postings, second))
    )
    words = [opened.words(document, first[0], 0) for document in (gone, kept[0])]
    assert [np.array_equal(word, np.unique(word)) for word in words] == [True, True]
    opened.keep_only({first[0], second[0]}, {kept[0]})
    assert [opened.features(name) is one for name, one in zip(first, features, strict=True)] == [True, False]
    assert [opened.postings(name) is one for name, one in zip(second, postings, strict=True)] == [True, False]
    again = [opened.words(document, first[0], 0) for document in (gone, kept[0])]
    assert [one is other for one, other in zip(words, again, strict=True)] == [False, True]


def test_the_words_of_a_dead_photo_are_told_once_each(drawn, monkeypatch):
    (document,) = drawn.add(1)
    opened = OpenSegments(drawn.layout)
    read = SimpleNamespace(words=np.array([3, 3, 7], np.uint32))
    monkeypatch.setattr(
        OpenSegments, "features", lambda _self, _name: SimpleNamespace(read=lambda _row: read)
    )
    assert opened.words(document, "store", 0).tolist() == [3, 7]


def test_a_snapshot_names_the_remote_index_that_finds_candidates_for_it(drawn):
    remote = SimpleNamespace()
    assert load(drawn).remote is None
    assert load(drawn, remote=(remote, dict)).remote is remote
