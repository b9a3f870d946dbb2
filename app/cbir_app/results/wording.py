"""Sentences about a result, and metadata as facts for a person: dates, places, stars."""

from __future__ import annotations

from pathlib import Path

from cbir.base.messages import Message
from cbir.base.types import (
    COLORS_LEFT,
    METADATA_OUTDATED,
    METADATA_UNREAD,
    NAMES_SEARCHED,
    PARTLY_SEARCHED,
    PICTURE_UNREADABLE,
    TEXTS_TO_FOLD,
    DateSource,
    Filters,
    Hit,
    Listing,
    Metadata,
    Received,
    SearchResult,
    exposure_time,
    shown_name,
)
from cbir_app.base.evidence import (
    best_evidence,
    by_content,
    by_filters,
    by_words,
    by_writing,
    count_kinds,
    is_copy,
    is_graded,
    is_marked,
    was_compared,
)
from cbir_app.base.language import QT_TR_NOOP, number, quoted, short_number, tr, written
from cbir_app.base.mark_signs import label_name
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import OFFLINE, photos, received_values, seconds, stars
from cbir_app.engine import in_user_words
from cbir_app.sessions import NO_FILTERS, Query

METADATA = (
    QT_TR_NOOP("Title"),
    QT_TR_NOOP("Headline"),
    QT_TR_NOOP("Caption"),
    QT_TR_NOOP("Comment"),
    QT_TR_NOOP("People"),
    QT_TR_NOOP("Taken"),
    QT_TR_NOOP("Camera"),
    QT_TR_NOOP("Lens"),
    QT_TR_NOOP("Exposure"),
    QT_TR_NOOP("Focal length"),
    QT_TR_NOOP("Flash"),
    QT_TR_NOOP("Place"),
    QT_TR_NOOP("Shows"),
    QT_TR_NOOP("Rating"),
    QT_TR_NOOP("Label"),
    QT_TR_NOOP("Keywords"),
    QT_TR_NOOP("Creator"),
    QT_TR_NOOP("Copyright"),
    QT_TR_NOOP("Received"),
)
"""The names of `facts`, in their order."""


_DATE_SOURCES: dict[DateSource, str] = {
    "name": QT_TR_NOOP("{date} (file name)"),
    "file": QT_TR_NOOP("{date} (file date)"),
}


def taken(photo: Metadata | Hit) -> str:
    """Return the date of a photo in the user's own format, with its source if that is not the photo's metadata."""
    date = written(photo.taken_at or "")
    return (
        tr(_DATE_SOURCES[photo.dated_by]).format(date=date)
        if date and photo.dated_by in _DATE_SOURCES
        else date
    )


def tooltip(hit: Hit, metadata: Metadata | None = None) -> str:
    """Return the strength of a hit's evidence, its file, date, people and exposure, and a remark if its drive is away.

    metadata : if it has arrived
    """
    values = metadata or Metadata()
    shot = " · ".join(part for part in (exposure(values), focal_length(values), values.lens or "") if part)
    evidence = f"{dots(hit)} {verdict(hit)} · {strength(hit)}" if is_graded(hit) else ""
    lines = (
        evidence,
        str(hit.path),
        "" if hit.beside is None else f"+ {hit.beside}",
        taken(hit),
        ", ".join(values.people),
        shot,
        tr(OFFLINE) if hit.offline else "",
    )
    return plain_tooltip("\n".join(line for line in lines if line))


def place(metadata: Metadata) -> str:
    if metadata.places:
        return ", ".join(metadata.places)
    if metadata.latitude is None or metadata.longitude is None:
        return ""
    position = _position(metadata.latitude, metadata.longitude)
    return position if metadata.town is None else f"{metadata.town} ({position})"


def _position(degrees_north: float, degrees_east: float) -> str:
    north, east = number(abs(degrees_north), 4), number(abs(degrees_east), 4)
    latitude = tr("{degrees}° N") if degrees_north >= 0 else tr("{degrees}° S")
    longitude = tr("{degrees}° E") if degrees_east >= 0 else tr("{degrees}° W")
    return f"{latitude.format(degrees=north)}, {longitude.format(degrees=east)}"


def exposure(metadata: Metadata) -> str:
    """Return exposure time, aperture and ISO as a camera shows them: "1/250 s · f/2.8 · ISO 800"."""
    parts = []
    if metadata.exposure_s is not None:
        parts.append(tr("{value} s").format(value=exposure_time(metadata.exposure_s)))
    if metadata.aperture is not None:
        parts.append(f"f/{metadata.aperture:g}")
    if metadata.iso is not None:
        parts.append(f"ISO {metadata.iso}")
    return " · ".join(parts)


