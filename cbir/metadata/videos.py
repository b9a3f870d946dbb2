"""Video file -> its metadata: date, position, camera and texts of MP4 and QuickTime files.

Only the headers of boxes are walked; pictures, sound and the tables of samples are never read. ISO/IEC 14496-12, 4.2
(boxes) and 8.2.2 (mvhd); QuickTime File Format Specification, "User data atoms" and "Metadata"; ISO 6709, annex H
(positions); 3GPP TS 26.244, 8.2 (loci); XMP part 3, 2.8 (MPEG-4 and QuickTime).
"""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from cbir.base.types import Metadata
from cbir.metadata.containers import XMP_BOX, clean, decode
from cbir.metadata.dates import iso_date

_MOST_BOXES = 10_000  # of a file; fragments of a long recording are the most of them
_MOST_BYTES = 1 << 20  # of a value: the largest is an XMP packet
_MOST_KEYS = 1000

_EPOCH = datetime(1904, 1, 1, tzinfo=UTC)
_UNIX_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST_YEAR = 1990  # an earlier time is a clock that was never set
_ZONE_S = 900  # all zones are whole quarters of an hour from UTC
_MOST_OFFSET_S = 14 * 3600
_CLOCK_S = 60  # between a name and the time in the file: both are given when a recording starts or ends

_POSITION = re.compile(r"([+-])(\d{2,6}(?:\.\d*)?)([+-])(\d{3,7}(?:\.\d*)?)(?=[+-]|CRS|/|$)", re.ASCII)

# Names of keys, and four-letter names of user data, in the order in which they count.
_DATE = ("com.apple.quicktime.creationdate", "©day")
_PLACE = ("com.apple.quicktime.location.ISO6709", "©xyz")
_MAKE = ("com.apple.quicktime.make", "com.android.manufacturer", "©mak")
_MODEL = ("com.apple.quicktime.model", "com.android.model", "©mod")
_TITLE = ("com.apple.quicktime.title", "com.apple.quicktime.displayname", "©nam")
_CAPTION = ("com.apple.quicktime.description", "desc", "©des")
_COMMENT = ("com.apple.quicktime.comment", "©cmt")
_CREATOR = ("com.apple.quicktime.author", "com.apple.quicktime.artist", "©aut", "©ART")
_COPYRIGHT = ("com.apple.quicktime.copyright", "cprt", "©cpy")
_KEYWORDS = ("com.apple.quicktime.keywords", "©key")


@dataclass(slots=True)
class VideoBlocks:
    """Blocks of a video file. xmp : packets. texts : by key or name. created_s : since 1904, or 1970 in some files"""

    texts: dict[str, str] = field(default_factory=dict)
    xmp: list[bytes] = field(default_factory=list)
    position: tuple[float, float] | None = None
    created_s: int = 0
    length_s: float = 0.0


def find_video_blocks(file: io.FileIO) -> VideoBlocks:
    """Walk the boxes of an open MP4 or QuickTime file; empty for any other. What is damaged is left out."""
    blocks = VideoBlocks()
    with suppress(struct.error, IndexError, ValueError):
        _Walk(file, blocks).run()
    return blocks


def of_video(blocks: VideoBlocks, name_date: str | None) -> tuple[Metadata, Metadata]:
    """Metadata that a camera wrote, and the time in the file's header, which counts last.

    name_date : date in the file's name. A camera's clock in it is local time and gives the header's its zone.
    """
    texts = blocks.texts

    def text(names: tuple[str, ...]) -> str | None:
        return next((value for name in names if (value := clean(texts.get(name, "")))), None)

    latitude, longitude = position_of(text(_PLACE) or "") or blocks.position or (None, None)
    written = Metadata(
        taken_at=iso_date(text(_DATE)),
        make=text(_MAKE),
        model=text(_MODEL),
        title=text(_TITLE),
        caption=text(_CAPTION),
        comment=text(_COMMENT),
        creator=text(_CREATOR),
        copyright=text(_COPYRIGHT),
        keywords=tuple(filter(None, map(clean, re.split("[,;]", text(_KEYWORDS) or "")))),
        latitude=latitude,
        longitude=longitude,
    )
    return written, Metadata(taken_at=_created_at(blocks, name_date))


