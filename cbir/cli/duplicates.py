"""`cbir duplicates`: photos that belong together, the causes, the photos to keep, and copies moved to the trash."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cbir.base.errors import CbirError
from cbir.base.types import (
    ASIDE,
    CAUSES,
    COPIES,
    Cause,
    Copy,
    DuplicateGroup,
    DuplicateReport,
    DuplicateSearch,
    Judged,
    LibraryPhoto,
    Received,
    Region,
    TrashPlan,
    TrashReport,
)
from cbir.cli.console import (
    EXIT_PROBLEMS,
    agreed,
    counted,
    result,
    result_json,
    say,
    skipped_json,
    step_progress,
    stop_on_interrupt,
)
from cbir.cli.terms import JsonOption, LibraryOption

if TYPE_CHECKING:
    from cbir.library import Library


_MANY_FREED = 1e6


def print_groups(report: DuplicateReport) -> None:
    """Print a line for the photo to keep, and under it a line for each copy: cause, path, size, detail and reasons.

    If no copy is suggested for the trash, the first line does not recommend a photo to keep.
    """
    for group in report.groups:
        suggested = any(copy.is_suggested for copy in group.copies)
        first = "keep" if suggested else "photo"
        result("\t".join([first, str(group.kept.path), _size(group.kept), *_other_names(group.kept)]))
        for copy in group.copies:
            result("\t".join([copy.cause, str(copy.photo.path), _size(copy.photo), *_details(copy)]))
    causes = Counter(copy.cause for group in report.groups for copy in group.copies)
    by_cause = ", ".join(f"{causes[cause]} {cause}" for cause in CAUSES if causes[cause])
    groups = counted(len(report.groups), "group")
    size_sentence = f"The copies take {size_in_words(report.bytes_to_free)}."
    say(f"{groups}: {by_cause}. {size_sentence}" if report.groups else "No duplicates found.")
    for skipped in report.skipped:
        say(f"skipped {skipped.path}: {skipped.reason}")


def print_plan(plan: TrashPlan) -> None:
    """Print the contents of a trash plan."""
    for photo in plan.photos:
        result("\t".join(["trash", str(photo.path), _size(photo)]))
    for handover in plan.receives:
        words = received_in_words(handover.received)
        result("\t".join(["receives", str(handover.path), f"from {handover.received.source}", *words]))
    for file in plan.beside:
        say(f"stays {file.path}: {file.reason}")
    for file in plan.last:
        say(f"last copy {file.path}: {file.reason}")
    for file in plan.stays:
        say(f"stays {file.path}: {file.reason}")


def plan_json(plan: TrashPlan) -> dict[str, object]:
    """Return the JSON object of `cbir duplicates --trash --dry-run`."""
    return {
        "trash": [_photo_json(photo) for photo in plan.photos],
        "bytes": plan.bytes,
        "receives": [
            {
                "path": str(handover.path),
                "from": str(handover.received.source),
                **_received_json(handover.received),
            }
            for handover in plan.receives
        ],
        **{
            name: [{"path": str(file.path), "reason": file.reason} for file in files]
            for name, files in (("last", plan.last), ("stays", plan.stays), ("beside", plan.beside))
        },
    }


def _received_json(received: Received) -> dict[str, object]:
    entry = {name: value for name, value in asdict(received).items() if value not in (None, (), 0)}
    del entry["source"]
    return entry


def groups_json(report: DuplicateReport) -> dict[str, object]:
    """Return the JSON object of `cbir duplicates`."""
    return {
        "photos": report.photos,
        "compared": report.compared,
        "known": report.compared_before,
        "bytes_to_free": report.bytes_to_free,
        "groups": [_group_json(group) for group in report.groups],
        "skipped": [{"path": str(photo.path), "reason": photo.reason} for photo in report.skipped],
    }


def size_in_words(count: int) -> str:
    return f"{count / 1e6:,.1f} MB" if count >= _MANY_FREED else f"{count / 1e3:,.0f} KB"


def copies_of(groups: Sequence[DuplicateGroup]) -> Iterator[tuple[DuplicateGroup, Copy]]:
    return ((group, copy) for group in groups for copy in group.copies)


def _group_json(group: DuplicateGroup) -> dict[str, object]:
    return {
        "keep": _photo_json(group.kept),
        "copies": [
            {
                **_photo_json(copy.photo),
                "cause": copy.cause,
                "detail": copy.detail,
                "box": copy.box,
                "box_in": None if copy.box is None else "keep" if copy.inside else "copy",
                "outline": copy.outline,
                "why": list(copy.why),
                "against": list(copy.against),
                "suggested": copy.is_suggested,
                "verdict": copy.verdict,
            }
            for copy in group.copies
        ],
    }


def _photo_json(photo: LibraryPhoto) -> dict[str, object]:
    return {
        "path": str(photo.path),
        "fingerprint": photo.fingerprint,
        "width": photo.size[0],
        "height": photo.size[1],
        "bytes": photo.bytes,
        "format": photo.format,
        "taken_at": photo.taken_at,
        "offline": photo.offline,
        "other_names": [str(name) for name in photo.other_names],
        "bytes_to_free": photo.bytes_to_free,
    }


def _size(photo: LibraryPhoto) -> str:
    return f"{photo.size[0]} x {photo.size[1]}\t{size_in_words(photo.bytes)}"


def _other_names(photo: LibraryPhoto) -> Iterator[str]:
    return (f"also {name}" for name in photo.other_names)


def _details(copy: Copy) -> Iterator[str]:
    yield from _other_names(copy.photo)
    if copy.detail:
        yield copy.detail
    if copy.box is not None:
        yield f"{_box(copy.box)} of the {'other' if copy.inside else 'copy'}"
    if copy.why:
        yield f"the other {', '.join(copy.why)}"
    if copy.against:
        yield f"no suggestion: this one {', '.join(copy.against)}"
    if copy.verdict:
        yield f"you said: {copy.verdict}"


def _box(box: Region) -> str:
    x, y, width, height = (round(value) for value in box)
    return f"{width} x {height} at {x}, {y}"


_TRASH = "move the copies to the trash"
_CERTAIN: tuple[Cause, ...] = ("identical", "same pixels")  # trashed by default, without --cause


def duplicates(
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FOLDER]", help="Only duplicates of photos in this folder.", show_default=False
        ),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="DIR", help="Compare FOLDER only with this folder of the library."),
    ] = None,
    after: Annotated[
        str | None, typer.Option("--after", metavar="DATE", help="Only photos taken on this day or later.")
    ] = None,
    before: Annotated[
        str | None, typer.Option("--before", metavar="DATE", help="Only photos taken before this day.")
    ] = None,
    cause: Annotated[
        list[str] | None,
        typer.Option("--cause", metavar="CAUSE", help=f"{', '.join(CAUSES)}. Can be repeated."),
    ] = None,
    keep: Annotated[
        list[Path] | None,
        typer.Option(
            "--keep", metavar="DIR", help="Prefer to keep the photos in this folder. Can be repeated."
        ),
    ] = None,
    remember: Annotated[
        bool,
        typer.Option(
            "--remember", help="Remember the folders of --keep for later runs; without --keep, forget them."
        ),
    ] = False,
    judged: Annotated[
        bool, typer.Option("--judged", help="Also show pairs that you said to leave alone.")
    ] = False,
    trash: Annotated[
        bool,
        typer.Option(
            "--trash",
            help="Move copies to the system's trash: identical files and same pixels, or those of --cause. Asks first.",
        ),
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="With --trash: say what would go, and move nothing.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="With --trash: do not ask.")] = False,
    sidecar: Annotated[
        bool,
        typer.Option(
            "--sidecar",
            help="With --trash: also write what the photos that stay receive to their XMP sidecars.",
        ),
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find photos that belong together and say why: copies, crops, turned and edited ones, bursts, shared parts.

    The photos must be in the library. What was compared is remembered, so the next run is quick.
    """
    from cbir.library import Library

    causes = _read_causes(cause)
    folders = tuple(path.absolute() for path in keep or ())
    search = DuplicateSearch(
        folder=folder and folder.absolute(),
        against=against and against.absolute(),
        after=after,
        before=before,
        causes=causes or tuple(cause for cause in CAUSES if cause not in ASIDE),
        keep=folders,
        judged=judged,
    )
    with stop_on_interrupt() as stopping, Library.open(library) as opened:
        if remember:
            opened.duplicates.keep_folders(folders)
        with step_progress("Comparing") as show:
            report = opened.duplicates.find(
                search, progress=lambda done, total: show("Comparing", done, total), cancelled=stopping
            )
        if trash:
            _trash(
                opened, report, causes or _CERTAIN, dry_run=dry_run, yes=yes, sidecar=sidecar, as_json=as_json
            )
            return
    if as_json:
        result_json(groups_json(report))
        return
    print_groups(report)


