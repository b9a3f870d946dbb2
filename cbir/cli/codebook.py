"""`cbir codebook train`, `cbir codebook use` and `cbir codebook info`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cbir.base.errors import CbirError
from cbir.cli.console import result, result_json, say
from cbir.cli.options import JsonOption, LibraryOption
from cbir.cli.progress import step_progress

if TYPE_CHECKING:
    from cbir.base.types import LibraryInfo
    from cbir.training import CodebookInfo

_LibraryAlone = Annotated[
    Path | None,
    typer.Option(
        "--library",
        metavar="DIR",
        file_okay=False,
        show_default=False,
        help="Look at this library's codebook.",
    ),
]

application = typer.Typer(no_args_is_help=True, help="Train, choose or inspect a codebook of visual words.")


@application.command("train")
def train(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER...", help="Folders of photos.", show_default=False)
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", dir_okay=False, help="The codebook's file.")
    ],
    words: Annotated[int, typer.Option("--words", metavar="N", min=2, help="How many words.")] = 65536,
    use: Annotated[bool, typer.Option("--use", help="Use it for the library from now on.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Train a codebook of visual words from the photos of FOLDER and write it to a file."""
    if use:
        _open_early(library)
    trained = _train(folders, output, words)
    used = _use(output, library) if use else None
    _print(trained, used, as_json=as_json)
    if used is not None:
        _say_what_waits(used)


def _train(folders: list[Path], output: Path, words: int) -> CodebookInfo:
    from rich.progress import TimeElapsedColumn

    from cbir.training import train_codebook_from_folders

    with step_progress("Training", TimeElapsedColumn()) as show:
        return train_codebook_from_folders(folders, output, words=words, progress=show)


@application.command("use")
def use(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A codebook's file.", show_default=False)
    ] = None,
    default: Annotated[
        bool, typer.Option("--default", help="Use the codebook that comes with the program.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Index the library's photos with another codebook from now on.

    Photos keep their old words, and are found by them, until cbir index reads them again.
    """
    if (file is None) != default:
        raise CbirError("Give a codebook file, or --default for the one that comes with the program.")
    known = _use(file, library)
    if as_json:
        fields = {"library": str(known.folder.absolute()), "codebook": known.codebook}
        fields |= {"codebook_name": known.codebook_name}
        result_json(fields | {"words": known.words, "photos": known.photos, "waiting": known.waiting})
    else:
        result(f"codebook\t{known.codebook}\t{known.words} words\t{known.codebook_name}")
    _say_what_waits(known)


def _open_early(library: Path | None) -> None:
    """Find out before hours of training whether the library can be written to."""
    from cbir.library import Library

    Library.open(library, create=True, writable=True).close()


def _use(file: Path | None, library: Path | None) -> LibraryInfo:
    from cbir.library import Library

    with Library.open(library, create=True, writable=True) as opened:
        opened.models.use_codebook(file)
        return opened.info()


def _say_what_waits(known: LibraryInfo) -> None:
    if known.waiting:
        some = "1 photo keeps" if known.waiting == 1 else f"{known.waiting} photos keep"
        until = "it is" if known.waiting == 1 else "they are"
        say(f"{some} the words of before until {until} read again: run cbir index on your folders.")


@application.command("info")
def info(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="A codebook file. Default: the one that comes with the program.",
            show_default=False,
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            "--plot",
            metavar="FILE",
            dir_okay=False,
            help="With --library: plot how the words are used, as a PNG.",
        ),
    ] = None,
    library: _LibraryAlone = None,
    as_json: JsonOption = False,
) -> None:
    """Show what a codebook was trained from and, with --library, how a library's photos use its words."""
    from cbir.training import codebook_info

    if library is None:
        if plot is not None:
            raise CbirError("A plot shows how a library uses its words: name the library with --library.")
        _print(codebook_info(file), None, as_json=as_json)
        return
    if file is not None:
        raise CbirError("Give a codebook file or --library, not both: a library has a codebook of its own.")
    _print_usage(library, plot, as_json=as_json)


def _print_usage(folder: Path, plot: Path | None, *, as_json: bool) -> None:
    from cbir.library import Library
    from cbir.training import codebook_info, plot_word_usage
    from cbir.visual_words import spaced

    with Library.open(folder) as library:
        known = codebook_info(library.models.codebook().path)
        usage = library.models.word_usage()
    if plot is not None:
        plot_word_usage(usage, plot)
    ranks, photos = spaced(usage.used), spaced(usage.photos)
    fields: dict[str, object] = {
        "library": str(folder.absolute()),
        "fingerprint": known.fingerprint,
        "words": usage.words,
        "used": usage.used,
        "photos": usage.photos,
        "entropy_bits": round(usage.entropy_bits, 3),
        "zipf_exponent": _rounded(usage.zipf_exponent),
        "heaps_exponent": _rounded(usage.heaps_exponent),
    }
    if as_json:
        fields["zipf"] = [[int(rank), int(usage.frequencies[rank - 1])] for rank in ranks]
        fields["heaps"] = [[int(n), int(usage.first_seen[n - 1])] for n in photos]
        result_json(fields)
        return
    for name, value in fields.items():
        result(f"{name}\t{'' if value is None else value}")


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _print(known: CodebookInfo, used: LibraryInfo | None, *, as_json: bool) -> None:
    fields: dict[str, object] = {
        "fingerprint": known.fingerprint,
        "words": known.words,
        "descriptors": known.descriptors,
        "photos": known.photos,
        "trained_on": list(known.trained_on),
        "bytes": known.bytes,
        "created": known.created,
    }
    if used is not None:
        fields |= {"library": str(used.folder.absolute()), "waiting": used.waiting}
    if as_json:
        result_json(fields)
        return
    for name, value in fields.items():
        result(f"{name}\t{', '.join(value) if isinstance(value, list) else value}")
