"""`import cbir`: queries of every form, hits that show themselves, and one clear line for misuse."""

import doctest
import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import cbir
from cbir.base.layout import Layout
from cbir.base.types import SearchOptions, Thing
from cbir.evaluation import encode_jpeg
from cbir.state import writer_lock
from tests.cbir.colour_model import make_colour_model
from tests.pictures import photo, write_jpeg

ROOT = Path(__file__).resolve().parents[3]
NAMES = ("astronaut", "coffee", "rocket", "china")


def write_photos(folder):
    for name in NAMES:
        write_jpeg(folder / f"{name}.jpg", photo(name))


def make_models(folder):
    make_colour_model(folder / "colours")


@pytest.fixture(name="opened")
def _opened(library):
    return cbir.Library(library)


def in_format(pixels, kind):
    encoded = io.BytesIO()
    Image.fromarray(pixels).save(encoded, kind)
    return encoded.getvalue()


PICTURES = {
    "path": lambda folder: folder / "coffee.jpg",
    "bytes": lambda folder: (folder / "coffee.jpg").read_bytes(),
    "bytearray": lambda folder: bytearray((folder / "coffee.jpg").read_bytes()),
    "PIL": lambda folder: Image.open(folder / "coffee.jpg"),
    "PIL, CMYK": lambda folder: Image.open(folder / "coffee.jpg").convert("CMYK"),
    "PIL, grey": lambda folder: Image.open(folder / "coffee.jpg").convert("L"),
    "PIL, turned": lambda folder: Image.open(folder / "coffee.jpg").rotate(90, expand=True),
    "array": lambda folder: photo("coffee"),
    "array of floats": lambda folder: photo("coffee") / 255,
    "grey array": lambda folder: photo("coffee")[:, :, 1],
    "array with alpha": lambda folder: np.dstack(
        [photo("coffee"), np.full(photo("coffee").shape[:2], 255, np.uint8)]
    ),
    "part of an array": lambda folder: photo("coffee")[::-1, 50:-50][::-1],
}


@pytest.mark.parametrize("form", PICTURES)
def test_a_picture_is_found_in_every_form(opened, pictures, form):
    hits = opened.search(PICTURES[form](pictures), options=SearchOptions(engine="match"))
    assert hits[0].path.name == "coffee.jpg"
    assert hits.proven == [hits[0]]


def test_hits_and_lists_with_weights_are_queries(opened, pictures):
    write_jpeg(pictures / "cup.jpg", photo("coffee")[60:330, 150:480])
    opened.index()
    hit = next(hit for hit in opened.search(pictures / "coffee.jpg") if hit.path.name == "coffee.jpg")
    for query in (hit, hit.hit, [hit], (hit, 2.0), [(hit, 0.5), (pictures / "rocket.jpg", -1)]):
        assert opened.search(query)[0].path.name == "cup.jpg"  # more like this: not the photo itself
    both = opened.search([pictures / "coffee.jpg", pictures / "rocket.jpg"], top=4)
    assert {hit.path.stem for hit in both[:2]} == {"coffee", "rocket"}


def test_weights_become_signs_and_weights():
    picture, less = cbir.api.terms_of([(Path("a.jpg"), 0.5), ("snow", -2)])
    assert (picture.path, picture.sign, picture.weight) == (Path("a.jpg"), 1, 0.5)
    assert (less.text, less.sign, less.weight) == ("snow", -1, 2)


def test_an_empty_list_lists_all_photos(opened):
    assert {path.stem for path in opened.search([], top=9).paths} == set(NAMES)


def test_hits_show_themselves(opened, pictures):
    hits = opened.search(pictures / "coffee.jpg", top=2)
    assert repr(hits) == "<2 hits, 1 proven, in 4 photos>"
    assert repr(hits[0]) == "<1. coffee.jpg: same picture, 1.00>"
    page = hits._repr_html_()
    assert page.count("<img") == 2
    assert "coffee.jpg" in page
    shown = Image.open(io.BytesIO(hits[0]._repr_png_()))
    assert shown.size == photo("coffee").shape[1::-1]
    assert max(hits[0].thumbnail().size) <= 256
    assert [hit.rank for hit in hits] == [1, 2]
    assert hits[0] in hits


def test_a_name_with_markup_is_plain_text_in_a_notebook(opened, pictures):
    write_jpeg(pictures / "<b>bold.jpg", photo("coffee")[:200])
    opened.index()
    assert "<b>bold" not in opened.search([], top=9)._repr_html_()


