"""The commands, as typer declares them -> the site's page of all options, and the man page.

python -m installers.manual         writes installers/linux/cbir.1, which the wheel and the Debian package carry
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MAN_PAGE = ROOT / "installers" / "linux" / "cbir.1"

_EXIT_CODES = (
    ("0", "Done; of a search: a photo is proven, or looks similar."),
    ("1", "Nothing found, only less likely photos found, or something was left undone."),
    ("2", "An error. A sentence on stderr says what to do."),
    ("130", "Stopped by Ctrl-C. What was finished is kept."),
)
# typer adds the type to the name of an argument.
_PLAIN_TYPE = re.compile(r" <(?:list\[)?\w+\]?>$")


def commands() -> Iterator[tuple[str, Any]]:
    """Every command that does something, with its full name, in the order of `cbir --help`."""
    import typer

    from cbir.cli.application import application

    yield from _walk("cbir", typer.main.get_command(application))


def _walk(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    inner = getattr(command, "commands", None)
    if inner is None:
        yield name, command
        return
    for child, below in inner.items():
        yield from _walk(f"{name} {child}", below)


def commands_page() -> str:
    """All commands with their options, in Markdown."""
    lines = [
        "# All options",
        "",
        "Every command as `--help` prints it. [The reference](reference.md) explains them with examples.",
        "",
        "| exit code | means |",
        "|---|---|",
        *(f"| {code} | {meaning} |" for code, meaning in _EXIT_CODES),
    ]
    for name, command in commands():
        lines += ["", f"## `{name}`", "", f"```text\n{_usage(name, command)}\n```", "", _text(command)]
        options = _options(name, command)
        lines += ["", "| | |", "|---|---|"] if options else []
        lines += [f"| `{_cell(spelling)}` | {_cell(text)} |" for spelling, text in options]
    return "\n".join(lines) + "\n"


def man_page() -> str:
    """All commands with their options, in the macros of man(7)."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    lines = [
        f'.TH CBIR 1 "" "cbir {version}" "User Commands"',
        ".SH NAME",
        r"cbir \- find a photo by a picture",
        ".SH SYNOPSIS",
        ".B cbir",
        r"\fICOMMAND\fR [\fIOPTIONS\fR] ...",
        ".SH DESCRIPTION",
        "Find every photo of the same thing as a picture shows, in order, with proof. Also search by sentences,",
        "names and metadata, list duplicates, and measure all of it. Without a command, print help.",
        ".SH COMMANDS",
    ]
    for name, command in commands():
        lines += [f".SS {_troff(_usage(name, command))}", *_paragraphs(command)]
        for spelling, text in _options(name, command):
            lines += [".TP", rf"\fB{_troff(spelling)}\fR", _troff(text)]
    lines += [".SH EXIT STATUS"]
    for code, meaning in _EXIT_CODES:
        lines += [".TP", f".B {code}", meaning]
    lines += [
        ".SH ENVIRONMENT",
        ".TP",
        ".B CBIR_LIBRARY",
        "The library's folder, if --library is not given.",
        ".TP",
        ".B CBIR_TOKEN",
        "The token for a library on another computer.",
    ]
    return "\n".join(line for line in lines if line) + "\n"


def _context(name: str, command: Any) -> Any:
    return command.make_context(name, [], resilient_parsing=True)


def _usage(name: str, command: Any) -> str:
    """Return the command with the names of its arguments: "cbir search [OPTIONS] [QUERY]"."""
    usage: str = command.get_usage(_context(name, command))
    words = " ".join(usage.removeprefix("Usage:").split()).replace("[[", "[").replace("]]", "]")
    return re.sub(r"\{([^{}]*)\}", r"\1", words).replace("......", "...").replace("...]...", "...]")


def _text(command: Any) -> str:
    """The docstring of a command, without the marks that typer reads."""
    return re.sub(r"[ \t]*\n[ \t]*", "\n", (command.help or "").replace("\b", "").split("\f")[0]).strip()


def _options(name: str, command: Any) -> list[tuple[str, str]]:
    """The spelling of each argument and option, and its help with the default."""
    context = _context(name, command)
    records = (option.get_help_record(context) for option in command.params)
    return [(_PLAIN_TYPE.sub("", record[0]), record[1]) for record in records if record is not None]


def _paragraphs(command: Any) -> list[str]:
    return _troff(_text(command)).replace("\n\n", "\n.PP\n").splitlines()


def _cell(text: str) -> str:
    return text.replace("|", r"\|").replace("\n", " ")


def _troff(text: str) -> str:
    """Escape what troff reads as a request or a hyphen."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace("`", "")
    return "\n".join(rf"\&{line}" if line.startswith((".", "'")) else line for line in escaped.splitlines())


if __name__ == "__main__":
    MAN_PAGE.write_text(man_page(), encoding="utf-8")
