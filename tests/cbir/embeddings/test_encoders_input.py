"""Input of the towers: pictures as torchvision prepares them, texts as open_clip's tokenizer splits them."""

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from cbir.base.errors import CbirError
from cbir.base.resources import resource
from cbir.base.types import ModelInfo, Preprocessing
from cbir.embeddings import InstalledModel, Tokenizing, prepare
from cbir.embeddings.model_folder import TOKENIZER
from cbir.embeddings.towers import (
    TextTokenizer,
    load_tokenizer,
    normalise,
    plan_tokenizer,
    write_clip_tokenizer,
    write_foreign_tokenizer,
)
from cbir.embeddings.towers.tokenizing import PieceTokenizer, TokenizerPlan, clean
from tests.pictures import photo

MEAN, STD = (0.48145466, 0.4578275, 0.40821073), (0.26862954, 0.26130258, 0.27577711)
CONTEXT = 77

TEXTS = {
    "plain": "a photo of a cat",
    "empty": "",
    "spaces": "  \t \n ",
    "apostrophes": "don't they've we'Ll it'S",
    "curly": "Don’t stop “now” … ﬁne",
    "entities": "rock &amp;amp; roll &lt;b&gt; R&B &eacute;",
    "accents": "café cafe\u0301 Ünïcode Straße",
    "emoji": "👩‍👩‍👧‍👦 family 🐕 🏳️‍🌈",
    "hebrew": "שלום עולם",
    "arabic": "مرحبا بالعالم",
    "mixed directions": "photo of שלום and مرحبا",
    "chinese": "日本語のテキスト 红色的船",
    "greek": "ΣΊΣΥΦΟΣ İstanbul",
    "controls": "a\x00b\tc\nd\r\ne\x1b[31mred\x1b[0m",
    "special tokens": "<start_of_text> hi <end_of_text>",
    "numbers": "123 4 five5 ½ ²",
    "wide": "ﾊﾝｶｸ ｗｉｄｅ 𝔘𝔫𝔦𝔠𝔬𝔡𝔢",
    "mojibake": "schÃ¶n",
    "punctuation": "a_b-c...!!! ?? #tag @me",
    "long s": "'ſ 'ſt",
    "ten thousand words": "word " * 10_000,
    "one long word": "x" * 3000,
}


def preprocessing(side_px=224, fit="crop", interpolation="bicubic"):
    return Preprocessing(side_px=side_px, fit=fit, interpolation=interpolation, mean=MEAN, std=STD)


SIZES = [
    (640, 427),
    (427, 640),
    (512, 512),
    (224, 224),
    (225, 224),
    (960, 301),
    (100, 37),
    (7, 3),
    (1, 1),
    (224, 500),
]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("fit", "interpolation"), [("crop", "bicubic"), ("crop", "bilinear"), ("squash", "bicubic")]
)
def test_pictures_are_prepared_as_open_clip_does(size, fit, interpolation):
    from open_clip import image_transform

    mode = "shortest" if fit == "crop" else "squash"
    reference = image_transform(
        224, is_train=False, mean=MEAN, std=STD, resize_mode=mode, interpolation=interpolation
    )
    picture = Image.fromarray(photo("chelsea")).resize(size)
    wanted = reference(picture).numpy()
    asked = preprocessing(fit=fit, interpolation=interpolation)
    square = prepare(np.asarray(picture), asked)
    assert square.shape == (224, 224, 3) and square.dtype == np.uint8 and square.flags.c_contiguous
    np.testing.assert_allclose(normalise(square[None], asked)[0], wanted, atol=2e-6)


def test_a_strip_costs_no_more_than_a_picture():
    """One pixel high and 20,000 wide: scaled first, it would have a billion pixels."""
    strip = np.zeros((1, 20_000, 3), np.uint8)
    strip[:, 9_000:11_000] = 200
    assert prepare(strip, preprocessing()).min() == 200
    assert prepare(strip.transpose(1, 0, 2), preprocessing()).shape == (224, 224, 3)


