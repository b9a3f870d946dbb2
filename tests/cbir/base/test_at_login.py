"""Following at login: off until it is asked for, one entry of the desktop's, and gone again."""

import configparser
import shlex
import sys

import pytest

from cbir.base.at_login import starts_at_login, watch_command
from cbir.cli import main


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="an entry of the XDG autostart folder")
def test_a_library_is_followed_at_login_until_it_is_not(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    library = tmp_path / 'my $100 "best" 50%'
    entry = tmp_path / "autostart" / "cbir-watch.desktop"
    assert main(["watch", "--at-login", "--library", str(library)]) == 0
    parser = configparser.RawConfigParser(interpolation=None)
    parser.read(entry)
    line = parser["Desktop Entry"]["Exec"].replace("\\\\", "\\").replace("%%", "%").replace("\\$", "$")
    command = [sys.executable, "-m", "cbir", "watch", "--library", str(library)]
    assert shlex.split(line) == command
    assert starts_at_login(library) and not starts_at_login(tmp_path)
    assert main(["watch", "--at-login", "--device", "cpu", "--library", str(library)]) == 0
    assert watch_command(library, "cpu") == [*command, "--device", "cpu"]
    assert " --device cpu\n" in entry.read_text(encoding="utf-8")
    assert starts_at_login(library), "wherever its models run"
    assert main(["watch", "--not-at-login"]) == 0
    assert not entry.exists() and not starts_at_login(library)
