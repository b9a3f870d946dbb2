"""`cbir things`: what several photos show together, found, listed, named and corrected."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cbir.base.errors import CbirError
from cbir.base.types import OFFER_KINDS
from cbir.cli.console import (
    EXIT_INTERRUPTED,
    counted,
    result,
    result_json,
    result_path,
    say,
    step_progress,
    stop_on_interrupt,
)
from cbir.cli.terms import JsonOption, LibraryOption, NullOption, open_library, refuse_existing

if TYPE_CHECKING:
    from cbir.base.types import Offer, Thing

application = typer.Typer(
    no_args_is_help=True,
    help="What several photos show together: a building, a painting, a pair of shoes. Found by points that agree.",
)

_NameArgument = Annotated[
    str,
    typer.Argument(metavar="THING", help='A name, or a number as listed: "#12".', show_default=False),
]
_PhotosArgument = Annotated[
    list[Path], typer.Argument(metavar="PHOTO...", help="Photos of the thing.", show_default=False)
]

_KindOption = Annotated[
    list[str] | None,
    typer.Option(
        "--kind",
        metavar="KIND",
        help="keyword, title, caption or position. Can be repeated. Default: all.",
    ),
]
_ValueOption = Annotated[
    list[str] | None, typer.Option("--value", metavar="TEXT", help="Only this value. Can be repeated.")
]


@application.command("update")
def update(
    minutes: Annotated[
        float | None,
        typer.Option(min=0, help="Stop after so many minutes; the next update goes on.", show_default=False),
    ] = None,
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """Compare new photos with the library, and form the things anew. Names and corrections stay.

    It can be stopped with Ctrl-C at any time, and goes on with the next update. It reads no photo files.
    """
    budget_s = None if minutes is None else 60 * minutes
    with (
        open_library(library, writable=True) as opened,
        stop_on_interrupt() as stopped,
        step_progress("Comparing photos") as draw,
    ):
        report = opened.things.update(
            budget_s=budget_s,
            progress=lambda done, total: draw("Comparing photos", done, total),
            cancelled=stopped,
        )
    if as_json:
        result_json(
            {
                "compared": report.compared,
                "left": report.left,
                "skipped": report.skipped,
                "things": report.things,
                "photos": report.photos,
            }
        )
    else:
        say(
            f"{counted(report.compared, 'photo')} compared. {counted(report.photos, 'photo')} show "
            f"{counted(report.things, 'thing')}."
        )
        if report.left:
            say(f"{counted(report.left, 'photo')} left to compare. Go on with: cbir things update")
        if report.skipped:
            say(
                f"{counted(report.skipped, 'photo')} could not be compared. Index the library again, then update."
            )
    if stopped():
        raise typer.Exit(EXIT_INTERRUPTED)


@application.command("list")
def list_things(as_json: JsonOption = False, library: LibraryOption = None) -> None:
    """List the things, named ones first, then the largest.

    Each line is number, tab, name, tab, number of photos, tab, the photo that represents it.
    """
    with open_library(library) as opened:
        things = opened.things.all()
    if as_json:
        result_json({"things": [_entry(thing) for thing in things]})
        return
    for thing in things:
        result(f"#{thing.id}\t{thing.name}\t{len(thing.photos)}\t{thing.icon_path}")
    if not things:
        say("No things yet. Find them with: cbir things update")


@application.command("show")
def show(
    name: _NameArgument, null: NullOption = False, as_json: JsonOption = False, library: LibraryOption = None
) -> None:
    """List the photos of a thing, one path per line, by date."""
    with open_library(library) as opened:
        thing = opened.things.find(name)
    if as_json:
        result_json(_entry(thing))
        return
    for photo in thing.photos:
        if null:
            result_path(photo.path)
        else:
            result(str(photo.path))


@application.command("name")
def rename(
    name: _NameArgument,
    new: Annotated[
        str, typer.Argument(metavar="NAME", help='The name; "" takes it away.', show_default=False)
    ],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Name a thing. A search for the name finds all its photos, those that come later too."""
    with open_library(library, writable=True) as opened:
        thing = opened.things.find(name)
        opened.things.rename(thing.id, new)
        renamed = opened.things.find(f"#{thing.id}")
    _print_changed(renamed, as_json=as_json)


