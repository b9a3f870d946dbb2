"""Every command and option stands in the reference, and links between documents lead somewhere."""

import re
from pathlib import Path

import pytest
import typer

from cbir.cli.application import application

ROOT = Path(__file__).resolve().parents[3]


def walk(command, name):
    yield name, command
    for child, inner in getattr(command, "commands", {}).items():
        yield from walk(inner, f"{name} {child}")


COMMANDS = dict(walk(typer.main.get_command(application), "cbir"))


def section_of(name):
    """Return the reference's section of a command, from its headline to the next."""
    reference = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    found = re.search(
        rf"^## `{re.escape(name)}(?: [^`]*)?`$(.*?)(?=^## |\Z)", reference, re.MULTILINE | re.DOTALL
    )
    return found.group(0) if found else ""


def test_the_walk_sees_the_commands():
    assert {"cbir index", "cbir search", "cbir library check", "cbir codebook train"} <= set(COMMANDS)


@pytest.mark.parametrize(
    "name", [name for name, command in COMMANDS.items() if not hasattr(command, "commands")]
)
def test_every_command_and_option_stands_in_the_reference(name):
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


def test_the_reference_names_no_command_that_is_gone():
    reference = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    named = re.findall(r"^## `(cbir[a-z -]*[a-z])", reference, re.MULTILINE)
    assert set(named) <= set(COMMANDS)


DOCUMENTS = [
    "README.md",
    "installers/README.md",
    *sorted(file.relative_to(ROOT).as_posix() for file in (ROOT / "docs").rglob("*.md")),
]


def anchors(document):
    """The names in links of the headings that the window's help finds: those of the first three levels."""
    headings = re.findall(r"^#{1,3} (.*)", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("file", DOCUMENTS)
def test_links_between_the_documents_lead_to_a_file_and_a_heading(file):
    document = ROOT / file
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)", document.read_text(encoding="utf-8")):
        target, _, anchor = link.partition("#")
        if "://" in target:
            continue
        path = document.parent / target if target else document
        if not path.exists() or (anchor and anchor not in anchors(path)):
            broken.append(link)
    assert not broken


def test_the_list_of_commands_says_what_each_says_of_itself():
    root = typer.main.get_command(application)
    listed = {name: root.get_command(None, name).help for name in root.list_commands(None)}
    told = {name: " ".join((command.help or "").split()) for name, command in root.commands.items()}
    assert [name for name in told if not told[name].startswith(listed[name])] == []
