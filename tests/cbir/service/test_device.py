"""Where models run: said by the window when the engine's process starts."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from cbir import service
from cbir.base.errors import CbirError
from cbir.base.types import Device
from cbir.library import Library, LibraryOptions


@pytest.mark.parametrize("device", ["auto", "cpu"])
def test_the_library_is_opened_for_the_device_that_the_window_names(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, device: Device
) -> None:
    opened: list[Device] = []

    def refuse(_folder: Path, *, create: bool, options: LibraryOptions) -> Library:
        opened.append(options.device)
        raise CbirError("That is enough.")

    monkeypatch.setattr(Library, "open", refuse)
    ours, theirs = multiprocessing.Pipe()
    service.serve(theirs, tmp_path, device)
    assert opened == [device] and ours.recv() == (0, service.Failure(message="That is enough."))
