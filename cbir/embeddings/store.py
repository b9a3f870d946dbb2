"""The folder of the models: offered models, installed models, and the current one.

Two models come with the program: the built-in one, which is used until another is chosen, and the demo's own.

Installing, importing and removing a model are functions of `installing/` that take a store.

<store>/<name>/       one installed model each; see model_folder.py
<store>/current.json  the name of the model that new searches use
<store>/.downloads/   the parts of an interrupted download
"""

from __future__ import annotations

import functools
import json
import logging
import os
import re
import tomllib
from pathlib import Path

from cbir.base.errors import ArtifactMismatch, CbirError, ModelNotInstalled
from cbir.base.layout import user_folder
from cbir.base.messages import Message, sentences
from cbir.base.resources import resource
from cbir.base.storage import make_private_folder, write_atomically
from cbir.base.types import ModelOffer
from cbir.embeddings.model_folder import DESCRIPTION, InstalledModel, open_model_folder
from cbir.embeddings.shipped_graphs import GRAPHS, ShippedGraph, read_graph

BUILT_IN = "built-in"
DEMO = "demo"

_log = logging.getLogger(__name__)
_CURRENT = "current.json"
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


def default_store() -> Path:
    """The default folder of models: CBIR_MODELS, or the platform's folder for a user's data."""
    named = os.environ.get("CBIR_MODELS")
    if named:
        return Path(named)
    return user_folder("data") / "models"


def built_in_model() -> InstalledModel | None:
    """The small model of photos that comes with the program; None if it was left out.

    CBIR_BUILT_IN_MODEL names another folder, or leaves the model out if it is empty.
    """
    named = os.environ.get("CBIR_BUILT_IN_MODEL")
    return _shipped("built-in-model") if named is None else _model_in(Path(named)) if named else None


def demo_model() -> InstalledModel | None:
    """The small model that comes with the program for the demo's own pictures; None if it was left out."""
    return _shipped("demo-model")


def _shipped(folder: str) -> InstalledModel | None:
    return _model_in(resource(folder))


def _model_in(folder: Path) -> InstalledModel | None:
    return open_model_folder(folder) if (folder / DESCRIPTION).is_file() else None


@functools.cache
def read_offers() -> tuple[ModelOffer, ...]:
    """Return all offers, the default first, then in the order of the file."""
    file = resource("models.toml")
    offers = [
        ModelOffer(**{**entry, "recall": tuple(entry.get("recall", {}).items())})
        for entry in tomllib.loads(file.read_text(encoding="utf-8"))["model"]
    ]
    return tuple(sorted(offers, key=lambda offer: not offer.default))


class ModelStore:
    """The models of one folder. Reading needs no lock: a model appears and disappears as a whole.

    folder : need not exist; None for default_store()
    own : a model of the program that opened the library, which is used instead of the others
    """

    def __init__(self, folder: Path | None = None, *, own: InstalledModel | None = None) -> None:
        self.folder = default_store() if folder is None else folder
        self.own = own

    def offers(self) -> tuple[ModelOffer, ...]:
        """Models that can be installed by name, the default first."""
        return read_offers()

    def graph(self, offer: ModelOffer) -> ShippedGraph:
        """The shipped part of an offered model: all but its weights."""
        return read_graph(GRAPHS / offer.name)

    def installed(self) -> tuple[InstalledModel, ...]:
        """All whole models of the folder, by name. A damaged model is left out and logged."""
        models = []
        try:
            descriptions = sorted(self.folder.glob(f"*/{DESCRIPTION}"))
        except OSError as error:  # such as another user's home
            _log.warning("No model can be read: %s", error)
            return ()
        for path in descriptions:
            if path.parent.name.startswith("."):
                continue
            try:
                models.append(open_model_folder(path.parent))
            except ArtifactMismatch as error:
                _log.warning("A model is left out: %s", error)
        return tuple(models)

    def find(self, name: str) -> InstalledModel:
        """Return a model by its name; "built-in" and "demo" come with the program.

        Raises ModelNotInstalled, and ArtifactMismatch if it is damaged.
        """
        if self.own is not None and name == self.own.info.name:
            return self.own
        if name in (BUILT_IN, DEMO):
            model = built_in_model() if name == BUILT_IN else demo_model()
            if model is None:
                raise ModelNotInstalled(
                    "The {0} model is not part of this installation of the program.", name
                )
            return model
        if _NAME.fullmatch(name) and os.path.isfile(self.folder / name / DESCRIPTION):
            return open_model_folder(self.folder / name)
        offered = {offer.name for offer in self.offers()}
        if name in offered:
            raise ModelNotInstalled(
                sentences(Message("The model {0} is not installed.", name), Message("{installs}.", name))
            )
        raise ModelNotInstalled(
            sentences(Message("There is no model called {0}.", name), Message("{listed} that are available."))
        )

    def find_fingerprint(self, fingerprint: str) -> InstalledModel | None:
        """Return the model of this fingerprint, shipped models included; None if there is none."""
        models = (self.own, *self.installed(), built_in_model(), demo_model())
        return next(
            (model for model in models if model is not None and model.info.fingerprint == fingerprint), None
        )

    def current(self) -> InstalledModel | None:
        """The chosen model; without a choice the only installed model, or else the built-in one.

        The demo's model is never current without being chosen.
        """
        if self.own is not None:
            return self.own
        name = self.chosen()
        if name is not None:
            try:
                return self.find(name)
            except (ModelNotInstalled, ArtifactMismatch) as error:
                _log.warning("The chosen model cannot be used: %s", error)
        models = self.installed()
        return models[0] if len(models) == 1 else built_in_model()

    def use(self, name: str) -> InstalledModel:
        """Make an installed model the current one. Errors as in find()."""
        model = self.find(name)
        make_private_folder(self.folder)
        write_atomically(self.folder / _CURRENT, json.dumps({"name": name}).encode())
        return model

    def place(self, name: str) -> Path:
        """The folder for a model of this name. Raises CbirError if the name is not allowed."""
        if not _NAME.fullmatch(name) or name in (BUILT_IN, DEMO) or name.endswith("."):
            raise CbirError(
                "{0} cannot be the name of a model: use small letters, digits, dots, hyphens and underscores.",
                repr(name),
            )
        return self.folder / name

    def chosen(self) -> str | None:
        try:
            name = json.loads((self.folder / _CURRENT).read_bytes())["name"]
        except (OSError, ValueError, LookupError, TypeError):
            return None
        return name if isinstance(name, str) else None