def test_hits_become_a_table(opened, pictures):
    table = opened.search(pictures / "coffee.jpg", top=2).to_pandas()
    assert list(table.columns[:4]) == ["rank", "path", "kind", "strength"]
    assert table.path[0] == str(pictures / "coffee.jpg")
    assert table.verified.tolist() == [True, False]
    assert table.points[0] > 50


def test_indexing_is_a_loop_that_can_be_left(opened, pictures):
    for number in range(12):
        write_jpeg(pictures / "more" / f"{number}.jpg", np.roll(photo("coffee"), 20 * number, axis=1))
    for step in opened.indexing(pictures):
        assert step.done <= 16
        break
    assert opened.index(pictures).cancelled is False  # no run is in its way
    assert len(opened) == 16
    steps = opened.indexing(pictures)
    with pytest.raises(StopIteration) as end:
        while True:
            next(steps)
    assert end.value.value.unchanged == 16


def test_indexing_a_folder_that_is_not_there_raises_in_the_loop(opened, tmp_path):
    with pytest.raises(cbir.CbirError, match="nowhere"):
        list(opened.indexing(tmp_path / "nowhere"))


def test_index_without_a_folder_brings_the_library_up_to_date(opened, pictures):
    write_jpeg(pictures / "again.jpg", photo("coffee"))
    assert opened.index().indexed == 1


def test_duplicates_have_their_cause(opened, pictures):
    (pictures / "again.jpg").write_bytes((pictures / "coffee.jpg").read_bytes())
    opened.index()
    (group,) = opened.duplicates(causes=("identical",)).groups
    assert {group.kept.path.name, group.copies[0].photo.path.name} == {"again.jpg", "coffee.jpg"}


def test_things_have_the_photos_that_show_them(opened, pictures):
    write_jpeg(pictures / "cup.jpg", photo("coffee")[20:-20, 30:-30])
    opened.index()
    steps = []
    (thing,) = opened.things(progress=lambda done, total: steps.append((done, total)))
    assert {shown.path.name for shown in thing.photos} == {"coffee.jpg", "cup.jpg"}
    assert steps[-1] == (5, 5)
    assert opened.things(budget_s=0) == [thing]


def test_photos_are_placed_by_a_town_or_degrees_once(opened, pictures):
    photos = [pictures / "coffee.jpg"]
    placed = opened.place(photos, "Lisbon")
    assert len(placed.photos) == 1
    assert opened.place(photos, (10.0, 20.0)).photos == (), "it has a position"
    assert [round(value) for value in opened.engine.positions()[0, 1:].tolist()] == [39, -9]
    opened.engine.marks.take_back(placed.step)


def test_embeddings_are_unit_vectors_beside_their_paths(opened):
    embeddings = opened.embeddings()
    assert len(embeddings) == 4
    assert repr(embeddings) == f"<4 vectors of {embeddings.vectors.shape[1]} values, by {embeddings.model}>"
    assert {path.stem for path in embeddings.paths} == set(NAMES)
    assert np.linalg.norm(embeddings.vectors, axis=1) == pytest.approx(np.ones(4), abs=1e-5)
    assert opened.embed_texts(["red", "blue"]).shape == (2, embeddings.vectors.shape[1])
    with pytest.raises(cbir.QueryUnusable, match="list of texts"):
        opened.embed_texts("red")


def test_a_library_that_no_model_has_seen_has_no_embeddings(make_library):
    with pytest.raises(cbir.ModelNotInstalled):
        cbir.Library(make_library()).embeddings()


def test_evaluating_gives_the_figures_of_a_data_set(opened, pictures, tmp_path):
    for name in ("coffee", "rocket"):
        write_jpeg(tmp_path / "set" / "query" / f"{name}.jpg", photo(name)[20:])
    (tmp_path / "set" / "index.json").write_text("[]")
    with pytest.raises(cbir.CbirError):
        opened.evaluate(tmp_path / "set")
    with pytest.raises(cbir.CbirError, match="NOT-A-MEASURE"):
        opened.evaluate(tmp_path / "set", measures=["NOT-A-MEASURE"])


MISUSE = {
    "empty text": ("", "The text is empty"),
    "0 bytes": (b"", "0 bytes"),
    "a path as text": (lambda folder: str(folder / "coffee.jpg"), "pass pathlib.Path"),
    "no file": (Path("nowhere.jpg"), "nowhere.jpg"),
    "array without pixels": (np.zeros((0, 5, 3), np.uint8), "shape"),
    "channels first": (np.zeros((3, 40, 40), np.uint8), "shape"),
    "floats above 1": (np.full((9, 9), 7.0), "between 0 and 1"),
    "numbers that are none": (np.full((9, 9), np.nan), "between 0 and 1"),
    "wide integers": (np.zeros((9, 9), np.int64), "uint8"),
    "number": (7, "int cannot be searched for"),
    "nothing": (None, "NoneType cannot be searched for"),
    "weight of nothing": ([("a", 0)], "above or below 0"),
    "weight that is none": ([("a", float("nan"))], "above or below 0"),
    "damaged picture": (b"not a picture", "picture"),
}