def at_moment(video: Metadata, ms: int) -> Metadata:
    """The metadata of a moment: those of its video, later by the time since its beginning."""
    if video.taken_at is None or len(video.taken_at) < len("2019-07-14T12:30:05"):
        return video
    try:
        time = datetime.fromisoformat(video.taken_at) + timedelta(milliseconds=ms)
    except (ValueError, OverflowError):
        return video
    return replace(video, taken_at=time.isoformat(timespec="milliseconds" if time.microsecond else "seconds"))


def position_of(text: str) -> tuple[float, float] | None:
    """`+48.8577+002.295+035.0/`, or with minutes and seconds -> decimal degrees; None for none, or 0, 0."""
    match = _POSITION.match(text.strip())
    if match is None:
        return None
    latitude, longitude = _degrees(match[1], match[2], 2), _degrees(match[3], match[4], 3)
    if latitude is None or longitude is None or abs(latitude) > 90 or abs(longitude) > 180:
        return None
    return (latitude, longitude) if (latitude, longitude) != (0, 0) else None  # a receiver without a fix


def _degrees(sign: str, digits: str, whole: int) -> float | None:
    """Digits of degrees, of degrees and minutes, or of degrees, minutes and seconds. whole : digits of the degrees"""
    before, _, after = digits.partition(".")
    if len(before) not in (whole, whole + 2, whole + 4):
        return None
    parts = [before[:whole], *(before[at : at + 2] for at in range(whole, len(before), 2))]
    parts[-1] += f".{after}" if after else ""
    value = sum(float(part) / (1, 60, 3600)[power] for power, part in enumerate(parts))
    return -value if sign == "-" else value


def _created_at(blocks: VideoBlocks, name_date: str | None) -> str | None:
    """The time in the header, which is UTC; local time if the file's name has it."""
    if not blocks.created_s:
        return None
    try:
        time = _EPOCH + timedelta(seconds=blocks.created_s)
        if time < _UNIX_EPOCH:  # written by programs that count from 1970
            time = _UNIX_EPOCH + timedelta(seconds=blocks.created_s)
    except OverflowError:
        return None
    if not _FIRST_YEAR <= time.year <= datetime.now().year + 1:
        return None
    for event in (time, time - timedelta(seconds=min(blocks.length_s, 86_400))):
        if (offset := _offset(event, name_date)) is not None:
            return f"{name_date}{offset}"
    return time.isoformat()


def _offset(utc: datetime, name_date: str | None) -> str | None:
    """The offset from UTC of a local time that is the same moment; None if it is another."""
    if name_date is None or "T" not in name_date:
        return None
    ahead = (datetime.fromisoformat(name_date) - utc.replace(tzinfo=None)).total_seconds()
    whole = round(ahead / _ZONE_S) * _ZONE_S
    if abs(ahead - whole) > _CLOCK_S or abs(whole) > _MOST_OFFSET_S:
        return None
    return f"{'-' if whole < 0 else '+'}{abs(whole) // 3600:02}:{abs(whole) // 60 % 60:02}"


