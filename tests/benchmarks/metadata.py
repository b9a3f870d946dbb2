"""Metadata beside exiftool's: `python -m tests.benchmarks.metadata [--data DATA] [FOLDER ...]`.

Every picture of the folders, and a sample of each set of the data: each field that cbir reads against the first of
exiftool's tags by the same precedence. What differs is counted by kind, and each kind that is no agreement is listed.
"""

from __future__ import annotations

import datetime
import math
import re
import time
import unicodedata
from collections import Counter
from pathlib import Path

from cbir.base.types import Metadata
from cbir.images import looks_like_picture
from cbir.metadata import extract
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish
from tests.exiftool import run

MEASURES = ("cbir/metadata",)

SAMPLE = 100  # files of each set of the data
AT_ONCE = 100  # files that exiftool is asked for together

EXIF_DATES = ("ExifIFD:DateTimeOriginal", "IFD0:DateTimeOriginal", "ExifIFD:CreateDate", "IFD0:CreateDate")
XMP_DATES = (
    "XMP-exif:DateTimeOriginal",
    "XMP-photoshop:DateCreated",
    "XMP-exif:DateTimeDigitized",
    "XMP-xmp:CreateDate",
)
TAGS: dict[str, tuple[str, ...]] = {
    "taken_at": (*EXIF_DATES, *XMP_DATES, "IPTC:DateCreated", "PNG:CreationTime", "IFD0:ModifyDate"),
    "make": ("IFD0:Make", "XMP-tiff:Make"),
    "model": ("IFD0:Model", "XMP-tiff:Model"),
    "lens": ("ExifIFD:LensModel", "XMP-exifEX:LensModel", "XMP-aux:Lens"),
    "iso": ("ExifIFD:ISO", "IFD0:ISO", "XMP-exifEX:PhotographicSensitivity", "XMP-exif:ISO"),
    "aperture": ("ExifIFD:FNumber", "IFD0:FNumber", "ExifIFD:ApertureValue", "XMP-exif:FNumber"),
    "exposure_s": ("ExifIFD:ExposureTime", "IFD0:ExposureTime", "ExifIFD:ShutterSpeedValue", "XMP-exif:ExposureTime"),
    "focal_mm": ("ExifIFD:FocalLength", "IFD0:FocalLength", "XMP-exif:FocalLength"),
    "focal_35mm": ("ExifIFD:FocalLengthIn35mmFormat", "XMP-exif:FocalLengthIn35mmFormat"),
    "flash": ("ExifIFD:Flash", "IFD0:Flash"),
    "position": ("GPS:GPSLatitude", "XMP-exif:GPSLatitude"),
    "rating": ("XMP-xmp:Rating", "IFD0:Rating"),
    "keywords": ("XMP-dc:Subject", "IPTC:Keywords", "IFD0:XPKeywords"),
    "people": ("XMP-mwg-rs:RegionName", "XMP-MP:RegionPersonDisplayName", "XMP-iptcExt:PersonInImage"),
    "title": ("XMP-dc:Title", "IPTC:ObjectName", "IFD0:XPTitle", "PNG:Title"),
    "headline": ("XMP-photoshop:Headline", "IPTC:Headline"),
    "caption": ("XMP-dc:Description", "IPTC:Caption-Abstract", "IFD0:ImageDescription", "IFD0:XPComment",
                "ExifIFD:UserComment", "PNG:Description"),
    "comment": ("XMP-exif:UserComment", "File:Comment", "GIF:Comment", "PNG:Comment"),
    "creator": ("XMP-dc:Creator", "IPTC:By-line", "IFD0:Artist", "IFD0:XPAuthor", "PNG:Author"),
    "copyright": ("XMP-dc:Rights", "IPTC:CopyrightNotice", "IFD0:Copyright", "PNG:Copyright"),
    "label": ("XMP-xmp:Label",),
    "places": ("XMP-iptcCore:Location", "XMP-photoshop:City", "IPTC:Sub-location", "IPTC:City",
               "XMP-iptcExt:LocationCreatedCity"),
    "places_shown": ("XMP-iptcExt:LocationShownCity",),
    "orientation": ("IFD0:Orientation", "XMP-tiff:Orientation"),
}  # fmt: skip
"""exiftool's tags of each field, by the precedence of extraction.py."""

EXPLAINED = (
    "missing: an EXV file (test_issue_1472: no picture) is not read; the packets and tables of fuzzers' files (poc, "
    "issue) are damaged, and exiftool reads further into them; comments of programs and captions of cameras are none.",
    "differs: two values stand in one file (two descriptions, two comments), or bytes of a fuzzer's file are decoded "
    "in another way.",
    "not a value: empty texts, noughts, days that do not exist, 0, 0 as position, and texts that cameras and programs "
    "leave in every file.",
)

KINDS = ("same", "of another tag", "not a value", "missing", "differs")


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("folders", type=Path, nargs="*", help="folders of pictures, all of which are read")
    arguments = parsed.parse_args()
    files = list(pictures(arguments.data, arguments.folders))
    counts: dict[str, Counter[str]] = {field: Counter() for field in TAGS}
    lines: dict[tuple[str, str], list[str]] = {}
    spent = 0.0
    for at in range(0, len(files), AT_ONCE):
        progress(f"{at} of {len(files)}")
        for file, row in read(files[at : at + AT_ONCE]).items():
            data = file.read_bytes()
            started = time.perf_counter()
            metadata = extract(data)
            spent += time.perf_counter() - started
            for field in TAGS:
                kind, line = compare(field, metadata, row)
                if kind:
                    counts[field][kind] += 1
                if line:
                    named = "" if file.is_relative_to(arguments.data) else f"{file.name}: "
                    lines.setdefault((kind, field), []).append(named + line)
    table = Table(
        title="Fields",
        columns=("field", *KINDS),
        rows=tuple((field, *(str(count[kind]) for kind in KINDS)) for field, count in counts.items()),
        notes=(
            f"{len(files)} files. Reading took {spent / max(1, len(files)) * 1000:.2f} ms a file, in memory.",
        ),
    )
    listed = Table(
        title="Disagreements",
        columns=("kind", "field", "files", "examples"),
        rows=tuple(
            (kind, field, str(len(all_)), " · ".join(all_[:4]))
            for (kind, field), all_ in sorted(lines.items())
        ),
        notes=EXPLAINED,
    )
    publish("metadata", "Metadata beside exiftool", [table, listed], write=arguments.write, measures=MEASURES)


