"""`cbir models align` in miniature: tiny networks with random weights, and photos of plain colours."""

import json
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from typer.testing import CliRunner

from cbir.base.errors import CbirError
from cbir.cli.models import application
from cbir.embeddings import open_image_tower, open_model_folder, open_text_tower, prepare
from cbir.embeddings.training import HeldOut, Pairs, align, background, cross_validated_ranks
from cbir.search import distinct_z_scores, outshone
from cbir.training import CaptionedFile, train_built_in
from cbir.training.built_in import ENCODER, NETWORK, TOKENIZER, likeliest_scale, strong_line
from tests.docs.schemas import fitting
from tests.extras import needs

needs("torch", reason="training needs the extra `models`")
COLOURS = {"red": (210, 30, 30), "green": (30, 190, 60), "blue": (30, 50, 220), "white": (245, 245, 245)}
WORDS = (*COLOURS, "a", "photo", "of", "square", "##s")
WIDTH = 64


def network_state():
    """A network of seven stages of one block, by the published names."""

    import torch

    random = torch.Generator().manual_seed(1)

    def drawn(*shape):
        return torch.randn(*shape, generator=random) * (2 / float(np.prod(shape[1:]))) ** 0.5

    state = {}

    def convolution(name, norm, *shape):
        state[f"{name}.weight"] = drawn(*shape)
        state[f"{norm}.weight"], state[f"{norm}.bias"] = torch.ones(shape[0]), torch.zeros(shape[0])
        state[f"{norm}.running_mean"], state[f"{norm}.running_var"] = (
            torch.zeros(shape[0]),
            torch.ones(shape[0]),
        )

    convolution("_conv_stem", "_bn0", 8, 3, 3, 3)
    before = 8
    for block, after in enumerate((4, 6, 8, 10, 12, 14, 16)):
        prefix, wide = f"_blocks.{block}.", before if block == 0 else 2 * before
        if block:
            convolution(f"{prefix}_expand_conv", f"{prefix}_bn0", wide, before, 1, 1)
        convolution(f"{prefix}_depthwise_conv", f"{prefix}_bn1", wide, 1, 3, 3)
        convolution(f"{prefix}_project_conv", f"{prefix}_bn2", after, wide, 1, 1)
        before = after
    convolution("_conv_head", "_bn1", 32, before, 1, 1)
    state["_fc.weight"], state["_fc.bias"] = drawn(1000, 32), torch.zeros(1000)
    return state


def encoder_state(words):
    import torch

    random = torch.Generator().manual_seed(2)
    sizes = {
        "embeddings.word_embeddings.weight": (words, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
        "embeddings.position_embeddings.weight": (64, WIDTH),
    }
    layer = "encoder.layer.0."
    for name in (
        "attention.self.query",
        "attention.self.key",
        "attention.self.value",
        "attention.output.dense",
    ):
        sizes |= {f"{layer}{name}.weight": (WIDTH, WIDTH), f"{layer}{name}.bias": (WIDTH,)}
    sizes |= {f"{layer}intermediate.dense.weight": (128, WIDTH), f"{layer}intermediate.dense.bias": (128,)}
    sizes |= {f"{layer}output.dense.weight": (WIDTH, 128), f"{layer}output.dense.bias": (WIDTH,)}
    state = {name: torch.randn(*size, generator=random) * 0.2 for name, size in sizes.items()}
    for norm in ("embeddings.LayerNorm", f"{layer}attention.output.LayerNorm", f"{layer}output.LayerNorm"):
        state |= {f"{norm}.weight": torch.ones(WIDTH), f"{norm}.bias": torch.zeros(WIDTH)}
    return state


@pytest.fixture(scope="module")
def networks(tmp_path_factory):
    import torch
    from safetensors.torch import save_file

    folder = tmp_path_factory.mktemp("networks")
    torch.save(network_state(), folder / NETWORK)
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "ÿ", *"abcdefghijklmnopqrstuvwxyz", *WORDS]
    save_file(encoder_state(len(vocabulary)), folder / ENCODER)
    tokenizer = Tokenizer(
        models.WordPiece({word: at for at, word in enumerate(vocabulary)}, unk_token="[UNK]")
    )
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.save(str(folder / TOKENIZER))
    return folder


