"""An XMP sidecar and new values -> the sidecar with those values, everything else unchanged.

The XML is not rebuilt: expat gives the positions, old values are cut out, and new values are inserted at the end of a
description. Comments, unknown properties and the order of everything stay. A keyword or a rating changes in every
field that has it (see xmp.py), so that no program finds the old one. XMP part 1, chapter 7.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal
from xml.parsers import expat

from cbir.base.messages import Message
from cbir.base.types import NamedRegion, Region, distinct_keywords, keyword_key
from cbir.metadata.xmp import (
    CATEGORIES,
    FLAT_KEYWORDS,
    LEVELLED_KEYWORDS,
    MAX_XMP_BYTES,
    PERCENT_RATING,
    PREFIXES,
    RDF,
    STARS,
    TREE,
    TREE_NAME,
    Category,
    as_utf8,
    box_of_area,
    box_of_rectangle,
    categories_xml,
    escape,
    levels_of,
    overlap,
    read_categories,
    read_regions,
    read_xmp,
    split_levels,
)

Property = Literal[
    "xmp:Rating",
    "dc:subject",
    "dc:title",
    "dc:description",
    "dc:creator",
    "dc:rights",
    "photoshop:Headline",
    "xmp:Label",
    "digiKam:PickLabel",
    "Iptc4xmpExt:PersonInImage",
    "exif:DateTimeOriginal",
    "exif:GPSLatitude",
    "exif:GPSLongitude",
    "Iptc4xmpCore:Location",
]
_Edit = tuple[int, int, bytes]

_ROOT, _DESCRIPTION, _ITEM = f"{RDF} RDF", f"{RDF} Description", f"{RDF} li"
_VALUE = f"{RDF} value"
_LISTS = (f"{RDF} Bag", f"{RDF} Seq", f"{RDF} Alt")
_URIS = {prefix: uri for uri, prefix in reversed(PREFIXES.items())}
_PERCENT = {0: 0, 1: 1, 2: 25, 3: 50, 4: 75, 5: 99}  # as Windows writes stars
_TAG = re.compile(rb"<([^\s/>]+)(?:\s+[^\s=/>]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*\s*(/?)>")
_BLANK = b" \t\r\n"
_EMPTY = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
    f' <rdf:RDF xmlns:rdf="{RDF}">\n  <rdf:Description rdf:about=""/>\n </rdf:RDF>\n</x:xmpmeta>\n'
).encode()


class XmpUnclear(ValueError):
    """The sidecar cannot be changed without the risk of losing something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedFaces:
    """Faces of a picture for its sidecar. size : (width, height) of the whole picture in pixels"""

    regions: tuple[NamedRegion, ...]
    size: tuple[int, int]


def edit_xmp(
    packet: bytes | None, values: Mapping[Property, tuple[str, ...]], faces: NamedFaces | None = None
) -> bytes:
    """Give properties new values; an empty value removes the property. packet : None makes a new sidecar

    faces : regions to be added; one that is there already gets the name. Other regions stay.
    Raises XmpUnclear if the packet is no XMP of a form known here.
    """
    if packet is not None and len(packet) > MAX_XMP_BYTES:
        raise XmpUnclear(Message("it is too large"))
    if "dc:subject" in values:  # `animals|robin` is read as two keywords, so it is written as two
        values = {**values, "dc:subject": distinct_keywords(split_levels(values["dc:subject"]))}
    source = as_utf8(_EMPTY if packet is None else packet)
    edited = _with_values(source, values, faces if faces is not None and faces.regions else None)
    after = read_xmp(edited)
    if "xmp:Rating" in values:
        rating = values["xmp:Rating"]
        if (None if after.rating is None else str(after.rating)) != (rating[0] if rating else None):
            raise XmpUnclear(Message("the rating could not be put in"))
    if "dc:subject" in values and _keys(after.keywords) != _keys(values["dc:subject"]):
        raise XmpUnclear(Message("the keywords could not be put in"))
    if faces is not None:
        regions = read_regions(edited)
        if not all(any(_is_same(face, region) for region in regions) for face in faces.regions):
            raise XmpUnclear(Message("the faces could not be put in"))
    return edited


