"""An XMP packet -> the values that are used, and the fields for keywords and stars. ISO 16684-1, sections 6 to 8.

Programs write several of these fields at once, digiKam up to seven. Reading unites them, and an edit changes all.
ExifTool's tables (XMP.pm, MWG.pm) name the fields; digiKam, "Metadata settings", names the programs of each.

The XML is parsed by defusedxml, which refuses entities and document types, so that nothing is ever fetched.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ParseError

from cbir.base.types import Metadata, NamedRegion, Region, distinct_keywords, keyword_key
from cbir.metadata.containers import clean
from cbir.metadata.dates import iso_date, short_date
from cbir.metadata.exif import is_place, stars, stars_of_percent
from cbir.metadata.exposure import (
    aperture_of_apex,
    fraction,
    lens_of_specification,
    rounded_aperture,
    rounded_focal,
    time_of_apex,
    usable_time,
    whole,
)

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
PREFIXES = {
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://ns.adobe.com/xap/1.0/": "xmp",
    "http://ns.adobe.com/photoshop/1.0/": "photoshop",
    "http://ns.adobe.com/exif/1.0/": "exif",
    "http://cipa.jp/exif/1.0/": "exifEX",
    "http://ns.adobe.com/exif/1.0/aux/": "aux",
    "http://ns.adobe.com/tiff/1.0/": "tiff",
    "http://ns.adobe.com/lightroom/1.0/": "lr",
    "http://www.digikam.org/ns/1.0/": "digiKam",
    "http://ns.microsoft.com/photo/1.0/": "MicrosoftPhoto",
    "http://ns.microsoft.com/photo/1.0": "MicrosoftPhoto",
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "Iptc4xmpCore",
    "http://ns.iview-multimedia.com/mediapro/1.0/": "mediapro",
    "http://ns.microsoft.com/expressionmedia/1.0/": "expressionmedia",
    "http://ns.acdsee.com/iptc/1.0/": "acdsee",
    "http://www.metadataworkinggroup.com/schemas/keywords/": "mwg-kw",
    "http://www.metadataworkinggroup.com/schemas/regions/": "mwg-rs",
    "http://ns.microsoft.com/photo/1.2/": "MP",
    "http://ns.microsoft.com/photo/1.2/t/RegionInfo#": "MPRI",
    "http://ns.microsoft.com/photo/1.2/t/Region#": "MPReg",
    "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "Iptc4xmpExt",
    "http://ns.acdsee.com/regions/": "acdsee-rs",
}

FLAT_KEYWORDS = ("lr:weightedFlatSubject", "acdsee:keywords")
"""Lists of keywords in addition to dc:subject."""

LEVELLED_KEYWORDS = {
    "lr:hierarchicalSubject": "|",
    "digiKam:TagsList": "/",
    "MicrosoftPhoto:LastKeywordXMP": "/",
    "MicrosoftPhoto:LastKeywordIPTC": "/",
    "mediapro:CatalogSets": "|",
    "expressionmedia:CatalogSets": "|",
}
"""Lists of paths such as `animals|birds|robin`, and the separator of their levels. Each level is a keyword."""

TREE = "mwg-kw:Keywords"
"""A tree of structures. Metadata Working Group, "Guidelines for handling image metadata" 2.0, 5.8."""
TREE_NAME = "mwg-kw:Keyword"

CATEGORIES = "acdsee:categories"
"""A tree as XML inside a text."""

PEOPLE = ("Iptc4xmpExt:PersonInImage", "mediapro:People", "expressionmedia:People")
"""Lists of names."""

NAMED_PEOPLE = {
    "mwg-rs:Regions": "mwg-rs:Name",
    "MP:RegionInfo": "MPReg:PersonDisplayName",
    "acdsee-rs:Regions": "acdsee-rs:Name",
    "Iptc4xmpExt:PersonInImageWDetails": "Iptc4xmpExt:PersonName",
    "Iptc4xmpExt:ImageRegion": "Iptc4xmpExt:PersonInImage",
}
"""Structures with names of people, and the field of a name. Metadata Working Group, "Guidelines for handling image
metadata" 2.0, 5.9; Microsoft, "People Tagging Overview"; IPTC Photo Metadata Standard 2023.1."""
_OTHER_REGIONS = ("barcode", "focus")  # types of MWG's regions that have no name of somebody

