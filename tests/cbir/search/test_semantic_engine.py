"""Sentences and pictures over a real library, with a model of colours that can be checked by eye."""

import shutil
from dataclasses import replace

import cv2
import numpy as np
import pytest
from threadpoolctl import ThreadpoolController

from cbir.base.errors import Cancelled, CbirError, ModelNotInstalled, QueryUnusable
from cbir.base.types import Filters, Marks, SearchOptions, Term
from cbir.cli import main
from cbir.embeddings import InstalledModel
from cbir.library import Library, LibraryOptions
from cbir.search import calibration
from cbir.search.stages import semantic
from cbir.vectors import VectorIndexOptions
from tests.cbir.colour_model import make_colour_model

BGR = {
    "red": (30, 30, 220),
    "green": (40, 200, 40),
    "blue": (220, 40, 30),
    "yellow": (40, 220, 220),
    "white": (245, 245, 245),
    "black": (12, 12, 12),
}
CODES = {
    "red": "kr",
    "green": "kg",
    "blue": "kb",
    "yellow": "ky",
    "white": "kw",
    "black": "kk",
    "mixed": "km",
}
MIXED = 60  # of muted colours, which are what a query's background is made of
PER_COLOUR = 8  # each has a name that says nothing to whoever types a colour: photo_kr_003.png
PHOTOS = len(BGR) * PER_COLOUR + MIXED
SEMANTIC = SearchOptions(engine="semantic", top=PHOTOS)
pytestmark = pytest.mark.usefixtures("workers")


@pytest.fixture(name="photos", scope="module")
def _photos(tmp_path_factory):
    """Photos of six colours, eight of each, and of many muted ones, with a little texture."""
    folder = tmp_path_factory.mktemp("photos")
    rng = np.random.default_rng(0)
    drawn = [(name, colour) for name, colour in BGR.items() for _ in range(PER_COLOUR)]
    drawn += [("mixed", tuple(rng.integers(70, 180, 3).tolist())) for _ in range(MIXED)]
    for number, (name, colour) in enumerate(drawn):
        pixels = np.clip(np.array(colour) + rng.normal(0, 12, (96, 128, 3)), 0, 255).astype(np.uint8)
        cv2.rectangle(pixels, (10, 10), (20 + number, 50), [int(v) for v in rng.integers(0, 255, 3)], 1)
        cv2.imwrite(str(folder / f"photo_{CODES[name]}_{number:03}.png"), pixels)
    return folder


@pytest.fixture(name="models")
def _models(tmp_path):
    make_colour_model(tmp_path / "models" / "colours")
    return tmp_path / "models"


@pytest.fixture(name="open_library")
def _open_library(tmp_path, models):
    opened = []

    def open_one():
        library = Library.open(
            tmp_path / "library", create=True, options=LibraryOptions(workers=1, models=models)
        )
        opened.append(library)
        return library

    yield open_one
    for library in opened:
        library.close()


@pytest.fixture(name="indexed", scope="module")
def _indexed(tmp_path_factory, photos):
    """A library with the photos, for copies."""
    folder = tmp_path_factory.mktemp("indexed")
    make_colour_model(folder / "models" / "colours")
    options = LibraryOptions(workers=1, models=folder / "models")
    with Library.open(folder / "library", create=True, options=options) as library:
        library.index([photos])
    return folder / "library"


@pytest.fixture(name="library")
def _library(open_library, indexed, tmp_path):
    shutil.copytree(indexed, tmp_path / "library")
    return open_library()


def colours(found):
    named = {code: name for name, code in CODES.items()}
    return [named[hit.path.name.split("_")[1]] for hit in found.hits]


def test_a_typed_colour_finds_the_photos_of_it_first(library):
    for colour in BGR:
        found = library.search([Term(text=colour)], SEMANTIC)
        assert colours(found)[:PER_COLOUR] == [colour] * PER_COLOUR
        assert all("semantic" in {place.engine for place in hit.engines} for hit in found.hits)


