"""The XMP fields for keywords or stars, and the levels of a keyword in each.

Programs write several of them at once, digiKam up to seven. Reading unites them, and an edit changes all.
ExifTool's tables (XMP.pm, MWG.pm) name the fields; digiKam, "Metadata settings", names the programs of each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ParseError

from cbir.base.types import keyword_key

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

PERCENT_RATING = "MicrosoftPhoto:Rating"
STARS = "acdsee:rating"
"""The ratings in addition to xmp:Rating."""


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
