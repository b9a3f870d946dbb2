"""All views of a thing laid over one of them, and their film."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from PIL import Image

from cbir.base.errors import CbirError
from cbir.cli import main
from cbir.library import view_frame, write_film
from tests.cbir.things.test_finder import SUBJECTS, of, thing_of, write_photos  # noqa: F401


@pytest.fixture(name="views")
def _views(library):
    library.things.update()
    return library.things.views(thing_of(library.things, "coffee").id)


def test_every_photo_of_the_thing_is_aligned(views):
    assert sorted(view.path.stem for view in views.views) == of("coffee")
    assert views.left_out == 0


def test_frames_show_the_same_at_the_same_place(library, views):
    ground = library.picture(photo=views.anchor, max_side_px=600).pixels
    for view in views.views:
        frame = view_frame(library, view, views.anchor, 600).pixels
        assert frame.shape == ground.shape
        grey = [cv2.cvtColor(cv2.GaussianBlur(p, (0, 0), 1.5), cv2.COLOR_RGB2GRAY) for p in (frame, ground)]
        middle = np.s_[100:-100, 150:-150]
        assert np.corrcoef(grey[0][middle].ravel(), grey[1][middle].ravel())[0, 1] > 0.97


@pytest.mark.parametrize("transform", [(), (1.0,) * 8, (float("nan"),) * 9])
def test_a_view_without_a_transform_is_a_sentence(library, views, transform):
    view = next(view for view in views.views if view.photo != views.anchor)
    with pytest.raises(CbirError, match="not nine numbers"):
        view_frame(library, replace(view, transform=transform), views.anchor, 600)


def test_another_photo_can_be_below(library, views):
    below = next(view.photo for view in views.views if view.photo != views.anchor)
    others = library.things.views(views.thing, below)
    assert others.anchor == below
    (own,) = [view for view in others.views if view.photo == below]
    assert np.allclose(np.reshape(own.transform, (3, 3)), np.eye(3))


def test_a_photo_of_another_thing_cannot(library, views):
    other = thing_of(library.things, "chelsea").icon
    with pytest.raises(CbirError, match="not among"):
        library.things.views(views.thing, other)


@pytest.mark.parametrize("suffix", ["gif", "mp4"])
def test_a_film_has_all_views(library, views, tmp_path, suffix):
    file = tmp_path / "films" / f"cup.{suffix}"
    file.parent.mkdir()
    assert write_film(library, views, file, seconds=0.5, max_side_px=200) == SUBJECTS["coffee"]
    assert list(file.parent.iterdir()) == [file]
    if suffix == "gif":
        with Image.open(file) as film:
            assert film.n_frames == SUBJECTS["coffee"]
            assert max(film.size) == 200
    else:
        film = cv2.VideoCapture(str(file))
        assert film.get(cv2.CAP_PROP_FRAME_COUNT) / film.get(cv2.CAP_PROP_FPS) > 0.5
        film.release()


def test_a_cancelled_or_impossible_film_leaves_no_file(library, views, tmp_path):
    with pytest.raises(CbirError, match="cancelled"):
        write_film(library, views, tmp_path / "cup.gif", cancelled=lambda: True)
    with pytest.raises(CbirError, match=r"\.gif or \.mp4"):
        write_film(library, views, tmp_path / "cup.avi")
    with pytest.raises(CbirError, match="cannot be written"):
        write_film(library, views, tmp_path / "none" / "cup.gif")
    assert not list(tmp_path.glob("*cup*"))


def test_the_command_writes_a_film_once(library, views, tmp_path, capsys):
    file = tmp_path / "cup.gif"
    arguments = ["things", "film", f"#{views.thing}", "--out", str(file), "--side", "120"]
    arguments += ["--library", str(library.folder)]
    assert main(arguments) == 0
    assert "3 photos in" in capsys.readouterr().err
    assert main(arguments) == 2