@application.command("icon")
def choose_icon(
    name: _NameArgument,
    photo: Annotated[Path, typer.Argument(help="The photo that represents it.", show_default=False)],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Choose the photo that represents a thing."""
    with open_library(library, writable=True) as opened:
        thing = opened.things.find(name)
        opened.things.choose_icon(thing.id, opened.find_photos([photo])[0])
        changed = opened.things.find(f"#{thing.id}")
    _print_changed(changed, as_json=as_json)


@application.command("join")
def join(
    name: _NameArgument,
    others: Annotated[
        list[str], typer.Argument(metavar="OTHER...", help="Things that are the same.", show_default=False)
    ],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Join things that are the same. They stay joined, whatever later updates find."""
    with open_library(library, writable=True) as opened:
        thing = opened.things.find(name)
        opened.things.join(thing.id, [opened.things.find(other).id for other in others])
        joined = opened.things.find(f"#{thing.id}")
    _print_changed(joined, as_json=as_json)


@application.command("part")
def part(
    name: _NameArgument, photos: _PhotosArgument, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """Take photos out of a thing. They stay apart from the rest, and together form a thing of their own."""
    with open_library(library, writable=True) as opened:
        new = opened.things.part(opened.things.find(name).id, opened.find_photos(photos))
        things = [] if new is None else opened.things.all([new])
    if as_json:
        result_json({"taken_out": len(photos), "thing": _entry(things[0]) if things else None})
        return
    say(f"Taken out: {counted(len(photos), 'photo')}.")
    for thing in things:
        _print_changed(thing, as_json=False)


@application.command("offers")
def list_offers(
    name: Annotated[
        str | None, typer.Argument(metavar="[THING]", help="A name or a number; all things without one.")
    ] = None,
    dismissed: Annotated[
        bool, typer.Option("--dismissed", help="List the dismissed offers instead.")
    ] = False,
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """List keywords, titles, captions and positions that photos lack and others of the same thing have.

    Each line is photo, tab, kind, tab, value, tab, the photo that has it, tab, number of points that agree, and for a
    position, tab, its doubt in metres. Nothing is written; see `cbir things accept`.
    """
    with open_library(library) as opened:
        things = None if name is None else [opened.things.find(name).id]
        offers = opened.things.offers(things, dismissed=dismissed)
    if as_json:
        result_json({"offers": [_offer_entry(offer) for offer in offers]})
        return
    for offer in offers:
        doubt = [] if offer.kind != "position" else [_metres(offer.doubt_m)]
        result(
            "\t".join(
                [str(offer.path), offer.kind, offer.text, str(offer.source_path), str(offer.points), *doubt]
            )
        )
    if not offers and dismissed:
        say("No offer is dismissed.")
    elif not offers:
        say("Nothing to offer: photos of a thing have the same keywords, titles, captions and positions.")


@application.command("accept")
def accept(
    name: _NameArgument,
    kinds: _KindOption = None,
    values: _ValueOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give photos of a thing what `cbir things offers` lists. It is kept in the library; the files are not changed."""
    with open_library(library, writable=True) as opened:
        offers = opened.things.offers([opened.things.find(name).id])
        accepted = opened.things.accept(_chosen(offers, kinds, values))
    if as_json:
        result_json({"step": accepted.step, "offers": accepted.offers, "photos": accepted.photos})
        return
    say(f"{counted(accepted.offers, 'value')} given to {counted(accepted.photos, 'photo')}.")
    if accepted.offers:
        say(f"Take it back with: cbir things take-back {accepted.step}")


@application.command("dismiss")
def dismiss(
    name: _NameArgument,
    kinds: _KindOption = None,
    values: _ValueOption = None,
    again: Annotated[bool, typer.Option("--again", help="Offer the dismissed values again.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Dismiss what `cbir things offers` lists for a thing: it is not offered again. See `offers --dismissed`."""
    with open_library(library, writable=True) as opened:
        offers = opened.things.offers([opened.things.find(name).id], dismissed=again)
        changed = opened.things.dismiss(_chosen(offers, kinds, values), dismissed=not again)
    if as_json:
        result_json({"offers": changed})
    else:
        say(f"{counted(changed, 'value')} {'offered again' if again else 'dismissed'}.")


@application.command("film")
def film(
    name: _NameArgument,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="film.gif or film.mp4.", show_default=False)
    ],
    anchor: Annotated[
        Path | None,
        typer.Option("--over", metavar="PHOTO", help="Lay the photos over this one.", show_default=False),
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.05, max=60, help="For each photo.")] = 1.0,
    side: Annotated[int, typer.Option(min=64, max=2048, help="Longer side in pixels.")] = 960,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write all photos of a thing, aligned and in the order of their dates, as a film: GIF or MP4."""
    from cbir.library import write_film

    refuse_existing(out)
    with open_library(library) as opened, step_progress("Aligning photos") as draw:
        over = None if anchor is None else opened.find_photos([anchor])[0]
        views = opened.things.views(opened.things.find(name).id, over)
        count = write_film(
            opened,
            views,
            out,
            seconds=seconds,
            max_side_px=side,
            progress=lambda done, total: draw("Aligning photos", done, total),
        )
    left_out = views.left_out + len(views.views) - count
    if as_json:
        result_json({"film": str(out), "photos": count, "left_out": left_out})
        return
    say(f"{counted(count, 'photo')} in {out}.")
    if left_out:
        say(f"{counted(left_out, 'photo')} left out: they agree with none of the others, or cannot be read.")


@application.command("take-back")
def take_back(
    step: Annotated[
        int, typer.Argument(metavar="STEP", help="Number that `accept` printed.", show_default=False)
    ],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take back everything that was accepted at once."""
    with open_library(library, writable=True) as opened:
        photos = opened.things.take_back(step)
    if as_json:
        result_json({"photos": photos})
    else:
        say(f"Taken back from {counted(photos, 'photo')}.")


def _chosen(offers: list[Offer], kinds: list[str] | None, values: list[str] | None) -> list[Offer]:
    if unknown := set(kinds or ()).difference(OFFER_KINDS):
        raise CbirError(
            "{0} is not a kind of offer. Give keyword, title, caption or position.", sorted(unknown)[0]
        )
    return [
        offer
        for offer in offers
        if (not kinds or offer.kind in kinds) and (not values or offer.text in values)
    ]


def _offer_entry(offer: Offer) -> dict[str, object]:
    return {
        "thing": offer.thing,
        "photo": str(offer.path),
        "kind": offer.kind,
        "value": offer.text,
        "from": str(offer.source_path),
        "points": offer.points,
        "latitude": offer.latitude,
        "longitude": offer.longitude,
        "doubt_m": None if offer.doubt_m is None else round(offer.doubt_m, 1),
    }


def _metres(doubt_m: float | None) -> str:
    return "unknown" if doubt_m is None else f"{doubt_m:.0f} m"


def _entry(thing: Thing) -> dict[str, object]:
    return {
        "id": thing.id,
        "name": thing.name or None,
        "icon": str(thing.icon_path),
        "photos": [{"path": str(photo.path), "taken": photo.taken_at} for photo in thing.photos],
    }


def _print_changed(thing: Thing, *, as_json: bool) -> None:
    if as_json:
        result_json(_entry(thing))
    else:
        name = f' "{thing.name}"' if thing.name else ""
        say(f"#{thing.id}{name}: {counted(len(thing.photos), 'photo')}.")
