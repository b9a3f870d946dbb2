"""The self-test: what works is said to work, and each planted fault is named."""

import shutil

import numpy as np
import pytest

from cbir.base.errors import CbirError
from cbir.base.resources import resource
from cbir.service import selftest
from cbir.service.selftest import examine, window_library_gap
from cbir.workers import WorkerPool


@pytest.mark.long
def test_every_part_is_tried_and_works_here():
    found = {finding.name: finding for finding in examine()}
    assert [name for name, finding in found.items() if finding.works is False] == []
    assert {"OpenCV", "FAISS", "HEIC", "AVIF", "Visual words"} <= {
        name for name, finding in found.items() if finding.works
    }
    assert all(finding.words.endswith(".") for finding in found.values())


@pytest.mark.parametrize(
    ("library", "check", "other"),
    [("faiss", selftest.faiss_search, "faiss-gpu"), ("opencv", selftest.opencv, "opencv-python")],
)
def test_two_distributions_of_one_library_are_told(library, check, other, tmp_path, monkeypatch):
    made = tmp_path / f"{other.replace('-', '_')}-1.0.dist-info"
    made.mkdir()
    (made / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {other}\nVersion: 1.0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(CbirError, match=rf"{library}.* and {other} are installed in one place"):
        check()


def test_a_decoder_that_gives_another_picture_is_told(tmp_path, monkeypatch):
    (tmp_path / "samples").mkdir()
    shutil.copy(resource("pictures/rocket.jpg"), tmp_path / "samples/chelsea.heic")
    monkeypatch.setattr(selftest, "RESOURCES", tmp_path)
    with pytest.raises(CbirError, match="doesn't look as it should"):
        selftest.heic()


def test_a_damaged_translation_is_told(tmp_path, monkeypatch):
    (tmp_path / "translations").mkdir()
    (tmp_path / "translations" / "cbir_it.qm").write_bytes(b"nothing")
    monkeypatch.setattr(selftest, "RESOURCES", tmp_path)
    with pytest.raises(CbirError, match=r"cbir_it\.qm"):
        selftest.translations()


def test_missing_system_libraries_are_named_with_their_packages(monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(selftest, "x11_plugin", lambda: "libnot-there.so")
    monkeypatch.setattr(selftest, "PACKAGES", {"libc.so.6": "libc6", "libnot-there.so.1": "libnot1"})
    assert str(window_library_gap()).endswith("sudo apt-get install libnot1")


def test_a_card_is_named_and_one_that_torch_cannot_compute_with_is_no_failure(
    monkeypatch,
):
    for name, found in {"has_driver": True, "has_cuda": True, "gpus": 0, "try_card": "NVIDIA H200"}.items():
        monkeypatch.setattr(f"cbir.vectors.{name}", lambda found=found: found)
    assert selftest.graphics_card() == "Is used through torch (NVIDIA H200)."

    def not_for_this_card():
        raise RuntimeError(
            "CUDA error: no kernel image is available for execution on the device\nCompile with ..."
        )

    monkeypatch.setattr("cbir.vectors.try_card", not_for_this_card)
    with pytest.raises(
        selftest.LeftOut, match=r"cannot use it: CUDA error: no kernel .* on the device\. Everything runs"
    ):
        selftest.graphics_card()


def test_checks_may_take_the_memory_that_the_libraries_of_a_card_take(
    monkeypatch,
):
    limits = []

    class Pool(WorkerPool):
        def __init__(self, count, *, worker_bytes=0, **how):
            limits.append(worker_bytes)
            super().__init__(count, worker_bytes=worker_bytes, **how)

    monkeypatch.setattr(selftest, "WorkerPool", Pool)
    monkeypatch.setattr(selftest, "CHECKS", (("FAISS", selftest.faiss_search),))
    assert [finding.works for finding in examine()] == [True]
    assert limits == [None]


@pytest.mark.parametrize(
    ("has_gpu_classes", "gpus", "words"),
    [(False, 0, "for processors"), (True, 0, "sees none here"), (True, 2, "sees 2")],
)
def test_the_active_faiss_and_its_use_of_a_card_are_named(monkeypatch, has_gpu_classes, gpus, words):
    if has_gpu_classes:
        monkeypatch.setattr("faiss.StandardGpuResources", object, raising=False)
    monkeypatch.setattr("faiss.get_num_gpus", lambda: gpus)
    monkeypatch.setattr("cbir.vectors.nearest", lambda queries, vectors: (None, np.arange(0, 300, 7)))
    assert words in selftest.faiss_search()
    monkeypatch.setattr(selftest, "is_installed", lambda name: name in ("faiss-cpu", "faiss-gpu"))
    with pytest.raises(CbirError, match=f"faiss-cpu and faiss-gpu .* Active now: .*{words}"):
        selftest.faiss_search()


def test_loops_that_work_say_from_where():
    assert str(selftest.compiled_loops()).startswith("They work, from ")
