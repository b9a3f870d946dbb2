"""Every command and option stands in the reference, and links between documents lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from cbir.cli.application import application

ROOT = Path(__file__).resolve().parents[3]


def walk(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    yield name, command
    for child, inner in getattr(command, "commands", {}).items():
        yield from walk(inner, f"{name} {child}")


COMMANDS = dict(walk(typer.main.get_command(application), "cbir"))


def section_of(name: str) -> str:
    """Return the reference's section of a command, from its headline to the next."""
    reference = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    found = re.search(
        rf"^## `{re.escape(name)}(?: [^`]*)?`$(.*?)(?=^## |\Z)", reference, re.MULTILINE | re.DOTALL
    )
    return found.group(0) if found else ""


def test_the_walk_sees_the_commands() -> None:
    assert {"cbir index", "cbir search", "cbir library check", "cbir codebook train"} <= set(COMMANDS)


@pytest.mark.parametrize(
    "name", [name for name, command in COMMANDS.items() if not hasattr(command, "commands")]
)
def test_every_command_and_option_stands_in_the_reference(name: str) -> None:
    section = section_of(name)
    assert section, f"docs/reference.md has no section for {name}"
    spellings = [
        spelling for option in COMMANDS[name].params for spelling in (*option.opts, *option.secondary_opts)
    ]
    missing = [
        spelling
        for spelling in spellings
        if spelling.startswith("-") and not re.search(rf"`{spelling}(?![\w-])", section)
    ]
    assert not missing


def test_the_reference_names_no_command_that_is_gone() -> None:
    reference = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    named = re.findall(r"^## `(cbir[a-z -]*[a-z])", reference, re.MULTILINE)
    assert set(named) <= set(COMMANDS)


@pytest.mark.parametrize("file", ["README.md", *(f"docs/{name}.md" for name in ("guide", "design", "serve"))])
def test_links_between_the_documents_lead_somewhere(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    targets = [target.partition("#")[0] for target in re.findall(r"\]\(([^)]+)\)", text)]
    broken = [
        target
        for target in targets
        if target and "://" not in target and not ((ROOT / file).parent / target).exists()
    ]
    assert not broken
