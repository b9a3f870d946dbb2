"""One small model for the tests of towers: its weights in torch, and the same ones installed."""

import pytest

from cbir.embeddings import ModelStore
from cbir.embeddings.installing import import_checkpoint
from tests.cbir.tiny_model import SHALLOW, seeded_towers, tiny_architectures, write_checkpoint


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """open_clip's model in torch, in 32 bits."""
    with tiny_architectures(tmp_path_factory.mktemp("architectures")):
        yield seeded_towers(SHALLOW)


@pytest.fixture(scope="module")
def model(reference, tmp_path_factory):
    """The same weights, installed."""
    folder = tmp_path_factory.mktemp("vit")
    path = write_checkpoint(reference.model, folder / "seeded.safetensors")
    installed = import_checkpoint(ModelStore(folder / "models"), path, architecture=SHALLOW)
    assert installed.info.runtime == "onnx", installed.info.notes
    return installed