class _Walk:
    """One pass over a file's boxes."""

    def __init__(self, file: io.FileIO, blocks: VideoBlocks) -> None:
        self._file = file
        self._blocks = blocks
        self._left = _MOST_BOXES

    def run(self) -> None:
        end = self._file.seek(0, io.SEEK_END)
        for name, at, stop in self._boxes(0, end):
            if name == b"moov":
                self._movie(at, stop)
            elif name == b"uuid":
                self._xmp(at, stop)

    def _movie(self, start: int, end: int) -> None:
        for name, at, stop in self._boxes(start, end):
            if name == b"mvhd":
                self._header(self._read(at, min(stop, at + 32)))
            elif name == b"udta":
                self._user_data(at, stop)
            elif name == b"meta":
                self._meta(at, stop)

    def _boxes(self, start: int, end: int) -> Iterator[tuple[bytes, int, int]]:
        """Name of each box, and where its content starts and ends."""
        while start + 8 <= end and self._left > 0:
            self._left -= 1
            head = self._read(start, min(end, start + 16))
            size, name, length = int.from_bytes(head[:4], "big"), head[4:8], 8
            if size == 1:
                size, length = int.from_bytes(head[8:16], "big"), 16
            size = size or end - start
            if size < length:
                return
            yield name, start + length, min(end, start + size)
            start += size

    def _read(self, start: int, end: int) -> bytes:
        self._file.seek(start)
        return self._file.read(max(0, min(end - start, _MOST_BYTES))) or b""

    def _header(self, data: bytes) -> None:
        created, _, scale, length = struct.unpack_from(">QQIQ" if data[0] else ">IIII", data, 4)
        self._blocks.created_s, self._blocks.length_s = created, length / scale if scale else 0.0

    def _user_data(self, start: int, end: int) -> None:
        for name, at, stop in self._boxes(start, end):
            if name == b"meta":
                self._meta(at, stop)
            elif name == b"XMP_":
                self._blocks.xmp.append(self._read(at, stop))
            elif name == b"loci":
                self._blocks.position = _of_3gpp(self._read(at, stop))
            elif name[:1] == b"\xa9":
                data = self._read(at, min(stop, at + 4 + 65_535))
                length = int.from_bytes(data[:2], "big")
                self._keep(name.decode("latin-1"), data[4 : 4 + length])

    def _meta(self, start: int, end: int) -> None:
        """Metadata of QuickTime, whose values are numbered by keys, or of iTunes, whose values have names."""
        if self._read(start, start + 8)[4:] != b"hdlr":
            start += 4  # version and flags of ISO's box
        keys: Mapping[int, str] = {}
        for name, at, stop in self._boxes(start, end):
            if name == b"keys":
                keys = dict(enumerate(_keys(self._read(at, stop)), start=1))
            elif name == b"ilst":
                for item, inside, behind in self._boxes(at, stop):
                    key = keys.get(int.from_bytes(item, "big"), "") if keys else item.decode("latin-1")
                    value = self._read(inside, min(behind, inside + 65_536))
                    if value[4:8] == b"data" and int.from_bytes(value[8:12], "big") == 1:  # UTF-8
                        self._keep(key, value[16 : int.from_bytes(value[:4], "big")])

    def _xmp(self, start: int, end: int) -> None:
        if self._read(start, start + 16) == XMP_BOX:
            self._blocks.xmp.append(self._read(start + 16, end))

    def _keep(self, name: str, value: bytes) -> None:
        if len(self._blocks.texts) < _MOST_KEYS:
            self._blocks.texts.setdefault(name, decode(value))


def _keys(data: bytes) -> Iterator[str]:
    at = 8
    for _ in range(min(int.from_bytes(data[4:8], "big"), _MOST_KEYS)):
        size = int.from_bytes(data[at : at + 4], "big")
        if size < 8:
            return
        yield data[at + 8 : at + size].decode("utf-8", "replace")
        at += size


def _of_3gpp(data: bytes) -> tuple[float, float] | None:
    """Version, language, place name and role, then longitude and latitude as 16.16 numbers."""
    if data[6:8] in (b"\xfe\xff", b"\xff\xfe"):
        return None  # a name in UTF-16, which no camera writes
    longitude, latitude = (
        value / 65536 for value in struct.unpack_from(">ii", data, data.index(b"\0", 6) + 2)
    )
    is_fix = abs(latitude) <= 90 and abs(longitude) <= 180 and bool(latitude or longitude)
    return (latitude, longitude) if is_fix else None
