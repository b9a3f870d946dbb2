"""Models come whole or not at all, from the hub, from a checkpoint, from a folder; and what is no model is refused."""

import json
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from cbir.base.errors import ArtifactMismatch, Cancelled, CbirError, ModelNotInstalled
from cbir.base.storage import temporary_name
from cbir.base.types import ModelOffer
from cbir.cli.models import application
from cbir.embeddings import ModelStore, open_image_tower, open_text_tower
from cbir.embeddings.captions import plain_captions
from cbir.embeddings.installing import download as downloading
from cbir.embeddings.installing import (
    import_checkpoint,
    import_towers,
    install_model,
    remove_left_models,
    remove_model,
)
from cbir.embeddings.model_folder import (
    DESCRIPTION,
    IMAGE_TOWER,
    SENTENCES,
    TEXT_TOWER,
    TOKENIZER,
    WEIGHTS,
    verify_model_files,
)
from cbir.embeddings.shipping import build_graphs
from tests.cbir.hub_server import COMMIT, files_of_at_most, hub_server
from tests.cbir.tiny_model import (
    DIMENSION,
    SIDE_PX,
    TINY,
    WIDER,
    OfferingStore,
    published_as,
    seeded_model,
    tiny_architectures,
    write_checkpoint,
)
from tests.docs.schemas import fitting

TAG, REPOSITORY = "seven", "someone/tiny"
OFFER = ModelOffer(
    name="tiny",
    title="Tiny",
    architecture=TINY,
    weights=TAG,
    parameters=1_600_000,
    download_bytes=7_000_000,
    licence="MIT",
    languages="English",
    recall=(("flickr30k", 12.5),),
    source="a test",
    default=True,
)


@pytest.fixture(scope="module", autouse=True)
def _architectures(tmp_path_factory):
    with tiny_architectures(tmp_path_factory.mktemp("architectures")):
        yield


@pytest.fixture(scope="module")
def checkpoint(_architectures, tmp_path_factory):
    return write_checkpoint(
        seeded_model(TINY), tmp_path_factory.mktemp("checkpoint") / "Tiny Weights.safetensors"
    )


@pytest.fixture(scope="module")
def made(checkpoint, tmp_path_factory):
    """One import for the tests that only read it."""
    return import_checkpoint(
        ModelStore(tmp_path_factory.mktemp("made")), checkpoint, architecture=TINY, name="tiny"
    )


@pytest.fixture
def store(tmp_path):
    return ModelStore(tmp_path / "models")


@pytest.fixture
def stocked(store, made):
    """A store with the model in it, for tests that change it."""
    shutil.copytree(made.folder, store.folder / "tiny")
    return store


@pytest.fixture(scope="module")
def graph(_architectures, tmp_path_factory):
    """The tiny model's graph as the program would ship it."""
    with published_as(TAG, REPOSITORY):
        return build_graphs(TINY, TAG, tmp_path_factory.mktemp("graphs") / "tiny")


@pytest.fixture
def offering(graph, tmp_path):
    return OfferingStore(tmp_path / "models", OFFER, graph)


@pytest.fixture
def hub(checkpoint, monkeypatch):
    monkeypatch.setattr(downloading, "WAITS_S", (0.01,))
    files = {f"{REPOSITORY}/open_clip_model.safetensors": checkpoint.read_bytes()}
    with hub_server(files) as (server, address):
        monkeypatch.setenv("HF_ENDPOINT", address)
        yield server


def left_over(store):
    """The files in a store other than complete models, downloads and the choice."""
    return [
        path.name
        for path in store.folder.iterdir()
        if path.name not in {".downloads", "current.json"} and not (path / DESCRIPTION).is_file()
    ]


def test_an_import_makes_both_towers_the_tokenizer_and_the_weights(made):
    assert {path.name for path in made.folder.iterdir()} == {
        DESCRIPTION,
        IMAGE_TOWER,
        TEXT_TOWER,
        TOKENIZER,
        SENTENCES,
        WEIGHTS,
    }
    assert (made.info.runtime, made.info.dimension, made.info.context_tokens) == ("onnx", DIMENSION, 20)
    assert made.info.bytes == sum(
        path.stat().st_size for path in made.folder.iterdir() if path.name != DESCRIPTION
    )
    assert made.preprocessing.side_px == SIDE_PX
    verify_model_files(made)


