"""Photos of a folder, decoded into one file for a training."""

import numpy as np

from cbir.base.types import Preprocessing
from cbir.embeddings import prepare
from cbir.training.photos import CaptionedFile, photo_data
from tests.pictures import photo, write_jpeg

PREPARED = Preprocessing(side_px=32, fit="squash", interpolation="bilinear", mean=(0.5,) * 3, std=(0.5,) * 3)


def test_unreadable_photos_are_left_out_of_the_pictures_to_train_on(tmp_path):
    files = []
    for name in ("coffee", "none", "rocket"):
        path = tmp_path / f"{name}.jpg"
        if name == "none":
            path.write_bytes(b"no picture")
        else:
            write_jpeg(path, photo(name))
        files.append(CaptionedFile(path=path, captions=(name,)))
    data, unreadable = photo_data(
        files, PREPARED, tmp_path / "pixels", progress=lambda *_: None, stopping=lambda: False
    )
    assert (data.captions, unreadable) == ((("coffee",), ("rocket",)), 1)
    assert data.pictures.shape == (2, 32, 32, 3)
    assert np.abs(data.pictures[1].astype(int) - prepare(photo("rocket"), PREPARED)).mean() < 5