@pytest.fixture(scope="module")
def photos(tmp_path_factory):
    folder = tmp_path_factory.mktemp("photos")
    rng = np.random.default_rng(5)
    made = []
    for number in range(24):
        colour = list(COLOURS)[number % 4]
        pixels = np.clip(np.array(COLOURS[colour]) + rng.normal(0, 12, (48, 64, 3)), 0, 255).astype(np.uint8)
        path = folder / f"{number}.png"
        Image.fromarray(pixels).save(path)
        made.append(CaptionedFile(path=path, captions=(f"a photo of {colour} squares",)))
    return tuple(made)


@pytest.mark.long
def test_a_model_is_made_twice_alike_and_its_towers_agree(
    networks,
    photos,
    tmp_path,
    workers,
    monkeypatch,
):
    monkeypatch.setattr("cbir.training.photos.WorkerPool", lambda: workers)
    made = [
        train_built_in(photos[:20], photos[20:], networks, tmp_path / name, name=name, seed=3)
        for name in ("one", "two")
    ]
    assert made[0].model.info.fingerprint == made[1].model.info.fingerprint
    assert (made[0].photos, made[0].measured, made[0].unreadable) == (24, 20, 0)
    model = open_model_folder(tmp_path / "one")
    assert not list(tmp_path.rglob("pixels*"))
    squares = np.stack(
        [prepare(np.asarray(Image.open(photo.path)), model.preprocessing) for photo in photos[:4]]
    )
    with open_image_tower(model, "cpu") as images, open_text_tower(model, "cpu") as texts:
        pictures = images.encode(squares)
        sentences = texts.encode([f"a photo of {colour} squares" for colour in COLOURS]).vectors
        (long,) = texts.encode(["a photo of green squares " * 30]).vectors
    scores = (sentences - sentences.mean(axis=0)) @ (pictures - pictures.mean(axis=0)).T
    assert np.diag(scores).mean() > 0 > scores[~np.eye(4, dtype=bool)].mean()
    assert np.isfinite(long).all()


@pytest.mark.long
def test_the_towers_with_few_bits_are_near_those_of_torch(networks):
    from cbir.embeddings.training.locked_towers import whole_numbers

    rng = np.random.default_rng(0)
    weights = rng.normal(size=(30, 50)).astype(np.float32) * rng.uniform(0.01, 10, (30, 1)).astype(np.float32)
    for step, most in ((0.1, 0.04), (0.25, 0.09), (0.4, 0.14)):
        whole, scale = whole_numbers(weights, axis=0, step=step)
        assert np.abs(whole).max() <= 63 and scale.shape == (30, 1)
        error = np.linalg.norm(whole * scale - weights, axis=1) / np.linalg.norm(weights, axis=1)
        assert error.max() < most


def test_texts_find_pictures_of_what_no_caption_named():
    """The names of classes teach what captions do not, and held-out captions are found."""
    rng = np.random.default_rng(1)
    meaning = rng.normal(size=(60, 24)).astype(np.float32)
    see = rng.normal(size=(24, 80)).astype(np.float32)
    probabilities = rng.dirichlet(np.ones(7), 60).astype(np.float32)
    pairs = Pairs(
        features=meaning @ see + rng.normal(size=(60, 80)).astype(np.float32),
        probabilities=probabilities,
        texts=meaning / np.linalg.norm(meaning, axis=1, keepdims=True),
        weights=np.ones(60, np.float32),
    )
    names = rng.normal(size=(7, 24)).astype(np.float32)
    ranks, vectors = cross_validated_ranks(pairs, names, (80,), np.arange(60))
    assert len(ranks) == 60 and np.mean(ranks == 1) > 0.8 and len(vectors) == 5
    assert 2 <= likeliest_scale(vectors) <= 100
    alone = Pairs(
        features=pairs.features * 0,
        probabilities=probabilities,
        texts=probabilities @ names,
        weights=pairs.weights,
    )
    fitted = align(alone, names, (80,))
    scores = fitted.texts(alone.texts) @ fitted.pictures(alone.features, alone.probabilities).T
    assert (scores.argmax(axis=1) == np.arange(60)).mean() > 0.8