def _is_same(face: NamedRegion, region: NamedRegion) -> bool:
    return face.name == region.name and overlap(face.box, region.box) > _SAME_PLACE


def _keys(keywords: Sequence[str]) -> set[str]:
    return {keyword_key(word) for word in keywords}


def _with_values(
    source: bytes, values: Mapping[Property, tuple[str, ...]], faces: NamedFaces | None
) -> bytes:
    structure = _read_structure(source)
    if structure.root is None:
        raise XmpUnclear(Message("there is no RDF in it"))
    new = b"".join(_element(name, texts) for name, texts in values.items() if texts)
    region_edits: list[_Edit] = []
    if faces is not None:
        region_edits, added = _region_edits(structure, faces)
        new += added
    node = structure.description
    if node is None:
        node = structure.root
        new = b'\n  <rdf:Description xmlns:rdf="%s" rdf:about="">%s\n  </rdf:Description>' % (
            RDF.encode(),
            new,
        )
    edits = [(*place.span, b"") for place in structure.places if place.name in values] + region_edits
    if "xmp:Rating" in values:
        edits += _other_ratings(structure, next(iter(values["xmp:Rating"]), None))
    if "dc:subject" in values:
        edits += _other_keywords(source, structure, values["dc:subject"])
    tag = node.tag
    if tag.empty and new:
        edits.append((tag.slash, tag.inner, b">" + new + b"\n  </" + tag.name + b">"))
    else:
        edits.append((tag.inner, tag.inner, new))
    return _spliced(source, 0, len(source), edits)


def _spliced(source: bytes, start: int, end: int, edits: Sequence[_Edit]) -> bytes:
    """A part of the source with edits applied. An edit inside another is dropped, as its value is cut, too."""
    pieces, at = [], start
    for first, last, text in sorted(edits, key=lambda edit: (edit[0], edit[1] > edit[0], -edit[1])):
        if first < at:
            continue
        pieces += [source[at:first], text]
        at = last
    return b"".join([*pieces, source[at:end]])


# --- other fields with the same values


def _other_ratings(structure: _Structure, rating: str | None) -> Iterator[_Edit]:
    """Edits of other programs' ratings. They are removed for no rating and for a rejected photo."""
    stars = int(rating) if rating is not None and rating.isdecimal() else None
    texts = {
        PERCENT_RATING: None if stars is None else _PERCENT.get(stars),
        STARS: stars,
    }
    for place in structure.places:
        if place.name in texts:
            text = texts[place.name]
            yield (*place.span, b"") if text is None else place.replaced(str(text))


def _other_keywords(source: bytes, structure: _Structure, keywords: Sequence[str]) -> Iterator[_Edit]:
    """Edits of every field of keywords: removed keywords are taken out, and new ones are added."""
    kept_keys = _keys(keywords)
    for place in structure.places:
        if place.name == TREE and place.node is not None:
            yield from _tree_edits(source, place, kept_keys, keywords)
        elif place.name == CATEGORIES:
            yield from _category_edits(place, kept_keys, keywords)
        elif place.name in FLAT_KEYWORDS or place.name in LEVELLED_KEYWORDS:
            yield from _list_edits(place, kept_keys, keywords)


