"""Training: it learns, it can be stopped and resumed, and what it makes is a model like any other."""

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from cbir.base.errors import ArtifactMismatch, Cancelled, CbirError
from cbir.cli import main
from cbir.embeddings import ModelStore, demo_model, open_image_tower, open_text_tower
from cbir.embeddings.installing import import_towers
from cbir.embeddings.training import (
    TrainingOptions,
    split_held_out,
)
from cbir.embeddings.training.data import LossName
from cbir.training import CaptionedFile, scene_data, train_on_captions
from cbir.training.models import HISTORY, WORK
from tests.cbir.trained_model import (
    NEEDED,
    SHIPPED_SEED,
    measure,
    photo_of,
    recall_at_1,
    scene_photos,
    train_small_model,
)
from tests.extras import needs

needs("torch", reason="training needs the extra `models`")
needs("matplotlib", reason="training needs the extra `train`")

TINY = TrainingOptions(epochs=3, batch=32, learning_rate=1e-3, seed=5, device="cpu", threads=1)


@pytest.fixture(scope="module")
def tiny():
    """160 rendered scenes to learn from, and those to measure on."""
    from cbir.embeddings.training import SMALL_PREPROCESSING

    data = scene_data(5, SMALL_PREPROCESSING, singles=120, pairs=40)
    return data.trained, data.development


class Run:
    """A training of small towers in a folder, with what is left of it."""

    def __init__(self, data, folder):
        from cbir.embeddings.training import small_student

        self.data, self.folder = data, folder
        folder.mkdir(exist_ok=True)
        captions = [caption for captions in data[0].captions for caption in captions]
        self.student = small_student(captions, name="tiny", title="Tiny", seed=5)

    def __call__(self, options, *, resume=False, stop_at=None):
        from cbir.embeddings.training import train

        seen = []

        def stopping():
            return stop_at is not None and bool(seen) and (seen[-1].epoch, seen[-1].step) == stop_at

        return train(
            self.student.towers,
            *self.data,
            options,
            folder=self.folder,
            resume=resume,
            progress=seen.append,
            stopping=stopping,
        )

    def weights(self):
        towers = self.student.towers
        return {
            f"{which} {name}": value.numpy().copy()
            for which, module in (("image", towers.image), ("text", towers.text))
            for name, value in module.state_dict().items()
        }


# What must hold.


@pytest.fixture(scope="module")
def trained_model(tmp_path_factory):
    """The small model, trained from nothing by the real command: 40 seconds of one core."""
    for package in NEEDED:
        pytest.importorskip(package, reason="training needs the extras `models` and `train`")
    return train_small_model(tmp_path_factory.mktemp("trained") / "scenes")


@pytest.mark.long
@pytest.mark.timeout(1800)  # the training may have to share a busy machine
@pytest.mark.parametrize("of", [1, 2], ids=["one object", "two objects"])
def test_sentences_find_the_photos_of_combinations_that_were_never_trained_on(trained_model, of):
    """The shipped model, trained on ten times as many pictures, is held to .97 below; chance is .003."""
    assert recall_at_1(measured_scenes(trained_model.model, trained_model.seed, of=of)) >= 0.15


@pytest.mark.long
@pytest.mark.parametrize("of", [1, 2], ids=["one object", "two objects"])
def test_sentences_find_what_the_shipped_model_was_never_trained_on(of):
    model = demo_model()
    assert model is not None
    assert recall_at_1(measured_scenes(model, SHIPPED_SEED, of=of)) >= 0.97


def measured_scenes(model, seed, *, of):
    measured = measure(model, seed, 300, of=of)
    assert len(set(measured.scenes)) == 300, "each photo shows another combination: one answer alone is right"
    return measured


@pytest.mark.long
@pytest.mark.timeout(1800)  # the training may have to share a busy machine
def test_the_command_kept_the_last_epoch_and_says_how_the_model_was_made(
    trained_model,
):
    report, model = trained_model.report, trained_model.model
    history = json.loads((model.folder / WORK / HISTORY).read_text(encoding="utf-8"))
    assert report["kept_epoch"] == report["epochs"] == len(history["epochs"])
    assert report["bytes"] < 5_000_000
    assert Path(report["plot"]).read_bytes().startswith(b"\x89PNG")
    assert f"--seed {trained_model.seed}" in model.provenance["command"]
    assert "torch" in model.provenance["versions"]


@pytest.mark.long
def test_nothing_that_is_held_out_was_trained_on():
    from cbir.embeddings.training import SMALL_PREPROCESSING

    data = scene_data(3, SMALL_PREPROCESSING, singles=50, pairs=50)
    learned = set(data.split.trained)
    for of in (1, 2):
        held_out = [scene for scene, _, _ in scene_photos(3, 200, of=of, part="held_out")]
        assert not {group for scene in held_out for group in scene.groups} & learned