CREATED, SHOWN = "Iptc4xmpExt:LocationCreated", "Iptc4xmpExt:LocationShown"
_LEGACY_PLACE = ("Iptc4xmpCore:Location", "photoshop:City", "photoshop:State", "photoshop:Country")
_PLACE = tuple(
    f"Iptc4xmpExt:{name}" for name in ("LocationName", "Sublocation", "City", "ProvinceState", "CountryName")
)

PERCENT_RATING = "MicrosoftPhoto:Rating"
STARS = "acdsee:rating"
"""The ratings in addition to xmp:Rating."""


NOT_PICKED, PICKED = ("0",), ("3",)
"""Values of digiKam:PickLabel: 0 none, 1 rejected, 2 pending, 3 accepted (digiKam, enum PickLabel)."""


def _pick(text: str | None) -> bool | None:
    number = _number(text)
    return None if number is None or not 0 <= number <= 3 else number == 3


def levels_of(path: str, separator: str, whole: Collection[str]) -> list[str]:
    """The keywords of a path. whole : keys of keywords that are not split, even if they contain a separator (`24/7`)"""
    if keyword_key(path.strip()) in whole:
        return [path.strip()]
    return [level for part in path.split(separator) if (level := part.strip())]


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """A keyword of a tree as XML, with those below it. assigned : the program's mark"""

    name: str
    assigned: str
    below: tuple[Category, ...] = ()

    def names(self) -> Iterator[str]:
        if self.name:
            yield self.name
        for category in self.below:
            yield from category.names()

    def without(self, is_removed: Callable[[str], bool]) -> tuple[Category, ...]:
        """The tree without removed names; the keywords below them move up."""
        below = tuple(remaining for category in self.below for remaining in category.without(is_removed))
        if is_removed(self.name):
            return below
        return (Category(name=self.name, assigned=self.assigned, below=below),)

    def xml(self) -> str:
        below = "".join(category.xml() for category in self.below)
        return f'<Category Assigned="{escape(self.assigned)}">{escape(self.name)}{below}</Category>'


def read_categories(text: str) -> tuple[Category, ...]:
    """The trees in ACDSee's text; none if it is not in ACDSee's form."""
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root: Element = fromstring(text)
        return tuple(map(_category, root)) if root.tag == "Categories" else ()
    except (ParseError, DefusedXmlException, ValueError, RecursionError):
        return ()


def categories_xml(categories: Collection[Category]) -> str:
    return f"<Categories>{''.join(category.xml() for category in categories)}</Categories>"


def _category(element: Element) -> Category:
    return Category(
        name=(element.text or "").strip(),
        assigned=element.get("Assigned", "1"),
        below=tuple(map(_category, element)),
    )


def escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


MAX_XMP_BYTES = 2 << 20  # parsing takes some fifty times as much memory. Larger packets have depth maps

_RDF = f"{{{RDF}}}"
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_LISTS = (f"{_RDF}Bag", f"{_RDF}Seq", f"{_RDF}Alt")
_MAX_VALUES = 2000  # of one list
_COORDINATE = re.compile(r"(\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?(?:,(\d+(?:\.\d+)?))?\s*([NSEWnsew])")
_DECLARATION = re.compile(rb"\A<\?xml[^>]*\?>")
_RDF_BEGINS, _RDF_ENDS = b"<rdf:RDF", b"</rdf:RDF>"