def _list_edits(place: _Place, kept_keys: set[str], keywords: Sequence[str]) -> Iterator[_Edit]:
    separator = LEVELLED_KEYWORDS.get(place.name)
    holder = None if place.node is None else next((n for n in place.node.children if n.name in _LISTS), None)
    stated: set[str] = set()
    edits: list[_Edit] = []
    items = [place] if holder is None else [_Place(name=place.name, node=entry) for entry in holder.children]
    remaining = 0
    for entry in items:
        levels = levels_of(entry.text, separator, kept_keys) if separator else [entry.text.strip()]
        staying = [level for level in levels if keyword_key(level) in kept_keys]
        stated.update(map(keyword_key, staying))
        remaining += bool(staying)
        if not staying:
            edits.append((*entry.span, b""))
        elif staying != levels:
            edits.append(entry.replaced((separator or "").join(staying)))
    new = [word for word in distinct_keywords(keywords) if keyword_key(word) not in stated]
    if not remaining and not new:
        yield (*place.span, b"")
        return
    yield from edits
    if new and holder is not None and not holder.tag.empty:
        yield (holder.closing, holder.closing, b"".join(_item(word) for word in new))


def _item(word: str) -> bytes:
    return _ascii(f'<rdf:li xmlns:rdf="{RDF}">{escape(word)}</rdf:li>')


def _category_edits(place: _Place, kept_keys: set[str], keywords: Sequence[str]) -> Iterator[_Edit]:
    categories = read_categories(place.text)
    remaining = [staying for category in categories for staying in category.without(_not_in(kept_keys))]
    stated = {keyword_key(name) for category in remaining for name in category.names()}
    remaining += [
        Category(name=word, assigned="1")
        for word in distinct_keywords(keywords)
        if keyword_key(word) not in stated
    ]
    if not remaining:
        yield (*place.span, b"")
    elif tuple(remaining) != categories:
        yield place.replaced(categories_xml(remaining))


def _not_in(kept_keys: set[str]) -> Callable[[str], bool]:
    return lambda name: keyword_key(name) not in kept_keys


def _tree_edits(
    source: bytes, place: _Place, kept_keys: set[str], keywords: Sequence[str]
) -> Iterator[_Edit]:
    assert place.node is not None
    tops = list(_branches(place.node))
    texts = [_branch_left(source, branch, kept_keys) for branch in tops]
    stated = {
        key
        for branch in tops
        for name in _names_in(branch)
        if (key := keyword_key(name.strip())) in kept_keys
    }
    new = [word for word in distinct_keywords(keywords) if keyword_key(word) not in stated]
    if not any(texts) and not new:
        yield (*place.span, b"")
        return
    added = b"".join(
        _ascii(
            f'<rdf:li xmlns:rdf="{RDF}" rdf:parseType="Resource"><mwg-kw:Keyword '
            f'xmlns:mwg-kw="{_URIS["mwg-kw"]}">{escape(word)}</mwg-kw:Keyword></rdf:li>'
        )
        for word in new
    )
    for number, (branch, text) in enumerate(zip(tops, texts, strict=True)):
        last = number == len(tops) - 1
        if last or text != source[slice(*branch.span)]:
            yield (*branch.span, text + (added if last else b""))


def _branch_left(source: bytes, branch: _Node, kept_keys: set[str]) -> bytes:
    """The rest of a keyword and the keywords below it. If it is removed, those move up."""
    inner = [(below.span, _branch_left(source, below, kept_keys)) for below in _branches(branch)]
    if not any(keyword_key(name.strip()) in kept_keys for name in _own_names(branch)):
        return b"".join(text for _, text in inner)
    return _spliced(source, *branch.span, [(*span, text) for span, text in inner])


def _branches(node: _Node) -> Iterator[_Node]:
    """The topmost items below a node."""
    for child in node.children:
        if child.name == _ITEM:
            yield child
        else:
            yield from _branches(child)


def _own_names(branch: _Node) -> Iterator[str]:
    """The keyword of an item itself, without the items below it."""
    for name, text in branch.attributes.items():
        if _qualified_name(name) == TREE_NAME:
            yield text
    for child in branch.children:
        if _qualified_name(child.name) == TREE_NAME:
            yield child.text
        elif child.name != _ITEM and not any(grand.name in _LISTS for grand in child.children):
            yield from _own_names(child)


def _names_in(branch: _Node) -> Iterator[str]:
    yield from _own_names(branch)
    for below in _branches(branch):
        yield from _names_in(below)


# --- faces


