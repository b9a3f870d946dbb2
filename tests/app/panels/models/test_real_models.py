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

WAIT_MS = 100_000
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
def window(
    qtbot,
    tmp_path,
    photos,
    monkeypatch,
    request,
):
    """A window whose library has the pictures, and whose user has no model."""
    monkeypatch.setenv("CBIR_MODELS", str(tmp_path / "models"))
    window = request.getfixturevalue("real_window")
    window.watch.switch(False)
    window.library.add([photos])
    idle(qtbot, window)
    return window


def idle(qtbot, window):
    qtbot.waitUntil(lambda: not (window.library.running or window.search.busy), timeout=WAIT_MS)


def in_use(window):
    return window.model_session.current or ""


def first(window):
    return {hit.path.name[:7] for hit in window.results.model.hits[:EACH]}


def test_a_model_comes_reads_the_photos_finds_them_and_goes(qtbot, window, tmp_path):
    models = window.model_session
    qtbot.waitUntil(lambda: models.known, timeout=WAIT_MS)
    assert not in_use(window)
    assert models.proposed is not None
    assert not models.proposed.research_only
    window.search.type("something red")
    idle(qtbot, window)
    assert len(window.results.model.hits) == 0
    assert window.model_bar.offering
    models.import_model(tmp_path / "nothing here")
    qtbot.waitUntil(lambda: not models.busy, timeout=WAIT_MS)
    assert not in_use(window)
    assert "nothing here" in window.model_bar.text.text()
    make_colour_model(tmp_path / "colours")
    models.import_model(tmp_path / "colours")
    qtbot.waitUntil(lambda: in_use(window) != "", timeout=WAIT_MS)
    idle(qtbot, window)
    window.dialogs.show_library()
    overview = window.findChild(LibraryDialog)
    assert isinstance(overview, LibraryDialog)
    qtbot.waitUntil(lambda: covered(window) == 2 * EACH, timeout=WAIT_MS)
    overview.close()
    for number, colour in enumerate(BGR):
        window.search.clear()
        window.search.type(colour)
        idle(qtbot, window)
        assert first(window) == {f"photo_{number}"}
    models.remove(in_use(window))
    qtbot.waitUntil(lambda: not in_use(window), timeout=WAIT_MS)
    idle(qtbot, window)


def covered(window):
    info = window.library.info
    found = () if info is None else info.coverage
    return next((one.photos for one in found if one.engine == "semantic"), 0)


def test_typed_sentences_find_scenes_with_a_model_trained_from_nothing(qtbot, window, tmp_path):
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
    idle(qtbot, window)
    models = window.model_session
    models.import_model(model.folder)
    qtbot.waitUntil(lambda: in_use(window) != "", timeout=WAIT_MS)
    qtbot.waitUntil(lambda: covered(window) == 2 * EACH + len(scenes), timeout=WAIT_MS)
    right = 0
    for (path, _), sentence in zip(photos.items(), sentences_for(scenes, rng), strict=True):
        window.search.clear()
        window.search.type(sentence)
        idle(qtbot, window)
        right += window.results.model.hits[0].path == path
    assert right >= 10