def focal_length(metadata: Metadata) -> str:
    """Return the focal length, and that of the same view on 35 mm film if it is another one."""
    if metadata.focal_mm is None:
        return "" if metadata.focal_35mm is None else tr("{mm} mm on 35 mm film", mm=str(metadata.focal_35mm))
    length = f"{short_number(metadata.focal_mm)} mm"
    if metadata.focal_35mm is None or round(metadata.focal_mm) == metadata.focal_35mm:
        return length
    return f"{length} ({tr('{mm} mm on 35 mm film', mm=str(metadata.focal_35mm))})"


def received(values: Received) -> str:
    if values.source == Path():
        return tr("{values}, set on the map", values=received_values(values))
    if values.by_thing:
        return tr(
            "{values} from {file}, which shows the same thing",
            values=received_values(values),
            file=values.source.name,
        )
    return tr("{values} from {file}, in the trash", values=received_values(values), file=values.source.name)


def facts(metadata: Metadata) -> tuple[tuple[str, str], ...]:
    """Return names and values of all known facts, the most important first."""
    rated = metadata.rating is not None and metadata.rating != 0
    values = (
        metadata.title or "",
        metadata.headline or "",
        metadata.caption or "",
        metadata.comment or "",
        ", ".join(metadata.people),
        taken(metadata),
        metadata.camera,
        metadata.lens or "",
        exposure(metadata),
        focal_length(metadata),
        "" if metadata.flash is None else tr("Fired") if metadata.flash else tr("Off"),
        place(metadata),
        ", ".join(metadata.places_shown),
        stars(metadata.rating) if rated and metadata.rating is not None else "",
        label_name(metadata.label) if metadata.label else "",
        ", ".join(metadata.keywords),
        metadata.creator or "",
        metadata.copyright or "",
        "\n".join(map(received, metadata.received)),
    )
    return tuple((name, value) for name, value in zip(METADATA, values, strict=True) if value)


_SMALL = 0.15  # share of the query


def searching(query: Query, partial: SearchResult | None = None) -> str:
    """Return the state of a running search. partial : its results so far"""
    if query.empty:
        return tr("All photos")
    looking = None if partial is None else partial.looking
    if looking == "hits":
        return tr("Searching again with the matches…")
    if looking == "written":
        return tr("Looking for more photos of it…")
    return tr("Comparing more closely…") if looking == "photos" else tr("Searching…")


def headline(
    result: SearchResult, query: Query, cut: int | None = None, *, opened: bool | None = None
) -> str:
    """Return the headline of a result.

    cut : number of hits of a text above the less likely ones. opened : less likely hits are visible; default: those of
        a text are if there are no others
    """
    if not max(result.searched, result.in_library):
        return tr("The library is still empty")
    if result.album is not None and query.album is not None:
        return query.album.name
    if (place := _place(query)) is not None:
        return place
    matches = _of_picture(result, query) if query.asks_picture else _of_text(result, cut)
    if matches and result.without:
        words = ", ".join(map(quoted, result.without))
        return tr("{photos} without {words}", photos=matches, words=words)
    visible = not query.asks_picture or query.is_of_library if opened is None else opened
    return matches or (_closest(result, query) if visible else "") or _nothing(query)


def _of_picture(result: SearchResult, query: Query) -> str:
    """Return the number of matches; without any, of the best photos. Empty if all are less likely.

    Copies of a photo of the library that is searched with are no matches of it.
    """
    counts = count_kinds(result.hits)
    copies = sum(map(is_copy, result.hits)) if query.is_of_library else 0
    if matches := counts["same picture"] + counts["same thing"] - copies:
        return tr("%Ln match(es)", "", matches)
    if parts := counts["shares a part"]:
        return tr("%Ln photo(s) share(s) a part of it", "", parts)
    if possible := counts["possibly"]:
        return tr("%Ln possible match(es)", "", possible)
    if similar := counts["looks similar"]:
        return tr("%Ln similar photo(s)", "", similar)
    return tr("%Ln exact copy(ies)", "", copies) if copies else ""


def _of_text(result: SearchResult, cut: int | None) -> str:
    """Return the number of photos above the less likely ones; empty without any."""
    shown = result.total or (above(result) if cut is None else cut)
    return photos(shown) if shown else ""