_SAME_PLACE = 0.4  # intersection over union: programs draw one face larger than the other
_REGIONS, _AREA, _TYPE, _RECTANGLE = "mwg-rs:Regions", "mwg-rs:Area", "mwg-rs:Type", "MPReg:Rectangle"
_REGION_NAMES = {_REGIONS: "mwg-rs:Name", "MP:RegionInfo": "MPReg:PersonDisplayName"}
_REGION_FIELDS = (*_REGION_NAMES.values(), _AREA, _TYPE, _RECTANGLE)


def _region_edits(structure: _Structure, faces: NamedFaces) -> tuple[list[_Edit], bytes]:
    """Edits of the present regions of both kinds, and a new property if the sidecar has no list of regions of MWG."""
    edits: list[_Edit] = []
    missing = list(faces.regions)
    lists = [(place, holder) for place in structure.places for holder in _region_lists(place)]
    for place, holder in lists:
        for entry in holder.children:
            box, name = _region_of(entry, _REGION_NAMES[place.name])
            face = max(faces.regions, key=lambda face: overlap(face.box, box) if box else 0)
            if box is None or name is None or overlap(face.box, box) <= _SAME_PLACE:
                continue
            if place.name == _REGIONS and face in missing:
                missing.remove(face)
            if name.text.strip() != face.name:
                edits.append(name.replaced(face.name))
    own = next((holder for place, holder in lists if place.name == _REGIONS), None)
    if own is None:
        return edits, _regions_element(faces)
    items = _ascii("".join(map(_region_item, missing)))
    if missing and own.tag.empty:
        edits.append((own.tag.slash, own.tag.inner, b">" + items + b"</" + own.tag.name + b">"))
    elif missing:
        edits.append((own.closing, own.closing, items))
    return edits, b""


def _region_lists(place: _Place) -> Iterator[_Node]:
    """The lists of regions in a property that may have them."""
    nodes = [place.node] if place.node is not None and place.name in _REGION_NAMES else []
    while nodes:
        node = nodes.pop()
        if node.name in _LISTS:
            yield node
        else:
            nodes += node.children


def _region_of(entry: _Node, name_field: str) -> tuple[Region | None, _Place | None]:
    """The box of an item of a list of regions, and its name. Regions that are no faces have none."""
    fields: dict[str, _Place] = {}
    for node in (entry, *(child for child in entry.children if child.name == _DESCRIPTION)):
        for attribute, text in node.attributes.items():
            if (field_name := _qualified_name(attribute)) in _REGION_FIELDS:
                span, written = _attribute(node, attribute)
                fields[field_name] = _Place(name=field_name, value=text, attribute=span, written=written)
        for child in node.children:
            if (field_name := _qualified_name(child.name)) in _REGION_FIELDS:
                fields[field_name] = _Place(name=field_name, node=child)
    box = None
    if _RECTANGLE in fields:
        box = box_of_rectangle(fields[_RECTANGLE].text)
    elif _AREA in fields and (area := fields[_AREA].node) is not None:
        box = box_of_area(_area_parts(area))
    is_face = _TYPE not in fields or fields[_TYPE].text.strip().lower() in ("face", "")
    return (box, fields.get(name_field)) if is_face else (None, None)


def _area_parts(area: _Node) -> dict[str, str]:
    nodes = (area, *(child for child in area.children if child.name == _DESCRIPTION))
    parts = {name: text for node in nodes for name, text in node.attributes.items()}
    parts |= {child.name: child.text for node in nodes for child in node.children}
    return {name.rpartition(" ")[2]: text for name, text in parts.items()}


