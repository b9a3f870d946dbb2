"""All commands as one typer application."""

from __future__ import annotations

from typing import Annotated

import typer

from cbir.cli import codebook, curate, demo, gui, index, library, models, search, watch

application = typer.Typer(
    name="cbir",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Find a photo by a picture: every photo of the same thing, in order, with proof.",
)
application.command("index")(index.index)
application.command("watch")(watch.watch)
application.command("search")(search.search)
application.command("rate")(curate.rate)
application.command("keyword")(curate.keyword)
application.command("trash")(curate.trash)
application.command("gui")(gui.gui)
application.command("demo")(demo.demo)
application.add_typer(library.application, name="library")
application.add_typer(codebook.application, name="codebook")
application.add_typer(models.application, name="models")


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"cbir {version('cbir')}")
        raise typer.Exit


@application.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop."),
    ] = False,
) -> None:
    """Find a photo by a picture: every photo of the same thing, in order, with proof."""