def pictures(data: Path, folders: list[Path]):
    for folder in sorted(data.iterdir()) if data.is_dir() else ():
        inside = list(in_folder(folder)) if folder.is_dir() else []
        yield from inside[:: max(1, len(inside) // SAMPLE)]
    for folder in folders:
        yield from in_folder(folder)


def in_folder(folder: Path):
    """Pictures by name and content, without those whose names exiftool's arguments and answers cannot have."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and str(path).isprintable() and looks_like_picture(path):
            yield path


def read(files: list[Path]) -> dict[Path, dict[str, object]]:
    import json

    rows = json.loads(run("-json", "-n", "-G1", "-a", *files) or "[]")
    return {Path(row["SourceFile"]): row for row in rows}


def compare(field: str, metadata: Metadata, row: dict[str, object]) -> tuple[str, str]:
    """The kind of a comparison, and a line about one that is no agreement; empty where neither says anything."""
    theirs = [row[tag] for tag in TAGS[field] if row.get(tag) not in (None, "", [])]
    if field == "position":
        theirs = [value for at, value in enumerate(theirs) if not at]
    mine = (metadata.latitude if field == "position" else getattr(metadata, field)) or (
        metadata.flash if field == "flash" else metadata.rating if field == "rating" else None
    )
    usable = [value for value in theirs if is_value(field, value, row)]
    if mine in (None, ()):
        if usable:
            return "missing", f"exiftool {shortened(usable[0])}"
        return ("not a value", f"exiftool {shortened(theirs[0])}") if theirs else ("", "")
    if not usable:
        return (
            ("not a value", f"exiftool {shortened(theirs[0])}, cbir {shortened(mine)}")
            if theirs
            else ("", "")
        )
    if agrees(field, usable[0], mine, row):
        return "same", ""
    if any(agrees(field, value, mine, row) for value in usable[1:]):
        return "of another tag", f"exiftool {shortened(usable[0])}, cbir {shortened(mine)}"
    return "differs", f"exiftool {shortened(usable[0])}, cbir {shortened(mine)}"


def is_value(field: str, value: object, row: dict[str, object]) -> bool:
    """False for what no camera and no person means: days that do not exist, noughts, and texts of programs."""
    text = str(value).strip()
    if field == "taken_at":
        try:
            datetime.date(*(int(part) for part in re.split(r"[:-]", text.split(" ")[0])[:3]))
        except (TypeError, ValueError):
            return bool(re.fullmatch(r"[1-9]\d{3}(:\d\d)?", text))
        return True
    if field == "position":
        return bool(
            isinstance(value, int | float) and abs(value) <= 90 and (value or row.get("GPS:GPSLongitude"))
        )
    if field in ("iso", "aperture", "exposure_s", "focal_mm", "focal_35mm"):
        numbers = re.findall(r"[\d.]+(?:e[-+]?\d+)?", text)
        return bool(numbers) and 0 < float(numbers[0]) < math.inf and "inf" not in text
    if field == "orientation":
        return text in "12345678"
    if field == "flash":
        return not int(float(text)) & 0x20
    if field in ("caption", "comment"):
        return bool(text) and not re.match(
            r"(?i)file written|created|creator|.*digital camera|\W*$|default|jpeg|lead|applemark|lavc|kakadu|dcim"
            r"|optimi[sz]ed|software:",
            text,
        )
    return bool(text)


def agrees(field: str, theirs: object, mine: object, row: dict[str, object]) -> bool:
    if field == "taken_at":
        digits = re.sub(r"[^\d]", "", str(theirs))[:14]
        return digits.startswith(re.sub(r"[^\d]", "", str(mine)[:19])[:14]) or str(mine)[:10] == str(theirs)[
            :10
        ].replace(":", "-")
    if field == "flash":
        return bool(int(float(str(theirs))) & 1) == mine
    if field == "position":
        return (
            isinstance(theirs, int | float)
            and isinstance(mine, float)
            and math.isclose(abs(theirs), abs(mine), abs_tol=1e-5)
        )
    if isinstance(mine, int | float) and not isinstance(mine, bool):
        (first, *_) = re.findall(r"-?[\d.]+(?:e[-+]?\d+)?", str(theirs)) or ["nan"]
        return math.isclose(float(first), float(mine), rel_tol=0.02, abs_tol=0.006)
    texts = [str(value) for value in theirs] if isinstance(theirs, list) else [str(theirs)]
    own = list(map(str, mine)) if isinstance(mine, tuple) else [str(mine)]
    levels = {plain(level) for text in texts for level in re.split(r"[|;]", text)} | set(map(plain, texts))
    return any(plain(text) in levels for text in own) or plain("".join(own)) == plain("".join(texts))


def plain(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFC", text).casefold() if char.isalnum())


def shortened(value: object) -> str:
    text = " ".join(str(value).split())
    return repr(text if len(text) <= 40 else f"{text[:40]}…")


if __name__ == "__main__":
    main()
