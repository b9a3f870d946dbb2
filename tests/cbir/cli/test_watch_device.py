"""`cbir watch`: where it runs models without --device, and what it prints."""

import pytest

from cbir.base.chosen_device import chosen_device
from cbir.cli import main
from cbir_app.base.preferences import Preferences
from tests.cbir.stage_data import write_pictures
from tests.docs.schemas import fitting


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


def test_each_run_is_an_object_on_a_line(monkeypatch, make_library, tmp_path, capsys):
    class Once:
        """A watch that ends after the first run."""

        def __init__(self, run):
            self.run = run

    def watch(library, request, *, on_report, **_):
        return Once(lambda *_, **__: on_report(library.index(request)))

    write_pictures(tmp_path / "photos", ["rocket"])
    folder = make_library().folder
    monkeypatch.setattr("cbir.library.Library.watch", watch)
    assert main(["watch", str(tmp_path / "photos"), "--json", "--library", str(folder)]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert fitting("watch", line)["indexed"] == 1