def test_the_mean_of_texts_is_that_of_unit_vectors(made):
    assert made.text_mean.shape == (DIMENSION,) and not made.text_mean.flags.writeable
    assert 0.1 < float(np.linalg.norm(made.text_mean)) < 1


def test_an_import_keeps_what_plain_captions_mean_and_the_scale_of_the_training(made):
    sentences = made.sentences()
    assert sentences.shape == (len(plain_captions()), DIMENSION)
    np.testing.assert_allclose(np.linalg.norm(sentences, axis=1), 1, atol=2e-3)
    np.testing.assert_allclose(sentences.mean(0), made.text_mean, atol=1e-3)
    assert made.scale == pytest.approx(1 / 0.07, rel=1e-4), "open_clip's, before any training"


def test_a_name_is_made_from_the_file(store, checkpoint):
    assert import_checkpoint(store, checkpoint, architecture=TINY).info.name == "tiny-weights"
    with pytest.raises(CbirError, match="already a model called tiny-weights"):
        import_checkpoint(store, checkpoint, architecture=TINY)


@pytest.mark.long
def test_the_same_weights_have_the_same_fingerprint_and_others_another(store, made, tmp_path):
    import torch

    state = {f"module.{name}": tensor for name, tensor in seeded_model(TINY).state_dict().items()}
    again = tmp_path / "epoch.pt"
    torch.save({"epoch": 3, "state_dict": state}, again)  # as open_clip's training writes it
    other = write_checkpoint(seeded_model(TINY, seed=8), tmp_path / "other.safetensors")
    assert import_checkpoint(store, again, architecture=TINY).info.fingerprint == made.info.fingerprint
    assert import_checkpoint(store, other, architecture=TINY).info.fingerprint != made.info.fingerprint


def test_installing_downloads_tries_and_says_what_it_does(hub, offering):
    store = offering
    seen = []
    model = install_model(store, "tiny", progress=seen.append)
    assert (model.info.title, model.info.licence, model.info.runtime) == ("Tiny", "MIT", "onnx")
    assert (model.preprocessing.fit, model.preprocessing.interpolation) == ("squash", "bilinear")
    assert model.preprocessing.mean == (0.5, 0.4, 0.3)
    assert model.provenance["commit"] == COMMIT and model.provenance["weights"].startswith(REPOSITORY)
    steps = [progress.step for progress in seen]
    assert (
        steps.index("Downloading the weights")
        < steps.index("Writing the weights")
        < steps.index("Trying the model")
    )
    assert any(progress.total == len(next(iter(hub.files.values()))) for progress in seen)
    assert not left_over(store) and not list((store.folder / ".downloads").glob("tiny/*"))


def test_what_is_installed_is_not_downloaded_again(hub, offering):
    store = offering
    first = install_model(store, "tiny")
    hub.requests.clear()
    assert install_model(store, "tiny").info == first.info
    assert not hub.requests


def test_an_interrupted_install_leaves_no_model_and_goes_on_later(hub, offering):
    store = offering
    hub.cut_after, hub.cuts = 1_000_000, 2
    with pytest.raises(CbirError, match="interrupted"):
        install_model(store, "tiny")
    assert not store.installed() and not left_over(store)
    hub.requests.clear()
    assert install_model(store, "tiny").info.name == "tiny"
    assert "bytes=2000000-" in [asked for _, _, asked in hub.requests]


def test_a_cancelled_install_leaves_no_model(hub, offering):
    store = offering
    seen = []
    with pytest.raises(Cancelled):
        install_model(
            store,
            "tiny",
            progress=seen.append,
            cancelled=lambda: any(p.step.startswith("Writing") for p in seen),
        )
    assert not store.installed() and not left_over(store)


