"""`cbir demo`: a small library of pictures, indexed and searched, to show the program."""

from __future__ import annotations

import multiprocessing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

import typer

from cbir.base.errors import CbirError
from cbir.cli.console import (
    EXIT_INTERRUPTED,
    index_progress,
    result,
    result_is_watched,
    say,
    stop_on_interrupt,
)
from cbir.cli.hits import hit_lines
from cbir.cli.index import report_line
from cbir.cli.window import open_window, window_is_possible
from cbir.workers import no_main_module

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from cbir.demo import Demo

_TOP = 15


def demo(
    folder: Annotated[
        Path | None,
        typer.Option(
            "--folder",
            metavar="DIR",
            file_okay=False,
            show_default=False,
            help="Folder for the demo's pictures and library. Default: your cache folder.",
        ),
    ] = None,
    no_gui: Annotated[
        bool, typer.Option("--no-gui", help="Show the hits in the terminal, not in the window.")
    ] = False,
) -> None:
    """Build a small library of pictures and search it: in the window, or without a display in the terminal.

    Nothing is downloaded, and your own library is not touched. A second run reuses the pictures.
    """
    place = (folder if folder is not None else _default_folder()).absolute()
    say(f"Preparing the demo's pictures in {place}")
    if not no_gui and window_is_possible():
        with DemoInTheMaking(place) as making:
            code = open_window(place / "library", filling=making)
        if making.refusal is not None:
            raise CbirError(making.refusal)
        raise typer.Exit(code)
    from cbir.demo import build_demo

    demo_library = build_demo(place)
    _index(demo_library)
    _show_hits(demo_library)


class DemoInTheMaking:
    """A process that writes the demo's pictures while the window on its library is already open."""

    def __init__(self, folder: Path) -> None:
        self.folders: tuple[Path, ...] = (folder / "pictures",)
        self.query = folder / "query.jpg"
        self.refusal: str | None = None
        self._ready = False
        context = multiprocessing.get_context("spawn")
        self._news, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=prepare, args=(folder, theirs), name="cbir-demo")
        with no_main_module():
            self._process.start()
        theirs.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()  # an interrupted demo is made again
        self._process.join()

    def ready(self) -> bool:
        """True once the library exists and its folders may be added."""
        self._listen()
        return self._ready

    def growing(self) -> bool:
        """True while pictures are still being written."""
        self._listen()
        return self._process.is_alive()

    def _listen(self) -> None:
        try:
            while self._news.poll():
                self.refusal = self._news.recv()
                self._ready = self.refusal is None
        except EOFError:
            return


def prepare(folder: Path, news: Connection) -> None:
    """Write the pictures, in a separate process. Sends None once the library exists, or a sentence after a failure."""
    from cbir.demo import build_demo

    def begun(demo_library: Demo) -> None:
        _choose_model(demo_library.library)
        news.send(None)

    try:
        build_demo(folder, begun)
    except CbirError as error:
        news.send(str(error))
    except Exception as error:  # our own fault, to be shown by the other process
        news.send(f"The demo could not be made: {type(error).__name__}: {error}")


def _choose_model(library: Path) -> None:
    from cbir.embeddings import BUILT_IN, built_in_model
    from cbir.library import Library

    with Library.open(library, create=True, writable=True) as opened:
        if built_in_model() is not None:
            opened.models.use(BUILT_IN)  # even if the user has other models


def _default_folder() -> Path:
    from cbir.base.layout import user_folder

    return user_folder("cache") / "demo"


def _index(demo_library: Demo) -> None:
    from cbir.library import Library

    _choose_model(demo_library.library)
    with (
        stop_on_interrupt() as stopping,
        index_progress(stopping) as show,
        Library.open(demo_library.library, writable=True) as library,
    ):
        report = library.index([demo_library.pictures], progress=show, cancelled=stopping)
    say(report_line(report))
    if report.cancelled:
        say("Stopped. The next `cbir demo` continues from here.")
        raise typer.Exit(EXIT_INTERRUPTED)


def _show_hits(demo_library: Demo) -> None:
    from cbir.base.types import SearchOptions, Term
    from cbir.demo import QUERY_OF
    from cbir.library import Library

    with Library.open(demo_library.library) as library:
        answer = library.search((Term(path=demo_library.query),), SearchOptions(top=_TOP))
    if not answer.verified:
        raise CbirError(
            "The demo's search found nothing, which is a fault of the program. See {0}", demo_library.library
        )
    result(
        f"Searched {answer.searched} pictures for {demo_library.query} in {answer.took_ms.total:.0f} ms: a snapshot, "
        f'at an angle and cut off, of the picture "{QUERY_OF}".'
    )
    result(
        "Below are its hits. The verified ones show the same thing, even if they are cropped, turned, small, dark or "
        "recompressed: enough of their points agree with the snapshot's."
    )
    result("")
    for line in hit_lines(answer, watched=result_is_watched()):
        result(line)
    result("")
    _show_typed(demo_library)
    result("Now your own photos: cbir index ~/Pictures")


def _show_typed(demo_library: Demo) -> None:
    """Show a sentence and its strong hits, by the built-in model."""
    from cbir.base.types import SearchOptions, Term
    from cbir.demo import SENTENCE
    from cbir.library import Library

    with Library.open(demo_library.library) as library:
        if library.models.current() is None:
            return
        answer = library.search((Term(text=SENTENCE),), SearchOptions(top=_TOP, engine="semantic"))
    strong = replace(answer, hits=tuple(hit for hit in answer.hits if hit.strong))
    result(
        f'Typed "{SENTENCE}", understood by the small model that comes with the program, in '
        f"{answer.took_ms.total:.0f} ms:"
    )
    result("")
    for line in hit_lines(strong, watched=result_is_watched(), pictured=False):
        result(line)
    result("")
    result("Larger models understand more: cbir models list")
