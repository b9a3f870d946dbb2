"""Arguments -> one command -> results on stdout, progress and notes on stderr, an exit code.

The only place that prints. Each command loads what it needs when it runs, so that `cbir --help` is quick.
Exit codes: 0 done, 1 nothing found, or something left undone, 2 an error, 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from typing import Annotated

import typer

from cbir.cli import codebook, curate, demo, gui, index, library, models, search, train_models, watch
from cbir.cli.console import prepare_streams, say
from cbir.errors import CbirError

EXIT_ERROR = 2
EXIT_INTERRUPTED = 130  # 128 + SIGINT, as a shell counts it

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
models.application.command("train")(train_models.train)
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; None means the arguments of this process.

    An error whose text is meant for the user becomes that one sentence on stderr, without a traceback.
    """
    prepare_streams()
    try:
        application(args=None if arguments is None else list(arguments), prog_name="cbir")
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else EXIT_ERROR
    except CbirError as error:
        say(str(error))
        return EXIT_ERROR
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except Exception:
        # Python would end with 1, which a script would read as "nothing found".
        traceback.print_exc()
        say("This is a fault of the program, not yours. Please report it with the lines above.")
        return EXIT_ERROR
    return 0
