"""The core knows PostgreSQL and Dask by a Protocol; whatever starts the program hands the wing in."""

import subprocess
import sys

import pytest

from cbir import service
from cbir.base import wings
from cbir.base.errors import CbirError
from cbir.base.types import IndexRequest
from cbir.cli import main
from cbir.cluster import library_folder
from cbir.library import Library


@pytest.fixture(name="folder")
def _folder(tmp_path):
    """A library with its index on a server that nothing asks here."""
    folder = library_folder(f"postgresql://127.0.0.1:9/photos?folder={tmp_path / 'library'}")
    Library.open(folder, create=True).close()
    return folder


@pytest.fixture(name="without_wing")
def _without_wing(folder, monkeypatch):
    """As in a process that has not imported the wing."""
    monkeypatch.setattr(wings, "cluster", None)
    monkeypatch.delitem(sys.modules, "cbir.cluster")


def test_importing_the_wing_hands_it_in_and_loads_nothing_else():
    code = (
        "import sys, cbir.cluster; from cbir.base import wings;"
        "print(wings.cluster is not None, *sorted(name for name in sys.modules if name.startswith('cbir.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "cbir.base", "cbir.base.lazy", "cbir.base.wings", "cbir.cluster"]


@pytest.mark.usefixtures("without_wing")
def test_without_it_a_library_on_a_server_is_refused_in_a_sentence(folder):
    with pytest.raises(CbirError, match=r"import cbir\.cluster"):
        Library.open(folder)


@pytest.mark.usefixtures("without_wing")
def test_without_it_photos_are_not_described_by_workers_far_away(tmp_path, make_library):
    request = IndexRequest(folders=(tmp_path,), workers="tcp://localhost:1")
    with pytest.raises(CbirError, match=r"import cbir\.cluster"):
        make_library().index(request)


@pytest.mark.usefixtures("without_wing")
def test_the_command_line_hands_it_in(folder, capsys):
    assert main(["library", "info", "--library", str(folder)]) == 0
    assert "PostgreSQL at 127.0.0.1:9" in capsys.readouterr().out


@pytest.mark.usefixtures("without_wing")
def test_the_engine_of_a_window_hands_it_in(folder):
    class Window:
        """Both ends of a pipe whose window closes at once."""

        def __init__(self):
            self.heard = []

        def recv(self):
            raise EOFError

        def send(self, message, /):
            self.heard.append(message)

    window = Window()
    service.serve(window, folder)
    assert isinstance(window.heard[0][1], service.Ready)
