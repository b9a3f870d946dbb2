"""The device for models, named by the window when the engine's process starts."""

import multiprocessing

import pytest

from cbir import service
from cbir.base.errors import CbirError
from cbir.library import Library


@pytest.mark.parametrize("device", ["auto", "cpu"])
def test_the_library_is_opened_for_the_device_that_the_window_names(monkeypatch, tmp_path, device):
    opened = []

    def refuse(_folder, *, create, options):
        opened.append(options.device)
        raise CbirError("That is enough.")

    monkeypatch.setattr(Library, "open", refuse)
    ours, theirs = multiprocessing.Pipe()
    service.serve(theirs, tmp_path, device)
    assert opened == [device] and ours.recv() == (0, service.Failure(message="That is enough."))
