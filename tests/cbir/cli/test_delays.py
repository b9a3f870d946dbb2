"""Delays of a command, named on stderr once."""

from cbir.base.liveness import waiting
from cbir.cli import main


def test_a_command_says_once_what_holds_it_up(capsys, monkeypatch):
    def work(**_options):
        for wait in ("disk", "compiling", "busy", "compiling", "busy"):
            with waiting(wait):
                pass

    monkeypatch.setattr("cbir.cli.application.command", lambda: work)
    assert main(["search", "photo.jpg"]) == 0
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.splitlines() == [
        "Preparing for this computer's processor, once (up to 15 s).",
        "This computer is very busy; still working.",
    ]
