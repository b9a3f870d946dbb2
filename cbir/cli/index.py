"""`cbir index`, `read` and `watch`: folders -> the library and an account of every picture, once or always."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from cbir.base.chosen_device import chosen_device
from cbir.base.drives import answers, folder_is_there
from cbir.base.errors import CbirError
from cbir.base.types import Device, IndexRequest
from cbir.cli.console import (
    EXIT_INTERRUPTED,
    background_progress,
    index_progress,
    result,
    result_json,
    say,
    stop_on_interrupt,
)
from cbir.cli.terms import DeviceOption, ExcludeDirOption, ExcludeOption, JsonOption, LibraryOption

if TYPE_CHECKING:
    from cbir.base.types import IndexReport, PartsCost, ReadingReport
    from cbir.indexing import FolderWatch
    from cbir.library import Library


_MAX_SKIPPED_SHOWN = 20


def index(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER...", help="Folders of photos.", show_default=False)
    ],
    library: LibraryOption = None,
    exclude_dir: ExcludeDirOption = None,
    exclude: ExcludeOption = None,
    device: DeviceOption = "auto",
    read: Annotated[
        bool, typer.Option("--read", help="Then also read the text in the photos, as `cbir read` does.")
    ] = False,
    parts: Annotated[
        bool | None,
        typer.Option(
            "--parts/--no-parts",
            help="From now on also embed parts of each photo, so that sentences find small things; or no longer.",
            show_default=False,
        ),
    ] = None,
    videos: Annotated[
        int | None,
        typer.Option(
            "--videos",
            metavar="N",
            min=0,
            max=60,
            help="Also index videos, from now on: at most N frames of a minute, 8 for example; 0 removes them.",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[
        str | None,
        typer.Option(
            "--workers",
            metavar="ADDRESS",
            help="Describe the photos on the workers of a Dask cluster: tcp://HOST:PORT of its scheduler.",
            show_default=False,
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="With --parts: say what they would take, and do nothing.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Add the photos of FOLDER to the library, or bring the library up to date.

    Unchanged photos are not opened again, changed ones are replaced and deleted ones are removed, but
    never because a whole folder is missing. Ctrl-C stops and keeps every finished photo.
    """
    from cbir.library import Library, LibraryOptions

    _check_folders(folders)
    if read:
        _need_a_reader()
    if dry_run:
        _print_cost(library, folders, device, parts=parts, as_json=as_json)
        return
    with (
        stop_on_interrupt() as stopping,
        index_progress(stopping) as show,
        Library.open(library, create=True, writable=True, options=LibraryOptions(device=device)) as opened,
    ):
        if parts and not opened.models.keeps_parts():
            say(cost_line(opened.models.parts_cost(folders)))
        report = opened.index(
            IndexRequest(
                folders=tuple(folders),
                exclude_dirs=tuple(exclude_dir or ()),
                exclude=tuple(exclude or ()),
                parts=parts,
                videos=videos,
                workers=workers,
            ),
            progress=show,
            cancelled=stopping,
        )
    if not read or report.cancelled:
        print_report(report, as_json=as_json)
        return
    with Library.open(library) as opened:
        text = _read_with_progress(opened)
    if as_json:
        result_json({**report_json(report), "text": _text_json(text)})
    else:
        print_report(report, as_json=False)
        result(_text_line(text))
    _end_if_stopped(text)


def _print_cost(
    library: Path | None, folders: list[Path], device: Device, *, parts: bool | None, as_json: bool
) -> None:
    """Print the cost of --parts. An existing library is not changed."""
    from cbir.library import Library, LibraryOptions

    if not parts:
        raise CbirError("--dry-run says what --parts would take: give both.")
    with Library.open(library, options=LibraryOptions(device=device)) as opened:
        cost = opened.models.parts_cost(folders)
    if as_json:
        result_json(
            {"photos": cost.photos, "seconds": cost.seconds, "bytes": cost.bytes, "model": cost.model}
        )
    else:
        result(cost_line(cost))


