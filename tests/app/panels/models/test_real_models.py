"""A model in the window on the real engine: brought in from a folder, read with, typed to, removed."""

import cv2
import numpy as np
import pytest

from cbir.demo.scenes import draw_scenes, split_groups
from cbir.embeddings import demo_model
from cbir_app.panels.library import LibraryDialog
from tests.cbir.colour_model import make_colour_model
from tests.cbir.scene_library import sentences_for, write_scenes
from tests.cbir.trained_model import SHIPPED_SEED

pytestmark = pytest.mark.long

BGR = {"red": (30, 30, 220), "blue": (220, 40, 30)}
EACH = 3


@pytest.fixture
def photos(tmp_path):
    """Red and blue pictures whose names do not say so."""
    folder = tmp_path / "photos"
    folder.mkdir()
    rng = np.random.default_rng(0)
    for number, colour in enumerate(BGR.values()):
        for n in range(EACH):
            pixels = np.clip(np.array(colour) + rng.normal(0, 12, (96, 128, 3)), 0, 255).astype(np.uint8)
            cv2.imwrite(str(folder / f"photo_{number}_{n}.png"), pixels)
    return folder


@pytest.fixture
def window(tmp_path, photos, monkeypatch, request):
    """A window whose library has the pictures, and whose user has no model."""
    monkeypatch.setenv("CBIR_MODELS", str(tmp_path / "models"))
    window = request.getfixturevalue("real_window")
    window.watch.switch(False)
    window.library.add([photos])
    request.getfixturevalue("drive").idle()
    return window


def in_use(window):
    return window.model_session.current or ""


def first(window):
    return {hit.path.name[:7] for hit in window.results.model.hits[:EACH]}


def test_a_model_comes_reads_the_photos_finds_them_and_goes(window, drive, tmp_path):
    models = window.model_session
    drive.until(lambda: models.answered)
    assert not in_use(window)
    assert models.proposed is not None
    assert not models.proposed.research_only
    window.search.type("something red")
    drive.idle()
    assert len(window.results.model.hits) == 0
    assert window.model_bar.offering
    models.import_model(tmp_path / "nothing here")
    drive.until(lambda: not models.busy)
    assert not in_use(window)
    assert "nothing here" in window.model_bar.text.text()
    make_colour_model(tmp_path / "colours")
    models.import_model(tmp_path / "colours")
    drive.until(lambda: in_use(window) != "")
    drive.idle()
    window.dialogs.show_library()
    overview = window.findChild(LibraryDialog)
    assert isinstance(overview, LibraryDialog)
    drive.until(lambda: covered(window) == 2 * EACH)
    overview.close()
    for number, colour in enumerate(BGR):
        window.search.clear()
        window.search.type(colour)
        drive.idle()
        assert first(window) == {f"photo_{number}"}
    models.remove(in_use(window))
    drive.until(lambda: not in_use(window))
    drive.idle()


def covered(window):
    info = window.library.info
    found = () if info is None else info.coverage
    return next((one.photos for one in found if one.engine == "semantic"), 0)


def test_typed_sentences_find_scenes_with_a_model_trained_from_nothing(window, drive, tmp_path):
    rng = np.random.default_rng(8)
    groups = split_groups(SHIPPED_SEED).held_out
    model = demo_model()
    assert model is not None
    scenes = (
        *draw_scenes(groups, 8, group_count=1, rng=rng),
        *draw_scenes(groups, 4, group_count=2, rng=rng),
    )
    photos = write_scenes(tmp_path / "scenes", scenes, rng)
    window.library.add([tmp_path / "scenes"])
    drive.idle()
    models = window.model_session
    models.import_model(model.folder)
    drive.until(lambda: in_use(window) != "")
    drive.until(lambda: covered(window) == 2 * EACH + len(scenes))
    right = 0
    for (path, _), sentence in zip(photos.items(), sentences_for(scenes, rng), strict=True):
        window.search.clear()
        window.search.type(sentence)
        drive.idle()
        right += window.results.model.hits[0].path == path
    assert right >= 10
