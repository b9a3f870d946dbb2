"""The self-test: what works is said to work, and each planted fault is named."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import resources
from cbir.base.errors import CbirError
from cbir.diagnosis import checks, examine, system_libraries, window_library_gap


def test_every_part_is_tried_and_works_here() -> None:
    found = {finding.name: finding for finding in examine()}
    assert [name for name, finding in found.items() if finding.works is False] == []
    assert {"OpenCV", "FAISS", "HEIC", "AVIF", "Visual words"} <= {
        name for name, finding in found.items() if finding.works
    }
    assert all(finding.words.endswith(".") for finding in found.values())


@pytest.mark.parametrize(
    ("library", "check", "other"),
    [("faiss", checks.faiss_search, "faiss-gpu"), ("opencv", checks.opencv, "opencv-python")],
)
def test_two_distributions_of_one_library_are_told(
    library: str, check: object, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tmp_path / f"{other.replace('-', '_')}-1.0.dist-info"
    made.mkdir()
    (made / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {other}\nVersion: 1.0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(CbirError, match=rf"{library}.* and {other} are installed in one place"):
        check()  # type: ignore[operator]


def test_a_decoder_that_gives_another_picture_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "samples").mkdir()
    shutil.copy(
        Path(resources.__file__).parent / "pictures" / "rocket.jpg", tmp_path / "samples/chelsea.heic"
    )
    monkeypatch.setattr(checks, "_RESOURCES", tmp_path)
    with pytest.raises(CbirError, match="another way"):
        checks.heic()


def test_a_damaged_translation_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "translations").mkdir()
    (tmp_path / "translations" / "cbir_it.qm").write_bytes(b"nothing")
    monkeypatch.setattr(checks, "_RESOURCES", tmp_path)
    with pytest.raises(CbirError, match=r"cbir_it\.qm"):
        checks.translations()


def test_missing_system_libraries_are_named_with_their_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(system_libraries, "_x11_plugin", lambda: "libnot-there.so")
    monkeypatch.setattr(system_libraries, "_PACKAGES", {"libc.so.6": "libc6", "libnot-there.so.1": "libnot1"})
    assert str(window_library_gap()).endswith("sudo apt-get install libnot1")