def test_hits_that_the_query_stands_out_for_are_strong_and_come_first(library):
    found = library.search([Term(text="blue")], SEMANTIC)
    strong = [hit.strong for hit in found.hits]
    assert colours(found)[0] == "blue"
    assert strong == sorted(strong, reverse=True)
    scores = [hit.score for hit in found.hits]
    assert scores == sorted(scores, reverse=True)
    assert all((hit.score >= 0.25) == hit.strong for hit in found.hits)


def test_a_picture_finds_pictures_that_look_like_it(library, tmp_path):
    query = tmp_path / "query.png"
    cv2.imwrite(str(query), np.full((80, 80, 3), BGR["green"], np.uint8))
    found = library.search([Term(path=query)], SEMANTIC)
    assert colours(found)[:PER_COLOUR] == ["green"] * PER_COLOUR


def test_what_is_subtracted_sinks(library):
    plain = colours(library.search([Term(text="white")], SEMANTIC))
    without = colours(library.search([Term(text="white"), Term(text="yellow", sign=-1)], SEMANTIC))
    assert np.mean([i for i, c in enumerate(without) if c == "yellow"]) > np.mean(
        [i for i, c in enumerate(plain) if c == "yellow"]
    )
    typed = colours(library.search([Term(text="white -yellow")], SEMANTIC))
    assert typed == without


def test_text_and_picture_together_are_balanced_by_their_weights(library, tmp_path):
    query = tmp_path / "query.png"
    cv2.imwrite(str(query), np.full((80, 80, 3), BGR["red"], np.uint8))
    for weight, first in ((0.05, "red"), (20.0, "blue")):
        found = library.search([Term(path=query), Term(text="blue", weight=weight)], SEMANTIC)
        assert colours(found)[0] == first


@pytest.mark.parametrize("word", ["blue", "yellow", "white"])
def test_a_word_beside_a_picture_lowers_no_photo_that_resembles_it(library, tmp_path, word, monkeypatch):
    monkeypatch.setattr(calibration, "ODDS", 0.0015)  # three numbers a photo reach no line of real models
    query = tmp_path / "query.png"
    cv2.imwrite(str(query), np.full((80, 80, 3), BGR["red"], np.uint8))

    def similar(*terms):
        hits = library.search(terms, SEMANTIC).hits
        return {hit.path.name for hit in hits if hit.kind == "looks similar"}

    alone = similar(Term(path=query))
    assert len(alone) >= PER_COLOUR
    assert alone <= similar(Term(path=query), Term(text=word))


def test_filters_and_fields_restrict_what_is_meant(library, photos):
    named = library.search([Term(text="red"), Term(text="kr", sign=-1)], SEMANTIC)
    assert len(named.hits) == PHOTOS - PER_COLOUR
    assert "red" not in colours(named)
    nothing = library.search(
        [Term(text="red")], SearchOptions(engine="semantic", filters=Filters(formats=("heic",)))
    )
    assert nothing.hits == ()


def test_auto_asks_every_engine_and_says_which_brought_a_hit(library, photos):
    words = library.search([Term(text="photo_kr_003")], SearchOptions(top=5))
    assert words.hits[0].path.name == "photo_kr_003.png"
    assert {place.engine for place in words.hits[0].engines} >= {"metadata"}
    picture = library.search([Term(path=photos / "photo_kr_003.png")], SearchOptions(top=5))
    assert {"semantic"} <= {place.engine for hit in picture.hits for place in hit.engines}


@pytest.mark.parametrize("engine", ["semantic", "auto"])
def test_the_first_hits_are_told_before_the_rest_is_looked_up(library, monkeypatch, engine):
    monkeypatch.setattr(semantic, "FIRST_PAGE", 10)
    told = []
    options = SearchOptions(engine=engine, top=PHOTOS)
    quoted = Term(text='"blue"')  # the word alone: photos that are blue would be told before
    whole = library.search([quoted], options, on_partial=told.append)
    (page,) = told
    assert [hit.photo for hit in page.hits] == [hit.photo for hit in whole.hits[:10]]
    assert [hit.strong for hit in page.hits] == [hit.strong for hit in whole.hits[:10]]
    assert len(whole.hits) == PHOTOS
    told.clear()
    library.search([quoted], replace(options, sort="name"), on_partial=told.append)
    library.search([quoted], replace(options, engine="semantic", top=3), on_partial=told.append)
    assert told == [], "another order needs all, and of few none is told early"


