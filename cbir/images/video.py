"""Video file -> its key frames: the pictures that are stored whole, and so are decoded without their neighbours.

OpenCV's reader takes the video apart without decoding it, which costs next to nothing, and hands out the key frames in
their encoded form. Each is decoded by itself, from memory. Its time is therefore exact, a damaged part of a video
costs the frames that it holds, and memory is bounded by one frame, whatever the length of the video. Every video has
key frames: telephones write one each second, other encoders at each cut and at least every ten seconds or so.

FFmpeg never sees a path: it reads through a file that is open already, so that no video can make it open another file
or an address. All decoding belongs in a worker process (see cbir.workers).
"""

from __future__ import annotations

import hashlib
import io
import math
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ImageUnreadable
from cbir.base.liveness import waiting
from cbir.base.opencv import cv2
from cbir.base.types import Moment
from cbir.images.files import opened

VIDEO = "Video"
"""The format of a moment, in a library."""

MAX_VIDEO_PIXELS = 8192 * 4320  # of a frame: 8K, the largest that cameras record
_MAX_FRAME_BYTES = 64 << 20  # of an encoded key frame: an uncompressed 8-bit one of 22 megapixels
_MOST_PACKETS = 20_000  # without a key frame among them: five minutes at 60 a second
_MOST_TAIL_PIXELS = (
    300 * 1920 * 1080
)  # decoded to reach the last frame: ten seconds at 30 a second, some 2 s of CPU
_JPEG_QUALITY = 95
_READ_BYTES = 1 << 20
_PROBES = 16  # parts of a video that its fingerprint covers
_PROBE_BYTES = 1 << 16
_HEAD_BYTES = 400  # of two packets of a transport stream