def _trash(
    opened: Library,
    report: DuplicateReport,
    causes: tuple[Cause, ...],
    *,
    dry_run: bool,
    yes: bool,
    sidecar: bool,
    as_json: bool,
) -> None:
    """Move the copies with these causes to the trash; of each, another copy stays."""
    if refused := [cause for cause in causes if cause not in COPIES]:
        raise CbirError(
            "--trash moves only copies. Photos of the cause “{0}” are separate photos.", refused[0]
        )
    copies = [(group, copy) for group, copy in copies_of(report.groups) if copy.cause in causes]
    chosen = [
        Judged(kept=group.kept.photo, other=copy.photo.photo, verdict="trash")
        for group, copy in copies
        if copy.is_suggested
    ]
    for _, copy in copies:
        if not copy.is_suggested:
            say(f"stays {copy.photo.path}: {', '.join(copy.against)}")
    if not chosen and not (dry_run and as_json):
        if as_json:
            result_json(_trash_json(TrashReport(photos=0)))
        else:
            result("0 photos moved to the trash")
        return
    plan = opened.duplicates.plan_trash(chosen)
    photos = [photo.photo for photo in plan.photos]
    if dry_run:
        if as_json:
            result_json(plan_json(plan))
        else:
            print_plan(plan)
        return
    if not yes:
        if not as_json:
            print_plan(plan)
        question = f"Move {counted(len(photos), 'photo')} to the trash and free {size_in_words(plan.bytes)}?"
        if not agreed(question, _TRASH):
            say("Nothing was moved.")
            raise typer.Exit(EXIT_PROBLEMS)
    last = bool(plan.last)
    if last and not yes:
        last = agreed(f"{counted(len(plan.last), 'photo')} of them are last copies. Move those too?", _TRASH)
    opened.duplicates.say(chosen)
    moved = opened.duplicates.trash(photos, last=last and not yes, sidecar=sidecar)
    if as_json:
        result_json(_trash_json(moved))
    else:
        result(f"{counted(moved.photos, 'photo')} moved to the trash")
    for problem in (*moved.notes, *moved.problems):
        say(f"{problem.path}: {problem.reason}")
    if moved.problems:
        raise typer.Exit(EXIT_PROBLEMS)