def test_matrix_products_of_a_search_keep_to_one_core(library, photos, monkeypatch):
    monkeypatch.setattr(semantic, "FIRST_PAGE", 10)
    blas, seen = ThreadpoolController().select(user_api="blas"), list[int]()

    def look(_result):
        # Other libraries bring a BLAS of their own, which no search uses.
        seen.extend(pool["num_threads"] for pool in blas.info() if "numpy" in pool["filepath"])

    with blas.limit(limits=2):
        library.search([Term(text="blue")], SearchOptions(top=PHOTOS), on_partial=look)
        library.search([Term(path=photos / "photo_kr_003.png")], SearchOptions(top=5), on_partial=look)
    assert set(seen) == {1}


def test_pages_follow_each_other_without_gap_or_double(library):
    whole = library.search([Term(text="red")], SearchOptions(engine="semantic", top=PHOTOS))
    pages = [
        hit.path
        for skip in range(0, PHOTOS, 10)
        for hit in library.search(
            [Term(text="red")], SearchOptions(engine="semantic", top=10, skip=skip)
        ).hits
    ]
    assert pages == [hit.path for hit in whole.hits]


@pytest.mark.parametrize("sort", ["name", "size", "date"])
def test_a_page_can_be_sorted(library, sort):
    options = SearchOptions(engine="semantic", top=20, sort=sort)
    hits = library.search([Term(text="red")], options).hits
    assert {hit.rank for hit in hits} == set(range(1, 21))
    if sort == "name":
        assert [hit.path.name for hit in hits] == sorted(hit.path.name for hit in hits)
    if sort == "size":
        sizes = [hit.path.stat().st_size for hit in hits]
        assert sizes == sorted(sizes, reverse=True)


def test_without_a_model_words_are_looked_up_and_the_user_is_told(tmp_path, photos):
    options = LibraryOptions(workers=1, models=tmp_path / "none")
    with Library.open(tmp_path / "plain", create=True, options=options) as library:
        library.index([photos])
        found = library.search([Term(text="kr")], SearchOptions(top=100))
        assert colours(found) == ["red"] * PER_COLOUR
        assert "Searched names and metadata. Install a model" in found.notes[0]
        with pytest.raises(ModelNotInstalled, match="cbir models"):
            library.search([Term(text="red")], SEMANTIC)
        assert [one.engine for one in library.info().coverage] == ["match"]


def test_photos_indexed_before_the_model_came_are_encoded_by_the_next_run(tmp_path, photos):
    models = tmp_path / "models"
    with Library.open(
        tmp_path / "library", create=True, options=LibraryOptions(workers=1, models=models)
    ) as library:
        library.index([photos])
    make_colour_model(models / "colours")
    with Library.open(tmp_path / "library", options=LibraryOptions(workers=1, models=models)) as library:
        with pytest.raises(ModelNotInstalled, match="has not seen the photos"):
            library.search([Term(text="red")], SEMANTIC)
        report = library.index([photos])
        assert (report.indexed, report.unchanged) == (0, PHOTOS)
        assert colours(library.search([Term(text="red")], SEMANTIC))[0] == "red"
        again = library.index([photos])
        assert again.notes == ()
        semantic = library.info().coverage[1]
        assert (semantic.engine, semantic.photos, semantic.name) == ("semantic", PHOTOS, "colours")


