"""`cbir library`: inspect and maintain a library."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from cbir.base.types import Metadata
from cbir.cli.console import (
    EXIT_INTERRUPTED,
    EXIT_PROBLEMS,
    bytes_progress,
    index_progress,
    result,
    result_json,
    say,
    skipped_json,
    stop_on_interrupt,
)
from cbir.cli.index import print_report
from cbir.cli.photo_facts import facts, photo_json
from cbir.cli.terms import DeviceOption, JsonOption, LibraryOption

if TYPE_CHECKING:
    from cbir.base.types import LibraryInfo

application = typer.Typer(no_args_is_help=True, help="Inspect and maintain a library.")

_MAX_NAMED = 20  # files that are named one by one


@application.command("info")
def info(library: LibraryOption = None, as_json: JsonOption = False) -> None:
    """Show what the library holds and how much space it takes."""
    from cbir.library import Library

    with Library.open(library) as opened:
        summary = opened.info()
    if as_json:
        result_json(info_json(summary))
        return
    result(f"library\t{summary.folder}")
    unsearched = f"\t{summary.searchable} ready to search by content" if summary.unsearched else ""
    result(f"photos\t{summary.photos}{unsearched}")
    for root in summary.roots:
        result(f"folder\t{root.path}\t{root.photos} photos{'' if root.online else ', not there now'}")
        for folder in root.excluded:
            result(f"forgotten\t{folder}")
    for pattern in summary.left_out:
        result(f"left out\t{pattern}")
    result(f"codebook\t{summary.codebook}\t{summary.words} words\t{summary.codebook_name}")
    if summary.waiting:
        result(
            f"waiting\t{summary.waiting} photos were indexed with other settings: cbir index reads them again"
        )
    for engine in summary.coverage:
        if engine.engine == "semantic":
            result(f"model\t{engine.name}\t{engine.photos} photos\t{engine.how}")
        elif engine.how:
            result(f"index\t{engine.how}\t{engine.photos} photos")
    if summary.keeps_parts or summary.with_parts:
        ended = "" if summary.keeps_parts else ", removed by the next cbir index"
        result(f"parts\t{summary.with_parts} photos\t{summary.parts_bytes} bytes{ended}")
    result(f"segments\t{summary.segments}")
    result(f"bytes\t{summary.bytes}\t{_per_photo(summary)}")
    result(f"thumbnails\t{summary.thumbnail_bytes} bytes")
    result(f"skipped\t{len(summary.skipped)}")
    for skipped in summary.skipped:
        say(f"skipped {skipped.path}: {skipped.reason}")
    for engine in summary.coverage:
        for skipped in engine.skipped:
            say(f"skipped by {engine.name} {skipped.path}: {skipped.reason}")


@application.command("photo")
def photo(
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO...", help="Photos of the library.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the metadata of photos: date, camera, exposure, people, texts, places and the marks that were set here."""
    from cbir.library import Library

    with Library.open(library) as opened:
        shown = list(zip(photos, opened.metadata(opened.find_photos(photos)), strict=True))
    if as_json:
        result_json({"photos": [photo_json(path, metadata) for path, metadata in shown]})
        return
    for number, (path, metadata) in enumerate(shown):
        if number:
            result("")
        result(f"photo\t{path}")
        for name, value in facts(metadata or Metadata()):
            result(f"{name}\t{value}")


