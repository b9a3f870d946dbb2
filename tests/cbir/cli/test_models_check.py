"""`cbir models check`: captions of several forms, and recall that a plain loop gives too."""

import json
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from cbir.base.errors import Cancelled, CbirError
from cbir.base.types import Term
from cbir.cli.models import application
from cbir.embeddings import ModelStore, open_image_tower, open_text_tower
from cbir.embeddings.installing import import_checkpoint
from cbir.evaluation import Dataset, Topic, load_captioned, measure_recall, run_of_model
from cbir.evaluation.captioned import prepare_file, ranks_of_captions, ranks_of_right
from tests.cbir.tiny_model import TINY, seeded_model, tiny_architectures, write_checkpoint
from tests.pictures import photo, write_jpeg

NAMES = ("astronaut", "chelsea", "china", "coffee", "flower", "rocket")


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tiny")
    with tiny_architectures(folder):
        path = write_checkpoint(seeded_model(TINY), folder / "tiny.safetensors")
        yield import_checkpoint(ModelStore(folder / "models"), path, architecture=TINY)


@pytest.fixture
def folder(tmp_path):
    """Photos with two captions each, one that cannot be read, one that is missing."""
    images = []
    for name in NAMES:
        write_jpeg(tmp_path / "photos" / f"{name}.jpg", photo(name))
        images.append(
            {"path": f"photos/{name}.jpg", "captions": [f"a photo of {name}", f"{name} again " * 30]}
        )
    (tmp_path / "photos" / "broken.jpg").write_bytes(b"\xff\xd8\xff")
    images.append({"path": "photos/broken.jpg", "captions": ["nothing"]})
    images.append({"path": "photos/missing.jpg", "captions": ["nothing at all"]})
    (tmp_path / "index.json").write_text(json.dumps({"images": images}), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "about",
    [
        {"images": [{"path": "a.jpg", "captions": ["one", "two"]}, {"path": "b.jpg", "captions": ["three"]}]},
        {"a.jpg": ["one", "two"], "b.jpg": "three"},
        [{"path": "a.jpg", "captions": ["one", "two"]}, {"path": "b.jpg", "captions": "three"}],
        {
            "images": [{"id": 5, "file_name": "a.jpg"}, {"id": 7, "file_name": "b.jpg"}],
            "annotations": [
                {"image_id": 5, "caption": "one"},
                {"image_id": 7, "caption": "three"},
                {"image_id": 5, "caption": "two"},
            ],
        },
    ],
)
@pytest.mark.parametrize("name", ["index.json", "captions.json"])
def test_captions_are_read_in_each_form(about, name, tmp_path):
    (tmp_path / name).write_text(json.dumps(about), encoding="utf-8")
    for place in (tmp_path, tmp_path / name):
        photos = load_captioned(place)
        assert [(item.path, item.captions) for item in photos] == [
            (tmp_path / "a.jpg", ("one", "two")),
            (tmp_path / "b.jpg", ("three",)),
        ]


@pytest.mark.parametrize("about", ["{", "[1]", '{"images": 3}', "{}", '{"a.jpg": [1]}', '{"a.jpg": []}', "7"])
def test_what_is_no_file_of_captions_is_refused(about, tmp_path):
    (tmp_path / "captions.json").write_text(about, encoding="utf-8")
    with pytest.raises(CbirError):
        load_captioned(tmp_path)


def test_a_folder_without_captions_says_what_it_needs(tmp_path):
    with pytest.raises(CbirError, match=r"index\.json or captions\.json"):
        load_captioned(tmp_path)


def test_the_rank_is_that_of_a_plain_loop_and_a_tie_counts_against_it():
    rng = np.random.default_rng(2)
    vectors = rng.integers(-2, 3, (40, 3)).astype(np.float32)  # few values, so that many scores are equal
    queries = rng.integers(-2, 3, (1500, 3)).astype(np.float32)
    right = rng.integers(0, 40, 1500)
    found = ranks_of_right(queries, vectors, right)
    for query, row, rank in zip(queries, right, found, strict=True):
        scores = [float(query @ vector) for vector in vectors]
        assert rank == sum(score >= scores[row] for score in scores)


def test_a_photo_is_ranked_by_its_best_caption_as_a_plain_loop_does():
    rng = np.random.default_rng(3)
    photos = rng.integers(-2, 3, (30, 3)).astype(np.float32)
    captions = rng.integers(-2, 3, (90, 3)).astype(np.float32)
    right = rng.permutation(np.repeat(np.arange(30), 3))
    for row, found in enumerate(ranks_of_captions(photos, captions, right)):
        scores = [float(caption @ photos[row]) for caption in captions]
        best = max(score for score, of in zip(scores, right, strict=True) if of == row)
        worse = [score >= best for score, of in zip(scores, right, strict=True) if of != row]
        assert found == 1 + sum(worse)