def read_xmp(packet: bytes) -> Metadata:
    """Read a packet or a whole sidecar file. A text that is no XML, or no XMP, has no values.

    The places are location, city, region and country, if given: those of older programs, then those of LocationCreated.
    """
    values = _properties(packet)

    def first(*names: str) -> str | None:
        return next((text for name in names for text in values.get(name, ())), None)

    latitude, longitude = _degrees(first("exif:GPSLatitude"), 90), _degrees(first("exif:GPSLongitude"), 180)
    located = is_place(latitude, longitude)
    orientation = _number(first("tiff:Orientation"))
    dates = ("exif:DateTimeOriginal", "photoshop:DateCreated", "exif:DateTimeDigitized", "xmp:CreateDate")
    rating = stars(_number(first("xmp:Rating")))
    if rating is None:
        rating = stars_of_percent(_number(first(PERCENT_RATING)))
    if rating is None:
        rating = stars(_number(first(STARS)))
    return Metadata(
        taken_at=next(
            (date for name in dates if (date := xmp_date(first(name), _fraction_of(first, name)))), None
        ),
        make=first("tiff:Make"),
        model=first("tiff:Model"),
        lens=first("exifEX:LensModel", "aux:Lens", "exif:LensModel")
        or lens_of_specification(_specification(first("exifEX:LensSpecification", "aux:LensInfo"))),
        iso=whole(_number(first("exifEX:PhotographicSensitivity", "exif:ISOSpeedRatings"))),
        aperture=rounded_aperture(fraction(first("exif:FNumber")))
        or aperture_of_apex(fraction(first("exif:ApertureValue"))),
        exposure_s=usable_time(fraction(first("exif:ExposureTime")))
        or time_of_apex(fraction(first("exif:ShutterSpeedValue"))),
        focal_mm=rounded_focal(fraction(first("exif:FocalLength"))),
        focal_35mm=whole(_number(first("exif:FocalLengthIn35mmFilm"))),
        flash={"true": True, "false": False}.get((first("exif:Flash") or "").lower()),
        latitude=latitude if located else None,
        longitude=longitude if located else None,
        rating=rating,
        keywords=_keywords(values),
        people=distinct_keywords(text for name in (*PEOPLE, *NAMED_PEOPLE) for text in values.get(name, ())),
        title=first("dc:title"),
        headline=first("photoshop:Headline"),
        caption=first("dc:description"),
        comment=first("exif:UserComment"),
        creator="; ".join(values.get("dc:creator", ())) or first("tiff:Artist"),
        copyright=first("dc:rights", "tiff:Copyright"),
        pick=_pick(first("digiKam:PickLabel")),
        label=first("xmp:Label"),
        places=distinct_keywords(
            [*(text for name in _LEGACY_PLACE if (text := first(name))), *values.get(CREATED, ())]
        ),
        places_shown=distinct_keywords(values.get(SHOWN, ())),
        orientation=int(orientation) if orientation is not None and 1 <= orientation <= 8 else None,
    )


def _fraction_of(first: Callable[..., str | None], name: str) -> str | None:
    return first("exif:SubSecTimeOriginal") if name == "exif:DateTimeOriginal" else None


def _specification(text: str | None) -> list[float | None]:
    """`24/1 70/1 28/10 0/0` as numbers."""
    return [fraction(part) for part in (text or "").split()]


def xmp_shot_at(packet: bytes) -> str | None:
    """Time of the picture's shot as ISO 8601, not of its digitisation or writing."""
    values = _properties(packet)
    names = ("exif:DateTimeOriginal", "photoshop:DateCreated")
    return next((date for name in names if (date := xmp_date(next(iter(values.get(name, ())), None)))), None)


def sidecar_extension(packet: bytes) -> str | None:
    """The extension of the file that a sidecar belongs to (`DNG`), if it names one, as Adobe's programs do."""
    if b"SidecarForExtension" not in as_utf8(packet):
        return None
    return next(iter(_properties(packet).get("photoshop:SidecarForExtension", ())), None)


def xmp_date(text: str | None, fraction: str | None = None) -> str | None:
    """Read XMP's ISO 8601, which may end after the year, the month or the day (XMP part 1, 8.2.1.2)."""
    return short_date(text) or iso_date(text, fraction=fraction)


