"""Name and first bytes of a file -> its picture format, if any, and the package that the format needs."""

from __future__ import annotations

import functools
import importlib.util
import os
import re
import struct
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path, PurePath

from cbir.base.errors import UnreadableNow
from cbir.base.extras import is_installed_program
from cbir.base.messages import Message

READABLE_FORMATS = (
    "JPEG", "PNG", "WebP", "TIFF", "BMP", "GIF", "HEIF", "AVIF", "PPM", "camera raw",
    "JPEG 2000", "JPEG XL", "Photoshop", "TGA", "DDS", "ICO", "DIB",
)  # fmt: skip
"""The formats that decode() reads, by the names that sniff() gives them."""

_READABLE_SUFFIXES = frozenset(
    """
    .jpg .jpeg .jpe .jfif .jif .mpo .png .apng .webp .tif .tiff .bmp .dib .gif .heic .heif .heics .heifs
    .hif .avif .avifs .ppm .pgm .pbm .pnm .jp2 .j2k .j2c .jpf .jpx .jxl .psd .psb .tga .ico .dds
    .3fr .arw .cr2 .cr3 .crw .dcr .dng .erf .fff .iiq .kdc .mef .mos .mrw .nef .nrw .orf .pef .raf .raw
    .rw2 .rwl .sr2 .srf .srw .x3f
    """.split()
)
_VIDEO_SUFFIXES = frozenset(
    """
    .mp4 .m4v .mov .qt .avi .mkv .webm .wmv .mpg .mpeg .mts .m2ts .3gp .3g2 .flv .insv .lrv .ogv .vob
    """.split()
)
_LIVE_STILLS = (".heic", ".heif", ".jpg", ".jpeg")
_LIVE_SUFFIXES = frozenset((".mov", ".mp4"))
_MOST_LIVE_BYTES = 20_000_000  # three seconds at 50 Mbit/s, twice the rate of 4K
_OTHER_PICTURE_SUFFIXES = frozenset(
    # Pictures by name that cannot be read. A run counts them, as it counts videos.
    """
    .jxr .wdp .dcx .ras .fits .dcm .cur .icns .svg .svgz .eps .exr .hdr .pcx .sgi .qoi .xcf .blp .msp
    .pfm .xbm .xpm .wmf .emf
    """.split()
)
PICTURE_SUFFIXES = _READABLE_SUFFIXES | _OTHER_PICTURE_SUFFIXES
"""Lower-case suffixes, with their dot, of files that look like a picture by name."""

_NOT_PICTURE_SUFFIXES = frozenset(
    # Other files. They are not opened: on a slow disk, reading the first bytes of every video and sidecar would take
    # long, and almost none would be a picture.
    """
    .txt .md .rst .rtf .log .csv .tsv .html .htm .css .js .ts .mjs .xml .json .jsonl .yaml .yml .toml
    .ini .cfg .conf .xmp .aae .thm .lrcat .lrprev .lrdata .pp3 .dop .cos .on1 .ithmb .pdf .doc .docx
    .xls .xlsx .ppt .pptx .odt .ods .odp .epub .py .pyc .pyi .c .h .cc .cpp .hpp .rs .go .java .class
    .jar .sh .bat .ps1 .rb .php .pl .lua .sql .ipynb .mp3 .m4a .wav .flac .ogg .opus .aac .aiff .wma
    .mid .zip .tar .gz .tgz .bz2 .xz .zst .7z .rar .iso .dmg .exe .dll .so .dylib .msi .deb .rpm .apk .a
    .o .lib .ttf .otf .woff .woff2 .db .db3 .sqlite .sqlite3 .sqlite-wal .sqlite-shm .lock .tmp .part
    .crdownload .download .lnk .url .plist .npy .npz .pt .pth .onnx .safetensors .bin .dat .parquet
    .arrow .pickle .pkl .po .mo .srt .vtt .gpx .kml .ics .vcf .eml .torrent
    """.split()
)

REVISED_SUFFIXES = frozenset(".psd .psb .tif .tiff .jp2 .j2k .j2c .jpf .jpx .dds .avif .avifs".split())
"""Formats that versions before 2026-11-28 misread in part: libraries decode their files again."""

HEAD_BYTES = 64  # enough for every signature below and for the first dozen brands of an ISO media file

