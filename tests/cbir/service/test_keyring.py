"""Tokens for services: in the system's keyring where there is one, else in a file of the user's own."""

import sys
from types import ModuleType

import pytest

from cbir.service import service_folder, service_of

URL = "https://photos.example.org"


@pytest.fixture(name="ring")
def _ring(monkeypatch):
    """A keyring, as the package shows it."""

    class Ring(ModuleType):
        priority = 5
        locked = False

        def __init__(self):
            super().__init__("keyring")
            self.kept = {}

        def get_keyring(self):
            return self

        def set_password(self, service, name, secret):
            if self.locked:
                raise RuntimeError("The keyring is locked.")
            self.kept[service, name] = secret

        def get_password(self, service, name):
            if self.locked:
                raise RuntimeError("The keyring is locked.")
            return self.kept.get((service, name))

    ring = Ring()
    monkeypatch.setitem(sys.modules, "keyring", ring)
    return ring


@pytest.fixture(autouse=True)
def _own_data(tmp_path, monkeypatch):
    monkeypatch.setattr("cbir.service.service_address.default_folder", lambda: tmp_path / "data" / "library")


def written(folder):
    return "".join(path.read_text() for path in folder.iterdir())


def test_a_token_is_in_the_keyring_and_in_no_file(ring):
    folder = service_folder(URL, "cbir_secret")
    assert ring.kept == {("cbir", URL): "cbir_secret"}
    assert "cbir_secret" not in written(folder)
    assert service_of(folder).token == "cbir_secret"
    assert service_of(service_folder(URL)).token == "cbir_secret", "opened again without a token"


@pytest.mark.parametrize("case", ["no package", "no keyring", "locked"])
def test_without_a_keyring_it_is_in_the_file(ring, monkeypatch, case):
    if case == "no package":
        monkeypatch.setitem(sys.modules, "keyring", None)
    ring.priority = 0 if case == "no keyring" else 5
    ring.locked = case == "locked"
    folder = service_folder(URL, "cbir_secret")
    assert "cbir_secret" in written(folder) and service_of(folder).token == "cbir_secret"


def test_a_keyring_that_is_locked_later_costs_the_token_and_no_error(ring):
    folder = service_folder(URL, "cbir_secret")
    ring.locked = True
    assert service_of(folder).token == ""
    service_folder(URL)
    ring.locked = False
    assert service_of(folder).token == "cbir_secret"
