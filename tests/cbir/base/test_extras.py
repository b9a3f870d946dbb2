"""Missing packages: a person with pip is told the command, and one with an installed program never hears of it."""

import sys

import pytest

from cbir.base.extras import how_to_install, how_to_repair


def test_with_python_the_command_is_named():
    assert how_to_install("ocr") == 'Install it: `pip install "cbir[ocr]"`.'
    assert how_to_repair("ocr").endswith('`pip install --force-reinstall "cbir[ocr]"`.')


@pytest.mark.parametrize("advice", [how_to_install, how_to_repair])
def test_an_installed_program_never_names_pip(advice, monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "pip" not in advice("postgres") and advice("postgres").endswith(".")