_SIGNATURES = (
    (0, b"\x1a\x45\xdf\xa3"),  # Matroska, WebM
    (0, b"OggS"),
    (0, b"FLV"),
    (0, b"\x30\x26\xb2\x75\x8e\x66\xcf\x11"),  # ASF: WMV
    (0, b"\0\0\1\xba"),  # MPEG program stream
    (0, b"\0\0\1\xb3"),  # MPEG video
    *(
        (4, atom) for atom in (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot")
    ),  # MP4, QuickTime
)
_ANNEX_B = {"h264": "h264", "avc1": "h264", "hevc": "hevc", "hev1": "hevc", "hvc1": "hevc"}
_PARAMETER_SETS = {"h264": frozenset((7, 8)), "hevc": frozenset((32, 33, 34))}  # H.264 7.4.1, H.265 7.4.2.2
_IVF = frozenset(("vp80", "vp90", "av01"))


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyFrame:
    """A picture of a video. ms : time since its beginning. pixels : (h, w, 3) uint8 RGB, upright"""

    ms: int
    pixels: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class _Packet:
    """A key frame, still encoded."""

    ms: int
    data: bytes


class _File(io.BufferedIOBase):
    """An open file for FFmpeg, at a place of its own; reading counts as waiting for a drive."""

    def __init__(self, file: io.FileIO) -> None:
        super().__init__()
        self._file = file
        self._at = 0

    def read(self, size: int | None = -1, /) -> bytes:
        with waiting("disk"):
            self._file.seek(self._at)
            data = self._file.read(_READ_BYTES if size is None or size < 0 else size) or b""
        self._at += len(data)
        return data

    def seek(self, offset: int, whence: int = 0, /) -> int:
        base = (0, self._at, os.fstat(self._file.fileno()).st_size)[whence]
        self._at = max(0, base + offset)
        return self._at

    def tell(self) -> int:
        return self._at

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True


class Video:
    """An open video file; use it in a `with` block.

    size : (width, height) of its frames, upright. ms : its length as the file states it, 0 if it does not
    Raises ImageUnreadable if it is none, or has larger frames than MAX_VIDEO_PIXELS.
    """

    def __init__(self, file: io.FileIO) -> None:
        head = file.read(_HEAD_BYTES)
        if not head:
            raise ImageUnreadable("The file is empty.")
        if not _is_video(head):
            raise ImageUnreadable("This is not a video of a known kind.")
        self._file = file
        self._source = _File(self._file)
        self._packets = _capture(self._source, [cv2.CAP_PROP_FORMAT, -1])
        self._decoder_source = _File(file)
        self._decoder = _decoder(self._decoder_source)  # it also knows how the frames are turned
        if not self._packets.isOpened() or not self._decoder.isOpened():
            raise ImageUnreadable("The video is damaged, or of a kind that cannot be read.")
        stored = int(self._value(cv2.CAP_PROP_FRAME_WIDTH)), int(self._value(cv2.CAP_PROP_FRAME_HEIGHT))
        if min(stored) < 1:
            raise ImageUnreadable("The file has no picture, only sound.")
        if stored[0] * stored[1] > MAX_VIDEO_PIXELS:
            raise ImageUnreadable(
                "The video has {0} x {1} pixels. At most {2} megapixels are read.",
                *stored,
                MAX_VIDEO_PIXELS // 1_000_000,
            )
        wide = self._value(cv2.CAP_PROP_SAR_NUM) / (self._value(cv2.CAP_PROP_SAR_DEN) or 1)
        self._stretch = wide if 0.25 < wide < 4 and wide != 1 else 1.0
        self._turns = round(self._decoder.get(cv2.CAP_PROP_ORIENTATION_META) / 90) % 4  # clockwise
        size = max(1, round(stored[0] * self._stretch)), stored[1]
        self.size = size if self._turns % 2 == 0 else size[::-1]
        frames, rate = self._value(cv2.CAP_PROP_FRAME_COUNT), self._value(cv2.CAP_PROP_FPS)
        self.ms = int(frames / rate * 1000) if frames > 0 and 0 < rate < 1e6 else 0
        code = int(self._value(cv2.CAP_PROP_FOURCC)) & 0xFFFFFFFF
        self._codec = code.to_bytes(4, "little").decode("latin-1").lower()
        self._seeks = True
        self._end_ms, self._behind_key = 0, 0  # the last packet that was seen; packets since a key frame
        self._prefix: bytes | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._packets.release()
        self._decoder.release()

    @property
    def bytes_to_decode(self) -> int:
        """Memory of a decoder and of a frame in the forms in which they are held at once."""
        # A frame of 7680 x 4320 pixels took 290 MB with OpenCV 5.0, in H.264 and HEVC: 9 bytes a pixel. 16 leave room.
        return self.size[0] * self.size[1] * 16 + (16 << 20)

    def key_frames(self, after_ms: float, step_ms: float) -> Iterator[KeyFrame]:
        """Decode key frames that are at least about step_ms apart, in order. after_ms : -1 from the beginning

        The last frame follows if it is as far from the last key frame. Frames that cannot be decoded are left out.
        """
        nearest, target = (after_ms + step_ms / 2, after_ms + step_ms) if after_ms >= 0 else (-1.0, 0.0)
        while (packet := self._packet(nearest, target)) is not None:
            nearest, target = packet.ms + step_ms / 2, packet.ms + step_ms
            pixels = self._decoded(packet)
            if pixels is not None:
                yield KeyFrame(ms=packet.ms, pixels=pixels)
        if self._end_ms > max(nearest, 0.0) and self._behind_key * math.prod(self.size) <= _MOST_TAIL_PIXELS:
            pixels = self._upright(self._by_seeking(self._end_ms))
            if pixels is not None:
                yield KeyFrame(ms=self._end_ms, pixels=pixels)

    def frame(self, ms: int) -> KeyFrame | None:
        """Decode the frame of a moment; None if the video has none at that time."""
        pixels = None
        for earlier in (-1, 2_000, 20_000):
            packet = self._packet(ms - 1, ms - earlier)
            if packet is not None and packet.ms == ms:
                pixels = self._decoded(packet)
                break
        else:
            pixels = self._upright(self._by_seeking(ms))
        return None if pixels is None else KeyFrame(ms=ms, pixels=pixels)

    def _value(self, property: int) -> float:
        value = float(self._packets.get(property))
        return value if math.isfinite(value) else 0.0

    def _packet(self, after_ms: float, target_ms: float) -> _Packet | None:
        """The first key frame later than a time. target_ms : begin at the key frame before this time"""
        capture = self._packets
        if self._seeks and not capture.set(cv2.CAP_PROP_POS_MSEC, max(0.0, target_ms)):
            self._seeks = False
        for _ in range(_MOST_PACKETS):
            if not capture.grab():
                return None
            ms = round(self._value(cv2.CAP_PROP_POS_MSEC))
            is_key = bool(self._value(cv2.CAP_PROP_LRF_HAS_KEY_FRAME))
            self._end_ms, self._behind_key = max(self._end_ms, ms), 0 if is_key else self._behind_key + 1
            if ms >= 0 and ms > after_ms and is_key:
                packet = capture.retrieve()[1]
                if packet is not None and 0 < packet.nbytes <= _MAX_FRAME_BYTES:
                    return _Packet(ms, packet.tobytes())
        return None

    def _decoded(self, packet: _Packet) -> NDArray[np.uint8] | None:
        """A key frame, upright RGB."""
        picture = self._from_memory(packet)
        return self._upright(self._by_seeking(packet.ms) if picture is None else picture)

    def _upright(self, picture: NDArray[Any] | None) -> NDArray[np.uint8] | None:
        """A decoded picture as players show it."""
        if picture is None or picture.ndim != 3 or picture.shape[2] != 3:
            return None
        if picture.shape[0] * picture.shape[1] > MAX_VIDEO_PIXELS:
            return None  # a stream may change its size
        if self._stretch != 1:
            width = max(1, round(picture.shape[1] * self._stretch))
            picture = cv2.resize(picture, (width, picture.shape[0]), interpolation=cv2.INTER_AREA)
        upright = np.rot90(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), -self._turns)
        return np.ascontiguousarray(upright, np.uint8)

    def _from_memory(self, packet: _Packet) -> NDArray[Any] | None:
        """Decode a key frame without the file around it; None if its codec cannot."""
        if self._codec in _ANNEX_B:
            data = self._parameter_sets() + packet.data
        elif self._codec in _IVF:
            data = _in_ivf(packet.data, self._codec, self.size)
        elif self._codec in ("mjpg", "mpg1", "mpg2"):
            data = packet.data
        else:
            return None
        source = io.BytesIO(data)
        capture = _decoder(source)
        try:
            return _frame(capture)
        finally:
            capture.release()

    def _parameter_sets(self) -> bytes:
        """The parameter sets of the first key frame, for key frames that come without any."""
        if self._prefix is None:
            kind = _ANNEX_B[self._codec]
            first = self._packet(-1, 0)
            units = [] if first is None else list(_units(first.data[: 1 << 16]))
            sets = [unit for unit in units if _unit_type(unit, kind) in _PARAMETER_SETS[kind]]
            self._prefix = b"".join(b"\0\0\0\1" + unit for unit in sets)
        return self._prefix

    def _by_seeking(self, ms: int) -> NDArray[Any] | None:
        """Decode the frame of a time through the container, which costs the frames before it, too."""
        if not self._decoder.set(cv2.CAP_PROP_POS_MSEC, float(ms)):
            return None
        picture = _frame(self._decoder)
        is_it = abs(self._decoder.get(cv2.CAP_PROP_POS_MSEC) - ms) < 1
        return picture if is_it else None


