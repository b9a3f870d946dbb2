"""Small things in large photos: sentences on parts of photos, whatever happens to the photos and the run."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest

from cbir import service
from cbir.base.types import SearchOptions, Term
from cbir.catalog import Catalog
from cbir.cli import main
from cbir.embeddings import PARTS, documents_of, part_keys, part_regions, parts_made_by
from cbir.library import Library
from cbir.search.meaning import PartIndex
from cbir.service import PartsAnswer, PartsRequest
from cbir.vectors import VectorIndex, VectorIndexOptions, VectorSegment, write_vector_segment
from tests.cbir.colour_model import make_colour_model

W, H = 320, 240
MIXED = 30
BGR = {"blue": (220, 40, 30), "red": (30, 30, 220), "green": (40, 200, 40)}
SEMANTIC = SearchOptions(engine="semantic", top=60)
MakeLibrary = Callable[..., Library]


def muted(rng):
    pixels = np.array(rng.integers(120, 136, 3)) + rng.normal(0, 10, (H, W, 3))
    return np.clip(pixels, 0, 255).astype(np.uint8)


def draw(path, colour, part=0, seed=0):
    """A muted photo; one of its parts, and no more than that, is of a colour."""
    rng = np.random.default_rng(seed)
    pixels = muted(rng)
    if colour is not None:
        x, y, width, height = part_regions((W, H))[part]
        left, top = round(x + width / 4), round(y + height / 4)
        inside = (slice(top, round(top + height / 2)), slice(left, round(left + width / 2)))
        pixels[inside] = np.clip(np.array(BGR[colour]) + rng.normal(0, 6, pixels[inside].shape), 0, 255)
    cv2.imwrite(str(path), pixels)
    return path


def write_photos(folder):
    folder.mkdir()
    for number in range(MIXED):
        draw(folder / f"m{number:02}.png", None, seed=number)
    draw(folder / "k1.png", "blue", part=2, seed=100)
    draw(folder / "k2.png", "red", part=6, seed=101)


def make_models(folder):
    make_colour_model(folder / "colours")


@pytest.fixture(name="photos")
def _photos(pictures):
    return pictures


@pytest.fixture(name="empty")
def _empty(make_library, tmp_path):
    """A library without photos."""
    make_models(tmp_path / "models")
    return make_library(models=tmp_path / "models")


def first(library, words):
    return library.search([Term(text=words)], SEMANTIC).hits[0]


def with_parts(library):
    """The documents that have parts; each has all of them."""
    with Catalog.open(library.folder / "catalog.sqlite", writable=False) as catalog:
        rows = [row for row in catalog.segments.all("vectors") if row.options]
    keys = np.concatenate(
        [
            np.zeros(0, np.int64),
            *(
                VectorSegment.open(library.folder / "vectors" / row.codebook / row.name).documents
                for row in rows
            ),
        ]
    )
    documents, counts = np.unique(documents_of(keys), return_counts=True)
    assert set(counts) <= {PARTS}
    return set(documents.tolist())


def live(library):
    with Catalog.open(library.folder / "catalog.sqlite", writable=False) as catalog:
        return set(catalog.documents.live().tolist())


def test_a_small_thing_is_found_by_its_part_and_the_hit_says_which(library, photos):
    library.index([photos], parts=True)
    for words, name, part in (("blue", "k1.png", 2), ("red", "k2.png", 6)):
        hit = first(library, words)
        assert hit.path.name == name
        assert hit.part == pytest.approx(part_regions((W, H))[part])
    assert library.info().with_parts == MIXED + 2
    assert library.check(deep=True) == []


def test_the_reasons_for_a_hit_that_a_part_found_are_that_parts(library, photos):
    asked = (Term(text="blue"),)
    library.index([photos])
    found = library.find_photos([photos / "k1.png", photos / "m00.png"])
    by_whole = library.reasons.word_shares(asked, found)
    library.index([photos], parts=True)
    hit = first(library, "blue")
    assert hit.photo == found[0] and hit.part is not None
    shares = library.reasons.word_shares(asked, found)
    assert shares[found[0]][0].share > 2 * by_whole[found[0]][0].share
    heat = library.reasons.heat_map(asked, hit.photo)
    assert heat.score == pytest.approx(
        shares[found[0]][0].share, rel=0.05
    )  # of the file, and of what was stored
    x, y, width, height = hit.part
    left, top, across, down = heat.region
    assert x <= left < left + across <= x + width and y <= top < top + down <= y + height
    hottest = np.unravel_index(int(heat.drops.argmax()), heat.drops.shape)
    assert all(len(heat.drops) // 4 <= at < len(heat.drops) * 3 // 4 + 1 for at in hottest)
    looked_at = (*asked, Term(path=photos / "k1.png"))  # a whole picture is compared with whole photos
    assert library.reasons.word_shares(looked_at, found)[found[0]][0].share == by_whole[found[0]][0].share


def test_a_library_keeps_no_parts_unless_it_is_asked_to(library, photos):
    library.index([photos])
    assert not with_parts(library)
    assert not library.info().keeps_parts
    hits = library.search([Term(text="blue")], SEMANTIC).hits
    assert len(hits) == MIXED + 2
    assert all(hit.part is None for hit in hits)


def test_photos_get_their_parts_later_and_nothing_else_is_encoded_again(library, photos):
    library.index([photos])
    before = library.info().coverage
    report = library.index([photos], parts=True)
    assert (report.indexed, report.unchanged) == (0, MIXED + 2)
    assert with_parts(library) == live(library)
    assert [one.photos for one in library.info().coverage] == [one.photos for one in before]
    assert first(library, "blue").path.name == "k1.png"


def test_where_only_some_photos_have_parts_the_others_are_still_found_as_a_whole(library, photos, tmp_path):
    pixels = np.full((H, W, 3), BGR["green"], np.uint8)
    cv2.imwrite(str(photos / "whole.png"), pixels)
    library.index([photos])
    more = tmp_path / "more"
    more.mkdir()
    draw(more / "k3.png", "green", part=4, seed=200)
    library.models.keep_parts(True)
    library.index([more])  # the first folder waits for its own run
    assert len(with_parts(library)) == 1
    hits = library.search([Term(text="green")], SEMANTIC).hits
    assert [hit.path.name for hit in hits[:2]] == ["whole.png", "k3.png"]
    assert [hit.part is None for hit in hits[:2]] == [True, False]


def test_parts_follow_photos_that_come_change_move_and_go(library, photos):
    library.index([photos], parts=True)
    (photos / "k1.png").rename(photos / "renamed.png")
    (photos / "m00.png").unlink()
    draw(photos / "k2.png", "green", part=8, seed=300)
    draw(photos / "new.png", "red", part=0, seed=301)
    library.index([photos])
    assert live(library) <= with_parts(library)
    assert first(library, "blue").path.name == "renamed.png"
    assert first(library, "green").part == pytest.approx(part_regions((W, H))[8])
    assert first(library, "red").path.name == "new.png"
    found = {hit.path.name for hit in library.search([Term(text="blue")], SEMANTIC).hits}
    assert found == {path.name for path in photos.iterdir()}
    library.compact()
    assert with_parts(library) == live(library)
    assert library.check(deep=True) == []


def test_another_model_encodes_the_parts_anew_and_the_old_ones_go(empty, photos, tmp_path):
    empty.index([photos], parts=True)
    old = empty.models.current()
    make_colour_model(tmp_path / "models" / "others", name="others", picture_offset=0.1)
    empty.models.use("others")
    assert first(empty, "blue").part is not None, "the old model answers with its parts until then"
    empty.index([photos])
    assert with_parts(empty) == live(empty)
    assert old is not None
    with Catalog.open(empty.folder / "catalog.sqlite", writable=False) as catalog:
        assert parts_made_by(old.fingerprint) not in {row.codebook for row in catalog.segments.all()}
    assert first(empty, "blue").path.name == "k1.png"


def test_parts_that_are_no_longer_wanted_go_with_the_next_run(library, photos):
    library.index([photos], parts=True)
    library.index([photos], parts=False)
    assert not with_parts(library)
    assert all(hit.part is None for hit in library.search([Term(text="blue")], SEMANTIC).hits)
    assert library.check(deep=True) == []


@pytest.mark.parametrize(
    "stop_after", [12, *(pytest.param(number, marks=pytest.mark.long) for number in (3, 25))]
)
def test_a_run_that_was_stopped_goes_on_where_it_was(empty, photos, stop_after):
    done = 0

    def show(progress):
        nonlocal done
        done = progress.done

    report = empty.index([photos], parts=True, progress=show, cancelled=lambda: done >= stop_after)
    assert report.cancelled
    assert with_parts(empty) <= live(empty)
    empty.index([photos])
    assert with_parts(empty) == live(empty)
    assert len(live(empty)) == MIXED + 2
    assert first(empty, "blue").path.name == "k1.png"


def test_whole_pictures_are_not_compared_with_parts_and_framed_ones_are(library, photos, tmp_path):
    library.index([photos], parts=True)
    query = tmp_path / "query.png"
    cv2.imwrite(str(query), np.full((H, W, 3), BGR["blue"], np.uint8))
    whole = library.search([Term(path=query)], SEMANTIC).hits
    assert all(hit.part is None for hit in whole)
    framed = library.search([Term(path=query, region=(10, 10, 200, 150))], SEMANTIC).hits
    assert framed[0].path.name == "k1.png"
    assert framed[0].part == pytest.approx(part_regions((W, H))[2])


def test_a_trained_structure_over_parts_finds_the_same(library, photos):
    library.index([photos], parts=True)
    exact = library.search([Term(text="blue")], SEMANTIC).hits[0]
    library.models.set_vector_options(
        VectorIndexOptions(kind="trained", dimensions=None, lists=4, codes="8bit", nprobe=4)
    )
    assert len(list((library.folder / "cache").glob("*/*/"))) == 2, "one over photos, one over their parts"
    found = library.search([Term(text="blue")], replace(SEMANTIC, top=2)).hits[0]
    assert (found.path, found.part) == (exact.path, exact.part)
    draw(photos / "later.png", "green", part=3, seed=400)
    library.index([photos])
    assert first(library, "green").path.name == "later.png"


def test_the_window_is_told_the_cost_and_switches_parts_on(library, photos):
    library.index([photos])
    ask = partial(service.answer, service.Call(library))
    answer = ask(PartsRequest())
    assert isinstance(answer, PartsAnswer) and answer.cost is not None
    assert (answer.keeps, answer.with_parts, answer.cost.photos) == (False, 0, MIXED + 2)
    assert answer.cost.seconds > 0
    assert isinstance(ask(PartsRequest(keep=True)), PartsAnswer)
    library.index([photos])
    answer = ask(PartsRequest())
    assert isinstance(answer, PartsAnswer) and answer.cost is not None
    assert (answer.keeps, answer.with_parts, answer.cost.photos) == (True, MIXED + 2, 0)


def test_what_is_counted_are_photos_that_are_there(library, photos):
    library.index([photos], parts=True)
    for number in range(6):
        (photos / f"m{number:02}.png").unlink()
    library.index([photos])
    info = library.info()
    assert (info.photos, info.with_parts) == (MIXED - 4, MIXED - 4)
    assert library.models.parts_cost().photos == 0


def test_the_command_says_the_cost_before_and_the_part_afterwards(
    empty,
    photos,
    tmp_path,
    monkeypatch,
    capsys,
):
    monkeypatch.setenv("CBIR_MODELS", str(tmp_path / "models"))
    at = ["--library", str(empty.folder)]
    assert main(["index", str(photos), "--parts", "--dry-run", "--json", *at]) == 0
    cost = json.loads(capsys.readouterr().out)
    assert cost["photos"] == MIXED + 2
    assert cost["bytes"] == (MIXED + 2) * PARTS * (3 * 4 + 8)
    assert empty.info().photos == 0, "nothing was done"
    assert main(["index", str(photos), "--dry-run", *at]) == 2
    assert "give both" in capsys.readouterr().err
    assert main(["index", str(photos), "--parts", *at]) == 0
    assert "The parts of 32 photos take about a minute with the model colours" in capsys.readouterr().err
    assert main(["library", "info", "--json", *at]) == 0
    assert json.loads(capsys.readouterr().out)["parts"] == {
        "kept": True,
        "photos": MIXED + 2,
        "bytes": cost["bytes"],
    }
    assert main(["search", "blue", "--engine", "semantic", "--json", *at]) in (0, 1)
    hit = json.loads(capsys.readouterr().out)["hits"][0]
    assert hit["part"] == pytest.approx([192.0, 0.0, 128.0, 96.0])


def test_the_best_photos_by_their_parts_are_those_of_a_plain_loop(tmp_path):
    rng = np.random.default_rng(5)
    documents = np.unique(rng.integers(1, 500, 120))
    vectors = rng.normal(size=(len(documents) * PARTS, 16)).astype(np.float32)
    vectors[::7] += 3 * vectors[0]  # photos with several parts that fit
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    keys = part_keys(documents)
    there = rng.random(len(keys)) > 0.1  # the model refused some
    write_vector_segment(tmp_path / "s", keys[there], vectors[there], model="m")
    parts = PartIndex(VectorIndex.open([VectorSegment.open(tmp_path / "s")]))
    stored = vectors.astype(np.float16).astype(np.float32)
    for query in stored[rng.integers(0, len(stored), 20)]:
        scores = np.where(there, stored @ query, -np.inf).reshape(-1, PARTS)
        best, numbers = parts.scores(query, documents)
        assert best == pytest.approx(scores.max(axis=1), abs=1e-5)
        assert np.array_equal(
            numbers, keys.reshape(-1, PARTS)[np.arange(len(documents)), scores.argmax(axis=1)]
        )
        top = documents[np.argsort(-scores.max(axis=1))[:10]]
        assert set(top) <= set(parts.best(query, 10, allowed=None, nprobe=None))
        allowed = documents[::3]
        assert set(parts.best(query, 10, allowed=allowed, nprobe=None)) <= set(allowed)
    empty, _ = parts.scores(query, np.array([100_000], np.int64))
    assert empty[0] == -np.inf
