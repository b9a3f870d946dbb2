"""Following at login: off until it is asked for, one entry of the desktop's, and gone again."""

from __future__ import annotations

import configparser
import shlex
import sys
from pathlib import Path

import pytest

from cbir.cli import main


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="an entry of the XDG autostart folder")
def test_a_library_is_followed_at_login_until_it_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    library = tmp_path / 'my $100 "best" 50%'
    entry = tmp_path / "autostart" / "cbir-watch.desktop"
    assert main(["watch", "--at-login", "--library", str(library)]) == 0
    parser = configparser.RawConfigParser(interpolation=None)
    parser.read(entry)
    line = parser["Desktop Entry"]["Exec"].replace("\\\\", "\\").replace("%%", "%").replace("\\$", "$")
    assert shlex.split(line) == [sys.executable, "-m", "cbir", "watch", "--library", str(library)]
    assert main(["watch", "--not-at-login"]) == 0
    assert not entry.exists()