def cost_line(cost: PartsCost) -> str:
    """Return a sentence on the cost of parts, before they are made."""
    minutes = cost.seconds / 60
    time = f"{minutes:.0f} minutes" if minutes < 120 else f"{minutes / 60:.0f} hours"
    return (
        f"The parts of {cost.photos} photos take about {time if minutes >= 1 else 'a minute'} with the model "
        f"{cost.model} on this computer, and {cost.bytes / 1e6:,.1f} MB. --no-parts removes them again."
    )


def read(
    picture: Annotated[
        Path | None,
        typer.Argument(help="Read this picture instead, and print its text.", show_default=False),
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Read the text in the library's photos, so that you can search for it.

    Screenshots and scans come first, then the newest photos. Each photo takes about half a second of processor time.
    Ctrl-C stops; what was read is kept, and the next run continues from there.
    """
    from cbir.library import Library

    _need_a_reader()
    if picture is not None:
        _read_picture(picture, as_json=as_json)
        return
    with Library.open(library, writable=True) as opened:
        text = _read_with_progress(opened)
    if as_json:
        result_json(_text_json(text))
    else:
        result(_text_line(text))
    _end_if_stopped(text)


def _read_picture(picture: Path, *, as_json: bool) -> None:
    """Print the recognised lines of a picture outside the library, and words to search for similar ones."""
    from cbir.base.types import largest_words
    from cbir.workers import ReadingProcess

    with ReadingProcess(urgent=True) as process:
        lines = process.submit(picture.absolute()).result()
    if as_json:
        entries = [
            {
                "text": line.text,
                "corners": [list(corner) for corner in line.quad],
                "confidence": line.confidence,
            }
            for line in lines
        ]
        result_json({"lines": entries, "largest_words": largest_words(lines)})
    elif lines:
        result("\n".join(line.text for line in lines))
    else:
        say("No words were found in this picture.")


def _need_a_reader() -> None:
    """Raise before anything begins if text recognition is not available here."""
    from cbir.ocr import find_models

    find_models()


def _read_with_progress(library: Library) -> ReadingReport:
    with stop_on_interrupt() as stopping, background_progress("Reading", "with text", stopping) as show:
        report = library.text.read(progress=show, cancelled=stopping)
    say(f"Scripts read: {', '.join(report.scripts)}. Text in other scripts is left out.")
    return report


def _text_json(report: ReadingReport) -> dict[str, object]:
    return {
        "read": report.read,
        "with_text": report.with_text,
        "skipped": report.skipped,
        "waiting": report.waiting,
        "cancelled": report.cancelled,
        "scripts": list(report.scripts),
    }


def _text_line(report: ReadingReport) -> str:
    skipped = f", {report.skipped} cannot be opened now" if report.skipped else ""
    return f"{report.read} photos read, {report.with_text} with text{skipped}"


def _end_if_stopped(report: ReadingReport) -> None:
    if report.cancelled:
        say(f"Stopped. What was read is kept; cbir read continues with the other {report.waiting} photos.")
        raise typer.Exit(EXIT_INTERRUPTED)


def print_report(report: IndexReport, *, as_json: bool) -> None:
    """Print the report of an index run; a stopped run ends the command with its exit code."""
    if as_json:
        result_json(report_json(report))
    else:
        _print_report(report)
    if report.cancelled:
        say("Stopped. All finished photos are kept; run the same command again for the rest.")
        raise typer.Exit(EXIT_INTERRUPTED)


def report_json(report: IndexReport) -> dict[str, object]:
    """Return the JSON object of an index run."""
    return {
        "indexed": report.indexed,
        "unchanged": report.unchanged,
        "updated": report.updated,
        "moved": report.moved,
        "removed": report.removed,
        "skipped": [{"path": str(skipped.path), "reason": skipped.reason} for skipped in report.skipped],
        "cancelled": report.cancelled,
        "notes": list(report.notes),
        "encoded_on": list(report.encoded_on),
    }


def report_line(report: IndexReport) -> str:
    """Return a line that accounts for every file that looks like a picture."""
    moved = f"{report.moved} moved, " if report.moved else ""
    return (
        f"{report.indexed} indexed, {report.unchanged} unchanged, {moved}{report.removed} removed, "
        f"{len(report.skipped)} skipped"
    )


def _check_folders(folders: list[Path]) -> None:
    """Raise if there is nothing to index; single missing folders are left to the library."""
    if all(map(is_missing, folders)):
        names = ", ".join(str(folder) for folder in folders)
        raise CbirError("There is no such folder: {0}. The library was not changed.", names)
    for folder in folders:
        if answers(folder) and os.path.isfile(folder):
            raise CbirError("{0} is a file. Give the folder that contains it.", folder)


def is_missing(folder: Path) -> bool:
    """True if there certainly is no such folder. If that is uncertain, the library says why."""
    return folder_is_there(folder) is False


def _print_report(report: IndexReport) -> None:
    for skipped in report.skipped[:_MAX_SKIPPED_SHOWN]:
        say(f"skipped {skipped.path}: {skipped.reason}")
    if len(report.skipped) > _MAX_SKIPPED_SHOWN:
        more = len(report.skipped) - _MAX_SKIPPED_SHOWN
        say(f"and {more} more were skipped: --json lists all of them.")
    for note in report.notes:
        say(note)
    if any(device.startswith("cuda") for device in report.encoded_on):
        say(f"The model ran on: {', '.join(report.encoded_on)}.")
    if report.updated:
        say(f"The metadata of {report.updated} of the unchanged photos was read again.")
    if not (report.indexed or report.unchanged or report.moved or report.skipped or report.cancelled):
        say("No pictures were found there.")
    result(report_line(report))


def watch(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FOLDER...]",
            help="Folders of photos. Default: all folders of the library.",
            show_default=False,
        ),
    ] = None,
    library: LibraryOption = None,
    exclude_dir: ExcludeDirOption = None,
    exclude: ExcludeOption = None,
    device: Annotated[
        Device | None,
        typer.Option(
            "--device", help="Where models run; default: as chosen in the window.", show_default=False
        ),
    ] = None,
    as_json: JsonOption = False,
    at_login: Annotated[
        bool | None,
        typer.Option(
            "--at-login/--not-at-login",
            help="Start or stop watching all folders of the library at login. Nothing is watched now.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Keep the library up to date with FOLDER until Ctrl-C: changes are indexed after a few seconds.

    Network drives do not report changes, so they are scanned every five minutes.
    """
    from cbir.library import Library, LibraryOptions

    device = chosen_device() if device is None else device
    if at_login is not None:
        _set_login(at_login, library, device)
        return

    named = folders or []
    for folder in named:
        if is_missing(folder):
            raise CbirError("There is no such folder: {0}", folder)
    options = LibraryOptions(device=device)
    with Library.open(library, create=bool(named), writable=True, options=options) as opened:
        if not named and not opened.info().roots:
            raise CbirError("The library knows no folders yet. Name the folders to watch.")
        watching = opened.watch(
            IndexRequest(
                folders=tuple(named),
                exclude_dirs=tuple(exclude_dir or ()),
                exclude=tuple(exclude or ()),
            ),
            on_report=lambda report: _print(report, as_json=as_json),
            on_trouble=say,
        )
        say("Watching. Ctrl-C stops.")
        with _stopped_by_interrupt(watching):
            watching.run()
    say("Stopped. Everything that was finished is in the library.")


def _set_login(start: bool, library: Path | None, device: Device) -> None:
    from cbir.base.at_login import do_not_start_at_login, start_at_login
    from cbir.base.layout import default_folder

    if start:
        start_at_login(library or default_folder(), device)
        say("The library's folders are watched from the next login on. Undo this with --not-at-login.")
    else:
        do_not_start_at_login()
        say("Nothing is watched at login.")


def _print(report: IndexReport, *, as_json: bool) -> None:
    """Print a line for each run at once, for programs that read along."""
    if as_json:
        result(json.dumps(report_json(report)))
    else:
        result(f"{time.strftime('%H:%M:%S')}\t{report_line(report)}")
        for note in report.notes:
            say(note)
    _flush()


def _flush() -> None:
    import sys

    sys.stdout.flush()


@contextmanager
def _stopped_by_interrupt(watching: FolderWatch) -> Iterator[None]:
    """Stop the watch at the first Ctrl-C or SIGTERM; a second Ctrl-C interrupts at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ask(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before[signal.SIGINT])
        # not in the handler: it may have interrupted the thread that holds the watch's lock
        threading.Thread(target=watching.stop, daemon=True).start()

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
