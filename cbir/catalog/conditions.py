"""A tree of words and comparisons -> a full-text expression and an SQL condition on the table facet.

Words that every hit must have become a full-text expression, which ranks. Everything else becomes a condition. Typed
text is never part of a statement: words are quoted for FTS5, values are bound.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from cbir.base.errors import QueryTooLong, QueryUnusable
from cbir.base.folding import fold, indexed, parts_of, spellings
from cbir.base.forms import forms_of
from cbir.base.stems import stems_of
from cbir.base.types import Filters
from cbir.catalog.people import counted_sql, people_sql
from cbir.catalog.places import read_circle
from cbir.catalog.query import (
    MAX_PARTS,
    STATED_PEOPLE,
    UNRATED,
    And,
    Comparison,
    Node,
    Not,
    Operator,
    Or,
    Words,
    colors_of,
    is_words,
    plain,
    read_date,
    read_value,
)
from cbir.catalog.regions import region_named
from cbir.catalog.roots import Root
from cbir.catalog.rows import bind_name
from cbir.catalog.schema import FLAGS, LABELS, PHOTOS_OF_THINGS, THINGS, has_color_sql
from cbir.catalog.similarity import GROUP_SQL, area_sql, read_area

Bound = str | bytes | float | int
MEGA = 1_000_000
_DESCRIBED = "- {folder written stems}"
"""Fields that describe one photo. A folder names many, text in a photo is incidental, and stems include folders'."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """An SQL condition. sql : true for the matching rows of facet. values : of its question marks"""

    sql: str
    values: tuple[Bound, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """Conditions on rows.

    match : an FTS5 expression that ranks, or None. words : their number in it
    described : the same without the names of folders and the text in photos. condition : None for all photos
    """

    match: str | None
    described: str | None
    words: int
    condition: Condition | None


def filter_nodes(filters: Filters) -> list[Node]:
    """Filters as nodes of a query. Raises QueryUnusable for a text that is no date."""
    nodes: list[Node] = []
    for name, values in (
        *(("in", filters.folders), ("near", filters.places)),
        *(("camera", filters.cameras), ("format", filters.formats), ("lens", filters.lenses)),
    ):
        if values:
            nodes.append(Or(nodes=tuple(read_value(name, value) for value in values)))
    nodes += [
        read_value(name, value)
        for name, value in (
            ("iso", filters.iso),
            ("aperture", filters.aperture),
            ("shutter", filters.shutter),
            ("focal", filters.focal),
        )
        if value is not None
    ]
    nodes += [Comparison(field="keyword", operator="=", value=word) for word in filters.keywords]
    nodes += [read_value("color", color) for color in filters.colors]
    comparisons: tuple[tuple[str, Operator, str | float | None], ...] = (
        ("taken", ">=", None if filters.taken_from is None else read_date(filters.taken_from)),
        ("taken", "<=", None if filters.taken_to is None else read_date(filters.taken_to)),
        ("rating", ">=", filters.min_rating),
        ("flag", "=", filters.flag),
        ("label", "=", filters.label),
        ("orientation", "=", filters.orientation),
        ("megapixels", ">=", filters.min_megapixels),
    )
    nodes += [
        Comparison(field=field, operator=operator, value=value)
        for field, operator, value in comparisons
        if value is not None
    ]
    return nodes


def compile_query(nodes: Iterable[Node], roots: Sequence[Root]) -> Compiled:
    """Compile the conjunction of nodes."""
    parts: list[Node] = []
    for node in nodes:
        parts.extend(node.nodes if isinstance(node, And) else [node])
    words = [part for part in parts if is_words(part)]
    rest = [part for part in parts if not is_words(part)]
    match = " AND ".join(match_expression(part) for part in words) or None
    described = None
    if match is not None:
        # The full text skips unwanted rows. As conditions, they would be listed first.
        unwanted = {part: expression for part in rest if (expression := _unwanted(part)) is not None}
        rest = [part for part in rest if part not in unwanted]
        described = " NOT ".join([f"({_DESCRIBED} : ({match}))", *unwanted.values()])
        match = " NOT ".join([f"({match})", *unwanted.values()]) if unwanted else match
    return Compiled(
        match=match,
        described=described,
        words=sum(_count(part) for part in words),
        condition=_all([_condition(part, roots) for part in rest], "AND") if rest else None,
    )


@functools.lru_cache(maxsize=1 << 12)  # a search writes those of its words several times
def match_expression(node: Node) -> str:
    """An FTS5 expression of words, AND and OR. https://sqlite.org/fts5.html, section 3."""
    if isinstance(node, Words):
        star = " *" if node.prefix else ""
        forms = [_quoted(text) + star for text in spellings(node.text) or ("",)] + [
            *map(_quoted, (*_stems(node), *node.longer))
        ]
        expression = forms[0] if len(forms) == 1 else "(" + " OR ".join(forms) + ")"
        return expression if node.field is None else f"{node.field} : {expression}"
    assert isinstance(node, And | Or)  # is_words
    joint = " AND " if isinstance(node, And) else " OR "
    return "(" + joint.join(match_expression(child) for child in node.nodes) + ")"


def _quoted(folded: str) -> str:
    """Folded words as a phrase. They have no quotation marks."""
    return f'"{folded}"'


def _stems(words: Words) -> tuple[str, ...]:
    parts = parts_of(words.text) if words.stemmed else ()
    if len(parts) != 1:
        return ()
    return tuple(dict.fromkeys(map(fold, (*stems_of(parts[0]), *forms_of(parts[0])))))


def _count(node: Node) -> int:
    """Number of phrases that rows are ranked by. Each costs time."""
    if isinstance(node, And | Or):
        return sum(_count(child) for child in node.nodes)
    if isinstance(node, Words):
        return len(spellings(node.text)) + len(_stems(node)) + len(node.longer)
    return 1


def _condition(node: Node, roots: Sequence[Root]) -> Condition:
    match node:
        case Not():
            inner = _condition(node.node, roots)
            return Condition(sql=f"NOT coalesce({inner.sql}, 0)", values=inner.values)
        case And() | Or():
            joint = "AND" if isinstance(node, And) else "OR"
            return _all([_condition(child, roots) for child in node.nodes], joint)
        case Words():
            return _matching(match_expression(node))
        case Comparison():
            return _CONDITIONS[node.field](node, roots)


def _all(conditions: Sequence[Condition], joint: str) -> Condition:
    if not conditions:
        return Condition(sql="1")
    return Condition(
        sql="(" + f" {joint} ".join(condition.sql for condition in conditions) + ")",
        values=tuple(value for condition in conditions for value in condition.values),
    )


def _matching(expression: str) -> Condition:
    return Condition(
        sql="facet.photo_id IN (SELECT rowid FROM photo_text WHERE photo_text MATCH ?)", values=(expression,)
    )


def _unwanted(node: Node) -> str | None:
    """Full-text expression of the rows that a part of a query excludes; None if full text cannot express it."""
    if not isinstance(node, Not):
        return None
    if is_words(node.node):
        return match_expression(node.node)
    if isinstance(node.node, Comparison) and _CONDITIONS[node.node.field] is _text_field:
        return _field_expression(node.node)
    return None


def _text_field(node: Comparison, roots: Sequence[Root]) -> Condition:
    expression = _field_expression(node)
    return Condition(sql="0") if expression is None else _matching(expression)


def _field_expression(node: Comparison) -> str | None:
    """Every word of the value must begin a word of the field: `camera:fuji` finds FUJIFILM. None without words."""
    words = [word for word in str(node.value).split() if spellings(word)]
    if len(words) > MAX_PARTS:
        raise QueryTooLong("A value of the query has too many words: at most {0}.", MAX_PARTS)
    parts = [Words(text=word.rstrip("*"), prefix=True, field=node.field) for word in words]
    return match_expression(And(nodes=tuple(parts))) if parts else None


def _keyword(node: Comparison, roots: Sequence[Root]) -> Condition:
    return _matching(match_expression(Words(text=str(node.value), field="keywords")))


def _taken(node: Comparison, roots: Sequence[Root]) -> Condition:
    """Dates are compared as text; `~` sorts after every character of a date, so that it ends the span."""
    value = str(node.value)
    if node.high is not None:
        return Condition(sql="(taken_at >= ? AND taken_at < ?)", values=(value, f"{node.high}~"))
    match node.operator:
        case "=":
            return Condition(sql="(taken_at >= ? AND taken_at < ?)", values=(value, f"{value}~"))
        case ">=":
            return Condition(sql="taken_at >= ?", values=(value,))
        case ">":
            return Condition(sql="taken_at >= ?", values=(f"{value}~",))
        case "<=":
            return Condition(sql="taken_at < ?", values=(f"{value}~",))
        case "<":
            return Condition(sql="taken_at < ?", values=(value,))


def _month(node: Comparison, roots: Sequence[Root]) -> Condition:
    """A date that is a year alone is in no month."""
    first, last = int(node.value), int(node.value if node.high is None else node.high)
    month = "nullif(substr(taken_at, 6, 2), '')"
    sql = f"{month} BETWEEN ? AND ?" if first <= last else f"{month} >= ? OR {month} <= ?"
    return Condition(sql=f"({sql})", values=(f"{first:02}", f"{last:02}"))


def _near(node: Comparison, roots: Sequence[Root]) -> Condition:
    """Bounds first, which use the index, then the distance by a function of the connection."""
    circle = read_circle(str(node.value))
    south, north, spans = circle.bounds()
    between = " OR ".join("longitude BETWEEN ? AND ?" for _ in spans)
    return Condition(
        sql="facet.photo_id IN (SELECT photo_id FROM metadata WHERE latitude BETWEEN ? AND ? "
        f"AND ({between}) AND distance_km(latitude, longitude, ?, ?) <= ?)",
        values=(
            *(south, north, *(end for span in spans for end in span)),
            *(circle.latitude, circle.longitude, circle.radius_km),
        ),
    )


def _country(node: Comparison, roots: Sequence[Root]) -> Condition:
    """Photos with a position in a region, or with one of its names in their texts."""
    region = region_named(str(node.value))
    assert region is not None  # read_value() has checked it
    named = _matching(match_expression(Or(nodes=tuple(Words(text=name) for name in region.names))))
    return Condition(
        sql=f"({named.sql} OR facet.photo_id IN (SELECT value FROM json_each(("
        "SELECT photos_in_region(photo_id, latitude, longitude, ?) FROM metadata WHERE latitude IS NOT NULL))))",
        values=(*named.values, str(node.value)),
    )


def _number(column: str, scale: float = 1) -> Callable[[Comparison, Sequence[Root]], Condition]:
    def condition(node: Comparison, roots: Sequence[Root]) -> Condition:
        value = float(node.value) * scale
        if node.high is not None:
            return Condition(sql=f"({column} BETWEEN ? AND ?)", values=(value, float(node.high) * scale))
        return Condition(sql=f"({column} {node.operator} ?)", values=(value,))

    return condition


def _recorded(column: str, near: float = 0.0) -> Callable[[Comparison, Sequence[Root]], Condition]:
    """A comparison with a column of metadata. near : share by which an equal value may differ"""

    def condition(node: Comparison, roots: Sequence[Root]) -> Condition:
        if node.operator == "=" and node.high is None and near:
            value = float(node.value)
            node = replace(node, value=value * (1 - near), high=value * (1 + near))
        compared = _number(column)(node, roots)
        return Condition(
            sql=f"facet.photo_id IN (SELECT photo_id FROM metadata WHERE {compared.sql})",
            values=compared.values,
        )

    return condition


def _flash(node: Comparison, roots: Sequence[Root]) -> Condition:
    return Condition(
        sql="facet.photo_id IN (SELECT photo_id FROM metadata WHERE flash = ?)",
        values=(int(node.value == "yes"),),
    )


def _stated(column: str) -> Callable[[Comparison, Sequence[Root]], Condition]:
    """Every word of the value must be in a column of metadata. The full text, which has it too, selects the photos."""

    def condition(node: Comparison, roots: Sequence[Root]) -> Condition:
        words = _text_field(replace(node, field=_STATED_IN[column]), roots)
        return Condition(
            sql=f"({words.sql} AND has_words((SELECT {column} FROM metadata "
            "WHERE metadata.photo_id = facet.photo_id), ?))",
            values=(*words.values, str(node.value)),
        )

    return condition


def _label(node: Comparison, roots: Sequence[Root]) -> Condition:
    """Photos with this label, set here or by their files: its whole text, whatever its case and accents."""
    return Condition(
        sql=f"facet.photo_id IN (SELECT photo_id FROM ({LABELS}) WHERE has_words(label, ?))",
        values=(str(node.value),),
    )


def _thing(node: Comparison, roots: Sequence[Root]) -> Condition:
    """Photos of the things with this name, or of the thing with this number."""
    return Condition(
        sql=f"facet.photo_id IN (SELECT photo.id {PHOTOS_OF_THINGS} JOIN {THINGS} ON {THINGS}.id = thing_member.thing "
        f"WHERE ({THINGS}.name <> '' AND has_words({THINGS}.name, ?)) OR '#' || {THINGS}.id = ?)",
        values=(str(node.value), str(node.value)),
    )


def _on_map(node: Comparison, roots: Sequence[Root]) -> Condition:
    """Photos of the groups of the similarity map with this name or number, or in an area of the map."""
    text = str(node.value)
    area = read_area(text)
    sql, values = (GROUP_SQL, (text, text, text)) if area is None else area_sql(area)
    return Condition(sql=f"facet.photo_id IN ({sql})", values=values)


def _flagged(node: Comparison, roots: Sequence[Root]) -> Condition:
    return Condition(sql=FLAGS[str(node.value)])


def has_words(text: str | None, words: str) -> bool:
    """True if a text has each word as the beginning of one of its own, whatever their case and accents."""
    own = indexed(text or "").split()
    return all(any(part.startswith(typed) for part in own) for typed in indexed(words).split())


_NUMBERED = re.compile(r"#\d+")  # a person by number: names may be shared
_STATED_IN = {"creator": "title", "people": "keywords"}


def _people(node: Comparison, roots: Sequence[Root]) -> Condition:
    """A person, by the photo's own metadata or confirmed by whoever uses the library; or the number of faces."""
    if not isinstance(node.value, str):
        counted = _number("faces")(node, roots)
        return Condition(sql=counted_sql(counted.sql), values=counted.values)
    if _NUMBERED.fullmatch(node.value):
        return Condition(sql=people_sql("'#' || person.id = ?"), values=(node.value,))
    stated = _stated("people")(node, roots)
    confirmed = people_sql("has_words(person.name, ?)")
    return Condition(sql=f"({stated.sql} OR {confirmed})", values=(*stated.values, node.value))


def _rating(node: Comparison, roots: Sequence[Root]) -> Condition:
    """Photos without a rating have 0 stars. Rejected ones fit only a condition that names -1."""
    if node.value == UNRATED:
        return Condition(sql="(facet.rating IS NULL)")
    stars = _number("coalesce(facet.rating, 0)")(node, roots)
    if any(value is not None and float(value) < 0 for value in (node.value, node.high)):
        return stars
    return Condition(sql=f"({stars.sql} AND coalesce(facet.rating, 0) >= 0)", values=stars.values)


def boxed_megapixels(node: Comparison) -> Comparison:
    """`megapixels:12` means a nominal 12, as on a camera's box: 11.5 to 12.5."""
    if node.operator == "=" and node.high is None:
        value = float(node.value)
        return Comparison(field=node.field, operator="=", value=value - 0.5, high=value + 0.5)
    return node


def _megapixels(node: Comparison, roots: Sequence[Root]) -> Condition:
    return _number("facet.width * facet.height", MEGA)(boxed_megapixels(node), roots)


def _color(node: Comparison, roots: Sequence[Root]) -> Condition:
    (color,) = colors_of([node])
    return Condition(sql=f"facet.photo_id IN (SELECT photo_id FROM color WHERE {has_color_sql(color)})")


def _orientation(node: Comparison, roots: Sequence[Root]) -> Condition:
    sign = {"portrait": "<", "landscape": ">", "square": "="}[str(node.value)]
    return Condition(sql=f"(facet.width {sign} facet.height)")


def _format(node: Comparison, roots: Sequence[Root]) -> Condition:
    return Condition(sql="(facet.format = ? COLLATE NOCASE)", values=(plain(str(node.value)),))


def _within(node: Comparison, roots: Sequence[Root]) -> Condition:
    """In or below a folder: by a whole path, by consecutive folder names of a path, or by words of a folder's name.

    Only the names of indexed folders count. The file system is never consulted, as that would reveal the folders
    around the library to everybody who may search.
    """
    text = str(node.value)
    if text.startswith("~"):
        text = os.path.expanduser(text)  # noqa: PTH111 (~NOBODY is a name like any other)
    signs = {"/", os.sep}
    if Path(text).is_absolute() or text.startswith("/"):
        parts = _at(Path(os.path.normpath(text)), roots)
        if parts:
            return _all(parts, "OR")
    elif text in (".", "..") or any(sign in text for sign in signs):
        return _containing(PurePath(os.path.normpath(text)).parts, roots)
    return _text_field(Comparison(field="folder", operator="=", value=text), roots)


def _at(path: Path, roots: Sequence[Root]) -> list[Condition]:
    parts = []
    for root in roots:
        if root.path.is_relative_to(path):
            parts.append(Condition(sql="facet.root_id = ?", values=(root.id,)))
        elif path.is_relative_to(root.path):
            parts.append(_below(root, path.relative_to(root.path).as_posix()))
    return parts


def _containing(names: Sequence[str], roots: Sequence[Root]) -> Condition:
    """In or below folders with these consecutive names, such as 2019/Norway."""
    if not names or names[0] in (".", ".."):
        raise QueryUnusable("Name a folder by its path or by words of its name, such as in:holidays.")
    names_in_a_row = _sql_text("/" + "/".join(names) + "/")
    parts = [
        Condition(
            sql="facet.photo_id IN (SELECT id FROM photo WHERE root_id = ? AND instr(? || path, ?) > 0)",
            values=(root.id, _sql_text(root.path.as_posix().rstrip("/") + "/"), names_in_a_row),
        )
        for root in roots
    ]
    return _all(parts, "OR") if parts else Condition(sql="0")


def _sql_text(name: str) -> str:
    """A name as SQLite text. A name that is not valid text gets characters that no folder's name has."""
    return name.encode("utf-8", "replace").decode()


def _below(root: Root, folder: str) -> Condition:
    """Paths that begin with the folder, as ranges of the index on photo, which has names that are not text as bytes."""
    first, last = bind_name(f"{folder}/"), bind_name(f"{folder}0")  # 0 is the character after /
    ranges = [(first, last)]
    if isinstance(first, str):
        ranges.append((os.fsencode(f"{folder}/"), os.fsencode(f"{folder}0")))
    clauses = " OR ".join("(path >= ? AND path < ?)" for _ in ranges)
    return Condition(
        sql=f"facet.photo_id IN (SELECT id FROM photo WHERE root_id = ? AND ({clauses}))",
        values=(root.id, *(bound for pair in ranges for bound in pair)),
    )


_CONDITIONS: dict[str, Callable[[Comparison, Sequence[Root]], Condition]] = {
    "folder": _text_field,
    "camera": _text_field,
    "lens": _text_field,
    "keyword": _keyword,
    "in": _within,
    "near": _near,
    "taken": _taken,
    "month": _month,
    "country": _country,
    "rating": _rating,
    "megapixels": _megapixels,
    "orientation": _orientation,
    "color": _color,
    "format": _format,
    "iso": _recorded("iso"),
    "aperture": _recorded("aperture", near=0.02),  # 5.7, as exposure values give it, is 5.6
    "shutter": _recorded("exposure_s", near=0.12),  # a sixth of a stop: 1/250 may be 1/256
    "focal": _recorded("focal_mm", near=0.01),
    "equivalent": _recorded("focal_35mm", near=0.01),
    "flash": _flash,
    "creator": _stated("creator"),
    "label": _label,
    "flag": _flagged,
    "thing": _thing,
    "map": _on_map,
    "people": _people,
    STATED_PEOPLE: _stated("people"),
}
