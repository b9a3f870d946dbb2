"""Embeddings through our pipeline against plain open_clip: a shallow ViT-B-32 with random weights of a fixed seed.

The benchmark of encoders compares the whole ViT-B-32. Random weights tell a wrong preprocessing from a right one: the
last tests plant such faults and see them found.
"""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageOps

from cbir.embeddings import (
    open_image_tower,
    open_text_tower,
    prepare,
)
from cbir.embeddings.towers import Graph
from cbir.images import decode, read_file
from tests.pictures import photo, photo_file, write_jpeg

WORKING_SIDE_PX = 960
LEAST_FROM_TENSORS, LEAST_FROM_FILES = 0.999999, 0.999
SHIPPED = ("astronaut", "chelsea", "china", "coffee", "flower", "rocket", "retina")
TEXTS = (
    "a photo of a cat",
    "",
    "two red circles on the left of a small blue square",
    "ein Hund, der am Strand läuft",
    "שלום 🐕 مرحبا",
    "word " * 10_000,
)
Vectors = NDArray[np.float32]


@pytest.fixture(scope="module")
def images(model):
    with open_image_tower(model, "cpu") as tower:
        yield tower


@pytest.fixture(scope="module")
def plain(reference, transform):
    """open_clip's embeddings of the shipped photos."""
    return torch_images(reference, [transform(Image.fromarray(photo(name))) for name in SHIPPED])


@pytest.fixture(scope="module")
def transform():
    """open_clip's own preprocessing for these weights."""
    from open_clip import image_transform

    return image_transform(224, is_train=False)


def torch_images(reference, planes):
    import torch

    with torch.inference_mode():
        return np.asarray(torch.nn.functional.normalize(reference.image(torch.stack(planes)), dim=-1))


def torch_texts(reference, texts):
    import torch
    from open_clip import tokenize

    with torch.inference_mode():
        return np.asarray(torch.nn.functional.normalize(reference.text(tokenize(list(texts))), dim=-1))


def cosines(a, b):
    assert a.shape == b.shape
    return np.asarray((a.astype(np.float64) * b).sum(axis=1))


def squares_of(pictures, preprocessing):
    return np.stack([prepare(picture, preprocessing) for picture in pictures])


@pytest.mark.long
def test_pictures_embed_as_in_open_clip_from_the_same_pixels(model, images, plain):
    found = images.encode(squares_of([photo(name) for name in SHIPPED], model.preprocessing))
    assert found.dtype == np.float32 and not found.flags.writeable
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)
    assert cosines(found, plain).min() >= LEAST_FROM_TENSORS


def shapes_read(monkeypatch):
    """The shapes of the batches of tokens that towers read from now on."""
    read, run = [], Graph.run

    def noted(graph, batch):
        read.append(batch.shape)
        return run(graph, batch)

    monkeypatch.setattr(Graph, "run", noted)
    return read


def test_a_short_text_is_read_without_its_padding(model, reference, monkeypatch):
    """The tower reads as many tokens as the longest text of a batch has, to the same embedding."""
    assert model.tokenizing.trim
    read = shapes_read(monkeypatch)
    with open_text_tower(model) as tower:
        tower.encode(["three words more"])
        assert read == [(1, 5)]
        for text in ("a cat", TEXTS[2]):
            assert cosines(tower.encode([text]).vectors, torch_texts(reference, (text,))).min() > 0.99999


def test_texts_of_one_length_are_read_together_to_the_same_embeddings(model, monkeypatch):
    texts = ["a cat", "three words more", "a dog", "", "the sea", "a boat at dusk"]
    read = shapes_read(monkeypatch)
    with open_text_tower(model) as tower:
        together = tower.encode(texts).vectors
        assert not together.flags.writeable
        assert sorted(read) == [(1, 2), (1, 5), (1, 6), (3, 4)]
        alone = np.concatenate([tower.encode([text]).vectors for text in texts])
    np.testing.assert_allclose(together, alone, atol=1e-6)


def test_texts_embed_as_in_open_clip(model, reference):
    with open_text_tower(model) as tower:
        found = tower.encode(TEXTS)
    assert found.cut == (False, False, False, False, False, True)
    assert cosines(found.vectors, torch_texts(reference, TEXTS)).min() >= LEAST_FROM_TENSORS


def test_the_size_of_a_batch_changes_nothing(model, images):
    rng = np.random.default_rng(5)
    squares = rng.integers(0, 256, (17, 224, 224, 3), np.uint8)
    texts = [f"a photo of {number} things" for number in range(32)] + [
        "a much longer text, of a dog in the snow"
    ]
    with open_text_tower(model) as sentences:
        assert cosines(images.encode(squares)[[0, 16]], images.encode(squares[[0, 16]])).min() > 0.99999
        assert (
            cosines(
                sentences.encode(texts).vectors[[0, 32]], sentences.encode([texts[0], texts[32]]).vectors
            ).min()
            > 0.99999
        )
        assert images.encode(squares[:0]).shape == (0, 512)
        assert sentences.encode([]).vectors.shape == (0, 512)