@pytest.mark.skipif(sys.platform == "win32", reason="limits of file sizes are POSIX")
def test_a_disk_that_is_full_leaves_no_model_and_the_next_try_downloads_nothing(hub, offering, tmp_path):
    from safetensors.torch import save_file

    (name,) = hub.files
    half = {key: tensor.half() for key, tensor in seeded_model(TINY).state_dict().items()}
    save_file(half, tmp_path / "half.safetensors")
    hub.files[name] = (tmp_path / "half.safetensors").read_bytes()
    with (
        files_of_at_most(5_000_000),
        pytest.raises(CbirError, match="cannot be written to"),
    ):
        install_model(offering, "tiny")
    assert not offering.installed() and not left_over(offering)
    hub.requests.clear()
    assert install_model(offering, "tiny").info.name == "tiny"
    assert {method for method, _, _ in hub.requests} == {"HEAD"}


@pytest.mark.long
def test_a_published_file_from_the_disk_makes_the_same_model(hub, offering, checkpoint, tmp_path):
    model = install_model(offering, "tiny", source=checkpoint)
    assert not hub.requests and model.provenance["imported_from"] == checkpoint.name
    other = OfferingStore(tmp_path / "other", OFFER, offering.graph(OFFER))
    assert install_model(other, "tiny").info.fingerprint == model.info.fingerprint
    with pytest.raises(CbirError, match="There is no file"):
        install_model(
            OfferingStore(tmp_path / "third", OFFER, offering.graph(OFFER)), "tiny", source=tmp_path
        )


@pytest.mark.long
def test_torch_reads_the_same_weights_file(hub, offering):
    from cbir.embeddings.towers.torch_towers import TorchImageTower, TorchTextTower

    model = install_model(offering, "tiny")
    squares = np.random.default_rng(3).integers(0, 256, (3, SIDE_PX, SIDE_PX, 3), np.uint8)
    texts = ["two red boats on a lake", ""]
    with open_image_tower(model, "cpu") as ours, TorchImageTower(model, "cpu") as theirs:
        np.testing.assert_allclose(ours.encode(squares), theirs.encode(squares), atol=1e-5)
    with open_text_tower(model, "cpu") as mine, TorchTextTower(model, "cpu") as other:
        np.testing.assert_allclose(mine.encode(texts).vectors, other.encode(texts).vectors, atol=1e-5)


def test_weights_that_arrive_wrong_are_refused(hub, offering):
    store = offering
    (name,) = hub.files
    hub.sent[name] = hub.files[name][:-4] + b"\0\0\1\0"
    with pytest.raises(CbirError, match="checksum"):
        install_model(store, "tiny")
    assert not store.installed() and not left_over(store)


def test_a_model_that_is_not_offered_cannot_be_installed(store):
    with pytest.raises(ModelNotInstalled, match="No model called nothing is offered"):
        install_model(store, "nothing")


def test_two_processes_do_not_install_one_model_at_once(store, checkpoint):
    from filelock import FileLock

    (store.folder / ".downloads").mkdir(parents=True)
    with (
        FileLock(store.folder / ".downloads" / "mine.lock"),
        pytest.raises(CbirError, match="being installed by another process"),
    ):
        import_checkpoint(store, checkpoint, architecture=TINY, name="mine")


def test_a_store_that_cannot_be_written_to_says_so(made, tmp_path):
    (tmp_path / "models").write_text("a file where the folder should be")
    with pytest.raises(CbirError, match="cannot be written to"):
        import_towers(ModelStore(tmp_path / "models"), made.folder, name="copy")


def test_leftovers_of_a_killed_install_are_swept(store, checkpoint):
    left = store.folder / ".unfinished-999999-mine"
    others = store.folder / ".unfinished-999999-not-mine"
    for folder in (left, others):
        folder.mkdir(parents=True)
        (folder / IMAGE_TOWER).write_bytes(b"half")
    import_checkpoint(store, checkpoint, architecture=TINY, name="mine")
    assert not left.exists() and others.exists()
    assert [model.info.name for model in store.installed()] == ["mine"]


def test_an_import_that_was_killed_is_removed_by_the_next_run_whatever_it_imports(store, made):
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    own = temporary_name(store.folder / "mine")
    left = own.with_name(own.name.replace(f"-{os.getpid()}-", f"-{ended.pid}-"))
    for folder in (own, left):
        folder.mkdir(parents=True)
        (folder / IMAGE_TOWER).write_bytes(b"half")
    remove_left_models(store)
    assert own.exists(), "its process is still there"
    assert not left.exists()
    left.mkdir()
    import_towers(store, made.folder, name="other")
    assert not left.exists()