def test_another_shuffle_gives_other_scenes_of_the_same_part():
    first, again, other = (
        [scene for scene, _, _ in scene_photos(3, 50, of=2, part="development", shuffle=shuffle)]
        for shuffle in (0, 0, 1)
    )
    assert first == again
    assert first != other


# Stopping and going on.


@pytest.mark.long
def test_a_resumed_training_ends_as_an_uninterrupted_one(tiny, tmp_path):
    whole = Run(tiny, tmp_path / "whole")
    whole_result = whole(TINY)
    stopped = Run(tiny, tmp_path / "stopped")
    with pytest.raises(Cancelled):
        stopped(TINY, stop_at=(1, 2))
    resumed = Run(tiny, tmp_path / "stopped")
    result = resumed(TINY, resume=True)
    for name, value in whole.weights().items():
        np.testing.assert_array_equal(resumed.weights()[name], value, err_msg=name)
    assert [(r.epoch, r.recall_1) for r in result.history] == [
        (r.epoch, r.recall_1) for r in whole_result.history
    ]
    assert [r.loss for r in result.history] == pytest.approx([r.loss for r in whole_result.history])


@pytest.mark.long
def test_a_checkpoint_of_other_options_or_a_damaged_one_is_refused(tiny, tmp_path):
    with pytest.raises(Cancelled):
        Run(tiny, tmp_path)(TINY, stop_at=(0, 1))
    with pytest.raises(ArtifactMismatch, match="other options"):
        Run(tiny, tmp_path)(replace(TINY, learning_rate=5e-3), resume=True)
    file = tmp_path / "checkpoint.safetensors"
    file.write_bytes(file.read_bytes()[:1000])
    with pytest.raises(ArtifactMismatch, match="that can be read"):
        Run(tiny, tmp_path)(TINY, resume=True)


@pytest.mark.long
def test_the_same_seed_trains_the_same_weights_and_another_one_does_not(tiny, tmp_path):
    runs = [Run(tiny, tmp_path / name) for name in "abc"]
    for run, seed in zip(runs, (5, 5, 6), strict=True):
        run(replace(TINY, epochs=1, seed=seed))
    first, same, other = (run.weights() for run in runs)
    assert all(np.array_equal(first[name], same[name]) for name in first)
    assert not all(np.array_equal(first[name], other[name]) for name in first)


@pytest.mark.long
def test_without_progress_it_stops_early_and_keeps_the_best_epoch(tiny, tmp_path):
    run = Run(tiny, tmp_path)
    # The vectors move so little that no epoch's recall is better than the first one's.
    result = run(replace(TINY, epochs=9, learning_rate=1e-12, patience=2, light=0.0))
    assert result.stopped_early
    assert len(result.history) < 9
    assert result.kept == len(result.history) - 3


# Losses.


def unit_rows(rng, rows, dimension=8):
    vectors = rng.normal(size=(rows, dimension)).astype(np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def test_infonce_is_the_mean_of_two_plain_cross_entropies():
    import torch

    from cbir.embeddings.training.trainer import InfoNce

    rng = np.random.default_rng(0)
    images, texts, labels = unit_rows(rng, 6), unit_rows(rng, 6), np.array([0, 1, 2, 3, 4, 1])
    loss = InfoNce()
    found = float(loss(torch.from_numpy(images), torch.from_numpy(texts), torch.from_numpy(labels)).detach())
    total = 0.0
    for asked, answers in ((texts, images), (images, texts)):
        for row in range(6):
            exponentials = [math.exp(loss.scale * float(asked[row] @ answer)) for answer in answers]
            right = [col for col in range(6) if labels[col] == labels[row]]
            total -= sum(math.log(exponentials[col] / sum(exponentials)) for col in right) / len(right)
    assert found == pytest.approx(total / 12, rel=1e-4)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name == "infonce" else pytest.mark.long) for name in get_args(LossName)],
)
def test_every_loss_pulls_pairs_together(name):
    import torch

    from cbir.embeddings.training.trainer import recall_at, text_to_image_ranks

    pytest.importorskip("pytorch_metric_learning", reason="the other losses need the extra `train`")
    from cbir.embeddings.training.trainer import make_loss

    rng = np.random.default_rng(1)
    images = torch.nn.Parameter(torch.from_numpy(unit_rows(rng, 24, 16)))
    texts = torch.nn.Parameter(torch.from_numpy(unit_rows(rng, 24, 16)))
    labels = torch.arange(24)
    loss = make_loss(name)
    optimizer = torch.optim.Adam([images, texts], lr=0.02)

    def ranks():
        with torch.no_grad():
            unit = [torch.nn.functional.normalize(each, dim=1).numpy() for each in (texts, images)]
        return text_to_image_ranks(unit[0], unit[1], np.arange(24))

    before = recall_at(ranks(), 1)
    for _ in range(150):
        optimizer.zero_grad()
        unit = [torch.nn.functional.normalize(each, dim=1) for each in (images, texts)]
        loss(unit[0], unit[1], labels).backward()
        optimizer.step()
    assert before < 0.3
    assert recall_at(ranks(), 1) > 0.95