def test_nothing_to_normalise_is_nothing():
    assert normalise(np.zeros((0, 8, 8, 3), np.uint8), preprocessing(8)).shape == (0, 3, 8, 8)


def tokenizer_of(folder, tokenizing, context=CONTEXT):
    info = ModelInfo(
        name="t", title="", fingerprint="", architecture="", dimension=1, context_tokens=context,
        runtime="onnx", bytes=0, licence="", languages="",
    )  # fmt: skip
    return TextTokenizer(
        InstalledModel(
            info=info,
            folder=folder,
            preprocessing=preprocessing(),
            tokenizing=tokenizing,
            text_mean=np.zeros(1, np.float32),
        )
    )


@pytest.fixture(scope="module")
def clip_tokenizer(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tokenizer")
    return tokenizer_of(folder, write_clip_tokenizer(folder, "lower"))


@pytest.fixture(scope="module")
def reference():
    """open_clip's own; to read its vocabulary takes longer than these tests."""
    from open_clip.tokenizer import SimpleTokenizer

    return SimpleTokenizer(context_length=CONTEXT)


@pytest.mark.parametrize("name", TEXTS)
def test_texts_become_the_tokens_of_open_clip(name, clip_tokenizer, reference):
    tokens, cut = clip_tokenizer.encode([TEXTS[name]])
    assert tokens.dtype == np.int64
    np.testing.assert_array_equal(tokens, reference([TEXTS[name]]).numpy())
    assert cut == (len(reference.encode(TEXTS[name])) + 2 > CONTEXT,)


# Signs that Unicode has not assigned yet are letters to one library and not to another.
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(exclude_categories=["Cs", "Cn"]), max_size=40))
def test_any_text_becomes_the_tokens_of_open_clip(clip_tokenizer, reference, text):
    np.testing.assert_array_equal(clip_tokenizer.encode([text])[0], reference([text]).numpy())


def test_half_a_surrogate_pair_is_a_text_too(clip_tokenizer):
    """Names of files that are not UTF-8 come with such characters, and a text box may be cut between two."""
    tokens, _ = clip_tokenizer.encode(["a \ud83d dog", "a \ud83d\ude00 dog"])
    np.testing.assert_array_equal(tokens[1], clip_tokenizer.encode(["a 😀 dog"])[0][0])
    assert tokens[0, 0] == tokens[1, 0]


def test_no_text_gives_no_row(clip_tokenizer):
    tokens, cut = clip_tokenizer.encode([])
    assert tokens.shape == (0, CONTEXT) and cut == ()


def test_a_cut_text_keeps_its_end_token(clip_tokenizer):
    tokens, cut = clip_tokenizer.encode(["word " * 75, "word " * 76])
    assert cut == (False, True)
    assert tokens[0, -1] == tokens[1, -1] == 49407


@pytest.mark.parametrize("how", ["lower", "canonicalize", "whitespace"])
@pytest.mark.parametrize("name", [name for name in TEXTS if name != "ten thousand words"])
def test_texts_are_cleaned_as_open_clip_does(name, how):
    from open_clip.tokenizer import get_clean_fn

    assert clean(TEXTS[name], how) == get_clean_fn(how)(TEXTS[name])