def _keywords(values: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The keywords of all fields, including each level of a path."""
    subjects = values.get("dc:subject", ())
    words = [*subjects, *(word for name in FLAT_KEYWORDS for word in values.get(name, ()))]
    whole = {keyword_key(word) for word in words if "|" not in word}
    words = split_levels(words)
    for name, separator in LEVELLED_KEYWORDS.items():
        for path in values.get(name, ()):
            words += levels_of(path, separator, whole)
    return distinct_keywords([*words, *values.get(TREE, ()), *values.get(CATEGORIES, ())][:_MAX_VALUES])


def split_levels(keywords: Sequence[str]) -> list[str]:
    """Keywords with each level of a path such as `animals|birds`, which some programs write into flat lists, too."""
    split: list[str] = []
    for word in keywords:
        split += [level for part in word.split("|") if (level := part.strip())] if "|" in word else [word]
    return split


def _properties(packet: bytes) -> dict[str, list[str]]:
    """Texts by `prefix:name`, from all descriptions in the packet; the first non-empty one counts."""
    root = _parse(packet)
    properties: dict[str, list[str]] = {}
    if root is None:
        return properties
    for description in _descriptions(root):
        for name, text in description.attrib.items():
            _keep(properties, name, _items(name, text))
        for child in description:
            _keep(properties, child.tag, _texts(child))
    return properties


def _descriptions(root: Element) -> Iterator[Element]:
    """The picture's own descriptions. One nested in a property describes something else, such as its source."""
    roots = list(root.iter(f"{_RDF}RDF"))
    if not roots:
        yield from root.iter(f"{_RDF}Description")
    for rdf in roots:
        yield from rdf.findall(f"{_RDF}Description")


def _keep(properties: dict[str, list[str]], name: str, texts: list[str]) -> None:
    qualified_name = _qualified_name(name)
    cleaned = [text for raw in texts[:_MAX_VALUES] if (text := clean(raw))]
    if qualified_name is not None and cleaned:
        properties.setdefault(qualified_name, cleaned)


def _qualified_name(name: str) -> str | None:
    """The `prefix:name` of a property; None if its namespace is not used."""
    namespace, _, local = name.removeprefix("{").rpartition("}")
    prefix = PREFIXES.get(namespace)
    return None if prefix is None else f"{prefix}:{local}"


def _texts(element: Element) -> list[str]:
    """The text of a simple property, or the items of a list, the default language first."""
    name = _qualified_name(element.tag)
    if name == TREE:
        return [text for node in element.iter() for text in _tree_names(node)]
    if name in NAMED_PEOPLE:
        return list(_names_of_people(element, NAMED_PEOPLE[name]))
    if name in (CREATED, SHOWN):
        return list(_place_names(element))
    if name == "exif:Flash":
        return [text for fields in _structures(element) for text in fields.get("exif:Fired", ())]
    return _plain_texts(element) if _list_in(element) is not None else _items(element.tag, element.text or "")


def _plain_texts(element: Element) -> list[str]:
    """The text of a property, or of the items of its list."""
    holder = _list_in(element)
    if holder is None:
        return [element.text or ""]
    items = list(holder)[:_MAX_VALUES]
    items.sort(key=lambda entry: entry.get(_LANGUAGE, "x-default") != "x-default")
    return [entry.text or entry.get(f"{_RDF}value") or "" for entry in items]


def _list_in(element: Element) -> Element | None:
    return next((child for child in element if child.tag in _LISTS), None)


def _structures(element: Element) -> Iterator[dict[str, list[str]]]:
    """The fields of each structure in a property, by qualified name."""
    for node in list(element.iter())[:_MAX_VALUES]:
        if fields := _fields(node):
            yield fields


def _fields(node: Element) -> dict[str, list[str]]:
    """The fields of one structure, by qualified name."""
    fields = {name: [text] for key, text in node.attrib.items() if (name := _qualified_name(key)) is not None}
    for child in node:
        if (name := _qualified_name(child.tag)) is not None:
            fields.setdefault(name, _plain_texts(child))
    return fields


def _names_of_people(element: Element, field: str) -> Iterator[str]:
    for fields in _structures(element):
        kind = "".join(fields.get("mwg-rs:Type", ())).strip().lower()
        if kind not in _OTHER_REGIONS:
            yield from fields.get(field, ())


def read_regions(packet: bytes) -> tuple[NamedRegion, ...]:
    """Faces that a person named: regions of MWG ("Guidelines for handling image metadata" 2.0, 5.9) and Microsoft."""
    root = _parse(packet)
    nodes = [] if root is None else list(root.iter())[:_MAX_VALUES]
    regions = []
    for node in nodes:
        fields = _fields(node)
        kind = "".join(fields.get("mwg-rs:Type", ())).strip().lower()
        for field, box in (
            ("mwg-rs:Name", _area(node) if kind in ("face", "") else None),
            ("MPReg:PersonDisplayName", box_of_rectangle("".join(fields.get("MPReg:Rectangle", ())))),
        ):
            name = clean("".join(fields.get(field, ())[:1]))
            if name and box is not None:
                regions.append(NamedRegion(name=name, box=box))
    return tuple(dict.fromkeys(regions))


def _area(node: Element) -> Region | None:
    """The area of a region of MWG: its middle and its sides, as shares of the picture."""
    for child in node:
        if _qualified_name(child.tag) == "mwg-rs:Area":
            parts = {name.rpartition("}")[2]: text for name, text in child.attrib.items()}
            parts |= {part.tag.rpartition("}")[2]: part.text or "" for part in child}
            return box_of_area(parts)
    return None


def box_of_area(parts: Mapping[str, str]) -> Region | None:
    """The box of an area of MWG, which states its middle and its sides."""
    x, y, width, height = (_number(parts.get(side)) for side in "xywh")
    if parts.get("unit", "normalized") != "normalized" or x is None or y is None or not width or not height:
        return None
    return _inside((x - width / 2, y - height / 2, width, height))


def box_of_rectangle(text: str) -> Region | None:
    """The rectangle of a region of Microsoft: corner and sides, as shares of the picture."""
    numbers = [_number(part) for part in text.split(",")]
    x, y, width, height = numbers if len(numbers) == 4 else (None,) * 4
    return None if x is None or y is None or not width or not height else _inside((x, y, width, height))


def _inside(box: Region) -> Region | None:
    x, y, width, height = box
    return box if width > 0 and height > 0 and -1 < x < 1 and -1 < y < 1 and max(width, height) <= 1 else None


def overlap(first: Region, second: Region) -> float:
    """Intersection over union of two boxes."""
    sides = (
        max(0.0, min(a + length, b + other) - max(a, b))
        for a, length, b, other in zip(first[:2], first[2:], second[:2], second[2:], strict=True)
    )
    common = math.prod(sides)
    return common / max(math.prod(first[2:]) + math.prod(second[2:]) - common, 1e-12)


def _place_names(element: Element) -> Iterator[str]:
    for fields in _structures(element):
        for name in _PLACE:
            yield from fields.get(name, ())[:1]


def _items(name: str, text: str) -> list[str]:
    if _qualified_name(name) == CATEGORIES:
        return [word for category in read_categories(text) for word in category.names()]
    return [text]


def _tree_names(node: Element) -> Iterator[str]:
    if _qualified_name(node.tag) == TREE_NAME:
        yield node.text or ""
    yield from (text for name, text in node.attrib.items() if _qualified_name(name) == TREE_NAME)


def _parse(packet: bytes) -> Element | None:
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    if len(packet) > MAX_XMP_BYTES:
        return None
    packet = as_utf8(packet)
    for cut in (_whole, _inner):
        text = cut(packet)
        if text is None:
            continue
        try:
            root: Element = fromstring(text)
        except (ParseError, DefusedXmlException, ValueError, LookupError, UnicodeError):
            continue
        return root
    return None


def _whole(packet: bytes) -> bytes | None:
    return packet


def _inner(packet: bytes) -> bytes | None:
    """Only the RDF element, as its surroundings may be cut off, or not XML."""
    first, last = packet.find(_RDF_BEGINS), packet.rfind(_RDF_ENDS)
    return packet[first : last + len(_RDF_ENDS)] if 0 <= first < last else None


def as_utf8(packet: bytes) -> bytes:
    """Convert a packet to UTF-8, as UTF-16 is allowed, too, and remove the padding around it, which is not XML."""
    wide = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"<\0": "utf-16-le", b"\0<": "utf-16-be"}.get(
        packet[:2]
    )
    if wide is not None:
        text = packet.decode(wide, "replace").encode("utf-8")
        packet = _DECLARATION.sub(b"", text, count=1)  # its charset is no longer true
    return packet.removeprefix(b"\xef\xbb\xbf").strip(b"\0 \r\n\t")


def _number(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def _degrees(text: str | None, limit: int) -> float | None:
    """`38,42.5N` or `38,42,30N` -> decimal degrees (XMP part 2, 2.6: GPSCoordinate)."""
    match = _COORDINATE.fullmatch((text or "").strip())
    if match is None:
        return None
    degrees = sum(float(part or 0) / 60**place for place, part in enumerate(match.groups()[:3]))
    degrees = -degrees if match[4] in "SWsw" else degrees
    return degrees if abs(degrees) <= limit else None
