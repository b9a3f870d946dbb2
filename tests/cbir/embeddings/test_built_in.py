"""The model that comes with the program: used by itself, never in the way of another, and not too large."""

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile

import pytest

from cbir.base.errors import CbirError, ModelNotInstalled
from cbir.base.resources import resource
from cbir.base.types import SearchOptions, Term
from cbir.embeddings import BUILT_IN, ModelStore, built_in_model, open_text_tower
from cbir.embeddings.installing import remove_model
from cbir.embeddings.model_folder import DESCRIPTION
from tests.cbir.colour_model import make_colour_model
from tests.dead_drive import let_die
from tests.pictures import photo_file

SHIPPED = resource("built-in-model")
SHOWN = {"a cat": "chelsea", "a cup of coffee": "coffee", "flowers": "flower"}
MOST_BYTES = 30_000_000
FINGERPRINT = (
    "71c5fceaf725b316666b2af06d73bf42"  # of the first built-in model, in which libraries have vectors
)
IMAGE_TOWER = "f647721999de9722dd12b0ad87a58b66d7262345263712b9bb556dda453fc571"  # its sha256
DOGS = ("a dog", "ein Hund", "un chien", "un cane", "un perro", "собака", "σκύλος", "犬", "🐶")


@pytest.fixture(name="built_in")
def _built_in(monkeypatch):
    monkeypatch.delenv("CBIR_BUILT_IN_MODEL")


@pytest.mark.usefixtures("built_in")
def test_it_is_used_without_a_choice_until_another_is_installed(tmp_path):
    store = ModelStore(tmp_path)
    built_in = store.current()
    assert built_in is not None and built_in.info.name == BUILT_IN and built_in.info.built_in
    assert not store.installed()
    assert store.find_fingerprint(built_in.info.fingerprint) is not None
    make_colour_model(tmp_path / "colours")
    assert store.current().info.name == "colours"
    assert store.use(BUILT_IN).info.name == store.current().info.name == BUILT_IN
    store.use("colours")
    with pytest.raises(CbirError):
        remove_model(store, BUILT_IN)
    remove_model(store, "colours")
    assert store.current().info.name == BUILT_IN


@pytest.mark.usefixtures("built_in")
def test_where_the_folder_of_models_cannot_be_read_the_built_in_one_is_used(tmp_path, monkeypatch, caplog):
    store = ModelStore(tmp_path)
    make_colour_model(tmp_path / "colours")
    store.use("colours")
    let_die(monkeypatch, tmp_path)
    monkeypatch.setattr(ModelStore, "chosen", lambda _store: "colours")
    built_in = store.current()
    assert built_in is not None and built_in.info.name == BUILT_IN
    assert store.find_fingerprint(built_in.info.fingerprint) is not None
    assert "No model can be read" in caplog.text


def test_it_can_be_left_out(tmp_path):
    assert built_in_model() is None and ModelStore(tmp_path).current() is None
    with pytest.raises(ModelNotInstalled):
        ModelStore(tmp_path).find(BUILT_IN)


def test_a_model_that_an_earlier_version_installed_keeps_working(tmp_path):
    """Its description lacks what came later; a library of then was opened by hand, and found the same to the bit."""
    now = make_colour_model(tmp_path / "old")
    with open_text_tower(now, "cpu") as tower:
        wanted = tower.encode(["red"]).vectors
    about = json.loads((now.folder / DESCRIPTION).read_bytes())
    for name in ("built_in", "strong_z"):
        del about[name]
    for name in ("trim", "together"):
        del about["tokenizing"][name]
    (now.folder / DESCRIPTION).write_text(json.dumps(about), encoding="utf-8")
    (old,) = ModelStore(tmp_path).installed()
    assert old.info.fingerprint == now.info.fingerprint
    assert (old.strong_z, old.info.built_in, old.tokenizing.trim) == (None, False, False)
    with open_text_tower(old, "cpu") as tower:
        assert (tower.encode(["red"]).vectors == wanted).all()


@pytest.mark.long
def test_it_is_small_in_a_wheel_and_its_sources_are_named():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for path in SHIPPED.iterdir():
            file.write(path, path.name)
    assert len(packed.getvalue()) <= MOST_BYTES
    notice = (SHIPPED / "NOTICE.md").read_text(encoding="utf-8")
    assert all(
        name in notice
        for name in (
            "EfficientNet-Lite2",
            "multilingual-e5-small",
            "MiniLM",
            "WordNet",
            "CLDR",
            "Apache License 2.0",
            "MIT License",
        )
    )


@pytest.mark.usefixtures("built_in")
def test_a_plain_install_finds_typed_things_and_reads_older_libraries(make_library, tmp_path, monkeypatch):
    photos = tmp_path / "photos"
    photos.mkdir()
    for number, name in enumerate((*SHOWN.values(), "astronaut", "rocket", "china")):
        shutil.copyfile(photo_file(name), photos / f"{number}{photo_file(name).suffix}")
    monkeypatch.setenv("CBIR_BUILT_IN_MODEL", "")
    library = make_library()
    library.index([photos])
    assert library.models.current() is None
    monkeypatch.delenv("CBIR_BUILT_IN_MODEL")
    library.index([photos])
    for number, text in enumerate(SHOWN):
        found = library.search((Term(text=text),), SearchOptions(engine="semantic"))
        assert found.hits[0].path.stem == str(number), text


@pytest.mark.usefixtures("built_in")
def test_a_library_of_the_first_built_in_model_needs_no_other_vectors(tmp_path):
    model = ModelStore(tmp_path).find(BUILT_IN)
    assert model.info.fingerprint == FINGERPRINT
    assert hashlib.sha256((SHIPPED / "image.onnx").read_bytes()).hexdigest() == IMAGE_TOWER


@pytest.mark.usefixtures("built_in")
def test_a_word_means_the_same_in_many_languages(tmp_path):
    with open_text_tower(ModelStore(tmp_path).find(BUILT_IN), "cpu") as tower:
        dogs, others = tower.encode(DOGS), tower.encode(["a cup of coffee", "a red car", "an old church"])
        unread = tower.encode(["חתול", "แมว", "a cat חתול"])
    assert not any(dogs.unknown)
    alike, unlike = dogs.vectors @ dogs.vectors[0], others.vectors @ dogs.vectors[0]
    assert alike.min() > unlike.max() + 0.1, dict(zip(DOGS, alike, strict=True))
    assert unread.unknown == (("חתול",), ("แมว",), ("חתול",))
    assert [bool(row.any()) for row in unread.vectors] == [False, False, True]


def test_opening_a_tower_leaves_no_identifier_of_this_computer(tmp_path):
    """ONNX Runtime makes one, with a queue of events for its maker, where it isn't told before its import."""
    code = "from cbir.embeddings import demo_model, open_text_tower; open_text_tower(demo_model(), 'cpu').close()"
    places = {name: str(tmp_path) for name in ("HOME", "XDG_CACHE_HOME", "USERPROFILE", "LOCALAPPDATA")}
    environment = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    subprocess.run(
        [sys.executable, "-c", code], check=True, env={**environment, **places}, cwd=SHIPPED.parent.parent
    )
    assert list(tmp_path.iterdir()) == []