_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\xff\xd8\xff", "JPEG"),
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"GIF87a", "GIF"),
    (b"GIF89a", "GIF"),
    (b"8BPS\0\1", "Photoshop"),
    (b"8BPS\0\2", "Photoshop"),
    (b"DDS \x7c\0\0\0", "DDS"),
    (b"\x00\x00\x00\x0cjP  ", "JPEG 2000"),
    (b"\xff\x4f\xff\x51", "JPEG 2000"),
    (b"\xff\x0a", "JPEG XL"),
    (b"\x00\x00\x00\x0cJXL ", "JPEG XL"),
    (b"FUJIFILMCCD-RAW", "camera raw"),
    (b"IIRO", "camera raw"),
    (b"IIRS", "camera raw"),
    (b"IIU\x00", "camera raw"),
    (b"FOVb", "camera raw"),
    (b"MMOR", "camera raw"),
    (b"\0MRM", "camera raw"),
    (b"II\x1a\0\0\0HEAPCCDR", "camera raw"),
    (b"\x76\x2f\x31\x01", "OpenEXR"),
    (b"icns", "icon"),
    (b"qoif", "QOI"),
    (b"#?RADIANCE", "Radiance"),
    (b"#?RGBE", "Radiance"),
    (b"P7\n", "PAM"),
    (b"PF\n", "PFM"),
    (b"Pf\n", "PFM"),
    (b"gimp xcf", "GIMP"),
    (b"SIMPLE  =", "FITS"),
    (b"II\xbc\x01", "JPEG XR"),
    (b"\x59\xa6\x6a\x95", "Sun raster"),
    (b"%!PS-Adobe-3.0 EPSF", "EPS"),
    (b"\xc5\xd0\xd3\xc6", "EPS"),
    (b"\xd7\xcd\xc6\x9a", "WMF"),
    (b"<svg", "SVG"),
)
_NETPBM = re.compile(rb"P[1-6]\s+(#[^\n\r]*[\n\r]\s*)*(\d|#|$)")
_TIFF_SIGNATURES = (b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+")
_HEIF_BRANDS = frozenset(b"heic heix heim heis hevc hevx hevm hevs mif1 msf1 mif2".split())
_AVIF_BRANDS = frozenset((b"avif", b"avis"))


def sniff(head: bytes | memoryview) -> str | None:
    """Name the picture format of a file by its first bytes; None if they belong to none.

    head : at least HEAD_BYTES of the file, or the whole file if it is shorter
    """
    start = bytes(head[:HEAD_BYTES])
    for signature, name in _SIGNATURES:
        if start.startswith(signature):
            return name
    if start[:4] in _TIFF_SIGNATURES:
        return "camera raw" if start[8:10] == b"CR" or start[8:12] in (b"IIII", b"MMMM") else "TIFF"
    if start[:4] == b"RIFF" and start[8:12] == b"WEBP":
        return "WebP"
    if start[:2] == b"BM" and start[14:18] in (b"\x0c\0\0\0", b"\x28\0\0\0", b"\x34\0\0\0", b"\x38\0\0\0",
                                               b"\x40\0\0\0", b"\x6c\0\0\0", b"\x7c\0\0\0"):  # fmt: skip
        return "BMP"
    if start[4:8] == b"ftyp":
        return _sniff_iso_media(start)
    if _NETPBM.match(start):
        return "PPM"
    return _sniff_by_fields(start)


def _sniff_by_fields(start: bytes) -> str | None:
    """Recognise formats that begin with numbers instead of a name: every field must be valid."""
    if len(start) < 18:
        return None
    half = struct.unpack_from("<9H", start)
    if half[:2] == (0, 1) and 0 < half[2] <= 256 and start[9] == 0 and half[5] <= 1:
        return "ICO"  # https://en.wikipedia.org/wiki/ICO_(file_format)
    if start[:4] == b"\x28\0\0\0" and half[6] == 1 and half[7] in (1, 4, 8, 16, 24, 32):
        return "DIB"  # a BMP without its file header, as the Windows clipboard has it
    # Truevision TGA File Format Specification 2.0, 1991: kinds of picture with and without colour map
    mapped, kind, bits, flags = start[1], start[2], start[16], start[17]
    bits_of_kind = {1: (8,), 2: (15, 16, 24, 32), 3: (8, 16), 9: (8,), 10: (15, 16, 24, 32), 11: (8, 16)}
    map_fits = mapped == (kind in (1, 9)) and (not mapped or start[7] in (15, 16, 24, 32))
    if bits in bits_of_kind.get(kind, ()) and map_fits and half[6] and half[7] and not flags & 0xC0:
        return "TGA" if mapped or not any(start[3:8]) else None
    return None


def _sniff_iso_media(start: bytes) -> str | None:
    """Tell HEIC, AVIF, Canon's CR3 and MP4 apart by their brands: they share one container."""
    length = min(int.from_bytes(start[:4], "big"), len(start))
    brands = [start[8:12], *(start[at : at + 4] for at in range(16, length - 3, 4))]
    if brands[0] == b"crx ":
        return "camera raw"
    if _AVIF_BRANDS.intersection(brands):
        return "AVIF"
    return "HEIF" if _HEIF_BRANDS.intersection(brands) else None


def looks_like_picture(path: Path) -> bool:
    """True if a file looks like a picture by its name or its content (see kind_of_file)."""
    kind = kind_of_file(path)
    return kind is not None and kind.is_read


def live_stems(names: Iterable[str]) -> set[str]:
    """Names, without suffix and in lower case, of the files that may be photos of a Live Photo."""
    return {PurePath(name).stem.lower() for name in names if name.lower().endswith(_LIVE_STILLS)}


def is_of_live_photo(video: Path, stems: Collection[str]) -> bool:
    """True for the short video that a telephone records with a photo. stems : of its folder, as live_stems()"""
    is_beside = video.suffix.lower() in _LIVE_SUFFIXES and video.stem.lower() in stems
    return is_beside and video.stat().st_size <= _MOST_LIVE_BYTES


def is_video(path: Path) -> bool:
    """True if a file is a video by its name or its content (see kind_of_file)."""
    return kind_of_file(path) == _VIDEO


@dataclass(frozen=True, slots=True)
class FileKind:
    """name : "picture", "video", or the suffix or name of an unread format. is_read : false for the last two"""

    name: str
    is_read: bool = False


_PICTURE, _VIDEO = FileKind("picture", is_read=True), FileKind("video")


def kind_of_file(path: Path) -> FileKind | None:
    """The kind of a file by its name or its content; None if it is neither a picture nor a video.

    A known suffix decides. Files without a suffix, or with an unknown one, are opened, and their first bytes decide;
    the same applies to suffixes of formats that are not read. macOS writes a file `._NAME` beside each file on a
    foreign drive; it is never a picture. A file that cannot be opened is of no kind.
    """
    if path.name.startswith("._"):
        return None
    suffix = path.suffix.lower()
    if suffix in _READABLE_SUFFIXES:
        return _PICTURE
    if suffix in _VIDEO_SUFFIXES:
        return _VIDEO
    if suffix in _NOT_PICTURE_SUFFIXES:
        return None
    # Only regular files are read. Opening a pipe or a device could wait for its other end, or have side effects.
    try:
        if not path.is_file():
            return None
        with open(path, "rb", buffering=0, opener=_open_without_waiting) as file:
            head = file.read(HEAD_BYTES)
    except OSError:
        return None
    format = sniff(head)
    if format is not None and format in READABLE_FORMATS:
        return _PICTURE
    if suffix in _OTHER_PICTURE_SUFFIXES or format is not None:
        return FileKind(suffix if suffix in _OTHER_PICTURE_SUFFIXES else str(format))
    return _VIDEO if _is_video(head) else None


def _is_video(head: bytes) -> bool:
    """True for MP4 and QuickTime, Matroska and WebM, AVI, MPEG program streams, and Flash video."""
    return (
        head[4:8] == b"ftyp"
        or head[:4] in (b"\x1a\x45\xdf\xa3", b"\0\0\1\xba")
        or (head[:4] == b"RIFF" and head[8:12] == b"AVI ")
        or head[:3] == b"FLV"
    )


def _open_without_waiting(name: str, flags: int) -> int:
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


_MESSAGES = {
    "rawpy": Message(
        "Reading camera raw files needs the package rawpy, which is not installed (pip install rawpy)."
    ),
    "pillow_jxl": Message(
        "Reading JPEG XL pictures needs the package pillow-jxl-plugin, which is not installed"
        " (pip install pillow-jxl-plugin)."
    ),
    "pi_heif": Message(
        "Reading HEIC pictures needs the package pi-heif, which is not installed (pip install pi-heif)."
    ),
}

if is_installed_program():  # the plug-in is under the GPL
    _MESSAGES["pillow_jxl"] = Message(
        "This installed program reads no JPEG XL pictures; cbir as a Python package does, with the extra jxl."
    )


def missing_package(package: str) -> UnreadableNow:
    """The error for a file whose format needs a package that is not installed."""
    return UnreadableNow(_MESSAGES[package])


def still_needs_package(reason: Message) -> bool:
    """True if a file failed because of a package that is still missing. An index run skips such files."""
    return any(
        reason.template == message.template and not is_installed(package)
        for package, message in _MESSAGES.items()
    )


@functools.cache
def is_installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None