@contextmanager
def opened_video(path: Path) -> Iterator[Video]:
    """Open a video file. Raises ImageUnreadable, FileUnreadable. The messages do not contain the path."""
    with opened(path) as (file, _), Video(file) as video:
        yield video


def video_fingerprint(path: Path) -> str:
    """Name a video's content by its size and parts of it: reading all of a video takes as long as playing some minutes.

    Raises ImageUnreadable, FileUnreadable.
    """
    with opened(path) as (file, status):
        digest = hashlib.blake2b(struct.pack("<Q", status.st_size), digest_size=16)
        for probe in range(_PROBES):
            file.seek(probe * max(0, status.st_size - _PROBE_BYTES) // (_PROBES - 1))
            digest.update(file.read(_PROBE_BYTES))
        return digest.hexdigest()


def moment_fingerprint(video: str, ms: int) -> str:
    """Name the content of a moment. video : fingerprint of its file"""
    return hashlib.blake2b(f"{video} {ms}".encode(), digest_size=16).hexdigest()


def read_moment(moment: Moment) -> bytes:
    """Read the frame of a moment as a picture file. Raises ImageUnreadable, FileUnreadable."""
    with opened_video(moment.video) as video:
        frame = video.frame(moment.ms)
    if frame is None:
        raise ImageUnreadable("The video has no picture at {0} that can be decoded.", moment.clock)
    bgr = cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2BGR)
    return bytes(cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1])


def _is_video(head: bytes) -> bool:
    if head[:4] == b"RIFF":
        return head[8:11] == b"AVI"
    packets = any(
        head[at : at + 1] == head[at + step : at + step + 1] == b"G" for at, step in ((0, 188), (4, 192))
    )
    return packets or any(head[at : at + len(mark)] == mark for at, mark in _SIGNATURES)


def _capture(source: io.BufferedIOBase, options: list[int]) -> Any:
    """A reader of an open file. The caller holds the source for as long as the reader.

    WORKAROUND(opencv 5.0): the reader drops its reference to the source without Python's lock.
    """
    open_reader: Any = cv2.VideoCapture  # its stubs know no Python file
    return open_reader(source, cv2.CAP_FFMPEG, options)


def _decoder(source: io.BufferedIOBase) -> Any:
    options = [cv2.CAP_PROP_N_THREADS, 1, cv2.CAP_PROP_HW_ACCELERATION, cv2.VIDEO_ACCELERATION_NONE]
    capture = _capture(source, options)
    capture.set(cv2.CAP_PROP_ORIENTATION_AUTO, 0)  # frames from memory know no orientation
    return capture


def _frame(capture: Any) -> NDArray[Any] | None:
    if not capture.isOpened():
        return None
    size = capture.get(cv2.CAP_PROP_FRAME_WIDTH) * capture.get(cv2.CAP_PROP_FRAME_HEIGHT)
    if not 0 < size <= MAX_VIDEO_PIXELS:
        return None
    picture: NDArray[Any] | None = capture.read()[1]
    return picture


def _units(data: bytes) -> Iterator[bytes]:
    """The NAL units of a byte stream: H.264, annex B."""
    for unit in data.split(b"\0\0\1")[1:]:
        yield unit.rstrip(b"\0")


def _unit_type(unit: bytes, kind: str) -> int:
    if not unit:
        return -1
    return unit[0] & 31 if kind == "h264" else unit[0] >> 1 & 63


def _in_ivf(data: bytes, codec: str, size: tuple[int, int]) -> bytes:
    """A frame in the container of the Alliance for Open Media's test streams: 32 bytes, then 12 for each frame."""
    width, height = (min(side, 65535) for side in size)
    header = struct.pack("<4sHH4sHHIIII", b"DKIF", 0, 32, codec.upper().encode(), width, height, 30, 1, 1, 0)
    return header + struct.pack("<IQ", len(data), 0) + data