def _regions_element(faces: NamedFaces) -> bytes:
    """Regions in the form that digiKam, Lightroom and ExifTool write: MWG's guidelines, 5.9, figure 9."""
    width, height = faces.size
    return _ascii(
        f'\n   <mwg-rs:Regions xmlns:mwg-rs="{_URIS["mwg-rs"]}" xmlns:rdf="{RDF}" rdf:parseType="Resource">'
        f'\n    <mwg-rs:AppliedToDimensions xmlns:stDim="{_DIMENSIONS}" '
        f'stDim:w="{width}" stDim:h="{height}" stDim:unit="pixel"/>'
        f"\n    <mwg-rs:RegionList>\n     <rdf:Bag>{''.join(map(_region_item, faces.regions))}"
        "\n     </rdf:Bag>\n    </mwg-rs:RegionList>\n   </mwg-rs:Regions>"
    )


_DIMENSIONS = "http://ns.adobe.com/xap/1.0/sType/Dimensions#"
_AREAS = "http://ns.adobe.com/xmp/sType/Area#"


def _region_item(face: NamedRegion) -> str:
    """An item of a list of regions. MWG states the middle of a region and its sides."""
    left, top, width, height = face.box
    sides = {"x": left + width / 2, "y": top + height / 2, "w": width, "h": height}
    area = " ".join(f'stArea:{side}="{value:.6f}"' for side, value in sides.items())
    return (
        f'\n      <rdf:li xmlns:rdf="{RDF}" xmlns:mwg-rs="{_URIS["mwg-rs"]}" rdf:parseType="Resource">'
        f"<mwg-rs:Name>{escape(face.name)}</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>"
        f'<mwg-rs:Area xmlns:stArea="{_AREAS}" {area} stArea:unit="normalized"/></rdf:li>'
    )


# --- the new values


_ITEMS: dict[Property, str] = {"dc:subject": "Bag", "dc:creator": "Seq", "Iptc4xmpExt:PersonInImage": "Bag"}


def _element(name: Property, texts: tuple[str, ...]) -> bytes:
    """A property with its own namespace declarations, so that it fits anywhere; ASCII fits every charset."""
    prefix, _, _ = name.partition(":")
    space = f'xmlns:{prefix}="{_URIS[prefix]}"'
    if name in _ITEMS:
        kind = _ITEMS[name]
        items = "".join(f"\n     <rdf:li>{escape(word)}</rdf:li>" for word in texts)
        text = f'\n   <{name} {space} xmlns:rdf="{RDF}">\n    <rdf:{kind}>{items}\n    </rdf:{kind}>\n   </{name}>'
    elif name in ("dc:title", "dc:description", "dc:rights"):
        text = (
            f'\n   <{name} {space} xmlns:rdf="{RDF}">\n    <rdf:Alt>\n     <rdf:li xml:lang="x-default">'
            f"{escape(texts[0])}</rdf:li>\n    </rdf:Alt>\n   </{name}>"
        )
    else:
        text = f"\n   <{name} {space}>{escape(texts[0])}</{name}>"
    return _ascii(text)


def _ascii(text: str) -> bytes:
    return text.encode("ascii", "xmlcharrefreplace")


# --- structure and positions


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tag:
    """A start tag. slash : position of an empty element's slash. inner : position after the tag"""

    name: bytes
    slash: int
    inner: int
    empty: bool