def test_the_line_is_where_held_out_captions_are_beside_those_that_come_with_the_model():
    rng = np.random.default_rng(0)

    def rows(count):
        drawn = rng.normal(size=(count, 6)).astype(np.float32)
        return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True), np.float32)

    pictures, trained = rows(50), np.arange(50, 250)
    held = HeldOut(
        texts=pictures,
        pictures=pictures,
        other_texts=rows(200),
        others=np.float32(0.3) * rows(200),
        trained=trained.astype(np.intp),
    )
    published = np.arange(0, 250, 2)
    line = strong_line([held], published)
    unlike = np.where(np.isin(trained, published)[:, None], held.other_texts, rows(200))
    assert strong_line([replace(held, other_texts=unlike)], published) == line
    alike = np.where(np.isin(trained, published)[:, None], pictures[trained % 50], held.other_texts)
    assert strong_line([replace(held, other_texts=alike)], published) < line
    z_scores = distinct_z_scores(
        held.texts, pictures, background(held.others, 96), held.other_texts[np.isin(trained, published)]
    )
    own = [outshone(row)[place] for place, row in enumerate(z_scores)]
    assert np.mean(own >= np.float32(line)) == pytest.approx(0.68, abs=0.02)


def test_a_folder_without_the_networks_or_with_others_is_a_sentence(networks, photos, tmp_path):
    import torch

    from cbir.embeddings.training import LockedNetworks

    with pytest.raises(CbirError, match=f"has no {NETWORK}"):
        LockedNetworks(tmp_path, network=NETWORK, encoder=ENCODER, tokenizer=TOKENIZER)
    for name in (NETWORK, ENCODER, TOKENIZER):
        (tmp_path / name).write_bytes((networks / name).read_bytes())
    torch.save({"weight": torch.ones(3)}, tmp_path / NETWORK)
    with pytest.raises(CbirError, match="cannot be read"):
        LockedNetworks(tmp_path, network=NETWORK, encoder=ENCODER, tokenizer=TOKENIZER)
    with pytest.raises(CbirError, match="at least 10 photos"):
        train_built_in(photos[:9], (), networks, tmp_path / "model", name="few")


def test_the_command_says_what_a_file_of_captions_lacks(networks, tmp_path):
    captions = tmp_path / "captions.json"
    for content in ("", "[]", "{", json.dumps({"a.jpg": ""})):
        captions.write_text(content, encoding="utf-8")
        done = CliRunner().invoke(
            application,
            ["align", str(captions), "--networks", str(networks), "-o", str(tmp_path / "model")],
        )
        assert isinstance(done.exception, CbirError), content


@pytest.mark.long
def test_the_command_says_what_it_made(networks, photos, tmp_path, workers, monkeypatch):
    monkeypatch.setattr("cbir.training.photos.WorkerPool", lambda: workers)
    folder = photos[0].path.parent
    captions = {photo.path.name: list(photo.captions) for photo in photos}
    (folder / "captions.json").write_text(json.dumps(captions), encoding="utf-8")
    command = ["align", str(folder), "--networks", str(networks), "-o", str(tmp_path / "model"), "--json"]
    done = CliRunner().invoke(application, command, catch_exceptions=False)
    assert fitting("models align", done.stdout)["captions"] == 24
