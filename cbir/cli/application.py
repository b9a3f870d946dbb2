"""All commands as one typer application."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from cbir.cli import album, codebook, demo, export, index, library, marks, models, search, serve
from cbir.cli.console import EXIT_ERROR, result, result_json
from cbir.cli.duplicates import duplicates
from cbir.cli.explaining import ExplainedCommand
from cbir.cli.measuring import ablate, evaluate
from cbir.cli.terms import LibraryOption
from cbir.cli.window import show

_SIGNS = {True: "works", None: "absent", False: "FAILS"}


def _gui(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Search with this picture right away.", show_default=False),
    ] = None,
    library: LibraryOption = None,
) -> None:
    """Open the window. If it is already open, it comes to the front and searches with FILE."""
    # Not in window.py: the window opens without loading typer, which takes half the time of its first frame.
    raise typer.Exit(show(file, library))


def _self_test(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Test every part of the program on this computer: its libraries, its own files, the window, the graphics card.

    Exits with 2 if a required part fails. An optional part that is absent, such as a graphics card, is not a failure.
    """
    from cbir.service import examine

    findings = []
    for finding in examine():
        findings.append(finding)
        if not as_json:
            result(f"{_SIGNS[finding.works]:7} {finding.name}: {finding.words}")
    if as_json:
        result_json({finding.name: {"works": finding.works, "words": finding.words} for finding in findings})
    if any(finding.works is False for finding in findings):
        raise typer.Exit(EXIT_ERROR)


application = typer.Typer(
    name="cbir",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Find a photo by a picture: every photo of the same thing, in order, with proof.",
)
application.command("index")(index.index)
application.command("read")(index.read)
application.command("watch")(index.watch)
application.command("search", cls=ExplainedCommand)(search.search)
application.command("evaluate")(evaluate)
application.command("ablate")(ablate)
application.command("rate")(marks.rate)
application.command("flag")(marks.flag)
application.command("label")(marks.label)
application.command("keyword")(marks.keyword)
application.command("export")(export.export)
application.command("trash")(marks.trash)
application.command("duplicates")(duplicates)
application.command("serve")(serve.serve)
application.command("gui")(_gui)
application.command("demo")(demo.demo)
application.command("self-test")(_self_test)
application.command("doctor")(_self_test)
application.add_typer(album.application, name="album")
application.add_typer(library.application, name="library")
application.add_typer(serve.tokens, name="token")
application.add_typer(codebook.application, name="codebook")
application.add_typer(models.application, name="models")


def _print_version(requested: bool) -> None:
    if requested:
        from importlib.metadata import version

        typer.echo(f"cbir {version('cbir')}")
        raise typer.Exit


@application.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Find a photo by a picture: every photo of the same thing, in order, with proof."""


@functools.cache
def command() -> Callable[..., Any]:
    """The application as a command. Building it takes 40 ms, and one process may call main() many times."""
    click_command: Callable[..., Any] = typer.main.get_command(application)
    return click_command