@dataclass(slots=True, kw_only=True)
class _Node:
    """An element. closing : position at which expat saw its end. prefixes : of each namespace in the packet"""

    name: str
    source: bytes
    start: int
    attributes: dict[str, str]
    prefixes: dict[str, set[str]]
    children: list[_Node] = field(default_factory=list)
    text: str = ""
    closing: int = 0

    @property
    def tag(self) -> _Tag:
        tag = _TAG.match(self.source, self.start)
        if tag is None:
            raise XmpUnclear(Message("a tag of it is unusual"))
        empty = bool(tag[2])
        return _Tag(name=tag[1], slash=tag.start(2) if empty else tag.end(), inner=tag.end(), empty=empty)

    @property
    def span(self) -> tuple[int, int]:
        """Start and end of the whole element, with the blanks before it."""
        # for an empty element, expat gives the position of its end, at which another element may begin
        tag = self.tag
        last = tag.inner if tag.empty else self.source.index(b">", self.closing) + 1
        first = self.start
        while first and self.source[first - 1 : first] in _BLANK:
            first -= 1
        return first, last


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A property, as an element or as an attribute of its description.

    attribute : the span of the attribute. written : its source before the value
    """

    name: str
    node: _Node | None = None
    value: str = ""
    attribute: tuple[int, int] = (0, 0)
    written: bytes = b""

    @property
    def text(self) -> str:
        if self.node is None:
            return self.value
        return self.node.text if self.node.text.strip() else self.node.attributes.get(_VALUE, "")

    @property
    def span(self) -> tuple[int, int]:
        return self.attribute if self.node is None else self.node.span

    def replaced(self, text: str) -> _Edit:
        """The edit that gives the property another text."""
        if self.node is None:
            first, last = self.attribute
            return first, last, self.written + b'="' + _ascii(escape(text)) + b'"'
        tag = self.node.tag
        if tag.empty or self.node.children:
            raise XmpUnclear(Message("a value of it is unusual"))
        return tag.inner, self.node.closing, _ascii(escape(text))


@dataclass(slots=True)
class _Structure:
    """Positions in a packet. places : the properties that may change"""

    root: _Node | None = None
    description: _Node | None = None
    places: list[_Place] = field(default_factory=list)


def _qualified_name(name: str) -> str | None:
    """The `prefix:name` of a property; None if its namespace is not used."""
    uri, _, local = name.rpartition(" ")
    prefix = PREFIXES.get(uri)
    return None if prefix is None else f"{prefix}:{local}"


def _read_structure(source: bytes) -> _Structure:
    structure = _Structure()
    stack: list[_Node] = []
    prefixes: dict[str, set[str]] = {}
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True

    def refuse(*_: object) -> None:  # entities are only declared in a document type
        raise XmpUnclear(Message("it declares a document type"))

    def namespace(prefix: str | None, uri: str) -> None:
        prefixes.setdefault(uri, set()).add(prefix or "")

    def start(name: str, attributes: dict[str, str]) -> None:
        node = _Node(
            name=name,
            source=source,
            start=parser.CurrentByteIndex,
            attributes=attributes,
            prefixes=prefixes,
        )
        path = [above.name for above in stack]
        if name == _ROOT:
            structure.root = structure.root or node
        elif name == _DESCRIPTION and path[-1:] == [_ROOT]:
            structure.description = structure.description or node
            for attribute, value in attributes.items():
                if (qualified_name := _qualified_name(attribute)) is not None:
                    span, written = _attribute(node, attribute)
                    structure.places.append(
                        _Place(name=qualified_name, value=value, attribute=span, written=written)
                    )
        elif path[-2:] == [_ROOT, _DESCRIPTION] and (qualified_name := _qualified_name(name)) is not None:
            structure.places.append(_Place(name=qualified_name, node=node))
        if stack:
            stack[-1].children.append(node)
        stack.append(node)

    def text(data: str) -> None:
        if stack:
            stack[-1].text += data

    def end(_name: str) -> None:
        stack.pop().closing = parser.CurrentByteIndex

    parser.StartDoctypeDeclHandler = refuse
    parser.StartNamespaceDeclHandler = namespace
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    try:
        parser.Parse(source, True)
    except (expat.ExpatError, LookupError, ValueError) as error:  # LookupError: no known charset is declared
        raise XmpUnclear(Message("it is not well-formed XML ({0})", error)) from error
    return structure


def _attribute(node: _Node, name: str) -> tuple[tuple[int, int], bytes]:
    """The span of an attribute, including the blank before it, and its source before the value."""
    uri, _, local = name.partition(" ")
    end = node.tag.inner
    for prefix in node.prefixes.get(uri, ()):
        pattern = re.compile(rb"(\s+%s:%s)\s*=\s*(?:\"[^\"]*\"|'[^']*')" % (prefix.encode(), local.encode()))
        if match := pattern.search(node.source, node.start, end):
            return match.span(), match[1]
    raise XmpUnclear(Message("an attribute of it is unusual"))