@pytest.mark.long
def test_a_model_ranks_a_sample_for_texts_and_pictures(model, folder, workers, monkeypatch):
    monkeypatch.setattr("cbir.evaluation.captioned.WorkerPool", lambda: workers)
    photos = [folder / "photos" / f"{name}.jpg" for name in (*NAMES, "broken")]
    china, coffee = Term(path=photos[2]), Term(data=photos[3].read_bytes())
    asked = {"text": (Term(text="a boat"),), "path": (china,), "data": (coffee,), "two": (china, coffee)}
    topics = [Topic(id=name, terms=terms, grades={"photos/china.jpg": 1}) for name, terms in asked.items()]
    dataset = Dataset(name="d", root=folder.resolve(), topics=tuple(topics))
    run = run_of_model(model, dataset, photos, device="cpu")
    assert set(run.scores) == {"text", "path", "data"} and all(
        len(value) == 6 for value in run.scores.values()
    )
    assert next(iter(run.scores["path"])) == "photos/china.jpg"
    assert next(iter(run.scores["data"])) == "photos/coffee.jpg"
    with open_image_tower(model, "cpu") as images, open_text_tower(model, "cpu") as texts:
        pictures = images.encode(np.stack([prepare_file(path, model.preprocessing) for path in photos[:6]]))
        similar = pictures @ texts.encode(["a boat"]).vectors[0]
    expected = {f"photos/{name}.jpg": float(score) for name, score in zip(NAMES, similar, strict=True)}
    assert run.scores["text"] == pytest.approx(expected)
    with pytest.raises(Cancelled):
        run_of_model(model, dataset, photos, device="cpu", cancelled=lambda: True)
    with pytest.raises(CbirError, match="No search with a single text"):
        run_of_model(model, replace(dataset, topics=tuple(topics[3:])), photos, device="cpu")


def test_recall_is_that_of_a_plain_loop_over_what_can_be_read(model, folder, workers, monkeypatch):
    monkeypatch.setattr("cbir.evaluation.captioned.WorkerPool", lambda: workers)
    seen = []
    report = measure_recall(
        model, load_captioned(folder), device="cpu", progress=lambda step, *_: seen.append(step)
    )
    assert (report.photos, report.captions, report.unreadable, report.cut) == (6, 12, 2, 6)
    assert seen == ["Reading photos", "Reading captions"]
    with open_image_tower(model, "cpu") as images, open_text_tower(model, "cpu") as texts:
        squares = [prepare_file(folder / "photos" / f"{name}.jpg", model.preprocessing) for name in NAMES]
        pictures = images.encode(np.stack(squares))
        ranks, written = [], []
        for row, name in enumerate(NAMES):
            for caption in (f"a photo of {name}", f"{name} again " * 30):
                written.append(texts.encode([caption]).vectors[0])
                scores = pictures @ written[-1]
                ranks.append(1 + int((np.delete(scores, row) >= scores[row]).sum()))
    assert report.recall == tuple((k, sum(rank <= k for rank in ranks) / 12) for k in (1, 5, 10))
    assert report.recall[-1] == (10, 1.0)
    found = np.array([pictures[row] @ np.stack(written).T for row in range(6)])
    first = sum(int(scores.argmax()) // 2 == row for row, scores in enumerate(found))
    assert report.caption_recall[0] == (1, first / 6)
    shares = [share for _, share in (*report.recall, *report.caption_recall)]
    assert report.sum_of_recalls == pytest.approx(100 * sum(shares))


def test_the_command_prints_recall_and_says_what_was_left_out(model, folder):
    place = ["--models", str(model.folder.parent)]
    done = CliRunner().invoke(application, ["check", model.info.name, str(folder), *place])
    assert done.exit_code == 0, done.output
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    to_photos = ["recall@1", "recall@5", "recall@10"]
    assert [row[0] for row in rows] == [*to_photos, *(f"image to text {name}" for name in to_photos), "SumR"]
    assert "2 photos could not be read" in done.stderr
    done = CliRunner().invoke(application, ["check", model.info.name, str(folder), "--json", *place])
    told = json.loads(done.stdout)
    assert told["recall_percent"]["10"] == 100.0
    assert rows[-1][1] == f"{told['sum_of_recalls']:.1f}"
    assert set(told["image_to_text_recall_percent"]) == {"1", "5", "10"}


def test_a_device_that_does_not_exist_is_refused(model, folder):
    done = CliRunner().invoke(
        application,
        ["check", model.info.name, str(folder), "--device", "tpu", "--models", str(model.folder.parent)],
    )
    assert isinstance(done.exception, CbirError) and "auto, cpu or cuda" in str(done.exception)