def files(folder):
    """Photos as they lie on disks: larger than the working size, portrait, turned by EXIF, PNG, grey."""
    large = np.tile(photo("coffee"), (4, 4, 1))[:1500, :2300]
    china = Image.fromarray(photo("china"))
    turned = folder / "turned.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6
    china.resize((1920, 1280)).save(turned, quality=92, exif=exif)
    china.convert("L").save(folder / "grey.jpg", quality=90)
    return [
        *(photo_file(name) for name in SHIPPED),
        write_jpeg(folder / "large.jpg", large, 88),
        write_jpeg(folder / "tall.jpg", np.ascontiguousarray(np.rot90(large)), 95),
        turned,
        folder / "grey.jpg",
    ]


def decoded_squares(paths, preprocessing):
    pictures = [decode(read_file(path).data, max_side_px=WORKING_SIDE_PX).pixels for path in paths]
    return squares_of(pictures, preprocessing)


def plain_squares(paths, transform):
    """Decoded whole by Pillow, upright, and prepared by open_clip."""
    planes = []
    for path in paths:
        with Image.open(path) as picture:
            upright = ImageOps.exif_transpose(picture)
            planes.append(transform(upright.convert("RGB")))
    return planes


def test_files_embed_as_in_open_clip(
    model,
    images,
    reference,
    transform,
    tmp_path,
):
    paths = files(tmp_path)
    wanted = torch_images(reference, plain_squares(paths, transform))
    found = images.encode(decoded_squares(paths, model.preprocessing))
    by_name = dict(zip([path.name for path in paths], cosines(found, wanted).round(5).tolist(), strict=True))
    assert min(by_name.values()) >= LEAST_FROM_FILES, by_name


FAULTS = {
    "squashed in place of cropped": lambda right: replace(right, fit="squash"),
    "another normalisation": lambda right: replace(right, mean=(0.5, 0.5, 0.5), std=(0.5, 0.5, 0.5)),
    "mean and deviation of another order": lambda right: replace(
        right, mean=right.mean[::-1], std=(0.5, right.std[1], 0.1)
    ),
}


@pytest.mark.parametrize("fault", ["channels swapped", "cropped off the middle", *FAULTS])
def test_a_wrong_preprocessing_would_be_found(fault, model, plain):
    pictures = [photo(name) for name in SHIPPED[:4]]
    wrong = FAULTS[fault](model.preprocessing) if fault in FAULTS else model.preprocessing
    if fault == "cropped off the middle":
        pictures = [pixels[: int(pixels.shape[0] * 0.9), : int(pixels.shape[1] * 0.9)] for pixels in pictures]
    squares = squares_of(pictures, wrong)
    if fault == "channels swapped":
        squares = squares[..., ::-1]
    with open_image_tower(replace(model, preprocessing=wrong), "cpu") as tower:
        assert cosines(tower.encode(squares), plain[:4]).mean() < LEAST_FROM_FILES


def test_captioned_photos_rank_as_by_brute_force_in_open_clip(model, images, reference, shared_data):
    """Every ninetieth captioned photo; the benchmark ranks all of them."""
    entries = json.loads((shared_data / "captioned" / "index.json").read_text())["images"][::90]
    captions = tuple(entry["captions"][0] for entry in entries)
    squares = decoded_squares(
        [shared_data / "captioned" / entry["path"] for entry in entries], model.preprocessing
    )
    with open_text_tower(model) as texts:
        found = texts.encode(captions).vectors @ images.encode(squares).T
    same = torch_images(reference, [plane_of(square, model.preprocessing) for square in squares])
    assert_same_ranking(torch_texts(reference, captions) @ same.T, found)


def plane_of(square, preprocessing):
    import torch

    pixels = torch.from_numpy(square).permute(2, 0, 1).float() / 255
    mean, std = (torch.tensor(values).view(3, 1, 1) for values in (preprocessing.mean, preprocessing.std))
    return (pixels - mean) / std


def assert_same_ranking(wanted, found):
    """A photo that is better than another by more than the arithmetic's noise is ranked before it."""
    noise = 4 * np.abs(wanted - found).max()
    assert noise < 1e-5
    for right, ours in zip(wanted, found, strict=True):
        in_our_order = right[np.argsort(-ours, kind="stable")]
        assert (np.maximum.accumulate(in_our_order[::-1])[::-1] - in_our_order).max() <= noise


PROBE = """
import json, sys
from pathlib import Path
import numpy as np
from cbir.embeddings import ModelStore, open_image_tower, open_text_tower
store = ModelStore(Path(sys.argv[1]))
model = store.find(store.installed()[0].info.name)
with open_text_tower(model) as texts, open_image_tower(model) as images:
    vectors = texts.encode(["a photo of a cat", "Don’t 🐕"]).vectors
    squares = np.zeros((1, 224, 224, 3), np.uint8)
    assert images.encode(squares).shape == (1, 512)
heavy = ("torch", "open_clip", "torchvision", "timm", "onnx", "transformers", "huggingface_hub")
print(json.dumps({"heavy": [name for name in heavy if name in sys.modules], "first": vectors[0, :4].tolist()}))
"""


def test_a_process_that_searches_imports_neither_torch_nor_open_clip(model):
    done = subprocess.run(
        [sys.executable, "-c", PROBE, str(model.folder.parent)], capture_output=True, text=True, check=True
    )
    said = json.loads(done.stdout)
    assert said["heavy"] == [] and len(said["first"]) == 4
