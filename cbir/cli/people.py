"""`cbir people`: faces in the library's photos, the people to whom they belong, and their names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cbir.base.errors import CbirError
from cbir.base.types import FaceId, FacesReport, Person
from cbir.cli.console import (
    EXIT_INTERRUPTED,
    EXIT_NOTHING_FOUND,
    background_progress,
    printable,
    result,
    result_json,
    say,
    skipped_json,
    stop_on_interrupt,
)
from cbir.cli.marks import tell_problems
from cbir.cli.terms import JsonOption, LibraryOption, open_library, parse_region

if TYPE_CHECKING:
    from cbir.library import Library

SENTENCE = (
    "The program looks for faces in your photos and puts like ones together, on this computer alone; you give the "
    "names. What it stores is in this library, in your backups of it, and nowhere else. `cbir people erase` removes "
    "all of it."
)
application = typer.Typer(
    no_args_is_help=True,
    help="Find people: faces in your photos, on this computer alone. Off until switched on.",
)
_PersonArgument = Annotated[
    str, typer.Argument(metavar="PERSON", help="A name, or a number from the list.", show_default=False)
]
_FaceArgument = Annotated[
    int, typer.Argument(metavar="FACE", help="The face's number, from `people show`.", show_default=False)
]
_FacesArgument = Annotated[
    list[int],
    typer.Argument(metavar="FACE...", help="Numbers of faces, from `people show`.", show_default=False),
]


@application.command("on")
def on(as_json: JsonOption = False, library: LibraryOption = None) -> None:
    """Switch people on, and look for faces in all photos in which nobody has looked yet.

    A photo takes about a tenth of a second of processor time. Ctrl-C stops; what was found is kept, and the next run
    continues from there. Run it again after new photos were indexed.
    """
    with open_library(library, writable=True) as opened:
        if not opened.people.state().on:
            say(SENTENCE)
            opened.people.switch(True)
        with stop_on_interrupt() as stopping, background_progress("Looking", "faces", stopping) as show:
            report = opened.people.read(progress=show, cancelled=stopping)
    if as_json:
        result_json(_report_json(report))
    else:
        result(f"{report.photos} photos looked at, {report.faces} faces, {report.described} described")
    if report.cancelled:
        say(
            f"Stopped. What was found is kept; cbir people on continues with the other {report.waiting} photos."
        )
        raise typer.Exit(EXIT_INTERRUPTED)


@application.command("off")
def off(as_json: JsonOption = False, library: LibraryOption = None) -> None:
    """Switch people off: no face is looked for or shown. What was found stays until `cbir people erase`."""
    with open_library(library, writable=True) as opened:
        opened.people.switch(False)
    if as_json:
        result_json({"on": False})


@application.command("erase")
def erase(
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """Remove every face, vector and name from the library for good, and switch people off.

    Earlier backups of the library keep what they have: delete them, or make new ones. Names in XMP sidecars and in
    searches that you saved are yours, and stay.
    """
    if not yes:
        typer.confirm("Remove all faces and names from this library for good?", abort=True, err=True)
    with open_library(library, writable=True) as opened:
        opened.people.erase()
    if as_json:
        result_json({"on": False})
    say("All faces and names are removed. Earlier backups of this library keep theirs.")


@application.command("status")
def status(as_json: JsonOption = False, library: LibraryOption = None) -> None:
    """Tell if people is on, and how many photos were looked at."""
    with open_library(library) as opened:
        state = opened.people.state()
    shown = {
        "on": state.on,
        "photos": state.photos,
        "waiting": state.waiting,
        "faces": state.faces,
        "left_out": state.left_out,
        "named": state.named,
    }
    if as_json:
        result_json(shown)
        return
    for name, value in shown.items():
        result(f"{name}\t{str(value).lower()}")


@application.command("list")
def list_people(
    everybody: Annotated[
        bool, typer.Option("--all", "-a", help="Also those with a single face, and hidden ones.")
    ] = False,
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """List people, then groups of like faces without a name, those with most faces first.

    Each line is number, tab, name, tab, photos, tab, faces. Exit code 1 if there is nobody.
    """
    with open_library(library) as opened:
        _need_on(opened)
        people = opened.people.all(hidden=everybody, least=1 if everybody else 2)
    if as_json:
        result_json({"people": [_person_json(person) for person in people]})
    else:
        for person in people:
            result(f"{person.id}\t{person.name}\t{person.photos}\t{person.faces}")
    if not people:
        say("There is nobody yet.")
        raise typer.Exit(EXIT_NOTHING_FOUND)


@application.command("show")
def show(person: _PersonArgument, as_json: JsonOption = False, library: LibraryOption = None) -> None:
    """List the photos of a person, the newest first.

    Each line is the number of the face, tab, left, top, width and height in pixels with commas, tab, the path.
    """
    with open_library(library) as opened:
        faces = opened.people.faces(opened.people.find(person))
        paths = [opened.files.of(face.photo).path for face in faces]
    if as_json:
        entries = [
            {"face": face.id, "path": str(path), "box": [round(value) for value in face.box]}
            for face, path in zip(faces, paths, strict=True)
        ]
        result_json({"faces": entries})
        return
    for face, path in zip(faces, paths, strict=True):
        result(f"{face.id}\t{','.join(str(round(value)) for value in face.box)}\t{path}")


@application.command("name")
def name(
    person: _PersonArgument,
    new_name: Annotated[
        str, typer.Argument(metavar="NAME", help='The name; "" takes it away.', show_default=False)
    ],
    another: Annotated[
        bool, typer.Option("--another", help="This is another person of the same name.")
    ] = False,
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """Name a person or group, and so confirm all its faces.

    If somebody has the name already, nothing changes: merge the two if they are one person, or add --another.
    """
    with open_library(library, writable=True) as opened:
        named = opened.people.find(person)
        opened.people.name(named, new_name, another=another)
    if as_json:
        result_json({"id": named})


@application.command("merge")
def merge(
    people: Annotated[
        list[str], typer.Argument(metavar="PERSON...", help="Names or numbers.", show_default=False)
    ],
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """Make one person of several people or groups. At most one of them may have a name."""
    if len(people) < 2:
        raise CbirError("Name at least two: cbir people merge Ada 17")
    with open_library(library, writable=True) as opened:
        merged = opened.people.merge([opened.people.find(person) for person in people])
    if as_json:
        result_json({"id": merged})


@application.command("draw")
def draw(
    photo: Annotated[Path, typer.Argument(metavar="PHOTO", help="A photo of the library.")],
    box: Annotated[
        str,
        typer.Argument(
            metavar="LEFT,TOP,WIDTH,HEIGHT", help="Where the face is, in pixels of the whole photo."
        ),
    ],
    new_name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="Whose face it is; #17 for person 17.", show_default=False),
    ],
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """Name a face that was not found. It is described if it is clear, and stays when photos are indexed again."""
    region = parse_region(box)
    number = new_name.removeprefix("#") if new_name.startswith("#") else ""
    with open_library(library, writable=True) as opened:
        (id,) = opened.find_photos([photo])
        person = opened.people.find(number) if number.isdecimal() else None
        face = opened.people.draw(id, region, new_name, person=person)
    if as_json:
        result_json({"id": face.person, "face": face.id})


@application.command("undraw")
def undraw(
    face: _FaceArgument,
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """Remove a face that was drawn by hand, with its name."""
    with open_library(library, writable=True) as opened:
        opened.people.undraw(FaceId(face))
    if as_json:
        result_json({"face": face})


@application.command("split")
def split(faces: _FacesArgument, as_json: JsonOption = False, library: LibraryOption = None) -> None:
    """Take faces out of a person or group: they are not of that person. Prints the number of their new group."""
    with open_library(library, writable=True) as opened:
        group = opened.people.split([FaceId(face) for face in faces])
    if as_json:
        result_json({"id": group})
    else:
        result(str(group))


@application.command("cover")
def cover(
    face: _FaceArgument,
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """Let a face stand for its person in lists. Without one, the largest does."""
    with open_library(library, writable=True) as opened:
        opened.people.set_cover(FaceId(face))
    if as_json:
        result_json({"face": face})


@application.command("hide")
def hide(
    person: _PersonArgument,
    again: Annotated[bool, typer.Option("--show", help="Show it again.")] = False,
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """Leave a person or group out of lists and suggestions. `cbir people list --all` still has it."""
    with open_library(library, writable=True) as opened:
        shown = opened.people.find(person)
        opened.people.hide(shown, not again)
    if as_json:
        result_json({"id": shown, "hidden": not again})


@application.command("find")
def find(
    picture: Annotated[
        Path, typer.Argument(metavar="PICTURE", exists=True, dir_okay=False, help="A picture of somebody.")
    ],
    photos: Annotated[
        bool, typer.Option("--photos", help="List the photos of the nearest one instead, the newest first.")
    ] = False,
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """List the people and groups whose faces are like the largest face of a picture, the nearest first.

    Each line is number, tab, name, tab, distance; with --photos, a path. Exit code 1 if there is nobody. Nothing of the
    picture is stored.
    """
    with open_library(library) as opened:
        _need_on(opened)
        near = opened.people.people_like(picture.read_bytes())
        names = {person.id: person.name for person in opened.people.all(hidden=True)}
        waiting = opened.people.state().waiting
        faces = opened.people.faces(next(iter(near))) if photos and near else []
        paths = [opened.files.of(photo).path for photo in dict.fromkeys(face.photo for face in faces)]
    people = [(person, names.get(person, ""), distance) for person, distance in near.items()]
    if as_json:
        entries = [
            {"id": person, "name": name, "distance": round(distance, 3)} for person, name, distance in people
        ]
        result_json({"people": entries, **({"photos": [str(path) for path in paths]} if photos else {})})
    elif photos:
        for path in paths:
            result(printable(str(path)))
    else:
        for person, name, distance in people:
            result(f"{person}\t{name}\t{distance:.3f}")
    if not people:
        say("Nobody in the library has a face like this.")
        if waiting:
            say(f"{waiting} photos are not looked through yet: cbir people on")
        raise typer.Exit(EXIT_NOTHING_FOUND)


@application.command("suggest")
def suggest(
    yes: Annotated[
        str | None, typer.Option("--yes", metavar="GROUP", help="This group is the suggested person.")
    ] = None,
    no: Annotated[
        str | None, typer.Option("--no", metavar="GROUP", help="This group is not the suggested person.")
    ] = None,
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """List groups that may be of a person with a name, the likeliest first; or answer with --yes or --no.

    Each line is the group's number, tab, faces, tab, the suggested name, tab, the distance. Exit code 1 without any.
    """
    answered = yes or no
    if yes and no:
        raise CbirError("Give --yes or --no, not both.")
    with open_library(library, writable=bool(answered)) as opened:
        _need_on(opened)
        suggestions = opened.people.suggestions(top=1000 if answered else 50)
        if answered:
            group = opened.people.find(answered)
            suggestion = next((entry for entry in suggestions if entry.group.id == group), None)
            if suggestion is None:
                raise CbirError(
                    "Nobody is suggested for {0}. List the suggestions: cbir people suggest", answered
                )
            if yes:
                opened.people.merge([suggestion.person.id, group])
            else:
                opened.people.refuse(group, suggestion.person.id)
            if not as_json:
                return
            suggestions = opened.people.suggestions(top=50)
    if as_json:
        entries = [
            {
                "group": entry.group.id,
                "faces": entry.group.faces,
                "name": entry.person.name,
                "distance": round(entry.distance, 3),
            }
            for entry in suggestions
        ]
        result_json({"suggestions": entries})
    else:
        for entry in suggestions:
            result(f"{entry.group.id}\t{entry.group.faces}\t{entry.person.name}\t{entry.distance:.3f}")
    if not suggestions and not answered:
        say("There is nothing to ask.")
        raise typer.Exit(EXIT_NOTHING_FOUND)


@application.command("write")
def write(
    person: Annotated[
        str | None,
        typer.Argument(metavar="[PERSON]", help="Only photos of this person.", show_default=False),
    ] = None,
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """Write names and places of faces into the XMP sidecars of their photos (photo.jpg.xmp), for other programs.

    Photos that are stored turned get names alone, because programs disagree about places there. From then on the
    names are text of the photos: they stay when faces are erased. The photos are not changed.
    """
    with open_library(library, writable=True) as opened:
        _need_on(opened)
        chosen = None if person is None else opened.people.find(person)
        report = opened.marks.write_people(opened.people.named_photos(chosen))
    if as_json:
        result_json(
            {
                "photos": report.photos,
                "sidecars": report.sidecars,
                "problems": skipped_json(report.problems),
            }
        )
    else:
        result(f"{report.sidecars} sidecars of {report.photos} photos written")
    tell_problems(report.problems)


def _need_on(library: Library) -> None:
    if not library.people.state().on:
        raise CbirError("People is off in this library. Switch it on first: cbir people on")


def _person_json(person: Person) -> dict[str, object]:
    return {
        "id": person.id,
        "name": person.name,
        "photos": person.photos,
        "faces": person.faces,
        "hidden": person.hidden,
        "cover": person.cover.id,
    }


def _report_json(report: FacesReport) -> dict[str, object]:
    return {
        "photos": report.photos,
        "faces": report.faces,
        "described": report.described,
        "skipped": report.skipped,
        "waiting": report.waiting,
        "cancelled": report.cancelled,
    }