def test_what_a_person_keeps_in_a_models_folder_survives_its_removal_and_its_replacement(store, made):
    import_towers(store, made.folder, name="kept")
    place, downloads = store.place("kept"), store.folder / ".downloads" / "kept"
    foreign = [place / "notes.txt", place / "mine" / "model.json", downloads / "notes.txt"]
    for path in foreign:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("precious")
    (downloads / "open_clip_model.safetensors.0123456789ab.part").write_bytes(b"half")
    remove_model(store, "kept")
    assert [path.read_text() for path in foreign] == ["precious"] * 3
    assert sorted(path.name for path in place.iterdir()) == ["mine", "notes.txt"]
    assert [path.name for path in downloads.iterdir()] == ["notes.txt"]
    import_towers(store, made.folder, name="kept")
    assert store.find("kept").info.fingerprint == made.info.fingerprint
    assert [path.read_text() for path in foreign] == ["precious"] * 3
    assert not list(store.folder.glob(".unfinished-*"))


def test_a_removal_that_was_killed_gives_back_what_was_not_the_models(store, made):
    aside = store.folder / ".unfinished-999999-removed-kept"
    shutil.copytree(made.folder, aside)
    (aside / "notes.txt").write_text("precious")
    import_towers(store, made.folder, name="kept")
    assert (store.place("kept") / "notes.txt").read_text() == "precious"
    assert not aside.exists()