@pytest.mark.parametrize("case", MISUSE)
def test_misuse_gets_one_line_that_says_what_to_do(opened, pictures, case):
    query, text = MISUSE[case]
    with pytest.raises(cbir.CbirError, match=text) as error:
        opened.search(query(pictures) if callable(query) else query)
    assert "\n" not in str(error.value)


def test_a_closed_library_says_so(opened):
    hits = opened.search([])
    opened.close()
    for call in (
        lambda: opened.search("x"),
        lambda: len(opened),
        opened.duplicates,
        opened.embeddings,
        opened.index,
    ):
        with pytest.raises(cbir.LibraryClosed, match="was closed"):
            call()
    assert "<img" not in hits._repr_html_()
    assert repr(opened).startswith("<cbir library")


def test_two_processes_that_write_are_told_apart(opened, pictures):
    code = (
        "import cbir, sys\n"
        "with cbir.open(sys.argv[1]) as library:\n"
        "    try: library.index(sys.argv[2])\n"
        "    except cbir.LibraryLocked as error: print(error)\n"
        "    print(len(library.search([])))"
    )
    command = [sys.executable, "-c", code, str(opened.folder), str(pictures)]
    with writer_lock(Layout(opened.folder)):  # as an index run holds it
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert "is being written to by" in told[0] and "Wait until it is done, or stop it" in told[0], told
    assert int(told[1]) >= 4, "it may read meanwhile"


def test_hits_are_no_fewer_than_one(opened):
    with pytest.raises(cbir.QueryUnusable, match="at least 1"):
        opened.search("x", top=0)


def test_opening_what_is_not_there_says_how_to_make_it(tmp_path):
    with pytest.raises(cbir.CbirError, match="no library"):
        cbir.open(tmp_path / "nowhere")
    with pytest.raises(cbir.CbirError, match="empty name"):
        cbir.open("")


def test_origin_inventory_and_changes_refuse_what_they_cannot_use(opened, tmp_path):
    with pytest.raises(cbir.CbirError, match="not a photo of the library"):
        opened.origin(tmp_path / "nowhere.jpg")
    with pytest.raises(cbir.ImageUnreadable):
        opened.inventory(b"no picture")
    (tmp_path / "text.jpg").write_text("no picture", encoding="utf-8")
    with pytest.raises(cbir.ImageUnreadable):
        cbir.changes(tmp_path / "text.jpg", tmp_path / "text.jpg")
    with pytest.raises(cbir.ImageUnreadable):
        cbir.changes(tmp_path / "nowhere.jpg", tmp_path / "text.jpg")


def test_a_film_needs_a_thing_and_one_of_its_photos(opened, tmp_path):
    thing = Thing(id=99, icon=0, photos=())
    with pytest.raises(cbir.CbirError, match="no longer in the library"):
        opened.film(thing, tmp_path / "film.gif")
    with pytest.raises(cbir.CbirError, match="not a photo of the library"):
        opened.film(thing, tmp_path / "film.gif", over=tmp_path / "nowhere.jpg")
    assert not (tmp_path / "film.gif").exists()


def test_importing_the_package_imports_no_engine():
    code = "import sys, cbir; cbir.__version__; print({'numpy', 'cv2', 'faiss'} & set(sys.modules))"
    told = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True)
    assert told.stdout.strip() == "set()"


def test_all_names_of_the_package_are_there():
    assert all(getattr(cbir, name) for name in cbir.__all__)
    assert set(cbir.__all__) == set(dir(cbir))
    with pytest.raises(AttributeError):
        _ = cbir.nothing


def test_the_examples_of_the_documentation_run(tmp_path, monkeypatch):
    monkeypatch.delenv("CBIR_BUILT_IN_MODEL")
    monkeypatch.chdir(tmp_path)
    for name in (*NAMES, "chelsea", "flower", "retina", "hubble_deep_field"):
        write_jpeg(tmp_path / "Pictures" / f"{name}.jpg", photo(name))
    (tmp_path / "cup.jpg").write_bytes(encode_jpeg(photo("coffee")[60:330, 150:480]))
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_doctest(text, {}, "docs/python.md", "docs/python.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    told = []
    runner.run(examples, out=told.append)
    assert runner.failures == 0, "".join(told)
    assert len(examples.examples) > 30