def test_the_old_vectors_answer_until_the_new_model_has_seen_all(open_library, library, models, photos):
    make_colour_model(models / "other", name="other", picture_offset=0.4)
    library.models.store.use("other")
    assert library.models.current() is not None
    assert library.models.current().name == "other"
    assert library.info().coverage[1].name == "colours"
    assert colours(library.search([Term(text="green")], SEMANTIC))[0] == "green"
    library.index([photos])
    assert library.info().coverage[1].name == "other"
    assert colours(library.search([Term(text="green")], SEMANTIC))[0] == "green"
    assert len(list((library.folder / "vectors").glob("*/*"))) >= 1
    assert library.check(deep=True) == []


def test_a_library_may_have_a_model_of_its_own(library, models, photos):
    make_colour_model(models / "other", name="other", picture_offset=0.4)
    library.models.use("other")
    library.models.store.use("colours")
    library.index([photos])
    assert library.info().coverage[1].name == "other"
    library.models.use(None)
    assert library.models.current().name == "colours"


def test_a_library_may_choose_how_its_vectors_are_searched(library, photos, open_library):
    exact = library.search([Term(text="red")], SEMANTIC)
    assert library.info().coverage[1].how.startswith("exact")
    library.models.set_vector_options(
        VectorIndexOptions(kind="trained", dimensions=None, lists=2, codes="8bit", nprobe=2)
    )
    assert "lists" in library.info().coverage[1].how
    again = open_library()
    assert again.models.vector_options().lists == 2
    trained = again.search([Term(text="red")], replace(SEMANTIC, top=10))
    assert [hit.path for hit in trained.hits] == [hit.path for hit in exact.hits[:10]]
    assert "lists" in again.info().coverage[1].how
    library.models.set_vector_options(None)
    assert library.info().coverage[1].how.startswith("exact")
    assert again.info().coverage[1].how.startswith("exact"), "one that is open follows"


def test_a_structure_that_is_trained_elsewhere_is_used_by_the_next_search(library, open_library):
    options = VectorIndexOptions(kind="trained", dimensions=None, lists=2, codes="8bit", nprobe=2)
    again = open_library()
    library.models.set_vector_options(options, cancelled=lambda: False)
    assert "lists" in again.info().coverage[1].how
    shutil.rmtree(library.folder / "cache")
    library.index([library.folder.parent])  # nothing changed, but that a structure is wanted and missing
    (folder,) = (library.folder / "cache").glob("*/*/")
    again.search([Term(text="red")], SEMANTIC)
    ((_, index),) = again.semantic_engine.indexes.values()
    reranker = index.reranker
    assert reranker is not None
    assert reranker.trained.folder == folder


def test_a_star_leaves_the_vectors_as_they_are(library, photos):
    """A graphics card would have to be filled anew."""
    library.search([Term(text="red")], SEMANTIC)
    ((_, before),) = library.semantic_engine.indexes.values()
    library.marks.set_rating(library.find_photos(sorted(photos.iterdir())[:1]), 5)
    rated = library.search([Term(text="red")], replace(SEMANTIC, filters=Filters(min_rating=5)))
    assert len(rated.hits) == 1
    ((_, after),) = library.semantic_engine.indexes.values()
    assert after is before


def test_removed_photos_are_not_found_by_meaning(tmp_path, open_library):
    folder = tmp_path / "photos"
    folder.mkdir()
    for number in range(8):
        shade = np.full((64, 64, 3), BGR["red" if number % 2 else "blue"], np.uint8)
        cv2.putText(shade, str(number), (8, 50), cv2.FONT_HERSHEY_PLAIN, 3, (255, 255, 255), 2)
        cv2.imwrite(str(folder / f"photo_{'kr' if number % 2 else 'kb'}_{number}.png"), shade)
    library = open_library()
    library.index([folder])
    (folder / "photo_kr_1.png").unlink()
    library.index([folder])
    found = library.search([Term(text="red")], SEMANTIC)
    assert len(found.hits) == 7
    assert "photo_kr_1.png" not in {hit.path.name for hit in found.hits}
    library.compact()
    assert len(library.search([Term(text="red")], SEMANTIC).hits) == 7
    assert library.check(deep=True) == []