def _closest(result: SearchResult, query: Query) -> str:
    """Return a name for less likely photos without others above them; empty if there are none."""
    rest = count_kinds(result.hits)["less likely"]
    if not rest:
        return ""
    if query.is_of_library and by_content(result.hits):
        return tr("Looks similar (%Ln)", "photos", rest)
    if query.has_words and not by_content(result.hits):
        return tr("%Ln photo(s) with some of the words", "", rest)
    return tr("Less likely (%Ln)", "photos", rest)


def is_in_vain(result: SearchResult, query: Query) -> bool:
    """True if a picture has only less likely hits, which nobody sees unless they ask for them.

    Whoever searches with a photo of the library wants to see what is like it, and sees the closest photos.
    """
    is_foreign = query.asks_picture and not query.is_of_library
    return is_foreign and result.album is None and not above(result)


def above(result: SearchResult) -> int:
    """Return the number of hits above the less likely ones."""
    counts = count_kinds(result.hits)
    return counts.total() - counts["less likely"]


def _place(query: Query) -> str | None:
    """The name of the place that is browsed; None during a search."""
    folders = query.filters.folders
    if query.empty:
        return tr("Recently added") if query.recent else tr("All photos")
    if query.terms:
        return None
    if len(folders) == 1 and query.filters == Filters(folders=folders):
        return Path(folders[0]).name or folders[0]
    words = query.filters.keywords
    if len(words) == 1 and query.filters == Filters(keywords=words):
        return words[0]
    return None


def remark(result: SearchResult, query: Query, cut: int | None = None) -> str:
    """Return the number of photos of a place, the effect of a moved slider, or the matches of later stages.

    The headline has the number of hits of a search.
    """
    if result.album is not None:
        inside = photos(len(result.album.members))
        new = len(result.album.new)
        return tr("{photos}, %Ln new", "", new, photos=inside) if new else inside
    if _place(query) is not None:
        return photos(len(result.hits))
    if query.asks_picture and not isinstance(result.hits, Listing):
        proofs = [best_evidence(hit) for hit in result.hits if hit.verified]
        harder = sum(proof is not None and proof.found_by == "learned" for proof in proofs)
        if harder:
            return tr("%Ln of them by a closer comparison", "", harder)
        repeated = sum(proof is not None and proof.found_by == "hits" for proof in proofs)
        if repeated:
            return tr("%Ln of them by searching again with the matches", "", repeated)
    listed = (
        result.hits.evidence if isinstance(result.hits, Listing) else list(filter(by_writing, result.hits))
    )
    if listed and not query.asks_picture:
        return tr("%Ln of them show the same thing as others", "", len(listed))
    sure = above(result)
    if cut is None or cut == sure:
        return ""
    return tr("only the surest") if cut < sure else tr("less likely ones too")


def found_nothing(result: SearchResult, query: Query) -> bool:
    """True if no hit answers the query, whatever is listed as less likely."""
    if result.album is not None:
        return not result.album.members
    if query.asks_picture:
        return not any(hit.verified for hit in result.hits)
    return not (result.total or above(result))


def may_be_hidden(result: SearchResult, query: Query) -> bool:
    """True if filters may hide the photo that the query is about."""
    return bool(query.terms) and query.filters != NO_FILTERS and found_nothing(result, query)


def _nothing(query: Query) -> str:
    """Return the headline of a search without hits, with its folder or filters."""
    folders = query.filters.folders
    if query.filters == NO_FILTERS:
        return tr("No match found") if query.asks_picture else tr("No photos found")
    if query.filters == Filters(folders=folders) and len(folders) == 1:
        folder = Path(folders[0]).name or folders[0]
        if query.asks_picture:
            return tr("No match found in “{folder}”", folder=folder)
        return tr("No photos found in “{folder}”", folder=folder)
    return (
        tr("No match found with these filters")
        if query.asks_picture
        else tr("No photos found with these filters")
    )


def undated(n: int) -> str:
    return tr("%Ln photo(s) without a date", "", n)


def searched(result: SearchResult) -> str:
    """Return the number of searched photos and the time."""
    return tr("{photos} in {time}", photos=photos(result.searched), time=seconds(result.took_ms.total))


def in_vain(result: SearchResult, *, pictured: bool) -> str:
    """Return the sentence of a search without hits. pictured : it had a picture"""
    if pictured and not result.hits:
        return tr("%Ln photo(s) searched, none looks like it.", "", result.searched)
    return tr("%Ln photo(s) searched.", "", result.searched)


