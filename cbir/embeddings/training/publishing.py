"""Trained modules -> a model's folder, which installs like any other: towers, tokenizer, weights, model.json.

Importing this loads torch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cbir.base.errors import CbirError
from cbir.base.messages import Message
from cbir.base.storage import write_atomically
from cbir.embeddings.installing import export_towers
from cbir.embeddings.model_folder import (
    DESCRIPTION,
    TOKENIZER,
    WEIGHTS,
    InstalledModel,
    ModelDescription,
    Tokenizing,
    write_description,
)
from cbir.embeddings.towers import TextTokenizer, build_towers, read_weights
from cbir.embeddings.training.data import Tokenize
from cbir.embeddings.training.small_towers import (
    CONTEXT_TOKENS,
    PAD_ID,
    SMALL_PREPROCESSING,
    SmallImageTower,
    SmallTextTower,
    make_tokenizer,
)
from cbir.embeddings.training.trainer import Towers

_SENTENCES = 3000  # captions, at most, that a text is compared with


@dataclass(frozen=True, slots=True, kw_only=True)
class Student:
    """Two towers to be trained, and the description of their model.

    tokenizer : content of tokenizer.json. base : the model that training starts from; None trains from scratch
    """

    towers: Towers
    tokenizer: bytes
    description: ModelDescription
    base: InstalledModel | None = None

    @property
    def parameters(self) -> int:
        modules = (self.towers.image, self.towers.text)
        return sum(parameter.numel() for module in modules for parameter in module.parameters())


def small_student(captions: Sequence[str], *, name: str, title: str, seed: int) -> Student:
    """Make two small untrained towers, with the vocabulary of these captions."""
    torch.manual_seed(seed)
    tokenizer = make_tokenizer(captions)
    words, tokenize = _word_tokens(tokenizer)
    towers = Towers(
        image=SmallImageTower(side_px=SMALL_PREPROCESSING.side_px),
        text=SmallTextTower(words),
        tokenize=tokenize,
        preprocessing=SMALL_PREPROCESSING,
        pad_id=PAD_ID,
        trimmed=True,
    )
    description = ModelDescription(
        name=name,
        title=title,
        architecture="small",
        dimension=_dimension(towers),
        context_tokens=CONTEXT_TOKENS,
        preprocessing=SMALL_PREPROCESSING,
        tokenizing=Tokenizing(pad_id=PAD_ID, clean="lower"),
        languages="those of its captions",
    )
    return Student(towers=towers, tokenizer=tokenizer.encode(), description=description)


def student_of(base: InstalledModel, *, name: str, title: str) -> Student:
    """Load the towers of an installed model, to be trained further. Raises CbirError if it has no weights file."""
    if not (base.folder / WEIGHTS).is_file():
        raise CbirError(
            "The model {0} was installed without its weights, and cannot be trained further.", base.info.name
        )
    built = build_towers(base.info.architecture, read_weights(base.folder / WEIGHTS))
    tokenizer = TextTokenizer(base)
    towers = Towers(
        image=built.image.float(),
        text=built.text.float(),
        tokenize=lambda texts: tokenizer.encode(texts)[0],
        preprocessing=base.preprocessing,
        pad_id=base.tokenizing.pad_id,
    )
    description = ModelDescription(
        name=name,
        title=title,
        architecture=base.info.architecture,
        dimension=base.info.dimension,
        context_tokens=base.info.context_tokens,
        preprocessing=base.preprocessing,
        tokenizing=base.tokenizing,
        licence=base.info.licence,
        languages=base.info.languages,
    )
    return Student(
        towers=towers, tokenizer=(base.folder / TOKENIZER).read_bytes(), description=description, base=base
    )


def publish(
    student: Student,
    folder: Path,
    captions: Sequence[str],
    *,
    provenance: Mapping[str, str],
    scale: float,
    notes: Sequence[str] = (),
) -> InstalledModel:
    """Write the model's folder. captions : typical texts. scale : learned by the loss, 1 / tau

    model.json is written last: a folder without it is not yet a model.
    """
    (folder / DESCRIPTION).unlink(missing_ok=True)
    image, text = (module.cpu().float().eval() for module in (student.towers.image, student.towers.text))
    image = image.to(memory_format=torch.contiguous_format)
    export_towers(
        image,
        text,
        folder,
        side_px=student.description.preprocessing.side_px,
        context_tokens=student.description.context_tokens,
    )
    write_atomically(folder / TOKENIZER, student.tokenizer)
    if student.base is not None:
        _save_weights(student, folder / WEIGHTS)
    return write_description(
        folder,
        replace(
            student.description,
            parameters=student.parameters,
            scale=scale,
            provenance=dict(provenance),
            notes=tuple(Message("{0}", note) for note in notes),
        ),
        encode_some(text, student.towers.tokenize, captions),
    )


@torch.no_grad()
def encode_some(text: nn.Module, tokenize: Tokenize, captions: Sequence[str]) -> NDArray[np.float32]:
    """Encode texts, or an even sample of many: (m, d) float32, unit rows."""
    chosen = list(captions[:: -(-len(captions) // _SENTENCES)])
    parts = [
        nn.functional.normalize(text(torch.from_numpy(tokenize(chosen[start : start + 256]))), dim=1)
        for start in range(0, len(chosen), 256)
    ]
    return np.asarray(torch.cat(parts).numpy(), np.float32)


def _word_tokens(tokenizer: str) -> tuple[int, Tokenize]:
    """Size of a vocabulary, and a function that tokenizes texts as TextTokenizer does."""
    from tokenizers import Tokenizer

    loaded = Tokenizer.from_str(tokenizer)

    def tokenize(texts: Sequence[str]) -> NDArray[np.int64]:
        tokens = np.full((len(texts), CONTEXT_TOKENS), PAD_ID, np.int64)
        for row, encoding in zip(tokens, loaded.encode_batch(list(texts)), strict=True):
            ids = encoding.ids
            if len(ids) > CONTEXT_TOKENS:
                ids = [*ids[: CONTEXT_TOKENS - 1], ids[-1]]
            row[: len(ids)] = ids
        return tokens

    return loaded.get_vocab_size(), tokenize


@torch.no_grad()
def _dimension(towers: Towers) -> int:
    return int(towers.text.eval()(torch.full((1, CONTEXT_TOKENS), PAD_ID, dtype=torch.int64)).shape[1])


def _save_weights(student: Student, path: Path) -> None:
    """Write the weights under open_clip's names, together with the base's untrained tensors."""
    from safetensors.torch import save

    assert student.base is not None
    weights: dict[str, Tensor] = dict(read_weights(student.base.folder / WEIGHTS))
    for module, prefix in ((student.towers.image, "visual."), (student.towers.text, "text.")):
        state = module.state_dict()
        whole = {
            name.removeprefix("model."): value for name, value in state.items() if name.startswith("model.")
        }
        named = whole or {prefix + name: value for name, value in state.items()}
        weights |= {name: value for name, value in named.items() if name in weights}
    write_atomically(path, save({name: value.contiguous() for name, value in weights.items()}))