def test_a_damaged_segment_of_vectors_is_named_dropped_and_made_again(library, photos, open_library):
    for file in (library.folder / "vectors").rglob("*"):
        if file.is_file() and file.name != "manifest.json" and file.stat().st_size:
            data = bytearray(file.read_bytes())
            data[len(data) // 2] ^= 0xFF
            file.write_bytes(data)
    problems = library.check()
    assert problems
    assert all("encoded again" in problem.remedy for problem in problems)
    library.index([photos])
    assert colours(library.search([Term(text="red")], SEMANTIC))[0] == "red"
    assert library.check() == []


@pytest.mark.parametrize("text", ["", "   ", "-"])
def test_an_empty_text_is_refused(library, text):
    with pytest.raises(QueryUnusable, match=r"nothing to search for|empty"):
        library.search([Term(text=text)], SEMANTIC)


@pytest.mark.parametrize("text", ["🌅", "غروب الشمس", "red " * 10_000, "caf\u00e9 r\u00e9d", "x" * 5000])
def test_any_text_is_a_query(library, text):
    found = library.search([Term(text=text)], SearchOptions(top=3))
    assert len(found.hits) == 3
    if len(text) > 2000:
        assert any("too long" in note for note in found.notes)


def test_a_photo_whose_drive_is_away_is_compared_by_its_stored_embedding(library, photos):
    term = Term(photo=library.search([Term(text="green")], SEMANTIC).hits[0].photo)
    with_file = library.search([term], SEMANTIC)
    away = photos.rename(photos.with_name("away"))
    try:
        without = library.search([term], SEMANTIC)
        with pytest.raises(QueryUnusable, match="drive is disconnected"):
            library.search([replace(term, region=(0.0, 0.0, 20.0, 20.0))], SEMANTIC)
    finally:
        away.rename(photos)
    assert [(hit.photo, hit.strong) for hit in without.hits] == [
        (hit.photo, hit.strong) for hit in with_file.hits
    ]
    assert all(hit.offline for hit in without.hits)


# ---- keywords for photos


@pytest.fixture(name="common")
def _common(monkeypatch):
    """A list of common keywords, of which the model does not know the last two, and captions of all kinds."""
    words = (*BGR, "boat", "beach ball")
    captions = np.full((1000, 4), -0.5, np.float32)  # of muted colours, as far from pictures as texts are
    captions[:, :3] = np.random.default_rng(2).uniform(-0.5, 0.5, (1000, 3))
    captions /= np.linalg.norm(captions, axis=1, keepdims=True)
    monkeypatch.setattr(InstalledModel, "sentences", lambda _: captions)
    monkeypatch.setattr("cbir.search.meaning.keyword_suggestions.common_keywords", lambda: words)


def of_colour(library, photos, *colours):
    paths = [path for colour in colours for path in sorted(photos.glob(f"photo_{CODES[colour]}_*"))[:2]]
    return library.find_photos(paths)


def suggested(library, photos):
    return {one.word: one.photos for one in library.marks.suggest(photos)}


@pytest.mark.usefixtures("common")
def test_a_photo_is_given_the_keywords_that_fit_it_and_none_that_the_model_does_not_know(library, photos):
    for colour in ("red", "green", "blue"):
        (photo, _) = of_colour(library, photos, colour)
        words = list(suggested(library, [photo]))
        assert words[0] == colour
        assert not {"boat", "beach ball"} & set(words)
    assert library.marks.of(of_colour(library, photos, *BGR)) == [Marks()] * 12, "nothing is written unasked"


@pytest.mark.usefixtures("common")
def test_what_fits_most_photos_of_a_selection_comes_first_and_names_them(library, photos):
    reds, greens = of_colour(library, photos, "red"), of_colour(library, photos, "green")
    found = suggested(library, [*greens[:1], *reds, reds[0]])
    assert next(iter(found)) == "red"
    assert set(found["red"]) == set(reds)
    assert found["green"] == (greens[0],)
    assert len(library.marks.suggest([*greens, *reds], top=1)) == 1
    assert library.marks.suggest([]) == ()


@pytest.mark.usefixtures("common")
def test_the_librarys_own_keywords_are_suggested_and_never_one_that_a_photo_has(library, photos):
    first, second = of_colour(library, photos, "red")
    library.marks.set_keywords([first], add=["Red"])
    (own, *_) = library.marks.suggest([first, second])
    assert (own.word, own.photos, own.own) == ("Red", (second,), True)
    library.marks.set_keywords([second], add=["RED"])
    assert "red" not in {word.casefold() for word in suggested(library, [first, second])}


@pytest.mark.usefixtures("common")
def test_a_learned_keyword_is_suggested_for_photos_like_its_own(library, photos, monkeypatch):
    # In a space of four dimensions nothing stands out as far as among photos.
    monkeypatch.setattr("cbir.search.meaning.keyword_suggestions.z_margin", lambda z_scores, _: z_scores - 1)
    greens = library.find_photos(sorted(photos.glob(f"photo_{CODES['green']}_*")))
    (red, _) = of_colour(library, photos, "red")
    library.marks.set_keywords(greens[:3], add=["Our Garden"])
    assert "Our Garden" not in suggested(library, [greens[3]]), "no model knows it"
    library.models.learn_keywords()
    assert suggested(library, [greens[3], red])["Our Garden"] == (greens[3],)


@pytest.mark.usefixtures("common")
def test_keywords_need_a_model_that_has_seen_photos(open_library, photos):
    library = open_library()
    library.index([photos])
    shutil.rmtree(library.models.store.folder)
    with pytest.raises(ModelNotInstalled):
        library.marks.suggest(of_colour(library, photos, "red"))


@pytest.mark.usefixtures("common")
def test_a_suggestion_that_nobody_waits_for_is_given_up(library, photos):
    with pytest.raises(Cancelled):
        library.marks.suggest(of_colour(library, photos, "red"), cancelled=lambda: True)


@pytest.mark.usefixtures("common")
def test_the_command_line_says_what_fits_each_photo(library, photos, tmp_path, capsys):
    paths = [sorted(photos.glob(f"photo_{CODES[colour]}_*"))[0] for colour in ("red", "blue")]
    place = ["--library", str(tmp_path / "library")]
    with pytest.MonkeyPatch.context() as context:
        context.setenv("CBIR_MODELS", str(tmp_path / "models"))
        assert main(["keyword", "--suggest", *map(str, paths), *place]) == 0
        lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
        assert [line[:2] for line in lines] == [[str(paths[0]), "red"], [str(paths[1]), "blue"]]
        assert main(["keyword", "--suggest", "--add", "x", str(paths[0]), *place]) == 2
    assert "--suggest writes nothing" in capsys.readouterr().err


def found_first(library, text, count):
    return {hit.photo for hit in library.search([Term(text=text)], SEMANTIC).hits[:count]}


def test_a_keyword_that_no_model_knows_is_learned_from_its_photos_and_forgotten(library, photos, capsys):
    greens, reds = (
        library.find_photos(sorted(photos.glob(f"photo_{CODES[colour]}_*"))) for colour in ("green", "red")
    )
    library.marks.set_keywords(greens[:2], add=["Our Garden"])
    with pytest.raises(CbirError, match="3 photos"):
        library.models.learn_keywords()
    library.marks.set_keywords(greens[2:3], add=["our garden"])  # capitals make no other keyword
    before = found_first(library, "our garden", PER_COLOUR)
    assert before != set(greens)
    place = ["--library", str(library.folder)]
    assert main(["models", "learn", *place]) == 0
    assert "Our Garden\t3 photos" in capsys.readouterr().out
    assert library.models.learned_keywords() == ("Our Garden",)
    assert found_first(library, "our garden", PER_COLOUR) == set(greens)
    assert found_first(library, "red", PER_COLOUR) == set(reds)
    assert main(["models", "learn", "--undo", *place]) == 0
    assert library.models.learned_keywords() == ()
    assert found_first(library, "our garden", PER_COLOUR) == before