def no_model(folder):
    """Files that are no checkpoint of the tiny architecture: file, architecture, what the sentence says."""
    import torch

    class Payload:
        def __reduce__(self):
            return (Path.touch, (folder / "it-ran",))

    write_checkpoint(seeded_model(TINY), folder / "good.safetensors")
    good = (folder / "good.safetensors").read_bytes()
    torch.save(seeded_model(TINY).state_dict(), folder / "good.pt")
    whole_pt = (folder / "good.pt").read_bytes()
    (folder / "cut.safetensors").write_bytes(good[: len(good) // 2])
    (folder / "cut.pt").write_bytes(whole_pt[: len(whole_pt) // 2])
    (folder / "empty.bin").write_bytes(b"")
    (folder / "photo.bin").write_bytes(b"\xff\xd8\xff\xe0" + bytes(1000))
    (folder / "code.pt").write_bytes(pickle.dumps(Payload()))
    torch.save({"state_dict": {"a": Payload()}}, folder / "hidden.pt")
    torch.save([1, 2, 3], folder / "list.pt")
    torch.save({"a": 1}, folder / "number.pt")
    write_checkpoint(torch.nn.Linear(2, 2), folder / "linear.safetensors")
    (folder / "archive.bin").write_bytes(b"PK\x03\x04" + bytes(200))
    return {
        "truncated safetensors": (folder / "cut.safetensors", TINY, "cut off"),
        "truncated torch": (folder / "cut.pt", TINY, "cut off|damaged"),
        "empty": (folder / "empty.bin", TINY, "not a checkpoint"),
        "a photo": (folder / "photo.bin", TINY, "not a checkpoint"),
        "a foreign archive": (folder / "archive.bin", TINY, "cut off|damaged"),
        "code": (folder / "code.pt", TINY, "would run code"),
        "hidden code": (folder / "hidden.pt", TINY, "would run code"),
        "a list": (folder / "list.pt", TINY, "contains no named weights"),
        "a number": (folder / "number.pt", TINY, "contains more than named weights"),
        "another model": (folder / "linear.safetensors", TINY, "not those of tiny-two-tower"),
        "wrong architecture": (folder / "good.safetensors", WIDER, "not those of wider-two-tower"),
        "unknown architecture": (
            folder / "good.safetensors",
            "tiny-two-towers",
            "Did you mean tiny-two-tower",
        ),
        "a path for an architecture": (folder / "good.safetensors", "hf-hub:a/b", "knows no architecture"),
        "no file": (folder / "missing.pt", TINY, "There is no file"),
    }


CASES = (
    "truncated safetensors, truncated torch, empty, a photo, a foreign archive, code, hidden code, a list,"
    " a number, another model, wrong architecture, unknown architecture, a path for an architecture, no file"
).split(", ")


@pytest.fixture(scope="module")
def bad_files(_architectures, tmp_path_factory):
    return no_model(tmp_path_factory.mktemp("bad"))


@pytest.mark.parametrize("case", CASES)
def test_a_bad_checkpoint_is_refused_in_a_sentence(case, store, bad_files):
    path, architecture, sentence = bad_files[case]
    with pytest.raises(CbirError, match=sentence) as caught:
        import_checkpoint(store, path, architecture=architecture, name="bad")
    assert str(caught.value).endswith((".", "?"))
    assert not (path.parent / "it-ran").exists()
    assert not store.installed() and not (store.folder.exists() and left_over(store))


def test_every_bad_file_is_tried(bad_files):
    assert set(bad_files) == set(CASES)


def test_a_folder_of_this_program_is_imported_as_it_is(store, made):
    model = import_towers(store, made.folder, name="copy")
    assert model.info.name == "copy"
    assert (model.info.fingerprint, model.info.dimension) == (made.info.fingerprint, made.info.dimension)
    verify_model_files(model)


def test_a_damaged_folder_is_not_imported(store, made, tmp_path):
    folder = shutil.copytree(made.folder, tmp_path / "damaged")
    data = bytearray((folder / IMAGE_TOWER).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / IMAGE_TOWER).write_bytes(data)
    with pytest.raises(ArtifactMismatch, match=r"image\.onnx has changed"):
        import_towers(store, folder)
    assert not store.installed()


@pytest.mark.parametrize("kind", ["open_clip", "transformers"])
def test_towers_of_another_program_are_imported_with_its_configuration(kind, store, made, tmp_path):
    folder = tmp_path / "foreign"
    folder.mkdir()
    shutil.copyfile(made.folder / IMAGE_TOWER, folder / "visual.onnx")
    shutil.copyfile(made.folder / TEXT_TOWER, folder / "textual.onnx")
    shutil.copyfile(made.folder / TOKENIZER, folder / TOKENIZER)
    about = {
        "model_cfg": {"vision_cfg": {"image_size": SIDE_PX}, "text_cfg": {"context_length": 20}},
        "preprocess_cfg": {"mean": [0.5] * 3, "std": [0.25] * 3, "resize_mode": "squash"},
    }
    name = "open_clip_config.json"
    if kind == "transformers":
        name = "preprocessor_config.json"
        about = {
            "crop_size": {"height": SIDE_PX, "width": SIDE_PX},
            "size": {"shortest_edge": SIDE_PX},
            "do_center_crop": True,
            "resample": 3,
            "image_mean": [0.5] * 3,
            "image_std": [0.25] * 3,
        }
        (folder / "tokenizer_config.json").write_text('{"model_max_length": 20}', encoding="utf-8")
    (folder / name).write_text(json.dumps(about), encoding="utf-8")
    model = import_towers(store, folder)
    assert model.info.name == "foreign" and model.info.dimension == DIMENSION
    assert model.preprocessing.fit == ("squash" if kind == "open_clip" else "crop")
    assert model.preprocessing.std == (0.25, 0.25, 0.25)
    with open_text_tower(made, "cpu") as first, open_text_tower(model, "cpu") as second:
        texts = ["two red boats", "ünïcode " * 20]
        np.testing.assert_array_equal(first.encode(texts).vectors, second.encode(texts).vectors)


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        ("visual.onnx", "no image tower"),
        ("textual.onnx", "no text tower"),
        (TOKENIZER, "no tokenizer.json"),
        ("open_clip_config.json", "does not say how pictures are made ready"),
    ],
)
def test_a_folder_without_a_part_says_which(missing, sentence, store, made, tmp_path):
    folder = tmp_path / "foreign"
    folder.mkdir()
    shutil.copyfile(made.folder / IMAGE_TOWER, folder / "visual.onnx")
    shutil.copyfile(made.folder / TEXT_TOWER, folder / "textual.onnx")
    shutil.copyfile(made.folder / TOKENIZER, folder / TOKENIZER)
    about = {"model_cfg": {}, "preprocess_cfg": {"mean": [0.5] * 3, "std": [0.25] * 3}}
    (folder / "open_clip_config.json").write_text(json.dumps(about), encoding="utf-8")
    (folder / missing).unlink()
    with pytest.raises(CbirError, match=sentence):
        import_towers(store, folder)
    assert not store.installed()


@pytest.mark.parametrize("broken", ["no JSON", "[]", '{"preprocess_cfg": {"mean": "red", "std": 3}}', "{}"])
def test_a_configuration_that_makes_no_sense_is_refused(broken, store, made, tmp_path):
    folder = shutil.copytree(made.folder, tmp_path / "foreign", ignore=lambda *_: [DESCRIPTION, WEIGHTS])
    (folder / "open_clip_config.json").write_text(broken, encoding="utf-8")
    with pytest.raises(CbirError):
        import_towers(store, folder)
    assert not store.installed()


def test_the_first_model_is_used_and_another_on_demand(stocked, made):
    assert stocked.current() is not None and stocked.current().info.name == "tiny"
    import_towers(stocked, made.folder, name="second")
    assert stocked.use("tiny").info.name == "tiny"
    assert stocked.current().info.name == "tiny"
    stocked.use("second")
    remove_model(stocked, "second")
    assert stocked.current().info.name == "tiny"
    remove_model(stocked, "tiny")
    assert stocked.current() is None and not stocked.installed() and not left_over(stocked)


def test_a_model_is_found_by_the_fingerprint_that_stored_vectors_name(stocked, made):
    found = stocked.find_fingerprint(made.info.fingerprint)
    assert found is not None and found.info.name == "tiny"
    assert stocked.find_fingerprint("0" * 32) is None


@pytest.mark.parametrize("name", ["nothing", "../models", "", "TINY", "vit-b-32"])
def test_a_model_that_is_not_there_is_said_to_be_missing(stocked, name):
    with pytest.raises(ModelNotInstalled):
        stocked.find(name)


@pytest.mark.parametrize("name", ["../models", "", "demo"])
def test_a_name_cannot_lead_out_of_the_store(stocked, name):
    with pytest.raises(CbirError):
        remove_model(stocked, name)
    assert stocked.installed()


@pytest.mark.parametrize(
    "damage", ["cut tower", "no tokenizer", "no description", "half a description", "format"]
)
def test_a_damaged_model_is_not_listed_and_is_named(stocked, damage):
    folder = stocked.folder / "tiny"
    if damage == "cut tower":
        data = (folder / TEXT_TOWER).read_bytes()
        (folder / TEXT_TOWER).write_bytes(data[:-10])
    elif damage == "no tokenizer":
        (folder / TOKENIZER).unlink()
    elif damage == "no description":
        (folder / DESCRIPTION).unlink()
    elif damage == "half a description":
        (folder / DESCRIPTION).write_text((folder / DESCRIPTION).read_text()[:200])
    else:
        about = json.loads((folder / DESCRIPTION).read_text())
        (folder / DESCRIPTION).write_text(json.dumps({**about, "format": 99}))
    assert not stocked.installed() and stocked.current() is None
    with pytest.raises(CbirError):
        stocked.find("tiny")


def test_a_damaged_model_is_replaced_by_installing_it_again(hub, offering):
    store = offering
    install_model(store, "tiny")
    (store.folder / "tiny" / TOKENIZER).unlink()
    assert not store.installed()
    verify_model_files(install_model(store, "tiny"))
    assert not left_over(store)


@pytest.mark.parametrize("file", [IMAGE_TOWER, TEXT_TOWER, TOKENIZER])
def test_a_file_that_was_changed_without_its_size_does_not_crash_the_process(stocked, file):
    path = stocked.folder / "tiny" / file
    path.write_bytes(b"\x99" * path.stat().st_size)
    model = stocked.find("tiny")
    opening = open_image_tower if file == IMAGE_TOWER else open_text_tower
    with pytest.raises(ArtifactMismatch, match=r"damaged|cannot be (read|loaded)|not a tokenizer"):
        opening(model, "cpu")


def test_towers_that_cannot_be_exported_are_run_by_torch_and_a_note_says_so(
    store, checkpoint, made, monkeypatch
):
    from cbir.embeddings.installing import convert

    def refuse(*_, **__):
        raise RuntimeError("no such operator")

    monkeypatch.setattr(convert, "export_towers", refuse)
    model = import_checkpoint(store, checkpoint, architecture=TINY, name="slow")
    assert model.info.runtime == "torch" and "cannot be exported" in model.info.notes[0]
    squares = np.random.default_rng(3).integers(0, 256, (3, SIDE_PX, SIDE_PX, 3), np.uint8)
    with open_image_tower(model) as slow, open_image_tower(made, "cpu") as fast:
        cosines = (slow.encode(squares) * fast.encode(squares)).sum(axis=1)
    with open_text_tower(model) as slow_text, open_text_tower(made, "cpu") as fast_text:
        texts = ["two red boats on a lake"]
        cosines_text = (slow_text.encode(texts).vectors * fast_text.encode(texts).vectors).sum(axis=1)
    assert cosines.min() > 0.9999 and cosines_text.min() > 0.9999


def test_towers_that_differ_from_torch_are_run_by_torch(store, checkpoint, monkeypatch):
    """An exporter's fault that changes numbers: the text tower of other weights."""
    from cbir.embeddings.installing import convert, export_towers

    real, other = export_towers, seeded_model(TINY, seed=9)

    def faulty(image, text, folder, **sizes):
        real(other.visual, text, folder, **sizes)

    monkeypatch.setattr(convert, "export_towers", faulty)
    model = import_checkpoint(store, checkpoint, architecture=TINY, name="wrong")
    assert model.info.runtime == "torch" and "differ from torch" in model.info.notes[0]
    assert not (model.folder / IMAGE_TOWER).exists()


def run(*arguments):
    return CliRunner().invoke(application, [str(argument) for argument in arguments])


def test_the_commands_list_import_use_and_remove(made, tmp_path):
    place = ("--models", tmp_path / "models")
    done = run("import", made.folder, "--name", "mine", "--json", *place)
    assert done.exit_code == 0 and json.loads(done.stdout)["name"] == "mine"
    listed = json.loads(run("list", "--json", *place).stdout)
    assert listed["current"] == "mine" and [model["name"] for model in listed["installed"]] == ["mine"]
    offered = {offer["name"]: offer for offer in listed["offered"]}
    assert offered["vit-b-32"]["default"] and offered["vit-b-32"]["recall_at_1_percent"]
    rows = [line.split("\t") for line in run("list", *place).stdout.splitlines()]
    assert ["mine", "in use"] in [row[:2] for row in rows]
    assert ["vit-b-32", "offered"] in [row[:2] for row in rows]
    assert run("use", "mine", *place).exit_code == 0
    assert run("remove", "mine", *place).exit_code == 0
    assert json.loads(run("list", "--json", *place).stdout)["installed"] == []


def test_a_checkpoint_without_an_architecture_is_asked_for_it(checkpoint, tmp_path):
    done = run("import", checkpoint, "--models", tmp_path)
    assert isinstance(done.exception, CbirError) and "--arch" in str(done.exception)


def test_the_offers_are_complete_and_the_default_is_free():
    from open_clip import get_pretrained_cfg

    offers = ModelStore().offers()
    assert [offer.default for offer in offers] == [True] + [False] * (len(offers) - 1)
    assert offers[0].licence == "MIT" and not offers[0].research_only
    assert any(offer.research_only for offer in offers)
    for offer in offers:
        assert get_pretrained_cfg(offer.architecture, offer.weights)["hf_hub"]
        assert offer.source and offer.parameters * 4 <= offer.download_bytes * 1.01
        assert all(0 < percent < 100 for _, percent in offer.recall)
        assert ("research" in offer.licence.lower()) == offer.research_only


def test_the_commands_that_make_graphs_and_install_say_what_they_made(
    offering, hub, graph, tmp_path, monkeypatch
):
    monkeypatch.setattr("cbir.embeddings.ModelStore", lambda *_: offering)
    installed = fitting("models install", run("install", "tiny", "--json").stdout)
    assert (installed["name"], installed["licence"]) == ("tiny", "MIT")
    (made,) = fitting("models graphs", run("graphs", tmp_path / "graphs", "--json").stdout)["models"]
    assert made["name"] == "tiny" and made["cosine"] > 0.999
