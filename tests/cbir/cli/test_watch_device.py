"""`cbir watch` without --device runs models where the window does."""

import pytest

from cbir.base.chosen_device import chosen_device
from cbir.cli import main
from cbir_app.base.preferences import Preferences


@pytest.mark.parametrize("device", ["cpu", "auto"])
def test_a_choice_in_the_window_is_that_of_a_watch(monkeypatch, make_library, device):
    folder = make_library().folder
    opened = []

    def note(library, *, options, **_):
        opened.append(options.device)
        raise SystemExit(0)

    Preferences().device = device
    monkeypatch.setattr("cbir.library.Library.open", note)
    for arguments in ([], ["--device", "cuda"]):
        main(["watch", "--library", str(folder), *arguments])
    assert opened == [device, "cuda"]


def test_without_a_choice_a_watch_chooses_by_itself():
    assert chosen_device() == "auto"