def foreign_tokenizer(*, ends):
    """A tokenizer.json as SigLIP's: cutting and padding in it, the end token only by its configuration."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    words = {"<pad>": 0, "<eos>": 1, "<bos>": 2, "<unk>": 3, "red": 4, "boat": 5}
    tokenizer = Tokenizer(models.WordLevel(words, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.add_special_tokens(["<pad>", "<eos>", "<bos>"])
    tokenizer.enable_truncation(4)
    tokenizer.enable_padding(pad_id=3, length=12)
    if ends:
        tokenizer.post_processor = processors.TemplateProcessing(
            single="<bos> $A <eos>", special_tokens=[("<bos>", 2), ("<eos>", 1)]
        )
    return tokenizer.to_str().encode()


@pytest.mark.parametrize("ends", [True, False])
def test_a_foreign_tokenizer_adds_what_its_configuration_says(ends, tmp_path):
    config = {
        "add_bos_token": False,
        "add_eos_token": True,
        "bos_token": "<bos>",
        "eos_token": {"content": "<eos>"},
        "pad_token": "<pad>",
    }
    tokenizing = write_foreign_tokenizer(
        tmp_path, foreign_tokenizer(ends=ends), json.dumps(config).encode(), "canonicalize"
    )
    assert tokenizing == Tokenizing(pad_id=0, clean="canonicalize")
    tokens, cut = tokenizer_of(tmp_path, tokenizing, context=6).encode(["Red_boat!", "", "red boat " * 4])
    np.testing.assert_array_equal(tokens, [[4, 5, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0], [4, 5, 4, 5, 4, 1]])
    assert cut == (False, False, True)


def test_without_a_configuration_a_foreign_tokenizer_keeps_its_own_ends(tmp_path):
    tokenizing = write_foreign_tokenizer(tmp_path, foreign_tokenizer(ends=True), None, "lower")
    tokens, _ = tokenizer_of(tmp_path, tokenizing, context=6).encode(["Red boat"])
    np.testing.assert_array_equal(tokens, [[2, 4, 5, 1, 0, 0]])


@pytest.mark.parametrize(
    ("content", "config"),
    [
        (b"\xff\xfe", None),
        (b"{}", None),
        (None, b"[1]"),
        (None, b'{"add_eos_token": true, "eos_token": "<end>"}'),
    ],
)
def test_a_tokenizer_that_makes_no_sense_is_refused(content, config, tmp_path):
    with pytest.raises(CbirError):
        write_foreign_tokenizer(tmp_path, content or foreign_tokenizer(ends=False), config, "lower")


def test_the_plan_of_an_architecture_is_open_clips():
    from open_clip import get_model_config

    assert plan_tokenizer("ViT-B-32", get_model_config("ViT-B-32")) == TokenizerPlan(
        hub=None, clean="lower", context_tokens=77
    )
    name = "ViT-B-32-SigLIP2-256"
    assert plan_tokenizer(name, get_model_config(name)) == TokenizerPlan(
        hub=f"timm/{name}", clean="canonicalize", context_tokens=64
    )


@pytest.mark.parametrize("name", ["roberta-ViT-B-32", "nllb-clip-base", "coca_roberta-ViT-B-32"])
def test_texts_that_need_the_transformers_library_are_refused(name):
    from open_clip import get_model_config

    with pytest.raises(CbirError, match="folder of ONNX towers"):
        plan_tokenizer(name, get_model_config(name))


def test_loading_switches_off_what_the_file_cuts_and_pads(tmp_path):
    (tmp_path / TOKENIZER).write_bytes(foreign_tokenizer(ends=False))
    tokenizer = load_tokenizer(tmp_path / TOKENIZER)
    assert len(tokenizer.encode("red boat " * 10).ids) == 20


def test_the_pieces_of_a_text_alone_give_the_tokens_of_the_whole_vocabulary():
    path = resource("built-in-model") / TOKENIZER
    whole = load_tokenizer(path)
    some = PieceTokenizer(path, json.loads(path.read_text(encoding="utf-8")))
    texts = [
        "",
        "  a  dog",
        "Straßenbahn in München",
        "собака",
        "犬 🐶",
        "<s> dog </s>",
        "ﬁne ①",
        "x" * 300,
        "la " * 200,
    ]
    for text in texts:
        for special in (True, False):
            expected = whole.encode(text, add_special_tokens=special)
            tokens = some.encode(text, add_special_tokens=special)
            assert (tokens.ids, tokens.tokens) == (expected.ids, expected.tokens)
