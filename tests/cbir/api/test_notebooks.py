"""The notebooks of the documentation run from the first cell to the last. Needs the extra `notebooks`."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs(file, monkeypatch):
    nbformat = pytest.importorskip("nbformat", reason="needs the extra notebooks, which .ci/long installs")
    nbclient = pytest.importorskip("nbclient", reason="needs the extra notebooks, which .ci/long installs")
    monkeypatch.delenv("CBIR_BUILT_IN_MODEL")
    notebook = nbformat.read(file, as_version=4)
    nbformat.validate(notebook)
    assert not any(
        cell.get("outputs") for cell in notebook.cells
    )  # pictures of a run would fill the repository
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()


def test_there_are_three():
    assert [file.stem for file in NOTEBOOKS] == ["find_a_picture", "measure_and_compare", "type_and_combine"]