def refusal(failure: str, query: Query) -> str:
    """Return why a search failed, without naming the picture if the query has only one."""
    pictures = sum(not part.is_words for part in query.parts)
    if pictures == 1 and isinstance(failure, Message) and failure.template == tr(PICTURE_UNREADABLE.template):
        return failure.values[-1]
    return failure


def verdict(hit: Hit) -> str:
    """Return the kind of a hit's evidence in a few words."""
    evidence = best_evidence(hit)
    if hit.strong and not hit.engines:
        return tr("Added by hand")
    if is_marked(hit):
        return tr("Marked by you")
    if by_writing(hit) and evidence is not None and evidence.via is not None:
        return tr("Shows the same as {name}, which has the text", name=shown_name(evidence.via.path))
    if by_words(hit):
        if not hit.strong:
            return tr("Has some of your words")
        return tr("Matches the filters") if by_filters(hit) else tr("Found by name or metadata")
    if is_copy(hit):
        return tr("An exact copy")
    if hit.verified and evidence is not None and evidence.via is not None:
        return tr("Found by way of {name}", name=shown_name(evidence.via.path))
    mirrored = evidence is not None and evidence.mirrored
    match hit.kind:
        case "same picture":
            return tr("The same picture, mirrored") if mirrored else tr("The same picture")
        case "same thing":
            return tr("The same thing, mirrored") if mirrored else tr("The same thing")
        case "shares a part":
            if evidence is not None and evidence.coverage < _SMALL:
                return tr("Shares a small part, mirrored") if mirrored else tr("Shares a small part")
            return tr("Shares a part of it, mirrored") if mirrored else tr("Shares a part of it")
        case "possibly":
            return tr("Possibly the same")
        case "looks similar":
            return tr("Found by content")
        case "less likely":
            return tr("Less likely")


def summary(hit: Hit) -> str:
    """Return what agrees, in a sentence: the verdict, and the points that it rests on."""
    evidence = best_evidence(hit)
    if hit.kind == "possibly":
        if evidence is None:
            return tr("Possibly: its details are most like those of your picture")
        if evidence.learned is None:
            return tr("Possibly: few points agree")
        return tr("Possibly: few points agree, and a closer comparison did not confirm them")
    if hit.kind == "less likely" and not by_words(hit) and was_compared(hit):
        return tr("Not confirmed")
    whole = hit.kind in ("same picture", "same thing")
    if whole and evidence is not None and evidence.via is None and not is_copy(hit):
        return tr("{what}, by %Ln point(s)", "", evidence.inliers, what=verdict(hit))
    return verdict(hit)


_CERTAIN = {3: QT_TR_NOOP("Very likely right"), 2: QT_TR_NOOP("Probably right"), 1: QT_TR_NOOP("Uncertain")}
_SIMILAR = {2: QT_TR_NOOP("Good fit"), 1: QT_TR_NOOP("Fair fit")}


def strength(hit: Hit) -> str:
    """Return the strength of a hit's evidence in words; empty if it has none."""
    if not is_graded(hit):
        return ""
    return tr((_SIMILAR if hit.kind == "looks similar" else _CERTAIN)[hit.level])


def dots(hit: Hit) -> str:
    """Return the strength as three dots, such as ●●○; empty if there is none."""
    return "●" * hit.level + "○" * (3 - hit.level) if is_graded(hit) else ""


def _grouped(note: Message) -> Message:
    """A note with the digits of its counts grouped as the user writes them: 1,490."""
    if note.template not in _NOTES_OF_COUNTS:
        return note
    return Message(
        note.template, *(number(int(value)) if value.isdecimal() else value for value in note.values)
    )


_NOTES_OF_COUNTS = frozenset(
    note.template
    for note in (PARTLY_SEARCHED, METADATA_UNREAD, METADATA_OUTDATED, COLORS_LEFT, TEXTS_TO_FOLD)
)


def notes(result: SearchResult, query: Query) -> tuple[str, ...]:
    """Return the engine's remarks, and the scope of a search in names and metadata if they do not mention it."""
    mentioned = result.notes_metadata or by_content(result.hits)
    remarks = tuple(in_user_words(_grouped(note)) for note in result.notes)
    return remarks if mentioned or not query.has_words else (in_user_words(NAMES_SEARCHED), *remarks)
