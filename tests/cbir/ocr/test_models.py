"""Networks in an installed package's files, and text to be recognised again when they change."""

import pytest

from cbir.ocr import ReaderMissing, ReadingModels, find_models, models

PARTS = ("det", "cls", "rec")


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with three networks, each in two versions; the folder of these."""
    folder = tmp_path / "a_reader" / "models"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    for part in PARTS:
        for version in ("v4", "v5"):
            (folder / f"ch_{version}_{part}_mobile.onnx").write_text(f"{part} {version}")
        (folder / f"ch_v9_{part}_mobile.txt").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(models, "PACKAGE", "a_reader")
    yield folder
    models.file_fingerprint.cache_clear()


def test_the_newest_network_of_each_kind_is_taken(package):
    found = find_models()
    names = [path.name for path in (found.detector, found.turner, found.recogniser)]
    assert names == [f"ch_v5_{part}_mobile.onnx" for part in PARTS]


@pytest.mark.parametrize("missing", PARTS)
def test_a_package_that_lacks_a_network_says_which(package, missing):
    for path in package.glob(f"*_{missing}_*.onnx"):
        path.unlink()
    with pytest.raises(ReaderMissing) as raised:
        find_models()
    assert f"lacks its models ({missing})" in str(raised.value)


def test_a_folder_of_that_name_without_a_package_in_it_is_none(tmp_path, monkeypatch):
    (tmp_path / "no_package").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(models, "PACKAGE", "no_package")
    with pytest.raises(ReaderMissing, match="is not installed"):
        find_models()


@pytest.mark.parametrize("changed", PARTS)
def test_photos_are_read_again_where_any_network_is_another_one(package, changed):
    before = find_models().fingerprint
    models.file_fingerprint.cache_clear()
    assert find_models().fingerprint == before
    (package / f"ch_v5_{changed}_mobile.onnx").write_text("another one")
    models.file_fingerprint.cache_clear()
    assert find_models().fingerprint != before


def test_photos_are_read_again_where_more_is_made_of_what_the_networks_say(package, monkeypatch):
    before = find_models().fingerprint
    models.file_fingerprint.cache_clear()
    monkeypatch.setattr(models, "VERSION", models.VERSION + 1)
    assert find_models().fingerprint != before


def test_the_same_networks_elsewhere_read_the_same(package, tmp_path):
    found = find_models()
    moved = []
    for path in (found.detector, found.turner, found.recogniser):
        moved.append(tmp_path / f"elsewhere {path.name}")
        moved[-1].write_bytes(path.read_bytes())
    detector, turner, recogniser = moved
    assert (
        ReadingModels(detector=detector, turner=turner, recogniser=recogniser).fingerprint
        == found.fingerprint
    )
