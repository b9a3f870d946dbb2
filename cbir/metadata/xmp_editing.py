"""An XMP sidecar and new values -> the sidecar with those values, all else as it was.

The XML is not built anew: expat says where the old values stand, they are cut out, and the new ones are put in
where a description ends. Comments, unknown properties and the order of everything stay. XMP part 1, chapter 7.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from xml.parsers import expat

from cbir.metadata.xmp import MAX_XMP_BYTES, as_utf8, read_xmp

Property = Literal["xmp:Rating", "dc:subject"]

_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_ROOT, _DESCRIPTION = f"{_RDF} RDF", f"{_RDF} Description"
_NAMESPACES: dict[Property, str] = {
    "xmp:Rating": "http://ns.adobe.com/xap/1.0/",
    "dc:subject": "http://purl.org/dc/elements/1.1/",
}
_NAMES = {f"{uri} {name.partition(':')[2]}": name for name, uri in _NAMESPACES.items()}
_TAG = re.compile(rb"<([^\s/>]+)(?:\s+[^\s=/>]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*\s*(/?)>")
_BLANK = b" \t\r\n"
_EMPTY = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
    f' <rdf:RDF xmlns:rdf="{_RDF}">\n  <rdf:Description rdf:about=""/>\n </rdf:RDF>\n</x:xmpmeta>\n'
).encode()


class XmpUnclear(ValueError):
    """What is there cannot be changed without the danger of losing something."""


def edit_xmp(packet: bytes | None, values: Mapping[Property, tuple[str, ...]]) -> bytes:
    """Give properties new values; an empty one is removed. None makes a new sidecar.

    Raises XmpUnclear where the packet is not XMP as it is known here.
    """
    if packet is not None and len(packet) > MAX_XMP_BYTES:
        raise XmpUnclear("it is too large")
    source = as_utf8(_EMPTY if packet is None else packet)
    edited = _with_values(source, values)
    found = read_xmp(edited)
    if "xmp:Rating" in values:
        wanted = values["xmp:Rating"]
        if wanted and str(found.rating) != wanted[0]:
            raise XmpUnclear("the rating could not be put in")
    if values.get("dc:subject") and set(found.keywords) != set(values["dc:subject"]):
        raise XmpUnclear("the keywords could not be put in")
    return edited


def _with_values(source: bytes, values: Mapping[Property, tuple[str, ...]]) -> bytes:
    structure = _read_structure(source)
    if structure.root is None:
        raise XmpUnclear("there is no RDF in it")
    new = b"".join(_element(name, texts) for name, texts in values.items() if texts)
    place = structure.description
    if place is None:
        place = structure.root
        new = b'\n  <rdf:Description xmlns:rdf="%s" rdf:about="">%s\n  </rdf:Description>' % (
            _RDF.encode(),
            new,
        )
    edits = [edit for name in values for edit in structure.old.get(name, ())]
    edits.append((place.inner, place.inner, new))
    if place.empty and new:
        edits[-1] = (place.slash, place.inner, b">" + new + b"\n  </" + place.name + b">")
    out = source
    for start, end, text in sorted(edits, reverse=True):
        out = out[:start] + text + out[end:]
    return out


def _element(name: Property, texts: tuple[str, ...]) -> bytes:
    """A property with namespaces of its own, so that it fits wherever it is put; ASCII fits every charset."""
    prefix, _, _ = name.partition(":")
    space = f'xmlns:{prefix}="{_NAMESPACES[name]}"'
    if name == "xmp:Rating":
        text = f"\n   <{name} {space}>{_escape(texts[0])}</{name}>"
    else:
        items = "".join(f"\n     <rdf:li>{_escape(word)}</rdf:li>" for word in texts)
        text = f'\n   <{name} {space} xmlns:rdf="{_RDF}">\n    <rdf:Bag>{items}\n    </rdf:Bag>\n   </{name}>'
    return text.encode("ascii", "xmlcharrefreplace")


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """An element to put children into: right behind its start tag, or by opening one that is empty.

    slash : where the end of an empty element's tag begins. inner : behind the start tag
    """

    name: bytes
    slash: int
    inner: int
    empty: bool


@dataclass(slots=True)
class _Structure:
    """Where things stand in a packet. old : spans of a property's values, and what remains in their place"""

    root: _Place | None = None
    description: _Place | None = None
    old: dict[Property, list[tuple[int, int, bytes]]] = field(default_factory=dict)


def _read_structure(source: bytes) -> _Structure:
    found = _Structure()
    stack: list[str] = []
    prefixes: dict[str, set[str]] = {}
    begun: list[tuple[Property, int]] = []
    parser = expat.ParserCreate(namespace_separator=" ")

    def refuse(*_: object) -> None:  # entities stand in a document type alone
        raise XmpUnclear("it declares a document type")

    def namespace(prefix: str | None, uri: str) -> None:
        prefixes.setdefault(uri, set()).add(prefix or "")

    def start(name: str, attributes: dict[str, str]) -> None:
        at = parser.CurrentByteIndex
        if name == _ROOT and found.root is None:
            found.root = _place(source, at)
        elif name == _DESCRIPTION and stack and stack[-1] == _ROOT:
            found.description = found.description or _place(source, at)
            for attribute in attributes.keys() & _NAMES.keys():
                span = _attribute(source, at, attribute, prefixes)
                found.old.setdefault(_NAMES[attribute], []).append((*span, b""))
        elif name in _NAMES and stack[-2:] == [_ROOT, _DESCRIPTION]:
            begun.append((_NAMES[name], at))
        stack.append(name)

    def end(name: str) -> None:
        stack.pop()
        if begun and name in _NAMES and stack[-2:] == [_ROOT, _DESCRIPTION]:
            which, first = begun.pop()
            # of an empty one, expat says where it ends: what stands there is another's
            tag = _place(source, first)
            last = tag.inner if tag.empty else source.index(b">", parser.CurrentByteIndex) + 1
            while first and source[first - 1 : first] in _BLANK:
                first -= 1
            found.old.setdefault(which, []).append((first, last, b""))

    parser.StartDoctypeDeclHandler = refuse
    parser.StartNamespaceDeclHandler = namespace
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    try:
        parser.Parse(source, True)
    except expat.ExpatError as error:
        raise XmpUnclear(f"it is not well-formed XML ({error})") from error
    return found


def _place(source: bytes, at: int) -> _Place:
    tag = _TAG.match(source, at)
    if tag is None:
        raise XmpUnclear("a tag of it is unusual")
    empty = bool(tag[2])
    return _Place(name=tag[1], slash=tag.start(2) if empty else tag.end(), inner=tag.end(), empty=empty)


def _attribute(source: bytes, at: int, name: str, prefixes: Mapping[str, set[str]]) -> tuple[int, int]:
    """Where an attribute of the tag at `at` stands, the blank before it included."""
    uri, _, local = name.partition(" ")
    end = _place(source, at).inner
    for prefix in prefixes.get(uri, ()):
        pattern = re.compile(rb"\s+%s:%s\s*=\s*(?:\"[^\"]*\"|'[^']*')" % (prefix.encode(), local.encode()))
        if span := pattern.search(source, at, end):
            return span.span()
    raise XmpUnclear("an attribute of it is unusual")