def test_ranks_count_a_tie_as_a_miss_and_any_right_picture_as_found():
    from cbir.embeddings.training.trainer import recall_at, text_to_image_ranks

    images = np.eye(3, dtype=np.float32)[[0, 1, 1]]
    texts = np.eye(3, dtype=np.float32)[[0, 1, 1, 2]]
    right = [np.array([0]), np.array([1]), np.array([1, 2]), np.array([2])]
    assert text_to_image_ranks(texts, images, right).tolist() == [1, 2, 1, 3]
    assert recall_at(np.array([1, 2, 1, 3]), 2) == 0.75
    assert recall_at(np.zeros(0, np.int64), 1) == 0.0


# Data.


def test_pictures_of_one_label_are_held_out_together():
    labels = np.repeat(np.arange(20), 3)
    learned, kept = split_held_out(labels, 0.25, seed=1)
    assert sorted([*learned, *kept]) == list(range(60))
    assert not set(labels[learned]) & set(labels[kept])
    assert len(kept) == 15
    assert [len(part) for part in split_held_out(np.arange(2), 0.01, seed=0)] == [1, 1]
    with pytest.raises(ValueError, match="two different pictures"):
        split_held_out(np.zeros(4, np.int64), 0.5, seed=0)


@pytest.fixture
def captioned(tmp_path):
    """24 rendered JPEG files with two captions each, and one file that is no picture."""
    folder = tmp_path / "photos"
    folder.mkdir()
    files = []
    for number, (scene, caption, rng) in enumerate(scene_photos(9, 24, of=1, part="trained")):
        path = folder / f"{number}.jpg"
        path.write_bytes(photo_of(scene, rng, side_px=96))
        files.append(CaptionedFile(path=path, captions=(caption, f"{caption} again")))
    (folder / "broken.jpg").write_bytes(b"no picture")
    return (*files, CaptionedFile(path=folder / "broken.jpg", captions=("nothing",)))


@pytest.mark.long
def test_captioned_photos_become_a_model_that_installs(captioned, tmp_path):
    options = replace(TINY, epochs=1, batch=8)
    trained = train_on_captions(
        captioned, tmp_path / "made", options, name="mine", held_out=0.2, command="made so"
    )
    assert trained.photos + trained.held_out == 24
    assert trained.unreadable == 1
    assert sorted(path.name for path in (tmp_path / "made" / WORK).iterdir()) == [
        "checkpoint.safetensors",
        "history.json",
        "history.png",
    ]
    store = ModelStore(tmp_path / "store")
    installed = import_towers(store, tmp_path / "made")
    assert installed.info.fingerprint == trained.model.info.fingerprint
    with open_text_tower(installed, "cpu") as text, open_image_tower(installed, "cpu") as image:
        vectors = text.encode(["two red circles", "zebra", ""]).vectors
        squares = np.zeros((2, 64, 64, 3), np.uint8)
        assert image.encode(squares).shape == (2, vectors.shape[1])
    assert np.isfinite(vectors).all()


def test_too_few_photos_and_a_folder_of_something_else_are_refused(captioned, tmp_path):
    with pytest.raises(CbirError, match="at least three photos"):
        train_on_captions(captioned[:2], tmp_path / "made", TINY, name="mine")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "diary.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(CbirError, match="something other"):
        train_on_captions(captioned, tmp_path / "notes", TINY, name="mine")
    assert (tmp_path / "notes" / "diary.txt").exists()


def test_the_command_wants_captions_or_scenes_and_not_both(tmp_path, capsys):
    def refused(*arguments):
        assert main(["models", "train", *arguments, "-o", str(tmp_path / "made")]) == 2
        return capsys.readouterr().err

    assert "Give either captions files or --scenes" in refused()
    assert "Give either captions files or --scenes" in refused("captions.json", "--scenes")
    assert "or give --scenes" in refused("captions.json", "--pictures", "200")
