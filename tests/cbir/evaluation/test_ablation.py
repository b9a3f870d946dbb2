"""The worth of an ingredient, with a searcher of ten lines and with the real engine's switches."""

import numpy as np
import pytest

from cbir.base.types import Hit, PhotoId, SearchOptions, SearchResult, Term, Timings
from cbir.evaluation import ablate, search_without_right, ways, worth
from cbir.evaluation.dataset import Dataset, Topic
from cbir.library import Library
from tests.cbir.stage_data import small_options
from tests.pictures import POSTERS, poster, write_jpeg


class Searching:
    """Finds the right photo first, and proves it; without verification nothing is proven, without the mirror half."""

    def __init__(self, folder):
        self.folder = folder
        self.asked = []

    def search(
        self,
        terms,
        options=SearchOptions(),  # noqa: B008 (frozen)
        *,
        cancelled=lambda: False,
    ):
        assert not cancelled()
        self.asked.append(options.without)
        odd = int(terms[0].text or "0") % 2
        names = ["wrong", "right"] if options.without == {"mirror"} and odd else ["right", "wrong"]
        hits = [
            Hit(
                rank=rank,
                photo=PhotoId(rank),
                path=self.folder / name,
                score=1 / rank,
                kind="same thing"
                if name == "right" and "verification" not in options.without
                else "less likely",
                size=(1, 1),
                fingerprint="",
            )
            for rank, name in enumerate(names, start=1)
        ]
        took = Timings(score=1, verify=0 if "verification" in options.without else 9, total=500)
        return SearchResult(hits=hits, took_ms=took, searched=2)

    def knows(self, path):
        return True


def test_each_ingredient_is_left_out_of_every_query(tmp_path):
    topics = [Topic(id=str(n), terms=(Term(text=str(n)),), grades={"right": 1}) for n in range(20)]
    topics.append(Topic(id="none", terms=(Term(text="0"),), grades={}))
    dataset = Dataset(name="d", root=tmp_path.resolve(), topics=tuple(topics))
    searching = Searching(tmp_path.resolve())
    asked = ways(SearchOptions(engine="auto"), fused=True)
    outcomes = list(ablate(searching, dataset, asked))
    assert len(outcomes) == 20 * len(asked) == len(searching.asked)
    assert searching.asked[: len(asked)] != searching.asked[len(asked) : 2 * len(asked)]  # another order
    found = {each.name: each for each in worth(outcomes, "AP")}
    assert set(found) == {way.name for way in asked} - {"all"}
    mirror = found["second look, as in a mirror"]
    assert mirror.comparison.difference == pytest.approx(0.25) and mirror.p < 0.05
    assert found["burstiness"].comparison.difference == 0 and found["burstiness"].p == 1
    assert not found["burstiness"].no_loss.shown  # 20 queries prove nothing
    proven = {each.name: each for each in worth(outcomes, "proven")}
    assert proven["verification"].comparison.mean_a == 0 and proven["verification"].extra_ms == 9
    assert not worth(outcomes, "R@1", margin=0.4)[0].no_loss.lower < -0.4


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ablated")
    for name in POSTERS:
        write_jpeg(folder / f"{name}.jpg", poster(name))
    return folder


def test_every_switch_of_the_engine_acts(folder, workers, tmp_path):
    part = poster(POSTERS[0])[100:700]
    turned = write_jpeg(tmp_path / "mirrored.jpg", np.ascontiguousarray(part[:, ::-1]))
    straight = write_jpeg(tmp_path / "part.jpg", part)
    with Library.open(tmp_path / "library", create=True, options=small_options()) as library:
        library.index([folder])

        def hits(query, *without):
            asked = SearchOptions(engine="match", top=50, without=frozenset(without))
            return library.search([Term(path=query)], asked).hits

        assert hits(turned)[0].verified and not hits(turned, "mirror")[0].verified
        assert hits(straight)[0].verified and not any(hit.verified for hit in hits(straight, "verification"))
        scores = {
            without: [hit.score for hit in hits(straight, "verification", *without)]
            for without in ((), ("hamming",), ("burstiness",))
        }
        assert len(set(map(tuple, scores.values()))) == 3
        assert len(hits(straight, "wide", "verification")) < len(hits(straight, "verification"))
        assert hits(straight, "patience", "guided")[0].verified


def test_the_querys_own_photo_is_left_out_with_the_right_ones(tmp_path):
    class Finding(Searching):
        def find_photos(self, paths):
            return [PhotoId(ord(path.name)) for path in paths]

        def search(self, terms, options=SearchOptions(), *, cancelled=lambda: False):  # noqa: B008 (frozen)
            self.asked.append({chr(photo) for photo in options.leave_out})
            return SearchResult(hits=(), took_ms=Timings(), searched=2)

    picture = (Term(path=tmp_path / "q"),)
    own, outside = (
        Topic(id=name, terms=picture, grades={"r": 1, "w": 0}, own=own)
        for name, own in (("a", "o"), ("b", None))
    )
    searching = Finding(tmp_path.resolve())
    dataset = Dataset(name="d", root=tmp_path.resolve(), topics=(own, outside))
    assert len(list(search_without_right(searching, dataset, SearchOptions()))) == 2
    assert searching.asked == [{"r", "o"}, {"r", "b"}]