def _trash_json(moved: TrashReport) -> dict[str, object]:
    return {
        "photos": moved.photos,
        "notes": skipped_json(moved.notes),
        "problems": skipped_json(moved.problems),
    }


def _read_causes(named: list[str] | None) -> tuple[Cause, ...]:
    causes = []
    for text in named or ():
        matches = [cause for cause in CAUSES if cause.startswith(text.lower())]
        if len(matches) != 1:
            raise CbirError(
                "{0} is not a cause. It can be {1} or {2}.", text, ", ".join(CAUSES[:-1]), CAUSES[-1]
            )
        causes += matches
    return tuple(dict.fromkeys(causes))


def received_in_words(received: Received) -> list[str]:
    """Metadata that a photo received from a copy in the trash: a few words for each value."""
    words = []
    if received.title:
        words.append(f"title: {received.title}")
    further = ("headline", "creator", "copyright", "label")
    words += [f"{name}: {value}" for name in further if (value := getattr(received, name))]
    if received.caption:
        words.append(f"caption: {received.caption}")
    if received.keywords:
        words.append(f"keywords: {', '.join(received.keywords)}")
    if received.people:
        words.append(f"people: {', '.join(received.people)}")
    if received.taken_at:
        words.append(f"date: {received.taken_at}")
    if received.latitude is not None and received.longitude is not None:
        words.append(f"position: {received.latitude:.5f}, {received.longitude:.5f}")
    if received.places:
        words.append(f"place: {', '.join(received.places)}")
    if received.rating:
        words.append(f"stars: {received.rating}")
    if received.pick:
        words.append("picked")
    if received.albums:
        words.append(f"albums: {', '.join(received.albums)}")
    if received.judgements:
        words.append(
            f"right or wrong for {received.judgements} search{'es' if received.judgements > 1 else ''}"
        )
    return words