@application.command("vectors")
def vectors(
    kind: Annotated[
        Literal["auto", "exact", "trained"] | None,
        typer.Option("--kind", help="auto: exact up to 10,000 vectors, trained above."),
    ] = None,
    dimensions: Annotated[
        int | None,
        typer.Option(
            "--dimensions", metavar="N", min=0, help="Principal dimensions that are trained on; 0: all."
        ),
    ] = None,
    lists: Annotated[
        int | None, typer.Option("--lists", metavar="N", min=1, help="Lists of the inverted file.")
    ] = None,
    codes: Annotated[
        Literal["8bit", "pq"] | None, typer.Option("--codes", help="How each vector in a list is stored.")
    ] = None,
    nprobe: Annotated[
        int | None, typer.Option("--nprobe", metavar="N", min=1, help="Lists that a search visits.")
    ] = None,
    rerank: Annotated[
        int | None,
        typer.Option("--rerank", metavar="N", min=1, help="Candidates that are scored at full precision."),
    ] = None,
    nndr: Annotated[
        Literal["auto", "library", "shortlist"] | None,
        typer.Option(
            "--nndr",
            help="library: also index the details of all photos, 34 KB a photo; shortlist: do not; auto: by size.",
        ),
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show or choose how embeddings and details are searched; by default, this depends on their number.

    Hits are scored at full dimension in any case. --kind auto on its own resets every choice.
    """
    from cbir.library import Library

    given: dict[str, Any] = {
        "kind": kind,
        "dimensions": None if dimensions == 0 else dimensions,
        "lists": lists,
        "codes": codes,
        "nprobe": nprobe,
        "rerank": rerank,
    }
    chosen = {name: value for name, value in given.items() if value is not None}
    if dimensions == 0:
        chosen["dimensions"] = None
    with stop_on_interrupt() as stopping, Library.open(library, writable=bool(chosen or nndr)) as opened:
        if nndr is not None:
            opened.models.set_nndr(nndr, cancelled=stopping)
        if chosen == {"kind": "auto"}:
            opened.models.set_vector_options(None, cancelled=stopping)
        elif chosen:
            opened.models.change_vector_options(chosen, cancelled=stopping)
        present = asdict(opened.models.vector_options())
        now = [engine.how for engine in opened.info().coverage if engine.engine == "semantic"]
        choice, how = opened.models.nndr()
    if as_json:
        result_json({"vectors": present, "now": now, "nndr": choice, "details": how})
        return
    for name, value in present.items():
        result(f"{name}\t{'by their number' if value is None else value}")
    for line in now:
        result(f"now\t{line}")
    result(f"nndr\t{'by their number' if choice == 'auto' else choice}")
    result(f"details\t{how}")


@application.command("check")
def check(
    deep: Annotated[
        bool,
        typer.Option("--deep", help="Also compare catalog, index and thumbnails, photo by photo."),
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check the library for damage, repair what can be repaired, and say what to do about the rest.

    Exit code 0 when all is well or was repaired, 1 when there are problems, 2 when it cannot be opened.
    """
    from cbir.library import Library

    with Library.open(library) as opened:
        problems = opened.check(deep=deep)
        folder = opened.folder
    problems = sorted(problems, key=lambda problem: problem.mended)
    is_well = all(problem.mended for problem in problems)
    if as_json:
        shown = [
            {"what": str(problem.what), "remedy": str(problem.remedy), "repaired": problem.mended}
            for problem in problems
        ]
        result_json({"library": str(folder), "well": is_well, "problems": shown})
    else:
        for problem in problems:
            result(f"{'mended' if problem.mended else 'problem'}\t{problem.what}\t{problem.remedy}")
        if is_well:
            result(f"All is well in {folder}")
    if not is_well:
        raise typer.Exit(EXIT_PROBLEMS)


@application.command("compact")
def compact(library: LibraryOption = None, as_json: JsonOption = False) -> None:
    """Free the space of deleted photos, and merge small files into large ones."""
    from cbir.library import Library

    with stop_on_interrupt() as stopping, Library.open(library, writable=True) as opened:
        report = opened.compact(cancelled=stopping)
        stopped = stopping()
    if as_json:
        result_json(
            {"bytes_before": report.bytes_before, "bytes_after": report.bytes_after, "stopped": stopped}
        )
    else:
        result(f"{report.bytes_before} bytes before, {report.bytes_after} bytes after")
    if stopped:
        say("Stopped. The library is whole; run the same command again for the rest.")
        raise typer.Exit(EXIT_INTERRUPTED)


@application.command("backup")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup, a new file.", show_default=False)],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the whole library, without the photos themselves, into one file."""
    from cbir.library import Library

    with Library.open(library) as opened, bytes_progress("Backing up") as show:
        size = opened.back_up(file, progress=show)
    if as_json:
        result_json({"file": str(file.absolute()), "bytes": size})
    else:
        result(f"{size} bytes written to {file}")


@application.command("restore")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.", show_default=False)],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Restore a library from a backup into a new or empty folder."""
    from cbir.base.layout import default_folder
    from cbir.library.maintenance import restore

    folder = library if library is not None else default_folder()
    with bytes_progress("Restoring") as show:
        restore(file, folder, progress=show)
    if as_json:
        result_json({"library": str(folder.absolute())})
    else:
        result(f"Restored to {folder}")


@application.command("forget")
def forget(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="A folder that was indexed.", show_default=False)
    ],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remove the photos of FOLDER from the library until FOLDER itself is indexed again. The files stay."""
    from cbir.library import Library

    with Library.open(library, writable=True) as opened:
        count = opened.forget(folder)
    if as_json:
        result_json({"photos": count})
    else:
        result(f"{count} photos forgotten")


@application.command("move")
def move(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.", show_default=False)],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Move the library itself to another place. The photos stay where they are."""
    from cbir.library import Library

    with Library.open(library) as opened:
        remaining = opened.move(folder)
        old = opened.folder
    if as_json:
        result_json({"library": str(folder.absolute()), "remaining": list(map(str, remaining))})
    else:
        result(f"Moved to {folder}")
    if remaining:
        say(f"{old} stays: {len(remaining)} of the files in it are not the library's.")
        for path in remaining[:_MAX_NAMED]:
            say(f"  {path.relative_to(old)}")
    say(f"Name it from now on with --library {folder}, or in the environment variable CBIR_LIBRARY.")


@application.command("rebuild")
def rebuild(
    library: LibraryOption = None, device: DeviceOption = "auto", as_json: JsonOption = False
) -> None:
    """Index every photo of the library again. Ratings and keywords are kept, and photos stay searchable."""
    from cbir.library import Library, LibraryOptions

    with (
        stop_on_interrupt() as stopping,
        index_progress(stopping) as show,
        Library.open(library, writable=True, options=LibraryOptions(device=device)) as opened,
    ):
        report = opened.rebuild(progress=show, cancelled=stopping)
    print_report(report, as_json=as_json)


def info_json(summary: LibraryInfo) -> dict[str, object]:
    """Return the JSON object of `library info`."""
    return {
        "library": str(summary.folder.absolute()),
        "photos": summary.photos,
        "searchable": summary.searchable,
        "roots": [
            {
                "path": str(root.path),
                "photos": root.photos,
                "online": root.online,
                "forgotten": [str(folder) for folder in root.excluded],
            }
            for root in summary.roots
        ],
        "codebook": summary.codebook,
        "codebook_name": summary.codebook_name,
        "words": summary.words,
        "waiting": summary.waiting,
        "left_out": list(summary.left_out),
        "coverage": [
            {
                "engine": coverage.engine,
                "photos": coverage.photos,
                "name": coverage.name,
                "how": coverage.how,
                "trained": coverage.trained,
                "device": coverage.device,
                "skipped": skipped_json(coverage.skipped),
            }
            for coverage in summary.coverage
        ],
        "parts": {"kept": summary.keeps_parts, "photos": summary.with_parts, "bytes": summary.parts_bytes},
        "segments": summary.segments,
        "bytes": summary.bytes,
        "thumbnail_bytes": summary.thumbnail_bytes,
        "skipped": skipped_json(summary.skipped),
    }


def _per_photo(summary: LibraryInfo) -> str:
    return f"{summary.bytes / 1024 / summary.photos:.1f} KB a photo" if summary.photos else "empty"
